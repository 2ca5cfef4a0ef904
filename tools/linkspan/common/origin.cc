// SPDX-License-Identifier: Apache-2.0
#include "common/origin.h"

#include <fmt/format.h>

namespace linkspan::command {

std::string place_in_source(const Origin& origin) {
  if (origin.record_begin) return origin.record;
  std::string place = origin.field.empty() ? origin.part : origin.field;
  if (origin.page > 0) place += fmt::format("{}page {}", place.empty() ? "" : ":", origin.page);
  if (origin.message == 0) return place;
  return fmt::format("{}{}{}", origin.message, place.empty() ? "" : "/", place);
}

}  // namespace linkspan::command
