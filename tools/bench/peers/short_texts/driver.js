// SPDX-License-Identifier: Apache-2.0
// The binding for Node.js on short texts (tools/bench/bindings): node driver.js FILE RUNS find_all|text_linker
'use strict';
const fs = require('fs');
const linkspan = require('../../../examples/node/linkspan.js');

const [file, runs, mode] = process.argv.slice(2);
const engine = new linkspan.Engine();
const linker = new linkspan.Linker(engine);
const find = mode === 'find_all' ? (text) => engine.find(text) : (text) => linker.links(text);
const texts = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
const seconds = [];
let links;
for (let run = 0; run <= Number(runs); ++run) {  // the first run is not counted
  const begin = process.cpuUsage();
  links = 0;
  for (const text of texts) links += find(text).length;
  const {user, system} = process.cpuUsage(begin);
  if (run > 0) seconds.push(((user + system) / 1e6).toFixed(6));
}
console.log(links, seconds.join(' '));
