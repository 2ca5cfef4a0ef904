// SPDX-License-Identifier: Apache-2.0
// Values of messages, which may be anything.
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json | undefined };

/** The member at a path; undefined if it, or an object on the way, is missing. */
export function member(value: Json | undefined, ...path: string[]): Json | undefined {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return undefined;
    at = at[name];
  }
  return at;
}

export const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
export const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
export const isObject = (value: Json | undefined): value is { [name: string]: Json | undefined } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
