// SPDX-License-Identifier: Apache-2.0
// Promise: globs match as gitignore(5) specifies, and no pattern takes exponential time.

#include "tools/linkspan/common/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace linkspan::command {
namespace glob_test {

bool matches(std::string_view pattern, std::string_view name) {
  return Glob(pattern).matches(name);
}

TEST(Glob, WildcardsDoNotMatchASlash) {
  EXPECT_TRUE(matches("*.txt", "a.txt"));
  EXPECT_TRUE(matches("*.txt", ".txt"));
  EXPECT_FALSE(matches("*.txt", "a/b.txt"));
  EXPECT_FALSE(matches("a?b", "a/b"));
  EXPECT_FALSE(matches("a[!x]b", "a/b"));
  EXPECT_TRUE(matches("a**b", "axxb"));
  EXPECT_FALSE(matches("a**b", "ax/xb"));
  EXPECT_TRUE(matches("", ""));
  EXPECT_FALSE(matches("", "a"));
}

TEST(Glob, TwoStarsMatchAnyDirectories) {
  for (const char* name : {"b", "a/b", "a/x/b"}) EXPECT_TRUE(matches("**/b", name)) << name;
  EXPECT_FALSE(matches("**/b", "ab"));
  for (const char* name : {"a/b", "a/x/b", "a/x/y/b"}) EXPECT_TRUE(matches("a/**/b", name)) << name;
  EXPECT_FALSE(matches("a/**/b", "a/xb"));
  for (const char* name : {"a/b", "a/x/y"}) EXPECT_TRUE(matches("a/**", name)) << name;
  EXPECT_FALSE(matches("a/**", "a"));
}

TEST(Glob, SetsHaveRangesAndClasses) {
  EXPECT_TRUE(matches("[a-c]", "b"));
  EXPECT_FALSE(matches("[^a-c]", "b"));
  EXPECT_TRUE(matches("[]]", "]"));
  EXPECT_TRUE(matches("[a-]", "-"));
  EXPECT_TRUE(matches("[[:digit:]x]", "7"));
  EXPECT_TRUE(matches("[\\]]", "]"));
  EXPECT_TRUE(matches("[[x]", "["));
  EXPECT_TRUE(matches("\\*", "*"));
  EXPECT_FALSE(matches("\\*", "a"));
}

TEST(Glob, AnInvalidPatternMatchesNothing) {
  for (const char* pattern : {"[", "[a", "[!", "[]", "a\\", "[[:alpha:", "[[:foo:]]"}) {
    for (const char* name : {"[", "a", "[a", "a\\", "f"}) {
      EXPECT_FALSE(matches(pattern, name)) << pattern << ' ' << name;
    }
  }
}

TEST(Glob, NoPatternTakesExponentialTime) {
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "*a**/";
  EXPECT_FALSE(matches(pattern + "b", std::string(10000, 'a')));
}

}  // namespace glob_test
}  // namespace linkspan::command
