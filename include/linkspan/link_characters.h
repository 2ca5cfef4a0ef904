// SPDX-License-Identifier: Apache-2.0
// link_characters.h: the characters without which a text has no link. A caller that holds text in
// another form than UTF-8 can look for them first, and convert only the texts that have one.
//
//   "Er kommt. Später: nichts"    a dot and a colon, each before a space: not a link
//   "siehe tür.example"           a dot before a letter: the scanner decides
//   "例え。テスト"                  an ideographic full stop: the scanner decides
//
// Guarded by static_asserts in src/scan, by tests/scan/trigger_test.cc, and by
// tests/python/test_prefilter.py.
#pragma once

#include <string_view>

namespace linkspan {

// Every link of an Engine has a colon, an `@`, or a dot between two labels; the dots are those of
// UTS #46, section 2.3. A colon, an `@` or an ASCII dot counts only if a character above U+0020
// follows it. This does not hold for links by rules of one's own (rules.h).
inline constexpr std::u32string_view kLinkCharacters = U":@.\u3002\uFF0E\uFF61";

// In profiles prose and code, an escape may stand for one of these characters, or separate it from
// the character that follows it (docs/scanning.md, section 11). Every such escape has one of these,
// and a character above U+0020 after it.
inline constexpr std::u32string_view kEscapeCharacters = U"\\&\x1B";

}  // namespace linkspan
