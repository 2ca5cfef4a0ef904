// SPDX-License-Identifier: Apache-2.0
// What the module takes from the platform (module/platform.cc): IDNA is that of URL.
import { decodePunycode } from './punycode.js';

// Unreserved characters (RFC 3986, section 2.3), and all that are not ASCII.
const kAllowed = /^[A-Za-z0-9\-._~\u0080-\uFFFF]*$/;
const kAscii = /^[A-Za-z0-9\-._~]*$/;
// PERF: a URL takes some microseconds, and the hosts of a text repeat.
const kMostKept = 256;
const kept = new Map();

// The label after the host is there so that URL does not read a host that ends with a number as an IPv4 address.
function mapped(host) {
  try {
    const name = new URL(`http://${host}.x/`).hostname.slice(0, -2);
    return kAscii.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}

/** The host with A-labels; undefined if UTS #46 refuses it. */
export function toAscii(host) {
  if (!kAllowed.test(host)) return undefined;
  if (kept.has(host)) return kept.get(host);
  const name = mapped(host);
  if (kept.size === kMostKept) kept.clear();
  kept.set(host, name);
  return name;
}

/** The host with U-labels; undefined if there is no such host. */
export function toUnicode(host) {
  const labels = [];
  for (const label of host.split('.')) {
    const decoded = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label;
    if (decoded === undefined) return undefined;
    labels.push(decoded);
  }
  return labels.join('.');
}

// In the order of Operation (module/platform.cc).
export const operations = [toAscii, toUnicode, (text) => text.normalize('NFC')];
