// SPDX-License-Identifier: Apache-2.0
// iri: IRIs and URIs as values, as linkspan/iri.h (module/iri.cc).
import { instantiate, readText, readWords, wasm, write } from './instance.js';
import { namesOf } from './warnings.js';

// In the order of Operation (module/iri.cc).
const kOperations = ['toUri', 'toIri', 'normalize', 'resolve', 'relativize', 'display', 'minimal', 'skeleton', 'hostToAscii',
  'hostToUnicode'];
const kLadder = ['simple', 'syntax', 'scheme'];
const kBidi = ['none', 'isolate', 'embedding', 'marks'];
const kFormatting = ['in-text', 'at-end-of-text'];
const kGrammars = ['iri-reference', 'iri', 'absolute-iri', 'uri-reference', 'uri', 'absolute-uri'];
const kHostKinds = ['none', 'name', 'ipv4', 'ipv6', 'ip-future'];
const kParts = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'];

/** A text that is not an IRI: where, and the rule that it breaks. */
export class IriError extends SyntaxError {
  constructor(message, offset) {
    super(message);
    this.name = 'IriError';
    this.offset = offset;
  }
}

function stringOf(text) {
  if (typeof text !== 'string') throw new TypeError('linkspan: an IRI is a string');
  return text;
}

function numberOf(names, name) {
  const number = names.indexOf(name);
  if (number < 0) throw new TypeError(`linkspan: there is no '${name}'; there are ${names.join(', ')}`);
  return number;
}

// Two texts in the input buffer. Returns the bytes of all, and of the first.
function writeBoth(first, second) {
  instantiate();
  const size = write(stringOf(first));
  if (second === '') return [size, size];
  return [write(first + stringOf(second)), size];
}

// Of a result of the module: its text, or null.
function textOf([status, offset, at, size]) {
  if (status === 2) return null;
  const text = readText(at, size);
  if (status === 1) throw new IriError(text, offset);
  return text;
}

function run(name, text, second = '', option = 0) {
  const [size, first] = writeBoth(text, second);
  return textOf(readWords(wasm.iri(kOperations.indexOf(name), size, first, option), 4));
}

export function toUri(text, { host = 'ascii', source = 'unicode', forbidden = 'refused' } = {}) {
  const bits = numberOf(['ascii', 'percent'], host) | (numberOf(['unicode', 'legacy'], source) << 1) |
    (numberOf(['refused', 'encoded'], forbidden) << 2);
  return run('toUri', text, '', bits);
}

export const toIri = (text) => run('toIri', text);
export const normalize = (text, ladder = 'scheme') => run('normalize', text, '', numberOf(kLadder, ladder));
export const resolve = (base, reference) => run('resolve', base, reference);
export const relativize = (base, target) => run('relativize', base, target);
export const minimal = (text, formatting = 'in-text') => run('minimal', text, '', numberOf(kFormatting, formatting));
export const skeleton = (host) => run('skeleton', host);
export const hostToAscii = (host) => run('hostToAscii', host);
export const hostToUnicode = (host) => run('hostToUnicode', host);

export function display(text, { bidi = 'isolate', scripts = [] } = {}) {
  return run('display', text, Array.from(scripts).join(','), numberOf(kBidi, bidi));
}

/** The first rung of the ladder on which both are equal: 'simple', 'syntax' or 'scheme'; null if they are not. */
export function compare(left, right) {
  const [size, first] = writeBoth(left, right);
  return kLadder[wasm.iri_compare(size, first)] ?? null;
}

export function parse(text, grammar = 'iri-reference') {
  const [size] = writeBoth(text, '');
  const words = readWords(wasm.iri_parse(size, numberOf(kGrammars, grammar)), 19);
  textOf(words);
  const parsed = { text };
  kParts.forEach((name, i) => {
    const begin = words[5 + 2 * i];
    if (begin !== -1) parsed[name] = text.slice(begin, words[6 + 2 * i]);
  });
  if (parsed.host !== undefined) parsed.hostKind = kHostKinds[words[4]];
  return parsed;
}

/** The warnings about any text as an IRI, in the order of their places. */
export function diagnose(text) {
  const [size] = writeBoth(text, '');
  const [at, count] = readWords(wasm.iri_diagnose(size), 2);
  const words = readWords(at, count);
  const found = [];
  for (let i = 0; i < count; i += 5) {
    const { name, severity } = namesOf()[words[i]];
    found.push({ name, severity, start: words[i + 1], end: words[i + 2], message: readText(words[i + 3], words[i + 4]) });
  }
  return found;
}
