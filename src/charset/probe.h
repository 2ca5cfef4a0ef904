// SPDX-License-Identifier: Apache-2.0
// Converts byte sequences with ICU, one at a time, to make tables from the results.
//
// Why tables: ICU converts to UTF-16, replaces ill-formed sequences by another rule than browsers
// and mail programs, and its offsets depend on how the bytes are cut.
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

// Null if ICU has no converter with this name.
IcuHandle open_icu(std::string_view name);

class Probe {
 public:
  struct Answer {
    enum class Kind : uint8_t { characters, cut, nothing };
    Kind kind;
    size_t count = 0;  // of characters: 1 or 2
    std::array<char32_t, 2> characters{};
  };

  // Nothing if ICU has no converter with this name.
  static std::optional<Probe> open(std::string_view icu_name);

  Answer ask(std::string_view bytes);

  // The character of the bytes, if it is exactly one.
  std::optional<char32_t> one(std::string_view bytes);

  // The UTF-16 of all bytes; empty if some are ill-formed or have no character.
  std::u16string text(std::string_view bytes);

  UConverterType type() const { return ucnv_getType(icu_.get()); }

 private:
  explicit Probe(IcuHandle icu) : icu_(std::move(icu)) {}
  IcuHandle icu_;
};

}  // namespace linkspan::charset
