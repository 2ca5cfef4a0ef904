// SPDX-License-Identifier: Apache-2.0
// Own patterns, and what people ask linkifiers for: bareDomains: 'www', whole texts, other elements, line breaks, smart truncation,
// misspelt options.
import assert from 'node:assert/strict';
import { explain, find, findBytes, findFirst, hashtag, LinkIndex, linkify, mention, Stream, test, ticket } from 'linkspan';

const kRules = Object.freeze([hashtag('https://social.example/tags/{1}'), mention('/users/{1}'), ticket('https://bugs.example/{1}/{2}')]);
const options = Object.freeze({ rules: kRules });
const found = (text, given = options) => find(text, given).map((link) => [link.rule ?? link.form, link.text, link.uri]);
const texts = (text, given = options) => find(text, given).map((link) => link.text);

const checks = {
  ready() {
    assert.deepEqual(found('#one, @two and ABC-12: see a.example.org/x'), [['hashtag', '#one', 'https://social.example/tags/one'],
      ['mention', '@two', '/users/two'], ['ticket', 'ABC-12', 'https://bugs.example/ABC/12'], ['domain', 'a.example.org/x', 'http://a.example.org/x']]);
    assert.deepEqual(texts('#日本語 と #über (#ok) #1st #2'), ['#日本語', '#über', '#ok', '#1st']);
    assert.deepEqual(found('#日本')[0][2], 'https://social.example/tags/%E6%97%A5%E6%9C%AC');
    assert.deepEqual(texts('a#b ##c &#x20; http://a.org/#d x@y /@z me@example.org UTF-8x AB-1-2 xAB-1'), ['http://a.org/#d', 'me@example.org']);
    assert.deepEqual(texts('(@a.b_c), @d. @e-f!'), ['@a.b_c', '@d', '@e-f']);
    assert.deepEqual(texts('UTF-8 ABC-1', { rules: [ticket('/{0}', ['ABC'])] }), ['ABC-1']);
    assert.deepEqual(texts('😀#a @b😀 #c😀'), ['#a', '@b', '#c']);
  },

  own() {
    const rules = [{ name: 'rfc', pattern: /RFC\s?(?<number>\d+)/i, uri: 'https://www.rfc-editor.org/rfc/rfc{number}' }];
    assert.deepEqual(found('see rfc3986.', { rules }), [['rfc', 'rfc3986', 'https://www.rfc-editor.org/rfc/rfc3986']]);
    assert.deepEqual(texts('xrfc3986 rfc3986x', { rules }), []);
    assert.deepEqual(texts('xrfc3986x', { rules: [{ ...rules[0], beside: 'any' }] }), ['rfc3986']);
    const twice = [{ name: 'one', pattern: /[A-Z]-\d/, uri: '/1/{0}' }, { name: 'two', pattern: /[A-Z]-\d+/, uri: '/2/{0}' }];
    assert.deepEqual(found('A-12 A-1', { rules: twice }), [['two', 'A-12', '/2/A-12'], ['one', 'A-1', '/1/A-1']]);  // the longest, the first
    const inLink = { name: 'in', pattern: 'T-\\d+', uri: '/{0:digits}' };
    assert.deepEqual(texts('http://a.org/T-1 T-2', { rules: [inLink] }), ['http://a.org/T-1', 'T-2']);
    assert.deepEqual(found('http://a.org/T-1 T-2', { rules: [{ ...inLink, wins: true }] }), [['in', 'T-1', '/1'], ['in', 'T-2', '/2']]);
    assert.deepEqual(found('X-1', { rules: [{ name: 'f', pattern: /X-(\d)/, uri: (match) => `https://a.example/${match[1]}` }] }), [['f', 'X-1', 'https://a.example/1']]);
    assert.deepEqual(found('X-1', { rules: [{ name: 'f', pattern: /X-(\d)/, uri: () => undefined }] }), []);
    assert.equal(find('X-1', { rules: [{ pattern: /X-1/, uri: '/{{{0}}}' }] })[0]?.uri, '/{X-1}');
    assert.throws(() => find('X', { rules: [{ name: 'n', pattern: /X/, uri: '/{1}' }] }), /the rule 'n' has '\{1\}', which is not a group/);
    assert.throws(() => find('X', { rules: [{ name: 'n', uri: '/' }] }), /has no pattern/);
    assert.throws(() => find('X', { rules: [{ name: 'n', pattern: /x/ }] }), /has no URI/);
    assert.throws(() => find('X', { rules: {} }), /rules are an array/);
    for (const call of [() => new Stream(options), () => new LinkIndex('', options), () => explain('x', options), () => findBytes(new Uint8Array(1), options)]) {
      assert.throws(call, /takes no rules/);
    }
    const [link] = find('a ABC-12', options);
    assert.deepEqual(link.toJSON(), { start: 2, end: 8, text: 'ABC-12', kind: 'custom', form: 'rule', uri: 'https://bugs.example/ABC/12',
      iri: 'https://bugs.example/ABC/12', display: 'https://bugs.example/ABC/12', host: '', parts: {}, endedBy: 'hard', rule: 'ticket' });
    assert.equal(findFirst('a ABC-12 b.org', options).text, 'ABC-12');
    assert.equal(test('a ABC-12', options), true);
    assert.equal(test('a', options), false);
  },

  html() {
    assert.equal(linkify('@a & #b', options), '<a dir="ltr" href="/users/a" rel="noopener noreferrer">@a</a> &amp; '
      + '<a dir="ltr" href="https://social.example/tags/b" rel="noopener noreferrer">#b</a>');
    for (const uri of ['javascript:alert(1)', '//evil.example/', '/\\evil.example/', 'data:text/html,x', 'x y', '"><script>']) {
      assert.equal(linkify('X-1', { rules: [{ pattern: /X-1/, uri: () => uri }] }), 'X-1', uri);
    }
    assert.equal(linkify('a\nb.example.org/x\r\nc', { nl2br: true, rel: '' }), 'a<br>\n<a dir="ltr" href="http://b.example.org/x">b.example.org/x</a><br>\nc');
    assert.equal(linkify('a.example.org/x', { tagName: 'span', rel: '' }), '<span dir="ltr" data-href="http://a.example.org/x">a.example.org/x</span>');
    assert.equal(linkify('a.example.org/x', { tagName: (link) => (link.kind === 'url' ? 'my-link' : 'a'), rel: '' }),
      '<my-link dir="ltr" href="http://a.example.org/x">a.example.org/x</my-link>');
    for (const tagName of ['script', 'iframe', 'A', 'a onclick', '-x', '', 'img']) assert.throws(() => linkify('a.example.org/x', { tagName }), RangeError);
  },

  www() {
    const www = { bareDomains: 'www' };
    const text = 'example.org www.example.org https://c.example me@example.org example.org/x';
    assert.deepEqual(texts(text, www), ['www.example.org', 'https://c.example', 'me@example.org']);
    assert.deepEqual(texts(text, { bareDomains: false }), ['https://c.example', 'me@example.org']);
    assert.equal(findFirst(text, www).text, 'www.example.org');
    assert.equal(test('example.org', www), false);
    assert.equal(findBytes(new TextEncoder().encode(text), www).length, 3);
    const stream = new Stream(www);
    assert.equal([...stream.feed(text), ...stream.finish()].length, 3);
    const index = new LinkIndex(text, www);
    assert.deepEqual([index.count, index.links().length], [3, 3]);
    assert.throws(() => find('x', { bareDomains: 'yes' }), /bareDomains is true, false or 'www'/);
  },

  whole() {
    for (const text of ['https://example.org/a', 'example.org', 'me@example.org', 'https://例え.jp/会場']) assert.equal(test(text, { whole: true }), true, text);
    for (const text of ['', ' example.org', 'example.org ', 'example.org.', 'see example.org', 'example.org, b.org', 'x']) assert.equal(test(text, { whole: true }), false, text);
    assert.equal(test('ABC-12', { ...options, whole: true }), true);
  },

  smart() {
    const shown = (text, truncate) => />([^<]*)</.exec(linkify(text, { truncate }))[1];
    assert.equal(shown('https://www.example.org/', 'smart'), 'https://www.example.org/');
    assert.equal(shown('https://www.example.org/some/long/path/index.html', 'smart'), 'example.org/…/path/index.html');
    assert.equal(shown('https://www.example.org/some/long/path/index.html', { length: 24, where: 'smart' }), 'example.org/…/index.html');
    assert.equal(shown('https://www.example.org/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'smart'), 'example.org/aaaaaaaaaaaaaaaaaaa…');
    assert.equal(shown('https://a-very-long-host-name-that-nobody-may-cut.example.org/a/b', 'smart'), 'a-very-long-host-name-that-nobody-may-cut.example.org…');
    assert.equal(shown('https://bank.example@evil.example/aaaaaaaaaaaaaaaaaaaaaaa', 'smart').startsWith('bank.example@evil.example'), true);
    for (let length = 1; length < 60; length++) {
      const got = shown('https://www.example.org/some/long/path/index.html?query=1', { length, where: 'smart' });
      assert.ok([...got].length <= Math.max(length, 'example.org…'.length), `${length}: ${got}`);
    }
  },

  misspelt() {
    for (const [name, nearest] of [['bareDomain', 'bareDomains'], ['emails', 'email'], ['classname', 'className'], ['scheme', 'schemes'], ['targt', 'target'], ['truncat', 'truncate']]) {
      assert.throws(() => find('x', { [name]: undefined }), { name: 'TypeError', message: `linkspan: there is no option '${name}'; is it '${nearest}'?` });
    }
    assert.throws(() => linkify('x', { completelyDifferent: 1 }), { message: "linkspan: there is no option 'completelyDifferent'" });
  },

  // A pattern that backtracks takes time in proportion to the text, and finds the same however long the token is.
  bounded() {
    const slow = [{ name: 'slow', pattern: /(?:\w+:)+\w+!/, uri: '/' }];
    const time = (size) => { const begin = performance.now(); find('a:'.repeat(size), { rules: slow }); return performance.now() - begin; };
    time(1000);
    const [small, large] = [time(8000), time(64000)];
    assert.ok(large < 40 * small + 200, `${small} ms for 16 KB, ${large} ms for 128 KB`);
    const tags = Array.from({ length: 400 }, (_, i) => `(#t${i})`).join('');
    assert.equal(texts(tags, { rules: [hashtag('/{1}')] }).length, 400);
    for (let shift = 0; shift < 300; shift++) {
      assert.deepEqual(texts(`${'-'.repeat(shift)}ABC-12${'-'.repeat(300)}(#tag)`, { rules: [{ pattern: /ABC-12/, uri: '/' }, hashtag('/{1}')] }), ['ABC-12', '#tag'], `${shift}`);
    }
  },
};

for (const [name, check] of Object.entries(checks)) {
  check();
  console.log(`${name}: passed`);
}
