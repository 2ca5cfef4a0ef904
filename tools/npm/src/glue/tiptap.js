// SPDX-License-Identifier: Apache-2.0
// The plugins of ./prosemirror.js as extensions of Tiptap. Autolink needs a mark `link`, as that of its extension Link, whose own `autolink` and
// `linkOnPaste` are to be false.
import { Extension } from '@tiptap/core';
import { autolink, linkspan } from './prosemirror.js';

export const Linkspan = Extension.create({
  name: 'linkspan',
  addOptions: () => ({}),
  addProseMirrorPlugins() { return [linkspan(this.options)]; },
});

export const Autolink = Extension.create({
  name: 'linkspanAutolink',
  addOptions: () => ({}),
  addProseMirrorPlugins() { return [autolink(this.options)]; },
});

export default Linkspan;
