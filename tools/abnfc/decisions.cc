// SPDX-License-Identifier: Apache-2.0
#include "abnfc/decisions.h"

#include <fmt/format.h>

#include <algorithm>

namespace linkspan::abnfc {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// A lower-case letter, then lower-case letters, digits and `_`: valid as a C++ enumerator.
bool is_name(std::string_view text) {
  return !text.empty() && text[0] >= 'a' && text[0] <= 'z' &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
         });
}

class DecisionReader {
 public:
  DecisionReader(const Source& source, uint32_t index, Diagnostics& diagnostics)
      : text_(source.text), index_(index), diagnostics_(diagnostics) {}

  std::optional<Decisions> run() {
    for (size_t begin = 0; begin < text_.size();) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      read_line(text_.substr(begin, end - begin));
      begin = end + 1;
    }
    if (found_.rules.empty() && diagnostics_.ok()) error(text_, "there are no rules in this file");
    if (!diagnostics_.ok()) return std::nullopt;
    return std::move(found_);
  }

 private:
  // Reports an error at the start of `at`, which must be a view into text_.
  void error(std::string_view at, const std::string& message) {
    const auto offset = static_cast<uint32_t>(at.data() - text_.data());
    diagnostics_.error({index_, offset}, message);
  }

  void read_line(std::string_view line) {
    if (trimmed(line).empty() || line.front() == '#') return;
    constexpr size_t kColumns = 5;
    std::vector<std::string_view> columns;
    for (size_t begin = 0; columns.size() < kColumns && begin <= line.size();) {
      const bool is_last = columns.size() + 1 == kColumns;
      const size_t bar = is_last ? line.size() : std::min(line.find(" | ", begin), line.size());
      columns.push_back(trimmed(line.substr(begin, bar - begin)));
      begin = bar + 2;
    }
    const bool is_whole = columns.size() == kColumns &&
                          std::none_of(columns.begin(), columns.end(),
                                       [](std::string_view column) { return column.empty(); });
    if (!is_whole) return error(line, "expected id | when | verdict | example | reason");
    take({columns[0], {}, columns[2], columns[3], columns[4]}, columns[1]);
  }

  void take(Decision rule, std::string_view when) {
    if (!is_name(rule.id)) error(rule.id, "an id consists of a-z, 0-9 and _");
    const bool is_double = std::any_of(found_.rules.begin(), found_.rules.end(),
                                       [&](const Decision& one) { return one.id == rule.id; });
    if (is_double) error(rule.id, fmt::format("`{}` is listed twice", rule.id));
    if (when != "-") read_conditions(when, rule);
    found_.rules.push_back(std::move(rule));
  }

  void read_conditions(std::string_view when, Decision& rule) {
    while (!when.empty()) {
      const size_t size = std::min(when.find(' '), when.size());
      std::string_view name = when.substr(0, size);
      const bool wanted = !name.starts_with('!');
      if (!wanted) name.remove_prefix(1);
      if (!is_name(name)) return error(when, "a feature consists of a-z, 0-9 and _");
      rule.when.push_back({feature(name), wanted});
      when = trimmed(when.substr(size));
    }
    if (rule.when.size() > kMostConditions) {
      error(rule.id, fmt::format("a rule can have at most {} features", kMostConditions));
    }
    if (found_.features.size() > kMostFeatures) {
      error(rule.id, fmt::format("a list can have at most {} features", kMostFeatures));
    }
  }

  size_t feature(std::string_view name) {
    auto& features = found_.features;
    const auto known = std::find(features.begin(), features.end(), name);
    if (known != features.end()) return static_cast<size_t>(known - features.begin());
    features.push_back(name);
    return features.size() - 1;
  }

  std::string_view text_;
  uint32_t index_;
  Diagnostics& diagnostics_;
  Decisions found_;
};

}  // namespace

std::optional<Decisions> read_decisions(const Source& source, uint32_t index,
                                        Diagnostics& diagnostics) {
  return DecisionReader(source, index, diagnostics).run();
}

}  // namespace linkspan::abnfc
