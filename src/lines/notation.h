// SPDX-License-Identifier: Apache-2.0
// Notation: a text stage (text_stage.h) that reads a file format of text token by token: folded
// lines, escapes, macros. What a token stands for is the text, and each byte of it has a place in
// the input.
//
//   roff      https://example.org\:/\(tijoe     →  https://example.org/~joe
//   gettext   "https://example.org/"⏎"a"        →  "https://example.org/a"
//
// A format is a class with take(), which reads one token, and a row in make_notation(). There is
// nothing else to do for input that is cut anywhere: a token that is not complete is held, up to
// kLongestToken bytes, so that time and memory are linear whatever the input is.
//
// Guarded by tests/document/notations_test.cc, which cuts every text everywhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lines/stretches.h"
#include "lines/text_stage.h"
#include "linkspan/layout.h"

namespace linkspan::lines {

class Notation : public TextStage {
 public:
  void feed(std::string_view input, std::string& text) final;
  void finish(std::string& text) final;
  void pieces(Range range, std::vector<Range>& pieces) const final {
    stretches_.pieces(range, pieces);
  }
  bool is_changed(Range range) const final { return stretches_.has_replaced(range); }
  uint64_t source_of(uint64_t offset) const final {
    return offset < stretches_.end() ? stretches_.source_of(offset) : source_;
  }
  void release_before(uint64_t offset) final { stretches_.release_before(offset); }

 protected:
  static constexpr size_t kLongestToken = 1024;
  enum class Rest : uint8_t { unknown, none };  // may more bytes follow?

  // Reads the token at the start of `text`, which is not empty, and returns its size; 0 if more
  // bytes are needed. With Rest::none it must read one.
  virtual size_t take(std::string_view text, Rest rest) = 0;
  // Begins a document.
  virtual void begin() = 0;

  // The text of the current token: the bytes of the input from `from` on, as they are, or others
  // in their place. An empty replacement is the same as to give nothing.
  void copy(std::string_view bytes, size_t from = 0);
  void replace(size_t from, size_t size, std::string_view with);
  // The bytes at the start of the token, and one more in the place of the byte after them.
  void copy_with_end(std::string_view bytes, char end);

 private:
  size_t process(std::string_view text, Rest rest, std::string& out);

  std::string held_;  // the start of a token
  std::string* out_ = nullptr;
  uint64_t source_ = 0;  // of the current token
  enum class State : uint8_t { finished, begun } state_ = State::finished;
  Stretches stretches_;
};

// The bytes that end a run of text which is copied.
//
// PERF: string_view::find_first_of() calls memchr() for each byte. With it, tables of 9 MB took
// 0.07 s and 0.055 s, of which plain text takes 0.022 s and 0.028 s.
class Ends {
 public:
  constexpr explicit Ends(std::string_view bytes) {
    for (const char c : bytes) is_end_[static_cast<uint8_t>(c)] = true;
  }

  // The size of the text before the first one.
  size_t find(std::string_view text) const {
    size_t at = 0;
    while (at < text.size() && !is_end_[static_cast<uint8_t>(text[at])]) ++at;
    return at;
  }

 private:
  std::array<bool, 256> is_end_{};
};

// -1 if it is not a hexadecimal digit.
constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// The UTF-8 of one character that is encoded in these bytes of a Windows code page; empty if there
// is none.
using DecodeBytes = std::function<std::string(unsigned code_page, std::string_view bytes)>;

// Null if the flow is one that Unfolder reads.
std::unique_ptr<TextStage> make_notation(Flow flow, DecodeBytes decode);

std::unique_ptr<TextStage> make_content_lines();
std::unique_ptr<TextStage> make_ldif();
std::unique_ptr<TextStage> make_roff();
std::unique_ptr<TextStage> make_gettext();
std::unique_ptr<TextStage> make_rtf(DecodeBytes decode);
std::unique_ptr<TextStage> make_csv();
std::unique_ptr<TextStage> make_tsv();
std::unique_ptr<TextStage> make_asciidoc();

// Defanged addresses as they are meant, in any format (base/defanged.h).
std::unique_ptr<TextStage> make_refanger();

}  // namespace linkspan::lines
