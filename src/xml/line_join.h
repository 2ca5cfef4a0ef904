// SPDX-License-Identifier: Apache-2.0
// LineJoin: what is between two texts of an XML document: nothing, a character, or a line end.
//
//   <p>a<b>b</b></p>         nothing: `p` is a paragraph, and has text
//   <u><l>a</l><m>b</m></u>  a line end: `u` has no text
//   <u><l>a</l>b</u>         nothing: it has
//   <p>a<br/>b</p>           a line end, inside of the paragraph
#pragma once

#include <cstddef>
#include <cstdint>

#include "html/tokenizer.h"

namespace linkspan::xml {

class LineJoin {
 public:
  // A tag that always ends the text.
  void end_text() { ends_text_ = true; }

  // A tag in an element at this depth which has no text so far.
  void cross(size_t depth) {
    if (depth < least_depth_) least_depth_ = depth;
  }

  // A character that an empty element of a paragraph stands for; 0: none.
  void put(char c) {
    if (c != 0 && space_ != '\n') space_ = c;
  }

  // White space of the source.
  void put(char space, html::SourceRange source) {
    put(space);
    if (source_.empty()) source_ = source;
  }

  // Does the text end if the next is in an element at this depth?
  bool ends_text(size_t depth) const {
    return ends_text_ || (least_depth_ != kNone && least_depth_ != depth);
  }
  char space() const { return space_; }  // 0: none
  html::SourceRange source() const { return source_; }

 private:
  static constexpr size_t kNone = SIZE_MAX;
  bool ends_text_ = false;
  size_t least_depth_ = kNone;
  char space_ = 0;
  html::SourceRange source_;
};

}  // namespace linkspan::xml
