// SPDX-License-Identifier: Apache-2.0
import type { Extension } from '@tiptap/core';
import type { LinkifyOptions } from './index.js';

/** Shows the links of a document: `extensions: [StarterKit, Linkspan.configure({ target: '_blank' })]`. */
export declare const Linkspan: Extension<LinkifyOptions>;
export default Linkspan;
