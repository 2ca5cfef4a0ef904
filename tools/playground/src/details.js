// SPDX-License-Identifier: Apache-2.0
// What is said of the link at the cursor: where it leads, what is suspicious about it, its components, and why it ends where it does; of a line
// without a link there, why its candidates are not links.
import { explain, isOpenable } from 'linkspan';
import { copyButton, element } from './elements.js';
import { warningsAbout } from './warnings.js';

// explain() scans the text once for each rule.
const kMostExplained = 2000;

const kSpaces = { ' ': 'a space', '\n': 'the end of the line', '\t': 'a tab', '\u00A0': 'a no-break space', '\u3000': 'an ideographic space' };
const named = (character) => kSpaces[character] ?? `‘${character}’`;
const kEndings = {
  hard: (next) => (next in kSpaces ? `${named(next)} follows` : `${named(next)} follows, which no link can have there`),
  soft: (next) => (next in kSpaces ? `${named(next)} follows` : `${named(next)} belongs to the sentence around it, and not to the link`),
  bracket: (next) => `${named(next)} follows, a bracket whose partner is not in the link`,
  quote: (next) => `${named(next)} follows, a quotation mark`,
  delimiter: (next) => (next === '' ? 'what delimits it ends it' : `${named(next)} follows, which closes what is around the link`),
  script: (next) => `${named(next)} follows, which is of another script than the link`,
  limit: () => 'it is as long as links may be',
  end_of_text: () => 'the text ends',
};

function endOf(doc, link) {
  const [next = ''] = doc.sliceString(link.end, Math.min(link.end + 2, doc.length));
  return next === '' ? kEndings.end_of_text() : kEndings[link.endedBy](next);
}

function rows(list, more = 'dd') {
  const all = element('dl');
  for (const [name, value, className] of list) {
    if (value !== undefined && value !== '') all.append(element('dt', {}, name), element(more, { class: className }, value));
  }
  return all;
}

function destination(link) {
  if (!isOpenable(link.uri)) return element('span', {}, link.uri);
  return element('a', { href: link.uri, target: '_blank', rel: 'noopener noreferrer' }, link.uri);
}

function facts(link) {
  return rows([['Link', link.text], ['URI', destination(link), 'ltr'], ['IRI', link.iri, 'ltr'], ['Shown', link.display, 'ltr'],
    ['Kind', `${link.kind}, form ${link.form}`]]);
}

function warningsOf(link) {
  const all = warningsAbout(link);
  if (all.length === 0) return undefined;
  return element('ul', { class: 'warnings' }, ...all.map(({ isSerious, sentence }) => element('li', { class: isSerious ? 'warning' : undefined },
    isSerious ? `⚠ ${sentence}` : sentence)));
}

// A program that finds this link.
function codeOf(doc, link, options) {
  const { from, to } = doc.lineAt(link.start);
  const changed = Object.entries(options).filter(([name, value]) => value !== { profile: 'prose', bareDomains: true, email: true }[name]);
  const given = changed.length === 0 ? '' : `, ${JSON.stringify(Object.fromEntries(changed))}`;
  const line = doc.sliceString(Math.max(from, link.start - kMostExplained), Math.max(Math.min(to, link.end + kMostExplained), link.end));
  return `import { find } from 'linkspan';\n\nconst links = find(${JSON.stringify(line)}${given});\nconsole.log(links.map((link) => link.uri));\n`;
}

function copies(doc, link, options) {
  return element('p', { class: 'bar' }, copyButton('Copy URI', () => link.uri), copyButton('Copy as code', () => codeOf(doc, link, options)));
}

// The candidates of the lines around an offset, with offsets of the whole text.
function candidatesAround(doc, from, to, options) {
  const first = Math.max(doc.lineAt(from).from, from - kMostExplained);
  const last = Math.min(doc.lineAt(to).to, to + kMostExplained);
  const text = doc.sliceString(first, last);
  const moved = (range) => range && { start: range.start + first, end: range.end + first };
  return explain(text, options).map((candidate) => ({
    ...candidate, ...moved(candidate), decidedBy: candidate.decidedBy.map((rule) => ({ ...rule, otherwise: moved(rule.otherwise) })),
  }));
}

function decidedBy(doc, candidate) {
  return candidate.decidedBy.map((rule) => {
    const without = rule.otherwise === null || rule.otherwise === undefined ? 'not a link'
      : doc.sliceString(rule.otherwise.start, rule.otherwise.end);
    return element('li', {}, element('strong', {}, rule.id), `: ${rule.reason}. Without it: `, element('bdi', {}, without));
  });
}

function reasons(doc, link, candidate) {
  const list = element('ul', {}, element('li', {}, `It ends there because ${endOf(doc, link)}.`));
  if (candidate !== undefined) list.append(...decidedBy(doc, candidate));
  return list;
}

function rejected(doc, candidates) {
  return candidates.filter((candidate) => candidate.link === null).map((candidate) => element('li', {},
    element('bdi', {}, doc.sliceString(candidate.start, candidate.end)), ' is not a link: ', element('strong', {}, candidate.rule),
    `, ${candidate.reason}`));
}

export function showDetails(parent, doc, link, head, options) {
  if (link === undefined) {
    const list = rejected(doc, candidatesAround(doc, head, head, options));
    parent.replaceChildren(element('p', {}, 'There is no link at the cursor.'),
      ...(list.length === 0 ? [] : [element('h3', {}, 'Not links in this line'), element('ul', {}, ...list)]));
    return;
  }
  const candidate = candidatesAround(doc, link.start, link.end, options).find((each) => each.link !== null && each.start === link.start);
  const parts = Object.entries(link.parts).map(([name, value]) => [name, value, 'ltr']);
  parent.replaceChildren(...[warningsOf(link), facts(link), copies(doc, link, options), element('h3', {}, 'Why it ends there'), reasons(doc, link, candidate),
    element('h3', {}, 'Components'), rows(parts)].filter((each) => each !== undefined));
}
