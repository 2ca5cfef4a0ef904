// SPDX-License-Identifier: Apache-2.0
#include "common/option_values.h"

#include <algorithm>
#include <charconv>
#include <system_error>

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

}  // namespace linkspan::command
