// SPDX-License-Identifier: Apache-2.0
#include "abnfc/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "abnfc/utf8.h"

namespace linkspan::abnfc {
namespace {

// How much of a long line is shown, in code points, and how much of that precedes the error.
constexpr size_t kShownColumns = 120;
constexpr size_t kShownBefore = 60;

// The line that contains an offset, and the part of it that is shown.
struct Line {
  size_t number = 1;
  size_t column = 0;       // of the offset, from 0
  size_t first_shown = 0;  // the column of the first cell
  bool cut_off = false;    // whether the line continues after the last cell
  std::vector<std::string> cells;
};

// How a code point is shown on a terminal.
std::string cell(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  if (bytes[0] == '\t') return "\t";
  if (first < 0x20 || first == 0x7F || !decode_utf8(bytes)) return "?";
  return std::string(bytes);
}

size_t count_code_points(std::string_view text) {
  size_t count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(utf8_unit_size(text));
  return count;
}

// The line that contains the offset, without its line end.
struct LineBounds {
  size_t begin, end;
};

LineBounds bounds_around(std::string_view text, size_t offset) {
  const size_t line_feed = text.substr(0, offset).rfind('\n');
  const size_t begin = line_feed == text.npos ? 0 : line_feed + 1;
  size_t end = std::min(text.find('\n', offset), text.size());
  if (end > offset && text[end - 1] == '\r') --end;
  return {begin, end};
}

Line line_around(std::string_view text, size_t offset) {
  offset = std::min(offset, text.size());
  const auto [begin, end] = bounds_around(text, offset);
  Line line;
  line.number += static_cast<size_t>(std::count(text.begin(), text.begin() + begin, '\n'));
  line.column = count_code_points(text.substr(begin, offset - begin));
  line.first_shown = line.column > kShownBefore ? line.column - kShownBefore : 0;
  size_t column = 0;
  for (size_t at = begin; at < end; ++column) {
    const size_t size = utf8_unit_size(text.substr(at, end - at));
    if (line.cells.size() == kShownColumns) {
      line.cut_off = true;
      break;
    }
    if (column >= line.first_shown) line.cells.push_back(cell(text.substr(at, size)));
    at += size;
  }
  return line;
}

std::string excerpt(const Line& line) {
  std::string shown = "  ";
  std::string caret = "  ";
  if (line.first_shown > 0) {
    shown += "…";
    caret += " ";
  }
  for (size_t i = 0; i < line.cells.size(); ++i) {
    shown += line.cells[i];
    if (line.first_shown + i < line.column) caret += line.cells[i] == "\t" ? "\t" : " ";
  }
  if (line.cut_off) shown += "…";
  return fmt::format("{}\n{}^\n", shown, caret);
}

}  // namespace

void Diagnostics::error(Position position, std::string message) {
  add({Severity::error, position, std::move(message)});
}

void Diagnostics::error(std::string message) {
  add({Severity::error, std::nullopt, std::move(message)});
}

void Diagnostics::note(Position position, std::string message) {
  add({Severity::note, position, std::move(message)});
}

void Diagnostics::add(Message message) {
  if (message.severity == Severity::error) ++error_count_;
  if (error_count_ <= kMaxErrors) messages_.push_back(std::move(message));
}

std::string Diagnostics::format(const Message& message) const {
  const char* severity = message.severity == Severity::error ? "error" : "note";
  if (!message.position) return fmt::format("abnfc: {}: {}\n", severity, message.text);
  const Source& source = sources_[message.position->source];
  const Line line = line_around(source.text, message.position->offset);
  return fmt::format("{}:{}:{}: {}: {}\n{}", source.name, line.number, line.column + 1, severity,
                     message.text, excerpt(line));
}

std::string Diagnostics::text() const {
  std::string all;
  for (const Message& message : messages_) all += format(message);
  if (error_count_ > kMaxErrors) {
    all += fmt::format("abnfc: {} more errors\n", error_count_ - kMaxErrors);
  }
  return all;
}

}  // namespace linkspan::abnfc
