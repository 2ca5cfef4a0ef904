// SPDX-License-Identifier: Apache-2.0
// linkspan in linkify-it's place: its interface, its fixtures, and those of markdown-it, with a list of what differs and why.
//
//   linkify_it.mjs DATA_DIR
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { LinkifyIt as Original } from 'linkify-it';
import linkifyIt, { LinkifyIt } from 'linkspan/linkify-it';
import MarkdownIt from 'markdown-it';
import { readLinks, readMarkdown, readNotLinks } from './fixtures.mjs';

const [data] = process.argv.slice(2);
const raws = (text, linkify = linkifyIt()) => (linkify.match(text) ?? []).map((match) => match.raw);

// ---- The interface

const [match] = linkifyIt().match('Site github.com!');
assert.deepEqual({ ...match }, { schema: '', index: 5, lastIndex: 15, raw: 'github.com', text: 'github.com', url: 'http://github.com' });
assert.equal(linkifyIt().match('me@example.org')[0].url, 'mailto:me@example.org');
assert.equal(linkifyIt().match('me@example.org')[0].schema, 'mailto:');
assert.equal(linkifyIt().match('HTTP://EXAMPLE.ORG/A')[0].schema, 'http:');
assert.equal(linkifyIt().match('nothing'), null);
assert.equal(linkifyIt().test('nothing'), false);
assert.equal(linkifyIt().test('a www.example.org'), true);
assert.equal(linkifyIt().pretest('nothing at all'), false);
assert.equal(linkifyIt().pretest('a.b'), true);
assert.ok(new LinkifyIt() instanceof LinkifyIt);

// Options
assert.deepEqual(raws('a.org/b http://x.org', linkifyIt({ fuzzyLink: false })), ['http://x.org']);
assert.deepEqual(raws('a@b.org mailto:a@b.org', linkifyIt({ fuzzyEmail: false })), ['mailto:a@b.org']);
assert.deepEqual(raws('see 192.168.1.1/abc'), []);
assert.deepEqual(raws('see 192.168.1.1/abc', linkifyIt().set({ fuzzyIP: true })), ['192.168.1.1/abc']);
assert.deepEqual(raws('http://a:b@c.org/', linkifyIt({ urlAuth: false })), []);
assert.deepEqual(raws('http://a.org/b---c', linkifyIt({ '---': true })), ['http://a.org/b']);
assert.deepEqual(raws('http://a.org/b---c'), ['http://a.org/b---c']);
assert.deepEqual(raws('http://a.org', linkifyIt({}, { fuzzyLink: false })), ['http://a.org']);

// The defaults of linkify-it 6
assert.deepEqual(raws('a.example.org/x http://a:b@x.org me@x.org', linkifyIt({ compat: 6 })), ['me@x.org']);
assert.deepEqual(raws('a.example.org/x', linkifyIt({ compat: 6, fuzzyLink: true })), ['a.example.org/x']);

// `//` before a host, whatever fuzzyLink is; an empty port before another URL
for (const fuzzyLink of [true, false]) {
  for (const [text, link] of [['//xn--n3h.net/', '//xn--n3h.net/'], ['//☃.net/', '//☃.net/'], ['see //a.org/b.', '//a.org/b'], ['(//a.de)', '//a.de'], ['//comment', undefined],
    ['//foo.bar()', undefined], ['http://a//b.org', 'http://a//b.org'], ['// a.', undefined], ['htt://a.b://a', undefined], ['abc://d.e://f.com/', undefined],
    ['http://a.de://a', 'http://a.de'], ['http://a://b', 'http://a'], ['http://a.de:80//b', 'http://a.de:80//b']]) {
    assert.equal(raws(text, linkifyIt({ fuzzyLink }))[0], link, `${text}, ${fuzzyLink}`);
    assert.equal(linkifyIt({ fuzzyLink }).test(text), link !== undefined, text);
  }
}

// Top-level domains
assert.deepEqual(raws('see shop.onion ok'), []);
assert.deepEqual(raws('see shop.onion and shop.org', linkifyIt().tlds('onion', true)), ['shop.onion', 'shop.org']);
assert.deepEqual(raws('see shop.onion and shop.org', linkifyIt().tlds(['onion'])), ['shop.onion']);
assert.deepEqual(raws('пример.рф', linkifyIt().tlds(['рф'])), ['пример.рф']);

// Schemes and prefixes
assert.deepEqual(raws('ftp://a.org/b http://c.org', linkifyIt().add('ftp:', null)), ['http://c.org']);
assert.deepEqual(raws('a@b.org', linkifyIt().add('mailto:', null)), []);
assert.deepEqual(raws('//a.org/b'), ['//a.org/b']);
assert.deepEqual(raws('//a.org/b', linkifyIt().add('//', null)), ['a.org/b']);
const twitter = linkifyIt().add('@', {
  validate: (text, pos) => /^[a-zA-Z0-9_]{2,15}(?!_)(?=$|[^\w])/.exec(text.slice(pos))?.[0].length ?? 0,
  normalize: (found) => { found.url = `https://twitter.com/${found.url.replace(/^@/, '')}`; },
});
assert.deepEqual(twitter.match('hi @a, @example and me@example.org').map((each) => each.url),
  ['https://twitter.com/example', 'mailto:me@example.org']);
assert.equal(twitter.test('only @example'), true);
assert.equal(twitter.matchAtStart('@example x').raw, '@example');
assert.deepEqual(raws('bug:12 x', linkifyIt({ 'bug:': { validate: /^\d+/ } })), ['bug:12']);
assert.throws(() => linkifyIt().add('x:', {}), TypeError);
const own = linkifyIt().add('http:', { validate: () => 5 });
assert.deepEqual(raws('http://example.org', own), ['http://exa']);

// matchAtStart, testSchemaAt, normalize, onCompile
assert.equal(linkifyIt().matchAtStart('https://example.org/a b').lastIndex, 21);
assert.equal(linkifyIt().matchAtStart(' https://example.org'), null);
assert.equal(linkifyIt().matchAtStart('example.org'), null);
assert.equal(linkifyIt().testSchemaAt('a http://example.org/b c', 'http:', 7), 15);
assert.equal(linkifyIt().testSchemaAt('a http://example.org/b c', 'ftp:', 7), 0);
const upper = linkifyIt();
upper.normalize = (found) => { found.url = found.url.toUpperCase(); };
assert.equal(upper.match('a.org')[0].url, 'A.ORG');
let compiled = 0;
class Counting extends LinkifyIt { onCompile() { compiled++; } }
new Counting().tlds('x', true).add('y:', null).set({});
assert.equal(compiled, 4);
assert.throws(() => linkifyIt().add('bad:', { validate: () => { throw new Error('mine'); } }).match('bad:x'), /mine/);
assert.equal(linkifyIt().test('a.org'), true);

if (data === undefined || !existsSync(`${data}/detect/linkify-it`)) {
  console.log('skipped in part: the fixtures are not here');
  process.exit(0);
}

// ---- Its fixtures. What differs, and why: README.md of tools/npm has the same table.

const kDiffers = new Map(Object.entries({
  '//localhost': 'no scheme and no top-level domain',
  '//test.123': 'no scheme and no top-level domain',
  '4.4.4.4': 'a number with dots is mostly a version; with a path it is a link',
  's.l.o.w.io': 'single letters with dots are mostly an abbreviation',
  'http://foo.com/blah_blah_"doublequoted"': 'a quotation mark ends a link in prose',
  'test."foo".bar@gmail.co.uk!': 'a quoted local part is not written in text',
  'a.ws': 'two short labels are mostly a name of a file or of code',
  'hppt://example.com': 'a scheme that is not known links before `://`, too',
  '_http://example.com': 'the underscore is emphasis',
  'http://example.com_': 'the underscore is emphasis',
  'google.com:500000 // invalid port': 'the host is a link without the number',
}));
const differs = new Set();
const linkify = linkifyIt({ fuzzyIP: true });
const links = readLinks(`${data}/detect/linkify-it/links.txt`);
for (const { text, link } of links) {
  const found = linkify.match(text);
  assert.equal(linkify.test(text), found !== null);
  if (found?.[0].raw !== link) differs.add(text);
}
const notLinks = readNotLinks(`${data}/detect/linkify-it/not_links.txt`);
for (const text of notLinks) {
  if (linkifyIt().match(text) !== null) differs.add(text);
}
assert.deepEqual([...differs].sort(), [...kDiffers.keys()].sort());
console.log(`linkify-it: ${links.length + notLinks.length} fixtures, ${differs.size} differ as listed`);

// ---- markdown-it: every fixture but one is rendered as with linkify-it, and those of linkify.txt as expected.

const kRenderedOtherwise = new Set(['backticks inside raw links']);  // they are code
let rendered = 0;
for (const file of readdirSync(`${data}/detect/markdown-it`).filter((name) => name.endsWith('.txt'))) {
  for (const options of [{ linkify: true }, { html: true, linkify: true, typographer: true }]) {
    const theirs = new MarkdownIt(options);
    theirs.linkify = new Original({ fuzzyLink: true, urlAuth: true });
    const ours = new MarkdownIt(options);
    ours.linkify = linkifyIt();
    for (const { title, input, output } of readMarkdown(`${data}/detect/markdown-it/${file}`)) {
      if (kRenderedOtherwise.has(title)) continue;
      assert.equal(ours.render(input), theirs.render(input), `${file}: ${title}`);
      if (file === 'linkify.txt' && options.html) assert.equal(ours.render(input), output, title);
      rendered++;
    }
  }
}
console.log(`markdown-it: ${rendered} fixtures rendered as with linkify-it`);
assert.ok(rendered > 300);
