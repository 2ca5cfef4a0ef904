// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/bare_host.h"

#include "automata/clauses.h"
#include "automata/known_sites.h"

namespace linkspan::scan {
namespace {

// The short top-level domains that are in any list, with open addressing.
class FactTable {
 public:
  constexpr FactTable();

  static constexpr uint32_t bit(TldList list) { return uint32_t{1} << static_cast<unsigned>(list); }
  uint32_t find(uint64_t word) const {
    size_t slot = slot_of(word);
    while (words_[slot] != word && words_[slot] != 0) slot = (slot + 1) % kSlots;
    return facts_[slot];
  }

 private:
  static constexpr size_t kSlots = 512;

  static constexpr size_t slot_of(uint64_t word) {
    return base::short_word_bucket(base::short_word_hash(word), kSlots);
  }
  template <size_t kSize>
  constexpr void add_list(const std::string_view (&words)[kSize], TldList list) {
    for (const std::string_view word : words) add(word, bit(list));
  }
  constexpr void add(std::string_view tld, uint32_t facts) {
    if (tld.size() > base::kLongestShortWord) return;
    const uint64_t word = base::KnownWord::pack(tld);
    size_t slot = slot_of(word);
    while (words_[slot] != word && words_[slot] != 0) slot = (slot + 1) % kSlots;
    words_[slot] = word;
    facts_[slot] |= facts;
  }

  uint64_t words_[kSlots] = {};  // 0: the slot is empty
  uint32_t facts_[kSlots] = {};
};

constexpr FactTable::FactTable() {
  add_list(lists::kPopularTlds, TldList::popular);
  add_list(lists::kSuffixesInUse, TldList::suffix_in_use);
  add_list(lists::kSuffixesOfGnu, TldList::suffix_of_gnu);
  add_list(lists::kSuffixesOfPrograms, TldList::suffix_of_programs);
  add_list(lists::kUnits, TldList::unit);
  add_list(lists::kTldsOfLetters, TldList::after_letters);
  add_list(lists::kTldsBeforeRemarks, TldList::before_remarks);
  add_list(lists::kTldsOfPlatforms, TldList::platform);
  add_list(lists::kWordsOfSites, TldList::word_of_sites);
  add_list(lists::kSlavicCountries, TldList::slavic);
  add_list(lists::kBeginsReversedName, TldList::begins_reversed);
  add("com", bit(TldList::com));
  add("net", bit(TldList::net));
  add("pub", bit(TldList::suffix_of_keys));
  base::for_each_word(automata::constant::kTldTraits,
                      [this](std::string_view word, uint8_t flags) { add(word, flags); });
  base::for_each_word(automata::constant::kKnownSites, [this](std::string_view site, uint8_t) {
    add(site.substr(site.rfind('.') + 1), bit(TldList::known_site));
  });
  base::for_each_word(automata::constant::kClauses, [this](std::string_view clause, uint8_t) {
    add(clause.substr(0, clause.find('_')), bit(TldList::clause));
  });
}

constexpr FactTable kFacts;

}  // namespace

// The table has only short words.
TldFacts::TldFacts(const Window& window, const Label& tld)
    : bits_(tld.is_short() ? kFacts.find(tld.word.lower)
                           : TldTraits(window, tld).bits() | FactTable::bit(TldList::known_site)) {}

Label BareHost::second_level() const {
  const bool is_ascii_dot = window.byte(places.last_label - 1) == '.';
  const uint64_t label_end =
      places.last_label - (is_ascii_dot ? 1 : 3);  // a wide dot has three bytes
  uint64_t begin = label_end;
  while (begin > places.begin) {
    base::count_step();
    const uint8_t last = window.byte(begin - 1);
    if (last == '.') break;
    if (last >= 0x80) {
      const base::CodePoint before = window.code_point_before(begin, places.begin);
      if (is_label_dot(before.value)) break;
      begin -= before.length;
    } else {
      --begin;
    }
  }
  return {window, begin, label_end};
}

std::string_view BareHost::find_text_after() const {
  constexpr uint64_t kLongest = kReadAfterDomain - 4;
  const uint64_t begin = places.run_end;
  const std::string_view text = window.slice(begin, std::min(window.end, begin + kLongest));
  return text.substr(0, text.find('\n'));
}

std::string_view BareHost::find_text_before() const {
  constexpr uint64_t kReach = 96;
  const uint64_t begin = places.begin;
  std::string_view text = window.slice(window.furthest<kReach>(begin, 0), begin);
  text.remove_prefix(text.rfind('\n') + 1);  // 0 if there is none
  window.reads_from(begin - text.size());
  while (!text.empty() && (text.front() & 0xC0) == 0x80) text.remove_prefix(1);  // in a character
  return text;
}

std::string_view BareHost::word_after() const {
  const std::string_view text = text_after();
  if (text.size() < 2 || text[0] != ' ') return {};
  size_t end = 1;
  while (end < text.size() && (static_cast<uint8_t>(text[end]) >= 0x80 ||
                               base::is_ascii_letter(static_cast<uint8_t>(text[end])))) {
    ++end;
  }
  constexpr size_t kLongest = 16;
  return end <= kLongest ? text.substr(1, end - 1) : std::string_view();
}

bool BareHost::is_before_word() const {
  const std::string_view text = text_after();
  const bool is_number = text.starts_with(' ') && text.size() > 1 &&
                         base::is_ascii_digit(static_cast<uint8_t>(text[1]));
  const std::string_view word = word_after();
  return is_number || (!word.empty() && !base::is_ascii_upper(static_cast<uint8_t>(word[0])));
}

bool text_ends_word(const Window& window, uint64_t at, uint64_t end) {
  return at < end || (at < window.end ? window.byte(at) == '\n' : window.complete());
}

}  // namespace linkspan::scan
