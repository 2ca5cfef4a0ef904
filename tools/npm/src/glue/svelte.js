// SPDX-License-Identifier: Apache-2.0
// An action of Svelte: the text of an element, with links. Until there is an engine (engine.js), without them.
//
//   <p use:linkify={{ text: message, options: { target: '_blank' } }}></p>
import { linkifyElement } from './dom.js';

export function linkify(element, given) {
  const show = (what) => {
    const { text, options } = typeof what === 'string' ? { text: what } : what;
    element.textContent = text;
    linkifyElement(element, options);
  };
  show(given);
  return { update: show };
}

export default linkify;
