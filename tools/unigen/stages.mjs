// Packs an array with a value for each code point into a table of three stages, and prints C++ arrays.
//
// Long ranges of code points have equal values. So the array is cut into leaves of 16 values, and equal
// leaves are stored once. The list of leaf numbers is cut into branches of 32 numbers in the same way:
//
//   value = leaves[branches[roots[c >> 9] << 5 | (c >> 4 & 31)] << 4 | (c & 15)]
//
// PERF: of eight splits, 4 + 5 bits is the smallest for properties (19 KB) and scripts, and the second
// smallest for host_fold. Two stages of 7 bits took 51 KB for properties, and 0.8 ns instead of 1.3 ns
// for each character of Russian or Chinese subtitles (g++ 12 -O2). The smaller table was chosen, as
// non-ASCII characters are looked up only in candidates for links.
// properties.h has the lookup, with the same numbers of bits.

import { kCodePoints } from './ucd.mjs';

const kLeafBits = 4;
const kBranchBits = 5;

// Cuts `values` into pieces of `size`. Returns the distinct pieces, concatenated, and for each piece
// its number among them.
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
  if (values.length !== kCodePoints) throw new Error('every code point must have a value');
  const leaf = fold_pieces(values, 1 << kLeafBits);
  const branch = fold_pieces(leaf.order, 1 << kBranchBits);
  return { roots: branch.order, branches: branch.distinct, leaves: leaf.distinct };
}

// The lookup of properties.h, to check the tables.
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

// `storage` is 'constexpr'.
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

// The three arrays of a property (k<Name>Roots, k<Name>Branches, k<Name>Leaves), and their size in bytes.
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
