// SPDX-License-Identifier: Apache-2.0
// The properties of a code point that the scanner needs, from one table lookup.
//
//   properties(U'。').link_term() == LinkTerm::soft        a link does not end with it
//   properties(U'Ａ').is_host(), host_fold(U'Ａ') == U'a'  allowed in a host, as an `a`
//   properties(0x110000).link_term() == LinkTerm::hard     not a code point: only Hard
//
// A property word of 16 bits holds Link_Term and eleven boolean properties. There are only about 60
// different words, so the table, packed in three stages, has a byte per code point; ASCII has an
// array of words, which stays in the cache. The tables are generated and committed, because
// Link_Term is needed for a newer Unicode version than the installed ICU has: tools/unigen derives
// them from the Unicode Character Database.
//
// Sources: UTS #58 (Link_Term, Link_Bracket, Link_Email), UTS #46 (host), UAX #44 (the others),
// UAX #24 (scripts), UAX #11 (East Asian width). Guarded by tests/scan/unicode_test.cc: every code
// point against the published files of UTS #58, and against ICU where ICU knows it.
#pragma once

#include <cstdint>
#include <string_view>

#include "unicode/properties_names.inc"

namespace linkspan::unicode {

// The version of the Unicode Standard that the tables are made from.
inline constexpr std::string_view kUnicodeVersion = LINKSPAN_UNICODE_VERSION;

// UTS #58, Link_Term: the effect of a character on a link that contains it.
enum class LinkTerm : uint8_t {
  include,  // belongs to the link
  soft,     // belongs to the link if a character that does follows
  hard,     // ends it
  open,     // an opening bracket
  close,    // a closing bracket: ends it without its partner
};

// The scripts of the Unicode Standard: unknown, common, inherited, then the alphabet.
enum class Script : uint8_t {
#define LINKSPAN_ENUMERATOR(name, long_name) name,
  LINKSPAN_UNICODE_SCRIPTS(LINKSPAN_ENUMERATOR)
#undef LINKSPAN_ENUMERATOR
};

class Properties {
 public:
  constexpr explicit Properties(uint16_t bits) noexcept : bits_(bits) {}

  constexpr LinkTerm link_term() const noexcept { return static_cast<LinkTerm>(bits_ & kTermMask); }

  // UTS #58, Link_Email: allowed in the local part of an address.
  constexpr bool is_link_email() const noexcept { return has(Bit::link_email); }

  // UTS #46, nontransitional, with UseSTD3ASCIIRules: allowed in a label, also after mapping. In
  // ASCII these are letters, digits and hyphen; label separators are not host characters in any of
  // their forms. Some valid characters, such as U+201C or U+3001, are not part of names for a
  // careful reader: check link_term() too.
  constexpr bool is_host() const noexcept { return has(Bit::host); }

  // UTS #46, status ignored: allowed in a label, and removed from it (U+00AD, U+200B, U+FE0F).
  constexpr bool is_host_ignored() const noexcept { return has(Bit::host_ignored); }

  constexpr bool is_white_space() const noexcept { return has(Bit::white_space); }
  constexpr bool is_default_ignorable() const noexcept { return has(Bit::default_ignorable); }
  constexpr bool is_bidi_control() const noexcept { return has(Bit::bidi_control); }

  // By General_Category: L*, M*, Nd, P*.
  constexpr bool is_letter() const noexcept { return has(Bit::letter); }
  constexpr bool is_mark() const noexcept { return has(Bit::mark); }
  constexpr bool is_digit() const noexcept { return has(Bit::digit); }
  constexpr bool is_punctuation() const noexcept { return has(Bit::punctuation); }

  // East_Asian_Width is Wide or Fullwidth.
  constexpr bool is_east_asian_wide() const noexcept { return has(Bit::east_asian_wide); }

  constexpr bool operator==(const Properties&) const noexcept = default;

 private:
  // INVARIANT: the same bits as in tools/unigen/properties.mjs.
  static constexpr uint16_t kTermMask = 7;
  enum class Bit : uint16_t {
    link_email = 1 << 3,
    host = 1 << 4,
    host_ignored = 1 << 5,
    white_space = 1 << 6,
    default_ignorable = 1 << 7,
    bidi_control = 1 << 8,
    letter = 1 << 9,
    mark = 1 << 10,
    digit = 1 << 11,
    punctuation = 1 << 12,
    east_asian_wide = 1 << 13,
  };

  constexpr bool has(Bit bit) const noexcept { return (bits_ & static_cast<uint16_t>(bit)) != 0; }

  uint16_t bits_;
};

inline constexpr char32_t kMaxCodePoint = 0x10FFFF;

namespace tables {

extern const uint16_t kAsciiProperties[128];
extern const uint16_t kPropertyClasses[];
extern const uint8_t kPropertyRoots[];
extern const uint8_t kPropertyLeaves[];
extern const uint8_t kScriptRoots[];
extern const uint8_t kScriptLeaves[];
#ifdef LINKSPAN_SMALL_TABLES
extern uint16_t* const kPropertyBranches;
extern uint16_t* const kScriptBranches;
#else
extern const uint16_t kPropertyBranches[];
extern const uint16_t kScriptBranches[];
#endif

// The number of a code point in a table of three stages: leaves of 2^4 code points, branches of 2^5
// leaves (tools/unigen/stages.mjs). REQUIRES: c <= kMaxCodePoint. SAFETY: unigen looks up every
// code point in the tables that it writes, so every index is in its array.
template <class Leaf>
inline Leaf look_up(const uint8_t* roots, const uint16_t* branches, const Leaf* leaves,
                    char32_t c) noexcept {
  const uint32_t leaf = branches[uint32_t{roots[c >> 9]} << 5 | (c >> 4 & 31)];
  return leaves[leaf << 4 | (c & 15)];
}

// The properties without the fast path for ASCII. REQUIRES: c <= kMaxCodePoint.
inline Properties staged_properties(char32_t c) noexcept {
  return Properties(
      kPropertyClasses[look_up(kPropertyRoots, kPropertyBranches, kPropertyLeaves, c)]);
}

}  // namespace tables

inline Properties properties(char32_t c) noexcept {
  if (c < 0x80) return Properties(tables::kAsciiProperties[c]);
  if (c > kMaxCodePoint) return Properties(static_cast<uint16_t>(LinkTerm::hard));
  return tables::staged_properties(c);
}

// Script (not Script_Extensions) of a code point; unknown if it is unassigned.
inline Script script(char32_t c) noexcept {
  if (c < 0x80) {
    return Properties(tables::kAsciiProperties[c]).is_letter() ? Script::latin : Script::common;
  }
  if (c > kMaxCodePoint) return Script::unknown;
  return static_cast<Script>(
      tables::look_up(tables::kScriptRoots, tables::kScriptBranches, tables::kScriptLeaves, c));
}

// UTS #58, Link_Bracket: the opening bracket of a closing one; 0 for other characters.
char32_t link_bracket(char32_t closer) noexcept;

// The one code point that UTS #46 maps this one to: lower case, full width to ASCII, and the like.
// The code point itself if it is mapped to nothing or to several (U+FB00), or has no mapping
// (U+00DF: nontransitional).
char32_t host_fold(char32_t c) noexcept;

}  // namespace linkspan::unicode
