// SPDX-License-Identifier: Apache-2.0
// Converter: what each family of charsets is to the Decoder. Takes bytes in order and keeps what it
// needs between two calls: a few bytes of a cut character, which sets are shifted in.
//
// A copy is a snapshot: fed with the same bytes it gives the same text. That is how offsets are
// found again (source_map.h).
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

  // Are these bytes the text as it is, here? Then they are taken. Else nothing happened.
  virtual bool take_unchanged(std::string_view bytes) = 0;

  // INVARIANT: the text depends on the bytes alone, not on where they are cut.
  virtual void convert(std::string_view bytes, Text& out) = 0;
  virtual void convert(std::string_view bytes, Trace& out) = 0;

  // The text ends: gives what was held.
  virtual void finish(Text& out) = 0;
  virtual void finish(Trace& out) = 0;

  // How many of the bytes taken in wait for more.
  virtual size_t held() const = 0;

 protected:
  Converter(const Converter&) = default;
};

enum class Lines : uint8_t { stand_alone, depend };  // Charset::lines_stand_alone

struct Definition {
  std::string_view name;  // static, or that of ICU
  Normalization normalization;
  Lines lines;
  std::unique_ptr<const Converter> initial;  // as it is at the start of a text
};

}  // namespace linkspan::charset
