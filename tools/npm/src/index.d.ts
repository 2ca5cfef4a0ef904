// SPDX-License-Identifier: Apache-2.0
// All offsets are UTF-16 units, as those of strings. Ranges are half-open.

/** Where a link ends and what is one: `docs/scanning.md`. */
export type Profile = 'prose' | 'uts58' | 'code' | 'strict';
export type Kind = 'url' | 'email' | 'custom';
/** How a link shows that it is one: `https://…`, `www.…`, `example.org/…`, `name@example.org`, `mailto:…`, `<…>`. */
export type Form = 'scheme' | 'www' | 'domain' | 'address' | 'mailto' | 'delimited' | 'rule' | 'href';
/** Why a link ends where it does. */
export type EndedBy = 'hard' | 'soft' | 'bracket' | 'quote' | 'delimiter' | 'script' | 'limit' | 'end_of_text';

export interface FindOptions {
  /** `prose` by default. */
  readonly profile?: Profile;
  /** Whether `example.org` is a link; true by default. `'www'`: only if it begins with `www.`; false: not even then. */
  readonly bareDomains?: boolean | 'www';
  /** Whether addresses are links; true by default. */
  readonly email?: boolean;
  /** Names of schemes: `['https', 'http']` replaces the library's own list, `['+steam', '-ftp']` changes it. */
  readonly schemes?: readonly string[] | string;
  /** Top-level domains that a domain without a scheme may end with, likewise. */
  readonly tlds?: readonly string[] | string;
  /** From 256 to 2^30; 65536 by default. */
  readonly maxLinkBytes?: number;
  /** Of the URI of a host without a scheme; `http` by default. */
  readonly defaultScheme?: 'http' | 'https';
  /** The caller's own links. Not for Stream, LinkIndex, findBytes() and explain(). */
  readonly rules?: readonly Rule[];
}

/**
 * A link of the caller's own: a match of the pattern has no white space, and in a text without white space at most 192 characters. Of several
 * matches the leftmost is taken, then the longest, then that of the first rule. None overlaps a link.
 */
export interface Rule {
  /** `rule` of its links; the pattern by default. */
  readonly name?: string;
  /** A text is a pattern with the flag `u`. */
  readonly pattern: RegExp | string;
  /**
   * Its URI: `{1}` and `{name}` are groups of the pattern, percent-encoded; `{0}` is the match, `{1:digits}` only the digits, `{{` a brace. It may
   * be a path of the same site. Of a function, undefined means that the match is not a link.
   */
  readonly uri: string | ((match: RegExpExecArray) => string | undefined);
  /** `word`, the default: a match is a whole word; no letter or digit continues it. */
  readonly beside?: 'word' | 'any';
  /** Whether it takes the place of the links that it overlaps. */
  readonly wins?: boolean;
}

/** `#tag`: `{1}` is the tag. */
export declare function hashtag(uri: Rule['uri']): Rule;
/** `@name`: `{1}` is the name. */
export declare function mention(uri: Rule['uri']): Rule;
/** `ABC-12`: `{1}` is the project, `{2}` the number; only of these projects if they are named, else also `UTF-8`. */
export declare function ticket(uri: Rule['uri'], projects?: readonly string[]): Rule;

export interface Parts {
  readonly scheme?: string;
  /** Of an address, the local part. */
  readonly userinfo?: string;
  readonly host?: string;
  readonly port?: string;
  readonly path?: string;
  readonly query?: string;
  readonly fragment?: string;
}

/** A link. Everything but its place is computed when it is read. */
export declare class Link {
  private constructor();
  readonly start: number;
  readonly end: number;
  /** As it is written. */
  readonly text: string;
  readonly kind: Kind;
  readonly form: Form;
  readonly endedBy: EndedBy;
  /** Whether it has sequences that stand for other characters, such as `\/` in JSON. */
  readonly hasEscapes: boolean;
  /** The components that are present, as they are written. */
  readonly parts: Parts;
  /** The end of the host in `text`; 0 without one. */
  readonly hostEnd: number;
  /** What to open: absolute and ASCII; that of an address begins with `mailto:`. */
  readonly uri: string;
  /** The same with the characters of the text. */
  readonly iri: string;
  /** For people: decoded, as far as that is unambiguous. Not for opening. */
  readonly display: string;
  /** The host of `uri`, or the domain of an address. */
  readonly host: string;
  /** The names of the warnings about it; only in `linkspan/full`. */
  readonly warnings?: readonly string[];
  /** The name of the rule that found it. */
  readonly rule?: string;
  toJSON(): Record<string, unknown>;
}

/** All links of a text, in order. Text is never an error. */
export declare function find(text: string, options?: FindOptions): Link[];

/** All links of a text in UTF-8, which need not be well-formed; `start` and `end` are bytes. */
export declare function findBytes(utf8: Uint8Array, options?: FindOptions): Link[];

/** The first link; the text is read only as far as necessary to find its end. */
export declare function findFirst(text: string, options?: FindOptions): Link | undefined;

/** Whether there is a link; with `whole`, whether the whole text is one. */
export declare function test(text: string, options?: FindOptions & { readonly whole?: boolean }): boolean;

/** Whether a URI may be opened with one click: its scheme shows or fetches something and never runs code. */
export declare function isOpenable(uri: string, schemes?: readonly string[] | string): boolean;

/** `smart`: without `https://www.`, and of a long path the end; 32 characters if no length is given. */
export type Truncation = number | 'smart' | { readonly length: number; readonly where?: 'end' | 'middle' | 'smart' };

type ForLink<T> = T | ((link: Link) => T | undefined);

export interface LinkifyOptions extends FindOptions {
  readonly target?: ForLink<string>;
  /** `noopener noreferrer` by default. */
  readonly rel?: ForLink<string>;
  readonly className?: ForLink<string>;
  /** More attributes; only those that neither run, send nor redirect anything are written. */
  readonly attributes?: ForLink<Readonly<Record<string, string>>>;
  /** The most characters that are shown of a link; never cut before the end of its host. */
  readonly truncate?: Truncation;
  /** Another element than `<a>`: span, button, b, i, em, strong, u, mark, bdi, or a custom element. All but the last have `data-href`. */
  readonly tagName?: ForLink<string>;
  /** Whether line feeds become `<br>`: of linkify() alone. */
  readonly nl2br?: boolean;
  /** The shown text, which is escaped. */
  readonly format?: (shown: string, link: Link) => string;
  /** Whether this link becomes one. */
  readonly validate?: (link: Link) => boolean;
  /** Another URI; it must be openable, too, else the link is shown as text. */
  readonly rewrite?: (link: Link) => string | null | undefined;
  /** The schemes that become links: `['+steam']` adds to the library's own list, `['https']` replaces it. */
  readonly open?: readonly string[] | string;
}

/** The text as HTML, with its links. Everything is escaped. White space stays: use `white-space: pre-wrap`. */
export declare function linkify(text: string, options?: LinkifyOptions): string;

/** Text for HTML, in an element or an attribute with quotes. */
export declare function escapeHtml(text: string): string;

/** The text of a link with at most so many characters. */
export declare function shorten(link: Link, how: Truncation): string;

/** The links of a text that comes in chunks: the same as those of the whole text. */
export declare class Stream {
  constructor(options?: FindOptions);
  /** Returns the links that no later text can change. */
  feed(chunk: string): Link[];
  /** Ends the text; the next chunk begins a new one. */
  finish(): Link[];
  /** Frees the memory of a text that was not finished, which else happens when the stream is collected. */
  close(): void;
}

export interface LinkChange {
  /** In the text before the edit. */
  readonly removed: readonly { readonly start: number; readonly end: number }[];
  readonly added: readonly Link[];
  /** Other links that began here or later, in the text before the edit, have moved by `movedBy`. */
  readonly movedFrom: number;
  readonly movedBy: number;
}

/** The links of a text that is being edited. */
export declare class LinkIndex {
  constructor(text?: string, options?: FindOptions);
  assign(text: string): LinkChange;
  /** Replaces the text in [start, end). */
  replace(start: number, end: number, text: string): LinkChange;
  linksIn(start: number, end: number): Link[];
  links(): Link[];
  /** The link that contains the character at `offset`; else, the link that ends there. */
  at(offset: number): Link | undefined;
  readonly count: number;
  readonly text: string;
  /** Frees its memory, which else happens when it is collected. Needed in a loop that never waits. */
  close(): void;
}

/** A rule without which a candidate would have another result. */
export interface DecidingRule {
  /** As in `docs/rules.md`. */
  readonly id: string;
  readonly reason: string;
  /** The link in this place without the rule. */
  readonly otherwise: { readonly start: number; readonly end: number } | null;
}

export interface Candidate {
  readonly start: number;
  readonly end: number;
  /** The colon, `@` or dot that made the scanner look. */
  readonly trigger: number;
  /** Null if it was rejected. */
  readonly link: Link | null;
  /** The rule that ended or rejected it. */
  readonly rule: string;
  readonly reason: string;
  readonly decidedBy: readonly DecidingRule[];
}

/** The candidates of a text, and why they are links or not. Takes some 80 times as long as find(). */
export declare function explain(text: string, options?: FindOptions): Candidate[];

/** There is no engine: WebAssembly is refused here, or load() was not awaited. Thrown by what needs one. */
export declare class NoEngineError extends Error {
  readonly code: 'LINKSPAN_NO_ENGINE';
}

/** `await ready` makes the engine without blocking; needed only where it may not be made at once. */
export declare const ready: PromiseLike<void>;

/** The same engine as JavaScript: `import('linkspan/js/engine')`. */
export interface JavaScriptEngine { instantiate(imports: unknown): unknown }

/** Something that the module is, or can be read from. */
export type ModuleSource = BufferSource | WebAssembly.Module | Response | JavaScriptEngine;

/** The same, with a module of the caller's. Where WebAssembly is refused, the engine as JavaScript is loaded (in `linkspan/full`: none). */
export declare function load(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;
