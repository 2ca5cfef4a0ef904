// SPDX-License-Identifier: Apache-2.0
// The start of the run of host characters around a dot (docs/scanning.md, section 5).
//
// In prose, a label in Latin letters begins where another script ends, and text that languages join
// to a domain is not part of it (docs/rules.md):
//
//   请看example.com      example.com: the script changes
//   请在12306.cn买       12306.cn: after a script without spaces, the digits
//   网址是例子.中国       例子.中国: a word that announces the domain
//   ku-www.example.org  www.example.org: a prefix of Zulu
//
// Guarded by the corpus and the reference scanner.
#pragma once

#include <cstdint>

#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// It is not before `floor`, nor more than kMaxFirstLabelBytes and a character before the dot.
uint64_t start_of_run(const Window& window, uint64_t dot, uint64_t floor, Style style);

// Is `www` before the dot?
inline bool is_after_www(const Window& window, uint64_t dot) {
  if (dot < window.begin + 3 || (window.byte(dot - 1) | 0x20) != 'w') return false;
  return window.holds(dot - 3, "www") == Answer::yes;
}

// Or after it? PERF: the bytes beside most dots say no at once.
inline bool is_beside_www(const Window& window, uint64_t dot) {
  if (is_after_www(window, dot)) return true;
  return dot + 1 < window.end && (window.byte(dot + 1) | 0x20) == 'w' &&
         window.holds(dot + 1, "www.") != Answer::no;
}

}  // namespace linkspan::scan
