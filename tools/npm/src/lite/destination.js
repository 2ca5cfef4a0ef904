// SPDX-License-Identifier: Apache-2.0
// What a link leads to, without the code of src/iri: the same URI for hosts and paths, but the form for people is the IRI.
import { kNeverOpened, kOpenedSafely } from './scheme_lists.js';
import { toAscii } from './platform.js';
import { openableWith } from './openable.js';

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

/** As in ../destination.js. */
export const openableBy = openableWith({
  isNeverOpened: (name) => kNeverOpened.has(name), isOpenedSafely: (name) => kOpenedSafely.has(name), why: '',
});

const isOpenableByDefault = openableBy([]);

export function openableFor(options) { return options.open === undefined ? isOpenableByDefault : openableBy(options.open); }

export function isOpenable(uri, schemes) { return (schemes === undefined ? isOpenableByDefault : openableBy(schemes))(uri); }
