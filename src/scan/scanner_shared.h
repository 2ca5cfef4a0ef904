// SPDX-License-Identifier: Apache-2.0
// What the files of Scanner share.
#pragma once

#include "base/byte_sets.h"
#include "base/dfa.h"
#include "linkspan/linkspan.h"
#include "scan/syntax/domain.h"
#include "scan/text/window.h"
#include "unicode/properties.h"

namespace linkspan::scan {

inline constexpr uint64_t kMaxLocalPartBytes = 64;
// DEVIATION: RFC 5321, section 4.5.3.1.1, allows 64. After `mailto:` there may be more, as
// programs that send bulk mail put the address of a reader and a key into their own (VERP).
inline constexpr uint64_t kMaxMailtoLocalPartBytes = 1024;

// Before a domain, these say that it is part of something else.
inline constexpr base::AsciiSet kPartOfSomethingElse("@/\\%+");

inline bool is_hard(char32_t code_point) {
  return unicode::properties(code_point).link_term() == unicode::LinkTerm::hard;
}

// Does what begins a path, a query or a port stand after a host that ends at `end`?
inline bool tail_may_follow(const Window& window, uint64_t end) {
  return window.has(end, '/') || window.has(end, '?') || window.has(end, ':');
}

inline bool begins_with_www(const Window& window, const DomainPlaces& domain) {
  return domain.first_label_end - domain.begin == 3 &&
         window.holds(domain.begin, "www") == Answer::yes;
}

// The state after all bytes of the code point at `offset`.
inline base::Dfa::State step_code_point(const base::Dfa& dfa, base::Dfa::State state,
                                        const Window& window, uint64_t offset, uint8_t length) {
  for (uint8_t i = 0; i < length; ++i) state = dfa.step(state, window.byte(offset + i));
  return state;
}

// Why a link ends before what `next` says, by the standard.
EndedBy reason_to_end(const Peek& next);

// Does `<` or `<URL:` stand right before `begin`? White space may follow the label.
bool opens_with_angle_bracket(const Window& window, uint64_t begin);

}  // namespace linkspan::scan
