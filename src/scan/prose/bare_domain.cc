// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/bare_domain.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/prose/bare_domain_features.h"
#include "scan/prose/bare_host.h"
#include "scan/prose/path_words.h"

namespace linkspan::scan {
namespace {

// What one look at a domain tells, as bits after those of TldFacts.
enum class Hint : uint8_t {
  other = 32,  // the top-level domain is neither popular nor that of a country
  wide,        // it is not ASCII
  two_labels,
  several_labels,
  no_evidence,
  path,
  code,
  maybe_www,
  maybe_upper,    // the top-level domain, or a name of one letter
  maybe_product,  // .net and a capital, of the first letter or in `net`
  maybe_number,   // the label before the last: or a letter, or a pattern
  maybe_code_word,
  maybe_library,
  maybe_reversed,
  quoted,  // in backticks
  in_row,  // after a comma, or a comma or colon and another character
  before_slash,
  before_space,
  before_bracket,  // and a space; unless it is popular
  before_sign,     // of a call or an assignment, or a space and a colon
};

template <class... Bits>
constexpr uint64_t bits(Bits... bit) {
  return ((uint64_t{1} << static_cast<unsigned>(bit)) | ...);
}

bool is_settled(const BareHost& host) {
  return is_www(host.window, host.places) ||
         (host.evidence == Evidence::path && host.setting == Setting::text &&
          !is_before_word_after_slash(host) && !is_key_of_settings(host));
}
bool has_stem(const BareHost& host) {
  return host.code_words(host.second_level()).has(CodeWord::stem);
}
bool begins_second_upper(const BareHost& host) { return host.begins_upper(host.second_level()); }

// A feature holds if the bits of `all` are set, one of `any`, none of `none`, and `find` returns
// true. PERF: so `find` is called for few domains.
struct FeatureRow {
  uint64_t all = 0;
  uint64_t any = ~uint64_t{0};
  uint64_t none = 0;
  bool (*find)(const BareHost& host) = nullptr;  // nullptr: the bits are enough
  // It reads the text after the domain, unless one of these bits is set.
  uint64_t without_text = ~uint64_t{0};

  constexpr bool may_hold(uint64_t known) const {
    return (known & all) == all && (known & any) != 0 && (known & none) == 0;
  }
  constexpr bool reads_text(uint64_t known) const {
    return (known & without_text) == 0 && may_hold(known);
  }
};

using Trait = TldTrait;
using List = TldList;

struct Feature {
  ProseFeature name;
  FeatureRow row;
};
constexpr Feature kFeatures[] = {
    {ProseFeature::settled,
     {.any = bits(Hint::maybe_www, Hint::path), .find = is_settled, .without_text = 0}},
    {ProseFeature::pair,
     {.all = bits(Hint::before_slash, Hint::two_labels),
      .find = is_pair_of_words,
      .without_text = 0}},
    {ProseFeature::without_evidence, {.all = bits(Hint::no_evidence)}},
    {ProseFeature::code, {.all = bits(Hint::code)}},
    {ProseFeature::popular, {.all = bits(List::popular)}},
    {ProseFeature::called, {.all = bits(Hint::before_sign), .find = is_called, .without_text = 0}},
    {ProseFeature::unusual_case,
     {.all = bits(Hint::maybe_upper),
      .find = is_in_unusual_case,
      .without_text = bits(List::popular, Trait::institution)}},
    {ProseFeature::known_site, {.all = bits(List::known_site), .find = is_known_site}},
    {ProseFeature::letter_or_number,
     {.all = bits(Hint::maybe_number), .find = is_after_letter_or_number}},
    {ProseFeature::in_statement,
     {.any = bits(Hint::quoted, Hint::other, Trait::code),
      .find = is_part_of_statement,
      .without_text = 0}},
    {ProseFeature::code_word, {.all = bits(Hint::maybe_code_word), .find = is_of_code_or_file}},
    {ProseFeature::dot_net, {.all = bits(Hint::maybe_product), .find = is_dot_net}},
    {ProseFeature::word_for_file,
     {.any = bits(Hint::quoted, Hint::before_bracket, Hint::other, Trait::suffix,
                  List::suffix_in_use, List::suffix_of_gnu),
      .none = bits(List::popular),
      .find = is_beside_word_for_file,
      .without_text = 0}},
    {ProseFeature::change_log,
     {.any = bits(List::suffix_in_use, List::suffix_of_gnu),
      .find = is_in_change_log,
      .without_text = 0}},
    {ProseFeature::reversed_name,
     {.any = bits(Hint::in_row, Hint::maybe_reversed), .find = is_reversed_name}},
    {ProseFeature::template_file,
     {.any = bits(Hint::maybe_library, Trait::suffix, List::suffix_in_use, List::suffix_of_gnu,
                  List::suffix_of_keys),
      .find = is_template}},
    {ProseFeature::next_clause,
     {.all = bits(Hint::before_space),
      .any = bits(Hint::wide, List::clause, Trait::function, Trait::code),
      .find = begins_next_clause,
      .without_text = 0}},
    {ProseFeature::abbreviations,
     {.any = bits(Trait::word, Trait::function, Hint::wide),
      .find = is_after_abbreviations,
      .without_text = 0}},
    {ProseFeature::suffix, {.all = bits(Trait::suffix)}},
    {ProseFeature::several_labels,
     {.all = bits(Hint::several_labels), .find = is_after_several_labels}},
    {ProseFeature::word_for_site, {.all = bits(Hint::two_labels), .find = is_after_word_for_site}},
    {ProseFeature::weak, {.any = bits(Trait::suffix, Trait::member)}},
    {ProseFeature::stem, {.find = has_stem}},
    {ProseFeature::member, {.all = bits(Trait::member)}},
    {ProseFeature::capital, {.all = bits(Trait::capital)}},
    {ProseFeature::second_upper, {.find = begins_second_upper}},
};

// Could the label before the last be a number, a letter or a pattern, or have a picture?
bool may_be_number(const BareHost& host) {
  const Window& window = host.window;
  const Label second = host.second_level();
  const uint8_t lead = window.byte(second.begin);
  return second.bytes() <= 4 || second.bytes() == host.tld.bytes() || base::is_ascii_digit(lead) ||
         window.byte(host.tld.begin) == window.byte(host.tld.end - 1) ||
         !base::is_all_ascii(window.slice(host.places.begin, host.places.end));
}

bool may_be_code_word(const BareHost& host) {
  return !host.tld_is(TldTrait::institution) &&
         (host.code_words(host.first).has_others_than(CodeWord::suffix) ||
          host.first.is_one_of({"tar"}));
}

uint64_t known_of(const BareHost& host) {
  const Window& window = host.window;
  const DomainPlaces& places = host.places;
  const auto byte_at = [&](uint64_t at) { return at < window.end ? window.byte(at) : uint8_t{0}; };
  const auto before = [&](uint64_t far) {
    return places.begin >= window.begin + far ? window.byte(places.begin - far) : uint8_t{0};
  };
  const uint8_t first = window.byte(places.begin);
  const uint8_t next = byte_at(places.run_end);
  const uint8_t further = byte_at(places.run_end + 1);
  const bool is_upper = host.of_tld.upper > 0;
  const bool has_several = places.labels >= 3;
  const bool is_popular = host.tld_is(TldList::popular);
  const bool is_other = !is_popular && !host.tld_is_of_country();
  uint64_t known = host.facts.bits();
  const auto note = [&](Hint hint, bool holds) {
    known |= uint64_t{holds} << static_cast<unsigned>(hint);
  };
  note(Hint::other, is_other);
  note(Hint::wide, host.tld_is_not_ascii());
  note(Hint::two_labels, places.labels == 2);
  note(Hint::several_labels, has_several);
  note(Hint::no_evidence, host.evidence == Evidence::none);
  note(Hint::path, host.evidence == Evidence::path);
  note(Hint::code, host.setting == Setting::code);
  note(Hint::maybe_www, has_several && (first | 0x20) == 'w' && host.first.bytes() == 3);
  note(Hint::maybe_upper, is_upper || host.first.bytes() == 1);
  note(Hint::maybe_product, host.tld_is(TldList::net) && (is_upper || first < 'a' || first > 'z'));
  note(Hint::maybe_library, (first | 0x20) == 'l');
  note(Hint::maybe_reversed,
       has_several && (is_other || host.first.is_in<lists::kBeginsReversedName>()));
  note(Hint::quoted, before(1) == '`');
  note(Hint::in_row, before(1) == ',' || before(2) == ',' || before(2) == ':');
  note(Hint::before_slash, next == '/');
  note(Hint::before_space, next == ' ');
  note(Hint::before_bracket, !is_popular && next == ' ' && further == '(');
  note(Hint::before_sign,
       next == '=' || next == '?' || next == '(' || next == ':' || (next == ' ' && further == ':'));
  note(Hint::maybe_number, !is_popular && may_be_number(host));
  note(Hint::maybe_code_word, !host.tld_is(TldList::com) && may_be_code_word(host));
  return known;
}

static_assert(
    [] {
      uint64_t named = 0;
      for (const Feature& feature : kFeatures) named |= bits(feature.name);
      return named == (uint64_t{1} << std::size(kFeatures)) - 1;
    }(),
    "each feature of grammars/prose_rules.txt has one row");
constexpr auto kRows = [] {
  std::array<FeatureRow, std::size(kFeatures)> rows;
  for (const Feature& feature : kFeatures) rows[static_cast<size_t>(feature.name)] = feature.row;
  return rows;
}();

// The bits with which a rule could decide: those of its features. One of each of `any` is needed.
struct RuleBits {
  uint64_t all = 0;
  uint64_t none = 0;
  uint64_t any = ~uint64_t{0};
  uint64_t other_any = ~uint64_t{0};

  constexpr explicit RuleBits(const base::Decision& rule) {
    for (size_t i = 0; i < rule.conditions; ++i) {
      const FeatureRow& row = kRows[rule.when[i].feature];
      if (rule.when[i].wanted) {
        all |= row.all;
        none |= row.none;
        (~any == 0 ? any : other_any) &= row.any;
      } else if (row.find == nullptr) {
        none |= row.all;
      }
    }
    if (rule.conditions == 0) any = 0;
  }
  constexpr bool may_decide(uint64_t known) const {
    const uint64_t missing = ~known & all;
    return (missing | (known & none)) == 0 && (known & any) != 0 && (known & other_any) != 0;
  }
};

// A bit for each rule that could decide. PERF: evaluated by the compiler, but for `known`.
template <size_t... kRule>
uint64_t that_may_decide(uint64_t known, std::index_sequence<kRule...> /*all rules*/) {
  constexpr std::array kBits = {RuleBits(automata::kProseRules[kRule])...};
  return ((uint64_t{kBits[kRule].may_decide(known)} << kRule) | ...);
}

// Most domains have some of these.
constexpr uint64_t kCommon = bits(TldList::com, TldList::net, TldList::popular, Hint::two_labels,
                                  Hint::several_labels, Hint::no_evidence, Hint::before_space);

// Bits of which one is set if any rule could decide: for each rule, those that one of its features
// needs. PERF: most domains have none.
constexpr uint64_t kAskedFor = [] {
  uint64_t asked_for = 0;
  for (const base::Decision& rule : automata::kProseRules) {
    uint64_t needed = 0;
    for (size_t i = 0; i < rule.conditions && needed == 0; ++i) {
      const FeatureRow& row = kRows[rule.when[i].feature];
      const uint64_t one_of_all = row.all & ~kCommon;
      if (!rule.when[i].wanted) continue;
      needed = one_of_all != 0 ? one_of_all & (~one_of_all + 1) : row.any;
    }
    if (rule.conditions > 0) asked_for |= needed;
  }
  return asked_for;
}();
static_assert((kAskedFor & kCommon) == 0);

bool reads_text(size_t rule, uint64_t known) {
  const base::Decision& decision = automata::kProseRules[rule];
  return std::any_of(decision.when.begin(), decision.when.begin() + decision.conditions,
                     [&](const base::DecisionCondition& condition) {
                       return kRows[condition.feature].reads_text(known);
                     });
}

bool decides(size_t rule, uint64_t known, const BareHost& host) {
  const base::Decision& decision = automata::kProseRules[rule];
  if (!is_on(static_cast<ProseRule>(rule))) return false;
  return std::all_of(decision.when.begin(), decision.when.begin() + decision.conditions,
                     [&](const base::DecisionCondition& condition) {
                       const FeatureRow& row = kRows[condition.feature];
                       const bool holds =
                           row.may_hold(known) && (row.find == nullptr || row.find(host));
                       return holds == condition.wanted;
                     });
}

[[gnu::noinline]] Answer doubt_by_rules(const BareHost& host, uint64_t known, ProseRule& doubt) {
  constexpr std::make_index_sequence<std::size(automata::kProseRules)> kAll;
  for (uint64_t rules = that_may_decide(known, kAll); rules != 0; rules &= rules - 1) {
    const auto rule = static_cast<size_t>(std::countr_zero(rules));
    if (reads_text(rule, known) && !is_known_after_domain(host.window, host.places.run_end)) {
      return Answer::unknown;
    }
    if (!decides(rule, known, host)) continue;
    doubt = static_cast<ProseRule>(rule);
    return automata::kProseRules[rule].verdict == "link" ? Answer::no : Answer::yes;
  }
  return Answer::no;
}

}  // namespace

const base::Decision& decision_of(ProseRule rule) {
  return automata::kProseRules[static_cast<size_t>(rule)];
}

constinit thread_local int rule_left_out = -1;

bool is_known_after_domain(const Window& window, uint64_t run_end) {
  if (window.complete() || window.end >= run_end + kReadAfterDomain) return true;
  const std::string_view after = window.slice(run_end, window.end);
  base::count_steps(after.size());
  return after.find('\n') != after.npos;
}

[[gnu::hot]] Answer doubt_of_domain(const Window& window, const DomainPlaces& domain,
                                    Evidence evidence, Setting setting, ProseRule& rule) {
  constexpr uint64_t kOfHints = 2;  // after the run, or up to the end of its line
  const bool is_known = window.complete() || window.end >= domain.run_end + kOfHints ||
                        window.has(domain.run_end, '\n');
  if (!is_known) return Answer::unknown;
  const BareHost host(window, domain, evidence, setting);
  const uint64_t known = known_of(host);
  return (known & kAskedFor) == 0 ? Answer::no : doubt_by_rules(host, known, rule);
}

}  // namespace linkspan::scan
