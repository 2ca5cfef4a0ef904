// SPDX-License-Identifier: Apache-2.0
// Asks ICU what single byte sequences stand for, to make tables of our own from the answers.
//
// Why tables: ICU's own loop goes to UTF-16, replaces what is ill-formed by another rule than
// browsers and mail programs do, and its offsets depend on how the bytes are cut.
#pragma once

#include <unicode/ucnv.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace linkspan::charset {

struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using IcuHandle = std::unique_ptr<UConverter, CloseConverter>;

// Null when ICU has no converter of this name.
IcuHandle open_icu(std::string_view name);

class Probe {
 public:
  struct Answer {
    enum class Kind : uint8_t { characters, cut, nothing };
    Kind kind;
    size_t count = 0;  // of characters: 1 or 2
    std::array<char32_t, 2> characters{};
  };

  // Nothing when ICU has no converter of this name.
  static std::optional<Probe> open(std::string_view icu_name);

  Answer ask(std::string_view bytes);

  // The character that the bytes stand for, if it is exactly one.
  std::optional<char32_t> one(std::string_view bytes);

  // The UTF-16 of all the bytes; empty when anything in them is ill-formed or has no character.
  std::u16string text(std::string_view bytes);

  UConverterType type() const { return ucnv_getType(icu_.get()); }

 private:
  explicit Probe(IcuHandle icu) : icu_(std::move(icu)) {}
  IcuHandle icu_;
};

}  // namespace linkspan::charset
