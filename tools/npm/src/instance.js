// SPDX-License-Identifier: Apache-2.0
// The engine, made when it is first used, and the text and the records that go through its
// memory.
//
//   const size = write('see example.org');      UTF-8 in the module's memory
//   wasm.find(engine, size, 15);                 records there
//   words().subarray(…)
//
// A view of the memory is invalid after the memory has grown, which any call may cause: views() makes new ones.
import { compile, compileNow, explained, NoEngineError } from './compile.js';
import { fallback } from './fallback.js';
import { moduleBytes } from './module.js';
import { operations } from './platform.js';
import { decode, encodeInto } from './text.js';

// The exports of the engine; undefined before there is one.
export let wasm;
let bytes;
let words;
let input;  // the view of the input buffer
let inputAt = 0;
let inputSize = 0;

const kInputAtFirst = 128 * 1024;
// Of a long text, in UTF-16 units: always room for its UTF-8, so that the module's memory does not grow with the text.
const kPiece = kInputAtFirst / 4;
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

function use(exports) {
  wasm = exports;
  wasm.initialize();
  reserve(kInputAtFirst);
}

const kImports = { linkspan: { platform } };

// What the platform does for the module (module/platform.cc). Returns the size of the result, or -1.
function platform(operation, at, size) {
  const text = decode(new Uint8Array(wasm.memory.buffer, at >>> 0, size >>> 0));
  const result = operations[operation](text);
  if (result === undefined) return -1;
  const room = 3 * result.length;
  const to = wasm.platform_buffer(room) >>> 0;
  return encodeInto(result, new Uint8Array(wasm.memory.buffer, to, room)).written;
}

const notLoaded = () => new NoEngineError('linkspan: the module is not loaded yet; await load() first');

/** The exports; makes the engine now if that has not happened. Throws NoEngineError if that is not possible. */
export function instantiate() {
  if (wasm === undefined) {
    try {
      const source = moduleBytes();
      if (source === null) throw notLoaded();
      use(compileNow(source, kImports));
    } catch (error) {
      throw explained(error);
    }
  }
  return wasm;
}

// Where WebAssembly is refused, the engine is JavaScript.
async function made(source) {
  try {
    const given = await (source ?? moduleBytes());
    if (given === null) throw new Error('linkspan: load() needs the module');
    return await compile(given, kImports);
  } catch (error) {
    if (explained(error) === error) throw error;
    const engine = await fallback();
    if (engine === undefined) throw explained(error);
    return compile(engine, kImports);
  }
}

let loading;

/**
 * Makes the engine without blocking. Needed only where a module may not be compiled at once, or not at all, and to do it early.
 * @param {*} [source] the module: bytes, a WebAssembly.Module, a Response, linkspan/js/engine, or a promise of one of these
 */
export function load(source) {
  loading ??= made(source).then((exports) => {
    if (wasm === undefined) use(exports);
  }).catch((error) => {
    loading = undefined;  // it may be tried again
    throw error;
  });
  return loading;
}

/** `await ready` makes the engine without blocking. Nothing is made before. */
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
  if (length * 3 <= inputSize) return encodeInto(text, input).written;
  return writeLong(text);
}

export const isHighSurrogate = (unit) => unit >= 0xD800 && unit < 0xDC00;

/** Where the piece of a long text ends that begins at `at`: not between the halves of a character. */
export function endOfPiece(text, at) {
  const end = Math.min(at + kPiece, text.length);
  return end < text.length && isHighSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end;
}

// Most long texts are mostly ASCII: no room for three bytes a unit before it is needed.
function writeLong(text) {
  if (inputSize < text.length) reserve(text.length + (text.length >> 3) + 16);
  let { read, written } = encodeInto(text, input);
  if (read === text.length) return written;
  reserve(written + 3 * (text.length - read));
  const rest = encodeInto(text.slice(read), input.subarray(written));
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
  return decode(bytes.subarray(at >>> 0, (at >>> 0) + size));
}
