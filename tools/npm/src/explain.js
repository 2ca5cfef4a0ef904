// SPDX-License-Identifier: Apache-2.0
// explain(): the candidates of a text, which of them are links, and why.
//
// PERF: in a module of its own, as what it needs is in the way of find() in the other: 8 KB of brotli, which few applications want.
import { compileNow } from './compile.js';
import { kToHttps } from './destination.js';
import { moduleBytes } from './explain_module.js';
import * as instance from './instance.js';
import { kWords, Link } from './link.js';
import { createEngine, engineOf, settingsOf, withoutRules } from './options.js';
import { decode, encodeInto } from './text.js';

let own;

// The module of explain(), as instance.js is that of the rest.
function ownInstance() {
  if (own !== undefined) return own;
  const wasm = compileNow(moduleBytes(), {});
  wasm.initialize();
  const readWords = (at, count) => new Int32Array(wasm.memory.buffer, at >>> 0, count).slice();
  const readText = (at, size) => decode(new Uint8Array(wasm.memory.buffer, at >>> 0, size));
  const write = (text) => {
    const room = 3 * text.length;
    const at = wasm.input_buffer(room) >>> 0;
    return encodeInto(text, new Uint8Array(wasm.memory.buffer, at, room)).written;
  };
  return own = { wasm, write, readWords, readText };
}

/** Scans the text once for each rule, which takes some 80 times as long as find(). */
export function explain(text, options) {
  if (typeof text !== 'string') throw new TypeError('linkspan: the text is a string');
  withoutRules(options, 'explain()');
  engineOf(options);  // which throws if they are wrong
  // linkspan/js has one engine for both.
  const { wasm, write, readWords, readText } = instance.wasm.explain !== undefined ? instance : ownInstance();
  const engine = createEngine(wasm, write, settingsOf(options ?? {}));
  const [place, count] = readWords(wasm.explain(engine, write(text)), 2);
  wasm.engine_free(engine);
  if (count === 0) return [];
  const words = readWords(place, count);
  const constant = () => readText(next(), next());
  let at = 0;
  const next = () => words[at++];
  const range = () => ({ start: next(), end: next() });
  const candidates = [];
  let records;
  while (at < words.length) {
    const { start, end } = range();
    const trigger = next();
    const record = next();
    const candidate = { start, end, trigger, link: null, rule: constant(), reason: constant(), decidedBy: [] };
    if (record >= 0) {
      records ??= readWords(wasm.found_records(), words.length * kWords);
      if (options?.defaultScheme === 'https') records[record * kWords + 4] |= kToHttps;
      candidate.link = new Link(text, 0, records, record * kWords);
    }
    for (let left = next(); left > 0; left--) {
      const rule = { id: constant(), reason: constant(), otherwise: null };
      const links = next() === 1;
      const otherwise = range();
      if (links) rule.otherwise = otherwise;
      candidate.decidedBy.push(rule);
    }
    candidates.push(candidate);
  }
  return candidates;
}
