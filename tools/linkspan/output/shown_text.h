// SPDX-License-Identifier: Apache-2.0
// Untrusted text in columns of a terminal, with a map from bytes to columns.
//
//   日本語              6 columns; byte 3 is in column 2
//   e U+0301            one column, with what combines
//   pay U+200B pal      pay<U+200B>pal: what is not seen, or drives a terminal, is named
//   FF                  \xFF: not UTF-8
//
// A character has the width of wcwidth(3), or is named. An IRI has no `<`, so a name cannot be
// mistaken for text. Right-to-left text between ASCII characters is put in an isolate (FSI … PDI,
// UAX #9): a terminal that reorders text then leaves delimiters in their columns.
//
// Guarded by tests/command/output/shown_text_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/linkspan.h"

namespace linkspan::command {

class ShownText {
 public:
  // Each range of bytes in `omitted` is shown as `…`. REQUIRES: they are in order, separate, not
  // empty, and do not split a character.
  explicit ShownText(std::string_view text, const std::vector<Range>& omitted = {});

  int columns() const { return columns_; }
  // The column of the character of this byte; columns() for the end of the text.
  int column_at(uint64_t offset) const;

  // The start of the first character in this column or after it.
  int next_start(int column) const;
  // The start of the character in this column; columns() after the end.
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

// The maximum width of lines on this descriptor: that of the terminal, or 80.
int columns_of_output(int descriptor);

// The words of a sentence in lines of at most `columns`, each of them with `indent` before it.
void append_wrapped(std::string& out, std::string_view sentence, std::string_view indent,
                    int columns);

// A link for people: in one line, and printable (base/printable.h). `changed` is the buffer for a
// text that differs from that of the link.
//
// Guarded by tests/command/cli/command_test.cc.
std::string_view shown_text(const Link& link, std::string& changed);

// The IRI of a link, with unprintable characters percent-encoded: the URI stays the same (RFC 3987,
// section 3.1), and section 4.1 forbids bidi controls in an IRI anyway.
std::string_view shown_iri(const Link& link, std::string& changed);

}  // namespace linkspan::command
