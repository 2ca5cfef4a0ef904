// SPDX-License-Identifier: Apache-2.0
// Two plugins of ProseMirror, and so of Tiptap. linkspan() shows the links of a document as decorations: the document is not changed, and after
// an edit only the text blocks that it touched are read again. autolink() sets marks while typing. Guarded by tests/npm/typing.mjs.
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { hasEngine, linksIn, onEngine, openableOnceReady } from './engine.js';
import { attributesOf, shownAs } from './linkify.js';

export const linkspanKey = new PluginKey('linkspan');

// Another node in a line counts as white space, and so does text that is code or a link.
function textOf(block) {
  let text = '';
  block.forEach((child) => {
    const isLeft = !child.isText || child.marks.some((mark) => mark.type.name === 'link' || mark.type.name === 'code');
    text += isLeft ? ' '.repeat(child.nodeSize) : child.text;
  });
  return text;
}

function decorationsIn(block, at, options, isOpen) {
  const decorations = [];
  if (block.type.spec.code) return decorations;
  for (const link of linksIn(textOf(block), options)) {
    const shown = shownAs(link, options, isOpen);
    if (shown === undefined) continue;
    const attributes = Object.fromEntries(attributesOf(link, shown, options));
    decorations.push(Decoration.inline(at + 1 + link.start, at + 1 + link.end, { nodeName: 'a', href: shown.uri, ...attributes }));
  }
  return decorations;
}

function blocksIn(doc, from, to) {
  const blocks = [];
  doc.nodesBetween(from, to, (node, at) => {
    if (node.isTextblock) blocks.push({ node, at });
    return !node.isTextblock;
  });
  return blocks;
}

// The range that the steps of a transaction have changed, in its document; undefined if none.
function changedRange(transaction) {
  let from = Infinity;
  let to = -Infinity;
  transaction.mapping.maps.forEach((map, i) => {
    map.forEach((oldStart, oldEnd, newStart, newEnd) => {
      const rest = transaction.mapping.slice(i + 1);
      from = Math.min(from, rest.map(newStart, -1));
      to = Math.max(to, rest.map(newEnd, 1));
    });
  });
  return from > to ? undefined : { from, to };
}

export function linkspan(options = {}) {
  const isOpen = openableOnceReady(options);
  const all = (doc) => DecorationSet.create(doc,
    blocksIn(doc, 0, doc.content.size).flatMap(({ node, at }) => decorationsIn(node, at, options, isOpen)));
  return new Plugin({
    key: linkspanKey,
    state: {
      init: (_, state) => all(state.doc),
      apply(transaction, set) {
        const { doc } = transaction;
        if (transaction.getMeta(linkspanKey) === 'draw again') return all(doc);
        if (!transaction.docChanged) return set;
        let next = set.map(transaction.mapping, doc);
        const range = changedRange(transaction);
        if (range === undefined) return all(doc);
        const from = Math.max(range.from - 1, 0);
        for (const { node, at } of blocksIn(doc, from, Math.min(range.to + 1, doc.content.size))) {
          next = next.remove(next.find(at, at + node.nodeSize)).add(doc, decorationsIn(node, at, options, isOpen));
        }
        return next;
      },
    },
    view(view) {
      if (hasEngine()) return {};
      return { destroy: onEngine(() => { view.dispatch(view.state.tr.setMeta(linkspanKey, 'draw again')); }) };
    },
    props: { decorations(state) { return linkspanKey.getState(state); } },
  });
}

// ---- Links as marks, set while typing and on paste
//
//   example.org|          no link yet: the text may go on
//   example.org |         a link, once there is text after it
//   exam ple.org          the link is unset when its text is edited, or leads elsewhere
//
// They are appended to the transaction that is typed, so undo undoes them, and what undo has unset is not set again. A link that somebody has
// made, with a text of its own, is never changed.

export const autolinkKey = new PluginKey('linkspan-autolink');

// Other nodes in a line count as white space, and so does text that is code.
function typedTextOf(block) {
  let text = '';
  block.forEach((child) => {
    const isCode = child.marks.some((mark) => mark.type.spec.code === true || mark.type.name === 'code');
    text += !child.isText || isCode ? ' '.repeat(child.nodeSize) : child.text;
  });
  return text;
}

// The text blocks that overlap a range, with the place where their text begins.
function typedBlocksIn(doc, from, to) {
  const blocks = [];
  doc.nodesBetween(Math.max(from, 0), Math.min(to, doc.content.size), (node, at) => {
    if (node.isTextblock && node.type.spec.code !== true) blocks.push({ node, begin: at + 1 });
    return !node.isTextblock;
  });
  return blocks;
}

class Autolinker {
  constructor(options) {
    this.options = options;
    this.isOpen = openableOnceReady(options);
  }

  markType(state) { return state.schema.marks[this.options.mark ?? 'link']; }

  // The links of a block: {from, to, uri}.
  linksOf({ node, begin }) {
    return linksIn(typedTextOf(node), this.options).flatMap((link) => {
      const shown = shownAs(link, this.options, this.isOpen);
      return shown === undefined ? [] : [{ from: begin + link.start, to: begin + link.end, uri: shown.uri }];
    });
  }

  // The ranges with a mark of a link: {from, to, uri}, joined where it is the same.
  marksOf({ node, begin }, type) {
    const runs = [];
    node.forEach((child, offset) => {
      const mark = type.isInSet(child.marks);
      if (mark === undefined) return;
      const last = runs.at(-1);
      const from = begin + offset;
      if (last !== undefined && last.to === from && last.uri === mark.attrs.href) last.to = from + child.nodeSize;
      else runs.push({ from, to: from + child.nodeSize, uri: mark.attrs.href });
    });
    return runs;
  }

  // Marks that are as they would be set: those of links of the text itself.
  ownMarksOf(block, type) {
    const links = this.linksOf(block);
    return this.marksOf(block, type).filter((run) => links.some((link) => link.from === run.from && link.to === run.to && link.uri === run.uri));
  }

  createMark(type, uri) {
    const { target, rel } = this.options;
    const given = Object.entries({ target, rel }).filter(([name, value]) => typeof value === 'string' && name in (type.spec.attrs ?? {}));
    return type.create({ href: uri, ...Object.fromEntries(given) });
  }

  // What follows from an edit: `before` and `after` are the ranges that it changed.
  append(mapping, before, after, isPasted, oldState, state) {
    const type = this.markType(state);
    if (type === undefined) return undefined;
    const { tr } = state;
    const own = typedBlocksIn(oldState.doc, before.from, before.to).flatMap((block) => this.ownMarksOf(block, type))
      .map(({ from, to, uri }) => ({ from: mapping.map(from, 1), to: mapping.map(to, -1), uri })).filter(({ from, to }) => from < to);
    const cursor = state.selection.empty ? state.selection.head : -1;
    for (const block of typedBlocksIn(state.doc, after.from, after.to)) {
      const links = this.linksOf(block);
      const isSame = (one, other) => one.from === other.from && one.to === other.to && one.uri === other.uri;
      const wrong = own.filter((run) => run.from >= block.begin && run.to <= block.begin + block.node.content.size && !links.some((link) => isSame(link, run)));
      for (const { from, to } of wrong) tr.removeMark(from, to, type);
      const marked = this.marksOf({ node: tr.doc.resolve(block.begin).parent, begin: block.begin }, type);
      for (const link of links) {
        const touches = link.from <= after.to && link.to >= after.from;
        const isUnset = wrong.some(({ from, to }) => link.from < to && from < link.to);
        const isFinished = isPasted || isUnset || link.to !== cursor;
        if (!touches || !isFinished || marked.some(({ from, to }) => link.from < to && from < link.to)) continue;
        tr.addMark(link.from, link.to, this.createMark(type, link.uri));
      }
    }
    return tr.steps.length > 0 ? tr.setMeta(autolinkKey, true) : undefined;
  }
}

// The ranges that transactions have changed, in the document before and after; undefined if no text has changed.
function changedRanges(transactions) {
  const maps = transactions.flatMap((transaction) => transaction.mapping.maps);
  let before;
  let after;
  const widened = (range, from, to) => (range === undefined ? { from, to } : { from: Math.min(range.from, from), to: Math.max(range.to, to) });
  maps.forEach((map, i) => {
    map.forEach((oldStart, oldEnd, newStart, newEnd) => {
      let [from, to, begin, end] = [newStart, newEnd, oldStart, oldEnd];
      for (const later of maps.slice(i + 1)) [from, to] = [later.map(from, -1), later.map(to, 1)];
      for (const earlier of maps.slice(0, i).reverse()) [begin, end] = [earlier.invert().map(begin, -1), earlier.invert().map(end, 1)];
      after = widened(after, from, to);
      before = widened(before, begin, end);
    });
  });
  return after === undefined ? undefined : { before, after };
}

const isOfHistory = (transaction) => transaction.getMeta('history$') !== undefined || transaction.getMeta('addToHistory') === false
  || transaction.getMeta('y-sync$') !== undefined;

/** Links as marks, set while typing and on paste. */
export function autolink(options = {}) {
  const linker = new Autolinker(options);
  return new Plugin({
    key: autolinkKey,
    view({ state }) {
      if (linker.markType(state) === undefined) throw new Error(`linkspan: the schema has no mark '${options.mark ?? 'link'}'; the option \`mark\` names that of links`);
      return {};
    },
    appendTransaction(transactions, oldState, state) {
      if (transactions.some((transaction) => isOfHistory(transaction) || transaction.getMeta(autolinkKey))) return undefined;
      const ranges = changedRanges(transactions);
      if (ranges === undefined) return undefined;
      const mapping = { map: (at, side) => transactions.reduce((mapped, transaction) => transaction.mapping.map(mapped, side), at) };
      const isPasted = transactions.some((transaction) => transaction.getMeta('uiEvent') === 'paste' || transaction.getMeta('paste') === true);
      return linker.append(mapping, ranges.before, ranges.after, isPasted, oldState, state);
    },
    props: {
      // A URI that is pasted over a text becomes its link.
      handlePaste(view, event, slice) {
        const { state } = view;
        const type = linker.markType(state);
        const text = slice.content.textBetween(0, slice.content.size, '\n').trim();
        const { from, to, empty, $from, $to } = state.selection;
        if (options.paste === false || type === undefined || empty || !$from.sameParent($to) || $from.parent.type.spec.code === true) return false;
        const [link] = linksIn(text, options);
        if (link === undefined || link.start !== 0 || link.end !== text.length) return false;
        const shown = shownAs(link, options, linker.isOpen);
        if (shown === undefined) return false;
        view.dispatch(state.tr.addMark(from, to, linker.createMark(type, shown.uri)).setMeta(autolinkKey, true));
        return true;
      },
    },
  });
}

export default linkspan;
