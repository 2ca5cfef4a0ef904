// SPDX-License-Identifier: Apache-2.0
import type { LinkMatcher } from '@lexical/link';
import type { LexicalEditor } from 'lexical';
import type { LinkifyOptions } from './index.js';

/** A matcher for AutoLinkPlugin and registerAutoLink(): of a text, the first link that is not being typed. */
export declare function linkMatcher(options?: LinkifyOptions): LinkMatcher;

/** Sets links while typing and on paste, in an editor with the nodes AutoLinkNode and LinkNode. Returns a function that ends it. */
export declare function registerLinks(editor: LexicalEditor, options?: LinkifyOptions): () => void;
export default registerLinks;
