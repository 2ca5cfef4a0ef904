// SPDX-License-Identifier: Apache-2.0
// Engines by their options. Making one takes some microseconds, so each is kept.
import { instantiate, readText, readWords, wasm, write } from './instance.js';
import { kDefaultProfile, kProfiles } from './profile.js';

const kMostEngines = 64;

/** Which control sequences of terminals stand for nothing, by the numbers of Controls (linkspan.h). */
export const kControls = { all: 0, colours: 1 };

let ofDefaults = 0;
const byOptions = new WeakMap();
const byKey = new Map();

// Of all calls and components, as one object of options goes through several of them.
const kNames = new Set(['profile', 'bareDomains', 'email', 'schemes', 'tlds', 'maxLinkBytes', 'defaultScheme', 'rules', 'whole',
  'target', 'rel', 'className', 'attributes', 'truncate', 'format', 'validate', 'rewrite', 'open', 'tagName', 'nl2br', 'skip',
  'renderLink', 'activate', 'hover', 'leave', 'set', 'paste', 'mark']);

// The edits that make one of two short words from the other, as far as they matter: up to 3.
function distance(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1].toLowerCase() === other[j - 1].toLowerCase() ? 0 : 1));
    }
    row = next;
  }
  return row[other.length];
}

function checkNames(options) {
  for (const name of Object.keys(options)) {
    if (kNames.has(name)) continue;
    const [nearest] = Array.from(kNames, (known) => [distance(name.slice(0, 40), known), known]).sort(([one], [other]) => one - other);
    throw new TypeError(`linkspan: there is no option '${name}'${nearest[0] <= 3 ? `; is it '${nearest[1]}'?` : ''}`);
  }
}

/** Throws if there are rules: what reads a text in parts does not know where a match of a pattern may end. */
export function withoutRules(options, what) {
  if (options?.rules !== undefined) throw new TypeError(`linkspan: ${what} takes no rules; find() does`);
}

function list(names) {
  if (names === undefined || names === null) return '';
  return typeof names === 'string' ? names : Array.from(names).join(',');
}

/** What engine_create() of module/module.cc takes. Throws if the options are wrong. */
export function settingsOf(options) {
  checkNames(options);
  if (options.bareDomains !== undefined && ![true, false, 'www'].includes(options.bareDomains)) {
    throw new TypeError(`linkspan: bareDomains is true, false or 'www', not ${JSON.stringify(options.bareDomains)}`);
  }
  const profile = kProfiles.indexOf(options.profile ?? kDefaultProfile);
  if (profile < 0) throw new TypeError(`linkspan: there is no profile '${options.profile}'; there are ${kProfiles.join(', ')}`);
  const schemes = list(options.schemes);
  const tlds = list(options.tlds);
  const bareDomains = (options.bareDomains ?? true) ? 1 : 0;
  const email = (options.email ?? true) ? 1 : 0;
  const most = options.maxLinkBytes ?? 65536;
  return { schemes, tlds, numbers: [profile, bareDomains, email, most] };
}

/** An engine of an instance of a module, as a number; 0 if a name in the settings is wrong. `write`: into its memory. */
export function createEngine(wasm, write, { schemes, tlds, numbers }) {
  const schemesSize = write(schemes);
  return wasm.engine_create(write(schemes + tlds), schemesSize, ...numbers);
}

function create(options) {
  const settings = settingsOf(options);
  const key = [...settings.numbers, settings.schemes, settings.tlds].join('\n');
  const known = byKey.get(key);
  if (known !== undefined) return known;
  const engine = createEngine(wasm, write, settings);
  if (engine === 0) {
    const [at, length] = readWords(wasm.last_error(), 2);
    throw new RangeError(`linkspan: ${readText(at, length)}`);
  }
  if (byKey.size === kMostEngines) forgetOldest();
  byKey.set(key, engine);
  return engine;
}

// Its streams keep what they need. An engine that `byOptions` has stays: it may be used again.
const kept = new Set();
function forgetOldest() {
  for (const [key, engine] of byKey) {
    if (kept.has(engine)) continue;
    byKey.delete(key);
    wasm.engine_free(engine);
    return;
  }
}

/** The engine for these options, as a number. Options that do not change are best kept in one object. */
export function engineOf(options) {
  if (options === undefined || options === null) {
    if (ofDefaults === 0) {
      instantiate();
      ofDefaults = create({});
      kept.add(ofDefaults);
    }
    return ofDefaults;
  }
  if (typeof options !== 'object') throw new TypeError('linkspan: options are an object');
  instantiate();
  if (!Object.isFrozen(options)) return create(options);
  let engine = byOptions.get(options);
  if (engine === undefined) {
    engine = create(options);
    kept.add(engine);
    byOptions.set(options, engine);
  }
  return engine;
}
