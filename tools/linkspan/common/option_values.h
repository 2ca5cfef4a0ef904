// SPDX-License-Identifier: Apache-2.0
// Values of options: words of a fixed list, and numbers.
//
//   choose("--html", "off", kHtml, …)   Html::off
//   choose("--html", "on", kHtml, …)    throws: --html 'on' is not known; --html can be auto|…
//
// Guarded by tests/command/cli/command_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/iri.h"

namespace linkspan::command {

// WrongUsage: a sentence about an error in the arguments. It is thrown inside of
// parse_command_line() and never leaves it.
struct WrongUsage {
  std::string sentence;
};

// A value that can only be one of a few words.
template <class T>
struct Word {
  std::string_view word;
  T value;
};

// "list|jsonl|tsv", as --help shows it.
template <class T, size_t n>
std::string alternatives(const Word<T> (&words)[n]) {
  std::string joined;
  for (const Word<T>& word : words) {
    if (!joined.empty()) joined += '|';
    joined += word.word;
  }
  return joined;
}

// The same at compile time, for a table.
template <const auto& words>
inline constexpr auto kJoinedWords = [] {
  constexpr size_t kBytes = [] {
    size_t bytes = 0;
    for (const auto& word : words) bytes += word.word.size() + 1;
    return bytes;
  }();
  std::array<char, kBytes> joined{};  // with a zero at the end
  size_t at = 0;
  for (const auto& word : words) {
    for (const char c : word.word) joined[at++] = c;
    joined[at++] = '|';
  }
  joined[kBytes - 1] = '\0';
  return joined;
}();
template <const auto& words>
inline constexpr std::string_view kAlternatives{kJoinedWords<words>.data()};

inline constexpr Word<HostForm> kHostForms[] = {{"ascii", HostForm::ascii},
                                                {"percent", HostForm::percent}};

// The value of the word that was given; `otherwise` if none was. Throws WrongUsage for other words.
template <class T, size_t n>
T choose(const char* option, const std::string& given, const Word<T> (&words)[n], T otherwise) {
  if (given.empty()) return otherwise;
  for (const Word<T>& word : words) {
    if (word.word == given) return word.value;
  }
  throw WrongUsage{std::string(option) + " '" + given + "' is not known; " + option + " can be " +
                   alternatives(words)};
}

// A whole number of `what` from `least` to `most`; `otherwise` if none was given. Throws
// WrongUsage.
uint32_t parse_number(const char* option, const std::string& given, const char* what,
                      uint32_t least, uint32_t most, uint32_t otherwise);

// The parts of a list with commas between them. Throws WrongUsage with the `example` of a valid
// list if a part is empty.
std::vector<std::string> split_list(const char* option, const std::string& list,
                                    const char* example);

// Suggestions for misspelt words.
//
//   --offset among --offsets, --to   →  --offsets
//   --bogus  among --offsets, --to   →  nothing: a suggestion would be a guess
//
// Guarded by tests/command/cli/command_test.cc.

// The word with the smallest edit distance (Levenshtein) to `given`, of at most 2; else empty. Of
// several, the first.
std::string nearest_word(std::string_view given, const std::vector<std::string>& words);

}  // namespace linkspan::command
