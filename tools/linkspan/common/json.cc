// SPDX-License-Identifier: Apache-2.0
#include "common/json.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>

#include "base/printable.h"
#include "common/text_values.h"

namespace linkspan::command {
namespace {

void append_json_special(std::string& out, char32_t code_point, std::string_view bytes) {
  switch (code_point) {
    case '"':
      out += "\\\"";
      break;
    case '\\':
      out += "\\\\";
      break;
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      if (base::is_control(code_point)) {
        fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(code_point));
      } else {
        out += bytes;
      }
  }
}

constexpr size_t kEscapeLength = 6;  // \uXXXX

// The code unit of the escape \uXXXX at this place; nothing if there is none.
std::optional<uint16_t> escaped_unit(std::string_view json, size_t at) {
  if (json.size() - at < kEscapeLength || json.substr(at, 2) != "\\u") return std::nullopt;
  uint16_t unit = 0;
  const char* const end = json.data() + at + kEscapeLength;
  const auto [stopped_at, error] = std::from_chars(json.data() + at + 2, end, unit, 16);
  if (error != std::errc() || stopped_at != end) return std::nullopt;
  return unit;
}

bool is_high_surrogate(uint16_t unit) { return (unit & 0xFC00u) == 0xD800u; }
bool is_low_surrogate(uint16_t unit) { return (unit & 0xFC00u) == 0xDC00u; }

}  // namespace

void append_json_string(std::string& out, std::string_view text) {
  out += '"';
  append_utf8(out, text, '"', '\\', append_json_special);
  out += '"';
}

bool may_hold_surrogates(std::string_view json) {
  const void* const escape = std::memchr(json.data(), '\\', json.size());
  if (escape == nullptr) return false;
  json.remove_prefix(static_cast<size_t>(static_cast<const char*>(escape) - json.data()));
  return json.find("\\ud") != json.npos || json.find("\\uD") != json.npos;
}

void replace_lone_surrogates(std::string& json) {
  for (size_t at = json.find('\\'); at < json.size(); at = json.find('\\', at)) {
    const std::optional<uint16_t> unit = escaped_unit(json, at);
    if (!unit) {
      at += 2;
      continue;
    }
    const size_t after = at + kEscapeLength;
    if (is_high_surrogate(*unit) && after < json.size() &&
        is_low_surrogate(escaped_unit(json, after).value_or(0))) {
      at = after + kEscapeLength;
      continue;
    }
    if (is_high_surrogate(*unit) || is_low_surrogate(*unit)) {
      json.replace(at, kEscapeLength, "\\uFFFD");
    }
    at = after;
  }
}

}  // namespace linkspan::command
