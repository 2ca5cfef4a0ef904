// SPDX-License-Identifier: Apache-2.0
// A remark plugin, and what it does to a tree (mdast): text that is not in a link gets links. Without
// an engine (engine.js), it stays as it is.
//
//   unified().use(remarkParse).use(remarkLinkspan, { defaultScheme: 'https' })
import { linksIn, openableOnceReady } from './engine.js';
import { shownAs } from './linkify.js';

const kSkipped = new Set(['link', 'linkReference', 'definition', 'code', 'inlineCode', 'html', 'math', 'inlineMath']);

// The position of a part of a text node. Its offsets are known only if the node is as long as its source: an escape or a reference is longer.
function positionIn(node) {
  const { start, end } = node.position ?? {};
  const isAsWritten = start?.offset !== undefined && end?.offset - start.offset === node.value.length;
  if (!isAsWritten) return () => (node.position === undefined ? {} : { position: node.position });
  let at = 0;
  let { line, column } = start;
  const pointAt = (offset) => {
    for (; at < offset; at++) {
      const isBreak = node.value[at] === '\n' || (node.value[at] === '\r' && node.value[at + 1] !== '\n');
      [line, column] = isBreak ? [line + 1, 1] : [line, column + 1];
    }
    return { line, column, offset: start.offset + offset };
  };
  return (from, to) => ({ position: { start: pointAt(from), end: pointAt(to) } });
}

function nodesOf(node, options, isOpen) {
  const nodes = [];
  const text = node.value;
  const at = positionIn(node);
  let done = 0;
  for (const link of linksIn(text, options)) {
    const shown = shownAs(link, options, isOpen);
    if (shown === undefined) continue;
    if (link.start > done) nodes.push({ type: 'text', value: text.slice(done, link.start), ...at(done, link.start) });
    const place = at(link.start, link.end);
    nodes.push({ type: 'link', title: shown.title || null, url: shown.uri, children: [{ type: 'text', value: shown.text, ...place }], ...place });
    done = link.end;
  }
  if (nodes.length === 0) return [node];
  if (done < text.length) nodes.push({ type: 'text', value: text.slice(done), ...at(done, text.length) });
  return nodes;
}

/** Adds links to a tree, in place. */
export function linkifyMdast(tree, options = {}) {
  const isOpen = openableOnceReady(options);
  const waiting = [tree];
  for (let node; (node = waiting.pop()) !== undefined;) {
    if (node.children === undefined) continue;
    if (node.children.some((child) => child.type === 'text')) {
      node.children = node.children.flatMap((child) => (child.type === 'text' ? nodesOf(child, options, isOpen) : [child]));
    }
    for (const child of node.children) {
      if (!kSkipped.has(child.type)) waiting.push(child);
    }
  }
  return tree;
}

export default function remarkLinkspan(options = {}) {
  return (tree) => { linkifyMdast(tree, options); };
}
