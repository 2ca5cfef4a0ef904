// Packs an array over all code points into three stages, and prints C++ arrays.
//
// Most of the code space is alike, so it is cut into leaves of 16 code points, equal leaves are
// kept once, and the same is done with the runs of 32 leaf numbers ("branches"):
//
//   value = leaves[branches[roots[c >> 9] << 5 | (c >> 4 & 31)] << 4 | (c & 15)]
//
// PERF: 4 + 5 bits is the smallest of eight splits for properties (19 KB) and scripts, and next to it
// for host_fold. Two stages of 7 bits took 51 KB for properties and 0.8 ns instead of 1.3 ns for a
// character of Russian or Chinese subtitles (g++ 12 -O2). Characters outside ASCII are looked up in
// candidates for links alone, so the smaller one was taken.
// properties.h has the lookup; the two numbers are the same there.

import { kCodePoints } from './ucd.mjs';

const kLeafBits = 4;
const kBranchBits = 5;

// Cuts `values` into pieces of `size`: the distinct pieces, one after the other, and their order.
function fold_pieces(values, size) {
  const numbers = new Map();
  const distinct = [];
  const order = [];
  for (let begin = 0; begin < values.length; begin += size) {
    const piece = Array.from(values.slice(begin, begin + size));
    const key = piece.join();
    if (!numbers.has(key)) {
      numbers.set(key, numbers.size);
      distinct.push(...piece);
    }
    order.push(numbers.get(key));
  }
  return { distinct, order };
}

export function build_stages(values) {
  if (values.length !== kCodePoints) throw new Error('a value for every code point is needed');
  const leaf = fold_pieces(values, 1 << kLeafBits);
  const branch = fold_pieces(leaf.order, 1 << kBranchBits);
  return { roots: branch.order, branches: branch.distinct, leaves: leaf.distinct };
}

// What properties.h does, for checking.
export function look_up({ roots, branches, leaves }, c) {
  const branch = roots[c >> (kLeafBits + kBranchBits)] << kBranchBits;
  const leaf = branches[branch | (c >> kLeafBits & ((1 << kBranchBits) - 1))] << kLeafBits;
  return leaves[leaf | (c & ((1 << kLeafBits) - 1))];
}

const kWidths = { uint8_t: 1, uint16_t: 2, int32_t: 4, char32_t: 4 };
const kColumns = 100;

export function byte_size(type, values) {
  return kWidths[type] * values.length;
}

// `storage` is 'const' for what properties.h declares, 'constexpr' for what stays in its .cc.
export function cpp_array(storage, type, name, values) {
  const limit = type === 'int32_t' ? 2 ** 31 : 2 ** (8 * kWidths[type]);
  if (!values.every((value) => value < limit)) throw new Error(`${name} does not fit ${type}`);
  const lines = [];
  let line = ' ';
  for (const value of values) {
    if (line.length + String(value).length + 2 > kColumns) {
      lines.push(line);
      line = ' ';
    }
    line += ` ${value},`;
  }
  return `${storage} ${type} ${name}[${values.length}] = {\n${[...lines, line].join('\n')}\n};\n`;
}

// The three arrays of one property, named k<Name>Roots and so on; also their size in bytes.
export function cpp_stages(storage, name, stages, leaf_type) {
  const arrays = [
    ['uint8_t', `k${name}Roots`, stages.roots],
    ['uint16_t', `k${name}Branches`, stages.branches],
    [leaf_type, `k${name}Leaves`, stages.leaves],
  ];
  return {
    text: arrays.map((array) => cpp_array(storage, ...array)).join('\n'),
    bytes: arrays.reduce((sum, [type, , values]) => sum + byte_size(type, values), 0),
  };
}
