// SPDX-License-Identifier: Apache-2.0
// ContentLines: calendars and address books as lines of text (RFC 5545, section 3.1; RFC 6350,
// section 3.2). A line break and one blank after it continue a line, and `\n`, `\,` and the like
// are escapes (RFC 5545, section 3.3.11).
//
//   URL:https://example.org/a-lo⏎
//    ng-path⏎                          →  URL:https://example.org/a-long-path⏎
//   DESCRIPTION:See https://a.example/x\,y\nat noon⏎
//                                      →  DESCRIPTION:See https://a.example/x,y⏎at noon⏎
//   X-PATH:C:\temp⏎                    →  the same: `\t` is not an escape
//
// Each output character has the place of a character of the text: the line feed that of the `n` of
// `\n`. DEVIATION: a break inside a character, which RFC 5545 allows, leaves two ill-formed
// sequences, as lines are read after the charset is decoded. Programs break between characters.
//
// Guarded by tests/document/lines_markup_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace linkspan::lines {

// Receives text whose bytes are at `source` in the input.
using Emit = std::function<void(std::string_view text, uint64_t source)>;

class ContentLines {
 public:
  // Takes the next bytes of the text, the first of which is at `source`.
  void feed(std::string_view text, uint64_t source, const Emit& emit);
  void finish(const Emit& emit);
  // The place of the first character that was taken and may still be reported, if there is one.
  std::optional<uint64_t> held_from() const;

 private:
  enum class State : uint8_t { in_line, carriage_return, line_break };

  size_t take_content(std::string_view text, uint64_t source, const Emit& emit);
  void take_unfolded(std::string_view text, uint64_t source, const Emit& emit);
  void give_break(const Emit& emit);

  State state_ = State::in_line;
  std::string_view break_;  // not reported yet: a literal
  uint64_t break_source_ = 0;
  bool has_backslash_ = false;  // the last character, not reported yet
  uint64_t backslash_source_ = 0;
};

}  // namespace linkspan::lines
