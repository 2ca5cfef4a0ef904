// SPDX-License-Identifier: Apache-2.0
// The bytes of base64, wherever JavaScript runs.
export function decodeBase64(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}
