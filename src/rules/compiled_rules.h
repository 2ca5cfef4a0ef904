// SPDX-License-Identifier: Apache-2.0
// CompiledRules: compiled patterns, and a filter for those that may match in a text.
//
//   rules.active_in(block)          the rules of which the block has a required word
//   rules.recognizer(3).next(…)     the leftmost, then longest match of rule 3 in a window
//
// Each block of text is searched once for the words that the patterns require (RE2's prefilter),
// and then only for the patterns that may match. RE2 is linear, whatever the pattern is.
//
// Guarded by tests/render/rules_test.cc.
#pragma once

#include <re2/filtered_re2.h>
#include <re2/re2.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/rules.h"
#include "rules/atoms.h"
#include "rules/matcher.h"
#include "rules/recognizer.h"
#include "rules/uri_template.h"

namespace linkspan::rules {

class PatternRule final : public Recognizer {
 public:
  // The position of an error is `index`.
  static Result<std::unique_ptr<PatternRule>> create(Rule rule, size_t index);

  const std::string& pattern() const { return rule_.pattern; }

  Wins wins() const override { return rule_.wins ? Wins::always : Wins::never; }
  std::optional<Found> next(const Window& window) const override;
  void describe(std::string_view text, const Found& found, RuleLink& link) const override;

 private:
  Rule rule_;
  std::unique_ptr<re2::RE2> pattern_;
  UriTemplate uri_;
};

class CompiledRules final : public Matcher {
 public:
  static Result<std::shared_ptr<const CompiledRules>> create(std::vector<Rule> rules,
                                                             const BuiltIn& built_in);

  std::unique_ptr<Search> open() const override;

  // The patterns in their order, then what is built in.
  const Recognizer& recognizer(int rule) const { return *rules_[static_cast<size_t>(rule)]; }

  // Buffers of active_in().
  struct Scratch {
    std::vector<int> atoms;
    std::vector<int> active;
    Atoms::Scratch search;
  };
  // The indices of rules that may match in the text, in order. Lives as long as the scratch.
  const std::vector<int>& active_in(std::string_view text, Scratch& scratch) const;

 private:
  CompiledRules() = default;
  void make_filter(const std::vector<const PatternRule*>& patterns);

  std::vector<std::unique_ptr<Recognizer>> rules_;
  std::unique_ptr<re2::FilteredRE2> filter_;
  std::vector<int> always_;    // rules that the filter cannot handle
  std::vector<int> filtered_;  // of an index in the filter, the rule
  std::optional<Atoms> atoms_;
};

}  // namespace linkspan::rules
