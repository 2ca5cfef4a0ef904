// SPDX-License-Identifier: Apache-2.0
// Bundles the extension into dist: extension.js for Node.js, which starts a program, and
// extension-browser.js for browsers, which has the npm package linkspan (build/npm_package). VS Code provides the module `vscode`.
// NOTICES.txt has the licenses of the bundled packages.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const linkspan = '../../../build/npm_package';
const { version } = JSON.parse(readFileSync(`${linkspan}/package.json`));

const common = { bundle: true, external: ['vscode'], format: 'cjs', target: 'es2022', minify: true,
                 metafile: true, logLevel: 'warning' };

const bundles = [
  await build({ ...common, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js',
                platform: 'node' }),
  await build({ ...common, entryPoints: ['src/extension_browser.ts'], outfile: 'dist/extension-browser.js',
                platform: 'browser', alias: { linkspan: `${linkspan}/esm/index.js` },
                define: { global: 'globalThis', LINKSPAN_VERSION: JSON.stringify(version) } }),
  // For test/recorded.mjs.
  await build({ ...common, entryPoints: ['src/server/server.ts'], outfile: 'dist/test/server.mjs', format: 'esm', external: [],
                platform: 'neutral', alias: { linkspan: `${linkspan}/esm/index.js` },
                define: { LINKSPAN_VERSION: JSON.stringify(version) } }),
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
