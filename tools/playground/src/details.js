// SPDX-License-Identifier: Apache-2.0
// What is said of the link at the cursor: where it leads, its components, and why it ends where it does; of a line without a link
// there, why its candidates are not links.
import { explain, isOpenable } from 'linkspan';
import { element } from './elements.js';

// explain() scans the text once for each rule.
const kMostExplained = 2000;

const kEndings = {
  hard: 'a character follows that no link can have', soft: 'text at its end was left out', bracket: 'a bracket without a partner follows',
  quote: 'a quotation mark follows', delimiter: 'the closing delimiter follows', script: 'text in another script follows',
  limit: 'it is as long as links may be', end_of_text: 'the text ends',
};

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
  if (link.warnings.length === 0) return undefined;
  return element('p', { class: 'warning' }, `⚠ ${link.warnings.join(', ')}`);
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
  const list = element('ul', {}, element('li', {}, `It ends there because ${kEndings[link.endedBy]}.`));
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
  parent.replaceChildren(...[facts(link), warningsOf(link), element('h3', {}, 'Why it ends there'), reasons(doc, link, candidate),
    element('h3', {}, 'Components'), rows(parts)].filter((each) => each !== undefined));
}
