// SPDX-License-Identifier: Apache-2.0
// Links of Lexical, as its AutoLinkNode: set when the text after them is typed, and on paste; unset when edited. Its own registerAutoLink()
// does that, with a matcher from here, which also decides what may be beside a link.
//
//   registerLinks(editor, { target: '_blank' });   of an editor with the nodes AutoLinkNode and LinkNode
import { registerAutoLink } from '@lexical/link';
import { $getSelection, $isRangeSelection, $isTextNode } from 'lexical';
import { linksIn, openableOnceReady } from './engine.js';
import { shownAs } from './linkify.js';

// Is the cursor right after this part of the text, so that it may go on?
function isBeingTyped(text, end) {
  const selection = $getSelection();
  if (!$isRangeSelection(selection) || !selection.isCollapsed()) return false;
  const node = selection.anchor.getNode();
  if (!$isTextNode(node)) return false;
  const before = node.getTextContent().slice(0, selection.anchor.offset);
  const known = text.slice(0, end);
  return before !== '' && (known.endsWith(before) || before.endsWith(known)) && node.getTextContent().length === selection.anchor.offset;
}

/** A matcher for AutoLinkPlugin and registerAutoLink(). */
export function linkMatcher(options = {}) {
  const isOpen = openableOnceReady(options);
  const attributes = Object.fromEntries(['target', 'rel'].filter((name) => typeof options[name] === 'string').map((name) => [name, options[name]]));
  return (text) => {
    for (const link of linksIn(text, options)) {
      const shown = shownAs(link, options, isOpen);
      if (shown === undefined || isBeingTyped(text, link.end)) continue;
      return { index: link.start, length: link.end - link.start, text: link.text, url: shown.uri, attributes };
    }
    return null;
  };
}

/** Sets the links of an editor; returns a function that ends it. */
export function registerLinks(editor, options = {}) {
  return registerAutoLink(editor, { matchers: [linkMatcher(options)], changeHandlers: [], excludeParents: [], separatorRegex: /[^]/ });
}

export default registerLinks;
