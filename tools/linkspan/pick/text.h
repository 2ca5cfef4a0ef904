// SPDX-License-Identifier: Apache-2.0
// Untrusted text in cells of a terminal: which characters are shown, and how wide they are.
//
//   日本語             6 columns; cut to 4 columns it is 日… (a cell is never cut in two)
//   ESC [2J            \x1B[2J (base/printable.h)
//   👩‍👩‍👧 (with U+200D)   the three of them, 6 columns
//
// ncurses and the terminal must agree on the width of a character, or the rest of the line is in
// the wrong place. They do for characters with a width by wcwidth(3). Sequences that terminals draw
// in different ways are split, so that their width is that of their characters: joiners, variation
// selectors and skin tones between emoji are left out, and characters without a width by wcwidth
// become U+FFFD.
//
// The terminal reorders lines with right-to-left text; a left-to-right mark after such a text keeps
// numbers after it in place.
//
// REQUIRES: a locale with UTF-8. Guarded by tests/command/pick/pick_text_test.cc.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::command {

// A character with what combines with it.
struct Cell {
  std::wstring text;
  int columns = 1;  // 1 or 2
};
using Cells = std::vector<Cell>;

Cells to_cells(std::string_view utf8);
int columns_of(const Cells& cells);
std::wstring to_text(const Cells& cells);

// The cells as they are, or cut so that they and an ellipsis are no wider than `columns`.
Cells cut_to(Cells cells, int columns);

// Cuts cells into rows of at most `columns`, in at least one row: before a word, so that it is
// whole, and inside it if it is wider than a row. The space before a word at the start of a row is
// in no row. REQUIRES: columns is 2 or more.
struct CellRange {
  size_t begin, end;
};
std::vector<CellRange> rows_of(const Cells& cells, int columns);
std::vector<Cells> wrap(const Cells& cells, int columns);

// Does it contain a right-to-left letter?
bool has_right_to_left(const Cells& cells);

// U+200E.
inline constexpr wchar_t kLeftToRightMark = L'\u200E';

// In lower case, for a search.
std::string folded(std::string_view utf8);

}  // namespace linkspan::command
