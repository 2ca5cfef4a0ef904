// SPDX-License-Identifier: Apache-2.0
import type { Plugin, PluginKey } from 'prosemirror-state';
import type { DecorationSet } from 'prosemirror-view';
import type { LinkifyOptions } from './index.js';

export declare const linkspanKey: PluginKey<DecorationSet>;

/** Shows the links of a document as decorations. */
export declare function linkspan(options?: LinkifyOptions): Plugin<DecorationSet>;
export default linkspan;
