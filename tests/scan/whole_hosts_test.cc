// SPDX-License-Identifier: Apache-2.0
// Promise: no part of a host or of an address is linked. In all short texts of labels, dots, an
// `@`, a path and one other character, a host or a local part is a part of a longer run only if
// that character is listed here, with what it is to a reader.
//
//   http://exa%mple.example.org/    nothing: `%` is not listed, so `exa` is half of a host
//   example.org,example.com         two hosts: a comma separates words

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/scan.h"

namespace linkspan::test {
namespace whole_hosts_test {

enum class Side : uint8_t { both, after, before };

struct Separator {
  std::string_view sign;
  Side side;
  std::string_view why;
};

// Where a reader sees another word: `after` a host, `before` a host or a local part.
constexpr Separator kSeparators[] = {
    {"\"", Side::both, "a quotation mark"},
    {"'", Side::both, "a quotation mark, or an elided article"},
    {"`", Side::both, "a code span"},
    {"(", Side::both, "a bracket"},
    {")", Side::both, "a bracket"},
    {"[", Side::both, "a bracket"},
    {"]", Side::both, "a bracket"},
    {"{", Side::both, "a bracket; rule placeholder"},
    {"}", Side::both, "a bracket"},
    {"<", Side::both, "a bracket"},
    {">", Side::both, "a bracket"},
    {",", Side::both, "rule row_of_fields"},
    {";", Side::both, "rule row_of_fields"},
    {"!", Side::both, "rule next_sentence"},
    {"?", Side::both, "a query, or the end of a sentence"},
    {":", Side::both, "a port, a scheme, or a label"},
    {"/", Side::both, "a path"},
    {"#", Side::after, "a fragment"},
    {"\\", Side::after, "a path of Windows"},
    {"|", Side::both, "a column of a table"},
    {"=", Side::before, "rule key"},
    {"&", Side::before, "a query"},
    {"→", Side::both, "rule domain_start"},
    {"…", Side::both, "rule cut_host"},
    {"“", Side::both, "a quotation mark"},
    {"–", Side::after, "a dash between words"},
    {"／", Side::both, "another link"},
    {"•", Side::after, "a bullet between items"},
};

bool may_separate(std::string_view sign, Side side) {
  return std::any_of(std::begin(kSeparators), std::end(kSeparators), [&](const Separator& one) {
    return one.sign == sign && (one.side == Side::both || one.side == side);
  });
}

std::vector<std::string> all_signs() {
  std::vector<std::string> signs = {"·",    "•",    "○",    "→",     "…",   "\u200B", "“",
                                    "‐",    "–",    "／",   "××",    "{b}", "${b}",   "$(b)",
                                    "%(b)", "#{b}", "-{b}", "{{b}}", "{b}-"};
  for (char c = '!'; c <= '~'; ++c) {
    if (std::string_view("!\"#$%&'()*+,/:;<=>?[\\]^`{|}~").find(c) != std::string_view::npos) {
      signs.emplace_back(1, c);
    }
  }
  return signs;
}

bool is_of_label(char c) { return (c >= 'a' && c <= 'z') || c == '.'; }

// Do letters follow `sign` at the start of the text: a label, and in `most` cases one with a dot?
bool run_follows(std::string_view text, std::string_view sign, bool after_whole_host) {
  while (text.starts_with(sign)) text.remove_prefix(sign.size());
  const auto end = std::find_if_not(text.begin(), text.end(), is_of_label);
  const std::string_view run = text.substr(0, static_cast<size_t>(end - text.begin()));
  if (run.starts_with("..") || run.find_first_not_of('.') == run.npos) return false;
  const size_t last = run.find_last_not_of('.');
  return !after_whole_host || run.find('.') < last;
}

bool run_precedes(std::string_view text, std::string_view sign) {
  while (text.ends_with(sign)) text.remove_suffix(sign.size());
  return !text.empty() && (is_of_label(text.back()) || text.back() == '@');
}

void expect_whole(std::string_view text, std::string_view sign, const Span& span) {
  const std::string_view link = text.substr(span.range.begin, span.range.end - span.range.begin);
  const std::string_view after = text.substr(span.range.end);
  const bool ends_with_host = span.parts.host.end == link.size();
  if (ends_with_host && after.starts_with(sign) && !may_separate(sign, Side::after)) {
    EXPECT_FALSE(run_follows(after, sign, link.ends_with(".org"))) << link << " in " << text;
  }
  const std::string_view before = text.substr(0, span.range.begin);
  const bool has_scheme = span.parts.scheme.present();
  if (!has_scheme && before.ends_with(sign) && !may_separate(sign, Side::before)) {
    EXPECT_FALSE(run_precedes(before, sign)) << link << " in " << text;
  }
}

void expect_whole_links(const Engine& engine, const std::string& text, std::string_view sign,
                        unsigned more) {
  for (const Span& span : engine.find_all(text)) expect_whole(text, sign, span);
  if (more == 0) return;
  for (const std::string_view piece :
       {std::string_view("exa"), std::string_view("."), std::string_view("org"),
        std::string_view("@"), std::string_view("/x"), sign}) {
    expect_whole_links(engine, text + std::string(piece), sign, more - 1);
  }
}

TEST(WholeHosts, AreLinkedOrNothing) {
  const Engine engine = Engine::create({}).value();
  for (const std::string& sign : all_signs()) {
    for (const std::string prefix : {"", "http://", "foo://", "mailto:"}) {
      expect_whole_links(engine, prefix, sign, 5);
    }
  }
}

}  // namespace whole_hosts_test
}  // namespace linkspan::test
