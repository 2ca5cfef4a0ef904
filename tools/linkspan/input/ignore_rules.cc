// SPDX-License-Identifier: Apache-2.0
#include "input/ignore_rules.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/utf8.h"

namespace linkspan::command {
namespace {

namespace fs = std::filesystem;

// The directories of version control systems.
constexpr std::string_view kOfVersionControl[] = {".git", ".hg", ".svn", ".bzr", "_darcs"};
constexpr std::string_view kRuleFile = ".gitignore";
constexpr std::string_view kRepository = ".git";
constexpr std::string_view kRulesOfRepository = ".git/info/exclude";

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Spaces at the end count only after a backslash.
std::string_view without_spaces_at_end(std::string_view line) {
  size_t end = 0;
  for (size_t at = 0; at < line.size(); ++at) {
    if (line[at] == ' ') continue;
    if (line[at] == '\\') ++at;
    end = std::min(at + 1, line.size());
  }
  return line.substr(0, end);
}

std::string_view base_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

RuleList::RuleList(std::string_view lines) {
  if (lines.starts_with(base::kByteOrderMark)) lines.remove_prefix(base::kByteOrderMark.size());
  while (!lines.empty()) {
    const size_t end = std::min(lines.find('\n'), lines.size());
    std::string_view line = lines.substr(0, end);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.starts_with('#')) add(without_spaces_at_end(line));
  }
}

void RuleList::add(std::string_view line) {
  if (line.empty()) return;
  const bool is_negated = line.starts_with('!');
  if (is_negated) line.remove_prefix(1);
  const bool is_of_directories = line.ends_with('/');
  if (is_of_directories) line.remove_suffix(1);
  const bool has_slash = line.find('/') != std::string_view::npos;
  if (line.starts_with('/')) line.remove_prefix(1);
  rules_.push_back({Glob(line), is_negated ? Verdict::kept : Verdict::ignored,
                    has_slash ? Rule::Matches::path : Rule::Matches::base_name,
                    is_of_directories ? Rule::Of::directories : Rule::Of::any});
}

std::optional<RuleList::Verdict> RuleList::decide(std::string_view path, EntryKind kind) const {
  if (rules_.empty()) return {};
  const std::string_view name = base_name(path);
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
    if (rule->of == Rule::Of::directories && kind != EntryKind::directory) continue;
    if (rule->glob.matches(rule->matches == Rule::Matches::path ? path : name)) {
      return rule->verdict;
    }
  }
  return {};
}

void IgnoreRules::begin(const std::string& directory) {
  levels_.clear();
  entered_.clear();
  first_ = 0;
  std::error_code error;
  const fs::path start = fs::canonical(directory, error);
  if (error) return;
  fs::path root = start;
  while (!fs::exists(root / kRepository, error)) {
    if (root == root.parent_path()) return;  // not in a repository
    root = root.parent_path();
  }
  fs::path above = start.lexically_relative(root);
  if (above == ".") above.clear();
  // The caller then enters the directory itself, which adds its own rules.
  std::string left = above.empty() ? std::string() : above.string() + '/';
  add_level(root / kRulesOfRepository, left, 0);
  for (const fs::path& part : above) {
    add_level(root / kRuleFile, left, 0);
    left.erase(0, part.string().size() + 1);
    root /= part;
  }
}

void IgnoreRules::add_level(const std::string& file, std::string above, size_t below) {
  RuleList rules(read_file(file));
  if (!rules.empty()) levels_.push_back({std::move(rules), std::move(above), below});
}

void IgnoreRules::enter(const std::string& directory, const std::string& below,
                        const std::vector<std::string_view>& names) {
  const auto has = [&names](std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  entered_.push_back({levels_.size(), first_});
  const std::string prefix = directory.ends_with('/') ? directory : directory + '/';
  if (!below.empty() && has(kRepository)) {  // a repository in a repository
    first_ = levels_.size();
    add_level(prefix + std::string(kRulesOfRepository), {}, below.size());
  }
  if (has(kRuleFile)) add_level(prefix + std::string(kRuleFile), {}, below.size());
}

void IgnoreRules::leave() {
  levels_.resize(entered_.back().levels_before);
  first_ = entered_.back().first_before;
  entered_.pop_back();
}

bool is_of_version_control(std::string_view path) {
  const auto ends_path = [path](std::string_view name) {
    if (path.size() < name.size()) return false;
    const size_t begin = path.size() - name.size();
    return (begin == 0 || path[begin - 1] == '/') && path.substr(begin) == name;
  };
  return std::any_of(std::begin(kOfVersionControl), std::end(kOfVersionControl), ends_path);
}

bool IgnoreRules::ignores(std::string_view path, EntryKind kind) const {
  if (is_of_version_control(path)) return true;
  for (size_t i = levels_.size(); i-- > first_;) {
    const Level& level = levels_[i];
    const std::string_view rest = path.substr(level.below);
    const auto verdict = level.above.empty()
                             ? level.rules.decide(rest, kind)
                             : level.rules.decide(level.above + std::string(rest), kind);
    if (verdict) return *verdict == RuleList::Verdict::ignored;
  }
  return false;
}

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
