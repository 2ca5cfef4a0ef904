// SPDX-License-Identifier: Apache-2.0
// Hosts that a line break or the end of a string literal divides: no half is a host of its own.
//
//   'https://cloud.r-⏎project.example.org/a'        the end of one line, the start of the next
//   …%2Fwww.⏎> shop.example.org%2F                  the same in quoted mail
//   "https://importlib-"⏎"resources.example.io/a"   two literals of one string
//   See http://example.org.⏎example.com is new      two hosts: a sentence ends between them
//
// Guarded by the corpus and tests/stream_test.cc.
#pragma once

#include <cstdint>

#include "scan/syntax/tlds.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// Does the text that begins at `begin` continue a link that is unfinished where the line before it,
// or the string literal before it, ends?
bool continues_unfinished_link(const Window& window, uint64_t begin, const TopLevelDomains& tlds);

// Does a line or a string literal end at `end`, and text that could be the rest of a host begin the
// next one? Perhaps only if two literals do, in two lines.
enum class LineJoint : uint8_t { any, literals_in_lines };
Answer rest_of_host_begins_line(const Window& window, uint64_t end, const TopLevelDomains& tlds,
                                LineJoint joint = LineJoint::any);

}  // namespace linkspan::scan
