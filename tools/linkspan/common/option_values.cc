// SPDX-License-Identifier: Apache-2.0
#include "common/option_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <numeric>
#include <system_error>
#include <utility>

namespace linkspan::command {

uint32_t parse_number(const char* option, const std::string& given, const char* what,
                      uint32_t least, uint32_t most, uint32_t otherwise) {
  if (given.empty()) return otherwise;
  uint32_t value = 0;
  const char* const end = given.data() + given.size();
  const auto [stopped_at, error] = std::from_chars(given.data(), end, value);
  if (error != std::errc() || stopped_at != end || value < least || value > most) {
    throw WrongUsage{fmt::format("{} '{}' is not a number of {} from {} to {}", option, given, what,
                                 least, most)};
  }
  return value;
}

std::vector<std::string> split_list(const char* option, const std::string& list,
                                    const char* example) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= list.size();) {
    const size_t comma = std::min(list.find(',', at), list.size());
    parts.push_back(list.substr(at, comma - at));
    if (parts.back().empty()) {
      throw WrongUsage{
          fmt::format("{} '{}' has an empty name in it; a list is {}", option, list, example)};
    }
    at = comma + 1;
  }
  return parts;
}

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
