// SPDX-License-Identifier: Apache-2.0
// A line with the links of each profile, and with those of linkify-it.
import { find } from 'linkspan';
import { LinkifyIt } from 'linkify-it';
import { element } from './elements.js';

const kMost = 5000;

let linkify;
function linkifyIt(text) {
  linkify ??= new LinkifyIt();
  return (linkify.match(text) ?? []).map(({ index, lastIndex }) => ({ start: index, end: lastIndex }));
}

function marked(text, links) {
  const cell = element('td');
  let done = 0;
  for (const { start, end } of links) {
    cell.append(text.slice(done, start), element('mark', { dir: 'ltr' }, text.slice(start, end)));
    done = end;
  }
  cell.append(text.slice(done));
  return cell;
}

export function showComparison(body, line, options) {
  const text = line.slice(0, kMost);
  const found = ['prose', 'uts58', 'code', 'strict'].map((profile) => [profile, find(text, { ...options, profile })]);
  found.push(['linkify-it', linkifyIt(text)]);
  const places = (links) => links.map(({ start, end }) => `${start}-${end}`).join();
  const ours = places(found.find(([name]) => name === options.profile)[1]);
  body.replaceChildren(...found.map(([name, links]) => element('tr', { class: places(links) === ours ? 'same' : undefined },
    element('th', { scope: 'row' }, name), marked(text, links))));
}
