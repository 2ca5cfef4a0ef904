// SPDX-License-Identifier: Apache-2.0
// IgnoreRules: which files a version control system ignores, by gitignore(5).
//
//   repository/.git/info/exclude     rules of the whole repository
//   repository/.gitignore            *.o, /build/, !keep.o
//   repository/src/.gitignore        those of a directory further down count more
//
// Unlike git, this does not read the user's core.excludesFile and the list of tracked files. A
// repository in a repository has only its own rules. Rules above a directory that is scanned count
// if they are in the same repository; without one, those from that directory on.
//
// Guarded by tests/command/input/ignore_rules_test.cc, with `git check-ignore` as the oracle.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/glob.h"

namespace linkspan::command {

enum class EntryKind : uint8_t { file, directory };

// Is it .git, .hg or the like?
bool is_of_version_control(std::string_view path);

// The lines of one .gitignore.
class RuleList {
 public:
  enum class Verdict : uint8_t { ignored, kept };

  RuleList() = default;
  // A byte order mark and line ends of any kind may be in it.
  explicit RuleList(std::string_view lines);

  void add(std::string_view line);
  bool empty() const { return rules_.empty(); }

  // The verdict of the last rule that matches, if one does. `path` is relative to the directory of
  // the rules.
  std::optional<Verdict> decide(std::string_view path, EntryKind kind) const;

 private:
  struct Rule {
    Glob glob;
    Verdict verdict;
    enum class Matches : uint8_t { base_name, path } matches;
    enum class Of : uint8_t { any, directories } of;
  };
  std::vector<Rule> rules_;
};

// Follows a walk through a directory.
class IgnoreRules {
 public:
  // The walk begins in this directory: reads the rules of the repository that it is in.
  void begin(const std::string& directory);

  // The walk goes into a directory, `below` relative to where it began, "" for that itself, or ends
  // "/"; and leaves it again. `names` are what is in it.
  void enter(const std::string& directory, const std::string& below,
             const std::vector<std::string_view>& names);
  void leave();

  // `path`: relative to where the walk began. REQUIRES: its directory was entered, not ignored.
  bool ignores(std::string_view path, EntryKind kind) const;

 private:
  struct Level {
    RuleList rules;
    std::string above;  // from where the rules are to where the walk began; empty, or ends with '/'
    size_t below = 0;   // of a path from where the walk began, the bytes up to where the rules are
  };

  void add_level(const std::string& file, std::string above, size_t below);

  std::vector<Level> levels_;  // those that count most are the last ones
  struct Entered {
    size_t levels_before;
    size_t first_before;
  };
  std::vector<Entered> entered_;
  size_t first_ = 0;  // level of the repository at hand
};

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
