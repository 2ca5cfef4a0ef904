// SPDX-License-Identifier: Apache-2.0
import type { Extension } from '@tiptap/core';
import type { LinkifyOptions } from './index.js';
import type { AutolinkOptions } from './prosemirror.js';

/** Shows the links of a document: `extensions: [StarterKit, Linkspan.configure({ target: '_blank' })]`. */
export declare const Linkspan: Extension<LinkifyOptions>;
/** Sets the mark `link` while typing and on paste: `[StarterKit.configure({ link: { autolink: false, linkOnPaste: false } }), Autolink]`. */
export declare const Autolink: Extension<AutolinkOptions>;
export default Linkspan;
