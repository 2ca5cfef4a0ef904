// SPDX-License-Identifier: Apache-2.0
// The interface of linkify-it. Where that is installed, as markdown-it installs it, what linkifyIt() returns is also of its type, which has private
// members: `md.linkify = linkifyIt()`. Its `re`, and what begins with two underscores, are not there.
// @ts-ignore: it need not be installed
import type { LinkifyIt as Original } from 'linkify-it';

type IfInstalled<T> = 0 extends 1 & T ? unknown : T;

export interface LinkifyOptions {
  /** The version of linkify-it whose defaults count. In 6, fuzzyLink and urlAuth are false; 5 by default. */
  compat?: 5 | 6;
  /** Whether `example.org` is a link; true by default. */
  fuzzyLink?: boolean;
  /** Whether `name@example.org` is a link; true by default. */
  fuzzyEmail?: boolean;
  /** Whether `192.0.2.1/a` is a link; false by default. */
  fuzzyIP?: boolean;
  /** Whether `---` ends a link; false by default. */
  '---'?: boolean;
  /** Whether URLs with a user name are links; true by default. */
  urlAuth?: boolean;
  /** Replaces the list of top-level domains. */
  tlds?: string[];
  maxLength?: number;
}

export interface SchemaOpts {
  /** The length of what follows the prefix, or a regular expression that it begins with. */
  validate: ((text: string, pos: number, self: LinkifyIt) => number | boolean) | RegExp;
  normalize?: (match: Match, self: LinkifyIt) => void;
}

export declare class Match {
  constructor(text: string, schema: string, index: number, lastIndex: number);
  /** Empty for `example.org`. */
  schema: string;
  index: number;
  lastIndex: number;
  raw: string;
  text: string;
  url: string;
}

export declare class LinkifyIt {
  constructor(options?: LinkifyOptions);
  constructor(schemas?: Record<string, SchemaOpts | string | null>, options?: LinkifyOptions);
  add(schema: string, definition?: SchemaOpts | string | null): this;
  set(options?: LinkifyOptions): this;
  tlds(list: string | string[], keepOld?: boolean): this;
  pretest(text: string): boolean;
  test(text: string): boolean;
  testSchemaAt(text: string, schema: string, pos: number): number;
  match(text: string): Match[] | null;
  matchAtStart(text: string): Match | null;
  normalize(match: Match): void;
  onCompile(): void;
}

export default function linkifyIt(options?: LinkifyOptions): LinkifyIt & IfInstalled<Original>;
export default function linkifyIt(schemas?: Record<string, SchemaOpts | string | null>, options?: LinkifyOptions): LinkifyIt & IfInstalled<Original>;
export { linkifyIt, linkifyIt as linkifyit };
