// SPDX-License-Identifier: Apache-2.0
// InputFilter: which of the files in a directory are read. A named input is always read.
//
//   --include '*.md'                only files with such a name, at any depth
//   --exclude '*.min.js'            none of these, also if they are included
//   --exclude 'build/'              no directory of that name, nor its contents
//   --exclude '/docs/**/*.txt'      a glob with a slash before its end is compared with the path
//                                   from the named directory
//   --ignore-vcs                    nothing that .gitignore names (input/ignore_rules.h)
//
// Globs are those of .gitignore (common/glob.h). Files whose names begin with a dot are read like
// any others, but .git, .hg and the like are not. Guarded by
// tests/command/input/command_inputs_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input/ignore_rules.h"

namespace linkspan::command {

enum class IgnoreVcs : uint8_t { no, yes };

struct FilterSettings {
  std::vector<std::string> include, exclude;  // globs
  IgnoreVcs ignore_vcs = IgnoreVcs::no;
};

// Follows a walk through one named directory after another, as IgnoreRules does.
class InputFilter {
 public:
  explicit InputFilter(const FilterSettings& settings);

  void begin(const std::string& directory);
  void enter(const std::string& directory, const std::string& below,
             const std::vector<std::string_view>& names);
  void leave();

  bool takes(std::string_view path, EntryKind kind) const;

 private:
  RuleList include_, exclude_;
  IgnoreVcs ignore_vcs_;
  IgnoreRules ignored_;
};

}  // namespace linkspan::command
