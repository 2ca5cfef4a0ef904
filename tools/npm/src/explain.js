// SPDX-License-Identifier: Apache-2.0
// explain(): the candidates of a text, which of them are links, and why.
import { kToHttps } from './destination.js';
import { readText, readWords, wasm, write } from './instance.js';
import { kWords, Link } from './link.js';
import { engineOf, withoutRules } from './options.js';

/** Scans the text once for each rule, which takes some 80 times as long as find(). */
export function explain(text, options) {
  if (typeof text !== 'string') throw new TypeError('linkspan: the text is a string');
  withoutRules(options, 'explain()');
  const [place, count] = readWords(explained(engineOf(options), text), 2);
  if (count === 0) return [];
  const words = readWords(place, count);
  const records = readWords(wasm.found_records(), words.length * kWords);
  let at = 0;
  const next = () => words[at++];
  const range = () => ({ start: next(), end: next() });
  const constant = () => readText(next(), next());
  const candidates = [];
  while (at < words.length) {
    const { start, end } = range();
    const trigger = next();
    const record = next();
    const candidate = { start, end, trigger, link: null, rule: constant(), reason: constant(), decidedBy: [] };
    if (record >= 0) {
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

function explained(engine, text) { return wasm.explain(engine, write(text)); }
