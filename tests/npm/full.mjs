// SPDX-License-Identifier: Apache-2.0
// linkspan/full: iri gives what `linkspan iri` gives, for the public vectors, attacks and hosts of all kinds; and the links of the
// corpus have the warnings, IRIs, URIs and display forms that `linkspan scan` writes.
//
//   full.mjs COMMAND DATA
//
// In a message, the package names a character only if that is not seen, looks like a delimiter, or is another one by IDNA2003.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { find, iri } from 'linkspan/full';

const [command, data] = process.argv.slice(2);
const kCorpus = `${process.env.LINKSPAN_SOURCE_DIR}/corpus`;

function run(args, input) {
  try {
    return execFileSync(command, args, { input, maxBuffer: 1 << 30, stdio: ['pipe', 'pipe', 'ignore'] }).toString();
  } catch (error) {
    if (error.status !== 1) throw error;  // 1: some were not IRIs
    return error.stdout.toString();
  }
}

const records = (output) => output.trimEnd().split('\n').map((line) => JSON.parse(line));

// ---- Texts

const isLine = (text) => typeof text === 'string' && text !== '' && !/[\n\r\0\uFFFD]/.test(text) && text.isWellFormed?.() !== false &&
  !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function vectors() {
  const texts = new Set();
  const add = (text) => { if (isLine(text)) texts.add(text); };
  const folder = `${data}/iri`;
  if (!existsSync(folder)) return [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl'))) {
    for (const record of records(readFileSync(`${folder}/${file}`, 'utf8'))) {
      for (const value of Object.values(record)) add(value);
    }
  }
  for (const file of ['toascii.json', 'IdnaTestV2.json', 'IdnaTestV2-removed.json', 'urltestdata.json']) {
    if (!existsSync(`${folder}/wpt/${file}`)) continue;
    for (const record of readJson(`${folder}/wpt/${file}`)) {
      if (typeof record !== 'object') continue;
      add(record.base === undefined ? `https://${record.input}/` : record.input);
    }
  }
  return [...texts];
}

// Lines of the corpus without marks; an attack is the first word of its line.
function textOf(line) {
  return line.replace(/[⸠⸡]/gu, '').replace(/⟦([0-9A-F ]+)⟧/gu,
    (_, codes) => codes.split(' ').map((code) => String.fromCodePoint(parseInt(code, 16))).join(''));
}

function corpus() {
  const texts = new Set();
  for (const file of readdirSync(kCorpus).filter((name) => name.endsWith('.txt'))) {
    for (const line of readFileSync(`${kCorpus}/${file}`, 'utf8').split('\n')) {
      if (line !== '' && !line.startsWith('#') && !line.includes('⟦=')) texts.add(textOf(line));
    }
  }
  return [...texts];
}

// ---- Comparison

// By the message of the command, which names every character.
const withoutName = (message) => message.replace(/U\+[0-9A-F]{4,6} [A-Z][A-Z0-9 ()-]*[A-Z0-9)](?![a-z])/g, (all) => all.slice(0, all.indexOf(' ')));

// Of the command, in UTF-16 units.
function unitsOf(text) {
  const bytes = Buffer.from(text);
  return (offset) => bytes.subarray(0, offset).toString().length;
}

const kVerbs = {
  'to-uri': (text) => iri.toUri(text),
  'to-iri': (text) => iri.toIri(text),
  normalize: (text) => iri.normalize(text),
  minimal: (text) => iri.minimal(text),
  display: (text) => iri.display(text),
};

const wrong = [];

function outcomeOf(verb, text) {
  try {
    return { output: kVerbs[verb](text) };
  } catch (error) {
    if (!(error instanceof iri.IriError)) throw error;
    return { error: { position: error.offset, message: error.message } };
  }
}

function checkVerb(verb, texts) {
  const native = records(run(['iri', verb, '--json'], texts.join('\n') + '\n'));
  assert.equal(native.length, texts.length);
  let warnings = 0;
  texts.forEach((text, i) => {
    const units = unitsOf(text);
    const { output, error, warnings: expected = [] } = native[i];
    const got = outcomeOf(verb, text);
    const wanted = error === undefined ? { output } : { error: { position: units(error.position), message: error.message } };
    const own = output === undefined ? [] : iri.diagnose(text).map(({ name, start, end, message }) => ({ name, start, end, message: withoutName(message) }));
    const theirs = expected.map(({ name, start, end, message }) => ({ name, start: units(start), end: units(end), message: withoutName(message) }));
    warnings += own.length;
    try {
      assert.deepEqual(got, wanted, `${verb} ${text}`);
      assert.deepEqual(own, theirs, `${verb} ${text}`);
    } catch (failure) {
      wrong.push(`${verb} ${JSON.stringify(text)}: ${failure.message.split('\n').filter((line) => /^[+-] /.test(line)).join(' ')}`);
    }
  });
  console.log(`${verb}: ${texts.length} texts, ${warnings} warnings`);
}

function checkResolve() {
  const pairs = [];
  if (existsSync(`${data}/iri`)) {
    for (const file of ['jena.jsonl', 'w3c-rdf.jsonl', 'rfc3987.jsonl', 'iri-string.jsonl', 'fluent-uri.jsonl']) {
      for (const { base, input } of records(readFileSync(`${data}/iri/${file}`, 'utf8'))) {
        if (isLine(base) && isLine(input) && !/[ \t]/.test(base + input)) pairs.push([base, input]);
      }
    }
  }
  const native = records(run(['iri', 'resolve', '--json'], pairs.map((pair) => pair.join('\t')).join('\n') + '\n'));
  pairs.forEach(([base, reference], i) => {
    let got;
    try { got = iri.resolve(base, reference); } catch (error) { got = undefined; }
    assert.equal(got, native[i].output, `${base} ${reference}`);
  });
  const compared = run(['iri', 'compare'], pairs.map((pair) => pair.join('\t')).join('\n') + '\n').trimEnd().split('\n');
  pairs.forEach(([left, right], i) => {
    if (compared[i] !== '') assert.equal(iri.compare(left, right) ?? 'different', compared[i], `${left} ${right}`);
  });
  console.log(`resolve, compare: ${pairs.length} pairs`);
}

function checkLinks(texts) {
  const input = texts.map((text, id) => JSON.stringify({ id, text })).join('\n') + '\n';
  const native = records(run(['scan', '--from', 'jsonl', '--offsets', 'utf16'], input));
  let links = 0;
  let serious = 0;
  texts.forEach((text, i) => {
    const lower = (form) => form.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    const theirs = native[i].links.map(({ start, end, iri: form, uri, display = form, warnings = [] }) =>
      ({ start, end, iri: form, uri, display, warnings: warnings.filter((name) => name !== 'text-names-other-host') }));
    const own = find(text).map(({ start, end, iri: form, uri, display, warnings }) =>
      ({ start, end, iri: form, uri, display: lower(display) === lower(form) ? form : display, warnings }));
    links += own.length;
    serious += own.filter(({ warnings }) => warnings.length > 0).length;
    try {
      assert.deepEqual(own, theirs, text);
    } catch (failure) {
      wrong.push(`find ${JSON.stringify(text)}: ${failure.message.split('\n').filter((line) => /^[+-] /.test(line)).join(' ')}`);
    }
  });
  console.log(`find: ${texts.length} texts with ${links} links, ${serious} of them with warnings`);
}

const texts = [...new Set([...vectors(), ...corpus().map((text) => text.split(' ')[0]).filter(isLine)])];
for (const verb of Object.keys(kVerbs)) checkVerb(verb, texts);
checkResolve();
checkLinks(corpus());
console.log(`${wrong.length} wrong\n${wrong.slice(0, 12).join('\n')}`);
assert.equal(wrong.length, 0);
if (existsSync(`${data}/iri`)) assert.ok(texts.length > 14000);
