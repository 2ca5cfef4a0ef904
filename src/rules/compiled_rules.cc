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

}  // namespace

Result<std::unique_ptr<PatternRule>> PatternRule::create(Rule rule, size_t index) {
  const auto wrong = [&](const std::string& message) {
    return Error{ErrorCode::invalid_argument, index, "rule '" + rule.name + "': " + message};
  };
  if (const size_t at = find_end_of_text(rule.pattern); at != std::string_view::npos) {
    return wrong("only ^ and $ can assert the end of a line or text" + shown(rule.pattern, at));
  }
  auto made = std::make_unique<PatternRule>();
  // Separately, so that `a)(b` is an error.
  made->pattern_ = std::make_unique<re2::RE2>(rule.pattern, options());
  if (!made->pattern_->ok()) {
    const std::string& fragment = made->pattern_->error_arg();
    const std::string& error = made->pattern_->error();
    const size_t at = fragment == rule.pattern ? std::string::npos : rule.pattern.find(fragment);
    return wrong(error.substr(0, error.rfind(": " + fragment)) +
                 shown(rule.pattern, std::min(at, rule.pattern.size())));
  }
  made->pattern_ = std::make_unique<re2::RE2>(by_lines(rule.pattern), options());
  if (re2::RE2::FullMatch("", *made->pattern_)) {
    return wrong("the pattern matches the empty text" + shown(rule.pattern, 0));
  }
  const int groups = made->pattern_->NumberOfCapturingGroups();
  if (groups >= static_cast<int>(kMostGroups)) return wrong("the pattern has more than 31 groups");
  Result<UriTemplate> uri =
      UriTemplate::create(rule.uri, made->pattern_->NamedCapturingGroups(), groups);
  if (!uri) return wrong(uri.error().message + shown(rule.uri, uri.error().position));
  made->uri_ = std::move(uri).value();
  made->rule_ = std::move(rule);
  return made;
}

Result<std::shared_ptr<const CompiledRules>> CompiledRules::create(std::vector<Rule> rules,
                                                                   const BuiltIn& built_in) {
  const std::shared_ptr<CompiledRules> made(new CompiledRules);
  std::vector<const PatternRule*> patterns;
  for (size_t i = 0; i < rules.size(); ++i) {
    Result<std::unique_ptr<PatternRule>> pattern = PatternRule::create(std::move(rules[i]), i);
    if (!pattern) return pattern.error();
    patterns.push_back(pattern->get());
    made->rules_.push_back(std::move(pattern).value());
  }
  made->make_filter(patterns);
  if (built_in.places) made->rules_.push_back(places_recognizer(*built_in.places));
  if (built_in.phones) {
    Result<std::unique_ptr<Recognizer>> phones = phones_recognizer(*built_in.phones);
    if (!phones) return phones.error();
    made->rules_.push_back(std::move(phones).value());
  }
  for (size_t i = patterns.size(); i < made->rules_.size(); ++i) {
    made->always_.push_back(static_cast<int>(i));
  }
  return std::shared_ptr<const CompiledRules>(made);
}

void CompiledRules::make_filter(const std::vector<const PatternRule*>& patterns) {
  filter_ = std::make_unique<re2::FilteredRE2>(static_cast<int>(Atoms::kLeastBytes));
  for (size_t i = 0; i < patterns.size(); ++i) {
    const std::string& pattern = patterns[i]->pattern();
    int number = 0;
    if (patterns.size() > kFewRules && can_be_filtered(pattern) &&
        filter_->Add(by_lines(pattern), options(), &number) == re2::RE2::NoError) {
      filtered_.push_back(static_cast<int>(i));
    } else {
      always_.push_back(static_cast<int>(i));
    }
  }
  std::vector<std::string> atoms;
  if (!filtered_.empty()) filter_->Compile(&atoms);
  atoms_.emplace(std::move(atoms));
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

std::optional<Found> PatternRule::next(const Window& window) const {
  const bool is_word_wanted = rule_.beside == Beside::word;
  const std::string_view text = window.text;
  size_t from = window.begin;
  while (true) {
    if (is_word_wanted) from = next_begin_of_word(text, from, window.end);
    re2::StringPiece match;
    if (from >= window.end || !pattern_->Match({text.data(), text.size()}, from, window.limit,
                                               re2::RE2::UNANCHORED, &match, 1)) {
      return std::nullopt;
    }
    const Found found = {static_cast<size_t>(match.data() - text.data()), match.size()};
    if (found.begin >= window.end) return std::nullopt;
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

void PatternRule::describe(std::string_view text, const Found& found, RuleLink& link) const {
  std::array<re2::StringPiece, kMostGroups> groups;
  const auto count = static_cast<size_t>(pattern_->NumberOfCapturingGroups()) + 1;
  pattern_->Match({text.data(), text.size()}, found.begin, found.begin + found.size,
                  re2::RE2::ANCHOR_BOTH, groups.data(), static_cast<int>(count));
  link.span.kind = Kind::custom;
  link.rule = rule_.name;
  link.uri = uri_.expand(std::span<const re2::StringPiece>(groups.data(), count));
}

}  // namespace linkspan::rules
