// SPDX-License-Identifier: Apache-2.0
// Promise: the helpers of the other tests are correct. A wrong mark or a byte that is lost between
// chunks would let tests pass that should fail.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/chunks.h"
#include "tests/support/corpus.h"
#include "tests/support/data.h"
#include "tests/support/markdown.h"
#include "tests/support/notation.h"

namespace linkspan::test {
namespace support_test {

// -------------------------------------------------------------------------------------------------
// The corpus

Case only_case(const std::string& line) {
  Corpus corpus = parse_corpus("#! profile: prose\n" + line + "\n", "one.txt");
  EXPECT_EQ(corpus.errors, std::vector<std::string>()) << line;
  EXPECT_EQ(corpus.cases.size(), 1u) << line;
  return corpus.cases.empty() ? Case{} : corpus.cases.front();
}

TEST(CorpusReader, RemovesMarksFromTheText) {
  const Case one = only_case("é ⸠a.de⸡ and ⸠b.de⸡.");
  EXPECT_EQ(one.text, "é a.de and b.de.");
  EXPECT_EQ(one.links, (std::vector<Range>{{3, 7}, {12, 16}}));
}

TEST(CorpusReader, ALineWithoutMarksHasNoLinks) {
  const Case one = only_case("nothing here");
  EXPECT_EQ(one.text, "nothing here");
  EXPECT_TRUE(one.links.empty());
}

TEST(CorpusReader, ResolvesEscapes) {
  EXPECT_EQ(only_case("a⟦200B⟧b").text, "a\u200Bb");
  EXPECT_EQ(only_case("a⟦0D 0A⟧b").text, "a\r\nb");
  EXPECT_EQ(only_case("⟦10FFFF 7F 80 800⟧").text, "\U0010FFFF\x7F\u0080\u0800");
  EXPECT_EQ(only_case("⟦0⟧").text, std::string(1, '\0'));
  EXPECT_EQ(only_case("⟦=C0 AF⟧").text, "\xC0\xAF");
  EXPECT_EQ(only_case("⟦23⟧ no comment").text, "# no comment");
  EXPECT_EQ(only_case("⟦2E20⟧a⟦2E21⟧ ⟦27E6⟧b⟧").text, "⸠a⸡ ⟦b⟧");
  EXPECT_EQ(only_case("⸠a.de/⟦e9⟧⸡⟦=ff⟧").links, (std::vector<Range>{{0, 7}}));
}

TEST(CorpusReader, KeepsProfilesThemeAndPlace) {
  const Corpus corpus = parse_corpus(
      "#! profile: prose, code\n#! theme: a theme\n#! policy: one: two\n\n# a comment\nfirst\n"
      "#! profile: uts58\nsecond\n#! profile: strict\nthird",
      "f.txt");
  ASSERT_EQ(corpus.errors, std::vector<std::string>());
  ASSERT_EQ(corpus.cases.size(), 3u);
  EXPECT_EQ(corpus.cases[0].file, "f.txt");
  EXPECT_EQ(corpus.cases[0].line, 6);
  EXPECT_EQ(corpus.cases[0].theme, "a theme");
  EXPECT_EQ(corpus.cases[0].profiles, (std::vector<Profile>{Profile::prose, Profile::code}));
  EXPECT_EQ(corpus.cases[1].line, 8);
  EXPECT_EQ(corpus.cases[1].profiles, (std::vector<Profile>{Profile::uts58}));
  EXPECT_EQ(corpus.cases[2].text, "third");
  EXPECT_EQ(corpus.cases[2].profiles, (std::vector<Profile>{Profile::strict}));
}

TEST(CorpusReader, HoldsOutOneInFive) {
  std::string lines = "#! profile: prose\n";
  for (int i = 0; i < 1000; ++i) lines += "line " + std::to_string(i) + "\n";
  const auto held_out = [](const std::string& contents) {
    const Corpus corpus = parse_corpus(contents, "a.txt");
    return std::count_if(corpus.cases.begin(), corpus.cases.end(),
                         [](const Case& one) { return one.duty == Duty::held_out; });
  };
  EXPECT_GT(held_out(lines), 150);
  EXPECT_LT(held_out(lines), 250);
  EXPECT_EQ(held_out("#! required: all\n" + lines), 0);
  const Corpus misses = parse_corpus("#! required: none\n" + lines, "a.txt");
  EXPECT_EQ(misses.cases.at(0).duty, Duty::known_miss);
  // A line keeps its id when it is moved or its marks change.
  EXPECT_EQ(parse_corpus("#! profile: prose\nSee ⸠https://a.example⸡\n", "a.txt").cases.at(0).id,
            parse_corpus("#! profile: code\n\nSee https://a.example\n", "b.txt").cases.at(0).id);
}

TEST(CorpusReader, ReportsTheLineOfEveryMistake) {
  struct Mistake {
    std::string line, error;
  };
  const std::vector<Mistake> mistakes = {
      {"see ⸠a.de", "a link is not closed"},
      {"see a.de⸡", "a link ends that did not begin"},
      {"see ⸠a.de ⸠b.de⸡", "a link begins inside a link"},
      {"see ⸠⸡", "an empty link"},
      {"a⟦200B", "an escape is not closed"},
      {"a⟦⟧", "no code points and no bytes: "},
      {"a⟦xyz⟧", "no code points and no bytes: xyz"},
      {"a⟦20  20⟧", "no code points and no bytes: 20  20"},
      {"a⟦110000⟧", "no code points and no bytes: 110000"},
      {"a⟦D800⟧", "no code points and no bytes: D800"},
      {"a⟦=⟧", "no code points and no bytes: ="},
      {"a⟦=100⟧", "no code points and no bytes: =100"},
      {"a⟦=-1⟧", "no code points and no bytes: =-1"},
      {"a\r", "a carriage return; write ⟦0D⟧ if it is meant"},
      {"#! profile: prose, pose", "no profile has the name ` pose`"},
      {"#! profile:", "the head `profile` has no value"},
      {"#! profiles: prose", "no head has the name `profiles`"},
      {"#! prose", "a head is written `#! name: value`"},
  };
  for (const Mistake& mistake : mistakes) {
    const Corpus corpus =
        parse_corpus("#! profile: prose\ngood\n" + mistake.line + "\ngood\n", "f.txt");
    EXPECT_EQ(corpus.errors, std::vector<std::string>{"f.txt:3: " + mistake.error});
  }
}

TEST(CorpusReader, RequiresAProfileBeforeTheFirstCase) {
  EXPECT_EQ(parse_corpus("# comment\na case\n", "f.txt").errors,
            std::vector<std::string>{"f.txt:2: a case before the first `#! profile:`"});
}

TEST(CorpusReader, ThrowsForAFolderOrFileThatDoesNotExist) {
  EXPECT_THROW(read_corpus(source_dir() / "no such folder"), std::runtime_error);
  EXPECT_THROW(read_link_detection_test(source_dir() / "no such file"), std::runtime_error);
}

TEST(CorpusReader, ReadsTheGoldCorpus) {
  const std::vector<Case> cases = read_corpus(source_dir() / "corpus");
  EXPECT_GT(cases.size(), 500u);
  for (const Case& one : cases) EXPECT_FALSE(one.profiles.empty()) << one.file << ":" << one.line;
}

TEST(LinkDetectionTestReader, ReadsMarksButNoEscapes) {
  const Corpus corpus = parse_link_detection_test("# ⸠\n\n⸠a.de⸡ ⟦20⟧\n# x\n b\n⸠\n", "t.txt");
  ASSERT_EQ(corpus.cases.size(), 2u);
  EXPECT_EQ(corpus.cases[0].text, "a.de ⟦20⟧");
  EXPECT_EQ(corpus.cases[0].line, 3);
  EXPECT_EQ(corpus.cases[0].links, (std::vector<Range>{{0, 4}}));
  EXPECT_EQ(corpus.cases[0].profiles, (std::vector<Profile>{Profile::uts58}));
  EXPECT_EQ(corpus.cases[1].text, " b");
  EXPECT_EQ(corpus.errors, std::vector<std::string>{"t.txt:6: a link is not closed"});
}

TEST(LinkDetectionTestReader, ReadsAllPublishedLines) {
  const std::string file = "uts58/17.0.0/LinkDetectionTest.txt";
  LINKSPAN_SKIP_WITHOUT_DATA(file);
  const std::vector<Case> cases = read_link_detection_test(data_dir() / file);
  const auto with_link =
      std::count_if(cases.begin(), cases.end(), [](const Case& one) { return !one.links.empty(); });
  EXPECT_EQ(cases.size(), 345u);  // one of them is a single space
  EXPECT_EQ(with_link, 320);
}

TEST(MarkLinks, WritesTextThatTheReaderReadsBack) {
  const std::string text = "#a \n⸠é⟦\x7F⸡ #";
  const std::vector<Range> links = {{0, 2}, {4, text.size()}};
  const Case read = only_case(mark_links(text, links));
  EXPECT_EQ(read.text, text);
  EXPECT_EQ(read.links, links);
  EXPECT_EQ(mark_links("#a", {}), "⟦=23⟧a");
  EXPECT_EQ(mark_links("⸠a⸡\n", {{3, 4}}), "⟦=E2 B8 A0⟧⸠a⸡⟦=E2 B8 A1⟧⟦=0A⟧");
}

TEST(Describe, ShowsOnlyTheComponentsThatArePresent) {
  Span span;
  span.range = {2, 13};
  span.parts.scheme = {0, 1};
  span.parts.host = {4, 8};
  span.parts.query = {10, 10};
  span.kind = Kind::url;
  span.ended_by = EndedBy::end_of_text;
  EXPECT_EQ(describe("  x://a.de/? ", span), "url scheme end_of_text | scheme=x host=a.de query=");
}

// -------------------------------------------------------------------------------------------------
// Chunks

// A stream that reports a span for every chunk and one at the end.
class Recorder {
 public:
  void feed(std::string_view chunk, SpanSink sink) {
    chunks.emplace_back(chunk);
    report(sink);
  }
  void finish(SpanSink sink) { report(sink); }

  std::vector<std::string> chunks;

 private:
  void report(SpanSink sink) {
    Span span;
    span.range.begin = reported_++;
    sink(span);
  }
  uint64_t reported_ = 0;
};

TEST(Chunks, ArriveCompleteAndInOrder) {
  Recorder recorder;
  const std::vector<Span> spans = feed_chunks(recorder, "abcde", {2, 0, 3});
  EXPECT_EQ(recorder.chunks, (std::vector<std::string>{"ab", "", "cde"}));
  ASSERT_EQ(spans.size(), 4u);
  for (uint64_t i = 0; i < 4; ++i) EXPECT_EQ(spans[i].range.begin, i);
}

TEST(Chunks, MustHaveTheLengthOfTheText) {
  Recorder recorder;
  EXPECT_THROW(feed_chunks(recorder, "abcde", {2, 2}), std::invalid_argument);
  EXPECT_THROW(feed_chunks(recorder, "abcde", {2, 4}), std::invalid_argument);
}

TEST(Chunks, SplitTheTextInEveryWay) {
  EXPECT_EQ(whole(3), Chunking{3});
  EXPECT_EQ(one_byte_at_a_time(3), (Chunking{1, 1, 1}));
  EXPECT_EQ(every_split_in_two(2), (std::vector<Chunking>{{0, 2}, {1, 1}, {2, 0}}));
  EXPECT_EQ(every_split_in_two(0), (std::vector<Chunking>{{0, 0}}));
}

TEST(Chunks, RandomChunksAreTheSameForTheSameSeed) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    const Chunking chunking = random_chunks(1000, seed, 7);
    EXPECT_EQ(chunking, random_chunks(1000, seed, 7));
    EXPECT_NE(chunking, random_chunks(1000, seed + 1, 7));
    EXPECT_LE(*std::max_element(chunking.begin(), chunking.end()), 7u);
    Recorder recorder;
    feed_chunks(recorder, std::string(1000, 'x'), chunking);
  }
}

// Under a sanitizer the byte after the copy cannot be read; this test only compares addresses.
TEST(ExactCopy, IsACopy) {
  const std::string text = "abc";
  const ExactCopy copy(text);
  EXPECT_EQ(copy.view(), text);
  EXPECT_NE(copy.view().data(), text.data());
  EXPECT_EQ(ExactCopy("").view(), "");
}

// -------------------------------------------------------------------------------------------------
// Data

// Sets LINKSPAN_DATA for as long as it lives.
class DataFolder {
 public:
  explicit DataFolder(const std::string& folder) {
    if (const char* const before = std::getenv("LINKSPAN_DATA")) before_ = before;
    setenv("LINKSPAN_DATA", folder.c_str(), 1);
  }
  ~DataFolder() { setenv("LINKSPAN_DATA", before_.c_str(), 1); }
  DataFolder(const DataFolder&) = delete;
  DataFolder& operator=(const DataFolder&) = delete;

 private:
  std::string before_;  // empty: not set
};

TEST(Data, TheEnvironmentSetsItsFolder) {
  {
    const DataFolder elsewhere((source_dir() / "tests" / "scan").string());
    EXPECT_EQ(data_dir(), source_dir() / "tests" / "scan");
    EXPECT_EQ(missing_data("support_test.cc"), "");
  }
  const DataFolder unset("");
  EXPECT_EQ(data_dir(), LINKSPAN_DATA_DIR);
}

TEST(Data, MissingFilesAreReported) {
  const DataFolder nowhere("/no/such/folder");
  EXPECT_EQ(
      missing_data("uts58/a.txt"),
      "/no/such/folder/uts58/a.txt is missing: set LINKSPAN_DATA to the folder with the public "
      "test data");
}

TEST(Data, FilesAreReadAndMissingFilesThrow) {
  EXPECT_EQ(read_file(source_dir() / "tests" / "support" / "data.cc").substr(0, 3), "// ");
  EXPECT_THROW(read_file(source_dir() / "no such file"), std::runtime_error);
}

// -------------------------------------------------------------------------------------------------
// Notations and tables

TEST(Notation, IsConvertedAsInTheRfc) {
  EXPECT_EQ(from_xml("r&#xE9;s&#x10300;&#x7D0D;"), "r\u00E9s\U00010300\u7D0D");
  EXPECT_EQ(from_xml("a&b"), "a&b");
  EXPECT_EQ(in_hebrew("ab.AV/"), "ab.\u05D0\u05E5/");
  EXPECT_EQ(in_arabic("A1"), "\u06711");
}

TEST(MarkdownTables, RowsOfATableAreRead) {
  const std::string page = "| a | b |\n|---|---|\n| 1 | 2 |\n\n| c |\n|---|\n| `x\\|y` |\n|  |\n";
  EXPECT_EQ(markdown_table(page, "a"), (MarkdownTable{{"1", "2"}}));
  EXPECT_EQ(markdown_table(page, "c"), (MarkdownTable{{"`x|y`"}, {""}}));
  EXPECT_TRUE(markdown_table(page, "d").empty());
  EXPECT_EQ(without_code_marks("`x` y"), "x y");
}

}  // namespace support_test
}  // namespace linkspan::test
