// SPDX-License-Identifier: Apache-2.0
#include "abnfc/groups.h"

#include <fmt/format.h>

#include <algorithm>

#include "abnfc/emit.h"

namespace linkspan::abnfc {
namespace {

class GroupReader {
 public:
  GroupReader(const Source& source, uint32_t index, Diagnostics& diagnostics)
      : text_(source.text), index_(index), diagnostics_(diagnostics) {}

  std::vector<WordGroup> run() {
    for (size_t begin = 0; begin < text_.size(); begin = end_ + 1) {
      at_ = begin;
      end_ = std::min(text_.find('\n', begin), text_.size());
      read_line();
    }
    if (groups_.empty() && diagnostics_.ok())
      diagnostics_.error({index_, 0}, "there are no words in this file");
    for (WordGroup& group : groups_) {
      std::sort(group.words.begin(), group.words.end(), [](std::string_view a, std::string_view b) {
        return a.size() != b.size() ? a.size() > b.size() : a < b;
      });
    }
    return std::move(groups_);
  }

 private:
  void error(size_t offset, std::string message) {
    diagnostics_.error({index_, static_cast<uint32_t>(offset)}, std::move(message));
  }

  // The next word of the line, or an empty one. In quotation marks it may have blanks.
  std::string_view next() {
    at_ = std::min(text_.find_first_not_of(" \t\r", at_), end_);
    if (at_ == end_ || text_[at_] == '#') return {};
    const bool is_quoted = text_[at_] == '"';
    const size_t begin = is_quoted ? at_ + 1 : at_;
    const size_t stop = std::min(text_.find_first_of(is_quoted ? "\"" : " \t\r", begin), end_);
    if (is_quoted && (stop == end_ || stop == begin)) error(at_, "the word does not end");
    at_ = is_quoted ? stop + 1 : stop;
    return text_.substr(begin, stop - begin);
  }

  void read_line() {
    const std::string_view name = next();
    if (name.empty()) return;
    const auto offset = static_cast<size_t>(name.data() - text_.data());
    if (!is_automaton_name(name)) return error(offset, "a name consists of a-z, 0-9 and _");
    auto group = std::find_if(groups_.begin(), groups_.end(),
                              [&](const WordGroup& known) { return known.name == name; });
    if (group == groups_.end()) group = groups_.insert(group, {name, {}});
    const size_t before = group->words.size();
    for (std::string_view word = next(); !word.empty(); word = next()) {
      if (std::find(group->words.begin(), group->words.end(), word) != group->words.end()) {
        error(static_cast<size_t>(word.data() - text_.data()),
              fmt::format("`{}` is listed twice", word));
      }
      group->words.push_back(word);
    }
    if (group->words.size() == before) error(offset, "words follow the name of a list");
  }

  std::string_view text_;
  uint32_t index_;
  Diagnostics& diagnostics_;
  std::vector<WordGroup> groups_;
  size_t at_ = 0;
  size_t end_ = 0;  // of the line
};

}  // namespace

std::optional<std::vector<WordGroup>> read_groups(const Source& source, uint32_t index,
                                                  Diagnostics& diagnostics) {
  std::vector<WordGroup> groups = GroupReader(source, index, diagnostics).run();
  if (!diagnostics.ok()) return std::nullopt;
  return groups;
}

}  // namespace linkspan::abnfc
