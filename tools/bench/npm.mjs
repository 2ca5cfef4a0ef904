// SPDX-License-Identifier: Apache-2.0
// The npm package beside linkify-it and linkifyjs, in one process: strings in, objects out.
//
//   tools/bench/npm [--quick]
//
// Whole texts of 10 MB as one string, of which the others read the first part only (they need seconds for 1 MB), and messages of 100
// characters in one call each. Each is timed in several rounds, in turn, and the fastest counts.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { LinkifyIt } from 'linkify-it';
import { find as findJs } from 'linkifyjs';
import { find, linkify, ready } from 'linkspan';
import linkifyIt from 'linkspan/linkify-it';
import MarkdownIt from 'markdown-it';

const [corpora, data, quick] = process.argv.slice(2);
const kRounds = quick === '--quick' ? 1 : 5;
const kSize = quick === '--quick' ? 200_000 : 10_000_000;
const kOfOthers = quick === '--quick' ? 50_000 : 1_000_000;

const original = new LinkifyIt({ fuzzyLink: true, urlAuth: true });
const tools = {
  linkspan: (text) => find(text).length,
  'linkify-it': (text) => original.match(text)?.length ?? 0,
  linkifyjs: (text) => findJs(text).length,
};
await ready;

function seconds(run) {
  const begin = performance.now();
  run();
  return (performance.now() - begin) / 1000;
}
// The fastest of some rounds of each, one after the other.
function fastest(runs) {
  const best = {};
  for (let round = 0; round < kRounds; round++) {
    for (const [name, run] of Object.entries(runs)) best[name] = Math.min(best[name] ?? Infinity, seconds(run));
  }
  return best;
}

const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
row(['', 'links', ...Object.keys(tools), 'times linkify-it', 'times linkifyjs']);
row(['---', '---', ...Object.keys(tools).map(() => '---'), '---', '---']);
function report(name, links, rates, format) {
  row([name, links, ...Object.values(rates).map(format), (rates.linkspan / rates['linkify-it']).toFixed(1), (rates.linkspan / rates.linkifyjs).toFixed(1)]);
}

for (const name of ['english', 'multilingual', 'mail', 'dense']) {
  const file = `${corpora}/${name}.txt`;
  if (!existsSync(file)) continue;
  const text = readFileSync(file, 'utf8').slice(0, kSize);
  const part = text.slice(0, kOfOthers);
  const texts = { linkspan: text, 'linkify-it': part, linkifyjs: part };
  const best = fastest(Object.fromEntries(Object.entries(tools).map(([tool, run]) => [tool, () => run(texts[tool])])));
  const rates = Object.fromEntries(Object.keys(tools).map((tool) => [tool, Buffer.byteLength(texts[tool]) / best[tool] / 1e6]));
  report(`${name}, MB/s`, find(text).length, rates, (rate) => rate.toFixed(1));
}

// Messages: lines of about 100 characters of the multilingual and the dense text.
const messages = ['english', 'multilingual', 'dense'].map((name) => `${corpora}/${name}.txt`).filter(existsSync).flatMap((file) =>
  readFileSync(file, 'utf8').slice(0, 1_500_000).split('\n').filter((line) => line.length >= 80 && line.length <= 120).slice(0, quick === '--quick' ? 200 : 3000));
const best = fastest(Object.fromEntries(Object.entries(tools).map(([tool, run]) => [tool, () => { for (const message of messages) run(message); }])));
const found = messages.reduce((sum, message) => sum + find(message).length, 0);
report('messages of 100 characters, 1000/s', found, Object.fromEntries(Object.keys(tools).map((tool) => [tool, messages.length / best[tool] / 1000])),
  (rate) => rate.toFixed(0));
const html = fastest({ html: () => { for (const message of messages) linkify(message); } });
console.log(`\nlinkify() of the same: ${(messages.length / html.html / 1000).toFixed(0)} thousand messages a second`);

// Markdown with links, rendered by markdown-it.
const folder = `${data}/text/free-programming-books/books`;
if (existsSync(folder)) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md')).map((name) => readFileSync(`${folder}/${name}`, 'utf8')).slice(0, quick === '--quick' ? 2 : 40);
  const theirs = new MarkdownIt({ linkify: true });
  theirs.linkify = original;
  const ours = new MarkdownIt({ linkify: true });
  ours.linkify = linkifyIt();
  const renders = fastest({ theirs: () => { for (const text of files) theirs.render(text); }, ours: () => { for (const text of files) ours.render(text); } });
  console.log(`markdown-it renders ${files.length} files in ${(renders.theirs * 1000).toFixed(0)} ms with linkify-it, ${(renders.ours * 1000).toFixed(0)} ms with linkspan`);
}
