// The driver of linkify-it and linkifyjs. Its output is described in driver.h.
//
//   node driver.mjs FILE RUNS linkify-it|linkifyjs
//
// Both search the text line by line; the split into lines is not timed. That is in their favour: for
// 1 MB as one text, linkifyjs takes three times as long. Both find links with a scheme, addresses and
// bare domains; linkify-it needs the option fuzzyLink for the last.

import fs from 'node:fs';

const kFinders = {
  'linkify-it': async () => {
    const { LinkifyIt } = await import('linkify-it');
    const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true });
    return (line) => linkify.match(line)?.length ?? 0;
  },
  linkifyjs: async () => {
    const linkify = await import('linkifyjs');
    return (line) => linkify.find(line).length;
  },
};

function fail(sentence, status) {
  console.error(sentence);
  process.exit(status);
}

const [file, runs, tool] = process.argv.slice(2);
if (!(Number(runs) > 0) || !Object.hasOwn(kFinders, tool ?? '')) {
  fail(`usage: driver.mjs FILE RUNS ${Object.keys(kFinders).join('|')}`, 2);
}
const linksIn = await kFinders[tool]();
const lines = fs.readFileSync(file, 'utf8').split('\n');

let links;
const seconds = [];
for (let run = 0; run < Number(runs); ++run) {
  const begin = process.hrtime.bigint();
  let found = 0;
  for (const line of lines) found += linksIn(line);
  seconds.push(Number(process.hrtime.bigint() - begin) / 1e9);
  if (found !== (links ?? found)) fail('the number of links is not that of the first run', 1);
  links = found;
}
console.log(links, ...seconds.map((taken) => taken.toFixed(6)));
