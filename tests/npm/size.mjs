// SPDX-License-Identifier: Apache-2.0
// Where each byte of the package goes: what esbuild puts into an application, and the sections, functions and tables of the modules, by
// the map that the linker writes. Fails where an application gets more than it may.
//
//   size.mjs BUILD
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

const [build] = process.argv.slice(2);
const modules = process.env.LINKSPAN_NODE_MODULES;
const compressed = (bytes) => brotliCompressSync(bytes).length;

// The most that each import may cost, in bytes of brotli.
const kBudgets = [
  ["{ find } from 'linkspan'", 140_000],
  ["{ find } from 'linkspan/lite'", 55_000],
  ["{ find } from 'linkspan/js'", 260_000],
  ["{ find } from 'linkspan/js/lite'", 85_000],
  ["{ find } from 'linkspan/file'", 8_000],
];

async function checkBundles() {
  const { build: bundle } = createRequire(join(modules, 'x.js'))('esbuild');
  for (const [imported, most] of kBudgets) {
    const { outputFiles: [{ contents }] } = await bundle({ bundle: true, minify: true, format: 'esm', write: false, logLevel: 'error',
      stdin: { contents: `import ${imported}; console.log(find);`, resolveDir: modules } });
    const size = compressed(contents);
    console.log(`${imported}: ${contents.length} bytes, brotli ${size}, at most ${most}`);
    assert.ok(size <= most, imported);
  }
}

// Lines of a map: address, offset, size, then what it is: a section, an input or, right after it, a symbol of that.
function entriesOf(map) {
  const entries = [];
  let section;
  let input;
  for (const line of map.split('\n').slice(1)) {
    const found = /^ *(\S+) +([0-9a-f]+) +([0-9a-f]+) (.*)$/.exec(line);
    if (found === null) continue;
    const [, , at, size, what] = found;
    const place = { section, begin: parseInt(at, 16), size: parseInt(size, 16) };
    if (place.begin === 0) continue;  // what is zero when the program starts is not in the file
    if (/^[A-Z]+$/.test(what)) section = what;
    else if (/(?:\.o|lto\.tmp|<internal>):\(/.test(what)) entries.push(input = { ...place, name: what.trim() });
    else if (input !== undefined && input.begin === place.begin && !input.isNamed) Object.assign(input, { name: what.trim(), isNamed: true });
  }
  return entries;
}

// `scan`, `iri`, … of a function or table; `std` for the libraries.
const roomOf = (name) => /linkspan::(\w+)::/.exec(name)?.[1] ?? (name.includes('linkspan') ? 'linkspan' : 'std');

function printTable(title, rows, most) {
  console.log(`${title}\n  bytes  brotli alone`);
  for (const [name, { size, brotli }] of rows.sort(([, one], [, other]) => other.brotli - one.brotli).slice(0, most)) {
    console.log(`${String(size).padStart(7)} ${String(brotli).padStart(7)}  ${name.slice(0, 100)}`);
  }
}

function printModule(path) {
  const wasm = readFileSync(`${path}.wasm`);
  console.log(`\n${path}.wasm: ${wasm.length} bytes, brotli ${compressed(wasm)}`);
  const bySection = new Map();
  const rows = [];
  for (const { section, begin, size, name } of entriesOf(readFileSync(`${path}.map`, 'utf8'))) {
    if (section !== 'CODE' && section !== 'DATA') continue;
    const brotli = size === 0 ? 0 : compressed(wasm.subarray(begin, begin + size));
    rows.push([`${section === 'CODE' ? 'function' : 'table'} ${name}`, { size, brotli }]);
    const key = `${section === 'CODE' ? 'functions' : 'tables'} of ${roomOf(name)}`;
    const sum = bySection.get(key) ?? { size: 0, brotli: 0 };
    bySection.set(key, { size: sum.size + size, brotli: sum.brotli + brotli });
  }
  assert.ok(rows.length > 100, 'the map of the linker cannot be read');
  printTable('by room:', [...bySection], 30);
  printTable('the largest:', rows, 40);
}

await checkBundles();
for (const path of ['wasm/bin/linkspan', 'wasm_lite/bin/linkspan'].map((name) => join(build, name)).filter((name) => existsSync(`${name}.map`))) printModule(path);
