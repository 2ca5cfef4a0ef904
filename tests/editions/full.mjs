// SPDX-License-Identifier: Apache-2.0
// linkspan/full of npm, for compare.py: the records of library.cc. The argument is the folder of the package.
import { pathToFileURL } from 'node:url';

const { iri } = await import(pathToFileURL(`${process.argv[2]}/full/esm/index.js`));

// Of each UTF-16 unit, the offset in bytes.
function bytesOf(text) {
  const offsets = [0];
  for (const character of text) {
    const at = offsets[offsets.length - 1];
    if (character.length === 2) offsets.push(at);
    offsets.push(at + Buffer.byteLength(character));
  }
  return (unit) => offsets[unit];
}

function form(make, text) {
  try {
    return make(text);
  } catch (error) {
    if (!(error instanceof iri.IriError)) throw error;
    return `E${bytesOf(text)(error.offset)}`;
  }
}

const display = (text) => iri.display(text);
const toUri = (text) => iri.toUri(text);

function recordOf(line) {
  const found = iri.diagnose(line);
  const offset = found.length > 0 ? bytesOf(line) : undefined;
  const warnings = found.map(({ name, start, end }) => `${name}@${offset(start)}-${offset(end)} `).join('');
  return `${form(toUri, line)}\t${form(display, line)}\t${warnings}\n`;
}

// readline would also end lines at U+2028.
let rest = '';
for await (const block of process.stdin.setEncoding('utf8')) {
  const lines = (rest + block).split('\n');
  rest = lines.pop();
  if (!process.stdout.write(lines.map(recordOf).join(''))) await new Promise((resolve) => process.stdout.once('drain', resolve));
}
