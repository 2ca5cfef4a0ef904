// SPDX-License-Identifier: Apache-2.0
// LinkIndex: the links of a text that is being edited. After an edit only the text around it is scanned again.
import { kToHttps } from './destination.js';
import { readText, readWords, wasm, write } from './instance.js';
import { isBare, kWords, Link } from './link.js';
import { engineOf, withoutRules } from './options.js';

const registry = typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry((index) => wasm.index_free(index));

export class LinkIndex {
  #index;
  #https;
  #leavesBare;

  constructor(text = '', options = undefined) {
    this.#index = wasmIndex(engineOf(options));
    withoutRules(options, 'a LinkIndex');
    this.#leavesBare = options?.bareDomains === 'www';
    this.#https = options?.defaultScheme === 'https';
    registry?.register(this, this.#index, this);
    if (text !== '') this.assign(text);
  }

  /** Replaces the text. */
  assign(text) { return this.#change(wasm.index_assign(this.#open, write(text))); }

  /**
   * Replaces the text in [start, end) by another. All offsets are UTF-16 units.
   * @returns {{removed: {start: number, end: number}[], added: Link[], movedFrom: number, movedBy: number}} links that are not in
   * `removed` and began at `movedFrom` or later have moved by `movedBy`
   */
  replace(start, end, text) {
    if (!(start >= 0 && start <= end)) throw new RangeError('linkspan: the range of an edit begins before it ends');
    return this.#change(wasm.index_replace(this.#open, start, end, write(text)));
  }

  /** The links that overlap the range, in order. */
  linksIn(start, end) {
    const count = wasm.index_links_in(this.#open, start, end);
    return this.#links(count === 0 ? new Int32Array(0) : readWords(wasm.found_records(), count * kWords), 0);
  }

  /** All links, in order. */
  links() { return this.linksIn(0, 0xFFFFFFFF); }

  /** The link that contains the character at `offset`; else, the link that ends there. */
  at(offset) {
    const links = this.linksIn(offset, offset);
    return links.find((link) => link.start <= offset && offset < link.end) ?? links.find((link) => link.end === offset);
  }

  get count() { return this.#leavesBare ? this.links().length : wasm.index_count(this.#open); }
  get text() {
    const [at, size] = readWords(wasm.index_text(this.#open), 2);
    return readText(at, size);
  }

  /** Frees the memory of the index, which else happens when it is collected. */
  close() {
    if (this.#index === 0) return;
    registry?.unregister(this);
    wasm.index_free(this.#index);
    this.#index = 0;
  }

  get #open() {
    if (this.#index === 0) throw new Error('linkspan: the index is closed');
    return this.#index;
  }

  #change(at) {
    const words = readWords(at, 6);
    const [removed, added] = words;
    const movedFrom = (words[2] >>> 0) + words[3] * 0x100000000;
    const movedBy = (words[4] >>> 0) + words[5] * 0x100000000;
    const records = removed + added === 0 ? new Int32Array(0) : readWords(wasm.found_records(), (removed + added) * kWords);
    const ranges = [];
    for (let i = 0; i < removed; i++) {
      ranges.push({ start: records[i * kWords] >>> 0, end: records[i * kWords + 2] >>> 0 });
    }
    return { removed: ranges, added: this.#links(records, removed * kWords), movedFrom, movedBy };
  }

  // With their texts, as the text of the index changes.
  #links(records, from) {
    const links = [];
    for (let at = from; at < records.length; at += kWords) {
      if (this.#leavesBare && isBare(records[at + 4])) continue;
      const start = records[at] >>> 0;
      const [place, size] = readWords(wasm.index_link_text(this.#open, (at / kWords) | 0), 2);
      if (this.#https) records[at + 4] |= kToHttps;
      links.push(new Link(readText(place, size), start, records, at));
    }
    return links;
  }
}

function wasmIndex(engine) { return wasm.index_open(engine) >>> 0; }
