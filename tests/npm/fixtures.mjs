// SPDX-License-Identifier: Apache-2.0
// The fixtures of linkify-it and markdown-it (tests/npm/linkify_it.mjs).
import { readFileSync } from 'node:fs';

/** links.txt: a text, and the expected link in the line after it if it is not the whole text; `%` begins a comment. */
export function readLinks(path) {
  const cases = [];
  const lines = readFileSync(path, 'utf8').split(/\r?\n/g);
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i].replace(/^%.*/, '').replace(/\s+%\s.*$/, '');
    if (line.trim() === '') continue;
    const next = (lines[i + 1] ?? '').replace(/^%.*/, '');
    if (next.trim() !== '') {
      cases.push({ text: line, link: next });
      i++;
    } else {
      cases.push({ text: line, link: line });
    }
  }
  return cases;
}

/** not_links.txt */
export function readNotLinks(path) {
  return readFileSync(path, 'utf8').split(/\r?\n/g).map((line) => line.replace(/^%.*/, '').replace(/\s+%\s.*$/, ''))
    .filter((line) => line.trim() !== '');
}

/** Fixtures of markdown-it: a title, and an input and its output between lines with a dot. */
export function readMarkdown(path) {
  const parts = readFileSync(path, 'utf8').split(/^\.[ \t]*\r?\n/m);
  const cases = [];
  for (let i = 0; i + 2 < parts.length; i += 3) {
    cases.push({ title: parts[i].trim().split('\n').pop(), input: parts[i + 1], output: parts[i + 2] });
  }
  return cases;
}
