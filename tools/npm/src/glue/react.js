// SPDX-License-Identifier: Apache-2.0
// <Linkify>: the text of its children, with links. Elements stay; text in links and code is not changed. Until there is an engine
// (engine.js), its children as they are.
import { Children, cloneElement, createElement, Fragment, isValidElement, useSyncExternalStore } from 'react';
import { openableFor } from './destination.js';
import { hasEngine, linksIn, onEngine } from './engine.js';
import { attributesOf, elementOf, shownAs } from './linkify.js';

const kSkipped = new Set(['a', 'button', 'code', 'option', 'pre', 'script', 'select', 'style', 'textarea']);
const kProperties = { class: 'className', hreflang: 'hrefLang', tabindex: 'tabIndex', referrerpolicy: 'referrerPolicy' };

function propertiesOf(link, shown, options) {
  const properties = { dir: 'ltr', [elementOf(link, options).target]: shown.uri };
  for (const [name, value] of attributesOf(link, shown, options)) properties[kProperties[name] ?? name] = value;
  return properties;
}

function linked(text, options, isOpen) {
  const parts = [];
  let done = 0;
  for (const link of linksIn(text, options)) {
    const shown = shownAs(link, options, isOpen);
    if (shown === undefined) continue;
    if (link.start > done) parts.push(text.slice(done, link.start));
    const properties = { ...propertiesOf(link, shown, options), key: link.start };
    parts.push(options.renderLink === undefined ? createElement(elementOf(link, options).name, properties, shown.text)
      : createElement(Fragment, { key: link.start }, options.renderLink({ link, properties, text: shown.text })));
    done = link.end;
  }
  if (parts.length === 0) return text;
  if (done < text.length) parts.push(text.slice(done));
  return parts;
}

function walk(children, options, isOpen) {
  return Children.map(children, (child) => {
    if (typeof child === 'string') return linked(child, options, isOpen);
    const isPassed = isValidElement(child) && !kSkipped.has(child.type) && child.props.children !== undefined;
    return isPassed ? cloneElement(child, undefined, walk(child.props.children, options, isOpen)) : child;
  });
}

export function Linkify({ children, options = {} }) {
  const isReady = useSyncExternalStore(onEngine, hasEngine, hasEngine);
  return createElement(Fragment, null, isReady ? walk(children, options, openableFor(options)) : children);
}

export default Linkify;
