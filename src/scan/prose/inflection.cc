// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/inflection.h"

#include <algorithm>
#include <initializer_list>

#include "automata/case_endings.h"
#include "automata/inflected_tlds.h"
#include "base/dfa.h"
#include "base/short_words.h"
#include "base/steps.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// Does the word before `end` end there?
Answer word_ends(const Window& window, uint64_t end) {
  const Peek next = window.peek(end);
  if (next.unknown()) return Answer::unknown;
  if (next.state == Peek::State::end_of_text) return Answer::yes;
  const unicode::Properties properties = unicode::properties(next.code_point.value);
  const bool continues = properties.is_letter() || properties.is_digit() || next.is('/') ||
                         next.is('-') || next.is('_') || next.is('~');
  return continues ? Answer::no : Answer::yes;
}

// Is it a case ending after this character?
bool is_ending_after(char mark, std::string_view letters) {
  const int after_mark = automata::kCaseEndings.step(0, static_cast<uint8_t>(mark));
  return automata::kCaseEndings.find(letters, after_mark) != 0;
}

// The starts of the words of grammars/inflected_tlds.txt.
constexpr std::initializer_list<base::KnownWord> kInflected = {"com", "net", "org", "eus"};
constexpr std::initializer_list<base::KnownWord> kInflectedOfCountries = {
    "fiss", "fist", "trda", "trde", "trni", "trya", "trye", "uzda", "uzga", "uzni"};

constexpr uint64_t first_bytes(uint64_t packed, unsigned count) {
  return packed & ((uint64_t{1} << (8 * count)) - 1);
}
constexpr bool contains(std::initializer_list<base::KnownWord> words, uint64_t packed) {
  return std::any_of(words.begin(), words.end(),
                     [packed](base::KnownWord known) { return known.lower == packed; });
}

constexpr bool begin_in_known_ways(const base::WordDfa& words, int state = 0, uint64_t packed = 0,
                                   unsigned size = 0) {
  if (size == 3 && contains(kInflected, packed)) return true;
  if (size == 4) return contains(kInflectedOfCountries, packed);
  bool all_are_known = words.value[state] == 0;
  for (uint16_t edge = words.first_edge[state]; edge < words.first_edge[state + 1]; ++edge) {
    const uint8_t byte = words.edge_byte[edge];
    all_are_known &= (size > 0 || kMayBeCutOff.contains(byte)) &&
                     begin_in_known_ways(words, words.edge_target[edge],
                                         packed | uint64_t{byte} << (8 * size), size + 1);
  }
  return all_are_known;
}
static_assert(begin_in_known_ways(automata::kInflectedTlds));

}  // namespace

Answer case_ending_follows(const Window& window, uint64_t mark) {
  int state = 0;
  for (uint64_t at = mark; state != base::WordDfa::kNone; ++at) {
    base::count_step();
    const Answer ends =
        automata::kCaseEndings.value[state] != 0 ? word_ends(window, at) : Answer::no;
    if (ends != Answer::no) return ends;
    if (at >= window.end) return window.complete() ? Answer::no : Answer::unknown;
    state = automata::kCaseEndings.step(state, window.byte(at));
  }
  return Answer::no;
}

bool is_cyrillic_ending(std::string_view letters) { return is_ending_after('-', letters); }

bool is_particle(std::string_view word) { return is_ending_after('/', word); }

bool may_be_inflected_tld(const Window& window, uint64_t begin, uint64_t end) {
  if (end < begin + 4 || end > begin + 8) return false;
  const base::PackedWord word(window.at(begin), 4, window.end_of_bytes());
  return contains(kInflected, first_bytes(word.lower, 3)) ||
         contains(kInflectedOfCountries, word.lower);
}

}  // namespace linkspan::scan
