// SPDX-License-Identifier: Apache-2.0
// Makes the page: node make_page.mjs NODE_MODULES PACKAGE OUTPUT, where PACKAGE is the folder of tools/npm/build.
//
// It is one file with the script, the style and the module inside, so that it also works from a file: address and offline.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const [modules, packageFolder, output] = process.argv.slice(2).map((argument) => resolve(argument));
const { build } = createRequire(join(modules, 'x.js'))('esbuild');

const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
const module = gzipSync(readFileSync(join(packageFolder, 'linkspan-full.wasm')), { level: 9 }).toString('base64');
const bundle = await build({
  entryPoints: [join(here, 'src/main.js')], bundle: true, write: false, format: 'iife', minify: true, target: 'es2022',
  nodePaths: [modules], alias: { linkspan: join(packageFolder, 'full/file/esm/index.js') }, legalComments: 'eof',
  define: { VERSION: JSON.stringify(version), MODULE: JSON.stringify(module) },
});
const read = (name) => readFileSync(join(here, name), 'utf8');
// In a script, these would end it.
const script = bundle.outputFiles[0].text.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
const page = read('page.html').replace('/*STYLE*/', () => read('style.css')).replace('/*SCRIPT*/', () => script);
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, page);
console.log(`tools/package: ${output}, ${page.length} characters`);
