// SPDX-License-Identifier: Apache-2.0
#include "mail/missing_lines.h"

#include <algorithm>
#include <cstddef>

#include "linkspan/mail.h"

namespace linkspan::mail {
namespace {

std::string_view line_at(std::string_view message, size_t begin, LineEnds ends) {
  std::string_view line = message.substr(begin, next_line(message, begin, ends) - begin);
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Is the line before the one at `begin` of blanks only, and not empty?
bool follows_blanks(std::string_view message, size_t begin) {
  std::string_view before = message.substr(0, begin);
  while (before.ends_with('\n') || before.ends_with('\r')) before.remove_suffix(1);
  const size_t last = before.find_last_not_of(" \t");
  return last != before.npos && last + 1 < before.size() &&
         (before[last] == '\n' || before[last] == '\r');
}

struct Run {
  size_t end;    // of the lines that were read
  bool is_text;  // no line is a field
};

// The lines from `begin` on to the first field or empty line.
Run run_of_lines(std::string_view message, size_t begin, LineEnds ends) {
  size_t at = begin;
  while (at < message.size()) {
    const std::string_view line = line_at(message, at, ends);
    if (line.empty()) return {at, true};
    if (is_field(line)) return {at, false};
    at = next_line(message, at, ends);
  }
  return {at, true};
}

}  // namespace

std::vector<uint64_t> missing_lines(std::string_view message, LineEnds ends,
                                    const std::vector<uint64_t>& not_fields) {
  std::vector<uint64_t> missing;
  Run run{0, false};
  for (const uint64_t offset : not_fields) {
    const auto begin = static_cast<size_t>(offset);
    // The lines of a run are judged together: every line is read once.
    const bool is_judged = begin < run.end;
    if (is_judged && run.is_text) continue;
    if (!is_judged) run = run_of_lines(message, begin, ends);
    if (run.is_text || follows_blanks(message, begin)) missing.push_back(begin);
  }
  return missing;
}

}  // namespace linkspan::mail
