// SPDX-License-Identifier: Apache-2.0
import type { LinkifyOptions } from './index.js';

export interface HtmlOptions extends Omit<LinkifyOptions, 'nl2br'> {
  /**
   * Names of elements of HTML, and of classes with a full stop before them, whose text is not linked: `['code', '.no-links']`; code, kbd, pre
   * and samp by default. Never in those that can hold no link: a, button, label, script, style, textarea, SVG and others.
   */
  readonly skip?: readonly string[];
}

/**
 * A page, or a part of one, with links in its text, and all its other characters as they are. A link across elements has an `<a>` in each
 * text node. `truncate` and `format` change the text of links in one text node. Needs WebAssembly.
 */
export declare function linkifyHtml(html: string, options?: HtmlOptions): string;
export default linkifyHtml;
