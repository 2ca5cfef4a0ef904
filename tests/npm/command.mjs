// SPDX-License-Identifier: Apache-2.0
// npx linkspan prints what the command's scan does, of text in UTF-8.
//
//   command.mjs COMMAND DATA_DIR
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const [command, data] = process.argv.slice(2);
const own = `${process.env.LINKSPAN_PACKAGE}/bin/linkspan.js`;
const source = process.env.LINKSPAN_SOURCE_DIR;

function run(program, parameters, input) {
  const { status, stdout, stderr } = spawnSync(program, parameters, { input, maxBuffer: 1 << 28 });
  return { status, out: stdout.toString().replace(/,"warnings":\[[^\]]*\]/g, ''), error: stderr.toString() };
}
const ours = (parameters, input) => run(process.execPath, [own, ...parameters], input);
const theirs = (parameters, input) => run(command, ['scan', '--from', 'text', '--charset', 'utf-8', ...parameters], input);

const files = [`${source}/docs/scanning.md`, `${source}/corpus/emoji.txt`, `${source}/corpus/links_in_east_asia.txt`,
  ...['opensubtitles/ru-medium.txt', 'free-programming-books/books/free-programming-books-langs.md'].map((name) => `${data}/text/${name}`)].filter(existsSync);
let compared = 0;
for (const to of ['list', 'jsonl', 'uri', 'iri', 'text']) {
  for (const offsets of ['bytes', 'utf16', 'codepoints', 'lines']) {
    if (to !== 'jsonl' && to !== 'list' && offsets !== 'bytes') continue;
    const parameters = ['--to', to, '--offsets', offsets, ...files];
    assert.equal(ours(parameters).out, theirs(parameters).out, parameters.join(' '));
    compared++;
  }
}
for (const parameters of [[], ['--no-bare'], ['--no-email'], ['--profile', 'code'], ['--schemes', '+steam'], ['--tlds', '+onion'],
  ['--default-scheme', 'https', '--to', 'uri'], ['--exit-status']]) {
  const text = 'see a.example.org/x, steam:x, me@example.org or shop.onion\nhttp://b.org';
  const [got, expected] = [ours(parameters, text), theirs(parameters, text)];
  assert.deepEqual(got, expected, parameters.join(' '));
  compared++;
}
assert.equal(ours(['/does/not/exist']).status, 1);
assert.match(ours(['/does/not/exist']).error, /No such file/);
assert.equal(ours(['--exit-status'], 'nothing').status, 1);
assert.equal(ours(['--to', 'other'], '').status, 2);
assert.match(ours(['--help']).out, /Usage/);
assert.match(ours(['--version']).out, /^linkspan \d/);
console.log(`${compared} outputs are those of the command`);
