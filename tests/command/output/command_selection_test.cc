// SPDX-License-Identifier: Apache-2.0
// Promise: `linkspan scan` can be used like grep: one link per line, some of the links, their
// number, and an exit status that shows whether there is one.

#include <poll.h>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_selection_test {

class Selection : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    write("a.txt",
          "see https://example.org/\xC3\xA4, www.example.org, https://example.org/\xC3\xA4\n"
          "r&d@b\xC3\xBC"
          "cher.example <https://x.example/a\n  b>");
    write("b.txt",
          "http://xn--bcher-kva.example/x http://e.org/a\xE2\x80\xAE"
          "b");
    write("none.txt", "no link");
  }

  std::string out(Arguments arguments) const {
    arguments.insert(arguments.begin(), "scan");
    return run(arguments).out;
  }
  int status(Arguments arguments) const {
    arguments.insert(arguments.begin(), "scan");
    return run(arguments).status;
  }
};

// --- one link per line

TEST_F(Selection, EachLineIsOneLink) {
  EXPECT_EQ(out({"--to", "uri", "a.txt", "b.txt"}),
            "https://example.org/%C3%A4\nhttp://www.example.org\nhttps://example.org/%C3%A4\n"
            "mailto:r%26d@xn--bcher-kva.example\nhttps://x.example/ab\n"
            "http://xn--bcher-kva.example/x\nhttp://e.org/a%E2%80%AEb\n");
  EXPECT_EQ(out({"--to", "iri", "a.txt", "b.txt"}),
            "https://example.org/ä\nhttp://www.example.org\nhttps://example.org/ä\n"
            "mailto:r%26d@bücher.example\nhttps://x.example/ab\n"
            "http://xn--bcher-kva.example/x\nhttp://e.org/a%E2%80%AEb\n");
  const std::string text =
      "https://example.org/ä\nwww.example.org\nhttps://example.org/ä\n"
      "r&d@bücher.example\nhttps://x.example/ab\n"
      "http://xn--bcher-kva.example/x\nhttp://e.org/a\\xE2\\x80\\xAEb\n";
  EXPECT_EQ(out({"--to", "text", "a.txt", "b.txt"}), text);
  EXPECT_EQ(out({"-o", "a.txt", "b.txt"}), text);
}

TEST_F(Selection, ALinkBrokenOverLinesOfMailIsOneLine) {
  write("m.eml",
        "From: a@b.example\nContent-Type: text/plain; format=flowed; delsp=yes\n\n"
        "https://example.org/long- \npath\n");
  EXPECT_EQ(out({"--to", "uri", "m.eml"}), "https://example.org/long-path\n");
  EXPECT_EQ(out({"--to", "text", "m.eml"}), "https://example.org/long-path\n");
}

TEST_F(Selection, LinesEndWithANulOnRequest) {
  EXPECT_EQ(out({"-0", "--to", "text", "--kind", "email", "a.txt"}),
            std::string("r&d@bücher.example\0", 20));
  EXPECT_EQ(out({"--null", "--host", "e.org", "b.txt"}),
            "1:32: http://e.org/a\\xE2\\x80\\xAEb  ⚠ leads to e.org (bidi-control)" +
                std::string(1, '\0'));
  write("x\x1B.txt", "http://h.example/");
  EXPECT_EQ(out({"-l", "-0", "x\x1B.txt"}), std::string("x\x1B.txt\0", 7));
  EXPECT_EQ(out({"-l", "x\x1B.txt"}), "x\\x1B.txt\n");
}

TEST_F(Selection, FileNamesAreWrittenAsByGrep) {
  EXPECT_EQ(out({"-H", "-o", "--kind", "email", "a.txt"}), "a.txt:r&d@bücher.example\n");
  EXPECT_EQ(out({"-H", "--kind", "email", "a.txt"}), "a.txt:2:1: r&d@bücher.example\n");
  EXPECT_EQ(out({"-h", "--kind", "email", "a.txt", "b.txt"}), "2:1: r&d@bücher.example\n");
  EXPECT_EQ(out({"--no-filename", "-c", "a.txt", "b.txt"}), "5\n2\n");
  EXPECT_EQ(out({"--with-filename", "-c", "a.txt"}), "a.txt:5\n");
}

// --- some of the links

TEST_F(Selection, FiltersKeepLinks) {
  EXPECT_EQ(out({"-o", "--host", "*.example", "a.txt", "b.txt"}),
            "r&d@bücher.example\nhttps://x.example/ab\nhttp://xn--bcher-kva.example/x\n");
  EXPECT_EQ(out({"-o", "--host", "BÜCHER.example", "a.txt", "b.txt"}),
            "r&d@bücher.example\nhttp://xn--bcher-kva.example/x\n");
  EXPECT_EQ(out({"-o", "--scheme", "mailto,ftp", "a.txt"}), "r&d@bücher.example\n");
  EXPECT_EQ(texts(out({"--to", "jsonl", "--kind", "url", "--scheme", "http", "a.txt"})),
            Arguments{"www.example.org"});
}

TEST_F(Selection, MaxCountAppliesToEachFile) {
  EXPECT_EQ(out({"-m", "1", "-o", "a.txt", "b.txt"}),
            "https://example.org/ä\nhttp://xn--bcher-kva.example/x\n");
  EXPECT_EQ(out({"--max-count=2", "-c", "a.txt", "b.txt", "none.txt"}),
            "a.txt:2\nb.txt:2\nnone.txt:0\n");
  write("two.mbox",
        "From a Mon Jan  1 00:00:00 2024\nSubject: a\n\nhttp://a.example/\n\n"
        "From b Mon Jan  1 00:00:00 2024\nSubject: b\n\nhttp://b.example/\n");
  EXPECT_EQ(out({"-m1", "-o", "two.mbox"}), "http://a.example/\n");
}

TEST_F(Selection, UniqueWritesTheFirstOccurrenceOfEachLink) {
  EXPECT_EQ(out({"--unique", "--kind", "url", "a.txt", "a.txt", "b.txt"}),
            "a.txt:1:5: https://example.org/ä\na.txt:1:28: www.example.org\n"
            "a.txt:2:21: https://x.example/ab\nb.txt:1:1: http://xn--bcher-kva.example/x\n"
            "b.txt:1:32: http://e.org/a\\xE2\\x80\\xAEb  ⚠ leads to e.org (bidi-control)\n");
  write("c.txt", "www.example.org http://www.example.org");
  EXPECT_EQ(out({"--unique", "--to", "uri", "c.txt"}), "http://www.example.org\n");
  EXPECT_EQ(out({"--unique", "--to", "text", "c.txt"}),
            "www.example.org\nhttp://www.example.org\n");
}

// --- the number of links

TEST_F(Selection, CountSortsLinksByFrequency) {
  EXPECT_EQ(out({"--count", "--kind", "url", "a.txt", "b.txt"}),
            "      2 https://example.org/%C3%A4\n      1 http://e.org/a%E2%80%AEb\n"
            "      1 http://www.example.org\n      1 http://xn--bcher-kva.example/x\n"
            "      1 https://x.example/ab\n");
  EXPECT_EQ(out({"--count", "--to", "text", "--scheme", "https", "a.txt"}),
            "      2 https://example.org/ä\n      1 https://x.example/ab\n");
  EXPECT_EQ(out({"--count", "--to", "tsv", "--scheme", "https", "a.txt"}),
            "2\thttps://example.org/%C3%A4\n1\thttps://x.example/ab\n");
  EXPECT_EQ(out({"--count", "--to", "jsonl", "--host", "x.example", "a.txt"}),
            "{\"count\":1,\"uri\":\"https://x.example/ab\"}\n");
}

TEST_F(Selection, StatsAreExact) {
  write("c.txt",
        "http://EXAMPLE.org./ http://192.0.2.1/ urn:isbn:0451450523 http://[2001:db8::1]/ "
        "mailto:a@example.org?cc=b@c.example http://localhost/");
  EXPECT_EQ(out({"--stats", "a.txt", "none.txt"}),
            "        2 documents\n"
            "        5 links\n"
            "            4 url\n"
            "            1 email\n"
            "        4 hosts\n"
            "            2 example.org\n"
            "            1 www.example.org\n"
            "            1 x.example\n"
            "            1 xn--bcher-kva.example\n"
            "        2 top-level domains\n"
            "            3 org\n"
            "            2 example\n");
  EXPECT_EQ(out({"--stats", "--to", "jsonl", "--top", "1", "c.txt"}),
            "{\"links\":6,\"documents\":1,\"kinds\":{\"url\":5,\"email\":1,\"custom\":0},"
            "\"hosts\":{\"count\":5,\"top\":[{\"host\":\"192.0.2.1\",\"links\":1}]},"
            "\"tlds\":{\"count\":1,\"top\":[{\"tld\":\"org\",\"links\":2}]}}\n");
  EXPECT_EQ(status({"--stats", "--to", "tsv", "c.txt"}), 2);
  EXPECT_EQ(status({"--top", "3", "c.txt"}), 2);
  EXPECT_EQ(out({"--stats", "--kind", "email", "a.txt"}),
            "        1 document\n        1 link\n            1 email\n        1 host\n"
            "            1 xn--bcher-kva.example\n        1 top-level domain\n"
            "            1 example\n");
  EXPECT_EQ(out({"--stats", "none.txt"}),
            "        1 document\n        0 links\n        0 hosts\n        0 top-level domains\n");
}

TEST_F(Selection, LinksAreCountedPerFileAndFilesWithLinksListed) {
  EXPECT_EQ(out({"-c", "a.txt", "none.txt"}), "a.txt:5\nnone.txt:0\n");
  EXPECT_EQ(out({"-c", "a.txt"}), "5\n");
  EXPECT_EQ(out({"-l", "a.txt", "none.txt", "b.txt"}), "a.txt\nb.txt\n");
  EXPECT_EQ(out({"--files-with-links", "--host", "e.org", "."}), "./b.txt\n");
  EXPECT_EQ(out({"-q", "a.txt"}), "");
}

// With 16 MB, 300,000 links are too many; the result is the same, but for the order of --unique.
TEST_F(Selection, WhatMemoryDoesNotHoldIsCountedAllTheSame) {
  std::string text;
  for (int i = 0; i < 600'000; ++i) {
    text += "https://h" + std::to_string(i % 299'993) + ".example.org/some/path/that/is/longer\n";
  }
  write("many.txt", text);
  const auto sorted = [](const std::string& lines) {
    std::vector<std::string> all = lines_of(lines);
    std::sort(all.begin(), all.end());
    return all;
  };
  for (const char* const jobs : {"1", "2"}) {
    const Arguments memory = {"--memory", "16M", "--jobs", jobs};
    const auto both = [&](Arguments arguments) {
      arguments.emplace_back("many.txt");
      Arguments limited = arguments;
      limited.insert(limited.end(), memory.begin(), memory.end());
      return std::pair(out(arguments), out(limited));
    };
    const auto [count, count_limited] = both({"--count", "--to", "uri"});
    EXPECT_TRUE(count == count_limited) << jobs;
    const auto [stats, stats_limited] = both({"--stats", "--top", "0"});
    EXPECT_TRUE(stats == stats_limited) << jobs;
    const auto [unique, unique_limited] = both({"--unique", "--to", "uri"});
    EXPECT_EQ(lines_of(unique).size(), 299'993u);
    EXPECT_TRUE(sorted(unique) == sorted(unique_limited)) << jobs;
  }
  for (const char* const wrong : {"1M", "x", "", "12Q", "-5G", "99999999999999999999G"}) {
    EXPECT_EQ(status({"--count", "--memory", wrong, "many.txt"}), 2) << wrong;
  }
  EXPECT_EQ(status({"--memory", "1G", "many.txt"}), 2) << "for nothing";
}

// --- the exit status

TEST_F(Selection, TheExitStatusIsThatOfGrepOnRequest) {
  EXPECT_EQ(status({"none.txt"}), 0);
  EXPECT_EQ(status({"--exit-status", "none.txt"}), 1);
  EXPECT_EQ(status({"--exit-status", "a.txt"}), 0);
  EXPECT_EQ(status({"--exit-status", "--host", "no.example", "a.txt"}), 1);
  EXPECT_EQ(status({"--exit-status", "a.txt", "missing.txt"}), 2);
  EXPECT_EQ(status({"-q", "none.txt"}), 1);
  EXPECT_EQ(status({"-q", "a.txt"}), 0);
  EXPECT_EQ(status({"--quiet", "missing.txt", "a.txt"}), 0);
  EXPECT_EQ(status({"-q", "missing.txt", "none.txt"}), 2);
  EXPECT_EQ(status({"--exit-status", "--jobs", "2", "none.txt", "b.txt"}), 0);
  EXPECT_EQ(status({"--exit-status", "--jobs", "2", "none.txt", "none.txt"}), 1);
}

// A pipe that stays open: its writer may never end.
TEST_F(Selection, ReadingEndsAtTheFirstLinkIfOneIsEnough) {
  for (const Arguments& arguments :
       {Arguments{"scan", "-q"}, Arguments{"scan", "-l"}, Arguments{"scan", "-m", "1"}}) {
    Pipe in;
    const int out = open_stream("stdout", O_WRONLY | O_TRUNC);
    const int err = open_stream("stderr", O_WRONLY | O_TRUNC);
    Process process(files_, arguments, in.read_end, out, err);
    const std::string_view text = "http://h.example/ and more\n";
    ASSERT_EQ(::write(in.write_end, text.data(), text.size()), text.size());
    EXPECT_EQ(process.wait(), 0) << arguments.back();
    close(out);
    close(err);
  }
}

TEST_F(Selection, SeveralJobsHaveTheSameOutput) {
  for (int i = 0; i < 40; ++i) {
    write("d/" + std::to_string(i) + ".txt", "https://example.org/" + std::to_string(i % 7) +
                                                 " b@example.org http://h" + std::to_string(i) +
                                                 ".example/\n");
  }
  for (const Arguments& arguments :
       {Arguments{"--to", "uri"}, Arguments{"--to", "text", "-H"}, Arguments{"-0"},
        Arguments{"--unique"}, Arguments{"--count"}, Arguments{"--stats"}, Arguments{"-c"},
        Arguments{"-l"}, Arguments{"-m", "1"}, Arguments{"--kind", "email"},
        Arguments{"--host", "h1*.example"}, Arguments{"--scheme", "https", "--to", "tsv"}}) {
    Arguments one = arguments;
    one.emplace_back("d");
    Arguments two = one;
    two.insert(two.begin(), {"--jobs", "2"});
    ASSERT_NE(out(one), "") << arguments[0];
    EXPECT_EQ(out(one), out(two)) << arguments[0];
  }
}

TEST_F(Selection, UniqueNeedsLessMemoryThanTheTextOfTheLinks) {
#ifdef LINKSPAN_SANITIZED
  GTEST_SKIP() << "a sanitizer keeps freed memory";
#endif
  constexpr int kLinks = 400'000;
  constexpr int kMostPerLink = 96;  // in bytes; the text of a link alone is longer
  std::ofstream file(files_ / "many.txt", std::ios::binary);
  const std::string path(80, 'a');
  for (int i = 0; i < kLinks; ++i) file << "https://example.org/" << i << path << '\n';
  file.close();
  const auto memory = [this](const Arguments& arguments) {
    return run_with(arguments, "/dev/null", "/dev/null").most_memory_kib;
  };
  EXPECT_LT(memory({"scan", "--to", "uri", "--unique", "many.txt"}),
            memory({"scan", "--to", "uri", "many.txt"}) + kLinks / 1024 * kMostPerLink);
}

// `-h` is an option of grep (no file names), but without other arguments it is the short help.
TEST_F(Selection, OptionHAlonePrintsHelp) {
  for (const char* command : {"scan", "render"}) {
    const std::string brief = run({command, "-h"}).out;
    EXPECT_NE(brief.find("\nWhat is read:\n"), std::string::npos) << brief;
    EXPECT_LT(brief.size() * 2, run({command, "--help"}).out.size());
  }
}

}  // namespace command_selection_test
}  // namespace linkspan::test
