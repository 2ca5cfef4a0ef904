// SPDX-License-Identifier: Apache-2.0
// The links of the edited text, kept by a LinkIndex: an edit scans only the text around it.
import { LinkIndex } from 'linkspan';

export class TextIndex {
  #index;

  constructor(text, options) { this.reset(text, options); }

  reset(text, options) {
    this.#index?.close();
    this.#index = new LinkIndex(text, options);
  }

  /** Follows the changes of CodeMirror, whose offsets are those of the text before, and the last of which comes first here. */
  apply(changes) {
    const edits = [];
    changes.iterChanges((from, to, _fromNew, _toNew, inserted) => edits.push([from, to, inserted.toString()]));
    for (const [from, to, text] of edits.reverse()) this.#index.replace(from, to, text);
  }

  linksIn(from, to) { return this.#index.linksIn(from, to); }
  at(offset) { return this.#index.at(offset); }
  get count() { return this.#index.count; }

  /** The first link after an offset, or the last one before; found in ever larger windows. */
  next(offset, length) {
    for (let size = 4096; ; size *= 8) {
      const found = this.linksIn(offset + 1, Math.min(offset + size, length)).find((link) => link.start > offset);
      if (found !== undefined || offset + size >= length) return found;
    }
  }

  previous(offset) {
    for (let size = 4096; ; size *= 8) {
      const found = this.linksIn(Math.max(offset - size, 0), offset).filter((link) => link.start < offset).at(-1);
      if (found !== undefined || size >= offset) return found;
    }
  }
}
