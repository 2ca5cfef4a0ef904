// SPDX-License-Identifier: Apache-2.0
// The settings (docs/lsp.md), checked: a wrong one is a sentence, and all settings stay as they were. One that needs the program is
// a sentence, too, and the others are used. Which words, numbers and defaults there are is said in package.json alone.
import { find, FindOptions, Profile } from 'linkspan';
import { contributes } from '../../package.json';
import { isObject, Json, text } from './json';

export interface Settings {
  readonly profile: Profile | 'auto';
  readonly profiles: Readonly<Record<string, Profile>>;
  readonly options: FindOptions;  // without the profile
  readonly diagnostics: string;
  readonly maxDocumentBytes: number;
  readonly copyCommand: string;
}

const { properties } = contributes.configuration;
const profiles = properties['linkspan.profiles'].additionalProperties.enum;

export const defaultSettings: Settings = {
  profile: 'auto', profiles: {}, options: {}, diagnostics: properties['linkspan.diagnostics'].default,
  maxDocumentBytes: properties['linkspan.maxDocumentBytes'].default, copyCommand: '',
};

const proseLanguages = new Set(['asciidoc', 'bibtex', 'git-commit', 'gitcommit', 'latex', 'mail', 'markdown', 'org',
                                'plaintext', 'restructuredtext', 'rst', 'tex', 'text']);

/** A sentence for the user. */
export class WrongSetting extends Error {}

function fail(name: string, right: string): never {
  throw new WrongSetting(`linkspan.${name} ${right}`);
}

/** "auto, off, hint or warning" */
const either = (words: readonly string[]) => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

type WithWords = 'profile' | 'defaultScheme' | 'diagnostics';
function word(name: WithWords, value: Json): string {
  const words = properties[`linkspan.${name}`].enum;
  return words.includes(text(value)) ? text(value) : fail(name, `can be ${either(words)}`);
}

function flag(name: string, value: Json): boolean {
  return typeof value === 'boolean' ? value : fail(name, 'can be true or false');
}

function count(name: 'maxLinkBytes' | 'maxDocumentBytes', value: Json): number {
  const { minimum: least, maximum: most } = properties[`linkspan.${name}`];
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
    if (!profiles.includes(profile)) fail('profiles', `${right}; profiles are ${either(profiles).replace(' or ', ' and ')}`);
  }
  return value as Record<string, Profile>;
}

type Tell = (sentence: string) => void;
type Take = (value: Json, settings: Settings, tell: Tell) => Partial<Settings>;

// What needs the program.
const absent = (name: string, isUsed: (value: Json) => boolean): Take => (value, _, tell) => {
  if (isUsed(value)) tell(`linkspan.${name} is not available without the program linkspan`);
  return {};
};

const option = (name: string, value: (value: Json) => unknown): Take =>
  (json, settings) => ({ options: { ...settings.options, [name]: value(json) } });

const takes = new Map<string, Take>(Object.entries<Take>({
  profile: value => ({ profile: word('profile', value) as Settings['profile'] }),
  profiles: value => ({ profiles: profilesOf(value) }),
  bareDomains: option('bareDomains', value => flag('bareDomains', value)),
  email: option('email', value => flag('email', value)),
  schemes: option('schemes', value => names('schemes', value)),
  tlds: option('tlds', value => names('tlds', value)),
  maxLinkBytes: option('maxLinkBytes', value => count('maxLinkBytes', value)),
  defaultScheme: option('defaultScheme', value => word('defaultScheme', value)),
  diagnostics: value => ({ diagnostics: word('diagnostics', value) }),
  maxDocumentBytes: value => ({ maxDocumentBytes: count('maxDocumentBytes', value) }),
  copyCommand: value => {
    if (typeof value !== 'string') fail('copyCommand', 'can be the name of a command of the editor');
    return { copyCommand: value };
  },
  rules: absent('rules', value => !Array.isArray(value) || value.length > 0),
  ruleParameters: () => ({}),
  linkFiles: absent('linkFiles', value => flag('linkFiles', value)),
  markdown: absent('markdown', value => flag('markdown', value)),
}));

/** Throws a WrongSetting. `tell` is called with a sentence for each setting that is not available. */
export function settingsOf(json: Json | undefined, base: Settings, tell: Tell): Settings {
  if (json === undefined || json === null || (Array.isArray(json) && json.length === 0)) return base;
  if (!isObject(json)) throw new WrongSetting('the settings of linkspan are an object: {"profile": "auto"}');
  let settings = base;
  for (const [name, value] of Object.entries(json)) {
    if (name === 'trace' || value === null || value === undefined) continue;
    const take = takes.get(name);
    if (take === undefined) throw new WrongSetting(`there is no setting linkspan.${name}`);
    settings = { ...settings, ...take(value, settings, tell) };
  }
  try {
    find('', optionsOf(settings, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^linkspan: /, '') : error;
    throw new WrongSetting(`linkspan.schemes or linkspan.tlds: ${reason}`);
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
