// unigen: generates the tables that need external data.
//
// The data change a few times a year: the properties of UTS #58, whose Unicode version may be newer
// than that of the installed ICU, the top-level domains, and the URI schemes. A developer then runs
// this command, reviews the difference and commits it. The build needs neither node nor a network.
//
//   cd tools/unigen && npm install && ./unigen               every table, in place
//   ./unigen --unicode 17.0.0 --out /somewhere properties    another version, for comparison
//
// A Unicode version other than kCommittedVersion (sources.mjs) needs --out, as the repository has
// the tables of one version only.
// The output depends only on the packages of package.json, and not on the date, locale or network.
// Guarded by `./check` and by tests/scan/unicode_test.cc.

import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { hosts_files } from './hosts.mjs';
import { phones_files } from './phones.mjs';
import { properties_files } from './properties.mjs';
import { schemes_files } from './schemes.mjs';
import { kCommittedVersion, kUnicodeVersions, Refusal } from './sources.mjs';
import { tlds_files } from './tlds.mjs';

const kHelp = `Usage: unigen [--unicode VERSION] [--out DIR] [properties] [hosts] [tlds] [schemes] [phones]

Writes the generated files of linkspan; without a name, all of them.

  properties  src/unicode/properties_tables.inc, src/unicode/properties_names.inc
  hosts       src/iri/tables/tables.inc (needs g++ and ICU 72 too, for what no package has)
  tlds        grammars/tlds.txt
  schemes     grammars/schemes.txt (keeps the other columns and the comments)
  phones      src/rules/phone_regions.inc

  --unicode VERSION  ${kUnicodeVersions.join(' or ')}; default ${kCommittedVersion}
  --out DIR          write in DIR instead of the repository; required for other Unicode versions
  --help             this text

Needs the packages of package.json: run \`npm install\` in tools/unigen.
Exit status: 0 success; 1 a package is missing or has a wrong version, or schemes.txt has a line that is
neither an entry nor a comment; 2 wrong usage.
`;

const kRepository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const kGenerators = new Map([
  ['properties', properties_files],
  ['hosts', hosts_files],
  ['tlds', tlds_files],
  ['schemes', schemes_files],
  ['phones', phones_files],
]);

class WrongUsage extends Error {}

function read_arguments(args) {
  const options = {
    unicode: { type: 'string', default: kCommittedVersion },
    out: { type: 'string' },
    help: { type: 'boolean' },
  };
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new WrongUsage(error.message);
  }
  const { values, positionals } = parsed;
  for (const name of positionals) {
    if (!kGenerators.has(name)) throw new WrongUsage(`there is no table "${name}"`);
  }
  if (!kUnicodeVersions.includes(values.unicode)) {
    throw new WrongUsage(`there is no package for Unicode ${values.unicode}`);
  }
  if (values.unicode !== kCommittedVersion && values.out === undefined && !values.help) {
    throw new WrongUsage(`--unicode ${values.unicode} needs --out DIR`);
  }
  return { ...values, tables: positionals.length > 0 ? positionals : [...kGenerators.keys()] };
}

async function generate({ unicode, out, tables }) {
  const root = out ?? kRepository;
  for (const table of tables) {
    for (const file of await kGenerators.get(table)({ unicode, repository: kRepository })) {
      const place = path.join(root, file.path);
      fs.mkdirSync(path.dirname(place), { recursive: true });
      fs.writeFileSync(place, file.text);
      console.log(`${file.path}: ${file.summary}`);
    }
  }
}

export async function main(args) {
  try {
    const options = read_arguments(args);
    if (options.help) {
      process.stdout.write(kHelp);
    } else {
      await generate(options);
    }
  } catch (error) {
    if (error instanceof WrongUsage) {
      console.error(`unigen: ${error.message}; see unigen --help`);
      process.exitCode = 2;
    } else if (error instanceof Refusal) {
      console.error(`unigen: ${error.message}`);
      process.exitCode = 1;
    } else {
      throw error;
    }
  }
}
