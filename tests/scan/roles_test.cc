// SPDX-License-Identifier: Apache-2.0
// Promise: in uts58 the role of every code point is its Link_Term; prose allows no more characters
// in a link than uts58.

#include "scan/text/roles.h"

#include <gtest/gtest.h>

#include "unicode/properties.h"

namespace linkspan::scan {
namespace roles_test {

TEST(Roles, OfUts58MatchLinkTerm) {
  for (char32_t c = 0; c <= 0x110000; ++c) {
    const unicode::LinkTerm term = unicode::properties(c).link_term();
    const Role role = role_of(c, Style::uts58);
    ASSERT_EQ(role == Role::include, term == unicode::LinkTerm::include) << std::hex << uint32_t{c};
    ASSERT_EQ(role == Role::soft, term == unicode::LinkTerm::soft) << std::hex << uint32_t{c};
    ASSERT_EQ(role == Role::stop, term == unicode::LinkTerm::hard) << std::hex << uint32_t{c};
    ASSERT_EQ(role == Role::open, term == unicode::LinkTerm::open) << std::hex << uint32_t{c};
    ASSERT_EQ(role == Role::close, term == unicode::LinkTerm::close) << std::hex << uint32_t{c};
  }
}

TEST(Roles, OfProseIncludeOnlyCharactersIncludedInUts58) {
  for (char32_t c = 0; c <= 0x110000; ++c) {
    if (role_of(c, Style::prose) != Role::include) continue;
    ASSERT_EQ(role_of(c, Style::uts58), Role::include) << std::hex << uint32_t{c};
  }
}

TEST(Roles, OfProseMatchTheExamples) {
  for (const char32_t c : U"aZ09-._~/?#=&%+@éßж日本語한ไทย🎉\u200D\uFE0F") {
    if (c == 0 || c == '.' || c == '?') continue;
    EXPECT_EQ(role_of(c, Style::prose), Role::include) << std::hex << uint32_t{c};
  }
  for (const char32_t c : U"\"<>\\`|。，！：；、「」…—“”«»≪≫＜＞،؟۔।։። \n\u200B") {
    if (c == 0) continue;
    const Role role = role_of(c, Style::prose);
    EXPECT_TRUE(role == Role::stop || role == Role::open || role == Role::close)
        << std::hex << uint32_t{c};
  }
  for (const char32_t c : U".,;:!?*'’·¹–\u200E\u2060") {
    if (c == 0) continue;
    EXPECT_EQ(role_of(c, Style::prose), Role::soft) << std::hex << uint32_t{c};
  }
}

TEST(ScriptKinds, AreLatinNeutralSpacedOrUnspaced) {
  EXPECT_EQ(script_kind_of('a'), ScriptKind::latin);
  EXPECT_EQ(script_kind_of(U'é'), ScriptKind::latin);
  EXPECT_EQ(script_kind_of('1'), ScriptKind::neutral);
  EXPECT_EQ(script_kind_of('-'), ScriptKind::neutral);
  EXPECT_EQ(script_kind_of(U'ж'), ScriptKind::spaced);
  EXPECT_EQ(script_kind_of(U'ع'), ScriptKind::spaced);
  for (const char32_t c : U"日のン한ไລខမབ") {
    if (c == 0) continue;
    EXPECT_EQ(script_kind_of(c), ScriptKind::unspaced) << std::hex << uint32_t{c};
  }
}

}  // namespace roles_test
}  // namespace linkspan::scan
