// SPDX-License-Identifier: Apache-2.0
// The engine from what it is made of: bytes of the WebAssembly module, a WebAssembly.Module, a Response, or linkspan/js, the same
// engine as JavaScript.
//
// Where WebAssembly is refused (a Content-Security-Policy, a browser without vectors, React Native), NoEngineError says what to do.

/** There is no engine: WebAssembly is refused here, or the module is not loaded yet. */
export class NoEngineError extends Error {
  name = 'NoEngineError';
  code = 'LINKSPAN_NO_ENGINE';
}

// (func (result v128) (i8x16.popcnt (i8x16.splat (i32.const 0))))
const kProbe = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

function isRefused() {
  try {
    new WebAssembly.Module(Uint8Array.from(kProbe));
    return false;
  } catch {
    return true;
  }
}

/** `error`, or what it means if no module is compiled here. */
export function explained(error) {
  if (error instanceof NoEngineError || !isRefused()) return error;
  return new NoEngineError('linkspan: WebAssembly is refused here; `await load()` loads the same engine as JavaScript, '
    + `and linkspan/js is that (${error.message})`, { cause: error });
}

const isJavaScript = (source) => typeof source.instantiate === 'function';

/** The exports of the engine, at once. */
export function compileNow(source, imports) {
  if (isJavaScript(source)) return source.instantiate(imports);
  return new WebAssembly.Instance(source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source), imports).exports;
}

/** The same without blocking. PERF: `Response` is not named, as Node loads what fetch() needs for it, in 90 ms. */
export async function compile(source, imports) {
  if (isJavaScript(source)) return source.instantiate(imports);
  if (source instanceof WebAssembly.Module) return (await WebAssembly.instantiate(source, imports)).exports;
  const bytes = typeof source.arrayBuffer === 'function' ? await source.arrayBuffer() : source;
  return (await WebAssembly.instantiate(bytes, imports)).instance.exports;
}
