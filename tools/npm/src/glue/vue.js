// SPDX-License-Identifier: Apache-2.0
// <Linkify :text="…" :options="…">: a text with its links.
import { defineComponent, h } from 'vue';
import { openableFor } from './destination.js';
import { find } from './find.js';
import { attributesOf, shownAs } from './linkify.js';

function linked(text, options) {
  const isOpen = openableFor(options);
  const parts = [];
  let done = 0;
  for (const link of find(text, options)) {
    const shown = shownAs(link, options, isOpen);
    if (shown === undefined) continue;
    if (link.start > done) parts.push(text.slice(done, link.start));
    const attributes = Object.fromEntries(attributesOf(link, shown, options));
    parts.push(h('a', { dir: 'ltr', href: shown.uri, ...attributes }, shown.text));
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
    return () => h(props.as, linked(props.text, props.options));
  },
});

export default Linkify;
