// SPDX-License-Identifier: Apache-2.0
#include "common/suggestions.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace linkspan::command {
namespace {

size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_word(std::string_view given, const std::vector<std::string>& words) {
  std::string nearest;
  size_t nearest_distance = 3;  // a suggestion with a greater distance would be a guess
  for (const std::string& word : words) {
    const size_t distance = edit_distance(given, word);
    if (distance < nearest_distance) {
      nearest = word;
      nearest_distance = distance;
    }
  }
  return nearest;
}

}  // namespace linkspan::command
