// SPDX-License-Identifier: Apache-2.0
// Link: a link that was found. Its place is a property; the rest is computed when it is read, from the record of the link
// (module/module.h) and the text that it is in.
import { destinationsOf } from './destination.js';
import { warningsOf } from './warnings.js';

const kKinds = ['url', 'email', 'custom'];
const kForms = ['scheme', 'www', 'domain', 'address', 'mailto', 'delimited', 'rule', 'href'];
const kEnds = ['hard', 'soft', 'bracket', 'quote', 'delimiter', 'script', 'limit', 'end_of_text'];
const kParts = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'];

// Of a record, in words of 32 bits.
export const kWords = 20;
const kPartsAt = 5;
const kHostEndAt = kPartsAt + 5;

/** Of the facts of a record: a domain without a scheme that does not begin with `www`. */
export const isBare = (facts) => ((facts >> 4) & 15) === 2;

/** The record of a match of a rule, without components. */
export function recordOfRule(start, end) {
  const record = new Int32Array(kWords).fill(-1, kPartsAt);
  record.set([start, 0, end, 0, 2 | 6 << 4]);
  return record;
}

export class Link {
  #source;
  #base;  // the offset of #source
  #records;
  #at;
  #destinations;
  #rule;

  /** @internal */
  constructor(source, base, records, at, rule) {
    this.start = (records[at] >>> 0) + records[at + 1] * 0x100000000;
    this.end = (records[at + 2] >>> 0) + records[at + 3] * 0x100000000;
    this.#source = source;
    this.#base = base;
    this.#records = records;
    this.#at = at;
    if (rule !== undefined) {
      this.#rule = rule.name;
      this.#destinations = { iri: rule.uri, uri: rule.uri, display: rule.uri, host: '' };
    }
  }

  get text() { return this.#source.slice(this.start - this.#base, this.end - this.#base); }
  get kind() { return kKinds[this.#facts & 15]; }
  get form() { return kForms[(this.#facts >> 4) & 15]; }
  get endedBy() { return kEnds[(this.#facts >> 8) & 15]; }
  get hasEscapes() { return ((this.#facts >> 12) & 1) !== 0; }

  /** The components that are present; of an address, the local part is `userinfo`. */
  get parts() {
    const parts = {};
    const text = this.text;
    for (let i = 0; i < kParts.length; i++) {
      const begin = this.#records[this.#at + kPartsAt + 2 * i];
      if (begin !== -1) parts[kParts[i]] = text.slice(begin, this.#records[this.#at + kPartsAt + 2 * i + 1]);
    }
    return parts;
  }

  /** Where the host ends, from the start of the link; 0 without one. */
  get hostEnd() { return Math.max(this.#records[this.#at + kHostEndAt], 0); }

  get uri() { return this.#mapped.uri; }
  get iri() { return this.#mapped.iri; }
  get display() { return this.#mapped.display; }
  get host() { return this.#mapped.host; }

  /** The name of the rule that found it; undefined for links of linkspan's own. */
  get rule() { return this.#rule; }

  /** The names of the warnings about it; undefined but in linkspan/full. */
  get warnings() {
    const end = this.end - this.#base;
    const endsInHost = this.kind === 'url' && this.hostEnd === this.end - this.start;
    return warningsOf(this.text, this.#facts, this.#source.slice(end, end + 2), endsInHost);
  }

  toJSON() {
    const { start, end, text, kind, form, uri, iri, display, host, parts, endedBy, warnings, rule } = this;
    const all = { start, end, text, kind, form, uri, iri, display, host, parts, endedBy };
    return { ...all, ...(warnings === undefined ? {} : { warnings }), ...(rule === undefined ? {} : { rule }) };
  }

  get #facts() { return this.#records[this.#at + 4]; }
  get #mapped() { return (this.#destinations ??= destinationsOf(this.text, this.#facts)); }
}
