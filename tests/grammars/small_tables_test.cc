// SPDX-License-Identifier: Apache-2.0
// Promise: with LINKSPAN_SMALL_TABLES, as in tools/npm, the tables that are made when a program
// starts say the same as the others.
//
// The headers of abnfc and src/unicode are included in that form, in namespaces of another name.

#define LINKSPAN_SMALL_TABLES
#define automata small_automata
#define unicode small_unicode
#include "automata/code_words.h"
#include "automata/opaque_link.h"
#include "automata/schemes.h"
#include "automata/tld_traits.h"
#include "automata/tlds.h"
#include "automata/words_before_hosts.h"
#include "unicode/properties.cc"  // NOLINT
#undef automata
#undef unicode
#undef LINKSPAN_SMALL_TABLES

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <vector>

#include "abnfc/pack.h"
#include "tests/support/grammars.h"

namespace linkspan {
namespace unicode {
char32_t host_fold(char32_t c) noexcept;
}  // namespace unicode

namespace small_tables_test {

namespace small = small_automata;

struct Word {
  std::string text;
  uint8_t value;
  bool operator==(const Word&) const = default;
};

void collect(const base::WordDfa& list, int state, const std::string& begin,
             std::vector<Word>& words) {
  if (list.value[state] != 0) words.push_back({begin, list.value[state]});
  for (uint16_t edge = list.first_edge[state]; edge < list.first_edge[state + 1]; ++edge) {
    collect(list, list.edge_target[edge], begin + static_cast<char>(list.edge_byte[edge]), words);
  }
}

std::vector<Word> words_of(const base::WordDfa& list) {
  std::vector<Word> words;
  collect(list, 0, "", words);
  return words;
}

TEST(SmallTables, ListsHaveTheSameWordsAndValues) {
  const std::pair<const base::WordDfa&, const base::WordDfa&> lists[] = {
      {small::kTlds, small::constant::kTlds},
      {small::kSchemes, small::constant::kSchemes},
      {small::kTldTraits, small::constant::kTldTraits},
      {small::kWordsBeforeHosts, small::constant::kWordsBeforeHosts}};
  for (const auto& [made, plain] : lists) {
    EXPECT_EQ(words_of(made), words_of(plain));
    EXPECT_GT(words_of(made).size(), 100u);
  }
  EXPECT_NE(small::kTlds.first_edge, small::constant::kTlds.first_edge);
  EXPECT_GT(small::kTlds.state_count, small::constant::kTlds.state_count);
}

template <class Short>
void expect_short_words(const Short& found, const base::WordDfa& list) {
  for (const Word& word : words_of(list)) {
    const bool is_ascii =
        std::none_of(word.text.begin(), word.text.end(), [](char c) { return (c & 0x80) != 0; });
    if (word.text.size() > base::kLongestShortWord || !is_ascii) continue;
    const auto* const at = reinterpret_cast<const uint8_t*>(word.text.data());
    EXPECT_EQ(found.find({at, word.text.size(), at + word.text.size()}), word.value) << word.text;
  }
}

TEST(SmallTables, ShortWordsAreFound) {
  expect_short_words(small::kTldsShort, small::constant::kTlds);
  expect_short_words(small::kTldTraitsShort, small::constant::kTldTraits);
  expect_short_words(small::kCodeWordsShort, small::constant::kCodeWords);
}

TEST(SmallTables, AutomatonOfLinksWithoutSlashesHasTheSameTargets) {
  const abnfc::Grammar grammar = test::read_or_throw(test::all_grammars());
  abnfc::Diagnostics diagnostics({});
  const auto packed = abnfc::pack(test::compile_or_throw(grammar, {"opaque-link"}), diagnostics);
  ASSERT_TRUE(packed);
  const std::vector<base::PackedDfa::State> made(
      small::kOpaqueLinkTargets, small::kOpaqueLinkTargets + packed->targets.size());
  EXPECT_EQ(std::size(small::kOpaqueLinkMade.targets), packed->targets.size());
  EXPECT_EQ(made, packed->targets);
}

TEST(SmallTables, PropertiesOfCodePoints) {
  namespace tables = small_unicode::tables;
  EXPECT_TRUE(std::equal(std::begin(tables::kPropertyBranchNumbers),
                         std::end(tables::kPropertyBranchNumbers), tables::kPropertyBranches));
  EXPECT_TRUE(std::equal(std::begin(tables::kScriptBranchNumbers),
                         std::end(tables::kScriptBranchNumbers), tables::kScriptBranches));
  for (char32_t c = 0; c <= small_unicode::kMaxCodePoint + 1; ++c)
    ASSERT_EQ(small_unicode::host_fold(c), unicode::host_fold(c)) << std::hex << uint32_t{c};
}

}  // namespace small_tables_test
}  // namespace linkspan
