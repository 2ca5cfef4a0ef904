// Where a text stops to be an IRI.
#include <algorithm>
#include <array>

#include "automata/iri_grammars.h"
#include "base/dfa.h"
#include "iri/parse.h"

namespace linkspan::iri {
namespace {

constexpr const base::Dfa& kDfa = automata::kIriGrammars;

constexpr size_t kStateCount = automata::kIriGrammars.state_count;

// For each state the grammars that the text can still become, as bits.
using Hopes = std::array<uint8_t, kStateCount>;

// What a state accepts, and what the states after it can become, until nothing is new.
Hopes find_hopes() {
  Hopes hopes{};
  std::copy_n(kDfa.accepts, kStateCount, hopes.begin());
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (size_t state = kStateCount; state-- > 0;) {
      uint8_t hope = hopes[state];
      const uint16_t* const row = kDfa.next + state * kDfa.class_count;
      for (size_t i = 0; i < kDfa.class_count; ++i) hope |= hopes[row[i]];
      is_new = is_new || hope != hopes[state];
      hopes[state] = hope;
    }
  }
  return hopes;
}

bool is_viable(base::Dfa::State state, Grammar grammar) {
  static const Hopes hopes = find_hopes();
  return (hopes[state] >> static_cast<unsigned>(grammar) & 1) != 0;
}

}  // namespace

size_t viable_length(std::string_view text, Grammar grammar) {
  base::Dfa::State state = base::Dfa::start();
  size_t start = 0;  // of the code point that is read
  for (size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<uint8_t>(text[i]) & 0xC0) != 0x80) start = i;
    state = kDfa.step(state, static_cast<uint8_t>(text[i]));
    if (!is_viable(state, grammar)) return start;
  }
  return text.size();
}

Error parse_error(std::string_view text, Grammar grammar) {
  return {ErrorCode::syntax, viable_length(text, grammar), "this is not an IRI"};
}

}  // namespace linkspan::iri
