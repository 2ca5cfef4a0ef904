// SPDX-License-Identifier: Apache-2.0
// find() and test(): the links of a whole text.
import { kToHttps } from './destination.js';
import { readWords, wasm, write } from './instance.js';
import { kWords, Link } from './link.js';
import { engineOf } from './options.js';

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
