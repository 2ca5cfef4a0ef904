// SPDX-License-Identifier: Apache-2.0
// Links that a line break or the end of a string literal divides. Where the wrapping is certain
// they are joined; else no half of a host is a host of its own.
//
//   'https://cloud.r-⏎project.example.org/a'        the end of one line, the start of the next
//   …%2Fwww.⏎> shop.example.org%2F                  the same in quoted mail
//   "https://importlib-"⏎"resources.example.io/a"   two literals of one string
//   See http://example.org.⏎example.com is new      two hosts: a sentence ends between them
//
// Certain is: within angle brackets (RFC 3986, appendix C) or the same quotes, and literals of one
// string.
//
// Guarded by the corpus and tests/scan/stream_test.cc.
#pragma once

#include <array>
#include <cstdint>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "scan/syntax/tlds.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// Does the text that begins at `begin` continue a link that is unfinished where the line before it,
// or the string literal before it, ends?
bool may_continue_link(const Window& window, uint64_t begin, const TopLevelDomains& tlds);
inline bool continues_unfinished_link(const Window& window, uint64_t begin,
                                      const TopLevelDomains& tlds) {
  // PERF: nearly all domains follow a space after a word, or a bracket.
  static constexpr base::AsciiSet kBefore(" \t>|#*/;\"'\n\r");
  static constexpr base::AsciiSet kFurther(" \t>|#*/;\"'\n\r+.&\\");
  if (begin < window.begin + 2) return false;
  const uint8_t before = window.byte(begin - 1);
  const uint8_t further = window.byte(begin - 2);
  if (before >= 0x80 || !kBefore.contains(before)) return false;
  if (before >= ' ' && (further >= 0x80 || !kFurther.contains(further))) return false;
  return may_continue_link(window, begin, tlds);
}

// Does a line or a string literal end at `end`, and text that could be the rest of a host begin the
// next one? Perhaps only if two literals do, in two lines.
enum class LineJoint : uint8_t { any, literals_in_lines };
Answer rest_of_host_begins_line(const Window& window, uint64_t end, const TopLevelDomains& tlds,
                                LineJoint joint = LineJoint::any);

// The link that is joined from its start and the text after one joint or several.
struct JoinedLink {
  static constexpr unsigned kMostJoints = 8;
  Answer is_joined = Answer::no;
  uint64_t end = 0;
  unsigned joints = 0;
  std::array<uint64_t, kMostJoints> joint_begin = {};
  std::array<uint64_t, kMostJoints> joint_end = {};
};

// What divides the link at the first joint.
enum class Divided : uint8_t { host, path };

// Joins the link whose first line or literal ends at `at`, up to `closing`: the partner of the
// bracket or quotation mark right before the link.
JoinedLink join_lines(const Window& window, uint64_t at, char32_t closing, Divided divided);

// Does the link probably continue after this character, if its line ends? Not after `=`, which may
// be a soft line break (RFC 2045, section 6.7).
constexpr bool must_continue_after(uint8_t byte) {
  return byte == '-' || byte == '&' || byte == '?' || byte == '%' || byte == '_';
}

}  // namespace linkspan::scan
