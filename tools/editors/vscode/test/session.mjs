// SPDX-License-Identifier: Apache-2.0
// Tests the extension as bundled for Node.js: links, edits, settings and commands. The module `vscode` is a
// mock; vscode-languageclient and the server `linkspan lsp` are real.
//
//   node test/session.mjs LINKSPAN [LOG]     the server logs the session in LOG, which is replayed at the end
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const here = path.dirname(fileURLToPath(import.meta.url));
const linkspan = path.resolve(process.argv[2]);
const scratch = mkdtempSync(path.join(tmpdir(), 'linkspan-'));
const log = path.resolve(process.argv[3] ?? `${scratch}/session.log`);
const vscode = require('./vscode_mock.cjs');
const { state } = vscode;

// The bundle loads the mock as `vscode`.
const Module = require('node:module');
const load = Module._load;
Module._load = (name, ...rest) => name === 'vscode' ? vscode : load(name, ...rest);
const extension = require('../dist/extension.js');
const packageJSON = require('../package.json');

const context = { subscriptions: [], extension: { packageJSON } };
for (const [name, { default: value }] of Object.entries(packageJSON.contributes.configuration.properties)) {
  state.settings[name] = value;
}
const none = new vscode.CancellationTokenSource().token;
const providersOf = (kind, document) =>
  state.providers[kind].filter(({ selector }) => vscode.languages.match(selector, document)).map(({ provider }) => provider);

async function linksOf(document) {
  const [provider] = providersOf('link', document);
  return provider ? await provider.provideDocumentLinks(document, none) ?? [] : [];
}

// The URI that VS Code would open: the target, or the argument of the command.
function targetOf({ target }) {
  return target.scheme === 'command' ? JSON.parse(decodeURIComponent(target.query))[0] : encodeURI(target.toString(true));
}

async function eventually(holds) {
  for (let i = 0; i < 200; ++i) {
    const value = await holds();
    if (value) return value;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
  assert.fail(`never: ${holds}`);
}

const texts = async document => (await linksOf(document)).map(link => document.getText(link.range));

async function hoverOver(document, text) {
  const [provider] = providersOf('hover', document);
  const hover = await provider.provideHover(document, document.rangeOf(text).start, none);
  return hover && { text: document.getText(hover.range), markdown: hover.contents.value };
}

async function actionsFor(document, text) {
  const [provider] = providersOf('action', document);
  const actionContext = { diagnostics: [], triggerKind: vscode.CodeActionTriggerKind.Invoke };
  return await provider.provideCodeActions(document, document.rangeOf(text), actionContext, none) ?? [];
}

// A program that writes its process id to a file and executes `linkspan ARGUMENTS OPTIONS`.
function makeProgram(name, options) {
  const script = `#!/bin/sh\necho $$ > '${scratch}/pid'\nexec '${linkspan}' "$@" ${options}\n`;
  writeFileSync(`${scratch}/${name}`, script, { mode: 0o755 });
}

let letter;
before(async () => {
  vscode.workspace.workspaceFolders = [{ uri: vscode.Uri.file(scratch), name: 'scratch', index: 0 }];
  makeProgram('linkspan', `--log '${log}'`);
  process.env.PATH = `${scratch}${path.delimiter}${process.env.PATH}`;
  await extension.activate(context);
  letter = state.open('file:///旅/letter.md', 'markdown', readFileSync(`${here}/letter.md`, 'utf8'));
});
after(async () => {
  await extension.deactivate();
  rmSync(scratch, { recursive: true });
});

test('links of a Japanese Markdown file', async () => {
  const links = await linksOf(letter);
  assert.deepEqual(links.map(link => [letter.getText(link.range), targetOf(link)]), [
    ['https://例え.jp/パス', 'https://xn--r8jz45g.jp/%E3%83%91%E3%82%B9'],
    ['www.example.com/ä', 'http://www.example.com/%C3%A4'],
    ['name@example.org', 'mailto:name@example.org'],
    ['https://example.org/wiki/Mercury_(element)', 'https://example.org/wiki/Mercury_(element)'],
    ['https://example.org/歌', 'https://example.org/%E6%AD%8C'],
    ['https://example.org/älska', 'https://example.org/%C3%A4lska'],
    ['https://example.jp/楽譜/a%2Fb?q=R%26D', 'https://example.jp/%E6%A5%BD%E8%AD%9C/a%2Fb?q=R%26D'],
    ['http://[2001:db8::1]/音', 'http://[2001:db8::1]/%E9%9F%B3'],
    ['https://www.pаypal.com/login', 'https://www.xn--pypal-4ve.com/login'],
  ]);
});

test('a link is resolved to a tooltip with its own URI', async () => {
  const [provider] = providersOf('link', letter);
  for (const link of await linksOf(letter)) {
    const resolved = await provider.resolveDocumentLink(link, none);
    assert.ok(resolved.tooltip.startsWith(`URI: ${targetOf(link)}`), resolved.tooltip);
    assert.equal(targetOf(resolved), targetOf(link));
  }
});

test('a URI that VS Code would change is opened as it is', async () => {
  const link = (await linksOf(letter)).find(link => letter.getText(link.range).includes('a%2Fb'));
  assert.equal(link.target.scheme, 'command');
  const [text] = JSON.parse(decodeURIComponent(link.target.query));
  await vscode.commands.executeCommand(link.target.path, text);
  assert.deepEqual(state.opened, ['https://example.jp/%E6%A5%BD%E8%AD%9C/a%2Fb?q=R%26D']);
});

test('no link runs a command of VS Code', async () => {
  const trap = state.open('untitled:trap', 'plaintext', 'see command:workbench.action.quit');
  state.set('linkspan.schemes', ['+command']);
  const [link] = await eventually(async () => { const links = await linksOf(trap); return links.length > 0 && links; });
  assert.equal(link.target.path, 'linkspan.open');
  assert.equal(targetOf(link), 'command:workbench.action.quit');
  state.set('linkspan.schemes', []);
  state.close(trap);
});

test('a hover shows where a link leads', async () => {
  const hover = await hoverOver(letter, 'pаypal');
  assert.equal(hover.text, 'https://www.pаypal.com/login');
  assert.match(hover.markdown, /www\.xn--pypal-4ve\.com/);
  assert.match(hover.markdown, /mixed-scripts/);
  assert.ok(!await hoverOver(letter, '練習'));
});

test('edits move, create and remove links', async () => {
  const draft = state.open('untitled:draft', 'plaintext', 'ä 🎵 https://example.org/ö');
  assert.deepEqual(await texts(draft), ['https://example.org/ö']);
  state.edit(draft, 'ä', '見よ、www.example.jp/道。');
  assert.deepEqual(await texts(draft), ['www.example.jp/道', 'https://example.org/ö']);
  state.edit(draft, 'org/ö', 'org/\n');
  state.edit(draft, '🎵', '🎵🎵');
  assert.deepEqual(await texts(draft), ['www.example.jp/道', 'https://example.org/']);
  state.edit(draft, 'www.example.jp', 'example');
  assert.deepEqual(await texts(draft), ['https://example.org/']);
  state.close(draft);
  assert.deepEqual(providersOf('link', { uri: vscode.Uri.parse('output:log'), languageId: 'log' }), []);
});

test('a link to another host than it seems is a diagnostic', async () => {
  const found = await eventually(() => state.diagnostics.get(letter.uri.toString()));
  assert.deepEqual(found.map(({ code, severity }) => [code.value, severity]),
                   [['mixed-scripts', vscode.DiagnosticSeverity.Warning]]);
  assert.equal(found[0].code.target.scheme, 'https');
});

test('code actions rewrite a link, or copy it', async () => {
  const actions = await actionsFor(letter, 'http://[2001');
  const https = actions.find(({ title }) => title === 'Use https');
  assert.equal(https.edit.edits[0].newText, 'https://[2001:db8::1]/音');
  const copies = (await actionsFor(letter, 'https://例え.jp')).filter(({ command }) => command);
  assert.deepEqual(copies.map(({ title, command }) => [title, command.command, ...command.arguments]), [
    ['Copy as URI', 'linkspan.copy', 'https://xn--r8jz45g.jp/%E3%83%91%E3%82%B9'],
    ['Copy as IRI', 'linkspan.copy', 'https://例え.jp/パス']]);
  await vscode.commands.executeCommand(copies[1].command.command, ...copies[1].command.arguments);
  assert.equal(state.clipboard, 'https://例え.jp/パス');
});

test('settings reach the server without a restart', async () => {
  state.set('linkspan.email', false);
  await eventually(async () => !(await texts(letter)).includes('name@example.org'));
  state.set('linkspan.email', true);
  await eventually(async () => (await texts(letter)).includes('name@example.org'));
  state.set('linkspan.profiles', { markdown: 'strict' });
  await eventually(async () => !(await texts(letter)).includes('www.example.com/ä'));
  state.set('linkspan.profiles', {});
  await eventually(async () => (await texts(letter)).includes('www.example.com/ä'));
  assert.deepEqual(state.messages, []);
});

test('names of files in the workspace are links if linkFiles is set', async () => {
  mkdirSync(`${scratch}/src`);
  writeFileSync(`${scratch}/src/möbel.cc`, '');
  const notes = state.open(vscode.Uri.file(`${scratch}/notes.md`).toString(), 'markdown', 'see src/möbel.cc:7 and src/none.cc');
  assert.deepEqual(await texts(notes), []);
  state.set('linkspan.linkFiles', true);
  const [link] = await eventually(async () => { const links = await linksOf(notes); return links.length > 0 && links; });
  assert.equal(notes.getText(link.range), 'src/möbel.cc:7');
  assert.deepEqual([link.target.scheme, link.target.fsPath, link.target.fragment], ['file', `${scratch}/src/möbel.cc`, 'L7']);
  state.set('linkspan.linkFiles', false);
  state.close(notes);
});

test('the log is shown', async () => {
  await vscode.commands.executeCommand('linkspan.showLog');
  assert.equal(state.channels.find(({ name }) => name === 'linkspan').isShown, true);
});

test('the server responds in the same way when the session is replayed', async () => {
  await extension.deactivate();
  const { status, stdout, stderr } = spawnSync(linkspan, ['lsp', '--check', log], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

test('a missing program is reported, with what to do, and found after a restart', async () => {
  state.answers = ['Open Settings'];
  const opened = [];
  vscode.commands.registerCommand('workbench.action.openSettings', setting => opened.push(setting));
  state.set('linkspan.path', `${scratch}/nothing`);
  const message = await eventually(() => state.messages.pop());
  assert.match(message, /^linkspan: the program '.*\/nothing' was not found\. Install linkspan, or set linkspan\.path/);
  await eventually(() => opened.length === 1);
  assert.deepEqual(opened, ['linkspan.path']);
  assert.deepEqual(await texts(letter), []);
  makeProgram('nothing', '');
  await vscode.commands.executeCommand('linkspan.restart');
  assert.equal((await texts(letter)).length, 9);
});

test('a program that is not a language server is reported once', async () => {
  state.answers = [];
  state.set('linkspan.path', '/bin/false');
  const message = await eventually(() => state.messages.pop());
  assert.match(message, /^linkspan: '\/bin\/false lsp' is not a language server\. Install a newer linkspan/);
  await new Promise(resolve => setTimeout(resolve, 500));
  assert.deepEqual(state.messages, []);
});

test('a changed path restarts the server, and an unchanged path does not', async () => {
  const provider = () => providersOf('link', letter)[0];
  const first = provider();  // none
  state.set('linkspan.path', linkspan);
  const second = await eventually(() => provider() !== first && provider());
  state.set('linkspan.path', linkspan);
  await vscode.commands.executeCommand('linkspan.showLog');
  assert.equal((await texts(letter)).length, 9);
  assert.equal(provider(), second);
  assert.deepEqual(state.messages, []);
});

test('a server that ends is restarted, with all documents', async () => {
  const provider = () => providersOf('link', letter)[0];
  const first = provider();
  state.set('linkspan.path', `${scratch}/nothing`);
  const second = await eventually(() => provider() !== first && provider());
  process.kill(Number(readFileSync(`${scratch}/pid`, 'utf8')), 'SIGKILL');
  await eventually(() => provider() && provider() !== second);
  assert.equal((await texts(letter)).length, 9);
  assert.deepEqual(state.messages, []);
});

const documentation = `${here}/../../../../docs/lsp.md`;
test('the settings are those of docs/lsp.md', { skip: !existsSync(documentation) && 'there is no docs/lsp.md' }, () => {
  const properties = Object.entries(packageJSON.contributes.configuration.properties);
  const ours = properties.map(([name, { default: value }]) => [name.replace('linkspan.', ''), JSON.stringify(value)])
    .filter(([name]) => !['path', 'serverUrl', 'trace.server'].includes(name));
  const [, section] = readFileSync(documentation, 'utf8').split('\n## Settings\n');
  const rows = [...section.split('\n## ')[0].matchAll(/^\| `(\w+)` \|.*\| ([^|]+) \|[^|]*\|$/gm)];
  const isList = { schemes: '[]', tlds: '[]' };  // the default has the same effect as an empty list
  const theirs = rows.map(([, name, value]) => [name, isList[name] ?? value.replaceAll('`', '')])
    .filter(([name]) => name !== 'copyCommand');
  assert.deepEqual(ours.sort(), theirs.sort());
});
