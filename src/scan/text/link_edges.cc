// SPDX-License-Identifier: Apache-2.0
#include "scan/text/link_edges.h"

#include <string_view>

namespace linkspan::scan {

EndedBy reason_to_end(const Peek& next) {
  if (next.state == Peek::State::end_of_text) return EndedBy::end_of_text;
  switch (unicode::properties(next.code_point.value).link_term()) {
    case unicode::LinkTerm::open:
    case unicode::LinkTerm::close:
      return EndedBy::bracket;
    case unicode::LinkTerm::soft:
      return EndedBy::soft;
    default:
      return EndedBy::hard;
  }
}

bool opens_with_angle_bracket(const Window& window, uint64_t begin) {
  constexpr std::string_view kLabel = "<url:";
  const uint64_t floor = window.back_to(begin, 0, 16);
  if (begin > floor && window.byte(begin - 1) == '<') return true;
  while (begin > floor && base::is_ascii_white_space(window.byte(begin - 1))) --begin;
  return begin - floor >= kLabel.size() &&
         window.holds(begin - kLabel.size(), kLabel) == Answer::yes;
}

}  // namespace linkspan::scan
