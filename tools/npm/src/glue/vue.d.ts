// SPDX-License-Identifier: Apache-2.0
import type { DefineComponent } from 'vue';
import type { LinkifyOptions } from './index.js';

export interface LinkifyProps {
  text: string;
  options?: LinkifyOptions;
  /** The element around the text; `span` by default. */
  as?: string;
}

/** A text with its links. */
export declare const Linkify: DefineComponent<LinkifyProps>;
export default Linkify;
