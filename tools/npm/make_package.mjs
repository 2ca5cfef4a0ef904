// SPDX-License-Identifier: Apache-2.0
// Makes the folder of the npm package: node make_package.mjs NODE_MODULES MODULE LITE_MODULE FULL_MODULE OUTPUT HTML_MODULE
//
//   esm/*.js          src/*.js and src/glue/*.js as they are
//   esm/module.js     the module, embedded: LZMA in base64 (src/lzma.js)
//   cjs/*.js          the same as CommonJS
//   lite/esm, lite/cjs  a part of the same, with the smaller module
//   full/esm, full/cjs  the same with the larger module, the warnings and iri
//   file/esm, file/cjs  the same without a module, for load(source)
//   full/file/*       both
//   linkspan.wasm, linkspan-full.wasm  for these
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [modules, wasm, wasmOfLite, wasmOfFull, output, wasmOfHtml] = process.argv.slice(2).map((argument) => resolve(argument));
const { transformSync } = createRequire(join(modules, 'x.js'))('esbuild');

const kSource = join(here, 'src');
const kLicense = '// SPDX-License-Identifier: Apache-2.0\n';

function embedded(path) {
  const wasm = readFileSync(path);
  const packed = execFileSync('xz', ['--format=raw', '--lzma1=preset=9e,lc=0,lp=0,pb=2', '--stdout', path], { maxBuffer: 1 << 26 });
  return `${kLicense}// Made by tools/npm/make_package.mjs.
import { decodeBase64 } from './base64.js';
import { decodeLzma } from './lzma.js';
const packed = '${packed.toString('base64')}';
export const moduleBytes = () => decodeLzma(decodeBase64(packed), ${wasm.length});
`;
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

// One folder of ES modules, and the same as CommonJS.
function writeBoth(folder, files) {
  for (const [name, text] of files) {
    write(join(output, folder, 'esm', name), text);
    if (name.endsWith('.d.ts')) write(join(output, folder, 'cjs', name), text.replaceAll('/esm/', '/cjs/'));
    else write(join(output, folder, 'cjs', name), transformSync(text, { format: 'cjs', target: 'es2022' }).code);
  }
  write(join(output, folder, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
}

function version() {
  const header = readFileSync(join(here, '../../include/linkspan/version.h'), 'utf8');
  return /LINKSPAN_VERSION_STRING "(.*)"/.exec(header)[1];
}

function sources(folder, names) {
  return names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
}

// Of grammars/schemes.txt: what may be opened with one click, and what is never opened.
function schemeLists() {
  const rows = readFileSync(join(here, '../../grammars/schemes.txt'), 'utf8').split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const namesOf = (pattern) => rows.filter((row) => pattern.test(row)).map((row) => row.split(/\s/)[0]).join(' ');
  return `${kLicense}export const kOpenedSafely = new Set('${namesOf(/opens=safely/)}'.split(' '));
export const kNeverOpened = new Set('${namesOf(/opens=(?:as-page|code)/)}'.split(' '));
`;
}

// What an application imports by this name, and with require().
function entry(folder, name) {
  const at = folder === '' ? '.' : `./${folder}`;
  return {
    import: { types: `${at}/esm/${name}.d.ts`, default: `${at}/esm/${name}.js` },
    require: { types: `${at}/cjs/${name}.d.ts`, default: `${at}/cjs/${name}.js` },
  };
}

const core = readdirSync(kSource).filter((name) => !['glue', 'lite', 'full'].includes(name));
const glue = readdirSync(join(kSource, 'glue'));

// linkspan/full: files of full/ take the place of those with the same name, and its index exports that of the core as base.js.
function writeFull(to, module) {
  const folder = join(kSource, 'full');
  const own = readdirSync(folder);
  const shared = sources(kSource, core.filter((name) => name !== 'punycode.js' && (name.startsWith('index.') || !own.includes(name))))
    .map(([name, text]) => [name.replace(/^index\./, 'base.'), text]);
  writeBoth(to, [...shared, ...sources(folder, own), ['module.js', module]]);
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
writeBoth('', [...sources(kSource, core), ...sources(join(kSource, 'glue'), glue),
  ['module.js', embedded(wasm)], ['html_module.js', embedded(wasmOfHtml)]]);
// The smaller module, with its own files in the place of those of their names.
const kOfLite = ['base64.js', 'find.js', 'instance.js', 'link.js', 'linkify.js', 'lzma.js', 'openable.js', 'options.js', 'rules.js', 'warnings.js'];
writeBoth('lite', [...sources(kSource, kOfLite), ...sources(join(kSource, 'lite'), readdirSync(join(kSource, 'lite'))),
  ['scheme_lists.js', schemeLists()], ['module.js', embedded(wasmOfLite)]]);
// Without a module: the application passes one to load(), such as linkspan.wasm.
const kNoModule = `${kLicense}export const moduleBytes = () => null;\n`;
writeBoth('file', [...sources(kSource, core), ['module.js', kNoModule]]);
writeFull('full', embedded(wasmOfFull));
writeFull('full/file', kNoModule);
cpSync(join(here, 'bin'), join(output, 'bin'), { recursive: true });
cpSync(wasm, join(output, 'linkspan.wasm'));
cpSync(wasmOfFull, join(output, 'linkspan-full.wasm'));

const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
manifest.version = version();
manifest.exports = { '.': entry('', 'index'), './lite': entry('lite', 'index'), './file': entry('file', 'index') };
manifest.main = './cjs/index.js';
manifest.types = './cjs/index.d.ts';
for (const name of glue.filter((each) => each.endsWith('.js'))) {
  manifest.exports[`./${name.slice(0, -3)}`] = entry('', name.slice(0, -3));
}
manifest.exports['./full'] = entry('full', 'index');
manifest.exports['./full/file'] = entry('full/file', 'index');
manifest.exports['./linkspan.wasm'] = './linkspan.wasm';
manifest.exports['./linkspan-full.wasm'] = './linkspan-full.wasm';
manifest.exports['./package.json'] = './package.json';
write(join(output, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
for (const name of ['README.md', '../../LICENSE']) {
  if (existsSync(join(here, name))) cpSync(join(here, name), join(output, name.replace('../../', '')));
}
