// SPDX-License-Identifier: Apache-2.0
#include "iri/nfc.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "base/utf8.h"

namespace linkspan::iri {
namespace {

using CodePoints = std::vector<utf8proc_int32_t>;

// The longest canonical decomposition of a code point has four; there is room for longer ones.
constexpr size_t kDecompositionRoom = 16;

constexpr auto kDecompose = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_STABLE);
constexpr auto kCompose = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);

utf8proc_propval_t combining_class(utf8proc_int32_t code_point) {
  return utf8proc_get_property(code_point)->combining_class;
}

void append_decomposed(CodePoints& out, char32_t code_point) {
  std::array<utf8proc_int32_t, kDecompositionRoom> parts;
  const utf8proc_ssize_t count = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(code_point), parts.data(), parts.size(), kDecompose, nullptr);
  assert(count >= 0 && static_cast<size_t>(count) <= parts.size());
  out.insert(out.end(), parts.begin(), parts.begin() + count);
}

// The canonical ordering algorithm (Unicode 17, D109): runs of marks, sorted by their class.
void order_marks(CodePoints& code_points) {
  const auto is_mark = [](utf8proc_int32_t c) { return combining_class(c) != 0; };
  for (auto at = code_points.begin(); at != code_points.end();) {
    at = std::find_if(at, code_points.end(), is_mark);
    const auto end = std::find_if_not(at, code_points.end(), is_mark);
    std::stable_sort(at, end, [](utf8proc_int32_t left, utf8proc_int32_t right) {
      return combining_class(left) < combining_class(right);
    });
    at = end;
  }
}

// `code_points` are decomposed; leaves them empty.
void append_composed(std::string& out, CodePoints& code_points) {
  order_marks(code_points);
  const utf8proc_ssize_t count = utf8proc_normalize_utf32(
      code_points.data(), static_cast<utf8proc_ssize_t>(code_points.size()), kCompose);
  assert(count >= 0);
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    std::array<utf8proc_uint8_t, 4> bytes;
    const utf8proc_ssize_t length = utf8proc_encode_char(code_points[i], bytes.data());
    out.append(reinterpret_cast<const char*>(bytes.data()), static_cast<size_t>(length));
  }
  code_points.clear();
}

}  // namespace

std::string nfc(std::string_view utf8) {
  if (std::all_of(utf8.begin(), utf8.end(), [](char c) { return static_cast<uint8_t>(c) < 0x80; }))
    return std::string(utf8);
  std::string out;
  out.reserve(utf8.size());
  CodePoints code_points;
  const auto* at = reinterpret_cast<const uint8_t*>(utf8.data());
  for (const auto* end = at + utf8.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (found.value == base::kIllFormed) {
      append_composed(out, code_points);
      out += static_cast<char>(*at);
    } else {
      append_decomposed(code_points, found.value);
    }
    at += found.length;
  }
  append_composed(out, code_points);
  return out;
}

}  // namespace linkspan::iri
