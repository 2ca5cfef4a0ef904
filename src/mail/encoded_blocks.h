// SPDX-License-Identifier: Apache-2.0
// Files in the text of a message, as they were sent before MIME (uuencode of POSIX) and are in news
// (yEnc, draft 1.3): lines of data, in which a scanner finds false links.
//
//   See the picture.⏎                              text
//   begin 644 up.gif⏎                              uuencode: its first line,
//   M1TE&.#=A$P`3`*$``/___P```("`@,#`P"P⏎          data: `M` says that it is of 45 bytes,
//   `⏎                                             none,
//   end⏎                                           and its last line
//   begin 644 steps from the door⏎                 text: what follows is not data
//   and turn left⏎
//
//   =ybegin line=128 size=584 name=joystick.jpg⏎   yEnc, up to a line `=yend`
//
// Blocks are recognized line by line:
//
//   1. `begin`, a mode of three or four octal digits, and a name begin a block if data follows.
//      Data has no lower-case letters, and is as long as its first character says. It may be
//      shorter if blanks are data, as some programs write zero as a blank and others strip blanks
//      at the end of lines.
//   2. The block ends with `end`, and otherwise before the first line that is not data. After an
//      empty line, only `end` belongs to it.
//   3. `=ybegin` with `line`, `size` and `name` begins a block with lines of the length `line`, or
//      longer by one character, and by a dot of SMTP. A shorter line is the last.
//   4. Quoted text (`> begin 644 x`) is a block if all its lines have the same prefix.
//
// The lines of a block are overwritten with blanks, so that offsets stay, or left out except the
// first and the last. All other bytes are passed on unchanged. At most two lines are kept.
//
// Messages in PGP armour (RFC 9580, section 6.2) are counted. Their lines are text here: base64 has
// no dot and no colon, so it contains no link.
//
// Guarded by tests/mail/mail_blocks_test.cc and tests/command/input/mail_links_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "linkspan/mail.h"

namespace linkspan::mail {

// Filters the text of one part for another visitor.
class EncodedBlocks final : public Visitor {
 public:
  // REQUIRES: `visitor` outlives this.
  EncodedBlocks(BlockLines lines, Visitor& visitor) : block_lines_(lines), visitor_(visitor) {}

  void block(std::string_view bytes) override;
  void end_part() override;  // reports the kept text; not passed to `visitor`

  // Messages in PGP armour so far.
  uint64_t encrypted() const { return encrypted_; }

 private:
  // The state after the lines so far.
  enum class State : uint8_t {
    text,
    uu_begin,       // a line `begin`, which is held until the next one is known
    uu_data,        // at least one line of data
    uu_empty_line,  // and an empty line after it
    yenc_data,      // at least the line `=ybegin`
    yenc_short,     // and a short line, which is held until the next one is known
  };
  enum class Place : uint8_t { edge, inside };  // of a line in its block

  void take_lines(std::string_view lines);
  void take_line(std::string_view line);
  void take_text(std::string_view line);
  void take_first_data(std::string_view line);
  void take_uu(std::string_view line);
  void take_yenc(std::string_view line);
  void take_after_short(std::string_view line);
  void end_block_before(std::string_view line);
  bool is_uu_data(std::string_view content);
  std::string_view content_of(std::string_view line) const;

  void give(std::string_view bytes);
  void give_of_block(std::string_view line, Place place);
  void give_kept_line();

  const BlockLines block_lines_;
  Visitor& visitor_;
  State state_ = State::text;
  bool in_long_line_ = false;  // too long for a line of a block
  std::string kept_;           // the current line so far
  std::string held_;           // the line before it
  std::string quote_;          // the prefix of every line of the block
  std::string blanks_;         // as many as the longest line so far
  bool blanks_are_data_ = false;
  size_t yenc_line_ = 0;  // the length of full lines
  uint64_t encrypted_ = 0;
};

}  // namespace linkspan::mail
