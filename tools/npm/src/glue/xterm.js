// SPDX-License-Identifier: Apache-2.0
// A link provider of xterm.js, also for links that are wrapped over lines.
//
//   terminal.registerLinkProvider(linkProvider(terminal, { activate: (event, uri) => window.open(uri) }))
import { linksIn, openableOnceReady } from './engine.js';
import { shownAs } from './linkify.js';

const kMostLines = 64;  // of one that is wrapped, in each direction

// The lines that `y` (from 0) is wrapped with: their text, and for each UTF-16 unit the cell that it is in.
function logicalLine(buffer, y) {
  let first = y;
  while (first > 0 && y - first < kMostLines && buffer.getLine(first)?.isWrapped) first--;
  let text = '';
  const cells = [];
  for (let at = first; at <= y + kMostLines; at++) {
    const line = buffer.getLine(at);
    if (line === undefined || (at > first && !line.isWrapped)) break;
    for (let x = 0; x < line.length;) {
      const cell = line.getCell(x);
      if (cell === undefined) break;
      const width = Math.max(cell.getWidth(), 1);
      const characters = cell.getChars() || ' ';
      for (let unit = 0; unit < characters.length; unit++) cells.push({ x, y: at, width });
      text += characters;
      x += width;
    }
  }
  return { text, cells };
}

export function linkProvider(terminal, options = {}) {
  const found = Object.freeze({ profile: 'code', ...options });
  const isOpen = openableOnceReady(options);
  const activate = options.activate ?? ((event, uri) => { globalThis.open?.(uri, '_blank', 'noopener'); });
  return {
    provideLinks(bufferLineNumber, callback) {
      const { text, cells } = logicalLine(terminal.buffer.active, bufferLineNumber - 1);
      const links = [];
      for (const link of linksIn(text, found)) {
        const shown = shownAs(link, options, isOpen);
        if (shown === undefined) continue;
        const first = cells[link.start];
        const last = cells[link.end - 1];
        if (first.y > bufferLineNumber - 1 || last.y < bufferLineNumber - 1) continue;
        links.push({
          text: link.text,
          range: { start: { x: first.x + 1, y: first.y + 1 }, end: { x: last.x + last.width, y: last.y + 1 } },
          activate: (event) => activate(event, shown.uri, link),
          ...(options.hover === undefined ? {} : { hover: (event) => options.hover(event, shown.uri, link) }),
          ...(options.leave === undefined ? {} : { leave: (event) => options.leave(event, shown.uri, link) }),
        });
      }
      callback(links.length > 0 ? links : undefined);
    },
  };
}

export default linkProvider;
