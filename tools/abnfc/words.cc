// SPDX-License-Identifier: Apache-2.0
#include "abnfc/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace linkspan::abnfc {
namespace {

struct Word {
  std::string_view text;
  uint8_t value = 1;  // 0: not in the automaton
  Position position;
  std::vector<std::string_view> texts;  // by key
};

using Columns = std::vector<std::pair<size_t, size_t>>;  // of a line, as offsets

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class WordReader {
 public:
  WordReader(const Source& source, uint32_t index, const WordColumns& columns,
             Diagnostics& diagnostics)
      : text_(source.text), index_(index), names_(columns), diagnostics_(diagnostics) {}

  // The words, sorted by bytes.
  std::vector<Word> run() {
    for (size_t begin = 0; begin < text_.size();) {
      const size_t end = std::min(text_.find('\n', begin), text_.size());
      read_line(begin, end);
      begin = end + 1;
    }
    if (words_.empty() && diagnostics_.ok())
      diagnostics_.error({index_, 0}, "there are no words in this file");
    std::stable_sort(words_.begin(), words_.end(),
                     [](const Word& a, const Word& b) { return a.text < b.text; });
    report_doubles();
    return std::move(words_);
  }

 private:
  Position position(size_t offset) const { return {index_, static_cast<uint32_t>(offset)}; }

  // The columns of a line, which blanks separate, up to a comment.
  Columns columns(size_t begin, size_t end) const {
    Columns found;
    while (true) {
      while (begin < end && is_blank(text_[begin])) ++begin;
      if (begin == end || text_[begin] == '#') return found;
      size_t stop = begin;
      while (stop < end && !is_blank(text_[stop])) ++stop;
      found.emplace_back(begin, stop);
      begin = stop;
    }
  }

  void read_line(size_t begin, size_t end) {
    Columns found = columns(begin, end);
    if (found.empty()) return;
    Word word{text_.substr(found[0].first, found[0].second - found[0].first), 1,
              position(found[0].first), std::vector<std::string_view>(names_.keys.size())};
    if (word.text.size() > kMaxWordLength) {
      diagnostics_.error(word.position,
                         fmt::format("a word can have at most {} bytes", kMaxWordLength));
      return;
    }
    if (!take_pairs(found, word.texts)) return;
    const auto value = names_.flags.empty() ? read_value(found) : read_flags(found);
    if (!value) return;
    word.value = *value;
    words_.push_back(std::move(word));
  }

  // Moves the pairs at the end of `columns` to `texts`. Reports an error and returns false if one
  // is wrong.
  bool take_pairs(Columns& columns, std::vector<std::string_view>& texts) {
    if (names_.keys.empty()) return true;
    while (columns.size() > 1) {
      const auto [begin, end] = columns.back();
      const std::string_view pair = text_.substr(begin, end - begin);
      const size_t equals = pair.find('=');
      if (equals == std::string_view::npos) break;
      const auto key = std::find(names_.keys.begin(), names_.keys.end(), pair.substr(0, equals));
      const std::string_view text = pair.substr(equals + 1);
      if (key == names_.keys.end() || text.empty() ||
          !texts[static_cast<size_t>(key - names_.keys.begin())].empty()) {
        diagnostics_.error(position(begin),
                           "expected key=text, with a key given with --key, each once");
        return false;
      }
      texts[static_cast<size_t>(key - names_.keys.begin())] = text;
      columns.pop_back();
    }
    return true;
  }

  // The value on a line with these columns.
  std::optional<uint8_t> read_value(const Columns& columns) {
    if (columns.size() == 1) return 1;
    if (columns.size() == 2) return read_value(columns[1].first, columns[1].second);
    diagnostics_.error(position(columns[2].first), "expected a word and a value, nothing else");
    return std::nullopt;
  }

  std::optional<uint8_t> read_flags(const Columns& columns) {
    unsigned bits = 0;
    for (size_t i = 1; i < columns.size(); ++i) {
      const auto [begin, end] = columns[i];
      const auto name =
          std::find(names_.flags.begin(), names_.flags.end(), text_.substr(begin, end - begin));
      const unsigned bit = name == names_.flags.end() ? 0 : 1u << (name - names_.flags.begin());
      if (bit == 0 || (bits & bit) != 0) {
        diagnostics_.error(position(begin),
                           "expected names given with --flag after a word, each once");
        return std::nullopt;
      }
      bits |= bit;
    }
    if (bits != 0) return static_cast<uint8_t>(bits);
    diagnostics_.error(position(columns[0].first),
                       "the word has none of the names given with --flag");
    return std::nullopt;
  }

  std::optional<uint8_t> read_value(size_t begin, size_t end) {
    const std::string_view text = text_.substr(begin, end - begin);
    if (text == "-" && !names_.keys.empty()) return 0;
    const auto name = std::find(names_.values.begin(), names_.values.end(), text);
    if (name != names_.values.end()) return static_cast<uint8_t>(name - names_.values.begin() + 1);
    uint8_t number = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && stop == text.data() + text.size() && number > 0) return number;
    diagnostics_.error(position(begin),
                       "a value is a number from 1 to 255, or a name given with --value");
    return std::nullopt;
  }

  void report_doubles() {
    for (size_t i = 1; i < words_.size(); ++i) {
      if (words_[i].text != words_[i - 1].text) continue;
      diagnostics_.error(words_[i].position, fmt::format("`{}` is listed twice", words_[i].text));
      diagnostics_.note(words_[i - 1].position, "the first time is here");
    }
  }

  std::string_view text_;
  uint32_t index_;
  const WordColumns& names_;
  Diagnostics& diagnostics_;
  std::vector<Word> words_;
};

struct State {
  uint8_t value = 0;
  std::vector<std::pair<uint8_t, size_t>> edges;  // sorted by byte; to a state
  bool operator<(const State& other) const {
    return std::tie(value, edges) < std::tie(other.value, other.edges);
  }
};

class WordBuilder {
 public:
  explicit WordBuilder(const std::vector<Word>& words) : words_(words) {}

  // The state for the words first..last-1, whose first `depth` bytes are equal. The recursion is as
  // deep as the longest word.
  size_t build(size_t first, size_t last, size_t depth) {
    State state;
    if (words_[first].text.size() == depth) state.value = words_[first++].value;
    while (first < last) {
      const auto byte = static_cast<uint8_t>(words_[first].text[depth]);
      size_t end = first;
      while (end < last && static_cast<uint8_t>(words_[end].text[depth]) == byte) ++end;
      state.edges.emplace_back(byte, build(first, end, depth + 1));
      first = end;
    }
    const auto [known, added] = known_.try_emplace(state, states_.size());
    if (added) states_.push_back(std::move(state));
    return known->second;
  }

  // Numbers the states breadth-first, so that the start is 0.
  WordAutomaton number(size_t start) const {
    WordAutomaton automaton;
    std::vector<size_t> order = {start};
    std::map<size_t, size_t> number_of = {{start, 0}};
    for (size_t i = 0; i < order.size(); ++i) {
      const State& state = states_[order[i]];
      automaton.first_edge.push_back(static_cast<uint16_t>(automaton.edge_byte.size()));
      automaton.value.push_back(state.value);
      for (const auto& [byte, target] : state.edges) {
        const auto [known, added] = number_of.try_emplace(target, order.size());
        if (added) order.push_back(target);
        automaton.edge_byte.push_back(byte);
        automaton.edge_target.push_back(static_cast<uint16_t>(known->second));
      }
    }
    automaton.first_edge.push_back(static_cast<uint16_t>(automaton.edge_byte.size()));
    automaton.word_count = words_.size();
    return automaton;
  }

 private:
  const std::vector<Word>& words_;
  std::vector<State> states_;
  std::map<State, size_t> known_;
};

}  // namespace

std::optional<WordAutomaton> compile_words(const Source& source, uint32_t index,
                                           const WordColumns& columns, Diagnostics& diagnostics) {
  std::vector<Word> words = WordReader(source, index, columns, diagnostics).run();
  std::erase_if(words, [](const Word& word) { return word.value == 0; });
  if (diagnostics.ok() && words.empty()) {
    diagnostics.error({index, 0}, "every word of this file is left out of the automaton by `-`");
  }
  if (!diagnostics.ok()) return std::nullopt;
  WordBuilder builder(words);
  auto automaton = builder.number(builder.build(0, words.size(), 0));
  const size_t largest = std::max(automaton.value.size(), automaton.edge_byte.size());
  if (largest > UINT16_MAX) {
    diagnostics.error(fmt::format("the words need {} states or edges; at most {} can be numbered",
                                  largest, UINT16_MAX));
    return std::nullopt;
  }
  return automaton;
}

std::optional<std::vector<WordRow>> read_word_rows(const Source& source, uint32_t index,
                                                   const WordColumns& columns,
                                                   Diagnostics& diagnostics) {
  std::vector<Word> words = WordReader(source, index, columns, diagnostics).run();
  if (!diagnostics.ok()) return std::nullopt;
  std::vector<WordRow> rows;
  rows.reserve(words.size());
  for (Word& word : words) rows.push_back({word.text, std::move(word.texts)});
  return rows;
}

}  // namespace linkspan::abnfc
