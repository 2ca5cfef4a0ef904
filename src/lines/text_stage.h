// SPDX-License-Identifier: Apache-2.0
// TextStage: turns one text into another that comes from it, with the way back.
//
//   a terminal's colours   sgr_remover.h       ESC[1mbold       →  bold
//   wrapped lines          unfold.h            > a ⏎> b         →  a b
//
// Stages form a chain (document/stages.h): the text of one is the input of the next, and so is an
// offset on the way back. Markup gives anchors as well as text, so its text is a html::Page, with
// the same way back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::lines {

// Are the quoted lines remembered, for is_quoted()?
enum class Quotes : uint8_t { not_noted, noted };

class TextStage {
 public:
  virtual ~TextStage() = default;

  // Takes the next bytes of the input, UTF-8 cut anywhere, and appends the text that they give to
  // `text`. That is the same however the input is cut.
  virtual void feed(std::string_view input, std::string& text) = 0;

  // Ends the input. A new one may begin, at offset 0 of both.
  virtual void finish(std::string& text) = 0;

  // The ranges of the input that a range of the text comes from, in order, none empty. REQUIRES: it
  // was returned and not released; before finish() and after it until the next feed().
  virtual void pieces(Range range, std::vector<Range>& pieces) const = 0;

  // The place in the input of the byte at this offset of the text; for the end of the returned
  // text, the earliest place of the next byte.
  virtual uint64_t source_of(uint64_t offset) const = 0;

  // Releases everything before this offset of the text.
  virtual void release_before(uint64_t offset) = 0;

  // Does the text differ in this range from the input, other than by parts left out?
  virtual bool is_changed(Range /*range*/) const { return false; }

  // Were parts of the input joined in this range that may not belong together?
  virtual bool is_joined(Range /*range*/) const { return false; }

  // With Quotes::noted: is the byte at this offset of the text in a line that begins with `>`?
  virtual bool is_quoted(uint64_t /*offset*/) const { return false; }
};

}  // namespace linkspan::lines
