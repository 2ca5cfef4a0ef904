// SPDX-License-Identifier: Apache-2.0
// Which URIs may be opened with one click, by what an edition knows about schemes.

const kScheme = /^[a-z][a-z0-9+\-.]{0,63}$/;

/** `why` follows the sentence about a scheme that is never opened. */
export function openableWith({ isNeverOpened, isOpenedSafely, why }) {
  return function openableBy(names) {
    const list = typeof names === 'string' ? names.split(',') : Array.from(names ?? []);
    const only = new Set();
    const added = new Set();
    const removed = new Set();
    for (const each of list) {
      const sign = each[0] === '+' || each[0] === '-' ? each[0] : '';
      const name = each.slice(sign.length).toLowerCase();
      if (!kScheme.test(name)) throw new RangeError(`linkspan: '${name}' is not the name of a scheme`);
      if (sign !== '-' && isNeverOpened(name)) throw new RangeError(`linkspan: '${name}:' is never opened${why}`);
      (sign === '+' ? added : sign === '-' ? removed : only).add(name);
    }
    const has = (scheme) => {
      if (removed.has(scheme)) return false;
      if (added.has(scheme)) return true;
      return only.size > 0 ? only.has(scheme) : isOpenedSafely(scheme);
    };
    return (uri) => {
      const colon = uri.indexOf(':');
      return colon > 0 && colon <= 64 && has(uri.slice(0, colon).toLowerCase()) && /^[!-~]*$/.test(uri);
    };
  };
}
