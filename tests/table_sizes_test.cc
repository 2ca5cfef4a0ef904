// SPDX-License-Identifier: Apache-2.0
// Promise: the tables stay small, and the tables that scanning ASCII text reads fit in the caches
// of a core.
//
// tests/data/table_sizes.tsv has a row for each table. The automata and the Unicode tables are
// measured from their extents, which is the same in every build. The sizes of tables that are
// private to files of src/scan come from `nm` on the library, which also finds tables without a
// row.

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>

#include "automata/abbreviations.h"
#include "automata/at_words.h"
#include "automata/authority.h"
#include "automata/case_endings.h"
#include "automata/clauses.h"
#include "automata/code_words.h"
#include "automata/host.h"
#include "automata/inflected_tlds.h"
#include "automata/ip_address.h"
#include "automata/ip_literal.h"
#include "automata/iri.h"
#include "automata/known_sites.h"
#include "automata/local_part.h"
#include "automata/opaque_link.h"
#include "automata/port.h"
#include "automata/prose_rules.h"
#include "automata/scheme.h"
#include "automata/schemes.h"
#include "automata/special_use_tlds.h"
#include "automata/text_after_slash.h"
#include "automata/tld_traits.h"
#include "automata/tlds.h"
#include "automata/words_before_hosts.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace {

namespace unicode_tables {
#include "unicode/properties_tables.inc"
}  // namespace unicode_tables

constexpr uint64_t kMostBytes = 320 << 10;
constexpr uint64_t kMostHotBytes = 96 << 10;

struct Row {
  uint64_t bytes = 0;
  bool is_hot = false;
};
using Rows = std::map<std::string, Row>;
using Sizes = std::map<std::string, uint64_t>;

// The rows of the golden file.
Rows golden_rows() {
  Rows rows;
  std::istringstream file(read_file(source_dir() / "tests" / "data" / "table_sizes.tsv"));
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream fields(line);
    std::string name;
    std::string heat;
    Row row;
    fields >> name >> row.bytes >> heat;
    row.is_hot = heat == "hot";
    EXPECT_TRUE(row.is_hot || heat == "cold") << "not in the form of the file: " << line;
    EXPECT_TRUE(rows.emplace(name, row).second) << name << " has two rows";
  }
  return rows;
}

// "scan::kSteps has grown by 256 bytes, from 512 to 768; …": the message for a wrong row.
std::string difference(const Rows& rows, const std::string& name, uint64_t bytes) {
  const std::string now = std::to_string(bytes);
  const auto row = rows.find(name);
  if (row == rows.end()) {
    return name + " has " + now + " bytes and no row in tests/data/table_sizes.tsv";
  }
  const uint64_t before = row->second.bytes;
  if (before == bytes) return {};
  const bool has_grown = bytes > before;
  return name + " has " + (has_grown ? "grown" : "shrunk") + " by " +
         std::to_string(has_grown ? bytes - before : before - bytes) + " bytes, from " +
         std::to_string(before) + " to " + now +
         "; if that is meant, write it into tests/data/table_sizes.tsv";
}

void expect_golden(const Rows& rows, const Sizes& sizes) {
  for (const auto& [name, bytes] : sizes) EXPECT_EQ(difference(rows, name, bytes), "");
}

void add(Sizes& sizes, const std::string& name, const base::Dfa& dfa) {
  sizes["automata::" + name + "ByteClass"] = 256 * sizeof(*dfa.byte_class);
  sizes["automata::" + name + "Next"] =
      sizeof(*dfa.next) * uint64_t{dfa.state_count} * dfa.class_count;
  sizes["automata::" + name + "Accepts"] = sizeof(*dfa.accepts) * uint64_t{dfa.state_count};
  sizes["automata::" + name + "Begins"] = sizeof(*dfa.begins) * uint64_t{dfa.state_count};
}

template <size_t kClasses, size_t kChoices, size_t kTargets>
void add_packed(Sizes& sizes, const std::string& name, const uint8_t (&)[kClasses],
                const uint8_t (&)[kChoices], const uint32_t (&)[kTargets]) {
  sizes["automata::" + name + "ByteClass"] = kClasses;
  sizes["automata::" + name + "Choices"] = kChoices;
  sizes["automata::" + name + "Targets"] = sizeof(uint32_t) * kTargets;
}

void add(Sizes& sizes, const std::string& name, const base::WordDfa& dfa) {
  sizes["automata::" + name + "FirstEdge"] = sizeof(*dfa.first_edge) * (dfa.state_count + 1ull);
  sizes["automata::" + name + "EdgeByte"] = sizeof(*dfa.edge_byte) * uint64_t{dfa.edge_count};
  sizes["automata::" + name + "EdgeTarget"] = sizeof(*dfa.edge_target) * uint64_t{dfa.edge_count};
  sizes["automata::" + name + "Value"] = sizeof(*dfa.value) * uint64_t{dfa.state_count};
}

Sizes sizes_of_automata() {
  Sizes sizes;
  add(sizes, "kAuthority", automata::kAuthority);
  add(sizes, "kHost", automata::kHost);
  add(sizes, "kIpLiteral", automata::kIpLiteral);
  add(sizes, "kIri", automata::kIri);
  add(sizes, "kLocalPart", automata::kLocalPart);
  add(sizes, "kPort", automata::kPort);
  add(sizes, "kScheme", automata::kScheme);
  add_packed(sizes, "kOpaqueLink", automata::kOpaqueLinkByteClass, automata::kOpaqueLinkChoices,
             automata::kOpaqueLinkTargets);
  add(sizes, "kSchemes", automata::kSchemes);
  add(sizes, "kTlds", automata::kTlds);
  add(sizes, "kSpecialUseTlds", automata::kSpecialUseTlds);
  add(sizes, "kTldTraits", automata::kTldTraits);
  add(sizes, "kWordsBeforeHosts", automata::kWordsBeforeHosts);
  add(sizes, "kClauses", automata::kClauses);
  add(sizes, "kKnownSites", automata::kKnownSites);
  add(sizes, "kCodeWords", automata::kCodeWords);
  add(sizes, "kAbbreviations", automata::kAbbreviations);
  add(sizes, "kAtWords", automata::kAtWords);
  add(sizes, "kCaseEndings", automata::kCaseEndings);
  add(sizes, "kIpAddress", automata::kIpAddress);
  add(sizes, "kInflectedTlds", automata::kInflectedTlds);
  add(sizes, "kTextAfterSlash", automata::kTextAfterSlash);
  sizes["automata::kCodeWordsShort"] = sizeof(automata::kCodeWordsShort);
  sizes["automata::kTldTraitsShort"] = sizeof(automata::kTldTraitsShort);
  sizes["automata::kTldsShort"] = sizeof(automata::kTldsShort);
  sizes["automata::kProseRules"] = sizeof(automata::kProseRules);
  return sizes;
}

Sizes sizes_of_unicode() {
  namespace tables = unicode_tables;
  return {
      {"unicode::tables::kAsciiProperties", sizeof(tables::kAsciiProperties)},
      {"unicode::tables::kPropertyClasses", sizeof(tables::kPropertyClasses)},
      {"unicode::tables::kPropertyRoots", sizeof(tables::kPropertyRoots)},
      {"unicode::tables::kPropertyBranches", sizeof(tables::kPropertyBranches)},
      {"unicode::tables::kPropertyLeaves", sizeof(tables::kPropertyLeaves)},
      {"unicode::tables::kScriptRoots", sizeof(tables::kScriptRoots)},
      {"unicode::tables::kScriptBranches", sizeof(tables::kScriptBranches)},
      {"unicode::tables::kScriptLeaves", sizeof(tables::kScriptLeaves)},
      {"unicode::tables::kHostFoldRoots", sizeof(tables::kHostFoldRoots)},
      {"unicode::tables::kHostFoldBranches", sizeof(tables::kHostFoldBranches)},
      {"unicode::tables::kHostFoldLeaves", sizeof(tables::kHostFoldLeaves)},
      {"unicode::tables::kHostFoldDeltas", sizeof(tables::kHostFoldDeltas)},
      {"unicode::tables::kBracketClosers", sizeof(tables::kBracketClosers)},
      {"unicode::tables::kBracketOpeners", sizeof(tables::kBracketOpeners)},
  };
}

TEST(TableSizes, OfAutomataMatchTheGoldenFile) {
  const Rows rows = golden_rows();
  const Sizes sizes = sizes_of_automata();
  expect_golden(rows, sizes);
  for (const auto& [name, row] : rows) {
    const bool is_gone = name.starts_with("automata::") && !sizes.contains(name);
    EXPECT_FALSE(is_gone) << name << " has a row in tests/data/table_sizes.tsv and is not there";
  }
}

TEST(TableSizes, OfUnicodeMatchTheGoldenFile) {
  const Rows rows = golden_rows();
  const Sizes sizes = sizes_of_unicode();
  expect_golden(rows, sizes);
  for (const auto& [name, row] : rows) {
    const bool is_gone = name.starts_with("unicode::") && !sizes.contains(name);
    EXPECT_FALSE(is_gone) << name << " has a row in tests/data/table_sizes.tsv and is not there";
  }
}

TEST(TableSizes, TogetherAreUnder320Kibibytes) {
  uint64_t all = 0;
  for (const auto& [name, row] : golden_rows()) all += row.bytes;
  RecordProperty("bytes", std::to_string(all));
  EXPECT_LT(all, kMostBytes);
}

TEST(TableSizes, ThatAreHotForAsciiAreUnder96Kibibytes) {
  uint64_t hot = 0;
  for (const auto& [name, row] : golden_rows()) hot += row.is_hot ? row.bytes : 0;
  RecordProperty("bytes", std::to_string(hot));
  EXPECT_GT(hot, 0u);
  EXPECT_LT(hot, kMostHotBytes);
}

// --- the tables of the built library

void erase_all(std::string& text, const std::string& what) {
  for (size_t at = 0; (at = text.find(what)) != text.npos;) text.erase(at, what.size());
}

// The sizes by `nm -S -C` of linkspan's own data of at least 64 bytes. Smaller data are not tables.
Sizes sizes_of_library() {
  constexpr uint64_t kLeast = 64;
  Sizes sizes;
  FILE* const pipe = popen("'" LINKSPAN_NM "' -S -C '" LINKSPAN_CORE_LIBRARY "' 2>&1", "r");
  if (pipe == nullptr) return sizes;
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  pclose(pipe);
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string address;
    uint64_t bytes = 0;
    char type = 0;
    fields >> address >> std::hex >> bytes >> type >> std::ws;
    constexpr std::string_view kDataTypes = "bBdDrRuVgG";
    std::string name;
    std::getline(fields, name);
    const bool is_data = fields && kDataTypes.find(type) != std::string_view::npos;
    if (!is_data || bytes < kLeast || !name.starts_with("linkspan::")) continue;
    erase_all(name, "(anonymous namespace)::");
    sizes[name.substr(std::string("linkspan::").size())] = bytes;
  }
  return sizes;
}

TEST(TableSizes, OfTheLibraryMatchTheGoldenFile) {
#ifdef LINKSPAN_SANITIZED
  GTEST_SKIP() << "sanitizers add padding to the sizes of the tables";
#endif
  const Sizes sizes = sizes_of_library();
  if (sizes.empty()) GTEST_SKIP() << "nm lists no tables of " LINKSPAN_CORE_LIBRARY;
  const Rows rows = golden_rows();
  expect_golden(rows, sizes);
#ifndef __clang__  // clang replaces the shortest tables by instructions
  for (const auto& [name, row] : rows) {
    // The linker leaves out tables that are not read: labels of automata, tables of unused
    // functions.
    const bool may_be_absent = name.starts_with("automata::") || name.starts_with("unicode::");
    EXPECT_TRUE(may_be_absent || sizes.contains(name))
        << name << " has a row in tests/data/table_sizes.tsv and is not in the library";
  }
#endif
}

}  // namespace
}  // namespace linkspan::test
