// SPDX-License-Identifier: Apache-2.0
// Runs a program for wasm32-wasi, which may read all files: node wasi.mjs PROGRAM ARGUMENT…
import { WASI } from 'node:wasi';
import { readFileSync } from 'node:fs';
const wasi = new WASI({ version: 'preview1', args: process.argv.slice(2), preopens: { '/': '/' } });
const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
wasi.start(instance);
