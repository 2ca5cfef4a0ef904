// SPDX-License-Identifier: Apache-2.0
// The settings (docs/lsp.md), checked: a wrong one is a sentence, and all settings stay as they were.
import { find, FindOptions, Profile } from 'linkspan';
import { isObject, Json, text } from './json';

export interface Settings {
  readonly profile: Profile | 'auto';
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly options: FindOptions;  // without the profile
  readonly diagnostics: 'off' | 'hint' | 'warning';
  readonly maxDocumentBytes: number;
  readonly copyCommand: string;
}

export const defaultSettings: Settings = {
  profile: 'auto', profiles: {}, options: {}, diagnostics: 'hint', maxDocumentBytes: 67108864, copyCommand: '',
};

const profiles = ['prose', 'uts58', 'code', 'strict'];
const proseLanguages = new Set(['asciidoc', 'bibtex', 'git-commit', 'gitcommit', 'latex', 'mail', 'markdown', 'org',
                                'plaintext', 'restructuredtext', 'rst', 'tex', 'text']);

/** A sentence for the user. */
export class WrongSetting extends Error {}

function fail(name: string, right: string): never {
  throw new WrongSetting(`linkspan.${name} ${right}`);
}

function oneOf<T extends string>(name: string, value: Json, words: readonly T[], right: string): T {
  return words.includes(text(value) as T) ? text(value) as T : fail(name, right);
}

function flag(name: string, value: Json): boolean {
  return typeof value === 'boolean' ? value : fail(name, 'can be true or false');
}

function count(name: string, value: Json, least: number, most: number): number {
  const isRight = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
  return isRight ? value : fail(name, `can be a number of bytes from ${least} to ${most}`);
}

function names(name: string, value: Json): string[] {
  const given = typeof value === 'string' ? value.split(',').filter(each => each !== '') : value;
  if (Array.isArray(given) && given.every(each => typeof each === 'string')) return given as string[];
  return fail(name, 'can be names with commas between them, or a list of names: https,mailto for only these, '
                    + '+steam,-ftp to add and to remove');
}

function profilesOf(value: Json): Record<string, Profile> {
  const right = 'can be an object with a profile for languages: {"html": "code"}';
  if (!isObject(value)) fail('profiles', right);
  for (const profile of Object.values(value as object)) {
    if (!profiles.includes(profile)) fail('profiles', `${right}; profiles are prose, uts58, code and strict`);
  }
  return value as Record<string, Profile>;
}

// What needs files, which a browser does not have.
function refuse(name: string, isUsed: boolean): Partial<Settings> {
  return isUsed ? fail(name, 'is not available without the program linkspan') : {};
}

type Take = (value: Json, settings: Settings) => Partial<Settings>;
const option = (name: string, value: (value: Json) => unknown): Take =>
  (json, settings) => ({ options: { ...settings.options, [name]: value(json) } });

const takes = new Map<string, Take>(Object.entries<Take>({
  profile: value => ({ profile: oneOf('profile', value, ['auto', ...profiles] as Settings['profile'][],
                                      'can be auto, prose, uts58, code or strict') }),
  profiles: value => ({ profiles: profilesOf(value) }),
  bareDomains: option('bareDomains', value => flag('bareDomains', value)),
  email: option('email', value => flag('email', value)),
  schemes: option('schemes', value => names('schemes', value)),
  tlds: option('tlds', value => names('tlds', value)),
  maxLinkBytes: option('maxLinkBytes', value => count('maxLinkBytes', value, 256, 2 ** 30)),
  defaultScheme: option('defaultScheme', value => oneOf('defaultScheme', value, ['http', 'https'], 'can be http or https')),
  diagnostics: value => ({ diagnostics: oneOf('diagnostics', value, ['off', 'hint', 'warning'] as Settings['diagnostics'][],
                                              'can be off, hint or warning') }),
  maxDocumentBytes: value => ({ maxDocumentBytes: count('maxDocumentBytes', value, 0, 2 ** 30) }),
  copyCommand: value => {
    if (typeof value !== 'string') fail('copyCommand', 'can be the name of a command of the editor');
    return { copyCommand: value };
  },
  rules: value => refuse('rules', !Array.isArray(value) || value.length > 0),
  ruleParameters: () => ({}),
  linkFiles: value => refuse('linkFiles', flag('linkFiles', value)),
}));

/** Throws a WrongSetting. */
export function settingsOf(json: Json | undefined, base: Settings): Settings {
  if (json === undefined || json === null || (Array.isArray(json) && json.length === 0)) return base;
  if (!isObject(json)) throw new WrongSetting('the settings of linkspan are an object: {"profile": "auto"}');
  let settings = base;
  for (const [name, value] of Object.entries(json)) {
    if (name === 'trace' || value === null || value === undefined) continue;
    const take = takes.get(name);
    if (take === undefined) throw new WrongSetting(`there is no setting linkspan.${name}`);
    settings = { ...settings, ...take(value, settings) };
  }
  try {
    find('', optionsOf(settings, ''));
  } catch (error) {
    throw new WrongSetting(`linkspan.schemes or linkspan.tlds: ${error instanceof Error ? error.message : error}`);
  }
  return settings;
}

/** The options for documents in a language. */
export function optionsOf(settings: Settings, language: string): FindOptions {
  const chosen = settings.profiles[language] ?? (settings.profile === 'auto' ? undefined : settings.profile);
  const given = settings.options;
  const lists = { schemes: given.schemes?.length === 0 ? undefined : given.schemes,
                  tlds: given.tlds?.length === 0 ? undefined : given.tlds };
  return Object.freeze({ ...given, ...lists, profile: chosen ?? (proseLanguages.has(language) ? 'prose' : 'code') });
}
