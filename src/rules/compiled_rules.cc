// SPDX-License-Identifier: Apache-2.0
#include "rules/compiled_rules.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "unicode/properties.h"

namespace linkspan::rules {
namespace {

constexpr size_t kMostGroups = 32;

// PERF: so few patterns cost less than the search for their words: `BUG-(\d+)` alone takes 20 ms on
// 24 MB of English, and 60 ms with the filter.
constexpr size_t kFewRules = 4;

const uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

bool is_word(const base::CodePoint& c) {
  if (c.length == 0 || c.value == base::kIllFormed) return false;
  const unicode::Properties properties = unicode::properties(c.value);
  return c.value == '_' || properties.is_letter() || properties.is_mark() || properties.is_digit();
}

bool is_word_before(std::string_view text, size_t at) {
  return at > 0 && is_word(base::decode_before(bytes_of(text), bytes_of(text) + at));
}

bool is_word_after(std::string_view text, size_t at) {
  return at < text.size() && is_word(base::decode(bytes_of(text) + at, bytes_of(text) + text.size(),
                                                  base::Text::complete));
}

// The first word boundary from `at` on, up to `end`.
size_t next_begin_of_word(std::string_view text, size_t at, size_t end) {
  while (at < end && is_word_before(text, at)) {
    const base::CodePoint c =
        base::decode(bytes_of(text) + at, bytes_of(text) + text.size(), base::Text::complete);
    at += std::max<size_t>(c.length, 1);
  }
  return at;
}

// "BUG-(\d+", and below it a caret at the place.
std::string shown(std::string_view text, size_t position) {
  size_t columns = 0;
  for (const char c : text.substr(0, position)) columns += (c & 0xC0) != 0x80 ? 1 : 0;
  return "\n  " + std::string(text) + "\n  " + std::string(columns, ' ') + "^";
}

// `\A`, `\z` and flags that remove `m`: the start and end of the searched text depend on how it is
// cut.
size_t find_end_of_text(std::string_view pattern) {
  for (size_t at = 0; at + 1 < pattern.size(); ++at) {
    if (pattern[at] == '\\') {
      if (pattern[at + 1] == 'A' || pattern[at + 1] == 'z' || pattern[at + 1] == 'C') return at;
      ++at;
    } else if (pattern.substr(at, 2) == "(?") {
      const std::string_view flags =
          pattern.substr(at + 2, pattern.find_first_not_of("imsU-", at + 2) - at - 2);
      const size_t minus = flags.find('-');
      if (minus != std::string_view::npos && flags.find('m', minus) != std::string_view::npos)
        return at;
    }
  }
  return std::string_view::npos;
}

re2::RE2::Options options() {
  re2::RE2::Options options;
  options.set_longest_match(true);
  options.set_never_nl(true);
  options.set_log_errors(false);
  return options;
}

// `^` and `$` are the ends of lines.
std::string by_lines(std::string_view pattern) { return "(?m:" + std::string(pattern) + ")"; }

// RE2's prefilter compares words in lower case, which this does for ASCII only.
bool can_be_filtered(std::string_view pattern) {
  return pattern.find("(?i") == std::string_view::npos &&
         std::all_of(pattern.begin(), pattern.end(), [](char c) { return (c & 0x80) == 0; }) &&
         pattern.find("\\x") == std::string_view::npos;
}

Result<CompiledRule> compile(Rule rule, size_t index) {
  const auto wrong = [&](const std::string& message) {
    return Error{ErrorCode::invalid_argument, index, "rule '" + rule.name + "': " + message};
  };
  if (const size_t at = find_end_of_text(rule.pattern); at != std::string_view::npos) {
    return wrong("only ^ and $ can assert the end of a line or text" + shown(rule.pattern, at));
  }
  CompiledRule compiled;
  // Separately, so that `a)(b` is an error.
  compiled.pattern = std::make_unique<re2::RE2>(rule.pattern, options());
  if (!compiled.pattern->ok()) {
    const std::string& fragment = compiled.pattern->error_arg();
    const std::string& error = compiled.pattern->error();
    const size_t at = fragment == rule.pattern ? std::string::npos : rule.pattern.find(fragment);
    return wrong(error.substr(0, error.rfind(": " + fragment)) +
                 shown(rule.pattern, std::min(at, rule.pattern.size())));
  }
  compiled.pattern = std::make_unique<re2::RE2>(by_lines(rule.pattern), options());
  if (re2::RE2::FullMatch("", *compiled.pattern)) {
    return wrong("the pattern matches the empty text" + shown(rule.pattern, 0));
  }
  const int groups = compiled.pattern->NumberOfCapturingGroups();
  if (groups >= static_cast<int>(kMostGroups)) return wrong("the pattern has more than 31 groups");
  Result<UriTemplate> uri =
      UriTemplate::create(rule.uri, compiled.pattern->NamedCapturingGroups(), groups);
  if (!uri) return wrong(uri.error().message + shown(rule.uri, uri.error().position));
  compiled.uri = std::move(uri).value();
  compiled.rule = std::move(rule);
  return compiled;
}

}  // namespace

Result<std::shared_ptr<const CompiledRules>> CompiledRules::create(std::vector<Rule> rules) {
  const std::shared_ptr<CompiledRules> made(new CompiledRules);
  for (size_t i = 0; i < rules.size(); ++i) {
    Result<CompiledRule> compiled = compile(std::move(rules[i]), i);
    if (!compiled) return compiled.error();
    made->rules_.push_back(std::move(compiled).value());
  }
  made->filter_ = std::make_unique<re2::FilteredRE2>(static_cast<int>(Atoms::kLeastBytes));
  for (size_t i = 0; i < made->rules_.size(); ++i) {
    const std::string& pattern = made->rules_[i].rule.pattern;
    int number = 0;
    if (made->rules_.size() > kFewRules && can_be_filtered(pattern) &&
        made->filter_->Add(by_lines(pattern), options(), &number) == re2::RE2::NoError) {
      made->filtered_.push_back(static_cast<int>(i));
    } else {
      made->always_.push_back(static_cast<int>(i));
    }
  }
  std::vector<std::string> atoms;
  if (!made->filtered_.empty()) made->filter_->Compile(&atoms);
  made->atoms_.emplace(std::move(atoms));
  return std::shared_ptr<const CompiledRules>(made);
}

const std::vector<int>& CompiledRules::active_in(std::string_view text, Scratch& scratch) const {
  scratch.active.clear();
  if (!filtered_.empty()) {
    atoms_->find(text, scratch.atoms, scratch.search);
    filter_->AllPotentials(scratch.atoms, &scratch.active);
    for (int& rule : scratch.active) rule = filtered_[static_cast<size_t>(rule)];
  }
  scratch.active.insert(scratch.active.end(), always_.begin(), always_.end());
  std::sort(scratch.active.begin(), scratch.active.end());
  return scratch.active;
}

std::optional<CompiledRules::Found> CompiledRules::next(int rule, const Place& place) const {
  const CompiledRule& compiled = rules_[static_cast<size_t>(rule)];
  const bool is_word_wanted = compiled.rule.beside == Beside::word;
  const std::string_view text = place.text;
  size_t from = place.begin;
  while (true) {
    if (is_word_wanted) from = next_begin_of_word(text, from, place.end);
    re2::StringPiece match;
    if (from >= place.end || !compiled.pattern->Match({text.data(), text.size()}, from, place.limit,
                                                      re2::RE2::UNANCHORED, &match, 1)) {
      return std::nullopt;
    }
    const Found found = {static_cast<size_t>(match.data() - text.data()), match.size()};
    if (found.begin >= place.end) return std::nullopt;
    if (found.size > Rule::kMostBytes) {
      from = found.begin + Rule::kMostBytes;
    } else if (found.size == 0 ||
               (is_word_wanted && (is_word_before(text, found.begin) ||
                                   is_word_after(text, found.begin + found.size)))) {
      from = found.begin + 1;
    } else {
      return found;
    }
  }
}

std::string CompiledRules::uri_of(int rule, std::string_view text, const Found& found) const {
  const CompiledRule& compiled = rules_[static_cast<size_t>(rule)];
  std::array<re2::StringPiece, kMostGroups> groups;
  const auto count = static_cast<size_t>(compiled.pattern->NumberOfCapturingGroups()) + 1;
  compiled.pattern->Match({text.data(), text.size()}, found.begin, found.begin + found.size,
                          re2::RE2::ANCHOR_BOTH, groups.data(), static_cast<int>(count));
  return compiled.uri.expand(std::span<const re2::StringPiece>(groups.data(), count));
}

}  // namespace linkspan::rules
