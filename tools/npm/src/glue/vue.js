// SPDX-License-Identifier: Apache-2.0
// <Linkify :text="…" :options="…">: a text with its links; without them until there is an engine (engine.js).
import { defineComponent, h, onUnmounted, shallowRef } from 'vue';
import { openableFor } from './destination.js';
import { hasEngine, linksIn, onEngine } from './engine.js';
import { attributesOf, elementOf, shownAs } from './linkify.js';

function linked(text, options) {
  const isOpen = openableFor(options);
  const parts = [];
  let done = 0;
  for (const link of linksIn(text, options)) {
    const shown = shownAs(link, options, isOpen);
    if (shown === undefined) continue;
    if (link.start > done) parts.push(text.slice(done, link.start));
    const attributes = Object.fromEntries(attributesOf(link, shown, options));
    const { name, target } = elementOf(link, options);
    parts.push(h(name, { dir: 'ltr', [target]: shown.uri, ...attributes }, shown.text));
    done = link.end;
  }
  if (done < text.length) parts.push(text.slice(done));
  return parts;
}

export const Linkify = defineComponent({
  name: 'Linkify',
  props: {
    text: { type: String, required: true },
    options: { type: Object, default: () => ({}) },
    as: { type: String, default: 'span' },
  },
  setup(props) {
    const isReady = shallowRef(hasEngine());
    if (!isReady.value) onUnmounted(onEngine(() => { isReady.value = true; }));
    return () => h(props.as, isReady.value ? linked(props.text, props.options) : props.text);
  },
});

export default Linkify;
