// SPDX-License-Identifier: Apache-2.0
// The text before and after a domain that makes it part of something else (docs/rules.md).
//
//   info (at) example.org, b->info.id, file:notes.org    not a domain because of the text before it
//   example[.]com, https://user:${TOKEN}@example.com     not a host because of the text after it
//
// Functions that read ahead return Answer::unknown if the window ends too early. None reads more
// than kContext bytes back.
//
// Guarded by tests/scan/explain_test.cc and the corpus.
#pragma once

#include <cstdint>

#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// Does the text before the run [begin, run_end) allow a domain there? `link_end`: where the last
// link ended; after a slash or a plus there, the next of a row begins.
bool text_before_allows_domain(const Window& window, uint64_t begin, uint64_t run_end,
                               uint64_t link_end, Style style);

// lib/foo.pl, /usr/bin/x.sh: is a domain that begins here part of a path, whatever it is? Two
// slashes may begin a reference, and one after a link the next site of a row.
inline bool is_in_path(const Window& window, uint64_t begin, uint64_t link_end) {
  return begin > window.begin + 1 && begin - 1 != link_end && window.byte(begin - 1) == '/' &&
         window.byte(begin - 2) != '/';
}

// client 10.0.0.1:50700, from 10.0.0.1:50700, "remote_address":"10.0.0.1:50700",
// [AF_INET]10.0.0.1:…: does the text before `begin` name the other end of a connection?
bool names_peer(const Window& window, uint64_t begin);

// joe(dot)doe@example.org, ${user}s@example.org: does a dot or an `@` that was made harmless, or a
// placeholder, precede `begin`?
bool name_in_brackets_precedes(const Window& window, uint64_t begin);
inline bool is_after_name_in_brackets(const Window& window, uint64_t begin) {
  static constexpr base::AsciiSet kLast(")]}>-.");  // PERF: of nearly no name
  if (begin < window.begin + 2) return false;
  const uint8_t last = window.byte(begin - 1);
  const bool may_follow =
      kLast.contains(last) || (last == ' ' && kLast.contains(window.byte(begin - 2)));
  return may_follow && name_in_brackets_precedes(window, begin);
}

// Does a dot follow that somebody has made harmless, so that nothing is opened? example[.]com
Answer harmless_dot_follows(const Window& window, uint64_t end);

// Does a password follow, with characters that no password may have, and an `@`, at `at`?
// https://user:${TOKEN}@example.com
Answer password_follows(const Window& window, uint64_t begin, uint64_t& at);

}  // namespace linkspan::scan
