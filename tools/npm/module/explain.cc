// SPDX-License-Identifier: Apache-2.0
// explain(): the candidates of a text, as words for JavaScript.
#include "linkspan/explain.h"

#include <vector>

#include "module.h"

namespace linkspan::module {
namespace {

// Places in the text by its bytes, in any order: each is counted from the start. Texts that are
// explained are short.
uint32_t units_at(std::string_view text, uint64_t offset) {
  return static_cast<uint32_t>(count_units(text.substr(0, static_cast<size_t>(offset))));
}

class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}
  void add(uint32_t word) { words_.push_back(word); }
  void add(const Range& range) {
    add(units_at(text_, range.begin));
    add(units_at(text_, range.end));
  }
  // Lives for ever.
  void add(std::string_view constant) {
    add(static_cast<uint32_t>(reinterpret_cast<uintptr_t>(constant.data())));
    add(static_cast<uint32_t>(constant.size()));
  }
  const std::vector<uint32_t>& words() const { return words_; }

 private:
  std::string_view text_;
  std::vector<uint32_t> words_;
};

}  // namespace

// Returns two words: where the words of the candidates are, and how many. A candidate is: begin,
// end, trigger, the index of its record or -1, rule and reason (a place and a size each), and the
// number of rules that decided: for each its id, its reason, 1 and the range that it prevents, or
// 0.
LINKSPAN_EXPORT(explain) const OutText* explain(const Finder* finder, uint32_t size) {
  static std::vector<uint32_t> kept;
  static OutText result;
  const std::string_view text = input(size);
  Words words(text);
  records().clear();
  const Result<std::vector<Candidate>> candidates = linkspan::explain(text, finder->options);
  for (const Candidate& candidate : *candidates) {
    words.add(candidate.range);
    words.add(units_at(text, candidate.trigger));
    words.add(candidate.link ? static_cast<uint32_t>(records().size()) : UINT32_MAX);
    if (candidate.link) {
      const Span& span = *candidate.link;
      records().push_back(record_of(span, span.text(text), units_at(text, span.range.begin)));
    }
    words.add(candidate.rule);
    words.add(candidate.reason);
    words.add(static_cast<uint32_t>(candidate.decided_by.size()));
    for (const DecidingRule& rule : candidate.decided_by) {
      words.add(rule.id);
      words.add(rule.reason);
      words.add(rule.otherwise.has_value() ? 1 : 0);
      words.add(rule.otherwise.value_or(Range()));
    }
  }
  kept = words.words();
  result = {reinterpret_cast<const char*>(kept.data()), static_cast<uint32_t>(kept.size())};
  return &result;
}

}  // namespace linkspan::module
