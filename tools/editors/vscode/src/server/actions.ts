// SPDX-License-Identifier: Apache-2.0
// Code actions: other ways to write a link. One is offered if the new text is found again as one link, in its place, with the same URI.
import { find, FindOptions, Link } from 'linkspan';
import { hostOf, iriOf } from './facts';
import { Json, list, text } from './json';
import { TextDocument } from './text_document';

const rewrite = 'refactor.rewrite', quickFix = 'quickfix';

interface Rewriting {
  readonly title: string;
  readonly kind: string;
  readonly keepsScheme: boolean;
  readonly text: string | undefined;  // undefined: there is no such form
}

// The start of the URI that the text of the link lacks.
function addedPrefix(link: Link): string {
  if (link.form === 'address') return 'mailto:';
  if (link.form !== 'www' && link.form !== 'domain') return '';
  return link.uri.slice(0, link.uri.indexOf('//') + 2);
}

function withoutPrefix(made: string, link: Link): string | undefined {
  const prefix = addedPrefix(link);
  return made.startsWith(prefix) ? made.slice(prefix.length) : undefined;
}

function decoded(link: Link): string | undefined {
  return /%|xn--/i.test(link.text) ? withoutPrefix(link.display, link) : undefined;
}

// Decoded, but with the host as it is in the IRI, and with a last character that is found again.
function minimal(link: Link): string | undefined {
  const host = hostOf(link.iri), shown = hostOf(link.display);
  if (host === '' || shown === '') return withoutPrefix(link.display, link);
  const at = link.display.indexOf(shown, link.display.indexOf(link.kind === 'email' ? '@' : '//'));
  const whole = link.display.slice(0, at) + host + link.display.slice(at + shown.length);
  // At the end, these are not part of a link (UTS #58, "Soft").
  return withoutPrefix(whole.replace(/[!'",.:;?]$/, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`), link);
}

function withHttps(link: Link): string | undefined {
  const { scheme, port } = link.parts;
  return scheme?.toLowerCase() === 'http' && port === undefined ? `https${link.text.slice(4)}` : undefined;
}

function withScheme(link: Link): string | undefined {
  return link.form === 'www' || link.form === 'domain' ? addedPrefix(link) + link.text : undefined;
}

// White space of a link over lines, and control sequences of terminals (ECMA-48, section 5.4).
const invisible = /\s+|\x1B\[[0-?]*[ -/]*[@-~]/g;

function rewritingsOf(link: Link): Rewriting[] {
  const keepsScheme = true, title = 'Join the lines of the link';
  const visible = link.text.replace(invisible, '');
  if (visible !== link.text) return [{ title, kind: rewrite, keepsScheme, text: visible }];
  return [
    { title: 'Use https', kind: quickFix, keepsScheme: false, text: withHttps(link) },
    { title: 'Percent-decode', kind: rewrite, keepsScheme, text: decoded(link) },
    { title: 'Percent-encode minimally (UTS #58)', kind: rewrite, keepsScheme, text: minimal(link) },
    { title: 'Write as a URI in ASCII', kind: rewrite, keepsScheme, text: withoutPrefix(link.uri, link) },
    { title: 'Add the scheme', kind: rewrite, keepsScheme, text: withScheme(link) },
  ];
}

const comparable = (uri: string): string => uri.replace(/%[0-9a-f]{2}/gi, escape => {
  const unit = String.fromCharCode(parseInt(escape.slice(1), 16));
  return /[A-Za-z0-9\-._~]/.test(unit) ? unit : escape.toUpperCase();
});
const afterScheme = (uri: string): string => uri.slice(uri.indexOf(':') + 1);

function isFoundAgain(document: TextDocument, options: FindOptions, link: Link, { text: written, keepsScheme }: Rewriting): boolean {
  const context = 512;
  const before = document.slice(link.start - context, link.start);
  const found = find(before + written + document.slice(link.end, link.end + context), options)
    .find(each => each.start === before.length && each.end === before.length + written!.length);
  if (found === undefined) return false;
  return keepsScheme ? comparable(found.uri) === comparable(link.uri) : afterScheme(found.uri) === afterScheme(link.uri);
}

function editOf(document: TextDocument, link: Link, newText: string, isVersioned: boolean): Json {
  const edit: Json = { range: document.range(link.start, link.end), newText };
  if (!isVersioned) return { changes: { [document.uri]: [edit] } };
  return { documentChanges: [{ textDocument: { uri: document.uri, version: document.version }, edits: [edit] }] };
}

function isWanted(only: Json | undefined, kind: string): boolean {
  if (!Array.isArray(only)) return true;
  return list(only).some(one => text(one) === '' || kind === text(one) || kind.startsWith(`${text(one)}.`));
}

/** The actions for a link; `only` names kinds, each with those below it. */
export function actionsFor(document: TextDocument, options: FindOptions, link: Link, only: Json | undefined,
                           isVersioned: boolean, copyCommand: string): Json[] {
  const actions: Json[] = [];
  const offered = new Set([link.text]);
  for (const rewriting of rewritingsOf(link)) {
    if (rewriting.text === undefined || offered.has(rewriting.text) || !isWanted(only, rewriting.kind)) continue;
    if (!isFoundAgain(document, options, link, rewriting)) continue;
    offered.add(rewriting.text);
    actions.push({ title: rewriting.title, kind: rewriting.kind, edit: editOf(document, link, rewriting.text, isVersioned) });
  }
  if (Array.isArray(only) || copyCommand === '') return actions;
  const copy = (title: string, value: string) =>
    actions.push({ title, command: { title, command: copyCommand, arguments: [value] } });
  copy('Copy as URI', link.uri);
  if (iriOf(link.uri) !== link.uri) copy('Copy as IRI', iriOf(link.uri));
  return actions;
}
