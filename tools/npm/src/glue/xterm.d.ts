// SPDX-License-Identifier: Apache-2.0
import type { Link, LinkifyOptions } from './index.js';

interface Cell { getChars(): string; getWidth(): number }
interface Line { readonly isWrapped: boolean; readonly length: number; getCell(x: number): Cell | undefined }
interface TerminalLike { readonly buffer: { readonly active: { getLine(y: number): Line | undefined } } }

export interface XtermOptions extends Pick<LinkifyOptions, 'profile' | 'bareDomains' | 'email' | 'schemes' | 'tlds' | 'maxLinkBytes'
  | 'defaultScheme' | 'rules' | 'validate' | 'rewrite' | 'open'> {
  readonly activate?: (event: MouseEvent, uri: string, link: Link) => void;
  readonly hover?: (event: MouseEvent, uri: string, link: Link) => void;
  readonly leave?: (event: MouseEvent, uri: string, link: Link) => void;
}

interface Position { x: number; y: number }
export interface TerminalLink {
  text: string;
  range: { start: Position; end: Position };
  activate(event: MouseEvent): void;
  hover?(event: MouseEvent): void;
  leave?(event: MouseEvent): void;
}
export interface TerminalLinkProvider {
  provideLinks(bufferLineNumber: number, callback: (links: TerminalLink[] | undefined) => void): void;
}

/** For `terminal.registerLinkProvider()`. The profile is `code` by default. */
export declare function linkProvider(terminal: TerminalLike, options?: XtermOptions): TerminalLinkProvider;
export default linkProvider;
