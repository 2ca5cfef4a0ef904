// SPDX-License-Identifier: Apache-2.0
// Compares the trees, visible texts and destinations of linkspan's HTML reader with those of parse5 and of
// Node's URL.
//
//   node compare.mjs PARSE5 DUMP HTML5LIB [COUNT] [SEED]
//
// PARSE5: a folder whose node_modules has parse5. DUMP: the program html_dump. HTML5LIB: the folder of
// html5lib's tests; each page of tree-construction is compared, and COUNT pages (1000) that are made of them by
// cutting, repeating and mixing. Exit status: 0 equal, 1 not, 77 something of this is absent.
//
// Not compared, as the reader differs on purpose:
//   - comments, doctypes, attributes but `href` and what hides an element
//   - text of elements that are not shown, and NUL, which the reader leaves out (parse5: U+FFFD)
//   - pages with <frameset>, of which nothing is read
//   - pages with <select>: the standard has changed how it is parsed, and parse5 7 follows the old rules
//   - white space in texts: a comment divides text in a table, which the reader does not see
//   - elements nested more than 500 deep, or more than 32 open formatting elements
//   - the spelling of destinations: whether Node's URL makes the same of both is compared, but for characters
//     that an IRI cannot have, which the reader percent-encodes everywhere
// and of the made pages those in which parse5 7 differs from the standard: </desc> and the like inside of
// HTML in SVG or MathML, <![CDATA[ there, parts of tables in <template>, </thead> in a row, <search>.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const [parser, dump, html5lib, count = '1000', seed = '1'] = process.argv.slice(2);
const skip = why => { console.log(`skipped: ${why}`); process.exit(77); };
if (!existsSync(join(parser, 'node_modules/parse5'))) skip('parse5 is not installed (tools/setup browser)');
const folder = join(html5lib, 'tree-construction');
if (!existsSync(folder)) skip('there are no tests of html5lib');
const { parse } = createRequire(`${resolve(parser)}/`)('parse5');

// --- what parse5 makes of a page

const KNOWN = new Set(`a abbr address annotation-xml applet area article aside audio b base basefont bdi bdo bgsound big blockquote body br
button canvas caption center cite code col colgroup data datalist dd del desc details dfn dialog dir div dl dt em
embed fieldset figcaption figure font footer foreignobject form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr
html i iframe image img input ins kbd keygen label legend li link listing main malignmark map mark marquee math menu
meta meter mglyph mi mn mo ms mtext nav nobr noembed noframes noscript object ol optgroup option output p param
picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source span strike
strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video
wbr xmp`.split(/\s+/));
const SPACES = { 'http://www.w3.org/2000/svg': ' svg', 'http://www.w3.org/1998/Math/MathML': ' mathml' };
const UNSEEN = new Set(`base basefont bgsound datalist head iframe link meta noembed noframes param rp script style template
title`.split(/\s+/));
const LEFT_OUT = new Set('iframe noembed noframes script title'.split(' '));

const attribute = (node, name) => node.attrs.find(one => (one.prefix ? `${one.prefix}:` : '') + one.name === name)?.value;
const isSvg = node => node.namespaceURI?.endsWith('svg');
const isHtml = node => node.namespaceURI?.endsWith('xhtml');

function hides(node) {
  const style = (attribute(node, 'style') ?? '').replace(/[ \t\n\v\f\r]/g, '').toLowerCase();
  return attribute(node, 'hidden') !== undefined || ['display:none', 'visibility:hidden', 'mso-hide:all'].some(one => style.includes(one));
}

function hrefOf(node) {
  if (!['a', 'area', 'base'].includes(node.tagName.toLowerCase())) return undefined;
  return attribute(node, 'href') ?? (isHtml(node) ? undefined : attribute(node, 'xlink:href'));
}

const isUnseen = node => hides(node) || UNSEEN.has(node.tagName.toLowerCase()) || (isSvg(node) && node.tagName === 'desc');
const plain = text => text.replace(/[\0\uFFFD]/g, '').replace(/\r\n?/g, '\n');

function read(html) {
  const document = parse(html, { scriptingEnabled: false });
  const result = { tree: [], text: '', anchors: [], base: undefined, deepest: 0 };
  const visit = (node, depth, isShown, isInPage) => {
    if (node.nodeName === '#text') {
      if (LEFT_OUT.has(node.parentNode.tagName) && isHtml(node.parentNode)) return;
      const text = plain(node.value);
      const last = result.tree.at(-1);  // a comment between two texts is no node of ours
      if (last?.startsWith(`${depth} "`)) result.tree[result.tree.length - 1] += text;
      else if (text) result.tree.push(`${depth} "${text}`);
      if (isShown) result.text += text;
      return;
    }
    if (node.tagName === undefined) return;
    result.deepest = Math.max(result.deepest, depth);
    const name = node.tagName.toLowerCase();
    const href = hrefOf(node);
    result.tree.push(`${depth} ${KNOWN.has(name) ? name : '?'}${SPACES[node.namespaceURI] ?? ''}${hides(node) ? ' hidden' : ''}` +
                     (href === undefined ? '' : ` href=${plain(href)}`));
    if (href !== undefined && isInPage) {
      if (name === 'base') {
        if (isHtml(node)) result.base ??= href;
      } else if (name === 'a' || isHtml(node)) {
        result.anchors.push(href);
      }
    }
    const isTemplate = name === 'template' && isHtml(node);
    const children = isTemplate ? node.content.childNodes : node.childNodes;
    for (const child of children) visit(child, depth + 1, isShown && !isUnseen(node), isInPage && !isTemplate);
  };
  document.childNodes.forEach(node => visit(node, 0, true, true));
  return result;
}

// --- comparing

const visible = text => Array.from(plain(text).replace(/[\s\u0085]+/g, '')).sort().join('');
const decoded = url => url.replace(/%([2-7][0-9a-f])/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
const urlOf = (href, base) => { try { return decoded(new URL(href, base).href); } catch { return undefined; } };
// Where a reference without a base is to be resolved: it is then of no use.
const leadsElsewhere = href => !/^[\0- ]*(#|$)/.test(href.replace(/[\t\r\n]/g, ''));

function differenceOfUrls(theirs, ours) {
  const base = theirs.base === undefined ? undefined : urlOf(theirs.base);
  for (const { href, url } of ours.anchors) {
    const wanted = base === undefined && theirs.base !== undefined ? urlOf(href) : urlOf(href, base);
    if (wanted === undefined || !leadsElsewhere(href)) continue;
    const isOfNoUse = base !== undefined && /^[a-z]+:#?/i.test(href) && wanted.replace(/#.*/, '') === base.replace(/#.*/, '');
    if (urlOf(url) !== wanted && !isOfNoUse) return `destination of ${JSON.stringify(href)}: ${url}, not ${wanted}`;
  }
  return undefined;
}

// Without white space in texts.
function trimmed(tree) {
  return tree.map(line => /^\d+ "/.test(line) ? line.replace(/^\d+ /, '$&\0').replace(/[ \t\n\r\f]+/g, '').replace('\0', ' ') : line)
    .map(plain).filter(line => !/^\d+ ?"$/.test(line));
}

function difference(theirs, ours) {
  const [tree, wantedTree] = [ours.tree, theirs.tree].map(trimmed);
  const at = tree.findIndex((line, i) => line !== wantedTree[i]);
  if (at >= 0 || tree.length < wantedTree.length) {
    const i = at >= 0 ? at : tree.length;
    return `tree, line ${i + 1}: ${JSON.stringify(tree[i])}, not ${JSON.stringify(wantedTree[i])}`;
  }
  if (visible(ours.text) !== visible(theirs.text)) return `text: ${JSON.stringify(ours.text)}, not ${JSON.stringify(theirs.text)}`;
  const hrefs = ours.anchors.map(one => plain(one.href));
  const wanted = [...new Set(theirs.anchors.map(plain))].sort().join(' ');
  if ([...new Set(hrefs)].sort().join(' ') !== wanted) return `anchors: ${hrefs}, not ${theirs.anchors}`;
  return differenceOfUrls(theirs, ours);
}

// --- pages

function pagesOf(text) {
  const pages = [];
  for (const test of text.split(/(?:^|\n)#data\n/).slice(1)) {
    if (test.includes('\n#document-fragment\n')) continue;
    pages.push(test.slice(0, test.search(/\n#(errors|new-errors)\n/)));
  }
  return pages;
}

function generator(state) {  // xorshift32
  return below => {
    state ^= state << 13; state ^= state >>> 17; state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const MORE = ['<a href=/x>', '<a href=http:y>', '<a href="\\\\h.example\\z">', '<a href=//h.example/..>', '<a href="?q">', '<a href="../../w">',
  '<a href=https://e.example/ hidden>', '<a href=./a/%2e%2e/b>', '<base href=https://b.example/p/q?r#s>', '<base href=file:///c/d>',
  '<base href=http://b.example>', '<base href=data:x>', '<body hidden>', '<html style="display:none">', '<body style="color:red">',
  '<html hidden>', '<a href="http:///x">', '<a href=HTTP:/x>', '<a href=file:x>', '<a href="file:\\\\h\\x">', '<svg><a xlink:href=s>',
  '<area href=mailto:a@b.example>', '<template>', '</template>', '<math><mi>', '</a>', '<table>', '<td>', '<p>', '</p>', '&lt', '&#x41;',
  '<textarea>', '<pre>\n\n', '<object>', '</object>', '<b><b><b><b>', '</b>', '<nobr>', '<button>', '<li>', '<h1>', '<form>', '</form>'];

function mutated(pages, dice) {
  let page = pages[dice(pages.length)];
  for (let i = dice(4); i >= 0; --i) {
    const at = dice(page.length + 1);
    const to = Math.min(page.length, at + dice(12));
    const other = pages[dice(pages.length)];
    const from = dice(other.length + 1);
    switch (dice(5)) {
      case 0: page = page.slice(0, at) + page.slice(to); break;
      case 1: page = page.slice(0, to) + page.slice(at); break;
      case 2: page = page.slice(0, at) + other.slice(from, from + 20) + page.slice(at); break;
      case 3: page = page.slice(0, at) + other; break;
      default: page = page.slice(0, at) + MORE[dice(MORE.length)] + page.slice(at);
    }
  }
  return page;
}

const isCompared = page => !/<(frameset|select)/i.test(page) && !/[\uD800-\uDFFF]/.test(page);
const isStandard = page => !/<search|<!\[CDATA/i.test(page) && !(/<template/i.test(page) && /<t(able|[dhr]|body|foot|head)\b/i.test(page)) &&
  !(/<tr/i.test(page) && /<\/t(body|foot|head)/i.test(page)) &&
  !(/<(svg|math)/i.test(page) && /<\/(desc|foreignobject|title|annotation-xml|m[inos]|mtext)/i.test(page));
const originals = readdirSync(folder).filter(name => name.endsWith('.dat')).sort()
  .flatMap(name => pagesOf(readFileSync(join(folder, name), 'utf8')));
const dice = generator(Number(seed));
const pages = originals.filter(isCompared);
const compared = [...pages];
while (compared.length < pages.length + Number(count)) {
  const page = mutated(pages, dice);
  if (isCompared(page) && isStandard(page)) compared.push(page);
}

const dumped = execFileSync(dump, {
  input: compared.map(page => JSON.stringify(page)).join('\n') + '\n', maxBuffer: 1 << 30,
}).toString().split('\n');
let differ = 0;
compared.forEach((page, i) => {
  const theirs = read(page);
  if (theirs.deepest > 500) return;
  const found = difference(theirs, JSON.parse(dumped[i]));
  if (found === undefined) return;
  if (++differ <= 20) console.log(`${JSON.stringify(page)}\n    ${found}`);
});
console.log(`${pages.length} pages of html5lib and ${count} made of them, ${differ} differ from parse5`);
process.exit(differ > 0 ? 1 : 0);
