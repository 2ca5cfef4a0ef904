// SPDX-License-Identifier: Apache-2.0
// Hosts with A-labels where there may be no URL: letters in lower case and NFKC, then Punycode (RFC 3492). That is UTS #46 for the
// names that are registered; linkspan/js has its tables.
export const operations = [];

const kBase = 36;
const kMostThreshold = 26;

// The code of section 6.1.
function adapt(delta, points, isFirst) {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / points);
  let bias = 0;
  for (; rest > 455; bias += kBase) rest = Math.floor(rest / (kBase - 1));
  return bias + Math.floor((kBase * rest) / (rest + 38));
}

const digit = (value) => String.fromCharCode(value < 26 ? value + 97 : value + 22);

// A delta as digits with thresholds.
function numeral(delta, bias) {
  let text = '';
  let rest = delta;
  for (let at = kBase; ; at += kBase) {
    const threshold = Math.min(Math.max(at - bias, 1), kMostThreshold);
    if (rest < threshold) return text + digit(rest);
    text += digit(threshold + ((rest - threshold) % (kBase - threshold)));
    rest = Math.floor((rest - threshold) / (kBase - threshold));
  }
}

function punycode(label) {
  const points = Array.from(label, (character) => character.codePointAt(0));
  let text = String.fromCodePoint(...points.filter((point) => point < 0x80));
  let done = text.length;
  const basic = done;
  if (basic > 0) text += '-';
  let least = 0x80;
  let delta = 0;
  let bias = 72;
  while (done < points.length) {
    const next = Math.min(...points.filter((point) => point >= least));
    delta += (next - least) * (done + 1);
    least = next;
    for (const point of points) {
      if (point < least) delta++;
      if (point !== least) continue;
      text += numeral(delta, bias);
      bias = adapt(delta, ++done, done - 1 === basic);
      delta = 0;
    }
    delta++;
    least++;
  }
  return text;
}

/** The host with A-labels; undefined if it is none. */
export function toAscii(host) {
  const mapped = host.replace(/[\u3002\uFF0E\uFF61]/g, '.').toLowerCase().replace(/\u00DF/g, '\uE000').normalize('NFKC').replace(/\uE000/g, '\u00DF');
  const name = mapped.split('.').map((label) => (/^[\0-\x7F]*$/.test(label) ? label : `xn--${punycode(label)}`)).join('.');
  return /^[A-Za-z0-9\-._~]+$/.test(name) ? name : undefined;
}
