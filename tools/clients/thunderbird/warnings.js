// SPDX-License-Identifier: Apache-2.0
// What is shown after a link that may lead elsewhere than it seems: the host that it leads to, in ASCII.
//
//   https://www.pаypal.com/ (with a Cyrillic а)               ⚠ www.xn--pypal-4ve.com
//   <a href="https://evil.example/">https://bank.example</a>   ⚠ evil.example
//
// linkspan's own warnings (`link.warnings`, in `linkspan/full`) are used where the package has them: those that are serious.
import { find } from './linkspan/index.js';

// Scripts whose letters look like Latin letters: in one label with Latin ones, they are a disguise (UTS #39, 5.2, level
// "moderately restrictive").
const kLikeLatin = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u;
const kLatin = /\p{Script=Latin}/u;

const kSerious = new Set(['bidi-control', 'confusable-host', 'escaped-dots', 'escaped-host', 'invalid-escape', 'invisible',
  'lookalike-delimiter', 'mixed-scripts', 'odd-ipv4', 'runs-code', 'text-names-other-host', 'userinfo-like-host']);

function mixesScripts(host) {
  return host.split('.').some((label) => kLatin.test(label) && kLikeLatin.test(label));
}

/** The warning of a link of ours, or ''. */
export function warningOf(link) {
  const suspicious = link.warnings === undefined ? mixesScripts(link.parts.host ?? '')
    : link.warnings.some((name) => kSerious.has(name));
  return suspicious && link.host !== '' ? `⚠ ${link.host}` : '';
}

function hostOf(uri) {
  try {
    const { protocol, hostname } = new URL(uri);
    return /^(https?|ftp):$/.test(protocol) ? hostname : '';
  } catch {
    return '';  // not a URL: it opens nothing
  }
}

const withoutWww = (host) => host.replace(/^www\./, '');

/** The warning of a link of the sender, whose text may be a link to another host; or ''. */
export function warningOfAnchor({ text, href }, options) {
  const real = hostOf(href);
  if (real === '') return '';
  const shown = text.trim();
  const [named] = find(shown, options);
  if (named === undefined || named.start !== 0 || named.kind !== 'url' || named.host === '') return '';
  return withoutWww(named.host) === withoutWww(real) ? warningOf(named) : `⚠ ${real}`;
}
