// SPDX-License-Identifier: Apache-2.0
// The part of `linkspan` that fits into 60 KB: the rules of UTS #58 alone. ../README.md says what is left out.
import type { FindOptions as AllOptions, Link, LinkifyOptions as AllLinkifyOptions, ModuleSource, Truncation } from '../../esm/index.js';

export type { Link, Rule, Truncation } from '../../esm/index.js';
export type FindOptions = Omit<AllOptions, 'profile'>;
export type LinkifyOptions = Omit<AllLinkifyOptions, 'profile'>;

export declare function find(text: string, options?: FindOptions): Link[];
export declare function findFirst(text: string, options?: FindOptions): Link | undefined;
export { hashtag, mention, ticket } from '../../esm/index.js';
export declare function test(text: string, options?: FindOptions & { readonly whole?: boolean }): boolean;
export declare function isOpenable(uri: string, schemes?: readonly string[] | string): boolean;
export declare function linkify(text: string, options?: LinkifyOptions): string;
export declare function escapeHtml(text: string): string;
export declare function shorten(link: Link, how: Truncation): string;
export declare const ready: PromiseLike<void>;
export { NoEngineError } from '../../esm/index.js';
export declare function load(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;
