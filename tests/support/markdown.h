// SPDX-License-Identifier: Apache-2.0
// Reads tables of the documentation, for tests that compare them with the code.
//
//   | name | severity |
//   |---|---|
//   | `not-nfc` | note |      → {{"`not-nfc`", "note"}}
#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::test {

using MarkdownTable = std::vector<std::vector<std::string>>;

// The cells of a row; `\|` is a literal bar.
inline std::vector<std::string> markdown_cells(std::string_view line) {
  std::vector<std::string> cells;
  std::string cell;
  for (size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\' && line.substr(i + 1).starts_with('|')) {
      cell += line[++i];
    } else if (line[i] != '|') {
      cell += line[i];
    } else {
      const size_t begin = cell.find_first_not_of(' ');
      cells.push_back(begin == std::string::npos
                          ? std::string()
                          : cell.substr(begin, cell.find_last_not_of(' ') + 1 - begin));
      cell.clear();
    }
  }
  return cells;
}

// The rows of the first table with this first header cell.
inline MarkdownTable markdown_table(const std::string& page, std::string_view first_header) {
  MarkdownTable rows;
  std::istringstream lines(page);
  bool is_inside = false;
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> cells =
        line.starts_with('|') ? markdown_cells(line) : std::vector<std::string>();
    if (is_inside && cells.empty()) break;
    if (is_inside && !line.starts_with("|---")) rows.push_back(cells);
    if (!is_inside && !cells.empty()) is_inside = cells[0] == first_header;
  }
  return rows;
}

inline std::string without_code_marks(std::string_view cell) {
  std::string text;
  for (const char c : cell) {
    if (c != '`') text += c;
  }
  return text;
}

}  // namespace linkspan::test
