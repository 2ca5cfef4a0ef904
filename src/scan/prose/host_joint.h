// SPDX-License-Identifier: Apache-2.0
// Joints: characters at which the scanner ends a host and a reader does not. They are invisible, or
// look like the hyphen, a dot, an `@` or a slash.
//
//   https://pay<U+200B>pal.com/   no link: neither https://pay nor pal.com
//   my<U+2010>bank.com            no link: not bank.com
//   example.com–text              example.com: the text after it is not the rest of a host
//   сайт<U+200F>example.com       example.com: the word before is in another script
//
// A link to a half would have another destination than the reader sees. Invisible characters are
// those of Default_Ignorable_Code_Point, and controls of a terminal; the others have the skeleton
// `-` or `.` in confusables.txt (UTS #39), a compatibility decomposition to `-`, `.` or `@`, or are
// look-alikes of `/`. The em dash only joins a label to the rest of a host after a scheme, and
// U+2026 has a rule of its own (`cut_host`).
//
// Guarded by the corpus (corpus/not_to_open.txt) and tests/scan/linear_test.cc.
#pragma once

#include <cstdint>

#include "base/byte_sets.h"
#include "scan/syntax/run_characters.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// ASCII characters that no host has, and that separate no words: http://exa%mple.example.org/
inline constexpr base::AsciiSet kSignsInHost("%$&+=~*^!\a");

// ${user}, {sub}, %(name)s: what begins a placeholder, and what may close one.
inline constexpr base::AsciiSet kBeginsPlaceholder("{$%");
inline constexpr base::AsciiSet kClosingBrackets(")]}>");

// Does the text before `begin`, where a domain or a local part would begin, belong to it for a
// reader? It reads a few characters back.
bool is_after_joint(const Window& window, uint64_t begin);

// What follows a host that ends at `end`, with its final dots.
struct RestOfHost {
  Answer follows;
  uint64_t end;  // of the rest, if it follows
};

// May the host that ends here be complete? One label, or a last label that is not a top-level
// domain, is not. After a dot, a sentence may begin.
enum class HostSoFar : uint8_t { may_be_whole, has_final_dot, is_part };

// ${user}s@example.org, {sub}x.example.org, [user]-x@example.org: does the text before `begin`, a
// word in brackets, stand for a part of the name that begins there? Not in `\textbf{Mail}joe@x`.
bool is_after_placeholder(const Window& window, uint64_t begin);

// https://a{b}c.example.org/, https://a${b}.example.org/: does a word in brackets follow the first
// part of a host, and then the rest of it?
RestOfHost placeholder_in_host(const Window& window, uint64_t end);

// http://example.***/: is the label after the dot masked, and does a path follow it?
Answer masked_label_follows(const Window& window, uint64_t begin);

// Does the rest of the host follow, after a joint? It reads 256 bytes at most.
// joe@example.org=⏎, example.org*): does white space or punctuation follow the sign at `end`?
inline bool sign_ends_host(const Window& window, uint64_t end) {
  if (end + 1 >= window.end || window.byte(end) >= 0x80) return false;
  const uint8_t next = window.byte(end + 1);
  return next < 0x80 && !kSignsInHost.contains(next) && !may_stand_in_plain_run(next);
}
RestOfHost read_rest_of_host(const Window& window, uint64_t end, HostSoFar host);
inline RestOfHost find_rest_of_host(const Window& window, uint64_t end, HostSoFar host) {
  const bool is_apart = end < window.end && window.byte(end) < 0x80 &&
                        !kSignsInHost.contains(window.byte(end));  // PERF: true of nearly all
  if (is_apart || sign_ends_host(window, end)) return {Answer::no, end};
  return read_rest_of_host(window, end, host);
}

}  // namespace linkspan::scan
