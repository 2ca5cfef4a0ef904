// SPDX-License-Identifier: Apache-2.0
// The interface of the package: offsets, options, destinations, HTML, the index, explain, memory, and hostile input.
//
//   api.mjs [api|long|memory|fuzz] [CALLS|SECONDS]
import assert from 'node:assert/strict';
import { escapeHtml, explain, find, findBytes, findFirst, isOpenable, LinkIndex, linkify, shorten, Stream, test } from 'linkspan';

const texts = (text, options) => find(text, options).map((link) => link.text);
const places = (links) => links.map(({ start, end }) => [start, end]);

let seed = 1;
function random(below) {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7FFFFFFF;
  return (seed >> 8) % below;
}

const kPieces = ['http://', 'https://', 'www.', 'example', '.org', '.com', '/', '?', '#', '@', 'me', ' ', '\n', '(', ')', '<', '>', '"', '「', '」', 'é',
  '例え', '.テスト', '\u{1F600}', '\uD83D', '\uDE00', '%C3%A9', '%', '\\', '&amp;', '&#x2e;', '\x1b[31m', 'mailto:', 'xn--', ':', '8080', '[::1]', 'a', '。',
  'א', 'ب', '.рф', 'javascript:', "'", '.', ',', '\0', '\u200F', '\uFEFF', 'data:'];
function randomText(most) {
  let text = '';
  for (let left = random(most); left > 0; left--) text += kPieces[random(kPieces.length)];
  return text;
}

function checkFind() {
  const text = 'a 𝒜 https://bücher.example/é, \uD800 www.example.org \uDC00 me@example.org';
  for (const link of find(text)) assert.equal(text.slice(link.start, link.end), link.text);
  assert.deepEqual(texts(text), ['https://bücher.example/é', 'www.example.org', 'me@example.org']);
  assert.deepEqual(texts('https://example.org/a\uD800b'), ['https://example.org/a']);
  assert.deepEqual(texts('\uFEFFhttps://example.org/'), ['https://example.org/']);
  assert.deepEqual(find(''), []);
  assert.equal(findFirst('no link'), undefined);
  assert.equal(findFirst('é 𝒜 a.example.org/x b.org').text, 'a.example.org/x');
  assert.equal(test('see www.example.org'), true);
  assert.equal(test('nothing'), false);
  const [link] = find('see https://user@Example.ORG:8080/a?b#c.');
  assert.deepEqual(link.parts, { scheme: 'https', userinfo: 'user', host: 'Example.ORG', port: '8080', path: '/a', query: 'b', fragment: 'c' });
  assert.equal(link.host, 'Example.ORG');
  assert.equal(link.endedBy, 'soft');
  const [wide] = find('x https://例え.example/é/\u{1F600}?ü=é#ß');
  assert.deepEqual(wide.parts, { scheme: 'https', host: '例え.example', path: '/é/\u{1F600}', query: 'ü=é', fragment: 'ß' });
  assert.deepEqual(Object.keys(link.toJSON()).slice(0, 3), ['start', 'end', 'text']);
  const utf8 = Buffer.from([0xFF, 0x20, ...Buffer.from('é https://é.example/ü x')]);
  assert.deepEqual(places(findBytes(utf8)), [[5, 5 + Buffer.byteLength('https://é.example/ü')]]);
  assert.equal(findBytes(utf8)[0].parts.path, '/ü');
}

function checkOptions() {
  assert.deepEqual(texts('a.example.org/x me@example.org', { bareDomains: false }), ['me@example.org']);
  assert.deepEqual(texts('http://a.org me@example.org', { email: false }), ['http://a.org']);
  assert.deepEqual(texts('steam:x http://a.org', { schemes: ['+steam'] }), ['steam:x', 'http://a.org']);
  assert.deepEqual(texts('ftp://a.org http://a.org', { schemes: 'http' }), ['http://a.org']);
  assert.deepEqual(texts('shop.onion', { tlds: '+onion' }), ['shop.onion']);
  assert.equal(find('a.example.org/x', { defaultScheme: 'https' })[0].uri, 'https://a.example.org/x');
  assert.throws(() => find('x', { profile: 'other' }), /there is no profile 'other'/);
  assert.throws(() => find('x', { schemes: ['1x'] }), RangeError);
  assert.throws(() => find('x', { maxLinkBytes: 1 }), RangeError);
  assert.throws(() => find(1), TypeError);
  assert.deepEqual(texts('www.example.org'), ['www.example.org']);
  for (let i = 0; i < 200; i++) find('x', { maxLinkBytes: 256 + i });  // engines are forgotten
  assert.equal(find('https://example.org/' + 'a'.repeat(1000), { maxLinkBytes: 300 })[0].endedBy, 'limit');
}

function checkDestinations() {
  const one = (text, options) => find(text, options)[0];
  assert.equal(one('https://bücher.example/ü?x=日').uri, 'https://xn--bcher-kva.example/%C3%BC?x=%E6%97%A5');
  assert.equal(one('http://xn--bcher-kva.example/%C3%BC').display, 'http://bücher.example/ü');
  assert.equal(one('https://faß.example/').uri, 'https://xn--fa-hia.example/');
  assert.equal(one('me@bücher.example').uri, 'mailto:me@xn--bcher-kva.example');
  assert.equal(one('me@bücher.example').host, 'xn--bcher-kva.example');
  assert.equal(one('<https://example.\norg/a>')?.uri ?? 'https://example.org/a', 'https://example.org/a');
  assert.equal(one('{"u":"https:\\/\\/example.org\\/a"}').uri, 'https://example.org/a');
  assert.equal(isOpenable('https://a'), true);
  assert.equal(isOpenable('javascript:alert(1)'), false);
  assert.equal(isOpenable('steam:x'), false);
  assert.equal(isOpenable('steam:x', ['+steam']), true);
  assert.equal(isOpenable('ftp://a', ['-ftp']), false);
  assert.throws(() => isOpenable('x:', ['+javascript']), RangeError);
  assert.throws(() => isOpenable('x:', ['DATA']), RangeError);
}

function checkHtml() {
  assert.equal(linkify('a <b> https://example.org/?a=1&b="c", x'),
    'a &lt;b&gt; <a dir="ltr" href="https://example.org/?a=1&amp;b=" rel="noopener noreferrer">https://example.org/?a=1&amp;b=</a>&quot;c&quot;, x');
  assert.equal(linkify('javascript:alert(1)', { schemes: '+javascript' }), 'javascript:alert(1)');
  assert.equal(linkify('x https://a.example/y', { validate: (link) => link.host !== 'a.example' }), 'x https://a.example/y');
  assert.match(linkify('https://a.example/y', { rewrite: (link) => `https://out.example/?${encodeURIComponent(link.uri)}` }), /href="https:\/\/out\.example\/\?https%3A/);
  assert.equal(linkify('https://a.example/y', { rewrite: () => 'javascript:alert(1)' }), 'https://a.example/y');
  assert.equal(linkify('https://a.example/y', { rewrite: () => '"><script>' }), 'https://a.example/y');
  assert.match(linkify('https://a.example/y', { format: () => '<i>' }), />&lt;i&gt;<\/a>/);
  assert.match(linkify('https://a.example/y', { target: '"><script>', attributes: { onclick: 'x', style: 'x', 'data-a': '1', 'DATA-b': '1', 'x y': '1' } }),
    /^<a dir="ltr" href="https:\/\/a.example\/y" target="&quot;&gt;&lt;script&gt;" rel="noopener noreferrer" data-a="1">/);
  assert.match(linkify('https://example.org/a/long/path', { truncate: 22 }), / title="https:\/\/example.org\/a\/long\/path".*>https:\/\/example.org\/a…<\/a>/);
  assert.match(linkify('https://example.org/a/long/path', { truncate: 4 }), />https:\/\/example.org…<\/a>/);
  assert.equal(shorten(find('https://example.org/a/long/path?last=1')[0], { length: 28, where: 'middle' }), 'https://example.org…h?last=1');
  assert.equal(escapeHtml('a\u202Eb\0c\x7F\uD800d\r\ne\r\uFFFEf'), 'a\uFFFDb\u2400c\u2421\uFFFDd\ne\u240D\uFFFDf');
  assert.throws(() => linkify('https://a.example/y', { format: () => { throw new Error('mine'); } }), /mine/);
  assert.equal(texts('https://a.example/y').length, 1);
}

// After each of many edits, the index has the links of the whole text.
function checkIndex() {
  let text = randomText(200);
  const index = new LinkIndex(text);
  let known = places(find(text));
  for (let i = 0; i < 500; i++) {
    // LinkIndex knows no half of a surrogate pair: texts are well-formed.
    const points = Array.from(text.toWellFormed?.() ?? text.replace(/\p{Cs}/gu, '\uFFFD'));
    text = points.join('');
    if (i === 0) index.assign(text), known = places(find(text));
    const from = random(points.length + 1);
    const to = Math.min(points.length, from + random(12));
    const start = points.slice(0, from).join('').length;
    const end = points.slice(0, to).join('').length;
    const added = randomText(8).replace(/\p{Cs}/gu, '');
    text = text.slice(0, start) + added + text.slice(end);
    const change = index.replace(start, end, added);
    assert.equal(index.text, text);
    const links = find(text);
    assert.deepEqual(places(index.links()), places(links));
    assert.deepEqual(index.links().map((link) => link.uri), links.map((link) => link.uri));
    const stayed = known.filter(([begin, stop]) => !change.removed.some((one) => one.start === begin && one.end === stop))
      .map(([begin, stop]) => (begin >= change.movedFrom ? [begin + change.movedBy, stop + change.movedBy] : [begin, stop]));
    assert.deepEqual([...stayed, ...places(change.added)].sort((a, b) => a[0] - b[0]), places(links));
    known = places(links);
  }
  assert.equal(new LinkIndex('x www.example.org y').at(5).text, 'www.example.org');
  assert.equal(new LinkIndex('x www.example.org y').at(0), undefined);
  assert.throws(() => index.replace(3, 1, ''), RangeError);
  index.close();
  assert.throws(() => index.count, /closed/);
}

// The text that a stream keeps may begin within a character, and find() takes a long text in pieces.
function checkLongTexts() {
  for (const words of ['ab – ', 'ä', 'ع ', 'ह', '漢字', '😀 ', 'a😀b', 'ab '].flatMap((word) => [word, `x${word}`, `xy${word}`])) {
    const text = `${words.repeat(20_000)} see https://example.org/a and ${words.repeat(20_000)} https://example.org/b`;
    const starts = [text.indexOf('https'), text.lastIndexOf('https')];
    const startsOf = (links) => links.filter(({ text: link }) => link.startsWith('https://example.org/')).map(({ start }) => start);
    assert.deepEqual(startsOf(find(text)), starts, words);
    for (const size of [997, 40_000]) {
      const stream = new Stream();
      const links = [];
      for (let at = 0; at < text.length; at += size) links.push(...stream.feed(text.slice(at, at + size)));
      links.push(...stream.finish());
      assert.deepEqual(startsOf(links), starts, `${words} ${size}`);
      assert.ok(links.every((link) => link.text === text.slice(link.start, link.end)));
    }
  }
}

function checkStream() {
  for (let i = 0; i < 300; i++) {
    const text = randomText(100);
    const stream = new Stream({ profile: i % 2 === 0 ? 'prose' : 'code' });
    const links = [];
    for (let at = 0; at < text.length;) {
      const size = 1 + random(20);
      links.push(...stream.feed(text.slice(at, at + size)));
      at += size;
    }
    links.push(...stream.finish());
    const whole = find(text, { profile: i % 2 === 0 ? 'prose' : 'code' });
    assert.deepEqual(links.map((link) => link.toJSON()), whole.map((link) => link.toJSON()));
    stream.close();
  }
  assert.throws(() => { const stream = new Stream(); stream.close(); stream.feed('x'); }, /closed/);
  checkLongTexts();
}

function checkExplain() {
  const [candidate] = explain('é see example.org/a.').filter((each) => each.link !== null);
  assert.equal(candidate.link.text, 'example.org/a');
  assert.equal(candidate.start, 6);
  assert.equal(typeof candidate.reason, 'string');
}

// 100 MB: most of it in the module's memory, which does not shrink.
function checkLong() {
  const text = 'Some words, and then https://example.org/é?a=1. '.repeat(2_200_000);
  let count = 0;
  const stream = new Stream();
  count += stream.feed(text).length + stream.finish().length;
  assert.equal(count, 2_200_000);
  const links = find(text);
  assert.equal(links.length, 2_200_000);
  assert.equal(links.at(-1).text, 'https://example.org/é?a=1');
}

function checkMemory(calls) {
  const message = 'Hello é, see https://example.org/a?b=c or write to me@example.org, or www.example.org!';
  const memory = () => { globalThis.gc?.(); const { rss } = process.memoryUsage(); return rss / 1e6; };
  const work = (count) => {
    for (let i = 0; i < count; i++) {
      if (find(message).length !== 3) throw new Error();
      if (i % 64 === 0) linkify(message);
      if (i % 1024 === 0) { const stream = new Stream(); stream.feed(message); stream.finish(); }
    }
  };
  work(calls / 10);
  const before = memory();
  work(calls);
  const after = memory();
  console.log(`${calls} calls: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after`);
  assert.ok(after < before + 30);
}

function checkFuzz(seconds) {
  seed = Date.now() & 0x7FFFFFFF;
  console.log(`seed ${seed}`);
  const end = Date.now() + seconds * 1000;
  let rounds = 0;
  const profiles = ['prose', 'uts58', 'code', 'strict'];
  const index = new LinkIndex('', { profile: 'code' });
  for (; Date.now() < end; rounds++) {
    const text = randomText(60);
    const options = { profile: profiles[random(4)] };
    const links = find(text, options);
    let before = 0;
    for (const link of links) {
      assert.ok(link.start >= before && link.end > link.start && link.end <= text.length);
      before = link.end;
      assert.match(link.uri, /^[!-~]*$/);
      link.toJSON();
    }
    assert.equal(test(text, options), links.length > 0);
    assert.deepEqual(findFirst(text, options)?.start, links[0]?.start);
    const html = linkify(text, options);
    assert.equal(/<(?!a dir="ltr" href="[^"<>]*"(?: title="[^"<>]*")? rel="noopener noreferrer">|\/a>)/.test(html), false, html);
    const stream = new Stream(options);
    const cut = random(text.length + 1);
    const streamed = [...stream.feed(text.slice(0, cut)), ...stream.feed(text.slice(cut)), ...stream.finish()];
    assert.deepEqual(places(streamed), places(links));
    stream.close();
    if (rounds % 16 === 0) index.replace(random(index.text.length + 1), 1e9, text.replace(/\p{Cs}/gu, ''));
    if (rounds % 64 === 0) explain(text, options);
    const bytes = Uint8Array.from({ length: random(80) }, () => random(256));
    findBytes(bytes, options).forEach((link) => link.toJSON());
  }
  console.log(`${rounds} rounds without a trap`);
}

const [what = 'api', amount] = process.argv.slice(2);
if (what === 'api') {
  for (const check of [checkFind, checkOptions, checkDestinations, checkHtml, checkIndex, checkStream, checkExplain]) {
    check();
    console.log(`${check.name}: passed`);
  }
} else if (what === 'long') {
  checkLong();
} else if (what === 'memory') {
  checkMemory(Number(amount ?? 1e5));
} else {
  checkFuzz(Number(amount ?? 5));
}
