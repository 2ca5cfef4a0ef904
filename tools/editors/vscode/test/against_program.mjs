// SPDX-License-Identifier: Apache-2.0
// Promise: the server in the extension answers what `linkspan lsp` answers: links, tooltips, hovers and code actions of whole documents, of
// ranges, and after edits; for the letters of tools/editors and tools/clients, corpus/samples, and lines of the corpus. Both take each
// value that package.json has for a setting, and refuse others with the same sentence.
//
//   node test/against_program.mjs LINKSPAN
//
// Not compared: warnings, most of which only the program has, and targets of wrappers, which only it has; hosts with N’Ko, which the IDNA of browsers accepts after Latin letters.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Server } from '../dist/test/server.mjs';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../..');
const program = spawn(path.resolve(process.argv[2]), ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });

const waiting = new Map();
const shown = { program: [], here: [] };  // messages to the user
let input = Buffer.alloc(0);
program.stdout.on('data', data => {
  input = Buffer.concat([input, data]);
  for (;;) {
    const end = input.indexOf('\r\n\r\n');
    if (end < 0) return;
    const size = Number(/Content-Length: (\d+)/i.exec(input.subarray(0, end).toString())[1]);
    if (input.length < end + 4 + size) return;
    const message = JSON.parse(input.subarray(end + 4, end + 4 + size).toString());
    input = input.subarray(end + 4 + size);
    if (message.method === undefined) waiting.get(message.id)?.(message);
    if (message.method === 'window/showMessage') shown.program.push(message.params.message);
  }
});

let answer;
const server = new Server(message => {
  if (message.method === undefined) answer = JSON.parse(JSON.stringify(message));
  if (message.method === 'window/showMessage') shown.here.push(message.params.message);
});

function tell(message) {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  program.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  server.receive({ jsonrpc: '2.0', ...message });
}

// Without the warnings and targets that only the program has.
function comparable(value) {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'string') return value.replace(/(\n|  \n)(\*\*)?(⚠ Warning|Note|Target):[^\n]*/gu, '');
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const [name, each] of Object.entries(value)) {
    if (name !== 'warnings') copy[name] = comparable(each);
  }
  return copy;
}

let id = 0, compared = 0;
const different = [];

/** The answer of the program, which that of the server must be. */
async function ask(what, method, params) {
  const answered = new Promise(resolve => waiting.set(++id, resolve));
  tell({ id, method, params });
  const expected = await answered;
  waiting.delete(id);
  compared++;
  try {
    assert.deepEqual(comparable(answer), comparable(expected));
  } catch {
    different.push(`${what}: ${method} ${JSON.stringify(params).slice(0, 300)}\n  program ${JSON.stringify(comparable(expected.result ?? expected)).slice(0, 900)}\n`
                   + `  here    ${JSON.stringify(comparable(answer.result ?? answer)).slice(0, 900)}`);
  }
  return expected.result;
}

// Numbers that are the same in each run.
let seed = 1;
const random = most => (seed = (seed * 48271) % 2147483647) % most;

async function compareLinks(name, uri, details) {
  const links = await ask(name, 'textDocument/documentLink', { textDocument: { uri } });
  for (const link of links.slice(0, details)) {
    await ask(name, 'documentLink/resolve', link);
    await ask(name, 'textDocument/hover', { textDocument: { uri }, position: link.range.start });
    await ask(name, 'textDocument/codeAction', { textDocument: { uri }, range: link.range, context: { diagnostics: [] } });
  }
  return links;
}

const inserted = ['', 'x', '。', ' ', 'https://example.org/ä', '\n', '\r\n', '😀', ' www.example.org', '@', '/', ')', 'é.example'];

async function compareEdits(name, uri, text, count) {
  const lines = text.split('\n').length;
  for (let i = 0; i < count; i++) {
    const start = { line: random(lines + 2), character: random(60) };
    const end = random(3) > 0 ? start : { line: start.line + random(2), character: random(60) };
    tell({ method: 'textDocument/didChange',
           params: { textDocument: { uri, version: i + 2 }, contentChanges: [{ range: { start, end }, text: inserted[random(inserted.length)] }] } });
    await ask(name, 'linkspan/links', { textDocument: { uri }, range: { start: { line: random(lines), character: random(50) },
                                                                       end: { line: random(lines), character: random(50) } } });
  }
  await compareLinks(name, uri, 5);
}

// The extension sends all settings at once: a wrong one would make the others wrong, too.
async function compareSettings() {
  const { contributes } = JSON.parse(readFileSync(path.join(root, 'tools/editors/vscode/package.json'), 'utf8'));
  const properties = Object.entries(contributes.configuration.properties).map(([name, property]) => [name.replace('linkspan.', ''), property])
    .filter(([name]) => !['path', 'serverUrl', 'trace.server'].includes(name));
  const defaults = Object.fromEntries(properties.map(([name, property]) => [name, property.default]));
  const onlyOfProgram = ['rules', 'ruleParameters', 'linkFiles', 'markdown'];
  for (const [name, property] of properties) {
    const right = property.enum ?? [property.default, ...property.type === 'boolean' && !onlyOfProgram.includes(name) ? [!property.default] : []];
    const wrong = onlyOfProgram.includes(name) ? [] : ['no such value', 7, { no: 'such value' }];
    for (const value of [...right, ...wrong]) {
      tell({ method: 'workspace/didChangeConfiguration', params: { settings: { linkspan: { ...defaults, [name]: value } } } });
      await ask(`setting ${name}`, 'no/method', {});  // the messages are before its answer
      if (right.includes(value)) assert.deepEqual(shown, { program: [], here: [] });
      assert.deepEqual(shown.here, shown.program, name);
      shown.here = [], shown.program = [];
    }
  }
  for (const name of ['linkFiles', 'markdown']) {
    server.receive({ jsonrpc: '2.0', method: 'workspace/didChangeConfiguration', params: { settings: { linkspan: { email: false, [name]: true } } } });
    assert.deepEqual(shown.here, [`linkspan: linkspan.${name} is not available without the program linkspan`]);
    assert.equal(server.settings.options.email, false);
    shown.here = [];
  }
  tell({ method: 'workspace/didChangeConfiguration', params: { settings: { linkspan: defaults } } });
}

async function compareText(name, language, text, details, edits) {
  const uri = `file:///${encodeURIComponent(name)}`;
  tell({ method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: language, version: 1, text } } });
  await compareLinks(name, uri, details);
  if (edits > 0) await compareEdits(name, uri, text, edits);
  tell({ method: 'textDocument/didClose', params: { textDocument: { uri } } });
}

// A line of the corpus without its marks.
const unmarked = line => line.replace(/[⸠⸡]/gu, '').replace(/⟦([0-9A-F ]+)⟧/gu, (_, digits) =>
  String.fromCodePoint(...digits.split(' ').filter(Boolean).map(each => parseInt(each, 16))));

function corpusTexts() {
  const folder = path.join(root, 'corpus');
  return readdirSync(folder).filter(name => name.endsWith('.txt')).map(name => {
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n').filter(line => line !== '' && !line.startsWith('#') && !line.includes('⟦=')
                                                                                            && !/[\u07C0-\u07FF]/.test(line));
    return [name, lines.map(unmarked).filter(line => line.isWellFormed?.() ?? true).join('\n')];
  });
}

await ask('initialize', 'initialize', {
  processId: null, rootUri: null,
  capabilities: { textDocument: { hover: { contentFormat: ['markdown'] }, codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } } },
                  workspace: { workspaceEdit: { documentChanges: true } } },
  initializationOptions: { copyCommand: 'copy' },
});
tell({ method: 'initialized', params: {} });
await compareSettings();
const letters = ['tools/editors/letter.md', 'tools/clients/letter.eml', 'tools/editors/vscode/test/letter.md'];
for (const name of letters) await compareText(name, 'markdown', readFileSync(path.join(root, name), 'utf8'), 100, 200);
for (const name of readdirSync(path.join(root, 'corpus/samples'))) {
  const file = path.join(root, 'corpus/samples', name);
  const bytes = statSync(file).isFile() ? readFileSync(file) : Buffer.alloc(0);
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) await compareText(name, name.endsWith('.log') ? 'log' : 'plaintext', text, 50, 100);
}
for (const [name, text] of corpusTexts()) await compareText(name, 'plaintext', text, 30, 10);
program.stdin.end();
console.log(`${compared} answers, ${different.length} differ`);
for (const each of different.slice(0, 20)) console.log(each);
process.exit(different.length === 0 ? 0 : 1);
