// SPDX-License-Identifier: Apache-2.0
// Prints links with linkspan.js:
//
//   node links.js text < letter.txt            start and end, in bytes, and kind of each link in UTF-8 text
//   node links.js document CHARSET letter.txt  the URIs of a text file in any charset, or in "auto"
//   node links.js lines < texts.txt            one line of JSON for each line, which is a text of its own
'use strict';
const assert = require('assert');
const fs = require('fs');
const linkspan = require('./linkspan.js');

// For links without characters that JSON writes as escapes.
function jsonOf({warnings, ...link}) {
  return JSON.stringify(warnings.length > 0 ? {...link, warnings} : link);
}

const [kind, ...names] = process.argv.slice(2);
const engine = new linkspan.Engine();
const linker = new linkspan.Linker(engine);
const lines = [];
if (kind === 'text') {
  for (const {start, end, kind} of engine.find(fs.readFileSync(0))) lines.push(`${start}\t${end}\t${kind}\n`);
} else if (kind === 'document' && names.length === 2) {
  for (const link of linker.read(fs.readFileSync(names[1]), names[0])) lines.push(`${link.uri}\n`);
} else if (kind === 'lines') {
  fs.readFileSync(0, 'utf8').replace(/\n$/, '').split('\n').forEach((text, index) => {
    const links = linker.links(text);
    assert.deepStrictEqual(links.map(({start, end, kind}) => ({start, end, kind})), engine.find(text));
    for (const link of links) assert.strictEqual(text.slice(link.start, link.end), link.text);
    lines.push(`{"id":${index + 1},"links":[${links.map(jsonOf)}]}\n`);
  });
} else {
  process.stderr.write('Usage: node links.js text|document|lines [CHARSET FILE]\n');
  process.exit(2);
}
process.stdout.write(lines.join(''));
