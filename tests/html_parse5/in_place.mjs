// SPDX-License-Identifier: Apache-2.0
// Compares the trees of pages before and after `linkspan render --keep-html`, as parse5 reads them, with scripts
// on: they must be equal when the <a> that were written are taken out of the tree again.
//
//   node in_place.mjs PARSE5 LINKSPAN HTML5LIB [COUNT] [SEED]
//
// The pages are those of html5lib's tests of trees, with links written into them at random places: COUNT (500)
// of them. Exit status: 0 equal, 1 not, 77 something of this is absent.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [parser, linkspan, html5lib, count = '500', seed = '1'] = process.argv.slice(2);
const skip = why => { console.log(`skipped: ${why}`); process.exit(77); };
if (!existsSync(join(parser, 'node_modules/parse5'))) skip('parse5 is not installed (tools/setup browser)');
const folder = join(html5lib, 'tree-construction');
if (!existsSync(folder)) skip('there are no tests of html5lib');
const { parse } = createRequire(`${resolve(parser)}/`)('parse5');

const isWritten = node => node.tagName === 'a' && node.attrs.some(one => one.name === 'dir') &&
  node.attrs.some(one => one.name === 'rel' && one.value === 'noopener noreferrer');

// Lines of the tree, without the elements that were written; texts beside each other are one.
function linesOf(html) {
  const lines = [];
  let written = 0;
  const visit = (node, depth) => {
    if (node.nodeName === '#text') {
      const last = lines.at(-1);
      if (last?.startsWith(`${depth} "`)) lines[lines.length - 1] += node.value;
      else lines.push(`${depth} "${node.value}`);
      return;
    }
    let inner = depth + 1;
    if (isWritten(node)) {
      written += 1;
      inner = depth;
    } else if (node.tagName !== undefined) {
      lines.push(`${depth} ${node.namespaceURI} ${node.tagName} ${JSON.stringify(node.attrs.map(one => [one.name, one.value]))}`);
    } else {
      lines.push(`${depth} ${node.nodeName} ${node.data ?? ''}`);
    }
    for (const child of (node.content ?? node).childNodes ?? []) visit(child, inner);
  };
  visit(parse(html, { scriptingEnabled: true }), 0);
  return { lines, written };
}

function pagesOf(text) {
  return text.split(/(?:^|\n)#data\n/).slice(1).filter(test => !test.includes('\n#document-fragment\n'))
    .map(test => test.slice(0, test.search(/\n#(errors|new-errors)\n/)));
}

let state = Number(seed);
const dice = below => {  // xorshift32
  state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
  return (state >>> 0) % below;
};

const LINKS = [' http://a.example/ ', 'http://a.<b>exam</b>ple/', ' www.a.example ', '<p>x@a.example ', '(http://a.example/?a&amp;b) ',
  '<i>http://</i>a.example/', '<li>http://a.example/', '<td>http://a.example/', 'http://a.example/\n'];

function withLinks(page) {
  for (let i = dice(4); i >= 0; --i) {
    // After a tag, or anywhere.
    const ends = [...page.matchAll(/>/g)].map(one => one.index + 1);
    const at = dice(3) > 0 && ends.length > 0 ? ends[dice(ends.length)] : dice(page.length + 1);
    page = page.slice(0, at) + LINKS[dice(LINKS.length)] + page.slice(at);
  }
  return page;
}

const originals = readdirSync(folder).filter(name => name.endsWith('.dat')).sort()
  .flatMap(name => pagesOf(readFileSync(join(folder, name), 'utf8'))).filter(page => !/[\uD800-\uDFFF]/.test(page));
let differ = 0, written = 0;
for (let i = 0; i < Number(count); ++i) {
  const page = withLinks(originals[dice(originals.length)]);
  const done = spawnSync(linkspan, ['render', '--keep-html', '--charset', 'utf-8', '-'], { input: page, maxBuffer: 1 << 26 });
  if (done.status !== 0) throw new Error(`${done.stderr}`);
  const before = linesOf(page), after = linesOf(done.stdout.toString());
  written += after.written;
  const at = before.lines.findIndex((line, k) => line !== after.lines[k]);
  if (at < 0 && before.lines.length === after.lines.length) continue;
  differ += 1;
  if (differ <= 10) {
    console.log(JSON.stringify(page), '\n  ->', JSON.stringify(done.stdout.toString()),
                `\n  line ${at + 1}:`, after.lines[at], 'not', before.lines[at]);
  }
}
console.log(`${count} pages, ${written} links written, ${differ} trees differ`);
process.exit(differ > 0 || written < Number(count) / 4 ? 1 : 0);
