// SPDX-License-Identifier: Apache-2.0
// find() and test(): the links of a whole text, and those of the caller's rules (rules.js).
//
//   find('https://\x9Dbank.example/\x9Cevil.example/')         the link https://evil.example/, as a terminal shows the text
//   findInPage('https://\x9Dbank.example/\x9Cevil.example/')   none, as a page hides nothing (docs/scanning.md, section 11.3)
import { kToHttps } from './destination.js';
import { endOfPiece, readWords, wasm, write, writeBytes } from './instance.js';
import { isBare, kWords, Link, recordOfRule } from './link.js';
import { engineOf, kControls, withoutRules } from './options.js';
import { matchesOf, withMatches } from './rules.js';
import { decode } from './text.js';

function stringOf(text) {
  if (typeof text !== 'string') throw new TypeError('linkspan: the text is a string');
  return text;
}

// Adds the links of the last call.
function addFound(links, count, text, options) {
  if (count === 0) return;
  const records = readWords(wasm.found_records(), count * kWords);
  if (options?.defaultScheme === 'https') {
    for (let at = 4; at < records.length; at += kWords) records[at] |= kToHttps;
  }
  const leavesBare = options?.bareDomains === 'www';
  for (let at = 0; at < records.length; at += kWords) {
    if (!(leavesBare && isBare(records[at + 4]))) links.push(new Link(text, 0, records, at));
  }
}

// Without these a text has no control sequence: ESC, what introduces one, and what escapes and references begin with.
const kMayControl = /[\x1B\x80-\x9F\\&]/;

// A long text goes through the module in pieces, as it would keep the memory for the longest. That of linkspan/lite takes texts whole, and
// reads no control sequences.
function findInText(text, options, controls) {
  const engine = engineOf(options);
  const links = [];
  const isWhole = endOfPiece(stringOf(text), 0) === text.length && (controls === kControls.all || !kMayControl.test(text));
  if (isWhole || wasm.stream_open === undefined) {
    addFound(links, wasm.find(engine, write(text), text.length), text, options);
    return links;
  }
  const stream = wasm.stream_open(engine, controls);
  for (let at = 0, end; at < text.length; at = end) {
    end = endOfPiece(text, at);
    const isLast = end === text.length ? 1 : 0;
    addFound(links, wasm.stream_feed(stream, write(text.slice(at, end)), end - at, isLast), text, options);
  }
  wasm.stream_free(stream);
  return links;
}

// The options `bareDomains: 'www'` and `rules` are followed here: findFirst() and test() need all links then.
const isFollowedHere = (options) => options !== undefined && options !== null &&
  (options.bareDomains === 'www' || (options.rules?.length ?? 0) > 0);

function linkOfMatch(text) {
  return ({ start, end, name, uri }) => new Link(text, 0, recordOfRule(start, end), 0, { name, uri });
}

function findWithRules(text, options, controls) {
  const links = findInText(text, options, controls);
  if (options?.rules === undefined) return links;
  const matches = matchesOf(text, options.rules);
  return matches.length === 0 ? links : withMatches(links, matches, linkOfMatch(text));
}

/** All links, in order. */
export function find(text, options) { return findWithRules(text, options, kControls.all); }

/** The same for text of a page or an editor, where the reader sees what a terminal would hide. */
export function findInPage(text, options) { return findWithRules(text, options, kControls.colours); }

/** All links of a text in UTF-8, which need not be well-formed; `start` and `end` are bytes. */
export function findBytes(utf8, options) {
  if (!(utf8 instanceof Uint8Array)) throw new TypeError('linkspan: the text is a Uint8Array');
  withoutRules(options, 'findBytes');
  const engine = engineOf(options);
  const count = wasm.find_bytes(engine, writeBytes(utf8));
  const links = [];
  if (count === 0) return links;
  const records = readWords(wasm.found_records(), count * kWords);
  for (let at = 0; at < records.length; at += kWords) {
    if (options?.bareDomains === 'www' && isBare(records[at + 4])) continue;
    if (options?.defaultScheme === 'https') records[at + 4] |= kToHttps;
    const text = decode(utf8.subarray(records[at] >>> 0, records[at + 2] >>> 0));
    links.push(new Link(text, records[at] >>> 0, records, at));
  }
  return links;
}

/** The first link, or undefined; the text is read only as far as necessary to find its end. */
export function findFirst(text, options) {
  if (isFollowedHere(options)) return find(text, options)[0];
  const engine = engineOf(options);
  if (wasm.find_first(engine, write(stringOf(text))) === 0) return undefined;
  const records = readWords(wasm.found_records(), kWords);
  if (options?.defaultScheme === 'https') records[4] |= kToHttps;
  return new Link(text, 0, records, 0);
}

/** The first link of findInPage(), or undefined. */
export function findFirstInPage(text, options) {
  return kMayControl.test(text) ? findInPage(text, options)[0] : findFirst(text, options);
}

/** Whether there is a link; with `whole`, whether the whole text is one. */
export function test(text, options) {
  if (options?.whole === true || isFollowedHere(options)) {
    const link = findFirst(text, options);
    return link !== undefined && (options.whole !== true || (link.start === 0 && link.end === text.length));
  }
  const engine = engineOf(options);
  return wasm.test(engine, write(stringOf(text))) !== 0;
}
