// SPDX-License-Identifier: Apache-2.0
#include "document/visible.h"

#include "base/literal_joint.h"
#include "base/utf8.h"
#include "linkspan/document.h"
#include "unicode/properties.h"

namespace linkspan::document {
namespace {

// Where a line ends (UAX #14: LF, CR, BK and NL).
constexpr bool is_break(char32_t c) {
  return (c >= '\n' && c <= '\r') || c == 0x85 || c == 0x2028 || c == 0x2029;
}

}  // namespace

void append_visible(std::string_view text, uint64_t begin, std::vector<Range>& visible) {
  const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
  uint64_t piece = 0;  // the start of the visible piece, and
  uint64_t end = 0;    // the end of its last character that is not white space
  bool is_broken = false;
  const bool has_literals = text.find('"') != text.npos || text.find('\'') != text.npos;
  for (uint64_t at = 0; at < text.size();) {
    const size_t joint = has_literals ? base::literal_joint_size(text.substr(at)) : 0;
    if (joint > 0) {
      at += joint;
      is_broken = true;
      continue;
    }
    const base::CodePoint here =
        base::decode(bytes + at, bytes + text.size(), base::Text::complete);
    const bool is_space = unicode::properties(here.value).is_white_space();
    is_broken |= is_break(here.value);
    if (!is_space && is_broken) {
      if (piece < end) visible.push_back({begin + piece, begin + end});
      piece = at;
      is_broken = false;
    }
    at += here.length;
    if (!is_space) end = at;
  }
  if (!is_broken) end = text.size();
  if (piece < end) visible.push_back({begin + piece, begin + end});
}

}  // namespace linkspan::document

std::string linkspan::visible_text(const Link& link) {
  std::vector<Range> visible;
  document::append_visible(link.text, 0, visible);
  std::string text;
  for (const Range& range : visible) text += range.text(link.text);
  return text;
}
