// SPDX-License-Identifier: Apache-2.0
// Promise: every code point has the properties that the Unicode Standard assigns to it, and the
// lists of top-level domains and schemes are well formed.
//
// Three sources: the data files of UTS #58, where the public data is present; ICU, for the code
// points that it has; and examples derived by hand. Where ICU and the tables differ because the
// standard has changed between their versions, the code points are listed here with the change.
//
// The same file tests the tables of another Unicode version: tools/unigen/check compiles it with
// them in front of the committed ones.

#include <gtest/gtest.h>
#include <unicode/uchar.h>
#include <unicode/uidna.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "unicode/properties.h"

namespace linkspan::unicode {
namespace unicode_test {

namespace fs = std::filesystem;

constexpr char32_t kCodePoints = kMaxCodePoint + 1;
constexpr bool kIsUnicode18 = kUnicodeVersion == "18.0.0";  // the committed tables

std::string in_hex(char32_t c) {
  std::array<char, 8> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), static_cast<uint32_t>(c), 16);
  return "U+" + std::string(digits.data(), end.ptr);
}

// Collects the code points for which two sources differ, and shows the first few.
class Differences {
 public:
  void add(char32_t c) { all_.push_back(c); }
  size_t count() const { return all_.size(); }
  std::string text() const {
    std::string text;
    for (size_t i = 0; i < std::min<size_t>(all_.size(), 20); ++i) text += in_hex(all_[i]) + " ";
    return text;
  }

 private:
  std::vector<char32_t> all_;
};

// ---- UTS #58's data files ----

fs::path data_folder(std::string_view unicode_version) {
  const char* root = std::getenv("LINKSPAN_DATA");
  const std::string folder = unicode_version == "18.0.0" ? "18.0.0-dev" : "17.0.0";
  return fs::path(root != nullptr ? root : LINKSPAN_DATA_DIR) / "uts58" / folder;
}

#define SKIP_WITHOUT(folder) \
  if (!fs::exists(folder)) GTEST_SKIP() << "there is no " << (folder) << " (public UTS #58 data)"

struct Row {
  char32_t begin;
  char32_t end;  // half-open
  std::string value;
};

char32_t parse_hex(std::string_view text) {
  uint32_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

std::string trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1));
}

// Rows `0021..0023 ; Value # comment` of a UCD file.
std::vector<Row> read_rows(const fs::path& file) {
  std::vector<Row> rows;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    line = line.substr(0, line.find('#'));
    const size_t semicolon = std::min(line.find(';'), line.size());
    const std::string place = trimmed(std::string_view(line).substr(0, semicolon));
    if (place.empty()) continue;
    const std::string value = trimmed(std::string_view(line).substr(semicolon));
    const size_t dots = place.find("..");
    const char32_t begin = parse_hex(place);
    const char32_t last =
        dots == std::string::npos ? begin : parse_hex(std::string_view(place).substr(dots + 2));
    rows.push_back({begin, last + 1, value.empty() ? value : trimmed(value.substr(1))});
  }
  return rows;
}

std::vector<LinkTerm> published_terms(const fs::path& folder) {
  const std::map<std::string, LinkTerm> names = {{"Include", LinkTerm::include},
                                                 {"Soft", LinkTerm::soft},
                                                 {"Hard", LinkTerm::hard},
                                                 {"Open", LinkTerm::open},
                                                 {"Close", LinkTerm::close}};
  std::vector<LinkTerm> terms(kCodePoints, LinkTerm::hard);
  for (const Row& row : read_rows(folder / "LinkTerm.txt")) {
    std::fill(terms.begin() + row.begin, terms.begin() + row.end, names.at(row.value));
  }
  return terms;
}

std::vector<bool> published_email(const fs::path& folder) {
  std::vector<bool> members(kCodePoints, false);
  for (const Row& row : read_rows(folder / "LinkEmail.txt")) {
    std::fill(members.begin() + row.begin, members.begin() + row.end, true);
  }
  return members;
}

std::map<char32_t, char32_t> published_brackets(const fs::path& folder) {
  std::map<char32_t, char32_t> pairs;
  for (const Row& row : read_rows(folder / "LinkBracket.txt")) {
    pairs[row.begin] = parse_hex(row.value);
  }
  return pairs;
}

TEST(Uts58Data, LinkTermMatchesThePublishedFile) {
  const fs::path folder = data_folder(kUnicodeVersion);
  SKIP_WITHOUT(folder);
  const std::vector<LinkTerm> published = published_terms(folder);
  Differences differences;
  for (char32_t c = 0; c < kCodePoints; ++c) {
    if (properties(c).link_term() != published[c]) differences.add(c);
  }
  EXPECT_EQ(differences.count(), 0u) << differences.text();
}

TEST(Uts58Data, LinkEmailMatchesThePublishedFile) {
  const fs::path folder = data_folder(kUnicodeVersion);
  SKIP_WITHOUT(folder);
  const std::vector<bool> published = published_email(folder);
  Differences differences;
  for (char32_t c = 0; c < kCodePoints; ++c) {
    if (properties(c).is_link_email() != published[c]) differences.add(c);
  }
  EXPECT_EQ(differences.count(), 0u) << differences.text();
}

TEST(Uts58Data, LinkBracketMatchesThePublishedFile) {
  const fs::path folder = data_folder(kUnicodeVersion);
  SKIP_WITHOUT(folder);
  const std::map<char32_t, char32_t> published = published_brackets(folder);
  ASSERT_GE(published.size(), 64u);
  Differences differences;
  for (char32_t c = 0; c < kCodePoints; ++c) {
    const auto pair = published.find(c);
    if (link_bracket(c) != (pair == published.end() ? 0 : pair->second)) differences.add(c);
  }
  EXPECT_EQ(differences.count(), 0u) << differences.text();
}

bool is_listed(char32_t c, const std::vector<Row>& rows) {
  return std::any_of(rows.begin(), rows.end(),
                     [c](const Row& row) { return c >= row.begin && c < row.end; });
}

// Rows `| U+0B53 to U+0B54 | Include | 2 |` of docs/unicode.md.
std::vector<Row> rows_of_page() {
  std::vector<Row> rows;
  std::ifstream in(fs::path(LINKSPAN_SOURCE_DIR) / "docs/unicode.md");
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("| U+")) continue;
    const size_t bar = line.find(" | ");
    const std::string place = line.substr(4, bar - 4);
    const size_t to = place.find(" to U+");
    const char32_t begin = parse_hex(place);
    const char32_t last = to == std::string::npos ? begin : parse_hex(place.substr(to + 6));
    rows.push_back({begin, last + 1, line.substr(bar + 3, line.find(" | ", bar + 3) - bar - 3)});
  }
  return rows;
}

// The new version has more characters and is otherwise the same, so links end elsewhere only at
// those that docs/unicode.md lists.
TEST(Uts58Data, LinksEndElsewhereThanUnder17OnlyAtTheListedCharacters) {
  if (!kIsUnicode18) GTEST_SKIP() << "the tables are those of Unicode " << kUnicodeVersion;
  const fs::path folder = data_folder("17.0.0");
  SKIP_WITHOUT(folder);
  const std::vector<LinkTerm> terms = published_terms(folder);
  const std::vector<Row> page = rows_of_page();
  EXPECT_GT(page.size(), 50u);
  std::map<LinkTerm, int> added;
  Differences unlisted;
  for (char32_t c = 0; c < kCodePoints; ++c) {
    const LinkTerm ours = properties(c).link_term();
    if (ours == terms[c]) {
      if (is_listed(c, page)) unlisted.add(c);
      continue;
    }
    ++added[ours];
    if (terms[c] != LinkTerm::hard || !is_listed(c, page)) unlisted.add(c);
  }
  EXPECT_EQ(unlisted.count(), 0u) << unlisted.text();
  EXPECT_EQ(added[LinkTerm::soft], 2);
  EXPECT_EQ(added[LinkTerm::open], 1);
  EXPECT_EQ(added[LinkTerm::close], 1);
  EXPECT_GT(added[LinkTerm::include], 13000);
}

// ---- examples derived by hand ----

TEST(LinkTermTest, CountsAreThoseOfTheVersion) {
  std::map<LinkTerm, int> counts;
  for (char32_t c = 0; c < kCodePoints; ++c) ++counts[properties(c).link_term()];
  EXPECT_EQ(counts[LinkTerm::soft], kIsUnicode18 ? 332 : 330);
  EXPECT_EQ(counts[LinkTerm::open], kIsUnicode18 ? 65 : 64);
  EXPECT_EQ(counts[LinkTerm::close], kIsUnicode18 ? 65 : 64);
}

TEST(LinkTermTest, FollowsItsDerivation) {
  const std::pair<char32_t, LinkTerm> cases[] = {
      {U'a', LinkTerm::include},       // letters
      {U'/', LinkTerm::include},       // characters in none of the classes below
      {U'.', LinkTerm::soft},          // Terminal_Punctuation
      {U'"', LinkTerm::soft},          // Line_Break=Quotation
      {U'。', LinkTerm::soft},         // Terminal_Punctuation
      {U'«', LinkTerm::soft},          // Line_Break=Quotation
      {U'(', LinkTerm::open},          // Bidi_Paired_Bracket_Type
      {U'」', LinkTerm::close},        // the same
      {U'<', LinkTerm::open},          // has no bracket type, added by UTS #58
      {U'>', LinkTerm::close},         // the same
      {U' ', LinkTerm::hard},          // White_Space
      {U'\u3000', LinkTerm::hard},     // the same
      {U'\u0007', LinkTerm::hard},     // Cc
      {U'\u0149', LinkTerm::hard},     // Deprecated
      {U'\u2329', LinkTerm::hard},     // a bracket, but deprecated
      {0xD800, LinkTerm::hard},        // Cs
      {U'\uE000', LinkTerm::hard},     // Co
      {U'\uFDD0', LinkTerm::hard},     // Noncharacter_Code_Point
      {U'\u0378', LinkTerm::hard},     // Cn
      {U'\u200B', LinkTerm::include},  // Cf
      {U'\u202E', LinkTerm::include},  // Cf
      {U'\uFFFD', LinkTerm::include},  // So; the scanner ends links at ill-formed text itself
  };
  for (const auto& [c, expected] : cases) {
    EXPECT_EQ(properties(c).link_term(), expected) << in_hex(c);
  }
}

TEST(LinkBracketTest, EveryCloserHasAnOpenerOfItsOwn) {
  std::set<char32_t> openers;
  for (char32_t c = 0; c < kCodePoints; ++c) {
    const char32_t opener = link_bracket(c);
    EXPECT_EQ(opener != 0, properties(c).link_term() == LinkTerm::close) << in_hex(c);
    if (opener == 0) continue;
    EXPECT_EQ(properties(opener).link_term(), LinkTerm::open) << in_hex(c);
    EXPECT_TRUE(openers.insert(opener).second) << in_hex(c);
  }
  EXPECT_EQ(link_bracket(U'>'), U'<');
  EXPECT_EQ(link_bracket(U')'), U'(');
  EXPECT_EQ(link_bracket(U'」'), U'「');
  EXPECT_EQ(link_bracket(U'｣'), U'｢');
  EXPECT_EQ(link_bracket(0x110000), char32_t{0});
}

TEST(LinkEmailTest, IsAtextInAsciiAndXidContinueElsewhere) {
  for (char32_t c : U"azAZ09.!#$%&'*+-/=?^_`{|}~éй中\u0301٣") {
    if (c != 0) {
      EXPECT_TRUE(properties(c).is_link_email()) << in_hex(c);
    }
  }
  for (char32_t c : U" \t\"(),:;<>@[\\]\u007F“。€\u200B😀") {
    EXPECT_FALSE(properties(c).is_link_email()) << in_hex(c);
  }
}

TEST(HostTest, HostCharactersAreThoseAllowedInLabels) {
  for (char32_t c : {U'a', U'Z', U'0', U'-', U'ß', U'ς', U'é', U'Ａ', U'中', U'ー', U'\u200C',
                     U'\u200D', U'\u2764', U'\U0001F600', U'\u0301', U'㎏', U'ﬀ', U'\u2260'}) {
    EXPECT_TRUE(properties(c).is_host()) << in_hex(c);
    EXPECT_FALSE(properties(c).is_host_ignored()) << in_hex(c);
  }
  for (char32_t c : {U'_', U'.', U'。', U'．', U'｡', U'/', U'%', U':', U'@', U' ', U'\u00A0', U'／',
                     U'＃', U'℀', U'⑴', U'\uE000', U'\u0378', U'\uFFFD', U'\u202E'}) {
    EXPECT_FALSE(properties(c).is_host()) << in_hex(c);
  }
  for (char32_t c : {U'\u00AD', U'\uFE0F', U'\u200B', U'\u2060', U'\uFEFF'}) {
    EXPECT_FALSE(properties(c).is_host()) << in_hex(c);
    EXPECT_TRUE(properties(c).is_host_ignored()) << in_hex(c);
  }
}

TEST(HostTest, AsciiHostCharactersAreLettersDigitsAndHyphen) {
  for (char32_t c = 0; c < 0x80; ++c) {
    const bool expected =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-';
    EXPECT_EQ(properties(c).is_host(), expected) << in_hex(c);
  }
}

TEST(HostFoldTest, MapsOneToOneOnly) {
  const std::pair<char32_t, char32_t> cases[] = {
      {U'a', U'a'},           {U'Q', U'q'},         {U'Ａ', U'a'}, {U'ａ', U'a'}, {U'Й', U'й'},
      {U'É', U'é'},           {U'ı', U'ı'},         {U'ẞ', U'ß'},  {U'ß', U'ß'},  {U'Σ', U'σ'},
      {U'ς', U'ς'},           {U'𝒜', U'a'},         {U'９', U'9'}, {U'ｱ', U'ア'}, {U'ﬀ', U'ﬀ'},
      {U'İ', U'İ'},           {U'。', U'.'},        {U'．', U'.'}, {U'｡', U'.'},  {U'_', U'_'},
      {U'\u00AD', U'\u00AD'}, {0x110000, 0x110000},
  };
  for (const auto& [c, expected] : cases) {
    EXPECT_EQ(in_hex(host_fold(c)), in_hex(expected)) << in_hex(c);
  }
}

TEST(HostFoldTest, IsIdempotentAndKeepsHostCharacters) {
  for (char32_t c = 0; c < kCodePoints; ++c) {
    const char32_t folded = host_fold(c);
    ASSERT_EQ(host_fold(folded), folded) << in_hex(c);
    ASSERT_TRUE(!properties(c).is_host() || properties(folded).is_host()) << in_hex(c);
    ASSERT_FALSE(folded >= 'A' && folded <= 'Z') << in_hex(c);
  }
}

TEST(ScriptTest, IncludesScriptsUpToUnicode17) {
  EXPECT_EQ(static_cast<int>(Script::unknown), 0);
  EXPECT_EQ(script(U'a'), Script::latin);
  EXPECT_EQ(script(U'1'), Script::common);
  EXPECT_EQ(script(U'й'), Script::cyrillic);
  EXPECT_EQ(script(U'あ'), Script::hiragana);
  EXPECT_EQ(script(U'ア'), Script::katakana);
  EXPECT_EQ(script(U'中'), Script::han);
  EXPECT_EQ(script(U'한'), Script::hangul);
  EXPECT_EQ(script(U'\u0301'), Script::inherited);
  EXPECT_EQ(script(U'\u0378'), Script::unknown);
  EXPECT_EQ(script(0x10940), Script::sidetic);  // new in Unicode 17.0
  EXPECT_EQ(script(0x11DB0), Script::tolong_siki);
}

TEST(PropertiesTest, ValuesBeyondUnicodeAreHardAndHaveNoOtherProperty) {
  for (char32_t c : {char32_t{0x110000}, char32_t{0x7FFFFFFF}, char32_t{0xFFFFFFFF}}) {
    EXPECT_EQ(properties(c), Properties(static_cast<uint16_t>(LinkTerm::hard)));
    EXPECT_EQ(script(c), Script::unknown);
    EXPECT_EQ(host_fold(c), c);
    EXPECT_EQ(link_bracket(c), char32_t{0});
  }
}

TEST(PropertiesTest, TheAsciiTableHasTheSameProperties) {
  for (char32_t c = 0; c < 0x80; ++c) {
    EXPECT_EQ(properties(c), tables::staged_properties(c)) << in_hex(c);
    EXPECT_EQ(script(c),
              static_cast<Script>(tables::look_up(tables::kScriptRoots, tables::kScriptBranches,
                                                  tables::kScriptLeaves, c)))
        << in_hex(c);
  }
}

// ---- ICU ----

using Members = std::set<char32_t>;

Members members_of(std::initializer_list<std::pair<char32_t, char32_t>> ranges) {
  Members members;
  for (const auto& [first, last] : ranges) {
    for (char32_t c = first; c <= last; ++c) members.insert(c);
  }
  return members;
}

// Surrogates are excluded: no text has them, and ICU's normalizer does not change them.
bool is_assigned_in_icu(char32_t c) {
  const int8_t category = u_charType(static_cast<UChar32>(c));
  return category != U_UNASSIGNED && category != U_SURROGATE;
}

// ICU 72 has Unicode 15.0. The lists below have the changes since that version.
constexpr bool kIcuIsNewer = U_ICU_VERSION_MAJOR_NUM > 72;

// Compares for the code points that ICU has assigned. `changed` is where the standard has changed
// since Unicode 15.0, or where UTS #58 departs from the property; there the two must differ.
template <class Ours, class Icus>
void expect_as_icu(const Members& changed, Ours ours, Icus icus) {
  Differences differences;
  for (char32_t c = 0; c < kCodePoints; ++c) {
    if (!is_assigned_in_icu(c)) continue;
    const bool is_as_icu = ours(c) == icus(static_cast<UChar32>(c));
    const bool is_as_expected = changed.contains(c) ? !is_as_icu || kIcuIsNewer : is_as_icu;
    if (!is_as_expected) differences.add(c);
  }
  EXPECT_EQ(differences.count(), 0u) << differences.text();
}

auto has_icu_property(UProperty property) {
  return [property](UChar32 c) { return u_hasBinaryProperty(c, property) != 0; };
}

auto has_icu_category(uint32_t mask) {
  return [mask](UChar32 c) { return (U_GET_GC_MASK(c) & mask) != 0; };
}

TEST(IcuTest, WhiteSpaceIsTheSame) {
  expect_as_icu(
      {}, [](char32_t c) { return properties(c).is_white_space(); },
      has_icu_property(UCHAR_WHITE_SPACE));
}

TEST(IcuTest, DefaultIgnorableIsTheSame) {
  expect_as_icu(
      {}, [](char32_t c) { return properties(c).is_default_ignorable(); },
      has_icu_property(UCHAR_DEFAULT_IGNORABLE_CODE_POINT));
}

TEST(IcuTest, BidiControlIsTheSame) {
  expect_as_icu(
      {}, [](char32_t c) { return properties(c).is_bidi_control(); },
      has_icu_property(UCHAR_BIDI_CONTROL));
}

TEST(IcuTest, GeneralCategoryIsTheSame) {
  expect_as_icu(
      {}, [](char32_t c) { return properties(c).is_letter(); }, has_icu_category(U_GC_L_MASK));
  expect_as_icu(
      {}, [](char32_t c) { return properties(c).is_mark(); }, has_icu_category(U_GC_M_MASK));
  expect_as_icu(
      {}, [](char32_t c) { return properties(c).is_digit(); }, has_icu_category(U_GC_ND_MASK));
  expect_as_icu(
      {}, [](char32_t c) { return properties(c).is_punctuation(); }, has_icu_category(U_GC_P_MASK));
}

TEST(IcuTest, LinkEmailIsXidContinueOutsideAscii) {
  // XID_Continue since Unicode 15.1.
  const Members changed = {0x200C, 0x200D, 0x30FB, 0xFF65};
  expect_as_icu(
      changed, [](char32_t c) { return c >= 0x80 && properties(c).is_link_email(); },
      [](UChar32 c) { return c >= 0x80 && u_hasBinaryProperty(c, UCHAR_XID_CONTINUE); });
}

TEST(IcuTest, PairedBracketsAreTheSame) {
  // UTS #58 adds `>` and leaves out deprecated characters.
  expect_as_icu({U'>', 0x232A}, link_bracket, [](UChar32 c) {
    const bool closes = u_getIntPropertyValue(c, UCHAR_BIDI_PAIRED_BRACKET_TYPE) == U_BPT_CLOSE;
    return closes ? static_cast<char32_t>(u_getBidiPairedBracket(c)) : char32_t{0};
  });
}

TEST(IcuTest, EastAsianWidthIsTheSame) {
  // Wide since Unicode 16.0: symbols of the Book of Changes and their like, counting rods.
  const Members changed = members_of({{0x2630, 0x2637},
                                      {0x268A, 0x268F},
                                      {0x4DC0, 0x4DFF},
                                      {0x1D300, 0x1D356},
                                      {0x1D360, 0x1D376}});
  expect_as_icu(
      changed, [](char32_t c) { return properties(c).is_east_asian_wide(); },
      [](UChar32 c) {
        const int width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
        return width == U_EA_WIDE || width == U_EA_FULLWIDTH;
      });
}

constexpr std::array kScriptNames = {
#define LINKSPAN_LONG_NAME(name, long_name) std::string_view(long_name),
    LINKSPAN_UNICODE_SCRIPTS(LINKSPAN_LONG_NAME)
#undef LINKSPAN_LONG_NAME
};

TEST(IcuTest, ScriptsAreTheSame) {
  expect_as_icu(
      {}, [](char32_t c) { return kScriptNames[static_cast<size_t>(script(c))]; },
      [](UChar32 c) {
        UErrorCode error = U_ZERO_ERROR;
        return std::string_view(uscript_getName(uscript_getScript(c, &error)));
      });
}

// ICU's mapping by UTS #46 of one code point; U+FFFD for a disallowed one.
std::u32string icu_mapping(UChar32 c) {
  UErrorCode error = U_ZERO_ERROR;
  static const UNormalizer2* const uts46 =
      unorm2_getInstance(nullptr, "uts46", UNORM2_COMPOSE, &error);
  std::array<UChar, 2> text;
  int32_t length = 0;
  U16_APPEND_UNSAFE(text.data(), length, c);
  std::array<UChar, 64> mapped;
  const int32_t mapped_length = unorm2_normalize(uts46, text.data(), length, mapped.data(),
                                                 static_cast<int32_t>(mapped.size()), &error);
  EXPECT_TRUE(U_SUCCESS(error)) << in_hex(static_cast<char32_t>(c));
  std::u32string result;
  for (int32_t i = 0; i < mapped_length;) {
    UChar32 next;
    U16_NEXT(mapped.data(), i, mapped_length, next);
    result.push_back(static_cast<char32_t>(next));
  }
  return result;
}

bool is_host_of_icu(UChar32 c) {
  const std::u32string mapping = icu_mapping(c);
  return !mapping.empty() && std::all_of(mapping.begin(), mapping.end(), [](char32_t m) {
    return m >= 0x80 ? m != 0xFFFD : properties(m).is_host();
  });
}

// Disallowed before and mapped since Unicode 16.0: capital letters whose lower case was added
// later, and CJK compatibility ideographs whose decomposition was corrected.
Members newly_mapped() {
  return members_of({{0x4C0, 0x4C0},
                     {0x10A0, 0x10C5},
                     {0x2132, 0x2132},
                     {0x2183, 0x2183},
                     {0x2F868, 0x2F868},
                     {0x2F874, 0x2F874},
                     {0x2F91F, 0x2F91F},
                     {0x2F95F, 0x2F95F},
                     {0x2F9BF, 0x2F9BF}});
}

TEST(IcuTest, HostCharactersAreTheSame) {
  Members changed = newly_mapped();
  changed.insert(0x1806);  // valid since Unicode 16.0
  expect_as_icu(
      changed, [](char32_t c) { return properties(c).is_host(); }, is_host_of_icu);
}

TEST(IcuTest, IgnoredHostCharactersAreTheSame) {
  // Disallowed before and ignored since Unicode 16.0: fillers and other invisible characters.
  const Members changed = members_of({{0x115F, 0x1160},
                                      {0x17B4, 0x17B5},
                                      {0x180E, 0x180E},
                                      {0x2061, 0x2063},
                                      {0x206A, 0x206F},
                                      {0x3164, 0x3164},
                                      {0xFFA0, 0xFFA0},
                                      {0x1D173, 0x1D17A}});
  expect_as_icu(
      changed, [](char32_t c) { return properties(c).is_host_ignored(); },
      [](UChar32 c) { return icu_mapping(c).empty(); });
}

TEST(IcuTest, HostFoldIsTheSame) {
  Members changed = newly_mapped();
  changed.insert(0x1E9E);  // to U+00DF since Unicode 15.1; to `ss` before
  expect_as_icu(changed, host_fold, [](UChar32 c) {
    const std::u32string mapping = icu_mapping(c);
    const bool is_single = mapping.size() == 1 && mapping[0] != 0xFFFD;
    return is_single ? mapping[0] : static_cast<char32_t>(c);
  });
}

// ---- grammars/tlds.txt and grammars/schemes.txt ----

struct ListLine {
  std::string text;
  size_t number;
};

// The lines after the first empty line that are not comments.
std::vector<ListLine> read_list(const std::string& name) {
  std::ifstream in(fs::path(LINKSPAN_SOURCE_DIR) / "grammars" / name);
  EXPECT_TRUE(in) << name;
  std::vector<ListLine> lines;
  size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.starts_with('#')) continue;
    if (line.empty() && lines.empty()) continue;
    lines.push_back({line, number});
  }
  return lines;
}

void expect_sorted_without_duplicates(const std::vector<ListLine>& lines) {
  for (size_t i = 1; i < lines.size(); ++i) {
    EXPECT_LT(lines[i - 1].text, lines[i].text) << "line " << lines[i].number;
  }
}

using ToOtherForm = int32_t (*)(const UIDNA*, const char*, int32_t, char*, int32_t, UIDNAInfo*,
                                UErrorCode*);

// The A-label of a U-label or the reverse; empty if it is not a label.
std::string other_form(ToOtherForm convert, const std::string& label) {
  UErrorCode error = U_ZERO_ERROR;
  static UIDNA* const idna =
      uidna_openUTS46(UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE |
                          UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_USE_STD3_RULES,
                      &error);
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  std::array<char, 256> result;
  const int32_t length = convert(idna, label.data(), static_cast<int32_t>(label.size()),
                                 result.data(), static_cast<int32_t>(result.size()), &info, &error);
  if (U_FAILURE(error) || info.errors != 0) return {};
  return {result.data(), static_cast<size_t>(length)};
}

bool is_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

TEST(TldsTest, AreSortedLabelsInLowerCase) {
  const std::vector<ListLine> lines = read_list("tlds.txt");
  EXPECT_GT(lines.size(), 1400u);
  expect_sorted_without_duplicates(lines);
  for (const auto& [name, number] : lines) {
    const std::string a_label = other_form(uidna_labelToASCII_UTF8, name);
    EXPECT_FALSE(a_label.empty()) << "line " << number << " is no label: " << name;
    const std::string normal = other_form(uidna_labelToUnicodeUTF8, name);
    EXPECT_EQ(name, is_ascii(name) ? a_label : normal) << "line " << number;
    EXPECT_GE(name.size(), 2u) << "line " << number;
  }
}

TEST(TldsTest, HaveBothFormsOfEveryInternationalName) {
  std::set<std::string> names;
  for (const ListLine& line : read_list("tlds.txt")) names.insert(line.text);
  int u_labels = 0;
  for (const std::string& name : names) {
    EXPECT_TRUE(names.contains(other_form(uidna_labelToASCII_UTF8, name))) << name;
    EXPECT_TRUE(names.contains(other_form(uidna_labelToUnicodeUTF8, name))) << name;
    if (!is_ascii(name)) ++u_labels;
  }
  EXPECT_GE(u_labels, 150);
}

TEST(TldsTest, HaveNoSpecialUseNames) {
  std::set<std::string> names;
  for (const ListLine& line : read_list("tlds.txt")) names.insert(line.text);
  for (const char* name : {"com", "org", "net", "arpa", "de", "za", "xn--p1ai", "рф", "中国"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  for (const char* name : {"alt", "example", "internal", "invalid", "local", "localhost", "onion",
                           "test", "臺灣", "xn--nnx388a"}) {
    EXPECT_FALSE(names.contains(name)) << name;
  }
}

// The published list is a year older: a few names have been added or removed since.
TEST(TldsTest, DifferFromThoseOfIanaByAtMost20) {
  const fs::path file = data_folder("17.0.0").parent_path() / "tlds-alpha-by-domain.txt";
  SKIP_WITHOUT(file);
  std::set<std::string> ours;
  for (const ListLine& line : read_list("tlds.txt")) {
    if (is_ascii(line.text)) ours.insert(line.text);
  }
  std::set<std::string> published;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#') || line.empty()) continue;
    std::transform(line.begin(), line.end(), line.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    published.insert(line);
  }
  std::vector<std::string> differences;
  std::set_symmetric_difference(ours.begin(), ours.end(), published.begin(), published.end(),
                                std::back_inserter(differences));
  EXPECT_GT(published.size(), 1400u);
  EXPECT_LE(differences.size(), 20u) << testing::PrintToString(differences);
}

bool is_scheme(std::string_view name) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_other = [](char c) {
    return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  };
  return !name.empty() && is_letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return is_letter(c) || is_other(c); });
}

// The second column, by name.
std::map<std::string, std::string> read_schemes() {
  std::map<std::string, std::string> schemes;
  for (const auto& [line, number] : read_list("schemes.txt")) {
    const size_t space = line.find(' ');
    EXPECT_NE(space, std::string::npos) << "line " << number;
    const size_t end = std::min(line.find(' ', space + 1), line.size());
    const std::string recognition = line.substr(space + 1, end - space - 1);
    const bool is_new = schemes.emplace(line.substr(0, space), recognition).second;
    EXPECT_TRUE(is_new) << "line " << number;
  }
  return schemes;
}

TEST(SchemesTest, AreSortedNamesInLowerCaseWithTheirRecognition) {
  std::string before;
  for (const auto& [line, number] : read_list("schemes.txt")) {
    const std::string name = line.substr(0, line.find(' '));
    EXPECT_TRUE(is_scheme(name)) << "line " << number << ": " << name;
    EXPECT_LT(before, name) << "line " << number;
    before = name;
  }
  for (const auto& [name, recognition] : read_schemes()) {
    EXPECT_TRUE(recognition == "slashes" || recognition == "opaque" || recognition == "shaped" ||
                recognition == "never" || recognition == "-")
        << name << " " << recognition;
  }
}

TEST(SchemesTest, WordsNeedSlashesAndUnsafeSchemesAreNeverLinked) {
  const std::map<std::string, std::string> schemes = read_schemes();
  EXPECT_GE(schemes.size(), 400u);
  for (const char* name :
       {"http", "https", "ftp", "message", "go", "service", "steam", "turn", "irc"}) {
    EXPECT_EQ(schemes.at(name), "slashes") << name;
  }
  for (const char* name : {"tag", "info", "file", "view-source", "about"}) {
    EXPECT_EQ(schemes.at(name), "shaped") << name;
  }
  for (const char* name : {"mailto", "tel", "sms", "urn", "doi", "magnet", "xmpp", "geo", "sip"}) {
    EXPECT_EQ(schemes.at(name), "opaque") << name;
  }
  for (const char* name : {"javascript", "vbscript", "livescript", "mocha", "data"}) {
    EXPECT_EQ(schemes.at(name), "never") << name;
  }
}

// ---- tools/unigen ----

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool has_node() { return std::system("node --version >/dev/null 2>&1") == 0; }

// The next test is skipped without npm packages; this one needs only node.
TEST(UnigenTest, SourcesHaveNoSyntaxErrors) {
  if (!has_node()) GTEST_SKIP() << "node is not installed";
  const fs::path source = LINKSPAN_SOURCE_DIR;
  for (const char* file : {"unigen", "hosts.mjs", "icu_data.mjs", "main.mjs", "properties.mjs",
                           "schemes.mjs", "sources.mjs", "stages.mjs", "tlds.mjs", "ucd.mjs"}) {
    const std::string command =
        "node --check '" + (source / "tools/unigen" / file).string() + "' 2>/dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
  }
}

// The command writes the committed files, byte for byte. The tables of hosts are made with ICU 72.
TEST(UnigenTest, WritesTheCommittedFiles) {
  if (!kIsUnicode18) GTEST_SKIP() << "the tables are those of Unicode " << kUnicodeVersion;
  const fs::path source = LINKSPAN_SOURCE_DIR;
  const fs::path packages = source / "tools/unigen/node_modules";
  SKIP_WITHOUT(packages);
  if (!has_node()) GTEST_SKIP() << "node is not installed";
  std::string name = testing::TempDir() + "linkspan-unigen-XXXXXX";
  ASSERT_NE(mkdtemp(name.data()), nullptr);
  const fs::path out = name;
  const bool with_hosts = U_ICU_VERSION_MAJOR_NUM == 72;
  const std::string command = "'" + (source / "tools/unigen/unigen").string() + "' --out '" +
                              out.string() + "' properties tlds schemes" +
                              (with_hosts ? " hosts" : "") + " >/dev/null";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::vector<const char*> files = {"src/unicode/properties_tables.inc",
                                    "src/unicode/properties_names.inc", "grammars/tlds.txt",
                                    "grammars/schemes.txt"};
  if (with_hosts) files.push_back("src/iri/tables/tables.inc");
  for (const char* file : files) {
    EXPECT_TRUE(read_file(source / file) == read_file(out / file)) << file;
  }
  fs::remove_all(out);
}

}  // namespace unicode_test
}  // namespace linkspan::unicode
