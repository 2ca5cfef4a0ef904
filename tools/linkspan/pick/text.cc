// SPDX-License-Identifier: Apache-2.0
#include "pick/text.h"

#include <cwchar>
#include <cwctype>

#include "base/ascii.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "common/text_values.h"

namespace linkspan::command {
namespace {

constexpr wchar_t kReplacement = L'\uFFFD';
constexpr wchar_t kEllipsis = L'\u2026';

// Joins characters into one glyph, or chooses between two glyphs: U+200D between emoji, variation
// selectors 15 and 16, and skin tones. The text around decides for U+200D, which the scripts of
// India need.
bool changes_pictures(char32_t c, char32_t before) {
  const bool follows_picture = before >= 0x2190 && (before < 0x3000 || before >= 0x1F000);
  return c == 0xFE0E || c == 0xFE0F || (follows_picture && (c == 0x200D || is_skin_tone(c)));
}

void append_cell(Cells& cells, char32_t c) {
  const auto wide = static_cast<wchar_t>(c);
  const int columns = wcwidth(wide);
  if (columns == 0) {
    if (!cells.empty()) cells.back().text += wide;
  } else if (columns < 0) {
    cells.push_back({std::wstring(1, kReplacement), 1});
  } else {
    cells.push_back({std::wstring(1, wide), columns});
  }
}

// Where the first word begins at `at` or after it.
size_t first_word(const Cells& cells, size_t at) {
  while (at < cells.size() && cells[at].text == L" ") ++at;
  return at;
}

// Is the word that begins at `at` at most so wide?
bool fits(const Cells& cells, size_t at, int columns) {
  int used = 0;
  for (; at < cells.size() && cells[at].text != L" "; ++at) {
    used += cells[at].columns;
    if (used > columns) return false;
  }
  return true;
}

}  // namespace

Cells to_cells(std::string_view utf8) {
  std::string safe(utf8);
  for (char& c : safe) c = c == '\t' ? ' ' : c;
  safe = base::printable(safe);
  Cells cells;
  cells.reserve(safe.size());
  char32_t before = 0;
  const auto* at = reinterpret_cast<const uint8_t*>(safe.data());
  for (const uint8_t* const end = at + safe.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (!changes_pictures(found.value, before)) append_cell(cells, found.value);
    before = found.value == 0x200D || found.value == 0xFE0F ? before : found.value;
    at += found.length;
  }
  return cells;
}

int columns_of(const Cells& cells) {
  int columns = 0;
  for (const Cell& cell : cells) columns += cell.columns;
  return columns;
}

std::wstring to_text(const Cells& cells) {
  std::wstring text;
  for (const Cell& cell : cells) text += cell.text;
  return text;
}

Cells cut_to(Cells cells, int columns) {
  int used = columns_of(cells);
  if (used <= columns) return cells;
  while (!cells.empty() && used > columns - 1) {
    used -= cells.back().columns;
    cells.pop_back();
  }
  if (columns > 0) cells.push_back({std::wstring(1, kEllipsis), 1});
  return cells;
}

std::vector<CellRange> rows_of(const Cells& cells, int columns) {
  std::vector<CellRange> rows;
  const auto is_space = [&cells](size_t at) { return cells[at].text == L" "; };
  size_t begin = 0;  // of the row
  while (begin < cells.size()) {
    int used = 0;
    size_t end = begin;
    while (end < cells.size() && used + cells[end].columns <= columns) used += cells[end++].columns;
    size_t next = end;
    if (end < cells.size() && !is_space(end)) {
      size_t word = end;  // the start of the word that does not fit
      while (word > begin && !is_space(word - 1)) --word;
      if (word > first_word(cells, begin) && fits(cells, word, columns)) next = end = word;
    }
    while (next < cells.size() && is_space(next)) ++next;
    while (end > begin && is_space(end - 1)) --end;
    rows.push_back({begin, end});
    begin = next;
  }
  if (rows.empty()) rows.push_back({0, 0});
  return rows;
}

std::vector<Cells> wrap(const Cells& cells, int columns) {
  std::vector<Cells> rows;
  for (const CellRange& row : rows_of(cells, columns)) {
    rows.emplace_back(cells.begin() + static_cast<std::ptrdiff_t>(row.begin),
                      cells.begin() + static_cast<std::ptrdiff_t>(row.end));
  }
  return rows;
}

bool has_right_to_left(const Cells& cells) {
  for (const Cell& cell : cells) {
    if (runs_right_to_left(static_cast<char32_t>(cell.text.front()))) return true;
  }
  return false;
}

std::string folded(std::string_view utf8) {
  std::string lower;
  lower.reserve(utf8.size());
  const auto* at = reinterpret_cast<const uint8_t*>(utf8.data());
  for (const uint8_t* const end = at + utf8.size(); at != end;) {
    if (*at < 0x80) {
      lower += base::to_ascii_lower(static_cast<char>(*at++));
      continue;
    }
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (found.value == base::kIllFormed) {
      lower.append(reinterpret_cast<const char*>(at), found.length);
    } else {
      char bytes[4];
      const auto c = static_cast<char32_t>(std::towlower(static_cast<wint_t>(found.value)));
      lower.append(bytes, base::write_utf8(c, bytes));
    }
    at += found.length;
  }
  return lower;
}

}  // namespace linkspan::command
