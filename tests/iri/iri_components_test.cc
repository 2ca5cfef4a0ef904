// SPDX-License-Identifier: Apache-2.0
// Promise of src/iri/parse.h and src/scan/syntax/split.h: the components are those of RFC 3986,
// appendix B, and of abnfc's reference matcher, for every text over an alphabet of delimiters that
// matches.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "abnfc/reference_matcher.h"
#include "automata/iri_grammars.h"
#include "iri/parse.h"
#include "scan/syntax/split.h"
#include "tests/support/grammars.h"
#include "tests/support/sanitized.h"

namespace linkspan {
namespace iri_components_test {

using iri::Grammar;

constexpr const base::Dfa& kDfa = automata::kIriGrammars;

Part part(size_t begin, size_t end) {
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

// Splits the authority between `begin` and `end` (section 3.2). REQUIRES: it is valid, so it has at
// most one `@`.
void split_authority(std::string_view text, size_t begin, size_t end, Parts& parts) {
  const size_t at = text.substr(0, end).find('@', begin);
  if (at != text.npos) {
    parts.userinfo = part(begin, at);
    begin = at + 1;
  }
  const size_t bracket = text.substr(0, end).find(']', begin);
  const size_t colon = text.substr(0, end).find(':', bracket == text.npos ? begin : bracket);
  parts.host = part(begin, std::min(colon, end));
  if (colon != text.npos) parts.port = part(colon + 1, end);
}

//   ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
Parts split_by_appendix_b(std::string_view text) {
  Parts parts;
  size_t at = 0;
  const size_t colon = text.find_first_of(":/?#");
  if (colon != text.npos && colon > 0 && text[colon] == ':') {
    parts.scheme = part(0, colon);
    at = colon + 1;
  }
  if (text.substr(at).starts_with("//")) {
    const size_t end = std::min(text.find_first_of("/?#", at + 2), text.size());
    split_authority(text, at + 2, end, parts);
    at = end;
  }
  size_t end = std::min(text.find_first_of("?#", at), text.size());
  parts.path = part(at, end);
  if (end < text.size() && text[end] == '?') {
    at = end + 1;
    end = std::min(text.find('#', at), text.size());
    parts.query = part(at, end);
  }
  if (end < text.size()) parts.fragment = part(end + 1, text.size());
  return parts;
}

// Calls visit with every text of up to `length` of the tokens that is an IRI reference.
void for_all_matches(const std::vector<std::string>& tokens, size_t length,
                     const std::function<void(const std::string&)>& visit) {
  std::string text;
  const std::function<void(base::Dfa::State, size_t)> go = [&](base::Dfa::State from, size_t left) {
    if ((kDfa.accepts[from] & 1) != 0) visit(text);
    if (left == 0) return;
    for (const std::string& token : tokens) {
      base::Dfa::State state = from;
      for (char c : token) state = kDfa.step(state, static_cast<uint8_t>(c));
      if (state == base::Dfa::kDead) continue;
      text += token;
      go(state, left - 1);
      text.resize(text.size() - token.size());
    }
  };
  go(kDfa.start(), length);
}

std::vector<std::string> delimiters() { return {"a", ":", "/", "?", "#", "@", "[", "]", "1"}; }

void expect_appendix_b(const std::vector<std::string>& tokens, size_t length) {
  size_t count = 0;
  size_t wrong = 0;
  for_all_matches(tokens, length, [&](const std::string& text) {
    ++count;
    if (iri::match(text, Grammar::iri_reference) != split_by_appendix_b(text) && ++wrong < 10) {
      ADD_FAILURE() << "other components: " << text;
    }
    const Parts expected = split_by_appendix_b(text);
    if (expected.scheme.present() && scan::split_components(text) != expected && ++wrong < 10) {
      ADD_FAILURE() << "split otherwise: " << text;
    }
  });
  EXPECT_EQ(wrong, 0u);
  EXPECT_GT(count, 100000u);
}

// Sanitizers make this ten times slower.
constexpr int kShorter = test::kSanitized ? 1 : 0;

TEST(Components, AreThoseOfAppendixBForAllShortTexts) {
  expect_appendix_b(delimiters(), 9 - kShorter);
}

TEST(Components, AreThoseOfAppendixBWithLongerTokens) {
  expect_appendix_b({"x", ":", "/", "//", "?", "#", "@", "[::1]", "[v1.:]", "80", "é", "%41"},
                    7 - kShorter);
}

TEST(Components, AreThoseOfTheReferenceMatcher) {
  const abnfc::Grammar grammar = test::read_or_throw(test::all_grammars());
  abnfc::Request request;
  for (const char* name : {"scheme", "iuserinfo", "ihost", "port"}) {
    request.labels.push_back({*grammar.find(name)});
  }
  request.labels.emplace_back();
  for (const char* name :
       {"ipath-abempty", "ipath-absolute", "ipath-noscheme", "ipath-rootless", "ipath-empty"}) {
    request.labels.back().push_back(*grammar.find(name));
  }
  for (const char* name : {"iquery", "ifragment"}) {
    request.labels.push_back({*grammar.find(name)});
  }
  const abnfc::RuleId root = *grammar.find("IRI-reference");
  for_all_matches(delimiters(), 4, [&](const std::string& text) {
    const auto spans = abnfc::ReferenceMatcher(grammar, text).labels(root, request);
    ASSERT_TRUE(spans) << text;
    Parts expected;
    Part* const parts[] = {&expected.scheme, &expected.userinfo, &expected.host,    &expected.port,
                           &expected.path,   &expected.query,    &expected.fragment};
    for (const abnfc::LabelSpan& span : *spans) *parts[span.label] = {span.begin, span.end};
    EXPECT_EQ(iri::match(text, Grammar::iri_reference), expected) << text;
  });
}

}  // namespace iri_components_test
}  // namespace linkspan
