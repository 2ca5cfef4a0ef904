// SPDX-License-Identifier: Apache-2.0
// linkifyElement(): links in the text nodes of a DOM tree. No HTML is parsed, and no text is changed. Until
// there is an engine (engine.js), the text stays as it is.
import { openableFor } from './destination.js';
import { hasEngine, linksIn, onEngine } from './engine.js';
import { attributesOf, elementOf, shownAs } from './linkify.js';

// Elements whose text is not linked: it is a link, not text for people, or code.
export const kSkipped = ['a', 'button', 'code', 'iframe', 'kbd', 'label', 'math', 'noscript', 'object', 'option', 'pre', 'samp', 'script',
  'select', 'style', 'svg', 'template', 'textarea', 'title'];

function fragmentOf(text, links, options, isOpen, document) {
  const fragment = document.createDocumentFragment();
  let done = 0;
  let made = 0;
  for (const link of links) {
    const shown = shownAs(link, options, isOpen);
    if (shown === undefined) continue;
    if (link.start > done) fragment.append(text.slice(done, link.start));
    const { name, target } = elementOf(link, options);
    const anchor = document.createElement(name);
    anchor.setAttribute('dir', 'ltr');
    anchor.setAttribute(target, shown.uri);
    for (const [attribute, value] of attributesOf(link, shown, options)) anchor.setAttribute(attribute, value);
    anchor.textContent = shown.text;
    fragment.append(anchor);
    done = link.end;
    made++;
  }
  if (made === 0) return undefined;
  if (done < text.length) fragment.append(text.slice(done));
  return fragment;
}

// `skip`: names of elements, and classes with a full stop before them.
function isSkipped(element, skipped) {
  return skipped.has(element.localName) || Array.from(element.classList ?? [], (name) => `.${name}`).some((name) => skipped.has(name));
}

function collect(node, skipped, texts) {
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.nodeType === 3) {
      texts.push(child);
    } else if (child.nodeType === 1 && !isSkipped(child, skipped) && !child.isContentEditable) {
      collect(child, skipped, texts);
    }
  }
}

/**
 * Makes links of the text in an element, but not in links, code and the like (`skip`). Doing it again changes nothing.
 * @returns {number} of text nodes with new links; 0 if it is done later, once there is an engine
 */
export function linkifyElement(element, options = {}) {
  if (!hasEngine()) {
    onEngine(() => linkifyElement(element, options));
    return 0;
  }
  const skipped = new Set(options.skip ?? kSkipped);
  for (const name of ['a', 'script', 'style', 'textarea']) skipped.add(name);
  const isOpen = openableFor(options);
  const texts = [];
  for (let parent = element; parent !== null; parent = parent.parentElement) {
    if (isSkipped(parent, skipped)) return 0;
  }
  collect(element, skipped, texts);
  let changed = 0;
  for (const node of texts) {
    const text = node.data;
    const links = linksIn(text, options);
    const fragment = links.length === 0 ? undefined : fragmentOf(text, links, options, isOpen, node.ownerDocument);
    if (fragment === undefined) continue;
    node.replaceWith(fragment);
    changed++;
  }
  return changed;
}
