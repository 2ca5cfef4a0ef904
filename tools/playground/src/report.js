// SPDX-License-Identifier: Apache-2.0
// A line of corpus/ (its README.md has the form): the text with its links in marks, which the reader moves.
const kOpening = '\u2E20';
const kClosing = '\u2E21';

// Characters that are hard to see, and those of the form itself. U+200C and U+200D are visible in their effect, and
// are written so, too.
const kHidden = /[\u27E6\u2E20\u2E21\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00A0\u2000-\u200A\u202F\u205F\u3000]|^#/gu;
const hex = (character) => `⟦${character.codePointAt(0).toString(16).toUpperCase().padStart(2, '0')}⟧`;

/** The case for a text with links at these places. */
export function corpusLine(text, links) {
  let line = '';
  let done = 0;
  const plain = (from, to) => text.slice(from, to).replace(kHidden, (character, at) => (character === '#' && from + at > 0 ? '#' : hex(character)));
  for (const { start, end } of links) {
    line += `${plain(done, start)}${kOpening}${plain(start, end)}${kClosing}`;
    done = end;
  }
  return line + plain(done, text.length);
}

/** The line with the selection marked; marks in it and of links that overlap it are removed. */
export function withMark(line, start, end) {
  const unmarked = (part) => part.replaceAll(kOpening, '').replaceAll(kClosing, '');
  let before = line.slice(0, start);
  let after = line.slice(end);
  if (before.lastIndexOf(kOpening) > before.lastIndexOf(kClosing)) {
    const at = before.lastIndexOf(kOpening);
    before = before.slice(0, at) + before.slice(at + 1);
  }
  const closing = after.indexOf(kClosing);
  const opening = after.indexOf(kOpening);
  if (closing >= 0 && (opening < 0 || closing < opening)) after = after.slice(0, closing) + after.slice(closing + 1);
  return `${before}${kOpening}${unmarked(line.slice(start, end))}${kClosing}${after}`;
}
