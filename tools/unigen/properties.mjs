// Derives the properties of src/unicode/properties.h from the UCD, and writes their tables.
//
// Link_Term, Link_Bracket and Link_Email are computed by the derivations of UTS #58.
// tests/scan/unicode_test.cc compares them with the data files of UTS #58, if these are present.

import { build_stages, byte_size, cpp_array, cpp_stages, look_up } from './stages.mjs';
import { kCodePoints, Ucd } from './ucd.mjs';

const kTerm = { include: 0, soft: 1, hard: 2, open: 3, close: 4 };

// INVARIANT: the bits of class Properties in properties.h. Bits 0 to 2 are Link_Term.
const kBits = {
  link_email: 1 << 3,
  host: 1 << 4,
  host_ignored: 1 << 5,
  white_space: 1 << 6,
  default_ignorable: 1 << 7,
  bidi_control: 1 << 8,
  letter: 1 << 9,
  mark: 1 << 10,
  digit: 1 << 11,
  punctuation: 1 << 12,
  east_asian_wide: 1 << 13,
};

// UTS #58, Link_Term. The values other than Include are disjoint. If they overlap in a new Unicode
// version, the derivation must be revised, so that is an error.
async function link_terms(ucd) {
  const hard = await ucd.set(
    'Binary_Property/White_Space', 'Binary_Property/Noncharacter_Code_Point',
    'Binary_Property/Deprecated', 'General_Category/Control', 'General_Category/Unassigned',
    'General_Category/Private_Use', 'General_Category/Surrogate');
  const soft = await ucd.set('Binary_Property/Terminal_Punctuation', 'Line_Break/Quotation');
  const open = await ucd.set('Bidi_Paired_Bracket_Type/Open');
  const close = await ucd.set('Bidi_Paired_Bracket_Type/Close');
  open['<'.codePointAt(0)] = 1;
  close['>'.codePointAt(0)] = 1;
  const deprecated = await ucd.set('Binary_Property/Deprecated');

  const terms = new Uint8Array(kCodePoints).fill(kTerm.include);
  for (let c = 0; c < kCodePoints; ++c) {
    const is_soft = soft[c] && !deprecated[c];
    const is_bracket = (open[c] || close[c]) && !deprecated[c];
    if (hard[c] + (is_soft ? 1 : 0) + (is_bracket ? 1 : 0) > 1) {
      throw new Error(`U+${c.toString(16)} has two values of Link_Term`);
    }
    if (hard[c]) terms[c] = kTerm.hard;
    else if (is_soft) terms[c] = kTerm.soft;
    else if (is_bracket) terms[c] = open[c] ? kTerm.open : kTerm.close;
  }
  return terms;
}

// UTS #58, Link_Bracket: pairs [closer, opener], sorted by closer. For a bracket, Bidi_Paired_Bracket
// is Bidi_Mirroring_Glyph (UAX #9, section 3.1.3).
async function link_brackets(ucd, terms) {
  const mirrored = await ucd.mirrored();
  const pairs = [];
  for (let c = 0; c < kCodePoints; ++c) {
    if (terms[c] !== kTerm.close) continue;
    const opener = mirrored.get(c)?.codePointAt(0);
    if (terms[opener] !== kTerm.open) throw new Error(`U+${c.toString(16)} has no opening bracket`);
    pairs.push([c, opener]);
  }
  return pairs;
}

// UTS #58, Link_Email: atext of RFC 5322 and the dot in ASCII, XID_Continue elsewhere.
async function link_email(ucd) {
  const members = await ucd.set('Binary_Property/XID_Continue');
  members.fill(0, 0, 0x80);
  const atext = "!#$%&'*+-/=?^_`{|}~";
  for (let c = 0; c < 0x80; ++c) {
    const character = String.fromCodePoint(c);
    if (/[A-Za-z0-9.]/.test(character) || atext.includes(character)) members[c] = 1;
  }
  return members;
}

// UTS #46, nontransitional, with UseSTD3ASCIIRules: the characters that a label may contain. These
// exclude characters whose mapping contains an ASCII character other than letters, digits and hyphen
// (U+00A0, U+2100, U+FF0F, and every label separator).
function idna_sets(ucd) {
  const host = new Uint8Array(kCodePoints);
  const ignored = new Uint8Array(kCodePoints);
  const fold_delta = new Int32Array(kCodePoints);
  for (const { begin, end, status, mapping } of ucd.idna()) {
    const can_stand = status === 'valid' || status === 'deviation' ||
      (status === 'mapped' && !/[^a-z0-9\-\u0080-\u{10FFFF}]/u.test(mapping));
    if (can_stand) host.fill(1, begin, end);
    if (status === 'ignored') ignored.fill(1, begin, end);
    const target = [...(mapping ?? '')];
    if (status === 'mapped' && target.length === 1) {
      for (let c = begin; c < end; ++c) fold_delta[c] = target[0].codePointAt(0) - c;
    }
  }
  for (let c = 0; c < 0x80; ++c) host[c] = /[A-Za-z0-9-]/.test(String.fromCodePoint(c)) ? 1 : 0;
  return { host, ignored, fold_delta };
}

async function property_words(ucd, terms, idna) {
  const sets = {
    link_email: await link_email(ucd),
    host: idna.host,
    host_ignored: idna.ignored,
    white_space: await ucd.set('Binary_Property/White_Space'),
    default_ignorable: await ucd.set('Binary_Property/Default_Ignorable_Code_Point'),
    bidi_control: await ucd.set('Binary_Property/Bidi_Control'),
    letter: await ucd.set('General_Category/Letter'),
    mark: await ucd.set('General_Category/Mark'),
    digit: await ucd.set('General_Category/Decimal_Number'),
    punctuation: await ucd.set('General_Category/Punctuation'),
    east_asian_wide: await ucd.wide(),
  };
  const words = Uint16Array.from(terms);
  for (const [name, members] of Object.entries(sets)) {
    for (let c = 0; c < kCodePoints; ++c) if (members[c]) words[c] |= kBits[name];
  }
  return words;
}

// Unknown, Common and Inherited come first, so that new scripts do not change their numbers. The
// others are in alphabetical order.
async function script_numbers(ucd) {
  const special = ['Unknown', 'Common', 'Inherited'];
  const names = [...special, ...ucd.scripts().filter((name) => !special.includes(name))];
  const numbers = new Uint8Array(kCodePoints);
  for (const [number, name] of names.entries()) {
    if (number === 0) continue;
    for (const { begin, end } of await ucd.ranges(`Script/${name}`)) {
      numbers.fill(number, begin, end);
    }
  }
  return { names, numbers };
}

// Replaces each value by its index in the list of distinct values. The index of `first` is 0.
function number_values(values, first) {
  const numbers = new Map([[first, 0]]);
  for (const value of values) if (!numbers.has(value)) numbers.set(value, numbers.size);
  const numbered = Uint16Array.from(values, (value) => numbers.get(value));
  return { distinct: [...numbers.keys()], numbered };
}

function staged(storage, name, values, leaf_type) {
  const stages = build_stages(values);
  for (let c = 0; c < kCodePoints; ++c) {
    if (look_up(stages, c) !== values[c]) throw new Error(`${name} is packed wrongly`);
  }
  return cpp_stages(storage, name, stages, leaf_type);
}

function header(ucd, what) {
  const sources = ucd.sources().map((source) => `//   ${source}\n`).join('');
  return `// Generated by \`tools/unigen/unigen --unicode ${ucd.version} properties\`; do not edit.
// Unicode ${ucd.version}, from npm packages, with the days on which they were published there:
${sources}// Data: Copyright Unicode, Inc., under the Unicode License v3 (SPDX: Unicode-3.0).
//
${what}
// clang-format off

`;
}

function tables_file(ucd, words, brackets, scripts, idna) {
  const classes = number_values(words, kTerm.hard);
  const deltas = number_values(idna.fold_delta, 0);
  const properties = staged('constexpr', 'Property', classes.numbered, 'uint8_t');
  const script = staged('constexpr', 'Script', scripts.numbers, 'uint8_t');
  const fold = staged('constexpr', 'HostFold', deltas.numbered, 'uint16_t');
  const flat = [
    ['constexpr', 'uint16_t', 'kAsciiProperties', Array.from(words.slice(0, 0x80))],
    ['constexpr', 'uint16_t', 'kPropertyClasses', classes.distinct],
    ['constexpr', 'char32_t', 'kBracketClosers', brackets.map(([closer]) => closer)],
    ['constexpr', 'char32_t', 'kBracketOpeners', brackets.map(([, opener]) => opener)],
    ['constexpr', 'int32_t', 'kHostFoldDeltas', deltas.distinct],
  ];
  const bytes = properties.bytes + script.bytes + fold.bytes +
    flat.reduce((sum, [, type, , values]) => sum + byte_size(type, values), 0);
  const sizes = `${bytes} bytes: properties ${properties.bytes}, scripts ${script.bytes}, ` +
    `host_fold ${fold.bytes}, the rest ${bytes - properties.bytes - script.bytes - fold.bytes}`;
  const what = '// The tables of properties.h, which says what they mean; stages.mjs of unigen\n' +
    `// says how they are packed.\n// ${sizes}.`;
  const arrays = flat.map((array) => cpp_array(...array));
  return {
    path: 'src/unicode/properties_tables.inc',
    text: header(ucd, what) + [...arrays, properties.text, script.text, fold.text].join('\n'),
    summary: sizes,
  };
}

function names_file(ucd, script_names) {
  const what = '// The Unicode version and the scripts: SCRIPT(enumerator, "long name in the UCD").';
  const rows = script_names.map((name) => `  SCRIPT(${name.toLowerCase()}, "${name}")`);
  return {
    path: 'src/unicode/properties_names.inc',
    text: header(ucd, what) + `#define LINKSPAN_UNICODE_VERSION "${ucd.version}"\n\n` +
      `#define LINKSPAN_UNICODE_SCRIPTS(SCRIPT) \\\n${rows.join(' \\\n')}\n`,
    summary: `${script_names.length} scripts`,
  };
}

export async function properties_files({ unicode }) {
  const ucd = new Ucd(unicode);
  const terms = await link_terms(ucd);
  const brackets = await link_brackets(ucd, terms);
  const idna = idna_sets(ucd);
  const words = await property_words(ucd, terms, idna);
  const scripts = await script_numbers(ucd);
  return [tables_file(ucd, words, brackets, scripts, idna), names_file(ucd, scripts.names)];
}
