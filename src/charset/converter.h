// SPDX-License-Identifier: Apache-2.0
// Converter: the interface of a family of charsets for the Decoder. It takes bytes in order and
// keeps its state between two calls: a few bytes of an incomplete character, the shifted sets.
//
// A copy is a snapshot: fed with the same bytes it produces the same text. This is used to map
// offsets (source_map.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "charset/text.h"
#include "linkspan/charset.h"

namespace linkspan::charset {

class Converter {
 public:
  Converter() = default;
  Converter& operator=(const Converter&) = delete;
  virtual ~Converter() = default;
  virtual std::unique_ptr<Converter> clone() const = 0;

  // If these bytes are the text unchanged, takes them; otherwise has no effect.
  virtual bool take_unchanged(std::string_view bytes) = 0;

  // INVARIANT: the text depends only on the bytes, not on where they are cut.
  virtual void convert(std::string_view bytes, Text& out) = 0;
  virtual void convert(std::string_view bytes, Trace& out) = 0;

  // Ends the text and writes the held bytes.
  virtual void finish(Text& out) = 0;
  virtual void finish(Trace& out) = 0;

  // The number of held bytes.
  virtual size_t held() const = 0;

 protected:
  Converter(const Converter&) = default;
};

enum class Lines : uint8_t { stand_alone, depend };  // Charset::lines_stand_alone

struct Definition {
  std::string_view name;  // static, or that of ICU
  Normalization normalization;
  Lines lines;
  std::unique_ptr<const Converter> initial;  // in its state at the start of a text
};

}  // namespace linkspan::charset
