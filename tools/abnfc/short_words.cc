// SPDX-License-Identifier: Apache-2.0
#include "abnfc/short_words.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <tuple>

#include "base/short_words.h"

namespace linkspan::abnfc {
namespace {

struct Word {
  uint64_t packed = 0;
  uint8_t value = 0;
};

void collect(const base::WordDfa& words, std::vector<Word>& found, int state = 0,
             uint64_t packed = 0, unsigned size = 0) {
  if (words.value[state] != 0) found.push_back({packed, words.value[state]});
  if (size == base::kLongestShortWord) return;
  for (uint16_t edge = words.first_edge[state]; edge < words.first_edge[state + 1]; ++edge) {
    const uint8_t byte = words.edge_byte[edge];
    if (byte >= 0x80) continue;
    collect(words, found, words.edge_target[edge], packed | uint64_t{byte} << (8 * size), size + 1);
  }
}

class TableBuilder {
 public:
  TableBuilder(size_t slots, size_t buckets) {
    table_.words.resize(slots);
    table_.values.resize(slots);
    table_.steps.resize(buckets);
  }

  std::optional<ShortWordTable> build(std::vector<Word> words) {
    std::vector<size_t> sizes(table_.steps.size());
    for (const Word& word : words) ++sizes[bucket_of(word)];
    const auto order_of = [&](const Word& word) {
      const size_t bucket = bucket_of(word);
      return std::tuple(std::numeric_limits<size_t>::max() - sizes[bucket], bucket, word.packed);
    };
    std::sort(words.begin(), words.end(),
              [&](const Word& a, const Word& b) { return order_of(a) < order_of(b); });
    for (size_t first = 0; first < words.size();) {
      const size_t bucket = bucket_of(words[first]);
      const Word* const begin = words.data() + first;
      while (!put(begin, begin + sizes[bucket], table_.steps[bucket])) {
        if (++table_.steps[bucket] == 0) return std::nullopt;
      }
      first += sizes[bucket];
    }
    const bool differ =
        std::any_of(words.begin(), words.end(), [](const Word& word) { return word.value != 1; });
    if (!differ) table_.values.clear();
    return table_;
  }

 private:
  size_t bucket_of(const Word& word) const {
    return base::short_word_bucket(base::short_word_hash(word.packed), table_.steps.size());
  }
  size_t slot_of(const Word& word, uint8_t step) const {
    return base::short_word_slot(base::short_word_hash(word.packed), step, table_.words.size());
  }

  // Puts the words into their slots; false, and no change, if one of these is taken.
  bool put(const Word* begin, const Word* end, uint8_t step) {
    for (const Word* word = begin; word != end; ++word) {
      const size_t slot = slot_of(*word, step);
      if (table_.words[slot] != 0) {
        while (word != begin) table_.words[slot_of(*--word, step)] = 0;
        return false;
      }
      table_.words[slot] = word->packed;
      table_.values[slot] = word->value;
    }
    return true;
  }

  ShortWordTable table_;
};

}  // namespace

std::optional<ShortWordTable> make_short_words(const base::WordDfa& words) {
  std::vector<Word> found;
  collect(words, found);
  const size_t slots = std::bit_ceil(found.size() + found.size() / 4);
  const size_t buckets = std::bit_ceil(found.size() / 4 + 1);
  return TableBuilder(std::max<size_t>(slots, 2), std::max<size_t>(buckets, 2)).build(found);
}

}  // namespace linkspan::abnfc
