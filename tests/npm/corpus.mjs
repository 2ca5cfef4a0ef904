// SPDX-License-Identifier: Apache-2.0
// All cases of corpus/ in all profiles, and sampled cuts of each as a stream: the links of the package are those of the command.
//
//   corpus.mjs COMMAND
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { find, Stream } from 'linkspan';

// What is mapped without the module is what the module maps. These files are another instance than what Node gets.
await (await import(`${process.env.LINKSPAN_PACKAGE}/esm/instance.js`)).ready;
const { destinationsOf, mappedByModule } = await import(`${process.env.LINKSPAN_PACKAGE}/esm/destination.js`);

const [command] = process.argv.slice(2);
const kFolder = `${process.env.LINKSPAN_SOURCE_DIR}/corpus`;

// The text of a line: without marks, with its code points. Raw bytes (`⟦=C0 AF⟧`) have no string.
function textOf(line) {
  return line.replace(/[⸠⸡]/gu, '').replace(/⟦([0-9A-F ]+)⟧/gu,
    (_, codes) => codes.split(' ').map((code) => String.fromCodePoint(parseInt(code, 16))).join(''));
}

function readTexts() {
  const texts = new Set();
  for (const file of readdirSync(kFolder).filter((name) => name.endsWith('.txt'))) {
    for (const line of readFileSync(`${kFolder}/${file}`, 'utf8').split('\n')) {
      if (line !== '' && !line.startsWith('#') && !line.includes('⟦=')) texts.add(textOf(line));
    }
  }
  return [...texts];
}

// By the command, in one process for each profile.
function findNatively(texts, profile) {
  const input = texts.map((text, id) => JSON.stringify({ id, text })).join('\n') + '\n';
  const output = execFileSync(command, ['scan', '--from', 'jsonl', '--offsets', 'utf16', '--profile', profile],
    { input, maxBuffer: 1 << 30 });
  return output.toString().trimEnd().split('\n').map((line) => JSON.parse(line).links);
}

// As the command writes it: without a display form that is the IRI but for the case of ASCII letters.
function described(link) {
  const lower = (text) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const { start, end, kind, form, text, iri, uri, endedBy, display } = link;
  const one = { start, end, kind, form, text, iri, uri, ended_by: endedBy };
  return lower(display) === lower(iri) ? one : { ...one, display };
}

// The text of the package is what is written, that of the command has no escapes of a terminal.
function nativeWithoutWarnings({ start, end, kind, form, iri, uri, ended_by, display }, source) {
  const text = source.slice(start, end);
  const one = { start, end, kind, form, text, iri, uri, ended_by };
  return display === undefined ? one : { ...one, display };
}

// A generator with a seed, so that a failure is repeated.
let seed = 1;
function random(below) {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7FFFFFFF;
  return (seed >> 8) % below;
}

const streams = new Map();
function findInChunks(text, profile) {
  if (!streams.has(profile)) streams.set(profile, new Stream({ profile }));
  const stream = streams.get(profile);
  const links = [];
  for (let at = 0; at < text.length;) {
    const end = Math.min(text.length, at + 1 + random(1 + random(60)));
    links.push(...stream.feed(text.slice(at, end)));
    at = end;
  }
  links.push(...stream.finish());
  return links;
}

// The platform's IDNA may know another version of Unicode, and Node 20 does not check the Bidi Rule (RFC 5893): then a host has
// A-labels that the command percent-encodes. All else must be the same.
let ofPlatform = 0;
function withoutPlatform(got, expected) {
  return got.map((link, i) => {
    const wanted = expected[i];
    const differs = wanted !== undefined && link.uri !== wanted.uri && link.iri === wanted.iri && /[^\0-\x7F]/.test(link.iri);
    if (!differs) return link;
    ofPlatform++;
    const { display, ...rest } = link;
    return { ...rest, uri: wanted.uri, ...(wanted.display === undefined ? {} : { display: wanted.display }) };
  });
}

const kKinds = ['url', 'email'];
const kForms = ['scheme', 'www', 'domain', 'address', 'mailto', 'delimited'];
function checkMapping(link) {
  const facts = kKinds.indexOf(link.kind) | kForms.indexOf(link.form) << 4 | (link.hasEscapes ? 1 << 12 : 0) | (link.parts.scheme === undefined ? 0 : 1 << 13);
  for (const each of [facts, facts | 1 << 14]) assert.deepEqual(destinationsOf(link.text, each), mappedByModule(link.text, each), link.text);
}

const texts = readTexts();
let checked = 0;
let links = 0;
const wrong = [];
for (const profile of ['prose', 'uts58', 'code', 'strict']) {
  const native = findNatively(texts, profile);
  assert.equal(native.length, texts.length);
  texts.forEach((text, i) => {
    const expected = native[i].map((link) => nativeWithoutWarnings(link, text));
    const asFound = find(text, { profile });
    asFound.forEach(checkMapping);
    const found = asFound.map(described);
    checked++;
    links += found.length;
    const streamed = findInChunks(text, profile).map(described);
    for (const [how, got] of [['find', found], ['stream', streamed]]) {
      try {
        assert.deepEqual(withoutPlatform(got, expected), expected);
      } catch (error) {
        wrong.push(`${profile} ${how} ${JSON.stringify(text)}: ${error.message}`);
      }
    }
  });
}
console.log(`${checked} texts with ${links} links, ${wrong.length} wrong, ${ofPlatform / 2} with another IDNA`);
console.log(wrong.slice(0, 5).join('\n'));
assert.ok(checked > 9000 && wrong.length === 0 && ofPlatform < 100);
