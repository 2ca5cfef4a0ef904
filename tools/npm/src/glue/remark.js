// SPDX-License-Identifier: Apache-2.0
// A remark plugin, and what it does to a tree (mdast): text that is not in a link gets links.
//
//   unified().use(remarkParse).use(remarkLinkspan, { defaultScheme: 'https' })
import { openableFor } from './destination.js';
import { find } from './find.js';
import { shownAs } from './linkify.js';

const kSkipped = new Set(['link', 'linkReference', 'definition', 'code', 'inlineCode', 'html', 'math', 'inlineMath']);

function nodesOf(node, options, isOpen) {
  const nodes = [];
  const text = node.value;
  let done = 0;
  for (const link of find(text, options)) {
    const shown = shownAs(link, options, isOpen);
    if (shown === undefined) continue;
    if (link.start > done) nodes.push({ type: 'text', value: text.slice(done, link.start) });
    nodes.push({ type: 'link', title: shown.title || null, url: shown.uri, children: [{ type: 'text', value: shown.text }] });
    done = link.end;
  }
  if (nodes.length === 0) return [node];
  if (done < text.length) nodes.push({ type: 'text', value: text.slice(done) });
  return nodes;
}

/** Adds links to a tree, in place. */
export function linkifyMdast(tree, options = {}) {
  const isOpen = openableFor(options);
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
