// SPDX-License-Identifier: Apache-2.0
// linkspan for Node.js: this file, liblinkspan.so.0 and npm's koffi.
//
//   const engine = new linkspan.Engine({profile: 'code'}), linker = new linkspan.Linker(engine);
//   for (const place of engine.find(text)) text.slice(place.start, place.end);
//   for (const link of linker.links(text)) open(link.uri);
//
// Positions are those of the argument: UTF-16 units of a string, bytes of a Buffer. LINKSPAN_LIBRARY may name the library.
'use strict';
const koffi = require('koffi');
// Of options the first members: struct_size says that there are no more.
koffi.struct('linkspan_options', {struct_size: 'size_t', profile: 'int', bare_domains: 'int', email: 'int'});
koffi.struct('linkspan_text_options', {struct_size: 'size_t', percent_host: 'int', default_to_https: 'int', offsets: 'int'});
koffi.struct('linkspan_document_options', {struct_size: 'size_t', charset: 'const char*'});
// Members of a linkspan_text_link, on 64-bit systems: place.kind, first.offset, past.offset, text, iri, uri, warnings.
const MEMBERS = [[16, 'int32_t'], [48, 'uint64_t'], [64, 'uint64_t'], [72, 'const char*'], [88, 'const char*'],
  [104, 'const char*'], [152, 'uint32_t']].map(([offset, type]) => ({offset, type})), LINK_SIZE = 160;
const library = koffi.load(process.env.LINKSPAN_LIBRARY || 'liblinkspan.so.0');
const call = {};  // by name, without linkspan_
for (const prototype of [
  'const char* linkspan_error_message(void* error)', 'const char* linkspan_warning_name(int warning)',
  'void linkspan_options_init(_Out_ linkspan_options* options, size_t size)',
  'int linkspan_engine_create(linkspan_options* options, _Out_ void** engine, _Out_ void** error)',
  'size_t linkspan_find_all(void* engine, void* text, size_t size, void* places, size_t capacity)',
  'int linkspan_text_linker_open(void* engine, linkspan_text_options* options, _Out_ void** linker, _Out_ void** error)',
  'size_t linkspan_text_linker_find(void* linker, void* text, size_t size, void* links)',
  'int linkspan_text_linker_read(void* linker, void* bytes, size_t size, linkspan_document_options* options, ' +
    '_Out_ void** links, _Out_ size_t* count, void* summary, _Out_ void** error)',
  'void linkspan_error_free(void* error)', 'void linkspan_engine_free(void* engine)',
  'void linkspan_text_linker_free(void* linker)',
]) call[/linkspan_(\w+)\(/.exec(prototype)[1]] = library.func(prototype);
const PROFILES = {prose: 0, uts58: 1, code: 2, strict: 3}, KINDS = ['url', 'email', 'custom'];
const WORDS = 10, UTF16 = 1;  // 32-bit words of a linkspan_place; LINKSPAN_OFFSETS_UTF16
const freed = new FinalizationRegistry(({free, handle}) => free(handle));
const pointer = new BigUint64Array(1);
let utf8 = Buffer.alloc(4096), places = new Uint32Array(64 * WORDS);

function made(owner, free, make) {
  const handle = [null], error = [null];
  check(make(handle, error), error);
  freed.register(owner, {free, handle: handle[0]});
  return handle[0];
}
function check(status, [error]) {
  if (status === 0) return;
  const fault = new RangeError(call.error_message(error) || 'out of memory');
  call.error_free(error);
  throw fault;
}
function encode(text) {  // to `utf8`; returns the number of bytes
  if (utf8.length < 3 * text.length) utf8 = Buffer.alloc(6 * text.length);
  return utf8.write(text);
}
function unitsBetween(start, end) {  // the number of UTF-16 units of these bytes of `utf8`
  let units = 0;
  for (; start < end; ++start) units += utf8[start] >= 0xf0 ? 2 : (utf8[start] & 0xc0) !== 0x80 ? 1 : 0;
  return units;
}

function linksAt(array, count) {  // each member by itself, as to decode whole structs takes eight times as long
  const links = [];
  for (let link = 0; link < count * LINK_SIZE; link += LINK_SIZE) {
    const [kind, start, end, text, iri, uri, bits] = MEMBERS.map(({offset, type}) => koffi.decode(array, link + offset, type));
    const warnings = [];
    for (let left = bits; left !== 0; left &= left - 1) warnings.push(call.warning_name(left & -left));
    links.push({start, end, kind: KINDS[kind], text, iri, uri, warnings});
  }
  return links;
}

exports.Engine = class {
  constructor({profile = 'prose'} = {}) {
    const options = {};
    call.options_init(options, koffi.sizeof('linkspan_options'));
    options.profile = PROFILES[profile] ?? -1;
    this.handle = made(this, call.engine_free, (handle, error) => call.engine_create(options, handle, error));
  }

  // The places of all links of a string, or of a Buffer of UTF-8.
  find(text) {
    const isString = typeof text === 'string', size = isString ? encode(text) : text.length, found = [];
    const count = call.find_all(this.handle, isString ? utf8 : text, size, places, places.length / WORDS);
    if (count > size) throw new Error('out of memory');
    if (count > places.length / WORDS) {
      places = new Uint32Array(count * WORDS);
      return this.find(text);
    }
    for (let word = 0, units = 0, last = 0; word < count * WORDS; word += WORDS) {
      const offset = places[word] + places[word + 1] * 2 ** 32, past = offset + places[word + 2];
      const start = size === text.length ? offset : units + unitsBetween(last, offset);
      units = size === text.length ? past : start + unitsBetween(offset, past);
      last = past;
      found.push({start, end: units, kind: KINDS[places[word + 4]]});
    }
    return found;
  }
};

exports.Linker = class {
  constructor(engine) {
    const options = {struct_size: koffi.sizeof('linkspan_text_options'), percent_host: 0, default_to_https: 0, offsets: UTF16};
    this.handle = made(this, call.text_linker_free,
      (handle, error) => call.text_linker_open(engine.handle, options, handle, error));
  }

  // The links of a string, with their places in it.
  links(text) {
    const size = encode(text), count = call.text_linker_find(this.handle, utf8, size, pointer);
    if (count > size) throw new Error('out of memory');
    return linksAt(pointer[0], count);
  }

  // The links of a document in any charset (a name, or 'auto'), with their places in its bytes.
  read(bytes, charset = 'auto') {
    const options = {struct_size: koffi.sizeof('linkspan_document_options'), charset};
    const array = [null], count = [0], error = [null];
    check(call.text_linker_read(this.handle, bytes, bytes.length, options, array, count, null, error), error);
    return linksAt(array[0], count[0]);
  }
};
