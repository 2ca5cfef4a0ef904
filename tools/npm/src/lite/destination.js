// SPDX-License-Identifier: Apache-2.0
// What a link leads to, without the code of src/iri: the same URI for hosts and paths, but the form for people is the IRI.
import { kNeverOpened, kOpenedSafely } from './scheme_lists.js';
import { toAscii } from './platform.js';

export const kToHttps = 1 << 14;

// Characters that no URI has.
const kEncoded = /[^!-~]|["<>\\^`{|}]/gu;
// What an address does not have unencoded (RFC 6068, section 2, rule 1).
const kEncodedInAddress = /[%/?#[\]&;=]/g;
const encode = (text) => text.replace(kEncoded, (character) => encodeURIComponent(character));

// The forms of a record, in the order of Form (linkspan.h).
function iriOf(text, facts) {
  const form = (facts >> 4) & 15;
  const joined = form === 5 ? text.replace(/\s+/g, '') : text;
  const hasScheme = ((facts >> 13) & 1) !== 0;
  if (hasScheme || form === 0 || form === 4) return joined;
  if ((facts & 15) === 1) return `mailto:${joined.replace(kEncodedInAddress, encodeURIComponent)}`;
  return `http${(facts & kToHttps) === 0 ? '' : 's'}://${joined}`;
}

export function destinationsOf(text, facts) {
  const iri = iriOf(text, facts);
  const isAddress = (facts & 15) === 1;
  const found = isAddress ? /^(mailto:[^?]*@)([^?@,]+)/i.exec(iri) : /^([a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?)([^/?#:[]+)/i.exec(iri);
  if (found === null) return { iri, uri: encode(iri), display: iri, host: /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(\[[^\]]*\])/i.exec(iri)?.[1] ?? '' };
  const [whole, before, name] = found;
  const isAscii = /^[!-~]*$/.test(name);
  const host = isAscii || name.includes('%') ? encode(name) : toAscii(name) ?? encode(name);
  return { iri, uri: encode(before) + host + encode(iri.slice(whole.length)), display: iri, host };
}

const kScheme = /^[a-z][a-z0-9+\-.]{0,63}$/;

/** As in ../destination.js. */
export function openableBy(names) {
  const list = typeof names === 'string' ? names.split(',') : Array.from(names ?? []);
  const only = new Set();
  const added = new Set();
  const removed = new Set();
  for (const each of list) {
    const sign = each[0] === '+' || each[0] === '-' ? each[0] : '';
    const name = each.slice(sign.length).toLowerCase();
    if (!kScheme.test(name)) throw new RangeError(`linkspan: '${name}' is not the name of a scheme`);
    if (sign !== '-' && kNeverOpened.has(name)) throw new RangeError(`linkspan: '${name}:' is never opened`);
    (sign === '+' ? added : sign === '-' ? removed : only).add(name);
  }
  const has = (scheme) => !removed.has(scheme) && (added.has(scheme) || (only.size > 0 ? only : kOpenedSafely).has(scheme));
  return (uri) => {
    const colon = uri.indexOf(':');
    return colon > 0 && colon <= 64 && has(uri.slice(0, colon).toLowerCase()) && /^[!-~]*$/.test(uri);
  };
}

const isOpenableByDefault = openableBy([]);

export function openableFor(options) { return options.open === undefined ? isOpenableByDefault : openableBy(options.open); }

export function isOpenable(uri, schemes) { return (schemes === undefined ? isOpenableByDefault : openableBy(schemes))(uri); }
