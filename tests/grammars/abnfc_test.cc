// SPDX-License-Identifier: Apache-2.0
// Promises of tools/abnfc: it reads all of ABNF as RFC 5234 and RFC 7405 define it, reports errors
// at their place, makes correct and minimal automata, and keeps its limits for any grammar. This
// test includes a header that it writes.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "abnfc/compile.h"
#include "abnfc/decisions.h"
#include "abnfc/emit.h"
#include "abnfc/groups.h"
#include "abnfc/minimize.h"
#include "abnfc/pack.h"
#include "abnfc/reader.h"
#include "abnfc/reference_matcher.h"
#include "abnfc/utf8.h"
#include "abnfc/words.h"
#include "automata/test_words.h"
#include "tests/support/grammars.h"

namespace linkspan::abnfc {
namespace abnfc_test {

using ::linkspan::test::compile_or_throw;
using ::linkspan::test::read_or_throw;

std::string errors_of(const std::vector<Source>& sources) {
  Diagnostics diagnostics(sources);
  read_grammar(sources, diagnostics);
  return diagnostics.text();
}

std::string errors_of(const std::string& text) { return errors_of({{"t.abnf", text}}); }

// The first rule of a grammar, and its automaton.
struct FirstRule {
  explicit FirstRule(const std::vector<Source>& sources,
                     const std::vector<std::string>& labels = {})
      : grammar(read_or_throw(sources)),
        automaton(compile_or_throw(grammar, {grammar.rules()[0].name}, labels)) {}
  explicit FirstRule(const std::string& text, const std::vector<std::string>& labels = {})
      : FirstRule(std::vector<Source>{{"t.abnf", text}}, labels) {}

  // Compares the automaton with the reference matcher.
  bool matches(const std::string& text) const {
    const bool by_automaton = automaton.view().matches(text);
    EXPECT_EQ(ReferenceMatcher(grammar, text).matches(0), by_automaton) << "on: " << text;
    return by_automaton;
  }

  Grammar grammar;
  Automaton automaton;
};

Automaton automaton_of(const std::string& text, const std::vector<std::string>& labels = {}) {
  return FirstRule(text, labels).automaton;
}

bool matches(const std::string& grammar, const std::string& text) {
  SCOPED_TRACE(grammar);
  return FirstRule(grammar).matches(text);
}

// "r0 = …", "r1 = …" and so on, `count` rules: a right side is made from the number of the next
// rule.
std::string chain_of_rules(int count, const std::function<std::string(int)>& right_side) {
  std::string grammar;
  for (int i = 0; i < count; ++i) grammar += fmt::format("r{} = {}\n", i, right_side(i + 1));
  return grammar;
}

// Calls visit with every text over the letters, from the shortest to those of `length` letters.
void for_all_texts(const std::string& letters, size_t length,
                   const std::function<void(const std::string&)>& visit) {
  std::vector<std::string> texts = {""};
  for (size_t i = 0; i < texts.size(); ++i) {
    visit(texts[i]);
    if (texts[i].size() == length) continue;
    for (char letter : letters) texts.push_back(texts[i] + letter);
  }
}

// Of all texts over the letters up to a length, exactly these match the first rule.
void expect_language(const std::string& grammar, const std::string& letters, size_t length,
                     const std::set<std::string>& language) {
  const FirstRule rule(grammar);
  for_all_texts(letters, length, [&](const std::string& text) {
    EXPECT_EQ(rule.matches(text), language.contains(text)) << grammar << "on: " << text;
  });
}

// ---------------------------------------------------------------------------------------------------
// Reader: RFC 5234 and RFC 7405

TEST(Reader, ConcatenationAndAlternation) {  // sections 3.1 and 3.2
  expect_language("r = %s\"a\" %s\"b\" / %s\"c\"\n", "abc", 3, {"ab", "c"});
}

TEST(Reader, GroupBindsBeforeAlternation) {  // section 3.5 and 3.10
  expect_language("r = \"a\" (\"b\" / \"c\") \"d\"\n", "abcd", 4, {"abd", "acd"});
  expect_language("r = \"a\" \"b\" / \"c\" \"d\"\n", "abcd", 4, {"ab", "cd"});
}

TEST(Reader, Repetition) {  // sections 3.6 and 3.7
  expect_language("r = *\"a\"\n", "a", 4, {"", "a", "aa", "aaa", "aaaa"});
  expect_language("r = 1*\"a\"\n", "a", 3, {"a", "aa", "aaa"});
  expect_language("r = *2\"a\"\n", "a", 4, {"", "a", "aa"});
  expect_language("r = 2*3\"a\"\n", "a", 5, {"aa", "aaa"});
  expect_language("r = 2\"a\"\n", "a", 4, {"aa"});
  expect_language("r = 0\"a\"\n", "a", 2, {""});
  expect_language("r = 0*0\"a\"\n", "a", 2, {""});
  expect_language("r = *(\"a\" \"b\")\n", "ab", 4, {"", "ab", "abab"});
  expect_language("r = 2(*\"a\")\n", "a", 3, {"", "a", "aa", "aaa"});
  expect_language("r = *(*\"a\")\n", "a", 2, {"", "a", "aa"});
}

TEST(Reader, Option) {  // section 3.8
  expect_language("r = \"a\" [\"b\" / \"c\"]\n", "abc", 3, {"a", "ab", "ac"});
}

TEST(Reader, StringsIgnoreCase) {  // section 2.3
  EXPECT_TRUE(matches("r = \"aBc-1\"\n", "AbC-1"));
  EXPECT_TRUE(matches("r = \"aBc-1\"\n", "abc-1"));
  EXPECT_FALSE(matches("r = \"@[\"\n", "`{"));     // 32 apart, but not letters
  EXPECT_FALSE(matches("r = \"k\"\n", "\u212A"));  // KELVIN SIGN is not an ASCII letter
}

TEST(Reader, StringPrefixesSelectCaseSensitivity) {  // RFC 7405
  EXPECT_TRUE(matches("r = %s\"aBc\"\n", "aBc"));
  EXPECT_FALSE(matches("r = %s\"aBc\"\n", "abc"));
  EXPECT_FALSE(matches("r = %S\"aBc\"\n", "ABC"));
  EXPECT_TRUE(matches("r = %i\"aBc\"\n", "ABC"));
  EXPECT_TRUE(matches("r = %I\"aBc\"\n", "abc"));
}

TEST(Reader, EmptyString) { EXPECT_TRUE(matches("r = \"\"\n", "")); }

TEST(Reader, NumbersInEveryBase) {  // section 2.3
  for (const char* grammar : {"r = %x41\n", "r = %X41\n", "r = %d65\n", "r = %D065\n",
                              "r = %b1000001\n", "r = %B01000001\n"}) {
    EXPECT_TRUE(matches(grammar, "A")) << grammar;
    EXPECT_FALSE(matches(grammar, "a")) << grammar;
  }
}

TEST(Reader, ConcatenatedValuesAndRanges) {  // sections 2.3 and 3.4
  EXPECT_TRUE(matches("r = %x0D.0A\n", "\r\n"));
  EXPECT_TRUE(matches("r = %d97.98.99\n", "abc"));
  EXPECT_FALSE(matches("r = %d97.98.99\n", "ab"));
  expect_language("r = %x61-63\n", "abcd", 1, {"a", "b", "c"});
  expect_language("r = %b1100001-1100010\n", "abcd", 1, {"a", "b"});
}

TEST(Reader, NonAsciiCodePoints) {
  EXPECT_TRUE(matches("r = %xE9\n", "é"));
  EXPECT_TRUE(matches("r = %x1F600\n", "\U0001F600"));
  EXPECT_TRUE(matches("r = *%x80-10FFFF\n", "é。\U0010FFFF"));
  EXPECT_FALSE(matches("r = *%x80-10FFFF\n", "\xE3\x80"));
}

TEST(Reader, SurrogatesAreLeftOutOfRanges) {
  const std::string grammar = "r = %xD000-E000\n";
  EXPECT_TRUE(matches(grammar, "\uD7FF"));
  EXPECT_TRUE(matches(grammar, "\uE000"));
  EXPECT_FALSE(matches(grammar, "\xED\xA0\x80"));
  EXPECT_FALSE(matches(grammar, "\xED\xBF\xBF"));
}

TEST(Reader, IncrementalAlternatives) {  // section 3.3
  expect_language("r = \"a\"\nr =/ \"b\"\nR =/ \"c\" \"a\" / \"d\"\n", "abcd", 2,
                  {"a", "b", "ca", "d"});
}

TEST(Reader, IncrementalAlternativesAcrossFiles) {
  const std::vector<Source> sources = {{"a.abnf", "r = s\n"},
                                       {"b.abnf", "s = \"a\"\nr =/ \"b\"\n"}};
  const FirstRule rule(sources);
  EXPECT_TRUE(rule.matches("a"));
  EXPECT_TRUE(rule.matches("b"));
}

TEST(Reader, RuleNamesIgnoreCase) {  // section 2.1
  EXPECT_TRUE(matches("Start-1 = sTART-2\nstart-2 = \"x\"\n", "x"));
}

TEST(Reader, CommentsAndContinuation) {  // sections 3.9 and 4
  const std::string grammar =
      "; about é and \"quotes\"\n"
      "\n"
      "r = \"a\" ; first ( [\n"
      "  ; between\n"
      "\n"
      "; at the margin\n"
      "    / ( \"b\"\n"
      "        \"c\" )\n"
      "s = \"d\"\n";
  expect_language(grammar, "abcd", 2, {"a", "bc"});
  EXPECT_EQ(read_or_throw({{"t", grammar}}).rules().size(), 2u);
}

TEST(Reader, DefinitionOnTheNextLine) { EXPECT_TRUE(matches("r =\n  \"a\"\n", "a")); }

TEST(Reader, LineEndsAreLfOrCrLf) {
  EXPECT_TRUE(matches("r = \"a\" ; c\r\n  / s\r\n\r\ns = \"b\"\r\n", "b"));
  EXPECT_TRUE(matches("r = \"a\"\n  / s\ns = \"b\"", "b"));
  EXPECT_TRUE(matches("r = \"a\" ; no line end", "a"));
}

TEST(Reader, IndentedAsInTheRfcs) {
  expect_language("   r = \"a\"\n     / s\n   s = \"b\"\n", "ab", 2, {"a", "b"});
  expect_language("\tr = \"a\"\n\t\t/ \"b\"\n", "ab", 2, {"a", "b"});
}

TEST(Reader, ReferencesAcrossFiles) {
  const std::vector<Source> sources = {{"a.abnf", "  r = s\n"},
                                       {"b.abnf", "s = \"a\" t\nt = \"b\"\n"}};
  const FirstRule rule(sources);
  EXPECT_TRUE(rule.matches("ab"));
}

TEST(Reader, EmptyFilesAreValid) {
  EXPECT_EQ(errors_of(""), "");
  EXPECT_EQ(errors_of("; nothing\n\n"), "");
}

// ---------------------------------------------------------------------------------------------------
// Errors: the whole message, with place, line and caret

TEST(Errors, UndefinedRule) {
  EXPECT_EQ(errors_of("r = \"a\"\n  / schem \"b\"\n"),
            "t.abnf:2:5: error: rule `schem` is not defined\n"
            "    / schem \"b\"\n"
            "      ^\n");
}

TEST(Errors, DuplicateDefinitionAcrossFiles) {
  EXPECT_EQ(
      errors_of(std::vector<Source>{{"a.abnf", "r = \"a\"\n"}, {"b.abnf", "\n  R = \"b\"\n"}}),
      "b.abnf:2:3: error: rule `R` is defined twice (`=/` adds alternatives to a rule)\n"
      "    R = \"b\"\n"
      "    ^\n"
      "a.abnf:1:1: note: the first definition is here\n"
      "  r = \"a\"\n"
      "  ^\n");
}

TEST(Errors, IncrementalAlternativesWithoutADefinition) {
  EXPECT_EQ(errors_of("r =/ \"a\"\n"),
            "t.abnf:1:1: error: `=/` adds to rule `r`, which has no `=` before it\n"
            "  r =/ \"a\"\n"
            "  ^\n");
}

TEST(Errors, RecursionIsReportedWithItsPath) {
  EXPECT_EQ(errors_of("a = \"x\" B\nb = [ c ]\nc = *( a )\n"),
            "t.abnf:3:8: error: rule `a` is recursive, which abnfc does not support: "
            "a -> b -> c -> a\n"
            "  c = *( a )\n"
            "         ^\n");
  EXPECT_NE(errors_of("a = \"(\" [ a ] \")\"\n").find("a -> a\n"), std::string::npos);
}

TEST(Errors, TheLongPathOfARecursionIsShortened) {
  const std::string errors =
      errors_of(chain_of_rules(5000, [](int next) { return fmt::format("r{}", next % 5000); }));
  EXPECT_NE(errors.find("r0 -> r1 -> r2"), std::string::npos);
  EXPECT_NE(errors.find("… -> r4999 -> r0\n"), std::string::npos) << errors;
  EXPECT_LT(errors.size(), 300u);
}

TEST(Errors, ProseValues) {
  EXPECT_EQ(errors_of("path-empty = 0<pchar>\n"),
            "t.abnf:1:15: error: prose in `<…>` cannot be compiled; write what it means as a rule\n"
            "  path-empty = 0<pchar>\n"
            "                ^\n");
}

// The message and its place, in one line.
struct ErrorCase {
  const char* grammar;
  const char* place;
  const char* message;
};

class ErrorPlaces : public testing::TestWithParam<ErrorCase> {};

TEST_P(ErrorPlaces, AreReportedWithOneMessage) {
  const std::string errors = errors_of(GetParam().grammar);
  const std::string expected =
      std::string("t.abnf:") + GetParam().place + ": error: " + GetParam().message + "\n";
  EXPECT_TRUE(errors.starts_with(expected)) << errors << "expected: " << expected;
  EXPECT_EQ(std::count(errors.begin(), errors.end(), '\n'), 3) << "one error only: " << errors;
}

INSTANTIATE_TEST_SUITE_P(
    All, ErrorPlaces,
    testing::Values(
        ErrorCase{"r = \"a\n", "1:5", "this string is not closed"},
        ErrorCase{"r = (\"a\" / \"b\"\ns = \"a\"\n", "1:5", "this group is not closed"},
        ErrorCase{"r = \"x\" [\"a\"\n   \"b\"\n", "1:9", "this option is not closed"},
        ErrorCase{"r = (\"a\" ]\n", "1:10",
                  "expected `/`, white space and an element, or `)`, not `]`"},
        ErrorCase{"r = \"a\" )\n", "1:9",
                  "expected `/`, white space and an element, or the end of the rule, not `)`"},
        ErrorCase{"r = \"a\"\"b\"\n", "1:8", "white space is missing between these two elements"},
        ErrorCase{"r = %x61*\"b\"\n", "1:9", "white space is missing between these two elements"},
        ErrorCase{
            "r = \"a\" /\n", "1:10",
            "expected an element: a rule name, `(`, `[`, a string or `%`, not the end of the rule"},
        ErrorCase{
            "r =", "1:4",
            "expected an element: a rule name, `(`, `[`, a string or `%`, not the end of the file"},
        ErrorCase{"r = ()\n", "1:6",
                  "expected an element: a rule name, `(`, `[`, a string or `%`, not `)`"},
        ErrorCase{"r = 2 \"a\"\n", "1:6",
                  "expected an element: a rule name, `(`, `[`, a string or `%`, not U+0020"},
        ErrorCase{"r = **\"a\"\n", "1:6",
                  "expected an element: a rule name, `(`, `[`, a string or `%`, not `*`"},
        ErrorCase{"r \"a\"\n", "1:3", "expected `=` or `=/` after the name of the rule, not `\"`"},
        ErrorCase{"1r = \"a\"\n", "1:1",
                  "expected the name of a rule, which begins with a letter, not `1`"},
        ErrorCase{"  r = \"a\"\n s = \"b\"\n", "2:2",
                  "this rule is not indented like the first rule of the file"},
        ErrorCase{"r = 3*2\"a\"\n", "1:5", "the minimum 3 is greater than the maximum 2"},
        ErrorCase{"r = 99999999999999999999*\"a\"\n", "1:5",
                  "a repetition count can be at most 65535"},
        ErrorCase{"r = *65536\"a\"\n", "1:6", "a repetition count can be at most 65535"},
        ErrorCase{"r = \"é\"\n", "1:6",
                  "U+00E9 is not allowed in a string; write its number as in `%xE9`"},
        ErrorCase{"r = \"\t\"\n", "1:6",
                  "U+0009 is not allowed in a string; write its number as in `%xE9`"},
        ErrorCase{"r = %xG\n", "1:7", "expected a hexadecimal number, not `G`"},
        ErrorCase{"r = %d\n", "1:7", "expected a decimal number, not the end of the rule"},
        ErrorCase{"r = %b1-2\n", "1:9", "expected a binary number, not `2`"},
        ErrorCase{"r = %d1.\n", "1:9", "expected a decimal number, not the end of the rule"},
        ErrorCase{"r = %q1\n", "1:6",
                  "expected `x`, `d` or `b` and a number, or `s` or `i` and a string, after `%`, "
                  "not `q`"},
        ErrorCase{"r = %s1\n", "1:6",
                  "expected `x`, `d` or `b` and a number, or `s` or `i` and a string, after `%`, "
                  "not `s`"},
        ErrorCase{"r = %x63-61\n", "1:5", "the range begins at U+0063, after its end U+0061"},
        ErrorCase{"r = %x110000\n", "1:7",
                  "this number is greater than the last code point, 10FFFF"},
        ErrorCase{"r = %d0-99999999999999999999\n", "1:9",
                  "this number is greater than the last code point, 10FFFF"},
        ErrorCase{"r = %xD800\n", "1:5", "U+D800 is a surrogate, which UTF-8 cannot encode"},
        ErrorCase{"r = %x61.DFFF\n", "1:10", "U+DFFF is a surrogate, which UTF-8 cannot encode"},
        ErrorCase{"r = %xD800-DFFF\n", "1:5", "the range contains only surrogates"},
        ErrorCase{"r = \"a\" é\n", "1:9",
                  "expected `/`, white space and an element, or the end of the rule, not U+00E9"},
        ErrorCase{
            "r = \"a\" \xFF\n", "1:9",
            "expected `/`, white space and an element, or the end of the rule, not the ill-formed "
            "byte FF"}));

TEST(Errors, ReadingContinuesWithTheNextRule) {
  const std::string errors = errors_of("r = (\n  \"a\ns = t\nu = %x110000 / r s\nt = \"x\" <y>\n");
  EXPECT_NE(errors.find("t.abnf:2:3: error"), std::string::npos) << errors;
  EXPECT_NE(errors.find("t.abnf:4:7: error"), std::string::npos) << errors;
  EXPECT_NE(errors.find("t.abnf:5:9: error"), std::string::npos) << errors;
  EXPECT_EQ(errors.find("not defined"), std::string::npos)
      << "a broken rule is defined: " << errors;
}

TEST(Errors, ColumnsCountCodePointsAndCaretsKeepTabs) {
  EXPECT_EQ(errors_of("r = \"a\"\ns =\t%x61\t; é\n\t/ \"\" x ; é\n"),
            "t.abnf:3:7: error: rule `x` is not defined\n"
            "  \t/ \"\" x ; é\n"
            "  \t     ^\n");
}

TEST(Errors, AtMostOneHundredAreShown) {
  std::string grammar = "r = a0\n";
  for (int i = 1; i < 250; ++i) grammar += fmt::format("  / a{}\n", i);
  const std::string errors = errors_of(grammar);
  EXPECT_NE(errors.find("rule `a99` is not defined"), std::string::npos);
  EXPECT_EQ(errors.find("rule `a100` is not defined"), std::string::npos);
  EXPECT_TRUE(errors.ends_with("abnfc: 150 more errors\n")) << errors.substr(errors.size() - 99);
}

TEST(Errors, LongLinesAreShortened) {
  const std::string errors =
      errors_of("r = " + std::string(100000, ' ') + "x" + std::string(9999, ' '));
  EXPECT_NE(errors.find("t.abnf:1:100005: error"), std::string::npos);
  EXPECT_LT(errors.size(), 400u);
  EXPECT_NE(errors.find("…"), std::string::npos);
}

TEST(Errors, ControlCharactersAreReplaced) {
  const std::string errors = errors_of("r = \x1B[31m\xFF\n");
  EXPECT_EQ(errors.find('\x1B'), std::string::npos);
  EXPECT_NE(errors.find("  r = ?[31m?\n"), std::string::npos) << errors;
}

// ---------------------------------------------------------------------------------------------------
// Utf8

TEST(Utf8, SequencesOfARangeCountEachCodePointOnce) {
  const std::vector<std::pair<uint32_t, uint32_t>> ranges = {
      {0, 0x10FFFF},  {0x7F, 0x80},     {0x7FF, 0x800},    {0xFFFF, 0x10000},
      {0xA0, 0xFFEF}, {0xD7FE, 0xE001}, {0x1234, 0x23456}, {0x10FFFF, 0x10FFFF}};
  for (const auto& [first, last] : ranges) {
    std::vector<Utf8Sequence> sequences;
    append_utf8_sequences(first, last, sequences);
    uint64_t count = 0;
    for (const Utf8Sequence& sequence : sequences) {
      uint64_t product = 1;
      for (unsigned i = 0; i < sequence.size; ++i) {
        product *= sequence.bytes[i].last - sequence.bytes[i].first + 1u;
      }
      count += product;
    }
    const uint32_t surrogates = first < 0xD800 && last > 0xDFFF ? 0x800 : 0;
    EXPECT_EQ(count, last - first + 1 - surrogates) << std::hex << first << "-" << last;
  }
}

TEST(Utf8, TheRangeOfAllCodePointsMatchesWellFormedUtf8) {
  // All lead and continuation bytes of every length, tried in every combination that could matter:
  // the range of all code points matches exactly the well-formed sequences.
  const Automaton all = automaton_of("r = %x0-10FFFF\n");
  const auto try_bytes = [&](const std::string& bytes) {
    const auto decoded = decode_utf8(bytes);
    ASSERT_EQ(all.view().matches(bytes), decoded && decoded->size == bytes.size());
  };
  for (unsigned a = 0; a < 256; ++a) {
    try_bytes({static_cast<char>(a)});
    for (unsigned b = 0; b < 256; ++b) {
      try_bytes({static_cast<char>(a), static_cast<char>(b)});
      for (unsigned c : {0x00u, 0x7Fu, 0x80u, 0x9Fu, 0xBFu, 0xC0u}) {
        try_bytes({static_cast<char>(a), static_cast<char>(b), static_cast<char>(c)});
        for (unsigned d : {0x7Fu, 0x80u, 0xBFu, 0xC0u}) {
          try_bytes({static_cast<char>(a), static_cast<char>(b), static_cast<char>(c),
                     static_cast<char>(d)});
        }
      }
    }
  }
}

// ---------------------------------------------------------------------------------------------------
// Automata

// The number of states of the smallest automaton, by Myhill and Nerode: two prefixes are the same
// state if no continuation distinguishes them. Prefixes and continuations up to `length` letters,
// which is enough for grammars whose automata have no more states than that.
size_t smallest_state_count(const Grammar& grammar, const std::string& letters, size_t length) {
  std::vector<std::string> texts;
  for_all_texts(letters, length, [&](const std::string& text) { texts.push_back(text); });
  std::set<std::vector<bool>> rows;
  for (const std::string& prefix : texts) {
    std::vector<bool> row;
    row.reserve(texts.size());
    for (const std::string& rest : texts) {
      row.push_back(ReferenceMatcher(grammar, prefix + rest).matches(0));
    }
    rows.insert(row);
  }
  // The dead state is counted by the automaton even where every prefix can be completed.
  return rows.size() + (rows.contains(std::vector<bool>(texts.size(), false)) ? 0 : 1);
}

TEST(Automata, AreMinimal) {
  for (const char* text : {
           "r = *(\"a\" / \"b\") \"a\" (\"a\" / \"b\")\n",  // 4 states of 2^2, and no dead one
           "r = 2*4\"a\" / \"b\" *\"a\"\n",
           "r = *(\"a\" \"b\" / \"b\" \"a\")\n",
           "r = [\"a\"] [\"b\"] [\"a\"]\n",
           "r = \"a\" \"b\" / \"b\" \"b\" / \"a\" \"a\" \"b\"\n",
           "r = *\"a\" *\"b\" *\"a\"\n",
           "r = \"\"\n",
           "r = *(\"a\" / \"b\")\n",
       }) {
    const FirstRule rule(text);
    // `"a"` matches both cases; lower-case letters are enough to distinguish states.
    EXPECT_EQ(rule.automaton.state_count, smallest_state_count(rule.grammar, "ab", 5)) << text;
  }
}

// The number of distinct states by Moore's algorithm: a group of states is split as long as the
// transitions of its states on one byte class lead to different groups.
size_t distinct_state_count(const base::Dfa& dfa) {
  std::vector<size_t> group(dfa.state_count);
  size_t count = 0;
  while (true) {
    std::map<std::vector<size_t>, size_t> groups;
    std::vector<size_t> finer;
    for (size_t state = 0; state < dfa.state_count; ++state) {
      std::vector<size_t> look = {group[state], dfa.accepts[state], dfa.begins[state]};
      for (size_t c = 0; c < dfa.class_count; ++c) {
        look.push_back(group[dfa.next[state * dfa.class_count + c]]);
      }
      finer.push_back(groups.try_emplace(std::move(look), groups.size()).first->second);
    }
    group = std::move(finer);
    if (groups.size() == count) return count;
    count = groups.size();
  }
}

TEST(Automata, OfAllGrammarRulesAreMinimal) {
  const Grammar grammar = read_or_throw(test::all_grammars());
  for (const Rule& rule : grammar.rules()) {
    const Automaton automaton = compile_or_throw(grammar, {rule.name}, {"h16", "isegment", "port"});
    EXPECT_EQ(distinct_state_count(automaton.view()), automaton.state_count) << rule.name;
  }
}

// Random tables cause every order of splits; grammars do not.
TEST(Automata, EqualStatesAreFoundInRandomTables) {
  std::mt19937 random(58);
  for (int round = 0; round < 3000; ++round) {
    const uint16_t states = static_cast<uint16_t>(2 + random() % 40);
    const uint16_t classes = static_cast<uint16_t>(1 + random() % 3);
    WideDfa wide;
    wide.class_count = classes;
    for (uint32_t i = 0; i < uint32_t{states} * classes; ++i)
      wide.next.push_back(static_cast<uint32_t>(random() % states));
    for (uint16_t i = 0; i < states; ++i) wide.accepts.push_back(random() % 8 == 0 ? 1 : 0);
    wide.begins.assign(states, 0);
    const std::vector<uint16_t> next(wide.next.begin(), wide.next.end());
    const base::Dfa same = {nullptr, next.data(), wide.accepts.data(), wide.begins.data(),
                            states,  classes};
    const std::vector<uint32_t> group = equal_states(wide);
    EXPECT_EQ(std::set<uint32_t>(group.begin(), group.end()).size(), distinct_state_count(same));
  }
}

TEST(Automata, ByteClassesAreMinimal) {
  const Automaton automaton = automaton_of("r = 1*ALPHA\nALPHA = %x41-5A / %x61-7A\n");
  EXPECT_EQ(automaton.class_count, 2);
  EXPECT_EQ(automaton.state_count, 3);  // dead, start, after a letter
  EXPECT_EQ(automaton_of("r = *%x0-7F\n").class_count, 2);
}

TEST(Automata, StartAndDeadStateHaveFixedNumbers) {
  const Automaton automaton = automaton_of("r = \"a\" / *\"b\"\n");
  const base::Dfa dfa = automaton.view();
  EXPECT_EQ(dfa.accepts[base::Dfa::kDead], 0);
  EXPECT_EQ(dfa.accepts[base::Dfa::kStart], 1);
  for (unsigned byte = 0; byte < 256; ++byte) {
    EXPECT_EQ(dfa.step(base::Dfa::kDead, static_cast<uint8_t>(byte)), base::Dfa::kDead);
  }
}

TEST(Automata, EquivalentGrammarsHaveEqualTables) {
  const Automaton one = automaton_of("r = \"a\" \"b\" / \"a\" \"c\"\n");
  const Automaton other = automaton_of("r = x (y / z)\nx = \"a\"\ny = \"c\"\nz = \"b\"\n");
  EXPECT_EQ(one.next, other.next);
  EXPECT_EQ(one.byte_class, other.byte_class);
}

TEST(Automata, SeveralRootsInOne) {
  const Grammar grammar = read_or_throw({{"t", "a = 1*\"x\"\nb = \"x\" / \"y\"\n"}});
  const Automaton automaton = compile_or_throw(grammar, {"a", "b"});
  EXPECT_TRUE(automaton.view().matches("x", 0));
  EXPECT_TRUE(automaton.view().matches("x", 1));
  EXPECT_TRUE(automaton.view().matches("xx", 0));
  EXPECT_FALSE(automaton.view().matches("xx", 1));
  EXPECT_FALSE(automaton.view().matches("y", 0));
  EXPECT_TRUE(automaton.view().matches("y", 1));
}

// The begin bits of the state after the text.
uint16_t begins_after(const Automaton& automaton, const std::string& text) {
  const base::Dfa dfa = automaton.view();
  base::Dfa::State state = dfa.start();
  for (char c : text) state = dfa.step(state, static_cast<uint8_t>(c));
  return dfa.begins[state];
}

TEST(Automata, LabelsBeginWhereTheirRulesMayBegin) {
  const Automaton automaton = automaton_of(
      "r = [ user \"@\" ] host\nuser = *\"u\"\nhost = *( \"u\" / \"h\" )\n", {"user", "host"});
  EXPECT_EQ(begins_after(automaton, ""), 0b11);
  EXPECT_EQ(begins_after(automaton, "u"), 0);
  EXPECT_EQ(begins_after(automaton, "u@"), 0b10);
  EXPECT_EQ(begins_after(automaton, "u@h"), 0);
}

TEST(Automata, LabelsBeginInEveryRepetitionAndAfterOptions) {
  const Automaton automaton = automaton_of(
      "r = *( \"/\" seg ) [ \"?\" q ] t\nseg = *\"a\"\nq = \"b\"\nt = \"c\"\n", {"seg", "q", "t"});
  EXPECT_EQ(begins_after(automaton, ""), 0b100);
  EXPECT_EQ(begins_after(automaton, "/"), 0b101);
  EXPECT_EQ(begins_after(automaton, "/a"), 0b100);
  EXPECT_EQ(begins_after(automaton, "/a/"), 0b101);
  EXPECT_EQ(begins_after(automaton, "/a?"), 0b010);
  EXPECT_EQ(begins_after(automaton, "?b"), 0b100);
}

TEST(Automata, LabelsOfSingleCharacterRulesAreKept) {
  const Automaton automaton = automaton_of("r = 2( x / y )\nx = \"x\"\ny = \"y\"\n", {"y"});
  EXPECT_EQ(begins_after(automaton, ""), 1);
  EXPECT_EQ(begins_after(automaton, "x"), 1);
  EXPECT_EQ(begins_after(automaton, "xx"), 0);
}

// ---------------------------------------------------------------------------------------------------
// Matcher: the reference matcher, and the components that it returns

TEST(Matcher, ReturnsTheComponentsOfRfc3986) {
  const Grammar grammar = read_or_throw(test::all_grammars());
  Request request;
  for (const char* label : {"scheme", "userinfo", "host", "port", "path-abempty", "query"}) {
    request.labels.push_back({*grammar.find(label)});
  }
  const std::vector<LabelSpan> expected = {{0, 0, 3},   {1, 6, 10},  {2, 11, 15},
                                           {3, 16, 18}, {4, 18, 20}, {5, 21, 24}};
  EXPECT_EQ(
      ReferenceMatcher(grammar, "foo://u:80@h.ex:81/x?q?r").labels(*grammar.find("URI"), request),
      expected);
}

TEST(Matcher, RepetitionsMayMatchTheEmptyString) {
  EXPECT_TRUE(matches("r = 3( \"a\" / \"\" )\n", "aa"));
  EXPECT_FALSE(matches("r = 3( \"a\" / \"\" )\n", "aaaa"));
  EXPECT_TRUE(matches("r = 60000*65535( *\"\" )\n", ""));
}

// ---------------------------------------------------------------------------------------------------
// Limits

// The error for the first rule of the text.
std::string limit_error(const std::string& text, const Limits& limits = {}) {
  const std::vector<Source> sources = {{"t.abnf", text}};
  Diagnostics diagnostics(sources);
  const Grammar grammar = read_grammar(sources, diagnostics);
  EXPECT_TRUE(diagnostics.ok()) << diagnostics.text();
  EXPECT_FALSE(compile(grammar, {{0}, {}}, diagnostics, limits));
  EXPECT_EQ(diagnostics.error_count(), 1u) << diagnostics.text();
  return diagnostics.text();
}

TEST(Limits, NestedRepetitions) {
  EXPECT_TRUE(limit_error("r = 60000*60000(60000*60000(60000*60000(\"a\")))\n")
                  .starts_with("t.abnf:1:42: error: the automaton needs more than 524288 states"));
  EXPECT_NE(limit_error("r = *60000( *60000( *60000( \"\" ) ) )\n").find("states at this place"),
            std::string::npos);
  EXPECT_NE(limit_error("r = 60000( 60000( 60000( \"\" ) ) )\n").find("steps to expand"),
            std::string::npos);
}

TEST(Limits, RulesThatExpandExponentially) {
  const std::string grammar =
      chain_of_rules(60, [](int next) { return fmt::format("r{} r{}", next, next); });
  EXPECT_NE(limit_error(grammar + "r60 = \"a\"\n").find("error: the automaton needs more than"),
            std::string::npos);
  // The same rule before the same state is built only once, so this grammar takes few steps.
  EXPECT_TRUE(automaton_of(grammar + "r60 = \"\"\n").view().matches(""));
}

TEST(Limits, DeepGroupsAndLongChains) {
  const std::string deep = "r = " + std::string(200, '(') + "\"a\"" + std::string(200, ')') + "\n";
  EXPECT_NE(errors_of(deep).find("t.abnf:1:105: error: groups are nested deeper than 100"),
            std::string::npos);
  for (const char* right_side : {"[ r{} ]", "\"b\" / r{}"}) {
    const std::string chain =
        chain_of_rules(9999, [&](int next) { return fmt::format(fmt::runtime(right_side), next); });
    EXPECT_NE(limit_error(chain + "r9999 = \"a\"\n").find("nested deeper than 1500"),
              std::string::npos)
        << right_side;
  }
}

TEST(Limits, SubsetConstructionsOfExponentialSize) {
  Limits limits;
  limits.subset_states = 1000;
  EXPECT_NE(limit_error("r = *( \"a\" / \"b\" ) \"a\" 20( \"a\" / \"b\" )\n", limits)
                .find("the deterministic automaton needs more than 1000 states"),
            std::string::npos);
}

TEST(Limits, MoreThan65534States) {
  EXPECT_NE(limit_error("r = 65535\"a\"\n").find("has 65537 states; at most 65534"),
            std::string::npos);
  EXPECT_EQ(automaton_of("r = 65000\"a\"\n").state_count, 65002);
}

// ---------------------------------------------------------------------------------------------------
// Packed

// The packed automaton has the same transitions and accepting states.
void expect_same_steps(const base::Dfa& dfa, const PackedAutomaton& automaton) {
  const base::PackedDfa packed = automaton.view();
  EXPECT_EQ(automaton.states[base::Dfa::kDead], base::PackedDfa::kDead);
  EXPECT_EQ(automaton.states[base::Dfa::kStart], packed.start);
  const std::set<base::PackedDfa::State> distinct(automaton.states.begin(), automaton.states.end());
  EXPECT_EQ(distinct.size(), dfa.state_count);
  for (base::Dfa::State state = 0; state < dfa.state_count; ++state) {
    EXPECT_EQ(packed.accepts(automaton.states[state]), dfa.accepts[state] != 0);
    for (unsigned byte = 0; byte < 256; ++byte) {
      ASSERT_EQ(packed.step(automaton.states[state], static_cast<uint8_t>(byte)),
                automaton.states[dfa.step(state, static_cast<uint8_t>(byte))]);
    }
  }
}

TEST(Packed, AutomataOfAllGrammarRulesHaveTheSameTransitions) {
  const Grammar grammar = read_or_throw(test::all_grammars());
  for (const Rule& rule : grammar.rules()) {
    SCOPED_TRACE(rule.name);
    const Automaton automaton = compile_or_throw(grammar, {rule.name});
    Diagnostics diagnostics({});
    const auto packed = pack(automaton, diagnostics);
    ASSERT_TRUE(packed);
    expect_same_steps(automaton.view(), *packed);
  }
}

TEST(Packed, TooManyTargetsAreAnError) {
  Diagnostics diagnostics({});
  EXPECT_FALSE(pack(automaton_of("r = 40000\"a\"\n"), diagnostics));
  EXPECT_NE(diagnostics.text().find("80001 targets"), std::string::npos) << diagnostics.text();
}

// ---------------------------------------------------------------------------------------------------
// Words

struct Words {
  explicit Words(std::string text, const WordColumns& columns = {})
      : sources{{"w.txt", std::move(text)}}, diagnostics(sources) {
    automaton = compile_words(sources[0], 0, columns, diagnostics);
  }
  uint8_t find(std::string_view word) const { return automaton->view().find(word); }

  std::vector<Source> sources;
  Diagnostics diagnostics;
  std::optional<WordAutomaton> automaton;
};

TEST(Words, OnlyListedWordsAreFound) {
  const Words words("# a list\nab\r\n  abc \n\nb # the last\nc#\nrésumé\n");
  ASSERT_TRUE(words.automaton) << words.diagnostics.text();
  for (const char* word : {"ab", "abc", "b", "c#", "résumé"})
    EXPECT_EQ(words.find(word), 1) << word;
  for (const char* word : {"", "a", "abcd", "c", "the", "#", "B"})
    EXPECT_EQ(words.find(word), 0) << word;
  EXPECT_EQ(words.automaton->word_count, 5u);
}

TEST(Words, HaveValues) {
  const Words words("a 7\nb yes\nc\nd no\ne 255\n", {{"yes", "no"}, {}, {}});
  ASSERT_TRUE(words.automaton) << words.diagnostics.text();
  EXPECT_EQ(words.find("a"), 7);
  EXPECT_EQ(words.find("b"), 1);
  EXPECT_EQ(words.find("c"), 1);
  EXPECT_EQ(words.find("d"), 2);
  EXPECT_EQ(words.find("e"), 255);
}

TEST(Words, HaveFlags) {
  const WordColumns columns{{}, {"warm", "light", "loud"}, {}};
  const Words words("a warm\nb loud  warm # both\nc light\n", columns);
  ASSERT_TRUE(words.automaton) << words.diagnostics.text();
  EXPECT_EQ(words.find("a"), 1);
  EXPECT_EQ(words.find("b"), 5);
  EXPECT_EQ(words.find("c"), 2);
  EXPECT_EQ(words.find("d"), 0);
  EXPECT_EQ(Words("a warm cold\n", columns).diagnostics.text(),
            "w.txt:1:8: error: expected names given with --flag after a word, each once\n"
            "  a warm cold\n         ^\n");
  EXPECT_FALSE(Words("a warm warm\n", columns).automaton);
  EXPECT_FALSE(Words("a 1\n", columns).automaton);
  EXPECT_NE(Words("b warm\na\n", columns).diagnostics.text().find("w.txt:2:1: error: the word has"),
            std::string::npos);
}

TEST(Words, HaveTextsByKey) {
  const WordColumns columns{{"web", "mail"}, {}, {"port", "host"}};
  const std::string list =
      "ftp web host=a=b port=21 # both\nx\nmailto mail\nhttp port=80\ny - port=1\n";
  const Words words(list, columns);
  ASSERT_TRUE(words.automaton) << words.diagnostics.text();
  EXPECT_EQ(words.find("ftp"), 1);
  EXPECT_EQ(words.find("mailto"), 2);
  EXPECT_EQ(words.find("http"), 1);
  EXPECT_EQ(words.find("y"), 0);
  EXPECT_EQ(words.automaton->word_count, 4u);
  const std::vector<Source> sources{{"w.txt", list}};
  Diagnostics diagnostics(sources);
  const auto rows = read_word_rows(sources[0], 0, columns, diagnostics);
  ASSERT_TRUE(rows) << diagnostics.text();
  std::vector<std::string> found;
  for (const WordRow& row : *rows) {
    found.push_back(fmt::format("{} {} {}", row.word, row.texts.at(0), row.texts.at(1)));
  }
  EXPECT_EQ(found, (std::vector<std::string>{"ftp 21 a=b", "http 80 ", "mailto  ", "x  ", "y 1 "}));
  EXPECT_NE(to_header(*rows, {"names", {"w.txt"}, {}, {}, columns})
                .find("inline constexpr base::WordRow<2> kNames[5] = {\n    {\"ftp\", {\"21\", "
                      "\"a=b\"}},\n    {\"http\", {\"80\", \"\"}},\n"),
            std::string::npos);
}

TEST(Words, TextsHaveDistinctKnownKeysAndFollowTheValue) {
  const WordColumns columns{{"web"}, {}, {"port"}};
  EXPECT_EQ(Words("ftp web prot=21\n", columns).diagnostics.text(),
            "w.txt:1:9: error: expected key=text, with a key given with --key, each once\n"
            "  ftp web prot=21\n          ^\n");
  EXPECT_FALSE(Words("ftp web port=21 port=21\n", columns).automaton);
  EXPECT_FALSE(Words("ftp web port=\n", columns).automaton);
  EXPECT_FALSE(Words("ftp port=21 web\n", columns).automaton);
  EXPECT_FALSE(Words("ftp web port=21\n", {{"web"}, {}, {}}).automaton);
  EXPECT_FALSE(Words("x\nftp -\n", {{"web"}, {}, {}}).automaton);
  EXPECT_FALSE(Words("ftp - port=21\n", columns).automaton);
}

TEST(Words, AutomatonIsMinimal) {
  EXPECT_EQ(Words("tap\ntop\nsap\nsop\n").automaton->value.size(), 4u);
  EXPECT_EQ(Words("tap\ntaps\ntop\ntops\n").automaton->value.size(), 5u);
  // Words with different values share no suffix states: 1, t, ta, to, tap, top.
  EXPECT_EQ(Words("tap 1\ntop 2\n").automaton->value.size(), 6u);
}

TEST(Words, EdgesAreSortedAndTheStartStateIsZero) {
  const Words words("zeta\nalpha\n\xC3\xA9\nm\n");
  const base::WordDfa dfa = words.automaton->view();
  EXPECT_EQ(dfa.first_edge[1], 4);
  for (uint16_t state = 0; state < dfa.state_count; ++state) {
    EXPECT_TRUE(std::is_sorted(dfa.edge_byte + dfa.first_edge[state],
                               dfa.edge_byte + dfa.first_edge[state + 1]));
  }
}

TEST(Words, ErrorsAreReported) {
  EXPECT_EQ(Words("a\nb\n a\n").diagnostics.text(),
            "w.txt:3:2: error: `a` is listed twice\n   a\n   ^\n"
            "w.txt:1:1: note: the first time is here\n  a\n  ^\n");
  EXPECT_EQ(Words("a maybe\n", {{"yes"}, {}, {}}).diagnostics.text(),
            "w.txt:1:3: error: a value is a number from 1 to 255, or a name given with --value\n"
            "  a maybe\n    ^\n");
  for (const char* value : {"0", "256", "-1", "1x"}) {
    EXPECT_FALSE(Words(std::string("a ") + value).automaton) << value;
  }
  EXPECT_NE(Words("a 1 2\n").diagnostics.text().find("w.txt:1:5: error: expected a word"),
            std::string::npos);
  EXPECT_NE(Words("# none\n").diagnostics.text().find("no words"), std::string::npos);
  EXPECT_NE(Words(std::string(300, 'a')).diagnostics.text().find("at most 255 bytes"),
            std::string::npos);
}

TEST(Words, TooManyAreRefused) {
  std::string text;
  for (unsigned i = 0; i < 40000; ++i) {
    text += fmt::format("{:x} {}\n", i * 2654435761u, 1 + i % 200);
  }
  EXPECT_NE(Words(text).diagnostics.text().find("can be numbered"), std::string::npos);
}

// ---------------------------------------------------------------------------------------------------
// Emit

// The build makes the table from tests/data/words.txt; iri_components_test.cc tests the other kind
// of table.
static_assert(automata::kTestWords.find("mailto") == 2);
static_assert(automata::kTestWords.find("http") == 1);
static_assert(automata::kTestWords.find("htt") == 0);

TEST(Emit, NamesOfConstants) {
  EXPECT_EQ(constant_name("iri_reference"), "kIriReference");
  EXPECT_EQ(constant_name("ipv4_address2"), "kIpv4Address2");
  EXPECT_FALSE(is_automaton_name(""));
  EXPECT_FALSE(is_automaton_name("Iri"));
  EXPECT_FALSE(is_automaton_name("1iri"));
  EXPECT_FALSE(is_automaton_name("iri-reference"));
}

TEST(Emit, HeaderNamesItsSourceRootsAndLabels) {
  const Automaton automaton = automaton_of("r = \"a\"\n");
  const std::string header = to_header(automaton, {"a_b", {"t.abnf"}, {"r"}, {"l"}, {}});
  EXPECT_TRUE(
      header.starts_with("// Made from t.abnf by tools/abnfc; do not edit.\n//\n"
                         "// 3 states, 2 byte classes"))
      << header;
  EXPECT_NE(header.find("namespace a_b {\nenum Root : uint8_t { r = 1 };\n"
                        "enum class Label : uint8_t { l };\n}  // namespace a_b\n"),
            std::string::npos);
  EXPECT_NE(header.find("#pragma once"), std::string::npos);
  EXPECT_NE(header.find("inline constexpr base::Dfa kAB = {"), std::string::npos);
}

TEST(Emit, HeaderHasTheNamesOfColumns) {
  const std::vector<WordRow> rows;
  const std::string header =
      to_header(rows, {"a", {"w.txt"}, {"x-y", "z/w"}, {}, {{"web"}, {}, {"port", "path"}}});
  EXPECT_NE(header.find("enum Root : uint8_t { x_y = 1, z = 2 };\n"
                        "enum class Value : uint8_t { none, web };\n"
                        "enum Key : uint8_t { port, path };\n"),
            std::string::npos)
      << header;
  EXPECT_NE(to_header(rows, {"a", {}, {}, {}, {{}, {"one", "two"}, {}}})
                .find("enum class Flag : uint8_t { one, two };\n"),
            std::string::npos);
}

TEST(Emit, HeaderOfAPackedAutomaton) {
  Diagnostics diagnostics({});
  const auto packed = pack(automaton_of("r = \"a\"\n"), diagnostics);
  const std::string header = to_header(*packed, {"a_b", {"t.abnf"}, {"r"}, {}, {}});
  EXPECT_NE(header.find("inline constexpr base::PackedDfa kAB = {"), std::string::npos) << header;
}

TEST(Emit, ListingAndGraph) {
  const Automaton automaton = automaton_of("r = %x61-63 *%x22\n");
  EXPECT_EQ(to_listing(automaton), "1\n    a-c → 2\n2 accepts 0\n    %22 → 2\n");
  EXPECT_EQ(to_dot(automaton),
            "digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n"
            "  1 [label=\"1\"];\n  1 -> 2 [label=\"a-c\"];\n"
            "  2 [label=\"2 accepts 0\", shape=doublecircle];\n  2 -> 2 [label=\"%22\"];\n}\n");
}

// ---------------------------------------------------------------------------------------------------
// The command

struct Outcome {
  int status = -1;
  std::string output;  // both streams
};

// Runs abnfc in the folder grammars.
Outcome run(const std::string& arguments) {
  const std::string command = fmt::format("cd '{}/grammars' && '{}/abnfc' {} 2>&1",
                                          LINKSPAN_SOURCE_DIR, LINKSPAN_BIN_DIR, arguments);
  Outcome outcome;
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return outcome;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    outcome.output += static_cast<char>(c);
  }
  outcome.status = WEXITSTATUS(pclose(pipe));
  return outcome;
}

TEST(Command, ChecksAllGrammarsOfTheLibrary) {
  const Outcome outcome = run("--check *.abnf");
  EXPECT_EQ(outcome.status, 0) << outcome.output;
  EXPECT_TRUE(outcome.output.ends_with(" rules, no errors\n")) << outcome.output;
}

TEST(Command, TheExamplesOfItsHelpWork) {
  const std::string help = run("--help").output;
  size_t examples = 0;
  for (size_t at = 0; (at = help.find("    abnfc ", at)) != help.npos; ++examples) {
    at += std::string("    abnfc ").size();
    std::string arguments = help.substr(at, help.find("\n  Write", at) - at);
    arguments = arguments.substr(0, arguments.find("\n\n"));
    const size_t output = arguments.find("--output scheme.h");
    if (output != arguments.npos) arguments.erase(output, std::string("--output scheme.h").size());
    EXPECT_EQ(run(arguments).status, 0) << arguments;
  }
  EXPECT_EQ(examples, 2u) << help;
}

TEST(Command, MatchesATextAndPrintsThePlacesOfLabels) {
  const Outcome yes = run("--match IRI 'http://h/é' --label ihost --label ipath-abempty *.abnf");
  EXPECT_EQ(yes.status, 0);
  EXPECT_EQ(yes.output, "match\nihost            7..8  h\nipath-abempty    8..11  /é\n");
  const Outcome no = run("--match IRI 'no colon' *.abnf");
  EXPECT_EQ(no.status, 1);
  EXPECT_EQ(no.output, "no match\n");
}

TEST(Command, ReportsInvalidArguments) {
  for (const char* arguments :
       {"", "--check", "--frobnicate", "--sizes core.abnf", "--rule ALPHA core.abnf",
        "--name Alpha --rule ALPHA core.abnf", "--output x --check core.abnf",
        "--dump everything --rule ALPHA core.abnf", "--words tlds.txt --check core.abnf",
        "--value a --check core.abnf", "--match IRI"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_NE(outcome.output.find("abnfc: error: "), std::string::npos) << outcome.output;
  }
}

TEST(Command, ReportsGrammarErrorsWithStatusOne) {
  const Outcome missing = run("--check nosuchfile.abnf");
  EXPECT_EQ(missing.status, 1);
  EXPECT_EQ(missing.output, "abnfc: error: cannot read nosuchfile.abnf\n");
  const Outcome undefined = run("--check uri.abnf");
  EXPECT_EQ(undefined.status, 1);
  EXPECT_NE(undefined.output.find("error: rule `ALPHA` is not defined"), std::string::npos);
  const Outcome rule = run("--sizes --rule nosuchrule core.abnf");
  EXPECT_EQ(rule.status, 1);
  EXPECT_EQ(rule.output, "abnfc: error: there is no rule `nosuchrule` in these files\n");
}

TEST(Command, OneLabelCanStandForSeveralRules) {
  const Outcome outcome =
      run("--dump states --rule IPv4address --rule h16 --label dec-octet/h16 uri.abnf core.abnf");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(outcome.output.starts_with("1 begins 0\n")) << outcome.output;
}

// ---------------------------------------------------------------------------------------------------
// Decisions

struct DecisionList {
  explicit DecisionList(std::string text)
      : sources{{"d.txt", std::move(text)}}, diagnostics(sources) {
    decisions = read_decisions(sources[0], 0, diagnostics);
  }
  std::vector<Source> sources;
  Diagnostics diagnostics;
  std::optional<Decisions> decisions;
};

TEST(Decisions, KeepTheirOrderAndNumberFeaturesByFirstUse) {
  const DecisionList list(
      "# a list\n\n"
      "www    | www         | link | www.a.example | it settles it\n"
      "suffix | suffix !www | none | a | b.rs      | mostly a file\n"
      "own    | -           | -    | 'a'           | elsewhere\n");
  ASSERT_TRUE(list.decisions) << list.diagnostics.text();
  const auto& [rules, features] = *list.decisions;
  ASSERT_EQ(rules.size(), 3u);
  EXPECT_EQ(features, (std::vector<std::string_view>{"www", "suffix"}));
  EXPECT_EQ(rules[0].verdict, "link");
  ASSERT_EQ(rules[1].when.size(), 2u);
  EXPECT_EQ(rules[1].when[0].feature, 1u);
  EXPECT_TRUE(rules[1].when[0].wanted);
  EXPECT_EQ(rules[1].when[1].feature, 0u);
  EXPECT_FALSE(rules[1].when[1].wanted);
  EXPECT_EQ(rules[1].example, "a");  // only the last column may have bars between spaces
  EXPECT_EQ(rules[1].reason, "b.rs      | mostly a file");
  EXPECT_TRUE(rules[2].when.empty());
}

TEST(Decisions, HaveAMessageForEachKindOfMistake) {
  const std::pair<std::string, std::string> kMistakes[] = {
      {"", "there are no rules"},
      {"a | b | c | d\n", "expected id | when | verdict | example | reason"},
      {"a | b |  | d | e\n", "expected id | when | verdict | example | reason"},
      {"A | b | c | d | e\n", "an id consists of"},
      {"a | B | c | d | e\n", "a feature consists of"},
      {"a | b | c | d | e\na | - | - | d | e\n", "`a` is listed twice"},
      {"a | b c d e f | c | d | e\n", "at most 4 features"}};
  for (const auto& [text, message] : kMistakes) {
    const DecisionList list(text);
    EXPECT_FALSE(list.decisions) << text;
    EXPECT_NE(list.diagnostics.text().find(message), std::string::npos)
        << text << list.diagnostics.text();
  }
}

// ---------------------------------------------------------------------------------------------------
// Groups

struct GroupList {
  explicit GroupList(std::string text) : sources{{"g.txt", std::move(text)}}, diagnostics(sources) {
    groups = read_groups(sources[0], 0, diagnostics);
  }
  std::vector<Source> sources;
  Diagnostics diagnostics;
  std::optional<std::vector<WordGroup>> groups;
};

TEST(Groups, HaveTheLongestWordsFirst) {
  const GroupList list("# a comment\nto_be is \"was (\" am # one more\n\nis_not no\nto_be been\n");
  ASSERT_TRUE(list.groups) << list.diagnostics.text();
  ASSERT_EQ(list.groups->size(), 2u);
  EXPECT_EQ((*list.groups)[0].words, (std::vector<std::string_view>{"was (", "been", "am", "is"}));
  EXPECT_NE(to_header(*list.groups, {"verbs", {"g.txt"}, {}, {}, {}})
                .find("namespace verbs {\n\ninline constexpr std::string_view kToBe[] = {\n    "
                      "\"was (\",\n"),
            std::string::npos);
}

TEST(Groups, HaveAMessageForEachKindOfMistake) {
  const std::pair<std::string, std::string> kMistakes[] = {
      {"# nothing\n", "there are no words"},
      {"To-be is\n", "a name consists of"},
      {"to_be\n", "words follow"},
      {"to_be is am\nto_be is\n", "`is` is listed twice"},
      {"to_be \"is\n", "the word does not end"},
      {"to_be \"\"\n", "the word does not end"}};
  for (const auto& [text, message] : kMistakes) {
    const GroupList list(text);
    EXPECT_FALSE(list.groups) << text;
    EXPECT_NE(list.diagnostics.text().find(message), std::string::npos)
        << text << list.diagnostics.text();
  }
}

}  // namespace abnfc_test
}  // namespace linkspan::abnfc
