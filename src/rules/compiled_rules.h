// SPDX-License-Identifier: Apache-2.0
// CompiledRules: compiled patterns, and a filter for those that may match in a text.
//
//   rules.active_in(block)          the rules of which the block has a required word
//   rules.next(3, text, 0, 40)      the leftmost, then longest match of rule 3 from 0 to 40
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
#include "rules/uri_template.h"

namespace linkspan::rules {

struct CompiledRule {
  Rule rule;
  std::unique_ptr<re2::RE2> pattern;
  UriTemplate uri;
};

class CompiledRules final : public Matcher {
 public:
  static Result<std::shared_ptr<const CompiledRules>> create(std::vector<Rule> rules);

  std::unique_ptr<Search> open() const override;

  const std::vector<CompiledRule>& rules() const { return rules_; }

  // Buffers of active_in().
  struct Scratch {
    std::vector<int> atoms;
    std::vector<int> active;
    Atoms::Scratch search;
  };
  // The indices of rules that may match in the text, in order. Lives as long as the scratch.
  const std::vector<int>& active_in(std::string_view text, Scratch& scratch) const;

  // Where matches may be: they begin in [begin, end) and end at `limit` or before. Text outside is
  // only context for assertions such as `\b`.
  struct Place {
    std::string_view text;
    size_t begin, end, limit;
  };
  // An offset into the text and a size; nothing if there is no match.
  struct Found {
    size_t begin, size;
  };
  std::optional<Found> next(int rule, const Place& place) const;

  // The URI of a match.
  std::string uri_of(int rule, std::string_view text, const Found& found) const;

 private:
  CompiledRules() = default;

  std::vector<CompiledRule> rules_;
  std::unique_ptr<re2::FilteredRE2> filter_;
  std::vector<int> always_;    // rules that the filter cannot handle
  std::vector<int> filtered_;  // of an index in the filter, the rule
  std::optional<Atoms> atoms_;
};

}  // namespace linkspan::rules
