// SPDX-License-Identifier: Apache-2.0
// A plugin of ProseMirror, and so of TipTap, that shows the links of a document. The document is not changed: links are
// decorations. After an edit only the text blocks that it touched are read again.
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

export default linkspan;
