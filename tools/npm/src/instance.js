// SPDX-License-Identifier: Apache-2.0
// The instance of the WebAssembly module, made when it is first used, and the text and the records that go through its
// memory.
//
//   const size = write('see example.org');      UTF-8 in the module's memory
//   wasm.find(engine, size, 15);                 records there
//   words().subarray(…)
//
// A view of the memory is invalid after the memory has grown, which any call may cause: views() makes new ones.
import { moduleBytes } from './module.js';
import { operations } from './platform.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

// The exports of the module; undefined before it is instantiated.
export let wasm;
let bytes;
let words;
let input;  // the view of the input buffer
let inputAt = 0;
let inputSize = 0;

const kInputAtFirst = 64 * 1024;
// PERF: TextEncoder takes 150 ns for a string of any size.
const kShort = 48;

function views() {
  if (bytes.buffer === wasm.memory.buffer && bytes.length > 0) return;
  bytes = new Uint8Array(wasm.memory.buffer);
  words = new Int32Array(wasm.memory.buffer);
  input = bytes.subarray(inputAt, inputAt + inputSize);
}

function reserve(size) {
  inputAt = wasm.input_buffer(size) >>> 0;
  inputSize = size;
  bytes = new Uint8Array(wasm.memory.buffer);
  words = new Int32Array(wasm.memory.buffer);
  input = bytes.subarray(inputAt, inputAt + inputSize);
}

function use(instance) {
  wasm = instance.exports;
  wasm.initialize();
  reserve(kInputAtFirst);
}

const kImports = { linkspan: { platform } };

// What the platform does for the module (module/platform.cc). Returns the size of the result, or -1.
function platform(operation, at, size) {
  const text = decoder.decode(new Uint8Array(wasm.memory.buffer, at >>> 0, size >>> 0));
  const result = operations[operation](text);
  if (result === undefined) return -1;
  const encoded = encoder.encode(result);
  const to = wasm.platform_buffer(encoded.length) >>> 0;
  new Uint8Array(wasm.memory.buffer, to, encoded.length).set(encoded);
  return encoded.length;
}

/** The exports; instantiates the module now if that has not happened. */
export function instantiate() {
  if (wasm === undefined) {
    const source = moduleBytes();
    if (source === null) throw new Error('linkspan: the module is not loaded yet; await load() first');
    use(new WebAssembly.Instance(source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source), kImports));
  }
  return wasm;
}

let loading;

/**
 * Compiles the module without blocking. Needed only where a module may not be compiled at once, and to do it early.
 * @param {*} [source] the module: bytes, a WebAssembly.Module, a Response or a promise of one of these
 */
export function load(source) {
  loading ??= (async () => {
    let given = await (source ?? moduleBytes());
    if (given === null) throw new Error('linkspan: load() needs the module');
    if (typeof Response !== 'undefined' && given instanceof Response) given = await given.arrayBuffer();
    if (!(given instanceof WebAssembly.Module)) given = await WebAssembly.compile(given);
    const instance = await WebAssembly.instantiate(given, kImports);
    if (wasm === undefined) use(instance);
  })();
  return loading;
}

/** `await ready` compiles the module without blocking. Nothing is compiled before. */
export const ready = {
  then: (resolve, reject) => load().then(() => resolve(undefined), reject),
};

/** Writes a text into the input buffer, in UTF-8; returns its bytes. An unpaired surrogate becomes U+FFFD. */
export function write(text) {
  const length = text.length;
  views();
  if (length <= kShort) {
    let i = 0;
    for (; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7F) break;
      input[i] = unit;
    }
    if (i === length) return length;
  }
  if (length * 3 <= inputSize) return encoder.encodeInto(text, input).written;
  return writeLong(text);
}

// Most long texts are mostly ASCII: no room for three bytes a unit before it is needed.
function writeLong(text) {
  if (inputSize < text.length) reserve(text.length + (text.length >> 3) + 16);
  let { read, written } = encoder.encodeInto(text, input);
  if (read === text.length) return written;
  reserve(written + 3 * (text.length - read));
  const rest = encoder.encodeInto(text.slice(read), input.subarray(written));
  return written + rest.written;
}

/** The same for a text that is UTF-8 already. */
export function writeBytes(utf8) {
  views();
  if (inputSize < utf8.length) reserve(utf8.length);
  input.set(utf8);
  return utf8.length;
}

/** Some words of the memory, copied. */
export function readWords(at, count) {
  views();
  const begin = (at >>> 0) >> 2;
  return words.slice(begin, begin + count);
}

/** A text of the module's memory. */
export function readText(at, size) {
  views();
  return decoder.decode(bytes.subarray(at >>> 0, (at >>> 0) + size));
}
