// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/bare_domain.h"

#include <cstddef>
#include <utility>

#include "automata/prose_rules.h"
#include "base/compiler.h"
#include "scan/prose/bare_domain_features.h"
#include "scan/prose/bare_host.h"
#include "scan/prose/path_words.h"

namespace linkspan::scan {
namespace {

// The features of a domain, each computed when it is first used.
class Features {
 public:
  Features(const BareHost& host, Evidence evidence, Setting setting)
      : host_(host), evidence_(evidence), setting_(setting) {}

  template <ProseFeature kFeature>
  bool has() {
    constexpr uint64_t kBit = uint64_t{1} << static_cast<unsigned>(kFeature);
    if ((known_ & kBit) == 0) {
      known_ |= kBit;
      found_ |= find(kFeature) ? kBit : 0;
    }
    return (found_ & kBit) != 0;
  }

 private:
  // PERF: inlined where the feature is known, so that nothing of the switch is left.
  LINKSPAN_INLINE bool find(ProseFeature feature) const {
    switch (feature) {
      case ProseFeature::settled:
        return is_www(host_.window, host_.places) ||
               (evidence_ == Evidence::path && setting_ == Setting::text &&
                !is_before_word_after_slash(host_) && !is_key_of_settings(host_));
      case ProseFeature::pair:
        return host_.window.has(host_.places.run_end, '/') && is_pair_of_words(host_, evidence_);
      case ProseFeature::without_evidence:
        return evidence_ == Evidence::none;
      case ProseFeature::code:
        return setting_ == Setting::code;
      case ProseFeature::popular:
        return host_.tld_is(TldList::popular);
      case ProseFeature::called:
        return is_called(host_);
      case ProseFeature::usual_case:
        return is_written_as_top_level_domain(host_);
      case ProseFeature::known_site:
        return is_known_site(host_);
      case ProseFeature::letter_or_number:
        return is_after_letter_or_number(host_);
      case ProseFeature::in_statement:
        return is_part_of_statement(host_);
      case ProseFeature::code_word:
        return is_of_code_or_file(host_);
      case ProseFeature::dot_net:
        return is_dot_net(host_);
      case ProseFeature::word_for_file:
        return is_beside_word_for_file(host_);
      case ProseFeature::change_log:
        return is_in_change_log(host_);
      case ProseFeature::reversed_name:
        return is_reversed_name(host_);
      case ProseFeature::template_file:
        return is_template(host_);
      case ProseFeature::next_clause:
        return begins_next_clause(host_);
      case ProseFeature::abbreviations:
        return is_after_abbreviations(host_);
      case ProseFeature::suffix:
        return host_.tld_is(TldTrait::suffix);
      case ProseFeature::several_labels:
        return is_after_several_labels(host_);
      case ProseFeature::word_for_site:
        return is_after_word_for_site(host_);
      case ProseFeature::weak:
        return host_.tld_is(TldTrait::suffix) || host_.tld_is(TldTrait::member);
      case ProseFeature::stem:
        return host_.code_words(host_.second_level()).has(CodeWord::stem);
      case ProseFeature::member:
        return host_.tld_is(TldTrait::member);
      case ProseFeature::capital:
        return host_.tld_is(TldTrait::capital);
      case ProseFeature::second_upper:
        return host_.begins_upper(host_.second_level());
    }
    return false;
  }

  const BareHost& host_;
  const Evidence evidence_;
  const Setting setting_;
  uint64_t known_ = 0;
  uint64_t found_ = 0;
};

template <size_t kRule, size_t... kCondition>
bool holds(Features& features, std::index_sequence<kCondition...> /*of the rule*/) {
  constexpr const base::Decision& kDecision = automata::kProseRules[kRule];
  return ((features.has<static_cast<ProseFeature>(kDecision.when[kCondition].feature)>() ==
           kDecision.when[kCondition].wanted) &&
          ...);
}

// Does the rule decide? Then this sets `decided` to it.
template <size_t kRule>
bool decides(Features& features, size_t& decided) {
  constexpr size_t kConditions = automata::kProseRules[kRule].conditions;
  if constexpr (kConditions == 0) return false;
  if (!holds<kRule>(features, std::make_index_sequence<kConditions>())) return false;
  if (!is_on(static_cast<ProseRule>(kRule))) return false;
  decided = kRule;
  return true;
}

constexpr size_t kNone = std::size(automata::kProseRules);

// PERF: the table is evaluated by the compiler, which makes a sequence of checks from it.
template <size_t... kRule>
size_t first_that_decides(Features& features, std::index_sequence<kRule...> /*all rules*/) {
  size_t decided = kNone;
  (decides<kRule>(features, decided) || ...);
  return decided;
}

}  // namespace

const base::Decision& decision_of(ProseRule rule) {
  return automata::kProseRules[static_cast<size_t>(rule)];
}

constinit thread_local int rule_left_out = -1;

[[gnu::hot]] std::optional<ProseRule> doubt_of_domain(const Window& window,
                                                      const DomainPlaces& domain, Evidence evidence,
                                                      Setting setting) {
  const BareHost host(window, domain);
  Features features(host, evidence, setting);
  const size_t rule = first_that_decides(features, std::make_index_sequence<kNone>());
  if (rule == kNone || automata::kProseRules[rule].verdict == "link") return std::nullopt;
  return static_cast<ProseRule>(rule);
}

}  // namespace linkspan::scan
