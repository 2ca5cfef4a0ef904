// SPDX-License-Identifier: Apache-2.0
import type { Extension } from '@codemirror/state';
import type { LinkifyOptions } from './index.js';

export interface CodeMirrorOptions extends Omit<LinkifyOptions, 'className'> {
  /** `cm-linkspan` by default. */
  readonly className?: string;
  /** Opens a link that was clicked with Ctrl or Cmd. */
  readonly activate?: (uri: string, event: MouseEvent) => void;
}

/** Marks the links of the visible lines, and opens them with Ctrl or Cmd and a click. */
export declare function linkspan(options?: CodeMirrorOptions): Extension;
export default linkspan;
