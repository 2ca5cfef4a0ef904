// SPDX-License-Identifier: Apache-2.0
// Promise: the server in the extension (src/server) answers recorded conversations of `linkspan lsp` (tests/data/lsp) message by message.
//
//   node test/recorded.mjs
//
// Compared are the answers, by their ids, and the other messages of the server, in their order: when a notification comes between
// answers depends on time.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Server } from '../dist/test/server.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const folder = path.join(here, '../../../../tests/data/lsp');

// The answers by id, and the other messages.
function sorted(messages) {
  const answers = {}, others = [];
  for (const message of messages) {
    if (message.method === undefined) answers[message.id] = message;
    else others.push(message);
  }
  return { answers, others };
}

let problems = 0;
for (const file of readdirSync(folder).filter(name => name.endsWith('.jsonl')).sort()) {
  const recorded = readFileSync(path.join(folder, file), 'utf8').split('\n').filter(Boolean).map(line => JSON.parse(line));
  const sent = [];
  const server = new Server(message => sent.push(JSON.parse(JSON.stringify(message))));
  for (const { from, message } of recorded) {
    if (from === 'client') server.receive(message);
  }
  const expected = recorded.filter(({ from }) => from === 'server').map(({ message }) => message);
  try {
    assert.deepEqual(sorted(sent), sorted(expected));
    console.log(`${file}: ${expected.length} messages are the same`);
  } catch (error) {
    problems++;
    console.log(`${file}: ${error.message}`);
  }
}
process.exit(problems === 0 ? 0 : 1);
