// SPDX-License-Identifier: Apache-2.0
// IDNA of URL. The module of linkspan/lite asks for nothing.
export const operations = [];

/** The host with A-labels; undefined if UTS #46 refuses it. */
export function toAscii(host) {
  try {
    const name = new URL(`http://${host}.x/`).hostname.slice(0, -2);
    return /^[A-Za-z0-9\-._~]*$/.test(name) ? name : undefined;
  } catch {
    return undefined;
  }
}
