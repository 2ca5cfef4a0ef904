// SPDX-License-Identifier: Apache-2.0
// The settings of the option page, with what they are at first. `schemes` are those that become links: names that begin
// with + or - change linkspan's own list, others replace it.
export const kDefaults = Object.freeze({ profile: 'prose', bareDomains: true, email: true, warnings: true, schemes: '' });

export const kProfiles = ['prose', 'uts58', 'code', 'strict'];

/** The settings that are stored; a value of another type, such as one of a later version, is not used. */
export async function storedSettings() {
  const stored = await browser.storage.local.get(Object.keys(kDefaults));
  const settings = { ...kDefaults };
  for (const [name, value] of Object.entries(stored)) {
    if (typeof value === typeof kDefaults[name]) settings[name] = value;
  }
  if (!kProfiles.includes(settings.profile)) settings.profile = kDefaults.profile;
  return settings;
}
