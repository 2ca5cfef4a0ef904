// SPDX-License-Identifier: Apache-2.0
#include "output/form.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iterator>

#include "base/printable.h"

namespace linkspan::command {

std::string name_in_line(const std::string& source, LineEnd line_end) {
  static const bool is_terminal = isatty(STDOUT_FILENO) == 1;
  return line_end == LineEnd::nul && !is_terminal ? source : base::printable(source);
}

void OutputForm::count(std::string& out, uint64_t links, std::string_view line) const {
  fmt::format_to(std::back_inserter(out), "{:7} {}\n", links, line);
}

std::string_view name_of(const OutputForm& form) {
  for (const Word<FormOf>& row : kOutputForms) {
    if (&row.value() == &form) return row.word;
  }
  return {};
}

std::string forms_that(bool (OutputForm::*has)() const, std::string_view separator,
                       std::string_view last_separator) {
  std::string names;
  std::string_view last;
  for (const Word<FormOf>& row : kOutputForms) {
    if (!(row.value().*has)()) continue;
    if (!last.empty()) (names += names.empty() ? std::string_view() : separator) += last;
    last = row.word;
  }
  return (names += names.empty() ? std::string_view() : last_separator) += last;
}

}  // namespace linkspan::command
