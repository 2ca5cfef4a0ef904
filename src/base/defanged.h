// SPDX-License-Identifier: Apache-2.0
// Defanged addresses: text that is written so that nobody opens it, as reports about attacks have
// it, and the addresses that are meant. docs/indicators.md has the forms.
//
//   hxxps[:]//login[.]example(dot)com/a    →  https://login.example.com/a
//   joe [at] mail [dot] example            →  joe@mail.example
//   www dot evil dot example               →  www.evil.example: two words, or one beside other
//   forms 192[.]0[.]2[.]7                        →  http://192.0.2.7, as a number alone is not an
//   address array[.]length(x), the dot com bubble  →  array.length(x), which is not a link; as it
//   is
//
// A sequence is read where it begins, with the byte before it and kAhead bytes after: so the tokens
// are the same however the text is cut, and time is linear. This is the only place that knows the
// forms: lines::Notation reads documents by it, and iri::refang() a text.
//
// Guarded by tests/document/defanged_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace linkspan::base {

class DefangedReader {
 public:
  static constexpr size_t kAhead = 160;

  struct Token {
    enum class Is : uint8_t { copied, replaced };
    size_t size = 0;  // 0: more of the text is needed
    Is is = Is::copied;
    std::string_view meant;  // in the place of `size` bytes; lives until the next call
  };

  // Begins a text.
  void begin() { *this = {}; }

  // The token at the start of the rest of the text. REQUIRES: it is not empty.
  Token next(std::string_view text, Text extent);

 private:
  // What was replaced since the last white space: after a scheme, also ` .` is a dot.
  enum class Evidence : uint8_t { none, sign, scheme };

  Token token_at(std::string_view ahead);
  Token in_brackets(std::string_view ahead);
  Token after_space(std::string_view ahead);
  Token scheme_at(std::string_view ahead);
  Token address_at(std::string_view ahead);
  Token replaced(size_t size, std::string_view meant, Evidence evidence = Evidence::sign);
  void note_copied(std::string_view text);

  char before_ = ' ';
  Evidence evidence_ = Evidence::none;
  std::string made_;
};

}  // namespace linkspan::base
