#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
// npx linkspan: what the command's `scan` prints of text in UTF-8, for people without a compiler. The command reads other
// charsets, mail, HTML and archives, too.
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findBytes } from '../node/esm/index.js';

const kUsage = `Finds the links of each FILE, or of standard input, and prints where they are. Text in UTF-8.
Usage: linkspan [scan] [OPTION]... [FILE]...

  --to list|uri|iri|text|jsonl           The form of the output (default: list)
  --offsets bytes|utf16|codepoints|lines The unit of start and end (default: lines with list, else bytes)
  --profile prose|uts58|code|strict      Where a link begins and ends (default: prose)
  --schemes LIST                         Which schemes to link: https,ftp or +steam,-ftp
  --tlds LIST                            The top-level domains of links without a scheme, likewise
  --default-scheme http|https            The scheme of the URI of a host without one (default: http)
  --no-bare                              No links without a scheme, such as example.org/start
  --no-email                             No email addresses
  --exit-status                          Exit with 0 if a link is found, 1 if none is, 2 for errors
`;

class UsageError extends Error {}

function parse() {
  const string = { type: 'string' };
  const boolean = { type: 'boolean' };
  const given = parseArgs({
    allowPositionals: true,
    options: {
      to: string, offsets: string, profile: string, schemes: string, tlds: string, 'default-scheme': string,
      'no-bare': boolean, 'no-email': boolean, 'exit-status': boolean, help: boolean, version: boolean,
    },
  });
  const files = given.positionals[0] === 'scan' ? given.positionals.slice(1) : given.positionals;
  return { options: given.values, files: files.length > 0 ? files : ['-'] };
}

function oneOf(name, value, values) {
  if (!values.includes(value)) throw new UsageError(`--${name} is '${value}'; it can be ${values.join(', ')}`);
  return value;
}

async function readInput(file) {
  if (file !== '-') {
    if (statSync(file).isDirectory()) throw new Error(`${file}: is a directory`);
    return readFileSync(file);
  }
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const isContinuation = (byte) => (byte & 0xC0) === 0x80;

// Places of a text in the wanted unit, in order.
class Places {
  #bytes;
  #at = 0;
  #line = 1;
  #codePoints = 0;  // of the line; of the text, without lines
  #units = 0;
  constructor(bytes) { this.#bytes = bytes; }

  place(offset, unit) {
    if (unit === 'bytes') return offset;
    for (; this.#at < offset; this.#at++) {
      const byte = this.#bytes[this.#at];
      if (byte === 0x0A && unit === 'lines') {
        this.#line++;
        this.#codePoints = 0;
      } else if (!isContinuation(byte)) {
        this.#codePoints++;
        this.#units += byte >= 0xF0 ? 2 : 1;
      }
    }
    if (unit === 'lines') return { line: this.#line, column: this.#codePoints + 1 };
    return unit === 'utf16' ? this.#units : this.#codePoints;
  }
}

function lineOf(link, start, end, source, to, isOne) {
  if (to === 'uri' || to === 'iri' || to === 'text') return link[to].replace(/\s*[\r\n]+\s*/g, '');
  if (to === 'list') {
    const place = typeof start === 'number' ? start : `${start.line}:${start.column}`;
    return `${isOne ? '' : `${source}:`}${place}: ${link.text.replace(/\s*[\r\n]+\s*/g, '')}`;
  }
  const { kind, form, text, iri, uri, display, endedBy } = link;
  const lower = (each) => each.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return JSON.stringify({ source, start, end, kind, form, text, iri, uri, ended_by: endedBy,
    ...(lower(display) === lower(iri) ? {} : { display }) });
}

async function scan({ options, files }) {
  const to = oneOf('to', options.to ?? 'list', ['list', 'uri', 'iri', 'text', 'jsonl']);
  const unit = oneOf('offsets', options.offsets ?? (to === 'list' ? 'lines' : 'bytes'), ['bytes', 'utf16', 'codepoints', 'lines']);
  const find = Object.freeze({
    profile: options.profile, schemes: options.schemes, tlds: options.tlds, bareDomains: !options['no-bare'], email: !options['no-email'],
    defaultScheme: options['default-scheme'] === undefined ? 'http' : oneOf('default-scheme', options['default-scheme'], ['http', 'https']),
  });
  let found = false;
  let failed = false;
  for (const file of files) {
    let bytes;
    try {
      bytes = await readInput(file);
    } catch (error) {
      process.stderr.write(`linkspan: ${error.code === 'ENOENT' ? `${file}: No such file or directory` : error.message}\n`);
      failed = true;
      continue;
    }
    const places = new Places(bytes);
    const lines = [];
    for (const link of findBytes(bytes, find)) {
      const start = places.place(link.start, unit);
      lines.push(lineOf(link, start, places.place(link.end, unit), file, to, files.length === 1));
    }
    found ||= lines.length > 0;
    if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`);
  }
  if (options['exit-status']) return failed ? 2 : found ? 0 : 1;
  return failed ? 1 : 0;
}

process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 1));
try {
  const request = parse();
  if (request.options.help) {
    process.stdout.write(kUsage);
  } else if (request.options.version) {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    process.stdout.write(`linkspan ${manifest.version}\n`);
  } else {
    process.exitCode = await scan(request);
  }
} catch (error) {
  process.stderr.write(`${error.message.startsWith('linkspan: ') ? '' : 'linkspan: '}${error.message}\n`);
  process.exitCode = 2;
}
