// SPDX-License-Identifier: Apache-2.0
// Fuzzes tools/abnfc: any bytes as a grammar, and as a list of words.
//
// Promises: nothing crashes, hangs or takes much memory; if there is no automaton, an error is
// reported; on the texts in the input, an automaton agrees with the reference matcher, which works
// on the grammar itself. Where a text matches, each labelled rule begins at a state whose begin bit
// is set.
//
// The input: the grammar up to the first byte 00, then texts, each up to the next 00.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "abnfc/compile.h"
#include "abnfc/emit.h"
#include "abnfc/reader.h"
#include "abnfc/reference_matcher.h"
#include "abnfc/words.h"

namespace linkspan::abnfc {
namespace {

constexpr size_t kMaxTexts = 8;
constexpr size_t kMaxTextBytes = 12;

// Small enough that the largest automaton takes milliseconds.
Limits small_limits() {
  Limits limits;
  limits.nfa_states = 20000;
  limits.build_steps = 50000;
  limits.build_depth = 300;
  limits.subset_states = 3000;
  limits.subset_members = 1000000;
  limits.subset_steps = 4000000;
  limits.transitions = 200000;
  return limits;
}

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

std::vector<std::string> split(std::string_view input) {
  std::vector<std::string> parts;
  while (parts.size() <= kMaxTexts) {
    const size_t end = input.find('\0');
    parts.emplace_back(input.substr(0, end));
    if (end == input.npos) break;
    input.remove_prefix(end + 1);
  }
  return parts;
}

void check_labels(const Grammar& grammar, const Request& request, const base::Dfa& dfa,
                  const std::string& text) {
  const auto spans = ReferenceMatcher(grammar, text).labels(request.roots[0], request);
  require(spans.has_value(), "labels of what matches");
  for (const LabelSpan& span : *spans) {
    base::Dfa::State state = dfa.start();
    for (uint32_t i = 0; i < span.begin; ++i)
      state = dfa.step(state, static_cast<uint8_t>(text[i]));
    require((dfa.begins[state] >> span.label & 1) != 0, "a label begins where its bit is set");
  }
}

void check_text(const Grammar& grammar, const Request& request, const base::Dfa& dfa,
                const std::string& text) {
  for (size_t root = 0; root < request.roots.size(); ++root) {
    const bool expected = ReferenceMatcher(grammar, text).matches(request.roots[root]);
    require(dfa.matches(text, static_cast<unsigned>(root)) == expected,
            "automaton and reference agree");
    if (root == 0 && expected) check_labels(grammar, request, dfa, text);
  }
}

// The first rule and the last are roots; the second and the last are labels.
Request request_for(const Grammar& grammar) {
  const auto last = static_cast<RuleId>(grammar.rules().size() - 1);
  return {{0, last}, {{last / 2}, {last}}};
}

void check_grammar(const std::vector<std::string>& parts) {
  const std::vector<Source> sources = {{"fuzz.abnf", parts[0]}};
  Diagnostics diagnostics(sources);
  const Grammar grammar = read_grammar(sources, diagnostics);
  require(diagnostics.ok() == diagnostics.text().empty(), "an error has a message");
  if (!diagnostics.ok() || grammar.rules().empty()) return;
  const Request request = request_for(grammar);
  const auto automaton = compile(grammar, request, diagnostics, small_limits());
  require(automaton.has_value() == diagnostics.ok(), "no automaton without an error");
  if (!automaton) return;
  require(!to_listing(*automaton).empty() && !to_dot(*automaton).empty(), "it can be listed");
  for (size_t i = 1; i < parts.size(); ++i) {
    check_text(grammar, request, automaton->view(), parts[i].substr(0, kMaxTextBytes));
  }
  // Parts of the grammar itself, because they have the letters of its strings.
  for (size_t at = 0; at < parts[0].size() && at < kMaxTexts; ++at) {
    check_text(grammar, request, automaton->view(), parts[0].substr(at, at % 4));
  }
}

void check_words(const std::string& list, const WordColumns& columns) {
  const std::vector<Source> sources = {{"fuzz.txt", list}};
  Diagnostics diagnostics(sources);
  const auto automaton = compile_words(sources[0], 0, columns, diagnostics);
  require(automaton.has_value() == diagnostics.ok(), "no word automaton without an error");
  if (!automaton) return;
  size_t found = 0;
  for (size_t begin = 0; begin < list.size();) {
    const size_t end = std::min(list.find('\n', begin), list.size());
    const std::string line = list.substr(begin, end - begin);
    const size_t word = line.find_first_not_of(" \t\r");
    if (word != line.npos && line[word] != '#') {
      const size_t stop = std::min(line.find_first_of(" \t\r", word), line.size());
      require(automaton->view().find(line.substr(word, stop - word)) != 0, "a word is found");
      ++found;
    }
    begin = end + 1;
  }
  require(found == automaton->word_count, "as many words as lines");
}

}  // namespace
}  // namespace linkspan::abnfc

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  linkspan::abnfc::check_grammar(linkspan::abnfc::split(input));
  linkspan::abnfc::check_words(input, {{"a", "b"}, {}, {}});
  linkspan::abnfc::check_words(input, {{}, {"a", "b"}, {}});
  linkspan::abnfc::check_words(input, {{}, {}, {"a", "b"}});
  return 0;
}
