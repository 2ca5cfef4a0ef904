// SPDX-License-Identifier: Apache-2.0
// Promise of grammars/iri.abnf and iri::parse: each component of an IRI takes exactly the code
// points that RFC 3987, section 2.2, lists for it. All of U+0000..U+10FFFF are tried, alone in the
// rule of the component and in place in a whole IRI. The sets are repeated here from the text of
// the RFC, independently of the grammar file and of abnfc.

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "linkspan/iri.h"
#include "tests/support/grammars.h"

namespace linkspan {
namespace grammar_codepoints_test {

using Ranges = std::initializer_list<std::pair<char32_t, char32_t>>;

bool is_in(char32_t c, Ranges ranges) {
  for (const auto& [first, last] : ranges) {
    if (first <= c && c <= last) return true;
  }
  return false;
}

bool is_in(char32_t c, std::string_view ascii) {
  return c < 0x80 && ascii.find(static_cast<char>(c)) != ascii.npos;
}

bool is_ucschar(char32_t c) {
  return is_in(c, {{0xA0, 0xD7FF},
                   {0xF900, 0xFDCF},
                   {0xFDF0, 0xFFEF},
                   {0x10000, 0x1FFFD},
                   {0x20000, 0x2FFFD},
                   {0x30000, 0x3FFFD},
                   {0x40000, 0x4FFFD},
                   {0x50000, 0x5FFFD},
                   {0x60000, 0x6FFFD},
                   {0x70000, 0x7FFFD},
                   {0x80000, 0x8FFFD},
                   {0x90000, 0x9FFFD},
                   {0xA0000, 0xAFFFD},
                   {0xB0000, 0xBFFFD},
                   {0xC0000, 0xCFFFD},
                   {0xD0000, 0xDFFFD},
                   {0xE1000, 0xEFFFD}});
}

bool is_iprivate(char32_t c) {
  return is_in(c, {{0xE000, 0xF8FF}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}});
}

bool is_iunreserved(char32_t c) {
  return is_in(c, {{'A', 'Z'}, {'a', 'z'}, {'0', '9'}}) || is_in(c, "-._~") || is_ucschar(c);
}

bool is_sub_delim(char32_t c) { return is_in(c, "!$&'()*+,;="); }

bool is_in_userinfo(char32_t c) { return is_iunreserved(c) || is_sub_delim(c) || c == ':'; }
bool is_in_reg_name(char32_t c) { return is_iunreserved(c) || is_sub_delim(c); }
bool is_ipchar(char32_t c) { return is_iunreserved(c) || is_sub_delim(c) || is_in(c, ":@"); }
bool is_in_noscheme(char32_t c) { return is_ipchar(c) && c != ':'; }
bool is_in_query(char32_t c) { return is_ipchar(c) || is_iprivate(c) || is_in(c, "/?"); }
bool is_in_fragment(char32_t c) { return is_ipchar(c) || is_in(c, "/?"); }

// Encodes surrogates as well, in three bytes.
std::string to_utf8(char32_t c) {
  const auto tail = [c](unsigned shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xE0 | c >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xF0 | c >> 18), tail(12), tail(6), tail(0)};
}

// A rule, and a place in an IRI for a code point of the rule.
struct Component {
  const char* rule;
  bool (*takes)(char32_t);
  std::string before, after;
};

const std::vector<Component>& components() {
  static const std::vector<Component> all = {
      {"iuserinfo", is_in_userinfo, "http://a", "b@example.org/"},
      {"ireg-name", is_in_reg_name, "http://a", "b.example.org/"},
      {"isegment-nz", is_ipchar, "http://example.org/a", "b"},
      {"isegment-nz-nc", is_in_noscheme, "urn:a", "b"},
      {"iquery", is_in_query, "http://example.org/?a", "b"},
      {"ifragment", is_in_fragment, "http://example.org/#a", "b"},
      {"ucschar", is_ucschar, "", ""},
      {"iprivate", is_iprivate, "", ""},
  };
  return all;
}

constexpr char32_t kLast = 0x10FFFF;
bool is_surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }
// These end the component: the rest is another component, so the IRI may still be valid.
bool is_delimiter(char32_t c) { return is_in(c, ":/?#[]@%"); }

class Codepoints : public testing::TestWithParam<size_t> {
 protected:
  const Component& component() const { return components()[GetParam()]; }
};

class CodepointsInPlace : public Codepoints {};

TEST_P(Codepoints, OfTheRuleAreThoseOfRfc3987) {
  const abnfc::Automaton automaton =
      test::compile_or_throw(test::read_or_throw(test::all_grammars()), {component().rule});
  size_t wrong = 0;
  for (char32_t c = 0; c <= kLast; ++c) {
    const bool expected = !is_surrogate(c) && component().takes(c);
    if (automaton.view().matches(to_utf8(c)) == expected || ++wrong > 10) continue;
    ADD_FAILURE() << component().rule << " U+" << std::hex << static_cast<uint32_t>(c);
  }
  EXPECT_EQ(wrong, 0u);
}

TEST_P(CodepointsInPlace, AreThoseOfRfc3987) {
  size_t wrong = 0;
  for (char32_t c = 0; c <= kLast; ++c) {
    if (is_delimiter(c)) continue;
    const bool expected = !is_surrogate(c) && component().takes(c);
    const std::string text = component().before + to_utf8(c) + component().after;
    if (iri::parse(text, iri::Grammar::iri).ok() == expected || ++wrong > 10) continue;
    ADD_FAILURE() << component().rule << " U+" << std::hex << static_cast<uint32_t>(c);
  }
  EXPECT_EQ(wrong, 0u);
}

std::string name_of(const testing::TestParamInfo<size_t>& index) {
  std::string name = components()[index.param].rule;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, Codepoints, testing::Range<size_t>(0, 8), name_of);
// Without the last two, which are classes of characters, not components.
INSTANTIATE_TEST_SUITE_P(All, CodepointsInPlace, testing::Range<size_t>(0, 6), name_of);

}  // namespace grammar_codepoints_test
}  // namespace linkspan
