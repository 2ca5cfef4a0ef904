// Updates grammars/schemes.txt with the names in IANA's registry. People edit the other columns.
//
// It reads the file, adds missing names of the package as `slashes` (the safe choice: text before
// `://` is almost always a scheme), and writes the file again, sorted. It keeps the other columns,
// the comments, and the names that the package lacks.
//
//   http slashes port=80    a line: the name, how links are recognized, and properties
//   # Not …                 a comment describes the name on the next line
//   Mailto opaque           error: upper case. The message has the number of the line
//
// RFC 3986, section 3.1, defines the syntax of a name, and RFC 7595 the registry.
// tests/scan/unicode_test.cc checks the format of the file.

import fs from 'node:fs';
import path from 'node:path';

import { describe, read_package_file, Refusal } from './sources.mjs';

const kFile = 'grammars/schemes.txt';
const kRegistered = ['iana-permanent', 'iana-provisional', 'iana-historical'];
const kEntry = new RegExp('^(?<name>[a-z][a-z0-9+.-]*) ' +
  '(?<columns>(slashes|opaque|shaped|never|-)( (authority|path|port|opens)=[a-z0-9-]+)*)$');

function package_names() {
  return kRegistered.flatMap((list) => JSON.parse(read_package_file('schemes', `lib/${list}.json`)))
    .map(({ scheme }) => scheme.toLowerCase());
}

// name → {columns, comments} of the existing file. Skips the header, which ends at the first empty
// line and is replaced by kHeader.
function read_entries(file) {
  const entries = new Map();
  if (!fs.existsSync(file)) return entries;
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  const begin = lines.indexOf('') + 1;
  let comments = [];
  for (const [number, line] of lines.entries()) {
    if (number < begin) continue;
    const entry = kEntry.exec(line);
    if (entry !== null) {
      const { name, columns } = entry.groups;
      entries.set(name, { columns, comments });
      comments = [];
    } else if (line.startsWith('#')) {
      comments.push(line);
    } else {
      throw new Refusal(`${kFile}:${number + 1}: neither "name slashes|opaque|shaped|never|- key=value…" nor a comment`);
    }
  }
  return entries;
}

const kHeader = `# URI schemes, in lower case: how they are recognized in text, and what is known of them.
# Names are added by \`tools/unigen/unigen schemes\`; the other columns are ours and are kept.
# Source: IANA's registry of URI schemes (permanent, provisional, historical) in the npm package
# SOURCE, and COUNT names that it lacks: registered
# later, or, where a comment says so, not registered. A comment belongs to the name below it.
#
# The second column is read by the scanner (src/scan/syntax/schemes.h):
#
#   slashes  a link only where \`//\` follows the colon
#   opaque   a link with \`//\` or without it. In profiles prose and code, without \`//\` only if the text
#            matches rule opaque-link of text.abnf; in uts58 any link text may follow the colon
#   shaped   the same as \`opaque\` in prose and code; in uts58 a link only where \`//\` follows the colon
#   never    not a link, unless the user asks for this scheme by name
#   -        not in the list of the scanner, which treats it as any other name
#
# \`opaque\` needs two things. The scheme is written without \`//\` by its own specification or by
# everybody; and its name before a colon means the scheme, not the word: \`tag:foo\`, \`info:see\`,
# \`data:12\`, \`file:name\` in a text are not links, nor is \`Turn:left\`. Where the name is a word or an
# abbreviation as well, it is \`slashes\`, except for a few that people write often and address
# things with: acct, cid, did, geo, im, matrix, mid, news, ni, pres, sms, tel. In doubt, \`slashes\`.
# \`never\` is for schemes that run what follows them, and for \`data\`, which is the content itself:
# there is no other place to open, and a picture in HTML or CSS is thousands of characters of it.
#
# What follows is read by whoever has the name of a scheme (iri::scheme_info). Where nothing is
# given, nothing is known. The comment above the name says where it is from: "WHATWG" are the special
# schemes of the URL Standard; "HTML" the safelisted schemes of the HTML Standard (section "Custom
# scheme handlers"), which says of them that a page may hand them to an application.
#
#   authority=domain  \`//\` and a host follow the colon; the host is a name of the domain name system,
#                     so that ToASCII applies to it. RFC 1738, section 3.1, calls it "the fully
#                     qualified domain name of a network host" for all of its schemes
#   authority=name    \`//\` and a name of another kind follow the colon
#   path=addresses    the path is email addresses. Not sip, sips, xmpp, im, acct, pres: their
#                     specifications either allow no encoding of the domain at all or say how an IRI
#                     becomes a URI, percent-encoded (RFC 5122)
#   port=N            what the port is where none is given
#   opens=safely      opening it fetches or shows something of the place that it names
#   opens=as-page     it shows what follows in the name of another page
#   opens=code        it runs what follows. No choice of the user's makes these two safe, as the text
#                     is a stranger's
`;

export async function schemes_files({ repository }) {
  const known = new Set(package_names());
  const entries = read_entries(path.join(repository, kFile));
  const added = [...known].filter((name) => !entries.has(name));
  for (const name of added) entries.set(name, { columns: 'slashes', comments: [] });
  const names = [...entries.keys()].sort();
  const lines = names.flatMap((name) => {
    const { columns, comments } = entries.get(name);
    return [...comments, `${name} ${columns}`];
  });
  const others = names.filter((name) => !known.has(name)).length;
  const header = kHeader.replace('SOURCE', describe('schemes')).replace('COUNT', others);
  return [{
    path: kFile,
    text: `${header}\n${lines.join('\n')}\n`,
    summary: `${names.length} schemes; new, as slashes: ${added.join(' ') || 'none'}`,
  }];
}
