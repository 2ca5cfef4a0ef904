// SPDX-License-Identifier: Apache-2.0
// What a link leads to (module/destinations.cc).
import { openableWith } from './openable.js';
import { instantiate, readText, readWords, wasm, write } from './instance.js';

/** Bit of a record's facts: a host without a scheme gets `https:`. */
export const kToHttps = 1 << 14;

// What the module maps to itself: ASCII without escapes, percent-encoding, A-labels and second delimiters.
const kHost = '(?!(?:[^/?#@]*\\.)?[Xx][Nn]--)([A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?)';
const kPart = '[A-Za-z0-9\\-._~:/@!$&()*+,;=]*';
const kPlainUrl = new RegExp(`^(https?://)?${kHost}(?::\\d+)?(?:/${kPart})?(?:\\?${kPart})?(?:#${kPart})?$`);
const kPlainAddress = new RegExp(`^([A-Za-z0-9._+-]+@)${kHost}$`);
const kHasEscapes = 1 << 12;
const kHasScheme = 1 << 13;

// PERF: 0.5 µs for a link, where the module and the strings that it returns take 4.1 (on a busy core).
function plainDestinations(text, facts) {
  const isAddress = (facts & 15) === 1;
  const hasScheme = (facts & kHasScheme) !== 0;
  const found = (facts & kHasEscapes) !== 0 || (isAddress && hasScheme) ? null : (isAddress ? kPlainAddress : kPlainUrl).exec(text);
  if (found === null || (!isAddress && hasScheme !== (found[1] !== undefined))) return undefined;
  const host = found[2];
  if (/^\d+$/.test(host.slice(host.lastIndexOf('.') + 1))) return undefined;  // an IPv4 address
  const before = hasScheme ? '' : isAddress ? 'mailto:' : (facts & kToHttps) === 0 ? 'http://' : 'https://';
  const uri = before + text;
  return { iri: uri, uri, display: uri, host };
}

/** `text` is that of a link, `facts` those of its record. */
export function destinationsOf(text, facts) { return plainDestinations(text, facts) ?? mappedByModule(text, facts); }

/** The same by the module alone, for tests. */
export function mappedByModule(text, facts) {
  const words = readWords(wasm.map(write(text), facts, (facts & kToHttps) === 0 ? 0 : 1), 8);
  const at = (i) => readText(words[2 * i], words[2 * i + 1]);
  const iri = at(0);
  const uri = words[3] === words[1] ? same(iri, at(1)) : at(1);
  return { iri, uri, display: same(iri, at(2)), host: at(3) };
}

// One string in the place of two that are equal.
const same = (one, other) => (one === other ? one : other);

// As OpenableSchemes of linkspan/render.h.
const kOpens = ['safely', 'unknown', 'as_page', 'runs_code'];
const opensByScheme = new Map();

function opens(scheme) {
  let how = opensByScheme.get(scheme);
  if (how === undefined) {
    instantiate();
    how = kOpens[wasm.scheme_opens(write(scheme))];
    if (opensByScheme.size > 256) opensByScheme.clear();
    opensByScheme.set(scheme, how);
  }
  return how;
}

/**
 * The schemes that a reader may open with one click: those that show or fetch something and never run code, or the caller's
 * own choice: ['+steam', '-ftp'] changes the list, ['https', 'steam'] replaces it.
 * @returns {(uri: string) => boolean}
 */
export const openableBy = openableWith({
  isNeverOpened: (name) => opens(name) === 'as_page' || opens(name) === 'runs_code',
  isOpenedSafely: (name) => opens(name) === 'safely',
  why: ': what follows it would be run, or shown as a page that it is not',
});

const isOpenableByDefault = openableBy([]);

/** Those of the option `open`. */
export function openableFor(options) { return options.open === undefined ? isOpenableByDefault : openableBy(options.open); }

/** Whether the URI may be opened with one click: an openable scheme, and printable ASCII. */
export function isOpenable(uri, schemes) {
  return (schemes === undefined ? isOpenableByDefault : openableBy(schemes))(uri);
}
