// SPDX-License-Identifier: Apache-2.0
// For components and plugins, which show plain text until there is an engine, and never throw for want of one: a
// Content-Security-Policy may forbid WebAssembly, or the module may come later.
//
//   const links = linksIn(text, options);         no links while there is no engine
//   const forget = onEngine(() => draw again);    called once when there is one
//
// Wrong options throw as everywhere. Guarded by tests/npm/refused.mjs.
import { openableFor } from './destination.js';
import { findInPage } from './find.js';
import { instantiate, load, wasm } from './instance.js';

let isRefused = false;
const waiting = new Set();

function announce() {
  const all = [...waiting];
  waiting.clear();
  for (const each of all) each();
}

/** Whether there is an engine; if not, it is asked for. */
export function hasEngine() {
  if (wasm !== undefined) return true;
  if (isRefused) return false;
  try {
    instantiate();
    return true;
  } catch {
    isRefused = true;
    load().then(announce, () => {});
    return false;
  }
}

/** Calls `back` once there is an engine. Returns a function that forgets it. */
export function onEngine(back) {
  waiting.add(back);
  return () => { waiting.delete(back); };
}

/** The links of a text; none while there is no engine. */
export function linksIn(text, options) { return hasEngine() ? findInPage(text, options) : []; }

/** Which URIs become links, by the option `open`, which is read when there is a link. */
export function openableOnceReady(options) {
  let isOpen;
  return (uri) => (isOpen ??= openableFor(options))(uri);
}
