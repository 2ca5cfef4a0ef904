// SPDX-License-Identifier: Apache-2.0
// In Chromium, from a file and under a Content-Security-Policy without unsafe-eval: the package finds the links of all texts of
// corpus/ that it finds in Node, which corpus.mjs compares with the command.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { find } from 'linkspan';

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => {
  try { return readFileSync(path, { flag: 'r' }).length > 0; } catch { return false; }
});
if (chromium === undefined) {
  console.log('skipped: there is no Chromium; run: tools/setup browser');
  process.exit(77);
}
const folder = mkdtempSync(join(tmpdir(), 'linkspan-browser-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const texts = [];
const corpus = `${process.env.LINKSPAN_SOURCE_DIR}/corpus`;
for (const file of readdirSync(corpus).filter((name) => name.endsWith('.txt'))) {
  for (const line of readFileSync(`${corpus}/${file}`, 'utf8').split('\n')) {
    if (line !== '' && !line.startsWith('#')) texts.push(line.replace(/[⸠⸡]/gu, ''));
  }
}
const profiles = ['prose', 'uts58', 'code', 'strict'];
const placesOf = (each, profile) => find(each, { profile }).map(({ start, end, kind, iri }) => `${start}-${end} ${kind} ${iri}`).join('\n');
const expected = profiles.map((profile) => texts.map((text) => placesOf(text, profile)));

const { build } = createRequire(join(process.env.LINKSPAN_NODE_MODULES, 'x.js'))('esbuild');
const program = `import { find, linkify, Stream } from ${JSON.stringify(`${process.env.LINKSPAN_PACKAGE}/esm/index.js`)};
const { texts, profiles, expected } = JSON.parse(document.getElementById('data').textContent);
const placesOf = ${placesOf};
const begin = performance.now();
find('www.example.org');
const first = performance.now() - begin;
let wrong = 0, checked = 0, hosts = 0;
profiles.forEach((profile, p) => {
  const stream = new Stream({ profile });
  texts.forEach((text, i) => {
    checked++;
    if (placesOf(text, profile) !== expected[p][i]) wrong++;
    const half = text.length >> 1;
    const streamed = [...stream.feed(text.slice(0, half)), ...stream.feed(text.slice(half)), ...stream.finish()];
    if (streamed.map(({ start, end, kind, iri }) => start + '-' + end + ' ' + kind + ' ' + iri).join('\\n') !== expected[p][i]) wrong++;
  });
});
let evaluated = 'eval is refused';
try { evaluated = String(new Function('return 1')()); } catch {}
document.body.insertAdjacentHTML('beforeend', linkify('see www.example.org/é'));
document.title = 'done ' + JSON.stringify({ checked, wrong, evaluated, first: Math.round(first), link: document.querySelector('a').href });`;
const { outputFiles: [{ text: script }] } = await build({ bundle: true, format: 'iife', write: false, logLevel: 'error', stdin: { contents: program, resolveDir: folder } });
const safe = (text) => text.replace(/<\//g, '<\\/');
writeFileSync(join(folder, 'page.html'), `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'"></head><body>
<script type="application/json" id="data">${safe(JSON.stringify({ texts, profiles, expected }))}</script><script>${safe(script)}</script></body></html>`);
const dom = execFileSync(chromium, ['--headless=new', '--no-sandbox', '--disable-gpu', `--user-data-dir=${join(folder, 'profile')}`, '--virtual-time-budget=120000',
  '--timeout=120000', '--dump-dom', `file://${join(folder, 'page.html')}`], { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
const result = JSON.parse(/<title>done (.*?)<\/title>/.exec(dom)[1]);
console.log(JSON.stringify(result));
assert.equal(result.checked, texts.length * 4);
assert.equal(result.wrong, 0);
assert.equal(result.evaluated, 'eval is refused');
assert.equal(result.link, 'http://www.example.org/%C3%A9');
