// SPDX-License-Identifier: Apache-2.0
// Text of strangers in columns of a terminal, with the way from a byte to its column.
//
//   日本語              6 columns; byte 3 is in column 2
//   e U+0301            one column, with what combines
//   pay U+200B pal      pay<U+200B>pal: what is not seen, or drives a terminal, is named
//   FF                  \xFF: not UTF-8
//
// A character is as wide as wcwidth(3) says, or is named. No IRI has `<`, so a name cannot be
// mistaken for text. What runs from right to left is put in an isolate (FSI … PDI, UAX #9) between
// characters of ASCII: a terminal that reorders text then leaves delimiters in their columns.
//
// Guarded by tests/shown_text_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::command {

class ShownText {
 public:
  // Each range of bytes in `omitted` is shown as `…`. REQUIRES: they are in order, apart, not
  // empty, and cut no character in two.
  explicit ShownText(std::string_view text, const std::vector<Range>& omitted = {});

  int columns() const { return columns_; }
  // Where the character that this byte belongs to begins; columns() for the end of the text.
  int column_at(uint64_t offset) const;

  // Where the first character begins that begins in this column or after it.
  int next_start(int column) const;
  // Where the character begins that this column is part of; columns() after the end.
  int start_of(int column) const;

  // The first columns of rows that are at most `width` wide, and columns() at the end.
  // REQUIRES: no character is wider.
  std::vector<int> rows(int width) const;

  // The characters that begin in these columns.
  std::string between(int begin, int end) const;
  std::string all() const { return between(0, columns_); }

 private:
  // A character with what combines with it.
  struct Glyph {
    uint64_t end;  // of its bytes
    std::string shown;
    int column, columns;
    enum class Direction : uint8_t { neutral, right_to_left, delimiter } direction;
  };

  std::vector<Glyph>::const_iterator first_from(int column) const;
  void append(std::string_view text);
  void append_character(char32_t c, std::string_view bytes);
  void push(std::string shown, int columns, Glyph::Direction direction);

  std::vector<Glyph> glyphs_;
  uint64_t bytes_ = 0;
  int columns_ = 0;
};

// The widest that lines on this descriptor should be: what a terminal has, or 80.
int columns_of_output(int descriptor);

// The words of a sentence in lines of at most `columns`, each of them with `indent` before it.
void append_wrapped(std::string& out, std::string_view sentence, std::string_view indent,
                    int columns);

}  // namespace linkspan::command
