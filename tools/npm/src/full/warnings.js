// SPDX-License-Identifier: Apache-2.0
// The warnings about a link (module/iri.cc).
import { instantiate, readText, readWords, wasm, write } from './instance.js';

let names;

/** By number: {name, severity, description}. */
export function namesOf() {
  if (names !== undefined) return names;
  instantiate();
  names = [];
  for (let place; (place = wasm.warning_facts(names.length)) !== 0;) {
    const [nameAt, nameSize, at, size, isSerious] = readWords(place, 5);
    names.push({ name: readText(nameAt, nameSize), severity: isSerious ? 'serious' : 'note', description: readText(at, size) });
  }
  return names;
}

/** The names of the warnings about a link; `after` is the text right after it. */
export function warningsOf(text, facts, after, endsInHost) {
  const names = namesOf();
  const first = write(text);
  const size = after === '' ? first : write(text + after);
  const bits = wasm.link_warnings(size, first, facts, endsInHost ? 1 : 0);
  return names.filter((_, number) => (bits >>> number) & 1).map(({ name }) => name);
}

/** All warnings: {name, severity, description}. */
export const warnings = () => namesOf().map((each) => ({ ...each }));
