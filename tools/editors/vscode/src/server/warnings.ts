// SPDX-License-Identifier: Apache-2.0
// Warnings about links. The npm package has none yet, so there is only `mixed-scripts` here, for the scripts whose letters look like
// Latin ones (UTS #39, section 5.2); the program linkspan has the others, too.
import { Link } from 'linkspan';

export interface Found {
  readonly name: string;
  readonly message: string;
  readonly begin: number;  // in the text of the link
  readonly end: number;
}

const standards = 'https://www.unicode.org/reports/tr39/#Mixed_Script_Detection';
const known = [{
  name: 'mixed-scripts', standard: standards, ofFalseHost: true,  // as kOfFalseHosts of the program
  description: 'a part of the host mixes letters of scripts that are not written together: some of them may '
               + 'only look like what you know',
}];

export const warningNamed = (name: string) => known.find(warning => warning.name === name);

const scripts: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u], ['Armenian', /\p{Script=Armenian}/u], ['Cherokee', /\p{Script=Cherokee}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u], ['Greek', /\p{Script=Greek}/u],
];

const words = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** The warnings about a link, with their places. */
export function warningsOf(link: Link): Found[] {
  const host = link.parts.host ?? '';
  const found: Found[] = [];
  let begin = link.hostEnd - host.length;
  for (const label of host.split('.')) {
    const mixed = scripts.filter(([, script]) => script.test(label)).map(([name]) => name);
    if (mixed.length > 1) {
      found.push({ name: 'mixed-scripts', message: `\`${label}\` mixes ${words(mixed)}`, begin, end: begin + label.length });
    }
    begin += label.length + 1;
  }
  return found;
}
