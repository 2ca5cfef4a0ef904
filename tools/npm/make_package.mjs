// SPDX-License-Identifier: Apache-2.0
// Makes the folder of the npm package: node make_package.mjs NODE_MODULES BUILD OUTPUT, with the modules that are in folders of BUILD
//
//   esm/*.js          src/*.js and src/glue/*.js as they are
//   esm/module.js     the module, embedded (src/unpack.js)
//   cjs/*.js          the same as CommonJS
//   node/esm, node/cjs  the same for Node.js, Bun and Deno, which read the module from a file, in few files
//   workerd/esm       the same for Cloudflare's workers, which import it
//   lite/…            a part of the same, with the smaller module
//   full/…            the same with the larger module, the warnings and iri
//   file/esm, file/cjs  the same without a module, for load(source)
//   full/file/*       both
//   js/…              the same with the engine as JavaScript (src/js), and js/lite/…
//   linkspan*.wasm    for these; explain() and linkspan/html have modules of their own
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [modules, build, output] = process.argv.slice(2).map((argument) => resolve(argument));
// The modules, by the names of their files in the package.
const kModules = {
  'linkspan.wasm': 'wasm/bin/linkspan.packed.wasm',
  'linkspan-lite.wasm': 'wasm_lite/bin/linkspan.packed.wasm',
  'linkspan-full.wasm': 'wasm/bin/linkspan_full.packed.wasm',
  'linkspan-html.wasm': 'wasm/bin/linkspan_html.packed.wasm',
  'linkspan-explain.wasm': 'wasm/bin/linkspan_explain.packed.wasm',
};
const { buildSync, transformSync } = createRequire(join(modules, 'x.js'))('esbuild');

const kSource = join(here, 'src');
const kLicense = '// SPDX-License-Identifier: Apache-2.0\n';

const kMade = `${kLicense}// Made by tools/npm/make_package.mjs.\n`;

function packed(bytes) {
  return execFileSync('xz', ['--format=raw', '--lzma1=preset=9e,lc=0,lp=0,pb=2', '--stdout'], { input: bytes, maxBuffer: 1 << 26 }).toString('base64');
}

function embedded(name) {
  const wasm = readFileSync(join(build, kModules[name]));
  return `${kMade}import { unpack } from './unpack.js';
export const moduleBytes = () => unpack('${packed(wasm)}', ${wasm.length});
`;
}

// What unpacks it (src/unpack.js).
const unpacker = ['unpacker.js', `${kMade}export const unpacker = '${readFileSync(join(build, 'wasm/bin/unpack.packed.wasm')).toString('base64')}';\n`];

// For Node.js, Bun and Deno, in a folder `node`: the module is a file of the package, by `up` from here. A bundler may have moved this
// text elsewhere, and Deno may not be allowed to read: then the embedded module is used.
function inFile(name, up, form, file = 'module.js') {
  const { size } = statSync(join(build, kModules[name]));
  const isEsm = form === 'esm';
  const imports = isEsm
    ? `import { readFileSync } from 'node:fs';\nimport { fileURLToPath } from 'node:url';\nimport { moduleBytes as embedded } from '../../esm/${file}';\n`
    : "const { readFileSync } = require('node:fs');\nconst { join } = require('node:path');\n";
  const place = isEsm ? `fileURLToPath(new URL('${up}${name}', import.meta.url))` : `join(__dirname, '${up}${name}')`;
  return `${kMade}${imports}
// A file of another size is that of another version.
function read() {
  try {
    const path = ${place};
    const isAllowed = globalThis.Deno?.permissions?.querySync({ name: 'read', path }).state ?? 'granted';
    const bytes = isAllowed === 'granted' ? readFileSync(path) : undefined;
    return bytes?.length === ${size} ? bytes : undefined;
  } catch {
    return undefined;  // there is no such file where a bundler has put this
  }
}
${isEsm ? 'export const moduleBytes = () => read() ?? embedded();' : `exports.moduleBytes = () => read() ?? require('../../cjs/${file}').moduleBytes();`}
`;
}

// For Cloudflare's workers, where a module may not be compiled: it is imported.
const imported = (name, up) => `${kMade}import module from '${up}${name}';
export const moduleBytes = () => module;
`;

// What load() takes where WebAssembly is refused. `path`: from a file of the folder.
const fallbackTo = (path) => ['fallback.js', `${kMade}export const fallback = ${path === undefined ? 'async () => undefined' : `() => import('${path}')`};\n`];

// What wasm2js has made, as a function that makes an instance. PERF: its data is a string, as base64 hides repetitions from brotli: 266 KB
// then, and 12 % less so.
function engine(folder) {
  const made = readFileSync(join(build, folder, 'linkspan.js'), 'utf8');
  const begin = made.indexOf('function initActiveSegments');
  const end = made.indexOf('var retasmFunc = ');
  if (begin < 0 || end < 0) throw new Error(`${folder}/linkspan.js is not what wasm2js of binaryen 132 writes`);
  const code = made.slice(begin, end).replace(/base64DecodeToExistingUint8Array\(bufferView, (\d+), "([^"]*)"\);/g,
    (_, at, data) => `put(${at}, ${JSON.stringify(Buffer.from(data, 'base64').toString('latin1'))});`);
  const kPut = 'var bufferView; function put(at, text) { for (var i = 0; i < text.length; i++) bufferView[at + i] = text.charCodeAt(i); }';
  return `${kMade}${transformSync(`${kPut}${code}export const instantiate = asmFunc;`, { minify: true, format: 'esm', target: 'es2018', charset: 'utf8' }).code}`;
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

// As CommonJS; import() stays.
const asCommonJs = (text) => transformSync(text, { format: 'cjs', target: 'es2022', platform: 'node', charset: 'utf8', supported: { 'dynamic-import': true } }).code;

function writeEsm(folder, files) {
  for (const [name, text] of files) write(join(output, folder, 'esm', name), text);
}

// One folder of ES modules, and the same as CommonJS. A text that differs is a function of the form.
function writeBoth(folder, files) {
  writeEsm(folder, files.map(([name, text]) => [name, typeof text === 'function' ? text('esm') : text]));
  for (const [name, given] of files) {
    const text = typeof given === 'function' ? given('cjs') : given;
    write(join(output, folder, 'cjs', name), name.endsWith('.d.ts') ? text.replaceAll('/esm/', '/cjs/') : asCommonJs(text));
  }
  write(join(output, folder, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
}

// The files of a folder as one for each entry point, and one for what they share. PERF: Node takes a millisecond for each file.
function joinFiles(folder) {
  const parts = join(dirname(folder), 'parts');  // as deep, so that paths stay
  renameSync(folder, parts);
  const names = ['index.js', ...glue.map(([name]) => name).filter((name) => name.endsWith('.js'))];
  buildSync({
    entryPoints: names.map((name) => join(parts, name)).filter(existsSync), outdir: folder, bundle: true, splitting: true, format: 'esm', platform: 'node',
    target: 'es2022', packages: 'external', external: ['*/compiled.js'], chunkNames: 'shared-[hash]', logLevel: 'warning',
  });
  rmSync(parts, { recursive: true });
}

// Further modules: of src/explain.js and src/glue/html.js.
const kOfExplain = ['explain_module.js', 'linkspan-explain.wasm'];
const modulesOf = (folder) => ({ '': [kOfExplain, ['html_module.js', 'linkspan-html.wasm']], full: [kOfExplain] })[folder] ?? [];
// The embedded module of the folder '' for another one.
const same = (up, file) => (form) => `${kMade}export { moduleBytes } from '${up}${form}/${file}';\n`;

// `folder` with the module `name` embedded, and the same with it in a file and imported. `engine`: where the engine is as JavaScript.
function writeEverywhere(folder, name, files, engine) {
  const readers = modulesOf(folder);
  const code = files.filter(([file]) => !file.endsWith('.d.ts') && !kOfWasm.includes(file));
  const up = folder === '' ? '../' : '../../';
  const fallback = (more) => fallbackTo(engine === undefined ? undefined : `${more}${up}${engine}`);
  writeBoth(folder, [...files, unpacker, fallback(''), ['module.js', embedded(name)], ...readers.map(([file, wasm]) => [file, folder === '' ? embedded(wasm) : same(up, file)])]);
  writeBoth(join(folder, 'node'), [...code, fallback('../')]);
  for (const [file, wasm] of [['module.js', name], ...readers]) {
    for (const form of ['esm', 'cjs']) write(join(output, folder, 'node', form, file), inFile(wasm, `../${up}`, form, file));
  }
  joinFiles(join(output, folder, 'node/esm'));
  const ofWorkers = [['module.js', name], ...readers].map(([file, wasm]) => [file, imported(wasm, `../${up}`)]);
  writeEsm(join(folder, 'workerd'), [...code, fallback('../'), ...ofWorkers]);
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

// What an application imports by this name, and with require(): where it runs decides how the module comes.
// `types`: the folder with the types, which are one for all ways.
function entry(folder, name, types = folder) {
  const [at, typed] = [folder, types].map((each) => (each === '' ? '.' : `./${each}`));
  const when = (condition, place) => (existsSync(join(output, folder, place, `${name}.js`)) ? { [condition]: `${at}/${place}/${name}.js` } : {});
  return {
    import: {
      types: `${typed}/esm/${name}.d.ts`, ...when('workerd', 'workerd/esm'), ...when('node', 'node/esm'), default: `${at}/esm/${name}.js`,
    },
    require: { types: `${typed}/cjs/${name}.d.ts`, ...when('node', 'node/cjs'), default: `${at}/cjs/${name}.js` },
  };
}

// The files of src, and those of a folder in it.
const filesOf = (folder) => sources(folder, readdirSync(folder).filter((name) => name.includes('.')));
const core = filesOf(kSource);
const glue = filesOf(join(kSource, 'glue'));
const lite = filesOf(join(kSource, 'lite'));
const js = filesOf(join(kSource, 'js'));
// Not needed where the module is not embedded.
const kOfWasm = ['base64.js', 'unpack.js'];

// `files`, but those of `own` in the place of those with the same name.
function withOwn(files, own) {
  const names = new Set(own.map(([name]) => name));
  return [...files.filter(([name]) => !names.has(name)), ...own];
}

// linkspan/full: files of full/ take the place of those with the same name, and its index exports that of the core as base.js.
function filesOfFull() {
  const renamed = core.filter(([name]) => name !== 'punycode.js').map(([name, text]) => [name.replace(/^index\./, 'base.'), text]);
  return withOwn(renamed, filesOf(join(kSource, 'full')));
}

// linkspan/lite: a part of the core with files of lite/.
function filesOfLite() {
  const kNames = ['compile.js', 'find.js', 'instance.js', 'link.js', 'linkify.js', 'openable.js', 'options.js', 'rules.js', 'text.js', 'warnings.js', ...kOfWasm];
  return [...withOwn(core.filter(([name]) => kNames.includes(name)), lite), ['scheme_lists.js', schemeLists()]];
}

// Patterns that React Native's engine does not know become calls, which fail when they are reached and not when the file is read.
const withoutNewPatterns = (text) => transformSync(text, { format: 'esm', target: 'es2022', charset: 'utf8',
  supported: { 'regexp-sticky-and-unicode-flags': false, 'regexp-lookbehind-assertions': false } }).code;

// linkspan/js: `files` with the engine as JavaScript, which `folder` of the build has.
function withoutWasm(files, folder) {
  const module = `${kMade}import * as compiled from './compiled.js';\nexport const moduleBytes = () => compiled;\n`;
  const code = files.filter(([name]) => !kOfWasm.includes(name) && !name.endsWith('.d.ts')).map(([name, text]) => [name, withoutNewPatterns(text)]);
  return [...withOwn(code, js), fallbackTo(), ['module.js', module], noModule('explain_module.js'), ['compiled.js', engine(folder)]];
}

// Without a module: the application passes one to load(), such as linkspan.wasm. That of explain() is embedded.
const noModule = (file = 'module.js') => [file, `${kLicense}export const moduleBytes = () => null;\n`];
const explainFrom = (up) => [kOfExplain[0], same(up, kOfExplain[0])];

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
writeEverywhere('', 'linkspan.wasm', [...core, ...glue], 'js/esm/compiled.js');
writeEverywhere('lite', 'linkspan-lite.wasm', filesOfLite(), 'js/lite/esm/compiled.js');
writeEverywhere('full', 'linkspan-full.wasm', filesOfFull());
const inTheirFile = (files) => files.filter(([name]) => !kOfWasm.includes(name));
writeBoth('file', [...inTheirFile(core), noModule(), explainFrom('../../'), fallbackTo('../../js/esm/compiled.js')]);
writeBoth('full/file', [...inTheirFile(filesOfFull()), noModule(), explainFrom('../../../'), fallbackTo()]);
writeBoth('js', withoutWasm([...core, ...glue].filter(([name]) => name !== 'html.js'), 'wasm_js'));
writeBoth('js/lite', withOwn(withoutWasm(filesOfLite(), 'wasm_lite_js'), filesOf(join(kSource, 'js/lite'))));
cpSync(join(here, 'bin'), join(output, 'bin'), { recursive: true });
for (const [name, path] of Object.entries(kModules)) cpSync(join(build, path), join(output, name));

const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
manifest.version = version();
manifest.exports = { '.': entry('', 'index'), './lite': entry('lite', 'index'), './file': entry('file', 'index') };
manifest.main = './cjs/index.js';
manifest.types = './cjs/index.d.ts';
for (const [name] of glue.filter(([each]) => each.endsWith('.js'))) {
  manifest.exports[`./${name.slice(0, -3)}`] = entry('', name.slice(0, -3));
}
manifest.exports['./full'] = entry('full', 'index');
manifest.exports['./full/file'] = entry('full/file', 'index');
manifest.exports['./js'] = entry('js', 'index', '');
manifest.exports['./js/lite'] = entry('js/lite', 'index', 'lite');
manifest.exports['./js/engine'] = entry('js', 'compiled');
for (const name of Object.keys(kModules)) manifest.exports[`./${name}`] = `./${name}`;
manifest.exports['./package.json'] = './package.json';
write(join(output, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
for (const name of ['README.md', '../../LICENSE']) {
  if (existsSync(join(here, name))) cpSync(join(here, name), join(output, name.replace('../../', '')));
}
