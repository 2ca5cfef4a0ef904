// SPDX-License-Identifier: Apache-2.0
// Strings and UTF-8, by the platform. ./js/text.js does the same where there is no TextEncoder.
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Writes as much of `text` as `bytes` has room for; `read` UTF-16 units became `written` bytes. */
export const encodeInto = (text, bytes) => encoder.encodeInto(text, bytes);

/** What is ill-formed becomes U+FFFD. */
export const decode = (bytes) => decoder.decode(bytes);
