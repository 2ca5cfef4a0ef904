// SPDX-License-Identifier: Apache-2.0
// linkspan/lite finds the links of the profile uts58, but for schemes and top-level domains that it does not know.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { find } from 'linkspan';
import { find as findLite, isOpenable, linkify, test } from 'linkspan/lite';

const kFolder = `${process.env.LINKSPAN_SOURCE_DIR}/corpus`;
let texts = 0;
let links = 0;
let others = 0;
let otherUris = 0;
for (const file of readdirSync(kFolder).filter((name) => name.endsWith('.txt'))) {
  for (const line of readFileSync(`${kFolder}/${file}`, 'utf8').split('\n')) {
    const text = line.replace(/[⸠⸡]/gu, '');
    const expected = find(text, { profile: 'uts58' });
    const found = findLite(text);
    texts++;
    links += expected.length;
    const places = (some) => some.map(({ start, end }) => `${start}-${end}`).join(' ');
    if (places(found) !== places(expected)) {
      others++;
      continue;
    }
    found.forEach((link, i) => { if (link.uri !== expected[i].uri) otherUris++; });
  }
}
console.log(`${texts} texts with ${links} links: ${others} texts have other links, ${otherUris} links another URI`);
assert.ok(others < texts / 25 && otherUris < 100);
assert.equal(linkify('a <b> https://bücher.example/é'), 'a &lt;b&gt; <a dir="ltr" href="https://xn--bcher-kva.example/%C3%A9" rel="noopener noreferrer">https://bücher.example/é</a>');
assert.equal(findLite('me@bücher.de')[0].uri, 'mailto:me@xn--bcher-kva.de');
assert.equal(isOpenable('javascript:x'), false);
assert.equal(isOpenable('https://x'), true);
assert.throws(() => isOpenable('x:', ['+javascript']), RangeError);
assert.throws(() => findLite('x', { profile: 'prose' }), TypeError);
assert.equal(test('www.example.org'), true);
