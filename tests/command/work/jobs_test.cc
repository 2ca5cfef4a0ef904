// SPDX-License-Identifier: Apache-2.0
// Promise: the output of `linkspan scan` is the same, byte by byte, for any number of jobs and any
// parts of a text.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/corpus.h"
#include "tools/linkspan/cli/commands.h"
#include "tools/linkspan/common/io.h"

namespace linkspan::command {
namespace jobs_test {

namespace fs = std::filesystem;

struct Outcome {
  int status;
  std::string out;
  bool operator==(const Outcome&) const = default;
};

class Jobs : public testing::Test {
 protected:
  static void SetUpTestSuite() { std::signal(SIGPIPE, SIG_IGN); }  // as the command does
  void SetUp() override {
    std::string name = testing::TempDir() + "linkspan-jobs-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    settings_.read.from = &kTextFormat;
    settings_.read.progress = ShowProgress::never;
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Adds an input.
  void add(const std::string& name, std::string_view text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    settings_.read.inputs.emplace_back((folder_ / name).string());
  }

  Outcome scan(unsigned jobs, uint64_t part_bytes) {
    settings_.read.jobs = jobs;
    settings_.read.part_bytes = part_bytes;
    const fs::path path = folder_ / "out";
    const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    Output output(descriptor);
    const Engine engine = Engine::create(settings_.read.options).value();
    const int status = run_scan(settings_, engine, output);
    close(descriptor);
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return {status, out.str()};
  }

  // The first line that is not in both, and what it is in the other.
  static std::string after_common_start(const std::string& a, const std::string& b) {
    const auto both = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const auto size = static_cast<size_t>(both.first - a.begin());
    const size_t line = size == 0 ? 0 : a.rfind('\n', size - 1) + 1;
    return a.substr(line, 300) + "\n---\n" + b.substr(line, 300);
  }

  void expect_same_output_with_any_jobs() {
    const Outcome one = scan(1, 0);
    EXPECT_EQ(one.status, kDone);
    EXPECT_NE(one.out, "");
    for (const uint64_t part_bytes : {1, 150, 4000}) {
      for (const unsigned jobs : {2u, 3u}) {
        const Outcome other = scan(jobs, part_bytes);
        EXPECT_TRUE(other == one) << jobs << " jobs, parts of " << part_bytes << ", from here on:\n"
                                  << after_common_start(other.out, one.out);
      }
    }
  }

  fs::path folder_;
  ScanSettings settings_;
};

// Lines with links at their starts and ends, links over two lines, and similar text.
std::string random_text(unsigned seed, size_t lines) {
  constexpr std::string_view kParts[] = {"https://a.example/",
                                         "<https://b.example/\nc>",
                                         "<URL:\nhttps://d.example/>",
                                         "⟨https://k.example/\nl⟩",
                                         "https://\n",
                                         "HTTP:// \r\n  ",
                                         "https:\\/\\/\n",
                                         "ftp:&#47;&#47;\n",
                                         "example.com/m",
                                         "e@f.example",
                                         "www.g.example/é",
                                         "<h@i.example>,\n <j@k.example>",
                                         "Message-ID:",
                                         "word.",
                                         "語 ",
                                         "😀",
                                         "\xC3",
                                         " ",
                                         " ",
                                         ", ",
                                         "> ",
                                         "\n",
                                         "\r\n",
                                         "\n\n"};
  std::mt19937 random(seed);
  std::string text;
  for (; lines > 0; --lines) {
    for (auto parts = random() % 6; parts > 0; --parts)
      text += kParts[random() % std::size(kParts)];
    text += '\n';
  }
  return text;
}

TEST_F(Jobs, OutputTheSameInAllFormatsAndOffsets) {
  add("a.txt", random_text(1, 600));
  for (const FormOf to : {list_form, jsonl_form, tsv_form, csv_form}) {
    for (const OffsetUnit offsets :
         {OffsetUnit::bytes, OffsetUnit::utf16, OffsetUnit::code_points, OffsetUnit::lines,
          OffsetUnit::lines_utf16, OffsetUnit::lines_bytes}) {
      settings_.to = &to();
      settings_.read.document.offsets = offsets;
      expect_same_output_with_any_jobs();
    }
  }
}

// The charset is that of the first text that is not ASCII, and the parts before it are UTF-8.
TEST_F(Jobs, DecideTheCharsetAsOneDoesAfterMuchAscii) {
  std::string ascii;
  while (ascii.size() < 70'000) ascii += "see https://e.org/~a or a~{ in this line\n";
  const std::string more(ascii.substr(0, 20'500));
  settings_.to = &jsonl_form();
  settings_.read.document.charset = "auto";
  for (const std::string& line :
       {std::string("gr\xFC\xDF https://m\xFCller.example/stra\xDF"
                    "e\n"),
        std::string("grün https://müller.example/straße\n"),
        std::string("\x1B$B$3$l\x1B(B https://e.org/\x1B$BF|K\\\x1B(B\n")}) {
    add("a.txt", ascii + line + more + line);
    expect_same_output_with_any_jobs();
    const std::string out = scan(2, 4000).out;
    EXPECT_TRUE(out.find("xn--mller") != out.npos || out.find("%E6%97%A5") != out.npos) << out;
    settings_.read.inputs.clear();
  }
}

// Workers count for themselves, and their counts are added.
TEST_F(Jobs, CountTheSame) {
  for (const char* const name : {"a.txt", "b.txt", "c.txt"}) add(name, random_text(*name, 300));
  for (const Answer answer : {Answer::statistics, Answer::count_of_links, Answer::count_of_files}) {
    settings_.answer = answer;
    settings_.to = &jsonl_form();
    expect_same_output_with_any_jobs();
  }
  settings_.read.long_inputs = LongInputs::whole;
  settings_.answer = Answer::names_of_files;
  expect_same_output_with_any_jobs();
}

TEST_F(Jobs, WriteEachLinkWhereOneJobDoes) {
  for (const char* const name : {"a.txt", "b.txt"}) add(name, random_text(*name, 600));
  settings_.repeated = Repeated::leave_out;
  for (const FormOf to : {list_form, jsonl_form, text_form, csv_form}) {
    settings_.to = &to();
    settings_.read.document.offsets = OffsetUnit::lines;
    expect_same_output_with_any_jobs();
  }
}

TEST_F(Jobs, OutputTheSameWithAllProfiles) {
  add("a.txt", random_text(2, 600));
  for (const Profile profile : {Profile::prose, Profile::uts58, Profile::code, Profile::strict}) {
    settings_.read.options.profile = profile;
    expect_same_output_with_any_jobs();
  }
}

TEST_F(Jobs, OutputTheSameWithAShortMaximumLinkLength) {
  add("a.txt", random_text(3, 600));
  settings_.read.options.max_link_bytes = 256;
  expect_same_output_with_any_jobs();
}

TEST_F(Jobs, OutputTheSameInAllLayouts) {
  add("a.txt", random_text(4, 1000));
  settings_.read.document.offsets = OffsetUnit::lines;
  for (const Flow flow : {Flow::fixed, Flow::flowed, Flow::flowed_delsp}) {
    for (const Wrapping wrapping : {Wrapping::keep, Wrapping::join}) {
      settings_.read.document.layout = {flow, Quoting::prefixes, wrapping};
      expect_same_output_with_any_jobs();
    }
  }
}

TEST_F(Jobs, OutputTheSameInAllCharsets) {
  add("a.txt", random_text(5, 300));
  for (const char* charset :
       {"", "auto", "utf-8", "windows-1252", "koi8-r", "shift_jis", "gb18030", "iso-2022-jp"}) {
    settings_.read.document.charset = charset;
    for (const OffsetUnit offsets : {OffsetUnit::bytes, OffsetUnit::lines}) {
      settings_.read.document.offsets = offsets;
      expect_same_output_with_any_jobs();
    }
  }
}

TEST_F(Jobs, OutputTheSameForUtf16WhichCannotBeSplit) {
  std::string text;
  for (const char c : random_text(5, 300)) (text += c) += '\0';  // UTF-16, little-endian
  add("a.txt", text);
  for (const char* charset : {"utf-16le", "auto"}) {
    settings_.read.document.charset = charset;
    expect_same_output_with_any_jobs();
  }
}

TEST_F(Jobs, DetectTheCharsetFromTheStartOfTheWholeText) {
  // The text starts as UTF-8; each later line alone would be detected as Cyrillic.
  std::string text = "https://a.example/\n";
  for (int i = 0; i < 3000; ++i) text += "all of it is ASCII so far\n";
  for (int i = 0; i < 300; ++i) text += "\xCF\xF0\xE8\xE2\xE5\xF2 www.b.example/\xCF\xF0\xE8 \n";
  add("a.txt", text);
  expect_same_output_with_any_jobs();
}

TEST_F(Jobs, RemoveAByteOrderMarkOnlyAtTheStartOfTheText) {
  const std::string mark = "\xEF\xBB\xBF";
  add("a.txt", mark + "https://a.example/\n" + mark + "https://b.example/\nc https://d.example/\n");
  for (const OffsetUnit offsets : {OffsetUnit::bytes, OffsetUnit::utf16, OffsetUnit::lines}) {
    settings_.read.document.offsets = offsets;
    expect_same_output_with_any_jobs();
  }
}

TEST_F(Jobs, OutputTheSameForTheCorpus) {
  std::string text;
  for (const test::Case& one : test::read_corpus(std::string(LINKSPAN_SOURCE_DIR) + "/corpus")) {
    text += one.text + '\n';
  }
  add("a.txt", text);
  settings_.read.document.offsets = OffsetUnit::lines;
  expect_same_output_with_any_jobs();
}

TEST_F(Jobs, ReadManyFilesInOrder) {
  settings_.to = &list_form();
  settings_.read.document.offsets = OffsetUnit::lines;
  for (unsigned i = 0; i < 20; ++i) {
    add(std::to_string(i), i % 5 == 3 ? std::string() : random_text(i, i * 10));
  }
  expect_same_output_with_any_jobs();
}

// One process reads the file ahead, with a thread that ends before processes are started.
TEST_F(Jobs, OutputTheSameForALargeFile) {
  const std::string some = random_text(8, 10000);
  std::string text;
  while (text.size() < 3 << 20) text += some;
  add("a.txt", text);
  settings_.read.document.offsets = OffsetUnit::lines;
  for (const uint64_t part_bytes : {100'000, 2'000'000}) {
    const Outcome one = scan(1, 0);
    const Outcome two = scan(2, part_bytes);
    EXPECT_TRUE(two == one) << part_bytes << ", from here on:\n"
                            << after_common_start(two.out, one.out);
  }
}

TEST_F(Jobs, OutputRecordsBeyondTheMemoryLimitInOrder) {
  add("a.txt", random_text(6, 300) + std::string(20000, 'x') + " https://a.example/ " +
                   std::string(20000, 'x') + random_text(7, 300));
  settings_.read.document.offsets = OffsetUnit::lines;
  settings_.read.most_kept_bytes = 10000;
  expect_same_output_with_any_jobs();
}

TEST(Counts, AreRebased) {
  std::string records;
  Counts counts;
  for (const uint64_t number : {7, 0, 123456}) {
    records += std::string(number % 1000, '-');
    counts.push_back({records.size(), number});
    records += ":1: x\n";
  }
  std::string rebased = "> ";
  append_rebased(rebased, records, counts, 1000);
  EXPECT_EQ(rebased, "> -------1007:1: x\n1000:1: x\n" + std::string(456, '-') + "124456:1: x\n");
  rebased.clear();
  append_rebased(rebased, "no counts", {}, 1000);
  EXPECT_EQ(rebased, "no counts");
}

TEST(Counts, AreWrittenWithAllTheirDigits) {
  const std::vector<uint64_t> numbers{0,     9,     10,        9999,       10000, 10001,     20000,
                                      99999, 10000, 100000000, 1234567890, 1,     UINT64_MAX};
  Counts counts;
  std::string expected;
  for (const uint64_t number : numbers) {
    counts.push_back({counts.size(), number});
    expected += std::to_string(number) + '\n';
  }
  std::string rebased;
  append_rebased(rebased, std::string(numbers.size(), '\n'), counts, 0);
  EXPECT_EQ(rebased, expected);
}

class FileRanges : public testing::Test {
 protected:
  void SetUp() override {
    path_ = testing::TempDir() + "linkspan-range-XXXXXX";
    descriptor_ = mkstemp(path_.data());
    ASSERT_EQ(::write(descriptor_, "0123456789", 10), 10);
    lseek(descriptor_, 2, SEEK_SET);
  }
  void TearDown() override {
    close(descriptor_);
    fs::remove(path_);
  }
  std::string path_;
  int descriptor_ = -1;
};

TEST_F(FileRanges, AreReadFromTheirPlaceInTheFile) {
  FileRange range = rest_of_file(path_, descriptor_);
  EXPECT_EQ(FileRangeReader(range).read_all(), "23456789");
  range.begin = 4;
  range.size = 3;
  EXPECT_EQ(FileRangeReader(range).read_all(), "456");
  range.begin = 8;
  FileRangeReader shorter(range);
  EXPECT_EQ(shorter.read_all(), "89");
  EXPECT_EQ(shorter.failure(), "");
}

TEST_F(FileRanges, OfAReplacedFileAreNotRead) {
  const FileRange range = rest_of_file(path_, descriptor_);
  std::ofstream(path_ + ".new") << "another";
  fs::rename(path_ + ".new", path_);
  FileRangeReader replaced(range);
  EXPECT_EQ(replaced.read_all(), "");
  EXPECT_NE(replaced.failure(), "");
  fs::remove(path_);
  EXPECT_NE(FileRangeReader(range).failure(), "");
}

TEST(FileRange, OfAPipeHasNoName) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_EQ(rest_of_file("-", ends[0]).name, "");
  close(ends[0]);
  close(ends[1]);
}

}  // namespace jobs_test
}  // namespace linkspan::command
