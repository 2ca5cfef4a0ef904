// SPDX-License-Identifier: Apache-2.0
// The ASCII characters of some rules of grammars/, computed from the automata when this is
// compiled: what reads text backwards, or 64 bytes at a time, needs sets and no automaton.
#pragma once

#include <cstdint>
#include <string_view>

#include "automata/authority.h"
#include "automata/local_part.h"
#include "automata/scheme.h"
#include "base/byte_sets.h"
#include "base/dfa.h"

namespace linkspan::scan {

// The characters that may follow `text` in a match, perhaps with more after them.
constexpr base::AsciiSet characters_after(const base::Dfa& dfa, std::string_view text) {
  base::Dfa::State state = base::Dfa::kStart;
  for (const char c : text) state = dfa.step(state, static_cast<uint8_t>(c));
  base::AsciiSet set;
  for (uint8_t c = 0; c < 0x80; ++c) {
    if (dfa.step(state, c) != base::Dfa::kDead) set.add(c);
  }
  return set;
}

constexpr base::AsciiSet complement(const base::AsciiSet& set) {
  base::AsciiSet others;
  for (uint8_t c = 0; c < 0x80; ++c) {
    if (!set.contains(c)) others.add(c);
  }
  return others;
}

// Schemes (RFC 3986, section 3.1) have a letter and then these.
inline constexpr base::AsciiSet kInScheme = characters_after(automata::kScheme, "a");

// Local parts have these: atext (RFC 5322, section 3.2.3) and the dot. UTS #58 (Link_Email) has the
// same.
inline constexpr base::AsciiSet kInLocalPart = characters_after(automata::kLocalPart, "a");

inline constexpr uint64_t kMaxLocalPartBytes = 64;
// DEVIATION: RFC 5321, section 4.5.3.1.1, allows 64. After `mailto:` there may be more, as programs
// that send bulk mail put the address of a reader and a key into their own (VERP).
inline constexpr uint64_t kMaxMailtoLocalPartBytes = 1024;

// Of these, those that people put around addresses, or between them.
inline constexpr base::AsciiSet kAroundAddresses("{}|`*/");

// These end every authority, with user information or without.
inline constexpr base::AsciiSet kEndsAuthority =
    complement(characters_after(automata::kAuthority, ""));

}  // namespace linkspan::scan
