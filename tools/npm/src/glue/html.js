// SPDX-License-Identifier: Apache-2.0
// linkifyHtml(): a page, or a part of one, with links in its text, and all its other characters as they are, as link_html() of
// linkspan/render.h writes it.
//
//   linkifyHtml('<p>See www.<b>example</b>.org')   <p>See <a …>www.</a><b><a …>example</a></b><a …>.org</a>
//   linkifyHtml('<a href=x>example.org</a>')       the same: a link is written into no element that can hold none
//
// A module of its own reads the page (module/html.cc), the links of its text are those of findInPage(). Guarded by tests/npm/html.mjs, which
// compares it with the command, and the trees of parse5 before and after.
import { compileNow } from './compile.js';
import { openableFor } from './destination.js';
import { findInPage } from './find.js';
import { moduleBytes } from './html_module.js';
import { escapeHtml, shownAs, startTag } from './linkify.js';

// Elements that are not linked unless `skip` says otherwise, beside those that can hold no link.
const kSkipped = ['code', 'kbd', 'pre', 'samp'];
// An <a> in each of many small text nodes: together they have at most so many characters for each of the text, or one tag.
const kRepeatedForEach = 16;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
let reader;

// The key of the module's hashes, so that nobody can write a page whose names all have one hash.
function randomGet(at, size) {
  const bytes = new Uint8Array(reader.memory.buffer, at >>> 0, size);
  if (globalThis.crypto?.getRandomValues !== undefined) globalThis.crypto.getRandomValues(bytes);
  else bytes.forEach((_, i) => { bytes[i] = Math.random() * 256; });
  return 0;
}

function instantiate() {
  if (reader !== undefined) return reader;
  const imports = { wasi_snapshot_preview1: { random_get: randomGet } };
  reader = compileNow(moduleBytes(), imports);
  reader.initialize();
  return reader;
}

const wordsAt = (at, count) => new Uint32Array(reader.memory.buffer, at >>> 0, count);
function textAt(place) {
  const [at, size] = wordsAt(place, 2);
  return decoder.decode(new Uint8Array(reader.memory.buffer, at, size));
}

// Reads the page; returns the text that a reader sees of it.
function read(html, skip) {
  const { html_read: readPage, html_text: text, input_buffer: input } = instantiate();
  const names = encoder.encode(skip.join(','));
  const page = encoder.encode(html);
  const at = input(names.length + page.length) >>> 0;
  const memory = new Uint8Array(reader.memory.buffer);
  memory.set(names, at);
  memory.set(page, at + names.length);
  const wrong = readPage(names.length);
  if (wrong !== 0) throw new RangeError(`linkspan: '${textAt(wrong)}' is no element of HTML; a class has a full stop before it`);
  return textAt(text());
}

// The places of a link in the source, one in each text node.
function piecesOf(link) {
  const count = reader.html_pieces(link.start, link.end);
  if (count === 0) return [];
  const words = wordsAt(reader.html_pieces_at(), 2 * count);
  return Array.from({ length: count }, (_, i) => ({ start: words[2 * i], end: words[2 * i + 1] }));
}

// The text that is shown of a link; undefined if that is its source.
function replacement(link, shown, pieces) {
  return pieces.length === 1 && shown.text !== link.text ? escapeHtml(shown.text) : undefined;
}

// The links of a page, and their places in its source.
function linksIn(html, options) {
  const text = read(html, options.skip ?? kSkipped);
  try {
    return findInPage(text, options).map((link) => ({ link, pieces: piecesOf(link) })).filter(({ pieces }) => pieces.length > 0);
  } finally {
    reader.html_close();
  }
}

/** A page, or a part of one, with links in its text. `skip`: more elements and classes without links. */
export function linkifyHtml(html, options = {}) {
  if (typeof html !== 'string') throw new TypeError('linkspan: the page is a string');
  const isOpen = openableFor(options);
  let out = '';
  let done = 0;
  for (const { link, pieces } of linksIn(html, options)) {
    const shown = shownAs(link, options, isOpen);
    if (shown === undefined) continue;
    const { name, tag } = startTag(link, shown, options);
    let room = Math.max(tag.length, kRepeatedForEach * link.text.length) + tag.length;
    for (const { start, end } of pieces) {
      if ((room -= tag.length) < 0) break;
      out += `${html.slice(done, start)}${tag}${replacement(link, shown, pieces) ?? html.slice(start, end)}</${name}>`;
      done = end;
    }
  }
  return out + html.slice(done);
}

export default linkifyHtml;
