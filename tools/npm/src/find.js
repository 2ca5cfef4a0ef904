// SPDX-License-Identifier: Apache-2.0
// find() and test(): the links of a whole text.
import { kToHttps } from './destination.js';
import { readWords, wasm, write, writeBytes } from './instance.js';
import { kWords, Link } from './link.js';
import { engineOf } from './options.js';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function stringOf(text) {
  if (typeof text !== 'string') throw new TypeError('linkspan: the text is a string');
  return text;
}

/** The records of all links, in order. */
export function findRecords(text, options) {
  const engine = engineOf(options);
  const count = wasm.find(engine, write(stringOf(text)), text.length);
  return count === 0 ? null : readWords(wasm.found_records(), count * kWords);
}

export function find(text, options) {
  const links = [];
  const records = findRecords(text, options);
  if (records === null) return links;
  if (options?.defaultScheme === 'https') {
    for (let at = 4; at < records.length; at += kWords) records[at] |= kToHttps;
  }
  for (let at = 0; at < records.length; at += kWords) links.push(new Link(text, 0, records, at));
  return links;
}

/** All links of a text in UTF-8, which need not be well-formed; `start` and `end` are bytes. */
export function findBytes(utf8, options) {
  if (!(utf8 instanceof Uint8Array)) throw new TypeError('linkspan: the text is a Uint8Array');
  const engine = engineOf(options);
  const count = wasm.find_bytes(engine, writeBytes(utf8));
  const links = [];
  if (count === 0) return links;
  const records = readWords(wasm.found_records(), count * kWords);
  for (let at = 0; at < records.length; at += kWords) {
    if (options?.defaultScheme === 'https') records[at + 4] |= kToHttps;
    const text = decoder.decode(utf8.subarray(records[at] >>> 0, records[at + 2] >>> 0));
    links.push(new Link(text, records[at] >>> 0, records, at));
  }
  return links;
}

/** The first link, or undefined; the text is read only as far as necessary to find its end. */
export function findFirst(text, options) {
  const engine = engineOf(options);
  if (wasm.find_first(engine, write(stringOf(text))) === 0) return undefined;
  const records = readWords(wasm.found_records(), kWords);
  if (options?.defaultScheme === 'https') records[4] |= kToHttps;
  return new Link(text, 0, records, 0);
}

/** Whether there is a link. */
export function test(text, options) {
  const engine = engineOf(options);
  return wasm.test(engine, write(stringOf(text))) !== 0;
}
