// SPDX-License-Identifier: Apache-2.0
#include "render/text_colours.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/ascii.h"

namespace linkspan::render {
namespace {

constexpr unsigned kConceal = 8;
constexpr unsigned kLast = 107;  // the last known parameter: a bright background
constexpr unsigned kLastOfColour = 255;
constexpr unsigned kTooLarge = 1000;

struct Parameter {
  unsigned value = 0;            // 0 if omitted
  bool belongs_to_last = false;  // after a colon
};

std::vector<Parameter> parameters_of(std::string_view text) {
  std::vector<Parameter> parameters(1);
  for (const char c : text) {
    if (base::is_ascii_digit(static_cast<unsigned char>(c))) {
      unsigned& value = parameters.back().value;
      value = std::min(value * 10 + static_cast<unsigned>(c - '0'), kTooLarge);
    } else {
      parameters.push_back({0, c == ':'});
    }
  }
  return parameters;
}

// The colour of the text, of its background, or of its underline.
bool begins_colour(unsigned value) { return value == 38 || value == 48 || value == 58; }

// How many parameters after 38, 48 or 58 name the colour: 5 and a number, 2 and three numbers.
size_t size_of_colour(unsigned kind) { return kind == 5 ? 2 : kind == 2 ? 4 : 0; }

}  // namespace

bool is_harmless_sgr(std::string_view sequence) {
  constexpr size_t kAround = 3;  // ESC [ m
  if (sequence.size() < kAround) return false;
  const std::vector<Parameter> parameters =
      parameters_of(sequence.substr(2, sequence.size() - kAround));
  size_t of_colour = 0;  // the number of following parameters
  for (size_t i = 0; i < parameters.size(); ++i) {
    const auto [value, belongs_to_last] = parameters[i];
    if (of_colour > 0 || belongs_to_last) {
      if (value > kLastOfColour) return false;
      of_colour -= of_colour > 0 ? 1 : 0;
      continue;
    }
    if (value == kConceal || value > kLast) return false;
    const bool has_colour = begins_colour(value) && i + 1 < parameters.size();
    if (has_colour) of_colour = size_of_colour(parameters[i + 1].value);
  }
  return true;
}

}  // namespace linkspan::render
