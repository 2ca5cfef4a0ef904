// SPDX-License-Identifier: Apache-2.0
// linkify(): a text as HTML with its links, as linkspan/render.h writes it (HtmlForm::phrasing). No text can run a script, and
// only a URI that is safe to open becomes a link.
import { openableFor } from './destination.js';
import { find } from './find.js';

const kEscapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\r\n': '\n' };
const kReplacement = '\uFFFD';
// What is not shown as it is: markup, controls, unpaired surrogates, noncharacters, bidi overrides; and CR LF.
const kSpecial = /\r\n|[&<>"'\0-\x08\x0B-\x1F\x7F-\x9F\u202D\u202E\uFDD0-\uFDEF\uFFFE\uFFFF]|[\uD800-\uDFFF]|[\u{1FFFE}\u{1FFFF}\u{2FFFE}\u{2FFFF}\u{3FFFE}\u{3FFFF}\u{4FFFE}\u{4FFFF}\u{5FFFE}\u{5FFFF}\u{6FFFE}\u{6FFFF}\u{7FFFE}\u{7FFFF}\u{8FFFE}\u{8FFFF}\u{9FFFE}\u{9FFFF}\u{AFFFE}\u{AFFFF}\u{BFFFE}\u{BFFFF}\u{CFFFE}\u{CFFFF}\u{DFFFE}\u{DFFFF}\u{EFFFE}\u{EFFFF}\u{FFFFE}\u{FFFFF}\u{10FFFE}\u{10FFFF}]/gu;
const kBidiScope = /[\u202A-\u202C\u2066-\u2069]/g;

function escapeOne(found) {
  const escape = kEscapes[found];
  if (escape !== undefined) return escape;
  const code = found.codePointAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7F ? '\u2421' : kReplacement;
}

/** Text for HTML, in an element or in an attribute with quotes. */
export function escapeHtml(text) { return text.replace(kSpecial, escapeOne); }

// A bidi scope that is opened in a link and closed after it makes a link look like another one.
function escapeLink(text) { return escapeHtml(text).replace(kBidiScope, kReplacement); }

function escapeAttribute(value) { return escapeHtml(String(value).replace(/\n/g, '\u240A')); }

const kNames = new Set(['class', 'target', 'rel', 'title', 'lang', 'hreflang', 'type', 'role', 'referrerpolicy', 'tabindex', 'download']);
const kHarmless = /^(?:data|aria)-[a-z0-9-]+$/;

// A rule may lead to another page of the same site: a path, a query or a fragment.
const kInSite = /^(?:\/(?![/\\])|[?#])[!-~]*$/;
// Elements that may be in the place of <a>. Of a custom element, the application says what it does.
const kElement = /^(?:a|b|bdi|button|em|i|mark|span|strong|u|[a-z][a-z0-9]*(?:-[a-z0-9]+)+)$/;

function valueFor(option, link) { return typeof option === 'function' ? option(link) : option; }

let segmenter;
function charactersOf(text) {
  if (typeof Intl === 'undefined' || Intl.Segmenter === undefined) return Array.from(text);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), (each) => each.segment);
}

// Of `truncate: 'smart'`.
const kSmartLength = 32;

// Without `https://www.`; if that is too long, the host, `…`, and as much of the end of the path, from a `/`, as there is room for.
function shortenSmartly(link, most) {
  if (link.kind !== 'url' || link.hostEnd === 0 || charactersOf(link.text).length <= most) return link.text;
  const { text, hostEnd } = link;
  const from = /^(?:https?:\/\/)?(?:www\.(?=.*\.))?/i.exec(text.slice(0, hostEnd))[0].length;
  const host = text.slice(from, hostEnd);
  const rest = charactersOf(text.slice(hostEnd));
  const room = most - charactersOf(host).length;
  if (rest.length <= room) return host + rest.join('');
  const tail = rest.slice(Math.max(rest.length - Math.max(room - 2, 0), 0));
  const slash = tail.indexOf('/');
  if (slash >= 0 && slash + 1 < tail.length) return `${host}/…${tail.slice(slash).join('')}`;
  return room > 2 ? `${host}${rest.slice(0, room - 1).join('')}…` : `${host}…`;
}

/**
 * The text of a link with at most so many characters, as a reader counts them; never cut before the end of its host.
 * @param {number | 'smart' | {length: number, where?: 'end' | 'middle' | 'smart'}} how
 */
export function shorten(link, how) {
  const { text } = link;
  if (how === 'smart' || how.where === 'smart') return shortenSmartly(link, how.length > 0 && how !== 'smart' ? how.length : kSmartLength);
  const most = typeof how === 'number' ? how : how.length;
  if (!(most > 0) || text.length <= most) return text;
  const characters = charactersOf(text);
  if (characters.length <= most) return text;
  const shown = most - 1;
  const wantedTail = how.where === 'middle' ? Math.floor(shown / 3) : 0;
  let kept = 0;
  for (let at = 0; at < link.hostEnd; kept++) at += characters[kept].length;
  const head = Math.max(shown - wantedTail, kept);
  const tail = Math.min(wantedTail, Math.max(shown, head) - head);
  if (head + tail >= characters.length) return text;
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`;
}

/**
 * What is written for a link: its text, URI and title; undefined if it is shown as text.
 * @internal
 */
export function shownAs(link, options, isOpen) {
  if (options.validate !== undefined && !options.validate(link)) return undefined;
  let { uri } = link;
  if (!isOpen(uri) && !(link.rule !== undefined && kInSite.test(uri))) return undefined;
  if (options.rewrite !== undefined) {
    uri = options.rewrite(link);
    if (typeof uri !== 'string' || !isOpen(uri)) return undefined;
  }
  const { text } = link;
  let title = link.form === 'delimited' && text !== link.iri ? link.uri : '';
  let shown = text;
  if (options.truncate !== undefined && !/[\n\r\u2028\u2029]/.test(text)) {
    shown = shorten(link, options.truncate);
    if (shown !== text) title = link.uri;
  }
  if (options.format !== undefined) shown = String(options.format(shown, link));
  return { uri, title, text: shown };
}

/**
 * The attributes of the element of a link, but href: names and values that are not empty.
 * @internal
 */
export function attributesOf(link, shown, options) {
  const attributes = {
    title: shown.title,
    class: valueFor(options.className, link),
    target: valueFor(options.target, link),
    rel: valueFor(options.rel === undefined ? 'noopener noreferrer' : options.rel, link),
    ...valueFor(options.attributes, link),
  };
  return Object.entries(attributes).filter(([name, value]) => value !== undefined && value !== null && value !== '' &&
    (kNames.has(name) || kHarmless.test(name)));
}

/**
 * The name of the element of a link, and that of the attribute with its URI.
 * @internal
 */
export function elementOf(link, options) {
  const name = valueFor(options.tagName, link) ?? 'a';
  if (!kElement.test(name)) {
    throw new RangeError(`linkspan: no link is written as '${name}'; tagName is a, span, button, b, i, em, strong, u, mark, bdi or a custom element`);
  }
  return { name, target: name === 'a' || name.includes('-') ? 'href' : 'data-href' };
}

/**
 * The start tag of the element of a link, and its name.
 * @internal
 */
export function startTag(link, shown, options) {
  const attributes = attributesOf(link, shown, options).map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`);
  const { name, target } = elementOf(link, options);
  return { name, tag: `<${name} dir="ltr" ${target}="${escapeAttribute(shown.uri)}"${attributes.join('')}>` };
}

function anchor(link, shown, options) {
  const { name, tag } = startTag(link, shown, options);
  return `${tag}${escapeLink(shown.text)}</${name}>`;
}

/** The text as HTML, with its links. */
export function linkify(text, options = {}) {
  const isOpen = openableFor(options);
  const outside = options.nl2br === true ? (part) => escapeHtml(part).replace(/\n/g, '<br>\n') : escapeHtml;
  let html = '';
  let done = 0;
  for (const link of find(text, options)) {
    const shown = shownAs(link, options, isOpen);
    if (shown === undefined) continue;
    html += outside(text.slice(done, link.start)) + anchor(link, shown, options);
    done = link.end;
  }
  return html + outside(text.slice(done));
}
