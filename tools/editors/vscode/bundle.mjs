// SPDX-License-Identifier: Apache-2.0
// Bundles the extension into dist: extension.js for Node.js, which starts a program, and
// extension-browser.js for browsers, which connects to a server. VS Code provides the module `vscode`.
// NOTICES.txt has the licenses of the bundled packages.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const common = { bundle: true, external: ['vscode'], format: 'cjs', target: 'es2022', minify: true,
                 metafile: true, logLevel: 'warning' };

const bundles = [
  await build({ ...common, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js',
                platform: 'node' }),
  await build({ ...common, entryPoints: ['src/extension_browser.ts'], outfile: 'dist/extension-browser.js',
                platform: 'browser', define: { global: 'globalThis' } }),
];

function notice(folder) {
  const { name, version } = JSON.parse(readFileSync(`${folder}/package.json`));
  const file = readdirSync(folder).find(file => /^licen[cs]e/i.test(file));
  if (file === undefined) throw new Error(`${name} has no license file`);
  return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
}

const inputs = bundles.flatMap(bundle => Object.keys(bundle.metafile.inputs));
const folders = new Set(inputs.flatMap(input => input.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/) ?? []));
writeFileSync('dist/NOTICES.txt', [...folders].sort().map(notice).join(`\n${'-'.repeat(80)}\n\n`));
