// SPDX-License-Identifier: Apache-2.0
#include "input/input_filter.h"

namespace linkspan::command {

InputFilter::InputFilter(const FilterSettings& settings) : ignore_vcs_(settings.ignore_vcs) {
  for (const std::string& glob : settings.include) include_.add(glob);
  for (const std::string& glob : settings.exclude) exclude_.add(glob);
}

void InputFilter::begin(const std::string& directory) {
  if (ignore_vcs_ == IgnoreVcs::yes) ignored_.begin(directory);
}

void InputFilter::enter(const std::string& directory, const std::string& below,
                        const std::vector<std::string_view>& names) {
  if (ignore_vcs_ == IgnoreVcs::yes) ignored_.enter(directory, below, names);
}

void InputFilter::leave() {
  if (ignore_vcs_ == IgnoreVcs::yes) ignored_.leave();
}

bool InputFilter::takes(std::string_view path, EntryKind kind) const {
  if (is_of_version_control(path)) return false;
  // A glob of --include is for files; directories are always searched.
  if (kind == EntryKind::file && !include_.empty() &&
      include_.decide(path, kind) != RuleList::Verdict::ignored) {
    return false;
  }
  if (exclude_.decide(path, kind) == RuleList::Verdict::ignored) return false;
  return ignore_vcs_ == IgnoreVcs::no || !ignored_.ignores(path, kind);
}

}  // namespace linkspan::command
