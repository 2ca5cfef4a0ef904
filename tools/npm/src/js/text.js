// SPDX-License-Identifier: Apache-2.0
// Strings and UTF-8 in JavaScript alone, with the results of TextEncoder and TextDecoder, which React Native's engine has not.

const kReplacement = 0xFFFD;

// The size in UTF-8, and the bits of the first byte before those of the character.
const sizeOf = (code) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
const kLead = [0, 0, 0xC0, 0xE0, 0xF0];

/** Writes as much of `text` as `bytes` has room for; `read` UTF-16 units became `written` bytes. */
export function encodeInto(text, bytes) {
  let read = 0;
  let written = 0;
  while (read < text.length) {
    const unit = text.charCodeAt(read);
    if (unit < 0x80) {
      if (written === bytes.length) break;
      bytes[written++] = unit;
      read++;
      continue;
    }
    const code = text.codePointAt(read);
    const isSurrogate = code >= 0xD800 && code <= 0xDFFF;
    const character = isSurrogate ? kReplacement : code;
    const size = sizeOf(character);
    if (written + size > bytes.length) break;
    bytes[written] = kLead[size] | (character >> (6 * (size - 1)));
    for (let i = 1; i < size; i++) bytes[written + i] = 0x80 | ((character >> (6 * (size - 1 - i))) & 0x3F);
    written += size;
    read += character > 0xFFFF ? 2 : 1;
  }
  return { read, written };
}

// What may follow a first byte (Unicode 17.0, table 3-7): its size, and the range of the second byte.
function form(lead) {
  if (lead < 0xC2 || lead > 0xF4) return undefined;
  if (lead < 0xE0) return [2, 0x80, 0xBF];
  if (lead < 0xF0) return [3, lead === 0xE0 ? 0xA0 : 0x80, lead === 0xED ? 0x9F : 0xBF];
  return [4, lead === 0xF0 ? 0x90 : 0x80, lead === 0xF4 ? 0x8F : 0xBF];
}

// The character at `at`, and its bytes. Of an ill-formed one, the maximal subpart becomes U+FFFD.
function decodeAt(bytes, at) {
  const lead = bytes[at];
  if (lead < 0x80) return [lead, 1];
  const found = form(lead);
  if (found === undefined) return [kReplacement, 1];
  let [size, least, most] = found;
  let code = lead & (0x7F >> size);
  for (let i = 1; i < size; i++) {
    const byte = bytes[at + i];
    if (byte === undefined || byte < least || byte > most) return [kReplacement, i];
    code = (code << 6) | (byte & 0x3F);
    least = 0x80;
    most = 0xBF;
  }
  return [code, size];
}

// PERF: strings of this length are made at once.
const kMostAtOnce = 4096;

/** What is ill-formed becomes U+FFFD. */
export function decode(bytes) {
  let text = '';
  let codes = [];
  for (let at = 0; at < bytes.length;) {
    const [code, size] = decodeAt(bytes, at);
    at += size;
    codes.push(code);
    if (codes.length === kMostAtOnce) {
      text += String.fromCodePoint(...codes);
      codes = [];
    }
  }
  return text + String.fromCodePoint(...codes);
}
