// SPDX-License-Identifier: Apache-2.0
// linkspan/js is the same engine without WebAssembly.
//
//   js.mjs equal DATA   the same links of all texts of corpus/, of lines of DATA, and of bytes that are not UTF-8
//   js.mjs alone        in a process without WebAssembly, TextEncoder, TextDecoder and URL, with --jitless, where links are found
//   js.mjs policy       in Chromium under `default-src 'self'`: linkspan throws NoEngineError, and links after load()
//   js.mjs hermes       the engine in that of React Native, if npm's hermes-engine-cli is there
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { find, findBytes, isOpenable, linkify, LinkIndex, Stream } from 'linkspan';
import * as js from 'linkspan/js';
import { find as findLite } from 'linkspan/lite';
import { find as findLiteJs } from 'linkspan/js/lite';

const modules = process.env.LINKSPAN_NODE_MODULES;
const folder = mkdtempSync(join(tmpdir(), 'linkspan-js-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const skip = (what) => { console.log(`skipped: ${what}`); process.exit(77); };

// Of each file of text, so many lines, from all of it, and of all lines so many: some 3 minutes of processor time.
const kMostLines = 1500;
const kMostTexts = 60_000;

function textsOf(place) {
  if (!existsSync(place)) return [];
  const texts = [];
  for (const name of readdirSync(place, { recursive: true })) {
    const file = join(place, String(name));
    if (!/\.(?:txt|tsv|json|jsonl|md|eml)$/.test(file) || !statSync(file).isFile() || statSync(file).size > 1 << 23) continue;
    const lines = readFileSync(file, 'utf8').split('\n').filter((line) => line !== '' && line.length < 20_000);
    const each = Math.max(1, Math.ceil(lines.length / kMostLines));
    texts.push(...lines.filter((_, i) => i % each === 0));
  }
  return texts;
}

const kFields = ['start', 'end', 'kind', 'form', 'endedBy', 'hasEscapes', 'iri', 'uri', 'display', 'host'];
const described = (link) => kFields.map((name) => link[name]).join(' ');

// The platform's IDNA may know another version of Unicode than the tables of linkspan/js: then the URIs of such hosts differ.
const placed = (link) => kFields.slice(0, 6).map((name) => link[name]).join(' ');
let ofPlatform = 0;
function isEqual(one, other) {
  if (one.length !== other.length) return false;
  return one.every((link, i) => {
    if (described(link) === described(other[i])) return true;
    if (placed(link) !== placed(other[i]) || !/[^\0-\x7F]|xn--/i.test(link.text + link.iri)) return false;
    ofPlatform++;
    return true;
  });
}

function checkEqual(data) {
  const ofCorpus = textsOf(`${process.env.LINKSPAN_SOURCE_DIR}/corpus`);
  const others = textsOf(data);
  const each = Math.max(1, Math.ceil(others.length / (kMostTexts - ofCorpus.length)));
  const texts = [...ofCorpus, ...others.filter((_, i) => i % each === 0)];
  const wrong = [];
  let links = 0;
  let otherOfLite = 0;
  const check = (what, text, one, other) => { if (!isEqual(one, other)) wrong.push(`${what}: ${JSON.stringify(text)}`); };
  for (const profile of ['prose', 'uts58', 'code', 'strict']) {
    const options = Object.freeze({ profile });
    for (const text of texts) {
      const expected = find(text, options);
      links += expected.length;
      check(profile, text, js.find(text, options), expected);
    }
  }
  for (const text of texts) {
    const expected = findLite(text);
    const found = findLiteJs(text);
    if (found.map(placed).join() !== expected.map(placed).join()) wrong.push(`lite: ${text}`);
    else otherOfLite += found.filter((link, i) => link.uri !== expected[i].uri).length;
  }
  // Bytes that are not UTF-8, and surrogates without their partner.
  for (const text of texts.slice(0, 2000)) {
    const bytes = Buffer.from(text);
    for (let i = 3; i < bytes.length; i += 7) bytes[i] ^= 0x80;
    check('bytes', text, js.findBytes(bytes), findBytes(bytes));
    const torn = text.replace(/[aeiou]/, '\uD83D').replace(/[aeiou](?=[^aeiou]*$)/, '\uDE00');
    check('surrogates', torn, js.find(torn), find(torn));
    if (js.linkify(text) !== linkify(text) && !/[^\0-\x7F]|xn--/i.test(text)) wrong.push(`linkify: ${text}`);
    const [stream, expected] = [new js.Stream(), new Stream()];
    const half = text.length >> 1;
    check('stream', text, [...stream.feed(text.slice(0, half)), ...stream.feed(text.slice(half)), ...stream.finish()],
      [...expected.feed(text.slice(0, half)), ...expected.feed(text.slice(half)), ...expected.finish()]);
    const [index, indexOfWasm] = [new js.LinkIndex(text), new LinkIndex(text)];
    check('index', text, index.replace(half, half, ' a.example.org/x ').added, indexOfWasm.replace(half, half, ' a.example.org/x ').added);
  }
  assert.equal(js.isOpenable('javascript:x'), isOpenable('javascript:x'));
  console.log(`${texts.length} texts in 4 profiles with ${links} links: ${wrong.length} wrong, ${ofPlatform} with another IDNA; lite: ${otherOfLite} with another IDNA`);
  console.log(wrong.slice(0, 5).join('\n'));
  assert.ok(texts.length > 2000 && wrong.length === 0 && ofPlatform < links / 100);
}

async function bundle(contents, options = {}) {
  const { build } = createRequire(join(modules, 'x.js'))('esbuild');
  const { outputFiles } = await build({ bundle: true, format: 'iife', write: false, logLevel: 'error', outdir: folder, stdin: { contents, resolveDir: modules }, ...options });
  return outputFiles;
}

const kText = 'see https://bücher.example/é, me@example.org and https://a.example/\u{1F600}.';
const kUris = ['https://xn--bcher-kva.example/%C3%A9', 'mailto:me@example.org', 'https://a.example/%F0%9F%98%80'];

async function checkAlone() {
  for (const entry of ['js', 'js/lite']) {
    const [{ text }] = await bundle(`import { find, linkify } from 'linkspan/${entry}'; const text = ${JSON.stringify(kText)};
      const uris = find(text).map((link) => link.uri); linkify(text); (globalThis.console?.log ?? print)(JSON.stringify(uris));`);
    const file = join(folder, 'alone.cjs');
    writeFileSync(file, `for (const name of ['WebAssembly', 'TextEncoder', 'TextDecoder', 'URL', 'atob', 'Buffer', 'process']) { delete globalThis[name]; globalThis[name] = undefined; }\n${text}`);
    for (const parameters of [[], ['--jitless']]) {
      assert.deepEqual(JSON.parse(execFileSync(process.execPath, ['--no-warnings', ...parameters, file], { encoding: 'utf8' })), kUris, `${entry} ${parameters}`);
    }
  }
  console.log('alone: passed');
}

// The engine alone: what is around it has classes, which Metro compiles for React Native.
async function checkHermes() {
  const hermes = join(modules, 'hermes-engine-cli/linux64-bin/hermes');
  if (!existsSync(hermes)) skip('there is no npm package hermes-engine-cli; run: tools/setup web');
  for (const [entry, profile, expected] of [['js', 0, find(kText)], ['js/lite', 1, findLite(kText)]]) {
    const place = (name) => JSON.stringify(join(process.env.LINKSPAN_PACKAGE, entry, 'esm', name));
    const [{ text }] = await bundle(`import { instantiate } from ${place('compiled.js')}; import { decode, encodeInto } from ${place('text.js')};
      const text = ${JSON.stringify(kText)}; const engine = instantiate({}); engine.initialize();
      const at = engine.input_buffer(1000); const { written } = encodeInto(text, new Uint8Array(engine.memory.buffer, at, 1000));
      const options = engine.engine_create(0, 0, ${profile}, 1, 1, 65536);
      encodeInto(text, new Uint8Array(engine.memory.buffer, at, 1000));
      const count = engine.find(options, written, text.length);
      const words = new Uint32Array(engine.memory.buffer, engine.found_records(), 20 * count);
      const places = []; for (let i = 0; i < count; i++) places.push([words[20 * i], words[20 * i + 2]]);
      print(JSON.stringify([places, decode(new Uint8Array(engine.memory.buffer, at, written)) === text]));`, { target: 'es2015' });
    const file = join(folder, 'hermes.js');
    writeFileSync(file, text);
    const { status, stdout, stderr } = spawnSync(hermes, ['-O0', file], { encoding: 'utf8', maxBuffer: 1 << 26 });
    assert.equal(status, 0, stderr.slice(0, 2000));
    assert.deepEqual(JSON.parse(stdout), [expected.map(({ start, end }) => [start, end]), true], entry);
  }
  console.log('hermes: passed');
}

async function checkPolicy() {
  const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (chromium === undefined) skip('there is no Chromium; run: tools/setup browser');
  const program = `import { find, load, NoEngineError } from 'linkspan';
    const text = ${JSON.stringify(kText)}; let refused = 'not refused';
    try { find(text); } catch (error) { refused = String(error instanceof NoEngineError && error.code); }
    await load();
    document.title = 'done ' + JSON.stringify({ refused, uris: find(text).map((link) => link.uri) });`;
  const files = new Map((await bundle(program, { format: 'esm', splitting: true })).map((file) => [file.path.slice(folder.length), file.text]));
  const entry = [...files.keys()].find((name) => name.includes('stdin'));
  const server = createServer((request, response) => {
    response.setHeader('Content-Security-Policy', "default-src 'self'");
    const text = files.get(request.url);
    response.setHeader('Content-Type', text === undefined ? 'text/html; charset=utf-8' : 'text/javascript; charset=utf-8');
    response.end(text ?? `<!DOCTYPE html><title>none</title><script type="module" src="${entry}"></script>`);
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  try {
    const { spawn } = await import('node:child_process');
    const dom = await new Promise((resolve) => {
      const child = spawn(chromium, ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${join(folder, 'profile')}`, '--virtual-time-budget=60000', '--timeout=120000',
        '--dump-dom', `http://127.0.0.1:${server.address().port}/`], { stdio: ['ignore', 'pipe', 'ignore'] });
      let text = '';
      child.stdout.on('data', (chunk) => { text += chunk; });
      child.on('close', () => resolve(text));
    });
    const result = JSON.parse(/<title>done (.*?)<\/title>/.exec(dom)?.[1] ?? 'null');
    assert.deepEqual(result, { refused: 'LINKSPAN_NO_ENGINE', uris: kUris });
  } finally {
    server.close();
  }
  console.log('policy: passed');
}

const checks = { equal: checkEqual, alone: checkAlone, hermes: checkHermes, policy: checkPolicy };
await checks[process.argv[2]](process.argv[3]);
