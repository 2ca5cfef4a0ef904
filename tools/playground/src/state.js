// SPDX-License-Identifier: Apache-2.0
// The state of the page in the fragment of its address: #profile=code&text=…, so that it can be sent to others.

// A longer text is not kept: browsers limit addresses.
const kMostText = 8000;

export function readState() {
  const given = new URLSearchParams(location.hash.slice(1));
  const profile = given.get('profile');
  return {
    text: given.get('text') ?? undefined,
    profile: ['prose', 'uts58', 'code', 'strict'].includes(profile) ? profile : 'prose',
    bareDomains: given.get('bare') !== '0', email: given.get('email') !== '0', compare: given.get('compare') === '1',
    theme: ['light', 'dark'].includes(given.get('theme')) ? given.get('theme') : '',
  };
}

export function writeState({ text, profile, bareDomains, email, compare, theme }) {
  const given = new URLSearchParams();
  if (profile !== 'prose') given.set('profile', profile);
  if (!bareDomains) given.set('bare', '0');
  if (!email) given.set('email', '0');
  if (compare) given.set('compare', '1');
  if (theme !== '') given.set('theme', theme);
  if (text !== undefined && text.length <= kMostText) given.set('text', text);
  history.replaceState(null, '', `#${given}`);
}
