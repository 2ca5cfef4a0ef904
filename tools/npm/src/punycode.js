// SPDX-License-Identifier: Apache-2.0
// Punycode to Unicode (RFC 3492, section 6.2), which no platform offers. The other way is URL's.
const kBase = 36;
const kMost = 0x10FFFF;

function adapt(delta, count, isFirst) {
  delta = isFirst ? Math.floor(delta / 700) : delta >> 1;
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > 455; k += kBase) delta = Math.floor(delta / 35);
  return k + Math.floor((36 * delta) / (delta + 38));
}

function digitOf(unit) {
  if (unit >= 0x30 && unit <= 0x39) return unit - 22;
  if (unit >= 0x61 && unit <= 0x7A) return unit - 0x61;
  return kBase;
}

/** The label without `xn--`, in lower case; undefined if it is not Punycode. */
export function decodePunycode(label) {
  if (label === '') return undefined;
  const end = label.lastIndexOf('-');
  const codePoints = Array.from(label.slice(0, Math.max(end, 0)), (character) => character.codePointAt(0));
  let n = 128;
  let i = 0;
  let bias = 72;
  for (let at = end < 0 ? 0 : end + 1; at < label.length;) {
    const before = i;
    for (let weight = 1, k = kBase; ; k += kBase) {
      const digit = digitOf(label.charCodeAt(at++));
      if (!(digit < kBase)) return undefined;
      i += digit * weight;
      const threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
      if (digit < threshold) break;
      weight *= kBase - threshold;
      if (weight > 0x7FFFFFFF) return undefined;
    }
    const count = codePoints.length + 1;
    bias = adapt(i - before, count, before === 0);
    n += Math.floor(i / count);
    if (n > kMost || (n >= 0xD800 && n < 0xE000)) return undefined;
    i %= count;
    codePoints.splice(i++, 0, n);
  }
  return String.fromCodePoint(...codePoints);
}
