// SPDX-License-Identifier: Apache-2.0
// Stream: the links of a text that comes in chunks.
import { kToHttps } from './destination.js';
import { endOfPiece, isHighSurrogate, readWords, wasm, write } from './instance.js';
import { isBare, kWords, Link } from './link.js';
import { engineOf, kControls, withoutRules } from './options.js';

const registry = typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry((stream) => wasm.stream_free(stream));

export class Stream {
  // Open only between the first chunk and the end of a text: a loop that never waits collects no garbage.
  #stream = 0;
  #options;
  #isClosed = false;
  #held = '';   // the text that later links may be in
  #from = 0;    // its offset
  #cut = '';    // the first half of a surrogate pair
  #https;
  #leavesBare;

  constructor(options) {
    engineOf(options);  // which throws if they are wrong
    withoutRules(options, 'a Stream');
    this.#leavesBare = options?.bareDomains === 'www';
    this.#options = options;
    this.#https = options?.defaultScheme === 'https';
  }

  /** Takes the next chunk; returns the links that no later text can change. */
  feed(chunk) {
    if (typeof chunk !== 'string') throw new TypeError('linkspan: a chunk is a string');
    if (chunk === '') return [];
    let text = this.#cut + chunk;
    this.#cut = '';
    if (isHighSurrogate(text.charCodeAt(text.length - 1))) {
      this.#cut = text.slice(-1);
      text = text.slice(0, -1);
    }
    return this.#take(text, false);
  }

  /** Ends the text; returns the remaining links. The next chunk begins a new text. */
  finish() {
    const links = this.#take(this.#cut, true);
    this.#release();
    return links;
  }

  /** Frees the memory of a text that was not finished, which else happens when the stream is collected. */
  close() {
    this.#release();
    this.#isClosed = true;
  }

  #open() {
    if (this.#isClosed) throw new Error('linkspan: the stream is closed');
    if (this.#stream !== 0) return;
    this.#stream = wasm.stream_open(engineOf(this.#options), kControls.all) >>> 0;
    registry?.register(this, this.#stream, this);
  }

  #release() {
    this.#cut = '';
    this.#held = '';
    this.#from = 0;
    if (this.#stream === 0) return;
    registry?.unregister(this);
    wasm.stream_free(this.#stream);
    this.#stream = 0;
  }

  #take(text, isLast) {
    this.#open();
    const links = [];
    for (let at = 0; at < text.length || isLast; ) {
      const end = endOfPiece(text, at);
      const piece = text.slice(at, end);
      const ends = isLast && end === text.length;
      this.#held += piece;
      this.#takePiece(piece, ends, links);
      at = end;
      if (ends) break;
    }
    return links;
  }

  #takePiece(piece, isLast, links) {
    const count = wasm.stream_feed(this.#stream, write(piece), piece.length, isLast ? 1 : 0);
    if (count > 0) {
      const records = readWords(wasm.found_records(), count * kWords);
      for (let at = 0; at < records.length; at += kWords) {
        if (this.#leavesBare && isBare(records[at + 4])) continue;
        if (this.#https) records[at + 4] |= kToHttps;
        links.push(new Link(this.#held, this.#from, records, at));
      }
    }
    const from = isLast ? this.#from : wasm.stream_held_units(this.#stream);
    this.#held = this.#held.slice(from - this.#from);
    this.#from = from;
  }
}
