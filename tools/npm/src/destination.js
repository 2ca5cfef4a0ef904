// SPDX-License-Identifier: Apache-2.0
// What a link leads to (module/destinations.cc).
import { instantiate, readText, readWords, wasm, write } from './instance.js';

/** Bit of a record's facts: a host without a scheme gets `https:`. */
export const kToHttps = 1 << 14;

/** `text` is that of a link, `facts` those of its record. */
export function destinationsOf(text, facts) {
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

const kScheme = /^[a-z][a-z0-9+\-.]{0,63}$/;

/**
 * The schemes that a reader may open with one click: those that show or fetch something and never run code, or the caller's
 * own choice: ['+steam', '-ftp'] changes the list, ['https', 'steam'] replaces it.
 * @returns {(uri: string) => boolean}
 */
export function openableBy(names) {
  const list = typeof names === 'string' ? names.split(',') : Array.from(names ?? []);
  const only = new Set();
  const added = new Set();
  const removed = new Set();
  for (const each of list) {
    const sign = each[0] === '+' || each[0] === '-' ? each[0] : '';
    const name = each.slice(sign.length).toLowerCase();
    if (!kScheme.test(name)) throw new RangeError(`linkspan: '${name}' is not the name of a scheme`);
    if (sign !== '-' && (opens(name) === 'as_page' || opens(name) === 'runs_code')) {
      throw new RangeError(`linkspan: '${name}:' is never opened: what follows it would be run, or shown as a page that it is not`);
    }
    (sign === '+' ? added : sign === '-' ? removed : only).add(name);
  }
  const has = (scheme) => {
    if (removed.has(scheme)) return false;
    if (added.has(scheme)) return true;
    return only.size > 0 ? only.has(scheme) : opens(scheme) === 'safely';
  };
  return (uri) => {
    const colon = uri.indexOf(':');
    return colon > 0 && colon <= 64 && has(uri.slice(0, colon).toLowerCase()) && /^[!-~]*$/.test(uri);
  };
}

const isOpenableByDefault = openableBy([]);

/** Those of the option `open`. */
export function openableFor(options) { return options.open === undefined ? isOpenableByDefault : openableBy(options.open); }

/** Whether the URI may be opened with one click: an openable scheme, and printable ASCII. */
export function isOpenable(uri, schemes) {
  return (schemes === undefined ? isOpenableByDefault : openableBy(schemes))(uri);
}
