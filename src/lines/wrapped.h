// SPDX-License-Identifier: Apache-2.0
// LineTail: was a link broken because its line was full?
//
// Programs that wrap text at some column break links that are too long. No standard marks such a
// break. A link was broken if all of this holds:
//
//   - the line has at least kFullLine columns, and its last word holds `://` or begins with `www.`;
//   - a link can continue after the last character of that word, unlike after a bracket or a full
//     stop;
//   - the next line has the same marks in its margin (`> > `, `| `), which may be indented, and
//   begins
//     with a word that has only characters of URIs and does not begin a link of its own;
//   - the break is after one of `/ ? = & % - _ #`, or the next word is not a word of a language: it
//     has `=`, `&`, `%`, `_`, two `/`, or a digit right beside a letter; or it has a `/` and is
//     alone in its line.
//
// A line with a border, `| … |`, does not need so many columns: a single space before the border
// shows that the line is full.
//
//   …the sources at https://git.example.org/project/trunk/files/view.cgi?id=9f31c07&⏎
//   context=40 and …                                                     joined
//   …and all of the photographs are at https://photos.example.org/summer⏎
//   Tell me which you like.                                              two words, not joined
//
// Guarded by tests/document/lines_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

#include "lines/line_start.h"

namespace linkspan::lines {

inline constexpr unsigned kFullLine = 60;         // columns
inline constexpr size_t kLongestLookahead = 256;  // bytes of the next line's first word

// Reads one line, piece by piece, and keeps the facts about its end.
class LineTail {
 public:
  void restart() { *this = LineTail(); }
  void restart_in_margin();  // of the line so far, which is not followed
  void follow(std::string_view text);
  void follow_margin(std::string_view text);  // before follow(), and for a border
  void follow_head(std::string_view text);    // for is_signature_separator() alone

  // The size of white space and a `|` at the end of the text, if the margin has such a border: `| …
  // |`
  size_t border_size(std::string_view text) const;
  // The line ends with a border, which is not followed.
  void set_border(bool has_border) { has_border_ = has_border; }

  // `-- `, which separates the text from the signature. REQUIRES: the whole line was read.
  bool is_signature_separator() const { return size_ == 3 && head_matches_; }

  // Does the line end like a link that may continue?
  bool may_go_on() const;

  // Does the link continue in the next line, which begins with `text` after its prefix? REQUIRES:
  // may_go_on().
  enum class Verdict : uint8_t { no, yes, unknown };
  // Sets `margin` to the size of the marks and white space before it.
  Verdict goes_on_with(std::string_view text, Rest rest, size_t& margin) const;

 private:
  void follow_word(char c);
  Verdict read_margin(std::string_view text, Rest rest, size_t& size) const;

  static constexpr size_t kLongestMargin = 64;

  size_t size_ = 0;           // bytes
  unsigned columns_ = 0;      // code points
  bool head_matches_ = true;  // so far the line is `-- `
  bool word_is_link_ = false;
  bool has_border_ = false;
  bool is_in_margin_ = true;
  size_t margin_size_ = 0;
  char margin_[8] = {};  // its marks
  uint64_t word_size_ = 0;
  char last_[4] = {};  // the last bytes of the word, in reverse order
};

}  // namespace linkspan::lines
