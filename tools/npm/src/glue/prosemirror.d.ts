// SPDX-License-Identifier: Apache-2.0
import type { Plugin, PluginKey } from 'prosemirror-state';
import type { DecorationSet } from 'prosemirror-view';
import type { LinkifyOptions } from './index.js';

export declare const linkspanKey: PluginKey<DecorationSet>;

/** Shows the links of a document as decorations. */
export declare function linkspan(options?: LinkifyOptions): Plugin<DecorationSet>;

export interface AutolinkOptions extends LinkifyOptions {
  /** The name of the mark of links, which has an attribute `href`; `link` by default. */
  readonly mark?: string;
  /** Whether a URI that is pasted over a text becomes its link; true by default. */
  readonly paste?: boolean;
}

export declare const autolinkKey: PluginKey;

/**
 * Sets marks of links while typing and on paste: once there is text after a link, and unsets them when their text is edited. Undo undoes it. Links
 * with a text of their own are not changed.
 */
export declare function autolink(options?: AutolinkOptions): Plugin;
export default linkspan;
