// SPDX-License-Identifier: Apache-2.0
// Promise: code_of_rst() finds what docutils reads as literals, in time linear in the source.

#include "lines/rst_code.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::lines {
namespace rst_code_test {

// The source with brackets around what is code; lines that follow each other are one part.
std::string marked(std::string_view source, RstCode which = RstCode::all) {
  std::string text;
  size_t at = 0;
  for (const Range& range : code_of_rst(source, which)) {
    text += source.substr(at, range.begin - at);
    text += '[';
    text += source.substr(range.begin, range.size());
    text += ']';
    at = range.end;
  }
  return text += source.substr(at);
}

TEST(RstCode, FindsInlineLiteralsAndRoles) {
  EXPECT_EQ(marked("see ``a b``, (``c``) and ``d\ne``."),
            "see [``a b``], ([``c``]) and [``d\ne``].");
  EXPECT_EQ(marked(":code:`a` :py:samp:`b`: :ref:`c` `d`_"),
            ":code:[`a`] :py:samp:[`b`]: :ref:`c` `d`_");
  EXPECT_EQ(marked("x``a`` `` b`` ``c ``d"), "x``a`` `` b`` ``c ``d");
  EXPECT_EQ(marked("``a\n\nb``"), "``a\n\nb``") << "not across paragraphs";
  EXPECT_EQ(marked("``open :code:`a` b"), "``open :code:[`a`] b");
  EXPECT_EQ(marked("``a```` b``"), "[``a````] b``");
}

TEST(RstCode, FindsLiteralBlocks) {
  EXPECT_EQ(marked("So::\n\n  a\n\n   b\nc\n"), "So::\n\n  [a]\n\n   [b]\nc\n");
  EXPECT_EQ(marked("So:: \n  more::\n\n  a\n"), "So:: \n  more::\n\n  a\n") << "of the last line";
  EXPECT_EQ(marked("So::\n\nnone\n  a\n"), "So::\n\nnone\n  a\n");
  EXPECT_EQ(marked("So::\n\n> a\n> b\n\n> c"), "So::\n\n[> a]\n[> b]\n\n> c");
  EXPECT_EQ(marked("- 1. item::\n\n     text\n\n       a"), "- 1. item::\n\n     text\n\n       a");
  EXPECT_EQ(marked("- 1. item::\n\n       a\n\n     b"), "- 1. item::\n\n       [a]\n\n     b");
  EXPECT_EQ(marked("::\n\n\ta\n        b\r\n\r\n c\nd"), "::\n\n\t[a]\n        [b]\r\n\r\n [c]\nd");
  EXPECT_EQ(marked("Title::\n-------\n\n  a"), "Title::\n-------\n\n  a");
}

TEST(RstCode, FindsDirectivesAndDoctests) {
  EXPECT_EQ(marked(".. code-block:: sh\n   :linenos:\n\n   a\n\nb"),
            ".. code-block:: sh\n   [:linenos:]\n\n   [a]\n\nb");
  EXPECT_EQ(marked("* .. code:: sh\n\n     a\n\n  b"), "* .. code:: sh\n\n     [a]\n\n  b");
  EXPECT_EQ(marked(".. note::\n\n   a\n\n   So::\n\n     b\n"),
            ".. note::\n\n   a\n\n   So::\n\n     [b]\n");
  EXPECT_EQ(marked(".. note:: so::\n\n      b\n   c\n"), ".. note:: so::\n\n      [b]\n   c\n");
  EXPECT_EQ(marked("a\n\n>>> b\nc\n\nd"), "a\n\n[>>> b]\n[c]\n\nd");
}

TEST(RstCode, LeavesInlineLiteralsToCode) {
  EXPECT_EQ(marked("a ``b``::\n\n  c", RstCode::blocks), "a ``b``::\n\n  [c]");
}

TEST(RstCode, TakesLinearTime) {
  const auto repeat = [](std::string_view part, size_t times) {
    std::string text;
    for (size_t i = 0; i < times; ++i) text += part;
    return text;
  };
  for (const std::string_view part : {"``a ", " :code:`a", "- ", "`` ", "::\n\n a\n\n", ".. a"}) {
    const std::string source = repeat(part, 400'000);
    const auto begin = std::chrono::steady_clock::now();
    code_of_rst(source, RstCode::all);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20)) << part;
  }
}

}  // namespace rst_code_test
}  // namespace linkspan::lines
