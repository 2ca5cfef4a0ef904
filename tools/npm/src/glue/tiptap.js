// SPDX-License-Identifier: Apache-2.0
// The plugin of ./prosemirror.js as an extension of TipTap.
import { Extension } from '@tiptap/core';
import { linkspan } from './prosemirror.js';

export const Linkspan = Extension.create({
  name: 'linkspan',
  addOptions: () => ({}),
  addProseMirrorPlugins() { return [linkspan(this.options)]; },
});

export default Linkspan;
