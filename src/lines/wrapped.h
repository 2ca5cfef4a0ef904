// SPDX-License-Identifier: Apache-2.0
// LineTail: was a link broken because its line was full?
//
// Programs that wrap text at some column cut what has no space to cut at. No standard marks such a
// break, so it takes evidence from both of its sides, and all of it:
//
//   - the line has at least kFullLine columns, and its last word holds `://` or begins with `www.`;
//   - that word ends with a character that a link could go on after, not with a bracket or a full
//     stop;
//   - the next line is quoted as deep and begins, without white space, with a word of characters
//     that URIs are made of, which does not begin a link of its own;
//   - the break stands after one of `/ ? = & % - _ #`, or that word is none of any language: it
//     has `=`, `&`, `%`, `_`, two `/`, or a digit right beside a letter.
//
//   …the sources at https://git.example.org/project/trunk/files/view.cgi?id=9f31c07&⏎
//   context=40 and …                                                     joined
//   …and all of the photographs are at https://photos.example.org/summer⏎
//   Tell me which you like.                                              two words, not joined
//
// Guarded by tests/lines_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "lines/line_start.h"

namespace linkspan::lines {

inline constexpr unsigned kFullLine = 60;         // columns
inline constexpr size_t kLongestLookahead = 256;  // bytes of the next line's first word

// Follows one line, piece by piece, and knows what matters about its end.
class LineTail {
 public:
  void restart() { *this = LineTail(); }
  void follow(std::string_view text);
  void follow_head(std::string_view text);  // for is_signature_separator() alone

  // `-- `, which parts the text from the signature. REQUIRES: the whole line was followed.
  bool is_signature_separator() const { return size_ == 3 && head_matches_; }

  // Does the line end as a link does that is to go on?
  bool may_go_on() const;

  // Does a line that begins with `text` go on with it? Without the prefix. REQUIRES: may_go_on().
  enum class Verdict : uint8_t { no, yes, unknown };
  Verdict goes_on_with(std::string_view text, Rest rest) const;

 private:
  void follow_word(char c);

  uint64_t size_ = 0;         // bytes
  unsigned columns_ = 0;      // code points
  bool head_matches_ = true;  // so far the line is `-- `
  bool word_is_link_ = false;
  uint64_t word_size_ = 0;
  char last_[4] = {};  // the last bytes of the word, the very last one first
};

}  // namespace linkspan::lines
