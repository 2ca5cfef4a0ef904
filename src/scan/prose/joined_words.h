// SPDX-License-Identifier: Apache-2.0
// JoinedWords: the words of grammars/joined_words.txt, by their kind.
//
//   kJoinedWords<JoinedWord::copula>      {"นะครับ", "ですか", "ですね", "でした", …}
//
// A word comes before the words that it begins or ends with. Guarded by the corpus.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "automata/joined_words.h"

namespace linkspan::scan {

enum class JoinedWord : uint8_t { connective, lead, prefix, article, korean, sentence, copula };
inline constexpr std::array<std::string_view, 7> kKindsOfJoinedWords = {
    "connective", "lead", "prefix", "article", "korean", "sentence", "copula"};

namespace internal {

constexpr bool is_of_kind(const base::WordRow<1>& row, JoinedWord kind) {
  return row.texts[0] == kKindsOfJoinedWords[static_cast<size_t>(kind)];
}

template <JoinedWord kKind>
constexpr size_t count_joined_words() {
  size_t count = 0;
  for (const base::WordRow<1>& row : automata::kJoinedWords)
    count += is_of_kind(row, kKind) ? 1 : 0;
  return count;
}

template <JoinedWord kKind>
constexpr auto joined_words() {
  std::array<std::string_view, count_joined_words<kKind>()> words{};
  size_t at = 0;
  for (const base::WordRow<1>& row : automata::kJoinedWords) {
    if (is_of_kind(row, kKind)) words[at++] = row.word;
  }
  std::sort(words.begin(), words.end(), [](std::string_view a, std::string_view b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  return words;
}

}  // namespace internal

template <JoinedWord kKind>
inline constexpr auto kJoinedWords = internal::joined_words<kKind>();

template <JoinedWord kKind>
constexpr bool is_joined_word(std::string_view word) {
  return std::find(kJoinedWords<kKind>.begin(), kJoinedWords<kKind>.end(), word) !=
         kJoinedWords<kKind>.end();
}

}  // namespace linkspan::scan
