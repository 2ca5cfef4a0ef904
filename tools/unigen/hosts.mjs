// Writes src/iri/tables/tables.inc: what src/iri needs of Unicode and CLDR without ICU.
//
// Of packages, in the Unicode version of src/unicode: @unicode has most properties, pyunormalize decompositions and
// combining classes, tr46 the mappings of UTS #46, unicode-property-value-aliases the codes of
// scripts, and cldr-core their usage and direction. No package has a current confusables.txt, nor the
// letters of languages as ICU reads them: these are of the ICU of this machine (icu_data.mjs).
//
// A map from some characters to texts (a "text map") has five arrays:
//
//   blocks    every 64th key, in order
//   starts    for each block, where its steps begin
//   steps     from each other key of a block to the one after it: 7 bits a byte, the lowest first
//   places    for each key, where its text begins
//   texts     each different text once: its length, then its units of UTF-16
//
// PERF: two arrays of sorted keys took 5.5 KB of Brotli for the confusables, steps take 1.7 KB.

import fs from 'node:fs';
import path from 'node:path';

import { icu_data, kIcuVersion } from './icu_data.mjs';
import { build_stages, byte_size, cpp_array, cpp_stages, look_up } from './stages.mjs';
import { describe, import_package_file, kCommittedVersion, read_package_file, Refusal } from './sources.mjs';
import { kCodePoints, Ucd } from './ucd.mjs';

const kKeysOfBlock = 64;

// INVARIANT: the order of the enumerators in src/iri/tables/tables.h.
const kBidiClasses = ['Left_To_Right', 'Right_To_Left', 'Arabic_Letter', 'Arabic_Number', 'European_Number',
  'European_Separator', 'Common_Separator', 'European_Terminator', 'Other_Neutral', 'Boundary_Neutral',
  'Nonspacing_Mark'];  // others are one: a domain name may not contain them
const kJoiningTypes = ['Non_Joining', 'Dual_Joining', 'Left_Joining', 'Right_Joining', 'Transparent'];
const kDecompositions = ['none', 'canonical', 'wide', 'square', 'compat', 'other'];
// Scripts that the packages do not know yet. All newer scripts are historic or ideographic (UAX #31, table 4), from left to
// right.
const kNewerCodes = [['Proto_Cuneiform', 'Pcun']];
const kNewScript = { idUsage: 'EXCLUSION', rtl: 'NO' };
const kUsages = ['UNKNOWN', 'EXCLUSION', 'LIMITED_USE', 'RECOMMENDED'];
const kFlags = { enclosing: 1, pictographic: 2, small: 4, capital: 8 };

async function numbered(ucd, property, names, rest) {
  const values = new Uint8Array(kCodePoints).fill(rest);
  for (const [number, name] of names.entries()) {
    for (const { begin, end } of await ucd.ranges(`${property}/${name}`)) values.fill(number, begin, end);
  }
  return values;
}

async function decomposition_types(ucd) {
  const values = new Uint8Array(kCodePoints);
  const numbers = { Canonical: 'canonical', Wide: 'wide', Narrow: 'wide', Square: 'square', Compat: 'compat' };
  for (const [c, [type]] of await ucd.decompositions()) values[c] = kDecompositions.indexOf(numbers[type] ?? 'other');
  for (let c = 0xAC00; c <= 0xD7A3; ++c) values[c] = kDecompositions.indexOf('canonical');
  return values;
}

function combining_classes(ucd) {
  const values = new Uint8Array(kCodePoints);
  for (const [c, value] of ucd.combining_classes()) values[c] = value;
  return values;
}

// Nonspacing and enclosing marks are Transparent, and so are format characters, unless ArabicShaping.txt lists them; the
// package of 18.0 has only what is listed there. Of format characters, Transparent are those of 17.0.
async function joining_types(ucd) {
  const values = await numbered(ucd, 'Joining_Type', kJoiningTypes, 0);
  const listed = await ucd.set(...['Dual', 'Left', 'Right'].map((side) => `Joining_Type/${side}_Joining`));
  const marks = await ucd.set('General_Category/Nonspacing_Mark', 'General_Category/Enclosing_Mark');
  const format = await ucd.set('General_Category/Format');
  const before = await new Ucd('17.0.0').set('Joining_Type/Transparent');
  for (let c = 0; c < kCodePoints; ++c) {
    if (!listed[c] && (marks[c] || (format[c] && before[c]))) values[c] = kJoiningTypes.indexOf('Transparent');
  }
  return values;
}

// Each distinct set of properties is a class; the classes by code point.
async function character_classes(ucd) {
  const bidi = await numbered(ucd, 'Bidi_Class', kBidiClasses, kBidiClasses.length);
  const joining = await joining_types(ucd);
  for (const { begin, end } of await ucd.ranges('Joining_Type/Join_Causing')) joining.fill(0, begin, end);
  const decompositions = await decomposition_types(ucd);
  const combining = combining_classes(ucd);
  const flags = new Uint8Array(kCodePoints);
  for (const [flag, property] of [[kFlags.enclosing, 'General_Category/Enclosing_Mark'],
    [kFlags.pictographic, 'Binary_Property/Extended_Pictographic'],
    [kFlags.small, 'General_Category/Lowercase_Letter'],
    [kFlags.capital, 'General_Category/Uppercase_Letter']]) {
    for (const { begin, end } of await ucd.ranges(property)) {
      for (let c = begin; c < end; ++c) flags[c] |= flag;
    }
  }
  const numbers = new Map();
  const classes = new Uint8Array(kCodePoints);
  for (let c = 0; c < kCodePoints; ++c) {
    const key = [bidi[c] | joining[c] << 4, combining[c], decompositions[c] | flags[c] << 4].join();
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    if (numbers.size > 256) throw new Error('there are more than 256 classes');
    classes[c] = numbers.get(key);
  }
  return { classes, rows: [...numbers.keys()].map((key) => key.split(',').map(Number)), combining };
}

// ---- Text maps

const utf16 = (code_points) =>
  code_points.flatMap((c) => c < 0x10000 ? [c] : [...String.fromCodePoint(c)].flatMap(
    (text) => [text.charCodeAt(0), text.charCodeAt(1)]));

// `entries`: [key, units]. Returns the arrays, as [type, suffix, values].
function text_map(entries) {
  const sorted = [...entries].sort(([a], [b]) => a - b);
  const blocks = [];
  const starts = [];
  const steps = [];
  sorted.forEach(([key], i) => {
    if (i % kKeysOfBlock === 0) {
      blocks.push(key);
      starts.push(steps.length);
      return;
    }
    let step = key - sorted[i - 1][0];
    for (; step > 127; step >>= 7) steps.push(step & 127 | 128);
    steps.push(step);
  });
  const places = new Map();
  const texts = [];
  const place_of = (units) => {
    const id = units.join();
    if (!places.has(id)) {
      places.set(id, texts.length);
      texts.push(units.length, ...units);
    }
    return places.get(id);
  };
  return [
    ['char32_t', 'Blocks', blocks],
    ['uint16_t', 'Starts', starts],
    ['uint8_t', 'Steps', steps],
    ['uint16_t', 'Places', sorted.map(([, units]) => place_of(units))],
    ['uint16_t', 'Texts', texts],
  ];
}

async function canonical_pairs(ucd) {
  return [...await ucd.decompositions()].filter(([, [type]]) => type === 'Canonical').map(([c, [, text]]) => [c, text]);
}

// The pairs that compose: the places of their keys, in the order of their two characters, and all second characters.
async function compositions(ucd, pairs) {
  const excluded = await ucd.set('Binary_Property/Full_Composition_Exclusion');
  const sorted = [...pairs].sort(([a], [b]) => a - b);
  const composed = sorted.map(([c, text], place) => ({ c, text, place }))
    .filter(({ c, text }) => !excluded[c] && text.length === 2)
    .sort((a, b) => a.text[0] - b.text[0] || a.text[1] - b.text[1]);
  const seconds = new Set(composed.map(({ text }) => text[1]));
  return { places: composed.map(({ place }) => place), seconds: [...seconds].sort((a, b) => a - b) };
}

// UTS #46: characters that are mapped to several. src/unicode has the others. INVARIANT: they have a decomposition,
// which uts46.cc asks first.
function long_mappings(ucd, decompositions) {
  const entries = [];
  for (const { begin, end, status, mapping } of ucd.idna()) {
    const target = [...(mapping ?? '')].map((text) => text.codePointAt(0));
    if (status !== 'mapped' || target.length < 2) continue;
    for (let c = begin; c < end; ++c) {
      if (!decompositions.has(c)) throw new Error(`U+${c.toString(16)} is mapped and has no decomposition`);
      entries.push([c, utf16(target)]);
    }
  }
  return entries;
}

async function script_extensions(ucd, names) {
  const sets = new Map();
  for (const name of ucd.script_extensions()) {
    const number = names.indexOf(name);
    for (const { begin, end } of await ucd.ranges(`Script_Extensions/${name}`)) {
      for (let c = begin; c < end; ++c) sets.set(c, [...(sets.get(c) ?? []), number]);
    }
  }
  const own = new Map();
  for (const name of names.slice(1)) {
    for (const { begin, end } of await ucd.ranges(`Script/${name}`)) {
      for (let c = begin; c < end; ++c) own.set(c, names.indexOf(name));
    }
  }
  return [...sets].filter(([c, set]) => set.length !== 1 || set[0] !== (own.get(c) ?? 0))
    .map(([c, set]) => [c, set.sort((a, b) => a - b)]);
}

// Runs of letters with the same distance to their capital: [first, last, step, distance].
async function capitals(ucd) {
  const runs = [];
  for (const [c, capital] of [...await ucd.mapping('Simple_Case_Mapping/Uppercase')].sort(([a], [b]) => a - b)) {
    const distance = (Array.isArray(capital) ? capital[0] : capital) - c;
    const run = runs.at(-1);
    const step = run === undefined ? 0 : c - run.last;
    if (run?.distance === distance && (step === 1 || step === 2) && (run.step === 0 || run.step === step)) {
      run.last = c;
      run.step = step;
    } else {
      runs.push({ first: c, last: c, step: 0, distance });
    }
  }
  return runs;
}

// ---- Names of characters: those that cannot be seen or look like a delimiter, and the deviation characters
// of UTS #46

// Characters that look like a delimiter, in the table of src/iri/hosts/lookalikes.cc.
function lookalikes(repository) {
  const text = fs.readFileSync(path.join(repository, 'src/iri/hosts/lookalikes.cc'), 'utf8');
  const found = [...text.matchAll(/^ {4}\{0x([0-9A-F]+), '/gm)].map(([, hex]) => parseInt(hex, 16));
  if (found.length < 50) throw new Error('the table of src/iri/hosts/lookalikes.cc was not found');
  return found;
}

async function shown_names(ucd, repository) {
  const names = await ucd.names();
  const unseen = await ucd.set('Binary_Property/White_Space', 'Binary_Property/Default_Ignorable_Code_Point',
    'Binary_Property/Bidi_Control');
  for (const c of [0xDF, 0x3C2, 0x2800, 0xFFF9, 0xFFFA, 0xFFFB, ...lookalikes(repository)]) unseen[c] = 1;
  const rows = [];
  for (let c = 0x80; c < kCodePoints; ++c) {
    const name = names.get(c);
    const is_numbered = c >= 0xE0100 && c <= 0xE01EF;  // variation selectors
    if (unseen[c] && name !== undefined && !name.startsWith('<') && !is_numbered) rows.push([c, name]);
  }
  return rows;
}

// ---- Scripts

async function script_facts(names) {
  const aliases = (await import_package_file('unicode-property-value-aliases', 'index.mjs')).default;
  const codes = aliases.get('Script');
  const { scriptMetadata } = JSON.parse(read_package_file('cldr-core', 'scriptMetadata.json'));
  const code_of = new Map();
  for (const [code, name] of codes) {
    if (/^[A-Z][a-z]{3}$/.test(code) && !/^Qa/.test(code)) code_of.set(name, code);
  }
  for (const [name, code] of kNewerCodes) code_of.set(name, code);
  return names.map((name) => {
    const code = code_of.get(name);
    const data = scriptMetadata[code] ?? kNewScript;
    const usage = kUsages.indexOf(data.idUsage);
    if (code === undefined || usage < 0) throw new Error(`nothing is known of script ${name}`);
    return { code, facts: usage | (data.rtl === 'YES' ? 4 : 0) };
  });
}

// ---- The file

const cpp_string = (text) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;

function text_map_arrays(name, entries) {
  return text_map(entries).map(([type, suffix, values]) => [type, `k${name}${suffix}`, values]);
}

function stages_of(classes) {
  const stages = build_stages(classes);
  for (let c = 0; c < kCodePoints; ++c) {
    if (look_up(stages, c) !== classes[c]) throw new Error('the classes are packed wrongly');
  }
  return cpp_stages('constexpr', 'Class', stages, 'uint8_t');
}

class File {
  parts_ = [];
  sizes_ = [];

  add(what, bytes, text) {
    this.parts_.push(`// ---- ${what}: ${bytes} bytes\n\n${text}`);
    this.sizes_.push([what, bytes]);
  }

  add_arrays(what, arrays) {
    const bytes = arrays.reduce((sum, [type, , values]) => sum + byte_size(type, values), 0);
    this.add(what, bytes, arrays.map((array) => cpp_array('constexpr', ...array)).join('\n'));
  }

  text() { return this.parts_.join('\n'); }
  bytes() { return this.sizes_.reduce((sum, [, bytes]) => sum + bytes, 0); }
  sizes() { return this.sizes_.map(([what, bytes]) => `${what} ${bytes}`).join(', '); }
}

function add_countries(file, countries) {
  const known = Object.entries(countries).filter(([, { scripts }]) => scripts.length > 0);
  const key = (name) => name.charCodeAt(0) << 8 | name.charCodeAt(1);
  file.add_arrays('the languages of countries', [
    ...text_map_arrays('CountryScripts', known.map(([name, { scripts }]) => [key(name), scripts])),
    ...text_map_arrays('CountryLetters', known.map(([name, { letters }]) => [key(name), utf16(letters)])),
    ...text_map_arrays('CountrySequences',
      known.map(([name, { sequences }]) => [key(name), sequences.flat()])),
  ]);
}

function add_names(file, names) {
  const text = names.map(([, name]) => `    ${cpp_string(`${name}\\n`).replace('\\\\n', '\\n')}`).join('\n');
  const bytes = names.reduce((sum, [, name]) => sum + name.length + 5, 0);
  file.add('names', bytes, cpp_array('constexpr', 'char32_t', 'kNamed', names.map(([c]) => c)) +
    `\nconstexpr char kNames[] =\n${text};\n`);
}

async function add_scripts(file, ucd, names, other_codes) {
  const facts = await script_facts(names);
  file.add_arrays('scripts', [
    ['uint8_t', 'kScriptFacts', facts.map((each) => each.facts)],
    ...text_map_arrays('ScriptExtensions', await script_extensions(ucd, names)),
  ]);
  file.add('codes of scripts', 4 * names.length + other_codes.length,
    `constexpr char kScriptCodes[] =\n${facts.map(({ code }) => `    "${code}"`).join('\n')};\n\n` +
    `constexpr char kOtherCodes[] = "${other_codes}";\n`);
}

function add_charsets(file, charsets, neutral_pairs) {
  const names = Object.keys(charsets);
  file.add_arrays('pairs of bytes',
    text_map_arrays('NeutralPairs', neutral_pairs.map((pairs, charset) => [charset, pairs])));
  file.add('charsets', 256 * names.length,
    `constexpr std::string_view kCharsetNames[] = {${names.map(cpp_string).join(', ')}};\n\n` +
    cpp_array('constexpr', 'uint16_t', 'kCharsetLetters', Object.values(charsets).flat()));
}

async function add_characters(file, ucd) {
  const { classes, rows } = await character_classes(ucd);
  const stages = stages_of(classes);
  const flat = cpp_array('constexpr', 'uint8_t', 'kClasses', rows.flat());
  file.add('classes of characters', stages.bytes + 3 * rows.length, `${flat}\n${stages.text}`);
  const runs = await capitals(ucd);
  file.add_arrays('capitals', [
    ['char32_t', 'kCapitalFirst', runs.map(({ first }) => first)],
    ['uint16_t', 'kCapitalLength', runs.map(({ first, last }) => last - first)],
    ['uint8_t', 'kCapitalStep', runs.map(({ step }) => Math.max(step, 1))],
    ['int32_t', 'kCapitalDistance', runs.map(({ distance }) => distance)],
  ]);
}

async function add_normalization(file, ucd) {
  const pairs = await canonical_pairs(ucd);
  const { places, seconds } = await compositions(ucd, pairs);
  file.add_arrays('decompositions', [
    ...text_map_arrays('Canonical', pairs.map(([c, text]) => [c, utf16(text)])),
    ['uint16_t', 'kCompositions', places],
    ['char32_t', 'kComposedSeconds', seconds],
  ]);
}

function header(ucd, icu, file) {
  const packages = [...ucd.sources().slice(0, 2),
    ...['pyunormalize', 'unicode-property-value-aliases', 'cldr-core'].map(describe)];
  return `// Generated by \`tools/unigen/unigen hosts\`; do not edit.
// Unicode ${ucd.version}, from packages of npm (pyunormalize: PyPI), with the days on which they were published there:
${packages.map((source) => `//   ${source}\n`).join('')}` +
    `// Confusables, countries and charsets: ICU ${icu.icu} (Unicode ${icu.unicode}, CLDR ${icu.cldr}).
// Data: Copyright Unicode, Inc., under the Unicode License v3 (SPDX: Unicode-3.0).
//
// tables.h says what they mean, hosts.mjs of unigen how they are packed.
// ${file.bytes()} bytes: ${file.sizes()}.
// clang-format off

`;
}

export async function hosts_files({ unicode, repository }) {
  if (unicode !== kCommittedVersion) throw new Refusal(`the tables of hosts are for ${kCommittedVersion}`);
  const ucd = new Ucd(unicode);
  const icu = icu_data(repository);
  const special = ['Unknown', 'Common', 'Inherited'];
  const names = [...special, ...ucd.scripts().filter((name) => !special.includes(name))];
  const file = new File();
  await add_characters(file, ucd);
  await add_normalization(file, ucd);
  file.add_arrays('mappings of UTS #46', text_map_arrays('LongMapping', long_mappings(ucd, await ucd.decompositions())));
  // Scripts that are newer than ICU have codes of their own.
  const codes = new Set((await script_facts(names)).map(({ code }) => code));
  const other_codes = icu.other_codes.match(/.{4}/g).filter((code) => !codes.has(code)).join('');
  await add_scripts(file, ucd, names, other_codes);
  file.add_arrays('confusables', [
    ...text_map_arrays('Confusable', icu.confusables.map(([c, text]) => [c, utf16(text)])),
    ['char32_t', 'kRecommended', icu.recommended],
  ]);
  add_countries(file, icu.countries);
  add_charsets(file, icu.charsets, icu.neutral_pairs);
  add_names(file, await shown_names(ucd, repository));
  return [{
    path: 'src/iri/tables/tables.inc',
    text: header(ucd, icu, file) + file.text(),
    summary: `${file.bytes()} bytes: ${file.sizes()}; of ICU ${kIcuVersion}`,
  }];
}
