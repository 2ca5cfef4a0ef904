// SPDX-License-Identifier: Apache-2.0
// What is shown after a link that may lead elsewhere than it seems: the host that it leads to, in ASCII.
//
//   https://www.pаypal.com/ (with a Cyrillic а)               ⚠ www.xn--pypal-4ve.com
//   <a href="https://evil.example/">https://bank.example</a>   ⚠ evil.example
//
// A link of ours has it if one of its warnings is serious (docs/iris.md, section 6).
import { findInPage } from './linkspan/find.js';

const kSerious = new Set(['bidi-control', 'confusable-host', 'escaped-dots', 'escaped-host', 'invalid-escape', 'invisible',
  'lookalike-delimiter', 'mixed-scripts', 'odd-ipv4', 'runs-code', 'text-names-other-host', 'userinfo-like-host']);

/** The warning of a link of ours, or ''. */
export function warningOf(link) {
  return link.warnings.some((name) => kSerious.has(name)) && link.host !== '' ? `⚠ ${link.host}` : '';
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
  const [named] = findInPage(shown, options);
  if (named === undefined || named.start !== 0 || named.kind !== 'url' || named.host === '') return '';
  return withoutWww(named.host) === withoutWww(real) ? warningOf(named) : `⚠ ${real}`;
}
