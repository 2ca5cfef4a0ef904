// SPDX-License-Identifier: Apache-2.0
// Promise: linkifyHtml() writes links into the text of a page and changes nothing else: without them, the tree of parse5 is the same, for
// 500 pages; and they are those of `linkspan render --keep-html`.
//
//   html.mjs COMMAND DATA_DIR [COUNT]
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseFragment, serialize } from 'parse5';
import { mention } from 'linkspan';
import { linkifyHtml } from 'linkspan/html';

const [command, data, most = '500'] = process.argv.slice(2);

const tag = (uri) => `<a dir="ltr" href="${uri}" rel="noopener noreferrer">`;
const linked = (uri, text = uri) => `${tag(uri)}${text}</a>`;

function checkExamples() {
  assert.equal(linkifyHtml('<P>see http://a.example/, ok\r\n<!-- http://b.example -->'), `<P>see ${linked('http://a.example/')}, ok\r\n<!-- http://b.example -->`);
  assert.equal(linkifyHtml('http://a.<b>exam<!-- -->ple</b>/'),
    `${linked('http://a.example/', 'http://a.')}<b>${linked('http://a.example/', 'exam')}<!-- -->${linked('http://a.example/', 'ple')}</b>${linked('http://a.example/', '/')}`);
  assert.equal(linkifyHtml('é 𝒜 <i>𝒜</i> http://a.example/?a=1&amp;b x'), `é 𝒜 <i>𝒜</i> ${linked('http://a.example/?a=1&amp;b')} x`);
  for (const same of ['', 'no link <b>', '<a href=x>http://a.example/</a>', '<script>http://a.example/</script>', '<textarea>http://a.example/', '<svg><text>http://a.example/',
    '<code>http://a.example/</code>', '<pre>http://a.example/</pre>', '<img alt="http://a.example/">', 'javascript:alert(1)']) {
    assert.equal(linkifyHtml(same), same);
  }
  assert.equal(linkifyHtml('<code>http://a.example/</code>', { skip: [] }), `<code>${linked('http://a.example/')}</code>`);
  const byClass = '<p class="x no-links">http://a.example/</p>';
  assert.equal(linkifyHtml(byClass, { skip: ['.no-links'] }), byClass);
  assert.notEqual(linkifyHtml(byClass, { skip: ['.no-link'] }), byClass);
  assert.throws(() => linkifyHtml('x', { skip: ['x-code'] }), /'x-code' is no element of HTML/);
  assert.throws(() => linkifyHtml(1), TypeError);
  assert.throws(() => linkifyHtml('x', { skipp: [] }), /is it 'skip'/);
  assert.equal(linkifyHtml('<p>@me &amp; b.example.org/long/path', { rules: [mention('/u/{1}')], truncate: 14, rel: '' }),
    '<p><a dir="ltr" href="/u/me">@me</a> &amp; <a dir="ltr" href="http://b.example.org/long/path" title="http://b.example.org/long/path">b.example.org…</a>');
  assert.equal(linkifyHtml('a.example.org/x', { tagName: 'span', rel: '' }), '<span dir="ltr" data-href="http://a.example.org/x">a.example.org/x</span>');
  // A page hides nothing, unlike a terminal; colours stand for nothing in both.
  const hidden = '<p>https://\x9Dbank.example/\x9Cevil.example/';
  assert.equal(linkifyHtml(hidden), hidden);
  assert.equal(linkifyHtml('<p>http://a.\x1B[31mexample/'), `<p>${linked('http://a.example/', 'http://a.\x1B[31mexample/')}`);
  // A call in a callback reads another page.
  assert.equal(linkifyHtml('<p>http://a.example/ http://b.example/', { rel: '', validate: (link) => linkifyHtml(link.text) !== '' && link.host !== 'a.example' }),
    '<p>http://a.example/ <a dir="ltr" href="http://b.example/">http://b.example/</a>');
  assert.ok(linkifyHtml('<b>h</b>'.repeat(5000) + 'ttp://a.example/').length < 100_000);
  assert.ok(linkifyHtml(`<p>http://a.example/${'<b>x</b>'.repeat(5000)}`).length < 50_000 + 5000 * 8 + 20 * 16 * 5000);
  console.log('examples: passed');
}

function pagesIn(folder, pages = []) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) pagesIn(path, pages);
    else if (/\.x?html?$/.test(entry.name) && entry.isFile() && statSync(path).size < 2_000_000) pages.push(path);
  }
  return pages;
}

// The tree without the elements that were added.
function withoutLinks(node) {
  if (node.childNodes === undefined) return node;
  node.childNodes = node.childNodes.flatMap((child) => {
    withoutLinks(child);
    if (child.content !== undefined) withoutLinks(child.content);
    return child.attrs?.some(({ name }) => name === 'data-new') ? child.childNodes : [child];
  });
  const joined = [];
  for (const child of node.childNodes) {
    if (child.nodeName === '#text' && joined.at(-1)?.nodeName === '#text') joined.at(-1).value += child.value;
    else joined.push(child);
  }
  node.childNodes = joined;
  return node;
}

const treeOf = (html) => (/<!doctype|<html/i.test(html) ? parse(html) : parseFragment(html));

// One in each step, so that all folders have a part.
function sampleOf(pages, count) {
  const step = Math.max(pages.length / count, 1);
  return Array.from({ length: Math.min(count, pages.length) }, (_, i) => pages[Math.floor(i * step)]);
}

function checkPages() {
  const all = [data, '/usr/share/doc'].filter((folder) => folder !== undefined && existsSync(folder)).map((folder) => pagesIn(folder));
  const few = all.filter((pages) => pages.length < Number(most) / 2).flat();
  const pages = [...few, ...all.filter((each) => each.length >= Number(most) / 2).flatMap((each, _, { length }) => sampleOf(each, Math.ceil((Number(most) - few.length) / length)))];
  let links = 0;
  let compared = 0;
  const differing = [];
  for (const path of pages) {
    const bytes = readFileSync(path);
    const html = bytes.toString('utf8');
    const out = linkifyHtml(html, { attributes: { 'data-new': '1' } });
    links += out.split(' data-new="1"').length - 1;
    assert.ok(serialize(withoutLinks(treeOf(out))) === serialize(withoutLinks(treeOf(html))), `${path}: the tree is another one`);
    if (command === undefined || !existsSync(command) || !Buffer.from(html).equals(bytes)) continue;
    const theirs = execFileSync(command, ['render', '--keep-html', '--not-in', 'code,kbd,pre,samp', '--charset', 'utf-8', path], { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
    const bare = (text) => text.replace(/<a dir="ltr" href="([^"]*)"[^>]*>/g, '<a $1>');
    const [mine, other] = [bare(out), bare(theirs)];
    let at = 0;
    while (at < mine.length && mine[at] === other[at]) at++;
    if (mine !== other) differing.push(`${path}: ${JSON.stringify(mine.slice(Math.max(at - 80, 0), at + 80))} is not ${JSON.stringify(other.slice(Math.max(at - 80, 0), at + 80))}`);
    compared++;
  }
  console.log(`${pages.length} pages: ${links} links, equal trees; ${compared} are compared with the command`);
  assert.deepEqual(differing, []);
}

checkExamples();
checkPages();
