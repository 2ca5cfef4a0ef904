// Reads the Unicode Character Database from npm packages, as sets and arrays of code points.
//
// @unicode/unicode-* contains the UCD, tr46 the mappings of UTS #46, and get-east-asian-width
// East_Asian_Width. Each release of the latter two is for one Unicode version.

import fs from 'node:fs';
import path from 'node:path';

import { describe, import_package_file, package_folder, read_package_file } from './sources.mjs';

export const kCodePoints = 0x110000;

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

  // Code point → its name.
  async names() {
    return (await import_package_file(this.unicode_, 'Names/index.mjs')).default;
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
