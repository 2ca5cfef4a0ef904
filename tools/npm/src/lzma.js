// SPDX-License-Identifier: Apache-2.0
// Decodes LZMA (raw, lc=0, lp=0, pb=2: what tools/npm/build writes), as described in "LZMA specification" by Igor Pavlov, 2015.
//
// The embedded module is compressed so that it costs what brotli makes of it, and not a third more: base64 of an uncompressed
// file hides its repetitions from brotli (docs: ../README.md, "Sizes"). Decoding 0.5 MB takes about 20 ms, once.

const kStates = 12;
const kPosStates = 4;
const kHalf = 1024;

function bits(count) { return new Uint16Array(count).fill(kHalf); }

// A code of 3, 3 or 8 bits for a length of 2 to 273.
function lengthModel() {
  return { choice: bits(2), low: bits(kPosStates << 3), mid: bits(kPosStates << 3), high: bits(256) };
}

/**
 * @param {Uint8Array} from
 * @param {number} size of the result
 */
export function decodeLzma(from, size) {
  const out = new Uint8Array(size);
  let at = 5;
  // PERF: range and code in an array, as a captured number of 32 bits is allocated anew at each change: 130 ms for 25 ms.
  const coder = new Uint32Array(2);
  coder[0] = 0xFFFFFFFF;
  coder[1] = (from[1] << 24) | (from[2] << 16) | (from[3] << 8) | from[4];

  function refill() {
    coder[0] <<= 8;
    coder[1] = (coder[1] << 8) | from[at++];
  }
  function bit(model, index) {
    const probability = model[index];
    const range = coder[0];
    const code = coder[1];
    const bound = (range >>> 11) * probability;
    let value;
    if (code < bound) {
      coder[0] = bound;
      model[index] = probability + ((2048 - probability) >> 5);
      value = 0;
    } else {
      coder[0] = range - bound;
      coder[1] = code - bound;
      model[index] = probability - (probability >> 5);
      value = 1;
    }
    if (coder[0] < 0x1000000) refill();
    return value;
  }
  function tree(model, base, count) {
    let value = 1;
    for (let i = 0; i < count; i++) value = (value << 1) | bit(model, base + value);
    return value - (1 << count);
  }
  function reverseTree(model, base, count) {
    let value = 1;
    let symbol = 0;
    for (let i = 0; i < count; i++) {
      const one = bit(model, base + value);
      value = (value << 1) | one;
      symbol |= one << i;
    }
    return symbol;
  }
  function directBits(count) {
    let value = 0;
    for (let i = 0; i < count; i++) {
      coder[0] >>>= 1;
      let one = 0;
      if (coder[1] >= coder[0]) {
        coder[1] -= coder[0];
        one = 1;
      }
      value = ((value << 1) | one) >>> 0;
      if (coder[0] < 0x1000000) refill();
    }
    return value;
  }
  function length(model, posState) {
    if (bit(model.choice, 0) === 0) return tree(model.low, posState << 3, 3);
    if (bit(model.choice, 1) === 0) return 8 + tree(model.mid, posState << 3, 3);
    return 16 + tree(model.high, 0, 8);
  }

  const literals = bits(0x300);
  const isMatch = bits(kStates * kPosStates);
  const isRep = bits(kStates);
  const isRep0 = bits(kStates);
  const isRep1 = bits(kStates);
  const isRep2 = bits(kStates);
  const isRep0Long = bits(kStates * kPosStates);
  const slots = bits(4 << 6);
  const special = bits(128);
  const aligned = bits(16);
  const matchLength = lengthModel();
  const repLength = lengthModel();
  let state = 0;
  let rep0 = 0;
  let rep1 = 0;
  let rep2 = 0;
  let rep3 = 0;

  function literal(matched) {
    let symbol = 1;
    if (state >= 7) {
      let byte = matched;
      do {
        const matchBit = (byte >> 7) & 1;
        byte <<= 1;
        const one = bit(literals, ((1 + matchBit) << 8) + symbol);
        symbol = (symbol << 1) | one;
        if (matchBit !== one) break;
      } while (symbol < 0x100);
    }
    while (symbol < 0x100) symbol = (symbol << 1) | bit(literals, symbol);
    return symbol & 0xFF;
  }
  function distance(lengthCode) {
    const slot = tree(slots, Math.min(lengthCode, 3) << 6, 6);
    if (slot < 4) return slot;
    const count = (slot >> 1) - 1;
    const high = ((2 | (slot & 1)) << count) >>> 0;
    if (slot < 14) return high + reverseTree(special, high - slot, count);
    return high + ((directBits(count - 4) << 4) >>> 0) + reverseTree(aligned, 0, 4);
  }

  function takeOlderDistance() {
    let found = rep1;
    if (bit(isRep1, state) !== 0) {
      if (bit(isRep2, state) === 0) {
        found = rep2;
      } else {
        found = rep3;
        rep3 = rep2;
      }
      rep2 = rep1;
    }
    rep1 = rep0;
    rep0 = found;
  }

  for (let done = 0; done < size;) {
    const posState = done & 3;
    if (bit(isMatch, (state << 2) + posState) === 0) {
      out[done] = literal(done > rep0 ? out[done - rep0 - 1] : 0);
      done++;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count;
    if (bit(isRep, state) === 0) {
      rep3 = rep2;
      rep2 = rep1;
      rep1 = rep0;
      count = length(matchLength, posState);
      rep0 = distance(count);
      state = state < 7 ? 7 : 10;
    } else {
      if (bit(isRep0, state) !== 0) {
        takeOlderDistance();
      } else if (bit(isRep0Long, (state << 2) + posState) === 0) {
        out[done] = out[done - rep0 - 1];
        done++;
        state = state < 7 ? 9 : 11;
        continue;
      }
      count = length(repLength, posState);
      state = state < 7 ? 8 : 11;
    }
    for (let left = count + 2; left > 0 && done < size; left--, done++) out[done] = out[done - rep0 - 1];
  }
  return out;
}
