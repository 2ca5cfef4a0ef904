// SPDX-License-Identifier: Apache-2.0
// linkspan in the place of linkify-it: its interface of versions 4 to 6, with the defaults of 5 or 6.
//
//   import linkifyIt from 'linkspan/linkify-it';
//   md.linkify = linkifyIt();
//
// What is a link is decided by linkspan; ../../README.md says what differs. Prefixes that are added with a validator are
// searched here, as linkify-it does.
import { isOpenable } from './destination.js';
import { findFirstInPage, findInPage, test } from './find.js';
import { toAscii, toUnicode } from './platform.js';

const kSecond = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]+):\/\//i;
const kMostNeutral = 1 << 16;
const kAddress = /^\d{1,3}(?:\.\d{1,3}){3}$/;
// What may be before an added prefix: the start, white space, punctuation, or one of three separators (linkify-it).
const kBefore = '(^|(?!_)[><\\uFF5C\\p{Z}\\p{P}\\p{Cc}])';
// A text without any of these has no link. Cheap, and may be wrong the other way.
const kMaybe = /[:@.\u3002\uFF0E\uFF61]/;

const escapeRegExp = (text) => text.replace(/[.?*+^$[\]\\(){}|-]/g, '\\$&');

export class Match {
  constructor(text, schema, index, lastIndex) {
    this.schema = schema.toLowerCase();
    this.index = index;
    this.lastIndex = lastIndex;
    this.raw = text.slice(index, lastIndex);
    this.text = this.raw;
    this.url = this.raw;
  }
}

// The URL of a link that was found here, for normalize().
const urls = new WeakMap();

// As linkify-it 5, unless `compat` is 6: markdown-it 14 links `example.org`, and so did all before it; markdown-it 15 does not.
const kDefaults = { fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false, '---': false, urlAuth: true, maxLength: 65536, tlds: undefined };
const kOf6 = { fuzzyLink: false, urlAuth: false };
const isOptions = (given) => given !== undefined && given !== null &&
  Object.keys(given).every((key) => key in kDefaults || key === 'rebuilder' || key === 'compat');

export class LinkifyIt {
  #schemas = new Map();   // added with a validator
  #aliases = new Set();   // schemes that are linked, too
  #disabled = new Set();  // without the colon
  #replaced;              // the list of top-level domains
  #added = [];
  #options = { ...kDefaults };
  #find;                  // the options of find()
  #neutral;               // and of those for the top-level domain after `//`
  #prefixes;              // of #schemas

  /** As linkify-it 6: (options), and as 5: (schemas, options). */
  constructor(schemas, options) {
    if (options === undefined && isOptions(schemas)) [schemas, options] = [{}, schemas];
    if (options !== undefined) this.#take({ ...(options.compat === 6 ? kOf6 : {}), ...options });
    for (const [name, definition] of Object.entries(schemas ?? {})) this.#define(name, definition);
    this.#compile();
  }

  add(schema, definition) {
    this.#define(schema, definition);
    this.#compile();
    return this;
  }

  set(options) {
    this.#take(options ?? {});
    this.#compile();
    return this;
  }

  tlds(list, keepOld = false) {
    const names = Array.isArray(list) ? list : [list];
    if (keepOld) {
      this.#added.push(...names);
    } else {
      this.#replaced = names;
      this.#added = [];
    }
    this.#compile();
    return this;
  }

  /** Whether there may be a link. */
  pretest(text) { return kMaybe.test(text) || (this.#prefixes?.test(text) ?? false); }

  test(text) {
    if (this.#prefixes === undefined && !text.includes('//') && !test(text, this.#find)) return false;
    return this.match(text) !== null;
  }

  match(text) {
    const found = this.#linksOf(text);
    const others = [...this.#neutralOf(text), ...(this.#prefixes === undefined ? [] : this.#customOf(text))];
    const matches = others.length === 0 ? found : withoutOverlaps([...others, ...found]);
    return matches.length > 0 ? matches : null;
  }

  /** The link at the start of the text, if it has a scheme. */
  matchAtStart(text) {
    const custom = this.#prefixes === undefined ? undefined : this.#customOf(text, true)[0];
    if (custom !== undefined) return custom;
    const link = this.#firstOf(text);
    const scheme = link?.start === 0 ? link.parts.scheme : undefined;
    // The text may begin after an escape (markdown-it): `ttps://…` is not a link there.
    if (scheme === undefined || !(this.#aliases.has(scheme) || isOpenable(`${scheme}:`))) return null;
    const match = this.#matchOf(text, link);
    if (match === undefined) return null;
    match.url = match.raw;  // markdown-it advances by its length
    return match;
  }

  /** The length of the link after a prefix that ends at `pos`, without the prefix; 0 if there is none. */
  testSchemaAt(text, schema, pos) {
    const name = schema.toLowerCase();
    const definition = this.#schemas.get(name);
    if (definition !== undefined) return definition.validate(text, pos, this);
    const begin = pos - schema.length;
    const link = this.#firstOf(text.slice(begin));
    const match = link === undefined || link.start !== 0 ? undefined : this.#matchOf(text.slice(begin), link);
    return match === undefined || match.schema !== name ? 0 : Math.max(match.lastIndex - schema.length, 0);
  }

  normalize(match) {
    const url = urls.get(match);
    if (url !== undefined) {
      match.url = url;
    } else if (match.schema === '') {
      match.url = `http://${match.url}`;
    } else if (match.schema === 'mailto:' && !/^mailto:/i.test(match.url)) {
      match.url = `mailto:${match.url}`;
    }
  }

  /** Called after every change. To be replaced. */
  onCompile() {}

  #take(options) {
    for (const key of Object.keys(options)) {
      if (key in kDefaults) this.#options[key] = options[key];
    }
    if (options.tlds !== undefined) this.#replaced = options.tlds;
  }

  #define(schema, definition) {
    const name = schema.toLowerCase();
    const scheme = name.replace(/:.*$/s, '');
    this.#schemas.delete(name);
    this.#aliases.delete(scheme);
    this.#disabled.delete(scheme);
    if (definition === null || definition === undefined) {
      this.#disabled.add(scheme);
    } else if (typeof definition === 'string') {
      this.#aliases.add(scheme);
    } else {
      this.#schemas.set(name, checked(schema, definition));
    }
  }

  #compile() {
    const isScheme = (name) => /^[a-z][a-z0-9+\-.]*$/.test(name);
    const schemes = [...[...this.#aliases].filter(isScheme).map((name) => `+${name}`),
      ...[...this.#disabled].filter(isScheme).map((name) => `-${name}`)];
    const own = (names) => names.flatMap(bothForms);
    const tlds = [...own(this.#replaced ?? []), ...own(this.#added).map((name) => `+${name}`)];
    this.#find = Object.freeze({
      bareDomains: this.#options.fuzzyLink,
      schemes,
      tlds,
      maxLinkBytes: Math.min(Math.max(this.#options.maxLength, 256), 1 << 30),
    });
    this.#neutral = Object.freeze({ ...this.#find, bareDomains: true });
    const names = [...this.#schemas.keys()].sort((one, other) => other.length - one.length).map(escapeRegExp);
    this.#prefixes = names.length === 0 ? undefined : new RegExp(`${kBefore}(${names.join('|')})`, 'giu');
    this.onCompile();
  }

  // PERF: markdown-it asks for each `://`, with all text after it.
  #firstOf(text) {
    for (let size = 1024; ; size *= 8) {
      const link = findFirstInPage(text.slice(0, size), this.#find);
      if (size >= text.length || (link !== undefined && link.end < size / 2) || (link === undefined && size > 4096)) return link;
    }
  }

  #linksOf(text) {
    const matches = [];
    for (const link of findInPage(text, this.#find)) {
      const match = this.#matchOf(text, link);
      if (match !== undefined) matches.push(match);
    }
    return matches;
  }

  #matchOf(text, link) {
    const { form, parts } = link;
    if (form === 'address' && (!this.#options.fuzzyEmail || this.#disabled.has('mailto'))) return undefined;
    if (form === 'domain' && !this.#options.fuzzyIP && kAddress.test(parts.host ?? '')) return undefined;
    if (!this.#options.urlAuth && link.kind === 'url' && parts.userinfo !== undefined) return undefined;
    const schema = parts.scheme === undefined ? (link.kind === 'email' ? 'mailto:' : '') : `${parts.scheme}:`;
    if (this.#schemas.has(schema)) return undefined;
    // After `host:`, an empty port, comes another URL: `http://a.example://b`.
    const second = kSecond.exec(parts.scheme === undefined ? '' : link.text)?.[1].length ?? 0;
    if (second > 0 && !isOpenable(`${parts.scheme}:`)) return undefined;
    const dashes = this.#options['---'] ? text.slice(link.start, link.end).indexOf('---') : -1;
    const size = dashes > 0 ? dashes : second;
    const match = new Match(text, schema, link.start, size > 0 ? link.start + size : link.end);
    urls.set(match, size > 0 ? undefined : link.hasEscapes || form === 'delimited' ? link.iri : urlOf(match));
    this.normalize(match);
    return match;
  }

  // `//example.org`, which linkspan itself does not link: the link of `http://example.org`, if its top-level domain is known. As in
  // linkify-it, whatever fuzzyLink is.
  #neutralOf(text) {
    const matches = [];
    if (this.#disabled.has('//') || this.#schemas.has('//')) return matches;
    for (let at = text.indexOf('//'); at >= 0; at = text.indexOf('//', at + 2)) {
      if (!/^(?:$|[^:/\w])$/.test(text.charAt(at - 1)) || !/[^\s\p{P}]/u.test(text.charAt(at + 2))) continue;
      const link = this.#firstOf(`http:${text.slice(at, at + kMostNeutral)}`);
      const name = link?.start === 0 && link.kind === 'url' ? /\.([^.]+)\.?$/.exec(link.parts.host ?? '')?.[1] : undefined;
      if (name === undefined || !test(`example.${name}`, this.#neutral)) continue;
      if (!this.#options.urlAuth && link.parts.userinfo !== undefined) continue;
      const match = new Match(text, '//', at, at + link.end - 'http:'.length);
      this.normalize(match);
      matches.push(match);
    }
    return matches;
  }

  // The links of added prefixes; `atStart`: only one at the start of the text.
  #customOf(text, atStart = false) {
    const matches = [];
    this.#prefixes.lastIndex = 0;
    for (let found; (found = this.#prefixes.exec(text)) !== null;) {
      const begin = found.index + found[1].length;
      if (atStart && begin > 0) break;
      const definition = this.#schemas.get(found[2].toLowerCase());
      const size = definition.validate(text, begin + found[2].length, this);
      if (size > 0) {
        const match = new Match(text, found[2], begin, begin + found[2].length + size);
        (definition.normalize ?? ((each) => this.normalize(each)))(match, this);
        matches.push(match);
        this.#prefixes.lastIndex = match.lastIndex;
      } else {
        this.#prefixes.lastIndex = begin + 1;
      }
    }
    return matches;
  }
}

function urlOf(match) {
  if (match.schema === '') return `http://${match.raw}`;
  return match.schema === 'mailto:' && !/^mailto:/i.test(match.raw) ? `mailto:${match.raw}` : match.raw;
}

// As linkify-it 5: a validator is a function or a regular expression of what follows the prefix.
function checked(schema, definition) {
  const { validate, normalize } = definition;
  if (validate instanceof RegExp) {
    return { validate: (text, pos) => validate.exec(text.slice(pos))?.[0].length ?? 0, normalize: functionOf(normalize) };
  }
  if (typeof validate !== 'function') throw new TypeError(`linkspan: the definition of '${schema}' has no validator`);
  return { validate: (text, pos, self) => Number(validate(text, pos, self)) || 0, normalize: functionOf(normalize) };
}

const functionOf = (given) => (typeof given === 'function' ? given : undefined);

// A top-level domain as U-label and A-label.
function bothForms(name) {
  return [...new Set([name, toAscii(name) ?? name, toUnicode(name) ?? name])];
}

// Of links that overlap, the one that begins first, and of these the longest.
function withoutOverlaps(matches) {
  matches.sort((one, other) => one.index - other.index || other.lastIndex - one.lastIndex);
  let end = 0;
  return matches.filter((match) => {
    if (match.index < end) return false;
    end = match.lastIndex;
    return true;
  });
}

export default function linkifyIt(schemas, options) { return new LinkifyIt(schemas, options); }
export { linkifyIt, linkifyIt as linkifyit };
