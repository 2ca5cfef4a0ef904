// SPDX-License-Identifier: Apache-2.0
// What a tooltip and a hover say of a link: its URI, its IRI, its host, and warnings.
import { find, Link } from 'linkspan';
import { warningNamed } from './warnings';

/** Controls, bidi controls and unpaired surrogates are shown as the bytes that they are. */
export function printable(value: string): string {
  return value.replace(/[\p{Cc}\p{Cs}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu, character =>
    [...new TextEncoder().encode(character)].map(byte => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''));
}

// A URI is a link of all profiles, if linkspan knows its scheme.
function linkOf(uri: string): Link | undefined {
  const [link] = find(`<${uri}>`, { profile: 'strict' });
  return link !== undefined && link.uri === uri ? link : undefined;
}

export const iriOf = (uri: string): string => printable(linkOf(uri)?.display ?? uri);

// The host, or the domain of an address, as it is written in a URI.
export function hostOf(uri: string): string {
  if (/^mailto:/i.test(uri)) return /^[^?]*@([^?]*)/.exec(uri)?.[1] ?? '';
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(\[[^\]/?#]*\]|[^/?#:]*)/i.exec(uri)?.[1] ?? '';
}

// For people, and in ASCII if that differs.
function hostsOf(uri: string): string[] {
  const ascii = hostOf(uri);
  if (ascii === '') return [];
  const host = hostOf(linkOf(`http://${ascii}/`)?.display ?? '');
  return host === '' || host.toLowerCase() === ascii.toLowerCase() ? [ascii] : [host, ascii];
}

interface Fact {
  readonly label: string;
  readonly values: readonly string[];  // from the document, shown with ` = ` between them
  readonly sentence?: string;          // our own
}

function factsOf(uri: string, warnings: readonly string[]): Fact[] {
  const facts: Fact[] = [{ label: 'URI', values: [uri] }];
  const iri = iriOf(uri);
  if (iri !== uri) facts.push({ label: 'IRI', values: [iri] });
  const hosts = hostsOf(uri);
  if (hosts.length > 0) facts.push({ label: 'Host', values: hosts });
  for (const name of warnings) {
    const warning = warningNamed(name);
    if (warning !== undefined) facts.push({ label: '\u26A0 Warning', values: [], sentence: `${warning.description} (${name})` });
  }
  return facts;
}

// A code span of CommonMark (0.31, section 6.1): its fence is longer than any row of back-quotes in the text.
function codeSpan(value: string): string {
  const longest = Math.max(0, ...(value.match(/`+/g) ?? []).map(row => row.length));
  const fence = '`'.repeat(longest + 1), space = longest > 0 ? ' ' : '';
  return `${fence}${space}${value}${space}${fence}`;
}

export function plainText(uri: string, warnings: readonly string[]): string {
  return factsOf(uri, warnings).map(({ label, values, sentence = '' }) =>
    `${label}: ${values.map(printable).join(' = ')}${sentence}`).join('\n');
}

export function markdown(uri: string, warnings: readonly string[]): string {
  return factsOf(uri, warnings).map(({ label, values, sentence = '' }) =>
    `**${label}:** ${values.map(value => codeSpan(printable(value))).join(' = ')}${sentence}`).join('  \n');
}
