// SPDX-License-Identifier: Apache-2.0
// The bytes of an embedded module: module/unpack.cc says how it is packed.
import { decodeBase64 } from './base64.js';
import { unpacker } from './unpacker.js';

export function unpack(packed, size) {
  const wasm = new WebAssembly.Instance(new WebAssembly.Module(decodeBase64(unpacker))).exports;
  const at = wasm.room_for(packed.length, size) >>> 0;
  new TextEncoder().encodeInto(packed, new Uint8Array(wasm.memory.buffer, at, packed.length));
  return new Uint8Array(wasm.memory.buffer, wasm.unpack(packed.length, size) >>> 0, size);
}
