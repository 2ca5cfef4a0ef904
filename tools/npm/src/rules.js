// SPDX-License-Identifier: Apache-2.0
// The caller's own links: `rules: [{ pattern, uri, name }]`, as linkspan/rules.h has them, with patterns of JavaScript.
//
//   find('see ABC-12', { rules: [{ name: 'ticket', pattern: /ABC-(\d+)/, uri: 'https://example.org/{1}' }] })
//   'XABC-12', 'ABC-12x'     not links: a match is a whole word, unless `beside` is 'any'
//   'https://a.org/ABC-12'   one link: a match never overlaps a link, unless `wins` is true
//
// A pattern of JavaScript may backtrack, so it is matched on windows of kWindow UTF-16 units of text without white space: the time is linear
// in the text. Guarded by tests/npm/rules.mjs.
const kWindow = 256;
const kStep = kWindow / 2;
// Of a window: a match begins after this many units of context, and so many follow the last place where one may begin.
const kContext = kWindow / 4;

const kToken = /\S+/gu;
let word;  // made when it is used, as React Native's engine does not know classes of Unicode
const kUnreserved = /[^A-Za-z0-9\-._~]/gu;
const encode = (text) => text.replace(kUnreserved, (one) => (one.length === 1 && /[!'()*]/.test(one)
  ? `%${one.charCodeAt(0).toString(16).toUpperCase()}` : encodeURIComponent(one.toWellFormed?.() ?? one.replace(/\p{Cs}/u, '\uFFFD'))));

// {0}, {1}, {name}, {1:digits}, {{ and }}
const kPlaceholder = /\{\{|\}\}|\{(\w+)(:digits)?\}|[{}]/g;

function fromTemplate(template, name) {
  return (match) => template.replace(kPlaceholder, (whole, group, digits) => {
    if (whole === '{{' || whole === '}}') return whole[0];
    const value = /^\d+$/.test(group ?? '') ? match[group] : match.groups?.[group];
    if (group === undefined || !(group in match || group in (match.groups ?? {}))) {
      throw new RangeError(`linkspan: the URI of the rule '${name}' has '${whole}', which is not a group of its pattern`);
    }
    return encode(digits === undefined ? value ?? '' : (value ?? '').replace(/\D/g, ''));
  });
}

function compiled(rule) {
  const { pattern, uri, beside = 'word', wins = false } = rule;
  const name = rule.name ?? String(pattern?.source ?? pattern);
  if (!(pattern instanceof RegExp) && typeof pattern !== 'string') throw new TypeError(`linkspan: the rule '${name}' has no pattern`);
  if (typeof uri !== 'string' && typeof uri !== 'function') throw new TypeError(`linkspan: the rule '${name}' has no URI`);
  if (beside !== 'word' && beside !== 'any') throw new TypeError(`linkspan: 'beside' of the rule '${name}' is 'word' or 'any'`);
  const given = typeof pattern === 'string' ? new RegExp(pattern, 'u') : pattern;
  const searched = new RegExp(given.source, `${given.flags.replace(/[gyd]/g, '')}g`);
  return { name, beside, wins, searched, uriOf: typeof uri === 'function' ? uri : fromTemplate(uri, name) };
}

const compiledByList = new WeakMap();
function rulesOf(list) {
  if (!Array.isArray(list)) throw new TypeError('linkspan: rules are an array');
  let rules = compiledByList.get(list);
  if (rules === undefined) {
    rules = list.map(compiled);
    if (Object.isFrozen(list)) compiledByList.set(list, rules);
  }
  return rules;
}

const isWordAt = (text, at) => at >= 0 && at < text.length &&
  (word ??= /[\p{L}\p{M}\p{N}_]/u).test(String.fromCodePoint(text.codePointAt(at > 0 && /[\uDC00-\uDFFF]/.test(text[at]) ? at - 1 : at)));
const isWhole = (text, begin, end) => !(isWordAt(text, begin) && isWordAt(text, begin - 1)) && !(isWordAt(text, end - 1) && isWordAt(text, end));

// The matches of a rule in a token of the text, from `at` on.
function matchesIn(text, at, size, rule, number, found) {
  const { searched } = rule;
  for (let from = 0; from < size; from += kStep) {
    const isLast = from + kWindow >= size;
    const window = text.slice(at + from, at + Math.min(from + kWindow, size));
    const until = isLast ? window.length : kWindow - kContext;
    searched.lastIndex = from === 0 ? 0 : kContext;
    for (let match; (match = searched.exec(window)) !== null && match.index < until;) {
      if (match[0] === '') {
        searched.lastIndex++;
        continue;
      }
      const start = at + from + match.index;
      const end = start + match[0].length;
      const isCut = !isLast && match.index + match[0].length === window.length;
      if (isCut || (rule.beside === 'word' && !isWhole(text, start, end))) continue;
      const uri = rule.uriOf(match);
      if (typeof uri === 'string' && /^[!-~]+$/.test(uri)) found.push({ start, end, number, name: rule.name, wins: rule.wins, uri });
    }
    if (isLast) break;
  }
}

const overlaps = (one, other) => one.start < other.end && other.start < one.end;

// Of sorted ranges, those that no kept one before them overlaps.
function withoutOverlaps(sorted) {
  let end = 0;
  return sorted.filter((one) => {
    if (one.start < end) return false;
    end = one.end;
    return true;
  });
}

// Those of `these` that overlap none of `those`. REQUIRES: both are sorted and overlap none of their own.
function outside(these, those) {
  let next = 0;
  return these.filter((one) => {
    while (next < those.length && those[next].end <= one.start) next++;
    return next === those.length || !overlaps(one, those[next]);
  });
}

/** The matches of a text: the leftmost, then the longest, then that of the first rule. */
export function matchesOf(text, list) {
  const found = [];
  const rules = rulesOf(list);
  for (const { 0: token, index } of text.matchAll(kToken)) {
    rules.forEach((rule, number) => matchesIn(text, index, token.length, rule, number, found));
  }
  return withoutOverlaps(found.sort((one, other) => one.start - other.start || other.end - one.end || one.number - other.number));
}

/** Links and matches in one order. */
export function withMatches(links, matches, linkOf) {
  const winning = matches.filter((match) => match.wins);
  const stay = outside(links, winning);
  const added = outside(matches, stay).map(linkOf);
  return [...stay, ...added].sort((one, other) => one.start - other.start);
}

// ---- Ready rules. `uri`: https://social.example/tags/{1}, or /tags/{1}

/** `#tag`, with a letter in it: {1} is the tag. */
export const hashtag = (uri) => Object.freeze({
  name: 'hashtag', pattern: /(?<![\p{L}\p{M}\p{N}_&#\uFF03/])[#\uFF03]([\p{M}\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*)/u, uri,
});

/** `@name`: {1} is the name. */
export const mention = (uri) => Object.freeze({
  name: 'mention', pattern: /(?<![\p{L}\p{M}\p{N}_@\uFF20/.])[@\uFF20]([\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_.-]*[\p{L}\p{M}\p{N}_])?)/u, uri,
});

/** `ABC-12`: {1} is the project and {2} the number; of these projects, if they are named. */
export const ticket = (uri, projects) => Object.freeze({
  name: 'ticket', uri,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_-])(${projects === undefined ? '[A-Z][A-Z0-9]{1,9}' : projects.map((name) => name.replace(/[^A-Za-z0-9_]/g, '\\$&')).join('|')})-(\\d{1,9})(?!-?\\w)`, 'u'),
});
