// SPDX-License-Identifier: Apache-2.0
// The text of an open document, with its lines and its links. Offsets are UTF-16 units.
import { FindOptions, Link, LinkIndex } from 'linkspan';
import { Json, member } from './json';

const newLine = 10, carriageReturn = 13;

// The starts of the lines in a piece of text that begins at `base`, but not that of its first line.
function lineStarts(piece: string, base: number): number[] {
  const starts: number[] = [];
  for (let at = 0; at < piece.length; at++) {
    const unit = piece.charCodeAt(at);
    if (unit === newLine || (unit === carriageReturn && piece.charCodeAt(at + 1) !== newLine)) starts.push(base + at + 1);
  }
  return starts;
}

function isInPair(content: string, offset: number): boolean {
  return (content.charCodeAt(offset) & 0xFC00) === 0xDC00 && (content.charCodeAt(offset - 1) & 0xFC00) === 0xD800;
}

const number = (value: Json | undefined): number => (typeof value === 'number' && value >= 0 ? Math.floor(value) : 0);

export class TextDocument {
  private lines: number[] = [];  // where they begin
  private index: LinkIndex;
  version: Json = null;
  hasDiagnostics = false;

  constructor(readonly uri: string, readonly language: string, private content: string, options: FindOptions) {
    this.index = new LinkIndex(content, options);
    this.lines = [0, ...lineStarts(content, 0)];
  }

  get length(): number { return this.content.length; }
  slice(begin: number, end: number): string { return this.content.slice(Math.max(begin, 0), end); }
  links(begin: number, end: number): Link[] { return this.index.linksIn(begin, end); }
  close(): void { this.index.close(); }

  /** Finds the links again, with other options. */
  read(options: FindOptions): void {
    this.index.close();
    this.index = new LinkIndex(this.content, options);
  }

  assign(content: string): void {
    this.content = content;
    this.index.assign(content);
    this.lines = [0, ...lineStarts(content, 0)];
  }

  replace(begin: number, end: number, inserted: string): void {
    this.content = this.content.slice(0, begin) + inserted + this.content.slice(end);
    this.index.replace(begin, end, inserted);
    // The lines from that before the edit to that after it, as the edit may divide or make a CR LF.
    const first = Math.max(this.lineOf(begin) - 1, 0);
    let last = this.lines.length;
    for (let low = first + 1; low < this.lines.length; low++) {
      if (this.lines[low]! > end + 1) { last = low; break; }
    }
    const moved = inserted.length - (end - begin);
    const from = this.lines[first]!;
    const to = last < this.lines.length ? this.lines[last]! + moved : this.content.length + 1;
    const between = lineStarts(this.content.slice(from, to), from).filter(start => start < to);
    const after = this.lines.slice(last).map(start => start + moved);
    this.lines = this.lines.slice(0, first + 1).concat(between, after);
  }

  position(offset: number): Json {
    const line = this.lineOf(offset);
    return { line, character: offset - this.lines[line]! };
  }

  range(begin: number, end: number): Json {
    return { start: this.position(begin), end: this.position(end) };
  }

  /** A position after the end of its line is the end of the line; one in a surrogate pair is before it. */
  offset(position: Json | undefined): number {
    const line = number(member(position, 'line'));
    if (line >= this.lines.length) return this.content.length;
    let end = line + 1 < this.lines.length ? this.lines[line + 1]! : this.content.length;
    if (line + 1 < this.lines.length) {
      end--;
      if (this.content.charCodeAt(end) === newLine && this.content.charCodeAt(end - 1) === carriageReturn) end--;
    }
    const offset = Math.min(this.lines[line]! + number(member(position, 'character')), Math.max(end, this.lines[line]!));
    return isInPair(this.content, offset) ? offset - 1 : offset;
  }

  offsets(range: Json | undefined): [number, number] {
    const ends = [this.offset(member(range, 'start')), this.offset(member(range, 'end'))];
    return [Math.min(...ends), Math.max(...ends)];
  }

  // The last line that begins at `offset` or before.
  private lineOf(offset: number): number {
    let low = 0, high = this.lines.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.lines[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}
