// SPDX-License-Identifier: Apache-2.0
// What the parts of the module share: the text that JavaScript has written into memory, and the
// records that it reads.
//
//   JavaScript                                   WebAssembly
//   encodes a text to input_buffer(size)   →
//   find(engine, size)                     →     finds the links, and converts their offsets to
//   UTF-16 reads `count` records at records()     ←
//
// Everything lives until the next call. The module has one thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"

// A function that JavaScript calls by its name.
#define LINKSPAN_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace linkspan::module {

// An engine, and the options that it was made with.
struct Finder {
  Options options;
  Engine engine;
};

// The text that JavaScript has written.
std::string_view input(size_t size);

// Strings for JavaScript: a place and a size in bytes each.
struct OutText {
  const char* text = nullptr;
  uint32_t size = 0;
};
OutText out(std::string_view text);

// A link. All offsets are UTF-16 units, those of components from the start of the link.
struct Record {
  uint64_t begin = 0;
  uint64_t end = 0;
  // kind | form << 4 | ended_by << 8 | has_escapes << 12 | whether there is a scheme << 13
  uint32_t facts = 0;
  // scheme, userinfo, host, port, path, query, fragment: begin and end; 0xFFFFFFFF if absent
  uint32_t parts[14] = {};
  uint32_t reserved = 0;
};
static_assert(sizeof(Record) == 80);

// Counts UTF-16 units of a text forwards, each byte once.
class UnitCounter {
 public:
  UnitCounter(std::string_view text, uint64_t begin, uint64_t units)
      : text_(text), begin_(begin), at_(begin), units_(units) {}
  // REQUIRES: no smaller offset than before.
  uint64_t units_at(uint64_t offset);

 private:
  std::string_view text_;
  uint64_t begin_;  // offset of `text_`
  uint64_t at_;
  uint64_t units_;
};

// Of UTF-8.
inline bool is_continuation(char byte) { return (static_cast<uint8_t>(byte) & 0xC0) == 0x80; }

// REQUIRES: the text has no part of a character, which would count as one.
uint64_t count_units(std::string_view text);

// `text` is that of the link, `begin` its offset in UTF-16 units.
Record record_of(const Span& span, std::string_view text, uint64_t begin);

// A span with the facts of a record. Of its components only the scheme may be present, anywhere.
inline Span span_of(uint32_t facts) {
  Span span;
  span.kind = static_cast<Kind>(facts & 15);
  span.form = static_cast<Form>((facts >> 4) & 15);
  span.has_escapes = (facts >> 12 & 1) != 0;
  if ((facts >> 13 & 1) != 0) span.parts.scheme = {0, 0};
  return span;
}

std::vector<Record>& records();

}  // namespace linkspan::module
