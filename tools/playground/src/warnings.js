// SPDX-License-Identifier: Apache-2.0
// What is suspicious about a link, in sentences: those about a place in it where there are some, else what the warning means.
import { iri, warnings } from 'linkspan';

let facts;
const factsOf = (name) => (facts ??= new Map(warnings().map((each) => [each.name, each]))).get(name);
const sentenceOf = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** The serious ones first: {name, isSerious, sentence}. */
export function warningsAbout(link) {
  if (link.warnings.length === 0) return [];
  const places = iri.diagnose(link.iri);
  const all = link.warnings.flatMap((name) => {
    const { severity, description } = factsOf(name);
    const messages = new Set(places.filter((place) => place.name === name).map(({ message }) => message));
    const sentences = messages.size === 0 ? [description] : [...messages];
    return sentences.map((text) => ({ name, isSerious: severity === 'serious', sentence: sentenceOf(text) }));
  });
  return all.sort((one, other) => other.isSerious - one.isSerious);
}

/** Whether it may not lead where it seems to. */
export const isDeceptive = (link) => link.warnings.some((name) => factsOf(name).severity === 'serious');
