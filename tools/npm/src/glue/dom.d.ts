// SPDX-License-Identifier: Apache-2.0
import type { LinkifyOptions } from './index.js';

export interface ElementOptions extends LinkifyOptions {
  /** Names of elements, in lower case, and classes (`.no-links`) whose text is not linked: kSkipped by default; always a, script, style and textarea. */
  readonly skip?: readonly string[];
}

export declare const kSkipped: readonly string[];

/**
 * Makes links of the text in an element. Returns the number of text nodes with new links; doing it again changes nothing. Without an engine it
 * returns 0, and does it later.
 */
export declare function linkifyElement(element: Element, options?: ElementOptions): number;
