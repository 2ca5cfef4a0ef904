// SPDX-License-Identifier: Apache-2.0
#include "iri/nfc.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "iri/tables/tables.h"

#ifdef LINKSPAN_WITH_ICU
#include <utf8proc.h>

#include <array>
#include <cassert>
#include <vector>
#endif

namespace linkspan::iri {
namespace {

#ifdef LINKSPAN_WITH_ICU

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

std::u32string nfc_of_utf8proc(std::u32string_view text) {
  CodePoints code_points;
  for (const char32_t c : text) append_decomposed(code_points, c);
  order_marks(code_points);
  const utf8proc_ssize_t count = utf8proc_normalize_utf32(
      code_points.data(), static_cast<utf8proc_ssize_t>(code_points.size()), kCompose);
  assert(count >= 0);
  return {code_points.begin(), code_points.begin() + count};
}

#endif

std::u32string nfc(std::u32string_view text) {
#ifdef LINKSPAN_WITH_ICU
  if (std::all_of(text.begin(), text.end(), is_known_to_utf8proc)) return nfc_of_utf8proc(text);
#endif
  return tables::nfc(text);
}

}  // namespace

bool is_known_to_utf8proc([[maybe_unused]] char32_t c) {
#ifdef LINKSPAN_WITH_ICU
  return utf8proc_category(static_cast<utf8proc_int32_t>(c)) != UTF8PROC_CATEGORY_CN;
#else
  return false;
#endif
}

std::string nfc(std::string_view utf8) {
  if (base::is_all_ascii(utf8)) return std::string(utf8);
  std::string out;
  out.reserve(utf8.size());
  std::u32string text;
  const auto* at = reinterpret_cast<const uint8_t*>(utf8.data());
  for (const auto* const end = at + utf8.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (found.value == base::kIllFormed) {
      out += tables::utf8_of(nfc(text));
      out += static_cast<char>(*at);
      text.clear();
    } else {
      text += found.value;
    }
    at += found.length;
  }
  return out + tables::utf8_of(nfc(text));
}

}  // namespace linkspan::iri
