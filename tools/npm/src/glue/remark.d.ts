// SPDX-License-Identifier: Apache-2.0
import type { LinkifyOptions } from './index.js';

export type RemarkOptions = Pick<LinkifyOptions, 'profile' | 'bareDomains' | 'email' | 'schemes' | 'tlds' | 'maxLinkBytes'
  | 'defaultScheme' | 'rules' | 'truncate' | 'format' | 'validate' | 'rewrite' | 'open'>;

/** Adds links to a tree of mdast, in place. */
export declare function linkifyMdast<Tree extends { type: string }>(tree: Tree, options?: RemarkOptions): Tree;

/** A remark plugin. */
export default function remarkLinkspan(options?: RemarkOptions): (tree: any) => void;
