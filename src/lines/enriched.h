// SPDX-License-Identifier: Apache-2.0
// Enriched: text/enriched (RFC 1896) and its predecessor text/richtext (RFC 1341, section 7.1.3) as
// text.
//
//   <bold>See</bold> <<https://example.org/>   →  See <https://example.org/>
//   <color><param>red</param>a</color>         →  a
//   a⏎b⏎⏎c                                     →  a b⏎c
//   <nofill>a⏎b</nofill>                       →  a⏎b
//   a <https://example.org/>, <4               →  the same: no command has such a name
//
// Commands are left out, with their parameters and comments. One line break is a space, and n of
// them are n - 1, except inside of <nofill>. `<<` is `<`, and so is <lt> of text/richtext; its <nl>
// is a line break. Each output character has the place of a character of the text.
//
// Guarded by tests/document/lines_markup_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace linkspan::lines {

// Receives text whose bytes are at `source` in the input.
using Emit = std::function<void(std::string_view text, uint64_t source)>;

class Enriched {
 public:
  // Takes the next bytes of the text, the first of which is at `source`.
  void feed(std::string_view text, uint64_t source, const Emit& emit);
  void finish(const Emit& emit);
  // The place of the first character that was taken and may still be reported, if there is one.
  std::optional<uint64_t> held_from() const;

 private:
  size_t take(std::string_view text, uint64_t source, const Emit& emit);
  void take_break(uint64_t source, const Emit& emit);
  void end_breaks(const Emit& emit);
  void take_of_command(char c, uint64_t source, const Emit& emit);
  void obey(const Emit& emit);
  void give(std::string_view text, uint64_t source, const Emit& emit);
  void give_command(const Emit& emit);

  std::string command_;  // `<` and what followed so far; empty outside of one
  uint64_t command_source_ = 0;
  unsigned breaks_ = 0;  // 1: held; 2: more than one, all but the first reported
  uint64_t break_source_ = 0;
  unsigned hidden_ = 0;  // how many <param> and <comment> are open
  unsigned nofill_ = 0;
};

}  // namespace linkspan::lines
