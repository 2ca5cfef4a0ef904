// SPDX-License-Identifier: Apache-2.0
// Promise: the command does what man/linkspan.1.txt and the options describe: its output byte by
// byte, its exit status and its messages. Its memory does not grow with the input.
//
// Each test runs the built program in a separate folder.

#include "tests/support/command.h"

#include <poll.h>

#include <regex>
#include <set>

#include "linkspan/iri.h"
#include "linkspan/linkspan.h"
#include "tests/support/corpus.h"
#include "tests/support/sanitized.h"

namespace linkspan::test {
namespace command_test {

class Command : public CommandTest {};

// --- the contract of JSON lines

TEST_F(Command, JsonLinesHaveTheseKeysInThisOrder) {
  write("a.txt", "see https://example.org/\xC3\xA9, ok?\nwrite to r&d@example.org");
  const Outcome outcome = scan({"a.txt"});
  EXPECT_EQ(outcome.out, R"({"source":"a.txt","start":4,"end":26,"kind":"url","form":"scheme",)"
                         R"("text":"https://example.org/é","iri":"https://example.org/é",)"
                         R"("uri":"https://example.org/%C3%A9","ended_by":"soft"})"
                         "\n"
                         R"({"source":"a.txt","start":41,"end":56,"kind":"email","form":"address",)"
                         R"("text":"r&d@example.org","iri":"mailto:r%26d@example.org",)"
                         R"("uri":"mailto:r%26d@example.org","ended_by":"end_of_text"})"
                         "\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(outcome.status, 0);
}

TEST_F(Command, LinesAndColumnsAreObjects) {
  const Outcome outcome = scan({"--offsets", "lines"}, "\n\xF0\x9F\x98\x80 http://h.example/ x");
  EXPECT_NE(outcome.out.find(
                R"("start":{"line":2,"column":3},"end":{"line":2,"column":20},"kind":"url")"),
            std::string::npos)
      << outcome.out;
}

TEST_F(Command, ResultsOfJsonLinesHaveTheSameKeysWithoutSource) {
  const Outcome outcome =
      scan({"--from", "jsonl"}, R"({"id":7,"text":"see www.example.org and x@example.org"})");
  EXPECT_EQ(outcome.out,
            R"({"id":7,"links":[{"start":4,"end":19,"kind":"url","form":"www",)"
            R"("text":"www.example.org","iri":"http://www.example.org",)"
            R"("uri":"http://www.example.org","ended_by":"hard"},)"
            R"({"start":24,"end":37,"kind":"email","form":"address","text":"x@example.org",)"
            R"("iri":"mailto:x@example.org","uri":"mailto:x@example.org",)"
            R"("ended_by":"end_of_text"}]})"
            "\n");
  EXPECT_EQ(outcome.status, 0);
}

TEST_F(Command, ResultsOfJsonLinesHavePiecesAndWarnings) {
  const std::string text =
      "http://xn--\xC3\xBC.example/ \xF0\x9F\x98\x80 <https://a.example/\n  b> c.org";
  for (const char* unit : {"bytes", "utf16", "codepoints", "lines"}) {
    const Outcome outcome =
        scan({"--from", "jsonl", "--offsets", unit}, Json{{"text", text}}.dump() + '\n');
    Json expected = Json::array();
    for (const std::string& line : lines_of(scan({"--offsets", unit}, text).out)) {
      expected.push_back(Json::parse(line));
      expected.back().erase("source");
    }
    ASSERT_EQ(expected.size(), 3u);
    EXPECT_EQ(expected[0].at("warnings").dump(), R"(["host-not-idna"])");
    EXPECT_EQ(expected[1].at("pieces").size(), 2u);
    EXPECT_EQ(Json::parse(outcome.out).at("links").dump(), expected.dump()) << unit;
  }
}

TEST_F(Command, OutputIsUtf8ForAnyFileName) {
  write("a\xFF\"\\\x01.txt", "http://h.example/");
  const Outcome outcome = scan({"a\xFF\"\\\x01.txt"});
  EXPECT_TRUE(outcome.out.starts_with("{\"source\":\"a\xEF\xBF\xBD\\\"\\\\\\u0001.txt\",\"start\""))
      << outcome.out;
  EXPECT_TRUE(Json::accept(outcome.out));
}

// --- other forms of output

TEST_F(Command, AListNamesTheFileWhenThereAreSeveral) {
  write("a.txt", "x\nsee http://h.example/\xC3\xA9.");
  write("b.txt", "www.example.org");
  EXPECT_EQ(scan({"--to", "list", "a.txt"}).out, "2:5: http://h.example/\xC3\xA9\n");
  EXPECT_EQ(scan({"--to", "list", "a.txt", "b.txt"}).out,
            "a.txt:2:5: http://h.example/\xC3\xA9\nb.txt:1:1: www.example.org\n");
  EXPECT_EQ(scan({"--to", "list", "--offsets", "bytes", "a.txt"}).out,
            "6: http://h.example/\xC3\xA9\n");
}

TEST_F(Command, AListHasOneLineForALinkOverTwoLines) {
  EXPECT_EQ(scan({"--to", "list"}, "<http://h.example/a\r\n  b>").out,
            "1:2: http://h.example/ab\n");
}

TEST_F(Command, TabSeparatedFieldsEscapeTabsAndLineEnds) {
  write("a\tb\\.txt", "<http://h.example/a\r\n\tb>");
  EXPECT_EQ(scan({"--to", "tsv", "a\tb\\.txt"}).out,
            "a\\tb\\\\.txt\t1\t23\turl\tdelimited\tdelimiter\thttp://h.example/a\\r\\n\\tb\t"
            "http://h.example/ab\n");
  EXPECT_EQ(scan({"--to", "tsv", "--offsets", "lines"}, "\n http://h.example/").out,
            "-\t2:2\t2:19\turl\tscheme\tend_of_text\thttp://h.example/\thttp://h.example/\n");
}

TEST_F(Command, AListIsTheDefaultExceptForJsonLines) {
  EXPECT_EQ(run({"scan"}, "see http://h.example/").out, "1:5: http://h.example/\n");
  EXPECT_EQ(run({"scan", "--from", "jsonl"}, R"({"text":""})").out, "{\"id\":null,\"links\":[]}\n");
}

// --- offsets

struct Expected {
  const char* unit;
  uint64_t start, end;
};

TEST_F(Command, OffsetsCountInTheRequestedUnit) {
  // An emoji, a byte that is not UTF-8, and a truncated sequence, before a link with an emoji.
  const std::string text =
      "\xF0\x9F\x98\x80\xFF\xE4\xBD http://h.example/\xF0\x9F\x98\x80 \xC3\xA9";
  for (const Expected& expected :
       {Expected{"bytes", 8, 29}, Expected{"codepoints", 5, 23}, Expected{"utf16", 6, 25}}) {
    const Outcome outcome = scan({"--charset", "utf-8", "--offsets", expected.unit}, text);
    const Json link = Json::parse(outcome.out);
    EXPECT_EQ(link.at("start"), expected.start) << expected.unit;
    EXPECT_EQ(link.at("end"), expected.end) << expected.unit;
  }
}

TEST_F(Command, OffsetsAreCorrectInALongText) {
  // Several blocks of input, with block ends at all places of a sequence of four bytes.
  constexpr uint64_t times = 200'001;
  std::string text = "a";
  for (uint64_t i = 0; i < times; ++i) text += "\xF0\x9F\x98\x80\n ";
  text += "http://h.example/";
  for (const Expected& expected : {Expected{"bytes", 1 + 6 * times, 18 + 6 * times},
                                   Expected{"codepoints", 1 + 3 * times, 18 + 3 * times},
                                   Expected{"utf16", 1 + 4 * times, 18 + 4 * times}}) {
    const Json link = Json::parse(scan({"--offsets", expected.unit}, text).out);
    EXPECT_EQ(link.at("start"), expected.start) << expected.unit;
    EXPECT_EQ(link.at("end"), expected.end) << expected.unit;
  }
  EXPECT_EQ(scan({"--to", "list"}, text).out, "200002:2: http://h.example/\n");
}

TEST_F(Command, OffsetsInJsonLinesCountInTheDecodedString) {
  const std::string request = R"({"id":1,"text":"\ud83d\ude00\n é http://h.example/"})";
  for (const Expected& expected :
       {Expected{"bytes", 9, 26}, Expected{"codepoints", 5, 22}, Expected{"utf16", 6, 23}}) {
    const Json answer =
        Json::parse(scan({"--from", "jsonl", "--offsets", expected.unit}, request).out);
    EXPECT_EQ(answer.at("links").at(0).at("start"), expected.start) << expected.unit;
    EXPECT_EQ(answer.at("links").at(0).at("end"), expected.end) << expected.unit;
  }
}

// --- inputs

TEST_F(Command, ReadsStandardInputWithoutAFileOrForADash) {
  write("a.txt", "http://a.example/");
  EXPECT_EQ(texts(scan({}, "http://b.example/").out), Arguments{"http://b.example/"});
  const Outcome both = scan({"a.txt", "-"}, "http://b.example/");
  EXPECT_EQ(texts(both.out), (Arguments{"http://a.example/", "http://b.example/"}));
  EXPECT_NE(both.out.find("{\"source\":\"-\",\"start\":0,"), std::string::npos);
}

TEST_F(Command, TextWithoutLinksIsNotAnError) {
  for (const std::string_view input : {"", "\n", "no link here", "\xFF"}) {
    const Outcome outcome = scan({}, input);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(outcome.err.empty(), input != "\xFF");  // its charset is guessed
  }
}

TEST_F(Command, AMissingFileIsReportedAndTheOthersAreScanned) {
  write("a.txt", "http://a.example/");
  write("b.txt", "http://b.example/");
  const Outcome outcome = scan({"a.txt", "no-such.txt", "b.txt"});
  EXPECT_EQ(texts(outcome.out), (Arguments{"http://a.example/", "http://b.example/"}));
  EXPECT_EQ(outcome.err, "linkspan: no-such.txt: No such file or directory\n");
  EXPECT_EQ(outcome.status, 1);
}

TEST_F(Command, AnUnreadableFileIsReportedAndTheOthersAreScanned) {
  write("b.txt", "http://b.example/");
  // It can be opened, even by root, but its first page cannot be read.
  const Outcome outcome = scan({"/proc/self/mem", "b.txt"});
  EXPECT_EQ(texts(outcome.out), Arguments{"http://b.example/"});
  EXPECT_EQ(outcome.err, "linkspan: /proc/self/mem: Input/output error\n");
  EXPECT_EQ(outcome.status, 1);
}

TEST_F(Command, ADirectoryIsReadRecursivelyAndInOrder) {
  write("d/b.txt", "http://b.example/");
  write("d/B.txt", "http://capital-b.example/");
  write("d/a/z.txt", "http://z.example/");
  write("d/a.bin", std::string_view("\0http://bin.example/\0", 21));
  write("elsewhere.txt", "http://elsewhere.example/");
  std::filesystem::create_symlink("../elsewhere.txt", files_ / "d/c.txt");
  std::filesystem::create_symlink("..", files_ / "d/a/loop");
  ASSERT_EQ(mkfifo((files_ / "d/fifo").c_str(), 0600), 0);
  const Outcome outcome = scan({"--to", "list", "--text", "d/"});
  EXPECT_EQ(outcome.out,
            "d/B.txt:1:1: http://capital-b.example/\n"
            "d/a/z.txt:1:1: http://z.example/\n"
            "d/a.bin:1:2: http://bin.example/\n"
            "d/b.txt:1:1: http://b.example/\n"
            "d/c.txt:1:1: http://elsewhere.example/\n");
  EXPECT_EQ(outcome.err,
            "linkspan: d/a/loop: a link to a directory is not followed; name it as an argument\n"
            "linkspan: d/fifo: not a file; name it as an argument to have it read\n");
  EXPECT_EQ(outcome.status, 0);
}

TEST_F(Command, TheOutputIsNotReadAsInput) {
  write("d/a.txt", "http://a.example/");
  write("d/z.txt", "");
  const auto scan_into_z = [this](const char* name, const char* input) {
    const int in = open((files_ / input).c_str(), O_RDONLY | O_CLOEXEC);
    const int out = open((files_ / "d/z.txt").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    const int err = open_stream("stderr", O_WRONLY | O_TRUNC);
    const int status = Process(files_, {"scan", "--to", "list", name}, in, out, err).wait();
    for (const int descriptor : {in, out, err}) close(descriptor);
    return status;
  };
  const auto message = [](const std::string& name) {
    return "linkspan: " + name + ": this input is also the output; it is not read\n";
  };
  EXPECT_EQ(scan_into_z("d", "d/a.txt"), 0);
  EXPECT_EQ(read_file(folder_ / "stderr"), message("d/z.txt"));
  EXPECT_EQ(read_file(files_ / "d/z.txt"), "d/a.txt:1:1: http://a.example/\n");
  EXPECT_EQ(scan_into_z("d/z.txt", "d/a.txt"), 1);
  EXPECT_EQ(read_file(folder_ / "stderr"), message("d/z.txt"));
  EXPECT_EQ(scan_into_z("-", "d/z.txt"), 1);
  EXPECT_EQ(read_file(folder_ / "stderr"), message("-"));
  EXPECT_EQ(read_file(files_ / "d/z.txt"), "d/a.txt:1:1: http://a.example/\n");
}

TEST_F(Command, FileNamesAreUsedUnchanged) {
  write("[id]/[a,b].txt", "http://a.example/");
  write("--to", "http://b.example/");
  write("scan", "http://c.example/");
  EXPECT_EQ(texts(scan({"[id]"}).out), Arguments{"http://a.example/"});
  EXPECT_EQ(texts(scan({"[id]/[a,b].txt", "--", "--to", "scan"}).out),
            (Arguments{"http://a.example/", "http://b.example/", "http://c.example/"}));
}

TEST_F(Command, NulsAndBytesThatAreNotUtf8EndALink) {
  const std::string text =
      std::string("http://a.example/") + '\0' + "x http://b.example/\xFFz \xC3 http://c.example/";
  EXPECT_EQ(texts(scan({"--charset", "utf-8"}, text).out),
            (Arguments{"http://a.example/", "http://b.example/", "http://c.example/"}));
}

// --- streaming

TEST_F(Command, InputOneByteAtATimeHasTheSameOutput) {
  const std::string text = read_file(source_dir() / "corpus/samples/choir-tour.txt");
  const Outcome whole = scan({"--offsets", "utf16"}, text);
  ASSERT_GT(lines_of(whole.out).size(), 20u);
  Pipe in;
  const int out = open_stream("stdout", O_WRONLY | O_TRUNC);
  const int err = open_stream("stderr", O_WRONLY | O_TRUNC);
  Process process(files_, {"scan", "--to", "jsonl", "--offsets", "utf16"}, in.read_end, out, err);
  in.close_read_end();
  for (const char byte : text) ASSERT_EQ(::write(in.write_end, &byte, 1), 1);
  in.close_write_end();
  EXPECT_EQ(process.wait(), 0);
  close(out);
  close(err);
  EXPECT_EQ(read_file(folder_ / "stdout"), whole.out);
}

TEST_F(Command, ALinkIsWrittenWhileTheInputIsStillOpen) {
  for (const Arguments& arguments :
       {Arguments{"scan", "--to", "list"}, Arguments{"scan", "--from", "jsonl"}}) {
    Pipe in;
    Pipe out;
    const int err = open_stream("stderr", O_WRONLY | O_TRUNC);
    Process process(files_, arguments, in.read_end, out.write_end, err);
    const std::string_view text = arguments.back() == "jsonl"
                                      ? "{\"text\":\"http://h.example/\"}\n{\"text\":"
                                      : "http://h.example/ and more\n";
    ASSERT_EQ(::write(in.write_end, text.data(), text.size()), text.size());
    pollfd answer{out.read_end, POLLIN, 0};
    EXPECT_EQ(poll(&answer, 1, 30'000), 1) << "no answer in 30 seconds to " << text;
    in.close_write_end();
    process.wait();
    close(err);
  }
}

TEST_F(Command, MemoryDoesNotGrowWithTheInputNorWithTheLine) {
  // A line that is one long word, and a link after it. The file is written in pieces, because a
  // new process starts with the peak memory of its parent.
  const auto memory = [this](size_t mebibytes) {
    std::ofstream file(files_ / "long.txt", std::ios::binary);
    const std::string word(1 << 20, 'a');
    for (size_t i = 0; i < mebibytes; ++i) file << word;
    file << " http://h.example/";
    file.close();
    const Outcome outcome = scan({"--offsets", "utf16", "long.txt"});
    EXPECT_EQ(Json::parse(outcome.out).at("start"), (mebibytes << 20) + 1);
    return outcome.most_memory_kib;
  };
  const int64_t small = memory(4);
  EXPECT_LT(memory(64), small + 16 * 1024);
}

TEST_F(Command, AClosedOutputIsNotAnError) {
  write("short.txt", "http://a.example/");
  std::string text;
  for (int i = 0; i < 400'000; ++i) text += "http://a.example/\n";
  write("long.txt", text);
  for (const char* name : {"short.txt", "long.txt"}) {
    const Outcome outcome = scan_for_nobody({name});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
  }
}

TEST_F(Command, AFullDiskIsReported) {
  write("a.txt", "http://a.example/");
  for (const Arguments& arguments :
       {Arguments{"scan", "a.txt"}, Arguments{"render", "a.txt"}, Arguments{"explain", "a.com"},
        Arguments{"--help"}, Arguments{"scan", "--help"}, Arguments{"--version"}}) {
    const Outcome outcome = run_with(arguments, "/dev/null", "/dev/full");
    EXPECT_EQ(outcome.status, 1) << arguments.front();
    EXPECT_EQ(outcome.err, "linkspan: cannot write the output: No space left on device\n");
  }
}

TEST_F(Command, TheExitStatusIsCorrectIfNoMessageCanBeWritten) {
  const int in = open_stream("stdin", O_RDONLY);
  const int out = open_stream("stdout", O_WRONLY | O_TRUNC);
  const int err = open("/dev/full", O_WRONLY | O_CLOEXEC);
  EXPECT_EQ(Process(files_, {"scan", "--bogus"}, in, out, err).wait(), 2);
  EXPECT_EQ(Process(files_, {"scan", "missing.txt"}, in, out, err).wait(), 1);
  for (const int descriptor : {in, out, err}) close(descriptor);
}

// --- many short texts

TEST_F(Command, EachJsonLineHasItsResultOrErrorInOrder) {
  const std::string requests = R"({"id":1,"text":""})"
                               "\n\n"
                               R"({"id":2,"text":"http://h.example/"})"
                               "\r\n"
                               R"({"id":3})"
                               "\n"
                               R"({"id":4,"text":5})"
                               "\n"
                               "[1]\n"
                               "{\"id\":5,\"text\":\"\xFF\"}\n"
                               R"({"id":6,"text":"x"} x)"
                               "\n"
                               R"({"id":7,"text":"x"})";
  const Outcome outcome = scan({"--from", "jsonl"}, requests);
  const std::vector<std::string> answers = lines_of(outcome.out);
  ASSERT_EQ(answers.size(), 9u) << outcome.out;
  EXPECT_EQ(answers[0], R"({"id":1,"links":[]})");
  EXPECT_EQ(answers[1], R"({"id":null,"error":"line 2: this is not JSON, from byte 1 on"})");
  EXPECT_TRUE(answers[2].starts_with(R"({"id":2,"links":[{"start":0,"end":17,)"));
  EXPECT_EQ(answers[3], R"({"id":null,"error":"line 4: there is no \"text\""})");
  EXPECT_EQ(answers[4], R"({"id":null,"error":"line 5: \"text\" is not a string"})");
  EXPECT_EQ(answers[5], R"({"id":null,"error":"line 6: this is not a JSON object"})");
  EXPECT_TRUE(
      answers[6].starts_with(R"({"id":null,"error":"line 7: this is not JSON, from byte )"));
  EXPECT_TRUE(
      answers[7].starts_with(R"({"id":null,"error":"line 8: this is not JSON, from byte )"));
  EXPECT_EQ(answers[8], R"({"id":7,"links":[]})");
  EXPECT_EQ(outcome.status, 1);
}

TEST_F(Command, AnIdOfAnyTypeIsReturnedUnchanged) {
  for (const std::string id : {"null", "true", "false", "0", "-7", "123456789012345678901234567890",
                               "1.50", "2e-3", R"("")", R"("a\"b\\c")", R"("é😀")", "[]", "{}",
                               R"([1,[],{"a":[null,"x"],"text":"t"},-2.5])",
                               R"({"id":{"id":1},"text":"no","b":[[1],[2]]})"}) {
    const Outcome outcome =
        scan({"--from", "jsonl"}, R"({"other":{"text":1,"id":[2]},"id":)" + id + R"(,"text":""})");
    EXPECT_EQ(outcome.out, "{\"id\":" + id + ",\"links\":[]}\n");
    EXPECT_EQ(outcome.status, 0);
  }
  EXPECT_EQ(scan({"--from", "jsonl"}, R"({"text":""})").out, "{\"id\":null,\"links\":[]}\n");
}

TEST_F(Command, ALoneSurrogateBecomesAReplacementCharacter) {
  const std::string request =
      R"({"id":"\\ud800 \udc00","text":"\ud83d\ud83d\ude00\uDC00 http://h.example/"})";
  const Outcome outcome = scan({"--from", "jsonl", "--offsets", "utf16"}, request);
  EXPECT_TRUE(outcome.out.starts_with(
      "{\"id\":\"\\\\ud800 \xEF\xBF\xBD\",\"links\":[{\"start\":5,\"end\":22,"))
      << outcome.out;
  EXPECT_EQ(outcome.status, 0);
}

// --- options for the engine

TEST_F(Command, EngineOptionsHaveTheirEffect) {
  const std::string text = "http://h.example/ ftp://h.example/ example.org x@example.org";
  EXPECT_EQ(texts(scan({}, text).out).size(), 4u);
  EXPECT_EQ(texts(scan({"--no-bare"}, text).out),
            (Arguments{"http://h.example/", "ftp://h.example/", "x@example.org"}));
  EXPECT_EQ(texts(scan({"--no-email"}, text).out),
            (Arguments{"http://h.example/", "ftp://h.example/", "example.org"}));
  EXPECT_EQ(texts(scan({"--schemes", "ftp"}, text).out),
            (Arguments{"ftp://h.example/", "example.org", "x@example.org"}));
  EXPECT_EQ(texts(scan({"--no-bare", "--no-email", "--schemes", "ftp"}, text).out),
            Arguments{"ftp://h.example/"});
  EXPECT_EQ(texts(scan({"--no-bare", "--no-email", "--schemes", "-ftp"}, text).out),
            Arguments{"http://h.example/"});
  EXPECT_EQ(texts(scan({"--profile", "strict"}, text).out),
            (Arguments{"http://h.example/", "ftp://h.example/"}));
  const Json cut =
      Json::parse(scan({"--max-link=300"}, "http://h.example/" + std::string(500, 'a') + " b").out);
  EXPECT_LE(cut.at("end"), 300);
  EXPECT_EQ(cut.at("ended_by"), "limit");
}

TEST_F(Command, AFileOfTopLevelDomainsMayHaveABomCrLfAndComments) {
  write("tlds.txt", "\xEF\xBB\xBF  com \r\n\t# ours\r\n\r\n\tintern\t\r\n");
  EXPECT_EQ(texts(scan({"--tlds", "tlds.txt"}, "a.com host.intern c.org").out),
            (Arguments{"a.com", "host.intern"}));
  write("wrong.txt", "\xEF\xBB\xBF# ours\ncom\n\nb.intern\n");
  const Outcome outcome = scan({"--tlds", "wrong.txt"}, "a.com");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.err.starts_with(
      "linkspan: --tlds 'wrong.txt', line 4: 'b.intern' is not a top-level domain"))
      << outcome.err;
}

TEST_F(Command, TheLastValueOfARepeatedOptionIsUsed) {
  EXPECT_EQ(scan({"--to", "tsv", "--to=list"}, "http://h.example/").out,
            "1:1: http://h.example/\n");
}

TEST_F(Command, EachWrongUsageHasItsMessage) {
  write("a.txt", "http://a.example/");
  struct Wrong {
    Arguments arguments;
    const char* message;
  };
  for (const Wrong& wrong : {
           Wrong{{"find"}, "no command and no file 'find'; the commands are: scan, render, pick"},
           Wrong{{"scan", "--offset", "lines"}, "no option --offset; did you mean --offsets?"},
           Wrong{{"scan", "-x"}, "there is no option -x"},
           Wrong{{"scan", "--to", "xml"},
                 "--to 'xml' is not known; --to can be list|uri|iri|text|jsonl|tsv"},
           Wrong{{"scan", "--to"}, "--to needs a value: --to list|uri|iri|text|jsonl|tsv"},
           Wrong{{"scan", "--jobs="}, "--jobs needs a value: --jobs N"},
           Wrong{{"scan", "--headers=foo"}, "--headers takes no value"},
           Wrong{{"scan", "--from", "epub"}, "--from can be text|html|mail|mbox|maildir|jsonl"},
           Wrong{{"scan", "--offsets", "chars"}, "can be bytes|utf16|codepoints|lines"},
           Wrong{{"scan", "--profile", "loose"}, "can be prose|uts58|code|strict"},
           Wrong{{"scan", "--schemes", "a,,b"}, "a list is a,b or +a,-b"},
           Wrong{{"scan", "--schemes", "1x"}, "1x"},
           Wrong{{"scna"}, "did you mean scan?"},
           Wrong{{"help", "rendr"}, "did you mean render?"},
           Wrong{{"completions", "tcsh"}, "completions are for bash, zsh or fish"},
           Wrong{{"scan", "--tlds", "corp"}, "To add a name to IANA's list, write +corp"},
           Wrong{{"scan", "--tlds", "+b.corp"}, "write one label without a dot"},
           Wrong{{"scan", "--max-link", "12k"}, "from 256 to 1073741824"},
           Wrong{{"scan", "--max-link", "255"}, "from 256 to 1073741824"},
           Wrong{{"scan", "--from", "jsonl", "--to", "tsv"}, "say --to jsonl"},
           Wrong{{"scan", "--from", "jsonl", "--charset", "koi8-r"}, "--charset says how"},
           Wrong{{"scan", "--from", "jsonl", "--charset-fallback", "utf-8"}, "-fallback says how"},
           Wrong{{"scan", "--from", "jsonl", "--lines", "quoted"}, "--lines says how"},
           Wrong{{"scan", "--join-wrapped", "--from", "jsonl"}, "is not for --from jsonl"},
           Wrong{{"scan", "--headers", "--from", "jsonl"}, "--headers says how"},
           Wrong{{"scan", ""}, "the name of an input is empty"},
           Wrong{{"scan", "--host", "percent"}, "say --host-form percent"},
           Wrong{{"scan", "--host", "\xFF"}, "--host '\\xFF' is not UTF-8"},
           Wrong{{"scan", "--kind", "uri"}, "--kind can be url|email|custom"},
           Wrong{{"scan", "--kind", "url,"}, "a list is url,email"},
           Wrong{{"scan", "--scheme", "1x"}, "'1x' is not a scheme; a list is https,mailto"},
           Wrong{{"scan", "-m", "0"}, "-m '0' is not a number of links from 1 to"},
           Wrong{{"scan", "-o", "--to", "uri"}, "-o is --to text; which?"},
           Wrong{{"scan", "--count", "--to", "list"}, "--to can be uri|iri|text|jsonl|tsv"},
           Wrong{{"scan", "-H", "-h"}, "-H and -h: which?"},
           Wrong{{"scan", "-H", "--to", "tsv"}, "-H and -h are for list, uri, iri and text"},
           Wrong{{"scan", "-0", "--to", "jsonl"}, "-0 is not for --to jsonl"},
           Wrong{{"scan", "--unique", "--from", "jsonl"}, "--unique is not for --from jsonl"},
           Wrong{{"scan", "-c", "--from", "jsonl"}, "-c is not for --from jsonl"},
       }) {
    Arguments arguments = wrong.arguments;
    if (arguments.size() > 2) arguments.emplace_back("a.txt");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << wrong.message;
    EXPECT_EQ(outcome.out, "") << wrong.message;
    EXPECT_NE(outcome.err.find(wrong.message), std::string::npos)
        << outcome.err << "does not say: " << wrong.message;
  }
}

TEST_F(Command, AMissingOrUnexpectedValueOfAnOptionIsWrongUsage) {
  write("a.txt", "http://a.example/");
  write("b.txt", "http://b.example/");
  for (const std::string option :
       {"--schemes", "--profile", "--charset", "--charset-fallback", "--tlds", "--max-link",
        "--jobs", "--lines", "--host", "--host-form", "--kind", "--scheme", "-m", "--max-count",
        "--to", "--from", "--offsets"}) {
    for (const Arguments& arguments :
         {Arguments{"scan", option + "=", "a.txt"}, Arguments{"scan", option + "=", "--", "a.txt"},
          Arguments{"scan", "b.txt", option + "="}, Arguments{"scan", option, "", "a.txt"},
          Arguments{"scan", "a.txt", option}}) {
      const Outcome outcome = run(arguments);
      EXPECT_EQ(outcome.status, 2) << option;
      EXPECT_EQ(outcome.out, "") << option;
      EXPECT_TRUE(
          outcome.err.starts_with("linkspan: " + option + " needs a value: " + option + ' '))
          << outcome.err;
    }
  }
  for (const char* option :
       {"--page", "--no-bare", "--no-email", "--join-wrapped", "--progress", "--no-progress",
        "--verbose", "--no-messages", "--ignore-vcs", "--text", "--version", "--help"}) {
    for (const char* value : {"=false", "=true", "=", "=1"}) {
      const Outcome outcome = run({"render", std::string(option) + value, "a.txt"});
      EXPECT_EQ(outcome.status, 2) << option << value;
      EXPECT_EQ(outcome.out, "") << option << value;
      EXPECT_TRUE(outcome.err.starts_with(std::string("linkspan: ") + option + " takes no value\n"))
          << outcome.err;
    }
  }
  // After `--`, or as values, they are not options.
  write("--to=", "http://c.example/");
  write("--page=1", "com");
  EXPECT_EQ(texts(scan({"--tlds", "--page=1", "--", "--to=", "a.txt"}).out),
            (Arguments{"http://c.example/", "http://a.example/"}));
}

// --- help

// The options at the starts of the lines of a text, with their values: "--to list|jsonl|tsv".
std::set<std::string> listed_options(const std::string& text) {
  static const std::regex option(
      R"(^\s*(?:-\w, ?)?(--[a-z][a-z-]*|-[a-z])( [A-Za-z0-9|:]+)?(?=  |$))");
  std::set<std::string> found;
  std::smatch match;
  for (const std::string& line : lines_of(text)) {
    if (std::regex_search(line, match, option)) found.insert(match[1].str() + match[2].str());
  }
  return found;
}

// The manual page without most of its markup.
std::string plain_manual() {
  std::string text = read_file(std::filesystem::path(LINKSPAN_BIN_DIR) / "../man/linkspan.1");
  text = std::regex_replace(text, std::regex(R"(\\-)"), "-");
  text = std::regex_replace(text, std::regex("\\n\\.BR? "), "\n");
  return std::regex_replace(text, std::regex("\""), "");
}

// The tags of its tagged paragraphs, one a line.
std::string tags_of(const std::string& manual) {
  std::string tags;
  const std::vector<std::string> lines = lines_of(manual);
  for (size_t i = 1; i < lines.size(); ++i) {
    if (lines[i - 1] == ".TP") tags += lines[i] + "\n";
  }
  return tags;
}

TEST_F(Command, UserRulesLinkTextAndAreNamedInTheOutput) {
  write("team.toml",
        "[parameters]\nhost = ''\n[[rule]]\nname = 'bug'\npattern = 'BUG-(\\d+)'\nuri = "
        "'https://{host}/{1}'\n");
  const Outcome outcome =
      scan({"--rules", "team.toml", "--rule-parameter", "host=b.example", "--rule",
            "#(\\d+) => https://n.example/{1}", "--rules", "standards", "--to", "jsonl"},
           "BUG-7 #8 RFC 9 http://a.example/BUG-1");
  EXPECT_NE(
      outcome.out.find(
          R"("kind":"custom","form":"rule","rule":"bug","text":"BUG-7","iri":"https://b.example/7")"),
      std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find(R"("uri":"https://n.example/8")"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(R"("rule":"RFC")"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(R"("form":"scheme","text":"http://a.example/BUG-1")"),
            std::string::npos);
  EXPECT_EQ(scan({"--rules", "standards", "--fields", "rule,uri", "--to", "tsv"}, "RFC 9").out,
            "RFC\thttps://www.rfc-editor.org/rfc/rfc9\n");
  EXPECT_NE(run({"explain", "--rules", "standards", "RFC 9"}).out.find("by rule RFC: leads to"),
            std::string::npos);
}

TEST_F(Command, InvalidRulesAreReported) {
  EXPECT_EQ(scan({"--rule", "a[z-a] => x:1"}, "").err.substr(0, 70),
            "linkspan: rule 'a[z-a]': invalid character class range\n  a[z-a]\n    ^\n");
  EXPECT_NE(scan({"--rules", "nope"}, "").err.find("not one of the built-in sets: debian, github"),
            std::string::npos);
  EXPECT_NE(scan({"--rules", "github"}, "").err.find("the parameter 'project' has no value"),
            std::string::npos);
  EXPECT_NE(scan({"--rule-parameter", "a=b"}, "").err.find("--rule-parameter is for --rules"),
            std::string::npos);
}

TEST_F(Command, HelpAndManualListTheSameOptions) {
  std::set<std::string> in_help;
  for (const std::string command : {"scan", "render", "pick", "explain", "iri", "lsp"}) {
    const std::set<std::string> of_one = listed_options(run({command, "--help"}).out);
    EXPECT_GE(of_one.size(), 5u) << command;
    in_help.insert(of_one.begin(), of_one.end());
    EXPECT_EQ(listed_options(run({command, "-h"}).out), of_one) << command;
  }
  for (const char* option : {"--to html|ansi|markdown", "--log FILE", "--page", "--print"}) {
    EXPECT_TRUE(in_help.contains(option)) << option;
  }
  EXPECT_GE(in_help.size(), 75u);
  EXPECT_EQ(listed_options(run({"--help"}).out), in_help);
  std::string manual = plain_manual();
  manual.resize(manual.find("\n.SH OUTPUT"));
  EXPECT_EQ(listed_options(tags_of(manual.substr(manual.find(".SH OPTIONS")))), in_help);
}

TEST_F(Command, ManualDescribesEveryWarningAsTheLibraryDoes) {
  const std::string manual = plain_manual();
  for (const Warning warning : kAllWarnings) {
    ASSERT_FALSE(description(warning).empty()) << to_string(warning);
    const std::string entry = "\n.TP\n" + std::string(to_string(warning)) + "\n" +
                              std::string(description(warning)) +
                              (severity(warning) == Severity::serious ? " (serious)\n" : "\n");
    EXPECT_NE(manual.find(entry), std::string::npos) << entry;
  }
}

TEST_F(Command, HelpOfSchemesRefersToNoBareAndNoEmail) {
  std::string help = run({"scan", "--help"}).out;
  help.resize(help.find("--tlds LIST"));
  EXPECT_NE(help.find("--no-bare, --no-email", help.find("--schemes LIST")), std::string::npos);
}

// `explain` has the options of `scan` that define a link.
TEST_F(Command, EveryOptionOfExplainIsAnOptionOfScan) {
  const std::set<std::string> of_scan = listed_options(run({"scan", "--help"}).out);
  for (const std::string& option : listed_options(run({"explain", "--help"}).out)) {
    EXPECT_TRUE(of_scan.contains(option)) << option;
  }
}

TEST_F(Command, ExplainShowsTheReasonForEachCandidate) {
  const Outcome outcome = run({"explain", "see README.md and https://example.org/a."});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find("none  4-13       README.md\n"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("code_word"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("link  18-39      https://example.org/a\n"), std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("ended by soft"), std::string::npos) << outcome.out;
  EXPECT_EQ(run({"explain", "no dots here"}).out, "nothing in it looks like the start of a link\n");
}

TEST_F(Command, ExplainReadsAndWritesLikeOtherCommands) {
  const std::string nothing = "nothing in it looks like the start of a link\n";
  const Outcome outcome = run({"explain", "", "-", "no dots here"}, "a.com");
  EXPECT_TRUE(outcome.out.starts_with(nothing + "link  0-5        a.com\n")) << outcome.out;
  EXPECT_TRUE(outcome.out.ends_with(nothing)) << outcome.out;
  const Outcome unread = run_with({"explain", "-"}, files_.c_str(), "/dev/null");
  EXPECT_EQ(unread.status, 1);
  EXPECT_EQ(unread.err, "linkspan: -: Is a directory\n");
  std::string long_text;
  for (int i = 0; i < 20'000; ++i) long_text += "see a.com\n";
  const Outcome unwanted = run_for_nobody({"explain", long_text.substr(0, 100'000)});
  EXPECT_EQ(unwanted.status, 0);
  EXPECT_EQ(unwanted.err, "");
}

TEST_F(Command, ExplainEscapesControlCharacters) {
  const Outcome outcome = run({"explain", "<http://b\n.example/> a@\x9B"});
  EXPECT_NE(outcome.out.find(R"(http://b\x0A.example/)"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("at the '@' of byte"), std::string::npos) << outcome.out;
}

TEST_F(Command, HelpAndVersionSucceed) {
  for (const Arguments& arguments : {Arguments{"--help"}, Arguments{"-h"}, Arguments{"scan", "-h"},
                                     Arguments{"scan", "--to", "tsv", "--help"}}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_NE(outcome.out.find("Examples:"), std::string::npos);
  }
  const std::string version = "linkspan " + std::string(linkspan::version()) + "\n";
  EXPECT_EQ(run({"--version"}).out, version);
  EXPECT_EQ(run({"scan", "--version"}).out, version);
  EXPECT_NE(plain_manual().find(".TH LINKSPAN 1  linkspan " + std::string(linkspan::version())),
            std::string::npos);
  EXPECT_EQ(plain_manual().find("@OPTIONS@"), std::string::npos);
  EXPECT_EQ(plain_manual().find("@WARNINGS@"), std::string::npos);
}

// --- conformance, through the command

// Counts the code points of well-formed text, independently of the command.
uint64_t code_points(std::string_view text) {
  uint64_t count = 0;
  for (const char c : text) count += (static_cast<uint8_t>(c) & 0xC0u) != 0x80u ? 1 : 0;
  return count;
}

class CommandConformance : public CommandTest, public testing::WithParamInterface<const char*> {};

TEST_P(CommandConformance, LinkDetectionTest) {
  const std::string file = std::string("uts58/") + GetParam() + "/LinkDetectionTest.txt";
  LINKSPAN_SKIP_WITHOUT_DATA(file);
  const Corpus published = parse_link_detection_test(read_file(data_dir() / file), file);
  ASSERT_EQ(published.errors, std::vector<std::string>());
  ASSERT_GE(published.cases.size(), 344u);
  std::string requests;
  std::string expected;
  for (const Case& one : published.cases) {
    requests += Json{{"id", one.line}, {"text", one.text}}.dump() + '\n';
    Json answer{{"id", one.line}, {"links", Json::array()}};
    for (const Range& link : one.links) {
      const std::string_view text = one.text;
      answer["links"].push_back({{"start", code_points(text.substr(0, link.begin))},
                                 {"end", code_points(text.substr(0, link.end))}});
    }
    expected += answer.dump() + '\n';
  }
  const Outcome outcome =
      scan({"--from", "jsonl", "--profile", "uts58", "--offsets", "codepoints"}, requests);
  std::string places;
  for (const std::string& line : lines_of(outcome.out)) {
    Json answer = Json::parse(line);
    for (Json& link : answer.at("links")) link = {{"start", link["start"]}, {"end", link["end"]}};
    places += answer.dump() + '\n';
  }
  EXPECT_EQ(lines_of(places), lines_of(expected));
  EXPECT_EQ(outcome.status, 0);
}

// The input for which memory runs out fails; those before and after it are read.
TEST_F(CommandTest, AnInputThatIsTooLargeForTheMemoryFailsAlone) {
  if (kSanitized) GTEST_SKIP() << "the sanitizers reserve address space";
  std::string page;
  while (page.size() < (size_t{24} << 20))
    page += "<p>a<b>c</b><a href='https://big.example/'>d</a>";
  write("in/1.txt", "https://first.example/");
  write("in/2.html", page);
  write("in/3.txt", "https://last.example/");
  write("in/4.md", "[a](https://markdown.example/)");
  for (const char* const jobs : {"1", "2"}) {
    const std::string command = "cd '" + files_.string() + "' && ulimit -v 260000 && exec '" +
                                std::string(LINKSPAN_BIN_DIR) + "/linkspan' scan --to uri --jobs " +
                                jobs + " in > out.txt 2> err.txt";
    EXPECT_EQ(WEXITSTATUS(std::system(("bash -c \"" + command + "\"").c_str())), 1);
    const std::string out = read_file(files_ / "out.txt"), err = read_file(files_ / "err.txt");
    EXPECT_TRUE(out.starts_with("https://first.example/\n")) << out.substr(0, 100);
    EXPECT_NE(out.find("https://last.example/\nhttps://markdown.example/\n"), std::string::npos);
    EXPECT_EQ(
        err, "linkspan: in/2.html: there is not enough memory for it; it is not read to its end\n");
  }
}

// As a full disk: a message and status 1, no signal.
TEST_F(CommandTest, AnOutputThatIsLongerThanAllowedIsAnError) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "https://example.org/" + std::to_string(i) + "\n";
  write("a.txt", text);
  const std::string command = "cd '" + files_.string() + "' && ulimit -f 1 && exec '" +
                              std::string(LINKSPAN_BIN_DIR) +
                              "/linkspan' scan --to uri a.txt > out.txt 2> err.txt";
  EXPECT_EQ(WEXITSTATUS(std::system(("bash -c \"" + command + "\"").c_str())), 1);
  EXPECT_NE(read_file(files_ / "err.txt").find("File too large"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(, CommandConformance, testing::Values("17.0.0", "18.0.0-dev"),
                         [](const testing::TestParamInfo<const char*>& version) {
                           return std::string(version.param).substr(0, 2) + "_0";
                         });

}  // namespace command_test
}  // namespace linkspan::test
