// SPDX-License-Identifier: Apache-2.0
// BareHost: a domain without a scheme: its labels, their letters, and their entries in the lists of
// grammars/. A short label is packed into a word, so that comparing it with another takes one
// instruction.
//
//   README.md     first: README, a file by code_words.txt      tld: md, a suffix, not upper
//   B.Com         first: B                                     tld: Com, one capital
//
// Guarded by tests/scan/explain_test.cc and the corpus.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "automata/abbreviations.h"
#include "automata/code_words.h"
#include "automata/tld_traits.h"
#include "automata/word_lists.h"
#include "base/ascii.h"
#include "base/short_words.h"
#include "base/steps.h"
#include "scan/prose/bare_domain.h"
#include "scan/syntax/run_characters.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"
#include "unicode/properties.h"

namespace linkspan::scan {

namespace lists = automata::word_lists;

// The comments of the lists explain them.
using TldTrait = automata::tld_traits::Flag;
using CodeWord = automata::code_words::Flag;
using Abbreviation = automata::abbreviations::Value;

// One or more labels of the host.
struct Label {
  uint64_t begin;
  uint64_t end;
  base::PackedWord word;  // all of a short one, the start of a longer one

  Label(const Window& window, uint64_t begin_of_label, uint64_t end_of_label)
      : begin(begin_of_label), end(end_of_label) {
    if (begin >= end) return;
    const uint64_t size = std::min(bytes(), base::kLongestShortWord);
    word = base::PackedWord(window.at(begin), size, window.end_of_bytes());
  }
  uint64_t bytes() const { return end - begin; }
  bool is_short() const { return bytes() <= base::kLongestShortWord; }
  // In any case.
  bool is_one_of(std::initializer_list<base::KnownWord> words) const {
    return is_short() && base::is_one_of(word, words);
  }
  // Of a list of grammars/word_lists.txt.
  template <const auto& kList>
  bool is_in() const {
    return is_short() && base::is_one_of<kList>(word);
  }
};

// The numbers of characters of a label, by kind.
struct Letters {
  unsigned length = 0;  // in code points
  unsigned upper = 0;   // upper-case letters
  unsigned lower = 0;   // other letters
  unsigned digits = 0;

  Letters(const Window& window, const Label& label) {
    for (uint64_t at = label.begin; at < label.end; ++length) {
      base::count_step();
      const uint8_t byte = window.byte(at);
      at += byte < 0x80 ? add_ascii(byte) : add(window.code_point(at));
    }
  }

 private:
  uint8_t add_ascii(uint8_t byte) {
    const bool upper_here = base::is_ascii_upper(byte);
    upper += upper_here ? 1 : 0;
    lower += !upper_here && base::is_ascii_letter(byte) ? 1 : 0;
    digits += base::is_ascii_digit(byte) ? 1 : 0;
    return 1;
  }
  uint8_t add(base::CodePoint code_point) {
    const unicode::Properties properties = unicode::properties(code_point.value);
    const bool upper_here = is_upper_case(code_point.value);
    upper += upper_here ? 1 : 0;
    lower += !upper_here && properties.is_letter() ? 1 : 0;
    digits += properties.is_digit() ? 1 : 0;
    return code_point.length;
  }
};

// The numbers of characters and of upper-case letters of a label.
struct Capitals {
  unsigned length = 0;
  unsigned upper = 0;

  Capitals(const Window& window, const Label& label) {
    if (label.is_short() && label.word.is_ascii()) {
      length = static_cast<unsigned>(label.bytes());
      upper = label.word.capitals();
    } else {
      const Letters letters(window, label);
      length = letters.length;
      upper = letters.upper;
    }
  }
};

// The state of a list of words after a label, ignoring ASCII case.
template <const base::WordDfa& kWords>
int step_label(const Window& window, const Label& label) {
  int state = 0;
  for (uint64_t at = label.begin; at < label.end && state != base::WordDfa::kNone; ++at) {
    base::count_step();
    const char lower = base::to_ascii_lower(static_cast<char>(window.byte(at)));
    state = kWords.step(state, static_cast<uint8_t>(lower));
  }
  return state;
}

// The value of a label in a list of words; 0 if it is not in the list.
template <const base::WordDfa& kWords>
uint8_t find_by_steps(const Window& window, const Label& label) {
  const int state = step_label<kWords>(window, label);
  return state == base::WordDfa::kNone ? 0 : kWords.value[state];
}

// The same for a list of ASCII words.
template <const base::WordDfa& kWords, const base::WordDfa& kConstant, const auto& kShort>
struct WordList {
  static constexpr base::LongWords<kConstant, 256> kLong{};

  static uint8_t find(const Window& window, const Label& label) {
    if (label.bytes() <= base::kLongestShortWord) return kShort.find(label.word);
    return kLong.may_contain(label.word) ? find_by_steps<kWords>(window, label) : uint8_t{0};
  }
};

// The flags of a label in a list of words.
template <const base::WordDfa& kWords, const base::WordDfa& kConstant, const auto& kShort,
          class Flag>
class FlagsOf {
 public:
  FlagsOf(const Window& window, const Label& label)
      : flags_(WordList<kWords, kConstant, kShort>::find(window, label)) {}
  bool has(Flag flag) const { return (flags_ >> static_cast<unsigned>(flag) & 1) != 0; }
  bool has_others_than(Flag flag) const {
    return (flags_ & ~(1u << static_cast<unsigned>(flag))) != 0;
  }
  uint8_t bits() const { return flags_; }

 private:
  uint8_t flags_;
};
using CodeWords = FlagsOf<automata::kCodeWords, automata::constant::kCodeWords,
                          automata::kCodeWordsShort, CodeWord>;
using TldTraits = FlagsOf<automata::kTldTraits, automata::constant::kTldTraits,
                          automata::kTldTraitsShort, TldTrait>;

// The lists that only top-level domains are looked up in: bits after those of TldTrait.
enum class TldList : uint8_t {
  com = 8,
  net,
  popular,
  suffix_in_use,  // .ai, .pl: suffixes of files as often as domains of countries
  suffix_of_gnu,
  suffix_of_programs,
  suffix_of_keys,  // .pub
  unit,
  after_letters,
  before_remarks,
  platform,
  word_of_sites,
  slavic,
  begins_reversed,
  known_site,  // a site of known_sites.txt has it
  clause,      // begins a clause of clauses.txt
};

// What the lists say of a top-level domain, by one lookup.
class TldFacts {
 public:
  TldFacts(const Window& window, const Label& tld);
  bool has(TldTrait trait) const { return (bits_ >> static_cast<unsigned>(trait) & 1) != 0; }
  bool has(TldList list) const { return (bits_ >> static_cast<unsigned>(list) & 1) != 0; }
  uint32_t bits() const { return bits_; }

 private:
  uint32_t bits_;
};

// REQUIRES: two labels; the last one is a top-level domain. Lives no longer than the window.
struct BareHost {
  const Window& window;
  const DomainPlaces& places;
  const Label first;
  const Label tld;
  const Capitals of_tld;
  const TldFacts facts;
  const Evidence evidence;
  const Setting setting;

  BareHost(const Window& text, const DomainPlaces& domain, Evidence the_evidence = Evidence::none,
           Setting the_setting = Setting::text)
      : window(text),
        places(domain),
        first(text, domain.begin, domain.first_label_end),
        tld(text, domain.last_label, domain.end),
        of_tld(text, tld),
        facts(text, tld),
        evidence(the_evidence),
        setting(the_setting) {}

  bool tld_is(TldTrait trait) const { return facts.has(trait); }
  bool tld_is(TldList list) const { return facts.has(list); }
  bool tld_is(std::initializer_list<base::KnownWord> words) const { return tld.is_one_of(words); }
  bool tld_is_of_country() const { return of_tld.length == 2; }
  bool tld_is_not_ascii() const { return window.byte(tld.begin) >= 0x80; }
  // Not of a country, and not one that only sites have, but a word.
  bool tld_is_word_for_sites() const {
    return of_tld.length > 2 && !tld_is(TldList::popular) && !tld_is(TldTrait::institution);
  }

  // With the dot after them.
  std::string_view labels_before_tld() const {
    return window.slice(places.begin, places.last_label);
  }

  // The label before the last one.
  Label second_level() const;

  // The text of the line before the host and after it, up to a limit. The code point after it is
  // known.
  std::string_view text_before() const {
    if (text_before_.data() == nullptr) text_before_ = find_text_before();
    return text_before_;
  }
  std::string_view text_after() const {
    if (text_after_.data() == nullptr) text_after_ = find_text_after();
    return text_after_;
  }
  // The word after the host and a space; empty if none follows or it is long.
  std::string_view word_after() const;
  // A word in lower case follows, or a number: the sentence continues.
  bool is_before_word() const;

  bool begins_upper(const Label& label) const {
    return is_upper_case(window.code_point(label.begin).value);
  }
  Letters letters_of(const Label& label) const { return {window, label}; }
  CodeWords code_words(const Label& label) const { return {window, label}; }
  Abbreviation abbreviation(const Label& label) const {
    return static_cast<Abbreviation>(find_by_steps<automata::kAbbreviations>(window, label));
  }

 private:
  std::string_view find_text_before() const;
  std::string_view find_text_after() const;

  // PERF: computed at first use. Few hosts need them, but those need them often.
  mutable std::string_view text_before_;
  mutable std::string_view text_after_;
};

// A domain that registries have below a country: co.uk, gov.au, or.jp
inline bool is_below_countries(const Label& label) { return label.is_in<lists::kBelowCountries>(); }

// Does a word end at `at`, as far as the text up to `end` shows?
bool text_ends_word(const Window& window, uint64_t at, uint64_t end);

}  // namespace linkspan::scan
