// SPDX-License-Identifier: Apache-2.0
// Promise: the command reads text in any charset, compressed or not, recognizes the format of an
// input, and renders it.

#include <csignal>
#include <cstdlib>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_documents_test {

using namespace std::string_literals;

class CommandDocuments : public CommandTest {
 protected:
  std::vector<std::string> texts_of(const Arguments& arguments, std::string_view input = "") const {
    const Outcome outcome = scan(arguments, input);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return texts(outcome.out);
  }
};

const std::string kLatin1 =
    "sch\xF6n: https://example.org/\xFC, auch f\xFCr gr\xF6\xDF"
    "ere K\xF6pfe";

TEST_F(CommandDocuments, TheCharsetIsThatOfTheOption) {
  write("a.txt", kLatin1);
  EXPECT_EQ(texts_of({"--charset", "latin1", "a.txt"}), Arguments{"https://example.org/ü"});
  EXPECT_EQ(texts_of({"--charset", "koi8-r", "a.txt"}), Arguments{"https://example.org/Э"});
  EXPECT_EQ(texts_of({"--charset", "utf-8", "a.txt"}), Arguments{"https://example.org/"});
}

TEST_F(CommandDocuments, TheCharsetIsDetectedWithoutTheOption) {
  write("a.txt", kLatin1);
  EXPECT_EQ(texts_of({"a.txt"}), Arguments{"https://example.org/ü"});
  write("b.txt", "\xFF\xFEh\0t\0t\0p\0:\0/\0/\0\xFC\0"s);
  EXPECT_EQ(texts_of({"b.txt"}), Arguments{"http://ü"});
}

TEST_F(CommandDocuments, AnUnknownCharsetIsWrongUsage) {
  write("a.txt", "x");
  const Outcome outcome = scan({"--charset", "koi9-r", "a.txt"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("KOI8-R"), std::string::npos) << outcome.err;
  EXPECT_EQ(scan({"--charset-fallback", "koi9-r", "a.txt"}).status, 2);
}

TEST_F(CommandDocuments, TheFallbackReplacesAnUnknownCharset) {
  write("a.txt", "https://example.org/\xD4\n");
  for (const char* jobs : {"1", "2"}) {
    const Outcome outcome = scan(
        {"--charset", "foo-1", "--charset-fallback", "koi8-r", "--jobs", jobs, "a.txt", "a.txt"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(texts(outcome.out), (Arguments{"https://example.org/т", "https://example.org/т"}));
    EXPECT_TRUE(
        outcome.err.starts_with("linkspan: --charset: there is no charset \"foo-1\"; near"));
    EXPECT_TRUE(outcome.err.ends_with("; koi8-r is used instead\n")) << outcome.err;
  }
  EXPECT_EQ(texts_of({"--charset", "koi8-r", "--charset-fallback", "utf-8", "a.txt"}),
            Arguments{"https://example.org/т"});
}

TEST_F(CommandDocuments, TheCharsetOfMailLabelledUnknownIsDetected) {
  const std::string head = "Received: x\nMessage-ID: <a@b>\nContent-Type: text/plain; charset=";
  for (const char* label : {"unknown-8bit", "X-UNKNOWN", "us-ascii"}) {
    write("a.eml", head + label + "\n\nhttps://a.example/\xC3\xBC\n");
    const Outcome outcome = scan({"a.eml"});
    EXPECT_EQ(texts(outcome.out), Arguments{"https://a.example/ü"}) << label;
    EXPECT_EQ(outcome.err, "") << label;
    EXPECT_EQ(texts_of({"--charset", "latin1", "a.eml"}), Arguments{"https://a.example/Ã¼"});
  }
}

TEST_F(CommandDocuments, TheFallbackReplacesAnUnknownCharsetOfMail) {
  const std::string head = "Received: x\nMessage-ID: <a@b>\nContent-Type: text/plain; charset=";
  write("a.eml", head + "foo-1\n\nhttps://example.org/\xD4\n");
  const Outcome outcome = scan({"--charset-fallback", "koi8-r", "a.eml"});
  EXPECT_EQ(texts(outcome.out), Arguments{"https://example.org/т"});
  EXPECT_NE(outcome.err.find("foo-1"), std::string::npos) << outcome.err;
}

TEST_F(CommandDocuments, ControlsInCharsetLabelsAndFileNamesAreEscaped) {
  const std::string head = "Received: x\nMessage-ID: <a@b>\nContent-Type: text/plain; ";
  write("a.eml", head + "charset=\"x-\x1B]0;owned\x07\"\n\nhttps://a.example/\n");
  write("b.eml",
        head + "charset*=utf-8''x-%1B%5D0%3B%C2%9B%0Asecond%20line\n\nhttps://b.example/\n");
  for (const Arguments& more : {Arguments{}, Arguments{"--charset-fallback", "latin1"}}) {
    for (const char* jobs : {"1", "2"}) {
      Arguments arguments = {"--jobs", jobs, "a.eml", "b.eml", "no\x1B\n.eml"};
      arguments.insert(arguments.begin(), more.begin(), more.end());
      const Outcome outcome = scan(arguments);
      EXPECT_EQ(texts(outcome.out), (Arguments{"https://a.example/", "https://b.example/"}));
      ASSERT_EQ(lines_of(outcome.err).size(), 3u) << outcome.err;
      for (const char* shown : {R"("x-\x1B]0;owned\x07")", R"("x-\x1B]0;\xC2\x9B\x0Asecond line")",
                                R"(no\x1B\x0A.eml)"}) {
        EXPECT_NE(outcome.err.find(shown), std::string::npos) << outcome.err;
      }
      EXPECT_EQ(outcome.err.find_first_of("\x1B\x07\x9B"), std::string::npos);
    }
  }
}

// The name of a field, the name of a file and the text of a link have no control characters in any
// form of output.
TEST_F(CommandDocuments, NoFormOfOutputHasControlCharactersOfTheInput) {
  write("a\x1B]0;owned\x07.eml",
        "Received: x\nList-\u009B2J\u009D0;owned\u009C: <http://l.example/>\nMessage-ID: <a@b>\n"
        "Content-Type: text/plain; charset=utf-8\n\n"
        "http://a.example/\u202Ex <http://b.example/\u2066\tx> <http://c.example/\u0085d> "
        "http://d.example/ü\n");
  write("b.txt", "");
  const auto scan_to = [this](const char* form) {
    const Outcome outcome =
        scan({"--headers", "--offsets", "lines", "--to", form, "a\x1B]0;owned\x07.eml", "b.txt"});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(outcome.out.find_first_of("\x1B\x07\x7F"), std::string::npos) << form;
    for (const char* c1 : {"\u0085", "\u009B", "\u009C", "\u009D"}) {
      EXPECT_EQ(outcome.out.find(c1), std::string::npos) << form;
    }
    return outcome.out;
  };
  const std::string name = R"(a\x1B]0;owned\x07.eml:)";
  const std::string field = name + R"(List-\xC2\x9B2J\xC2\x9D0;owned\xC2\x9C)";
  EXPECT_EQ(scan_to("list"),
            field + ":1:2: http://l.example/\n" +  //
                name + R"(1:1:1: http://a.example/\xE2\x80\xAEx)" +
                "  ⚠ leads to a.example (bidi-control)\n" + name +
                R"(1:1:22: http://b.example/\xE2\x81\xA6\x09x)" +
                "  ⚠ leads to b.example (bidi-control)\n" + name + "1:1:45: http://c.example/d\n" +
                name + "1:1:66: http://d.example/ü\n");
  std::vector<std::string> rows = lines_of(scan_to("tsv"));
  for (std::string& row : rows) row.resize(row.rfind('\t'));  // the URI is printable anyway
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0], field + "\t1:2\t1:19\turl\tdelimited\tdelimiter\thttp://l.example/");
  EXPECT_TRUE(rows[1].ends_with(R"(http://a.example/\xE2\x80\xAEx)")) << rows[1];
  EXPECT_TRUE(rows[2].ends_with(R"(http://b.example/\xE2\x81\xA6\tx)")) << rows[2];
  EXPECT_TRUE(rows[3].ends_with(R"(http://c.example/\xC2\x85d)")) << rows[3];
  EXPECT_TRUE(rows[4].ends_with("\thttp://d.example/ü")) << rows[4];
  const std::string objects = scan_to("jsonl");
  EXPECT_EQ(texts(objects), (Arguments{"http://l.example/", "http://a.example/\u202Ex",
                                       "http://b.example/\u2066\tx", "http://c.example/\u0085d",
                                       "http://d.example/ü"}));
  EXPECT_NE(objects.find(R"("field":"List-\u009b2J\u009d0;owned\u009c")"), std::string::npos);
}

// The search for characters to escape reads eight bytes at a time.
TEST_F(CommandDocuments, AControlCharacterIsEscapedAtAnyPosition) {
  std::string text;
  std::vector<std::string> expected;
  for (size_t length = 0; length < 20; ++length) {
    for (size_t at = 0; at <= length; ++at) {
      const std::string before = "http://h.example/" + std::string(at, 'a');
      const std::string after = "c" + std::string(length - at, 'b');
      text += "<" + before + "\t" + after + ">\n";
      expected.push_back(std::to_string(expected.size() + 1) + ":2: " + before + "\\x09" + after);
    }
  }
  EXPECT_EQ(lines_of(scan({"--to", "list"}, text).out), expected);
}

TEST_F(CommandDocuments, ByteOffsetsAreThoseOfTheInput) {
  write("a.txt", kLatin1);
  const Json link = Json::parse(scan({"a.txt"}).out);
  EXPECT_EQ(link.at("start"), 7);
  EXPECT_EQ(link.at("end"), 28);
  EXPECT_EQ(link.at("uri"), "https://example.org/%C3%BC");
}

TEST_F(CommandDocuments, TheHostHasTheRequestedForm) {
  const std::string text = "https://bücher.example/";
  const auto uri = [&](const Arguments& arguments) {
    return Json::parse(scan(arguments, text).out).at("uri").get<std::string>();
  };
  EXPECT_EQ(uri({}), "https://xn--bcher-kva.example/");
  EXPECT_EQ(uri({"--host-form", "percent"}), "https://b%C3%BCcher.example/");
  const Json batch = Json::parse(scan({"--from", "jsonl"}, "{\"text\":\"" + text + "\"}\n").out);
  EXPECT_EQ(batch.at("links").at(0).at("uri"), "https://xn--bcher-kva.example/");
}

TEST_F(CommandDocuments, LinesAreReadAsRequested) {
  const std::string text = "> https://example.org/ \n> long\n";
  EXPECT_EQ(texts_of({}, text), Arguments{"https://example.org/"});
  EXPECT_EQ(texts_of({"--lines", "flowed"}, text), Arguments{"https://example.org/"});
  EXPECT_EQ(texts_of({"--lines", "delsp"}, text), Arguments{"https://example.org/long"});
  const std::string wrapped =
      "All of the minutes are at https://www.example.org/archive/2024/minutes?nr=17&\npart=3 now\n";
  EXPECT_EQ(texts_of({}, wrapped),
            Arguments{"https://www.example.org/archive/2024/minutes?nr=17&"});
  const Json joined = Json::parse(scan({"--join-wrapped"}, wrapped).out);
  EXPECT_EQ(joined.at("text"), "https://www.example.org/archive/2024/minutes?nr=17&part=3");
  EXPECT_EQ(joined.at("warnings").dump(), R"(["joined-lines"])");
}

TEST_F(CommandDocuments, TheHeaderOfMailOverridesTheLinesOption) {
  const std::string head = "Received: x\nMessage-ID: <a@b>\nContent-Type: text/plain";
  const std::string text = "\n\nsee https://a.example/x \nfoo bar\n";
  write("fixed.eml", head + text);
  write("flowed.eml", head + "; format=flowed" + text);
  write("delsp.eml", head + "; format=flowed; delsp=yes" + text);
  for (const char* lines : {"plain", "quoted", "flowed", "delsp"}) {
    EXPECT_EQ(texts_of({"--lines", lines, "fixed.eml", "flowed.eml", "delsp.eml"}),
              (Arguments{"https://a.example/x", "https://a.example/x", "https://a.example/xfoo"}))
        << lines;
  }
}

TEST_F(CommandDocuments, MailMayBeginWithAByteOrderMarkOrAnEmptyLine) {
  const std::string message =
      "Received: x\r\nMessage-ID: <a@b>\r\nContent-Type: text/plain; charset=koi8-r\r\n\r\n"
      "https://a.example/\xD4\r\n";
  for (const std::string before : {"", "\xEF\xBB\xBF", "\r\n", "\xEF\xBB\xBF\n"}) {
    for (const std::string from_line : {"", "From a@b Mon Mar  3 10:15:00 2025\r\n"}) {
      const std::string bytes = before + from_line + message;
      write("a", bytes);
      for (const char* jobs : {"1", "2"}) {
        const Json link = Json::parse(scan({"--jobs", jobs, "a"}).out);
        EXPECT_EQ(link.at("text"), "https://a.example/т");
        EXPECT_EQ(link.at("raw_start"), bytes.find("https"));
      }
    }
  }
}

TEST_F(CommandDocuments, AMessageThatBeginsWithAnEmptyLineMayHaveNoHeader) {
  write("a", "\nNote: https://a.example/\n");
  EXPECT_EQ(texts_of({"--from", "mail", "a"}), Arguments{"https://a.example/"});
}

TEST_F(CommandDocuments, FromMaildirReadsOnlyMaildirs) {
  for (const std::string folder : {"d/", "d/.Sent/", "other/"}) {
    for (const char* part : {"cur", "new", "tmp"}) {
      std::filesystem::create_directories(files_ / (folder + part));
    }
  }
  write("d/cur/1", "Subject: x\n\nhttps://a.example/\n");
  write("d/.Sent/new/1", "Subject: x\n\nhttps://b.example/\n");
  write("d/uidlist", "https://no.example/\n");
  write("d/sub/new/1", "Subject: x\n\nhttps://no.example/\n");
  write("other/cur/1", "Subject: x\n\nhttps://c.example/\n");
  const Outcome outcome = scan({"--from", "maildir", "d", "d/sub", "d/cur/1", "-", "gone", "other"},
                               "https://no.example/");
  EXPECT_EQ(texts(outcome.out),
            (Arguments{"https://a.example/", "https://b.example/", "https://c.example/"}));
  const std::string is_none = " is not a Maildir: it does not have the folders cur, new and tmp\n";
  EXPECT_EQ(outcome.err, "linkspan: d/sub" + is_none + "linkspan: d/cur/1" + is_none +
                             "linkspan: -" + is_none +
                             "linkspan: gone: No such file or directory\n");
  EXPECT_EQ(outcome.status, 1);
}

TEST_F(CommandDocuments, CompressedInputIsDecompressed) {
  // gzip of "see https://example.org/a\n", made by gzip(1)
  const unsigned char gzip[] = {0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03,
                                0x2b, 0x4e, 0x4d, 0x55, 0xc8, 0x28, 0x29, 0x29, 0x28, 0xb6,
                                0xd2, 0xd7, 0x4f, 0xad, 0x48, 0xcc, 0x2d, 0xc8, 0x49, 0xd5,
                                0xcb, 0x2f, 0x4a, 0xd7, 0x4f, 0xe4, 0x02, 0x00, 0x3e, 0xda,
                                0x3a, 0x76, 0x1a, 0x00, 0x00, 0x00};
  const std::string bytes(reinterpret_cast<const char*>(gzip), sizeof(gzip));
  write("a.txt", bytes);
  EXPECT_EQ(texts_of({"a.txt"}), Arguments{"https://example.org/a"});
  write("cut.gz", bytes.substr(0, 20));
  const Outcome outcome = scan({"cut.gz", "a.txt"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.err.find("cut.gz: the gzip data"), std::string::npos) << outcome.err;
  EXPECT_EQ(texts(outcome.out), Arguments{"https://example.org/a"});
}

// Lines of text; every second line is one link.
std::string lines_with_links(size_t size) {
  std::string text;
  while (text.size() < size) {
    text += "line " + std::to_string(text.size()) + " is short\nhttps://example.org/\n";
  }
  return text;
}

// gzip data that ends too early, but after all of the text: stored blocks, none of which is marked
// as the last (RFC 1951, section 3.2.4).
std::string gzip_without_end(std::string_view text) {
  std::string bytes("\x1F\x8B\x08\0\0\0\0\0\0\x03", 10);
  while (!text.empty()) {
    const std::string_view block = text.substr(0, 0xFFFF);
    const auto low = static_cast<char>(block.size());
    const auto high = static_cast<char>(block.size() >> 8);
    for (const char byte : {'\0', low, high, static_cast<char>(~low), static_cast<char>(~high)}) {
      bytes += byte;
    }
    bytes += block;
    text.remove_prefix(block.size());
  }
  return bytes;
}

TEST_F(CommandDocuments, TextBeforeADecompressionErrorIsScanned) {
  const std::string text = lines_with_links(5'000'000);
  write("whole.txt", text);
  write("cut.gz", gzip_without_end(text));
  const Outcome whole = scan({"--to", "list", "whole.txt"});
  const Outcome cut = scan({"--to", "list", "cut.gz"});
  EXPECT_EQ(whole.status, 0);
  EXPECT_EQ(cut.status, 1);
  EXPECT_NE(cut.err.find("cut.gz: the gzip data end too early"), std::string::npos) << cut.err;
  const size_t last_line = cut.out.rfind('\n', cut.out.size() - 2);  // its link may be cut off
  EXPECT_TRUE(whole.out.starts_with(cut.out.substr(0, last_line)));
  EXPECT_GT(cut.out.size(), whole.out.size() / 10 * 9);
}

TEST_F(CommandDocuments, NoErrorIsReportedAfterTheOutputIsClosed) {
  for (size_t size = 500'000; size < 900'000; size += 20'000) {
    write("cut.gz", gzip_without_end(lines_with_links(size)));
    const Outcome outcome = scan_for_nobody({"--to", "list", "cut.gz"});
    EXPECT_EQ(outcome.status, 0) << size;
    EXPECT_EQ(outcome.err, "") << size;
  }
}

TEST_F(CommandDocuments, WithoutModulesTextIsReadAndTheMissingModuleNamed) {
  const std::filesystem::path program = std::filesystem::path(LINKSPAN_BIN_DIR) / "linkspan";
  if (!std::filesystem::exists(program.parent_path().parent_path() / "lib/linkspan")) {
    GTEST_SKIP() << "the program was built without modules (LINKSPAN_MODULES)";
  }
  std::filesystem::copy_file(program, files_ / "alone");
  write("a.txt", "https://a.example/");
  write("b.eml", "Received: x\nMessage-ID: <a@b>\n\nhttps://b.example/\n");
  const auto run_alone = [this](const std::string& arguments) {
    const std::string folder = "cd '" + files_.string() + "' && ";
    const int status = std::system((folder + "./alone scan --to list " + arguments).c_str());
    return WEXITSTATUS(status);
  };
  EXPECT_EQ(run_alone("a.txt >out"), 0);
  EXPECT_EQ(read_file(files_ / "out"), "1:1: https://a.example/\n");
  for (const char* jobs : {"", "--jobs 2 "}) {
    EXPECT_EQ(run_alone(std::string(jobs) + "b.eml a.txt >out 2>err"), 1);
    EXPECT_EQ(read_file(files_ / "out"), "a.txt:1:1: https://a.example/\n");
    EXPECT_NE(read_file(files_ / "err").find("linkspan-mail.so"), std::string::npos);
  }
}

// `71 (a name) S 70 …` is process 71, whose parent is 70. The name may have parentheses (proc(5)).
// 0 if the process has ended.
pid_t parent_in(const std::filesystem::path& stat) {
  std::string line;
  std::getline(std::ifstream(stat), line);
  std::istringstream after_name(line.substr(line.rfind(')') + 1));
  char state = 0;
  pid_t parent = 0;
  after_name >> state >> parent;
  return parent;
}

// The child processes of this process. Not every kernel has a list of them.
std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const pid_t id = std::atoi(entry.path().filename().c_str());  // 0: not of a process
    if (id > 0 && parent_in(entry.path() / "stat") == process) children.push_back(id);
  }
  return children;
}

// While the command waits for input, the workers have results that they may not yet write.
TEST_F(CommandDocuments, TheInputsOfALostWorkerAreReported) {
  write("a.txt", "https://a.example/");
  write("b.eml", "Received: x\nMessage-ID: <a@b>\n\nhttps://b.example/\n");
  ASSERT_EQ(mkfifo((files_ / "pipe").c_str(), 0600), 0);
  const int in = open_stream("stdin", O_RDONLY | O_TRUNC);
  const int out = open_stream("stdout", O_WRONLY | O_TRUNC);
  const int err = open_stream("stderr", O_WRONLY | O_TRUNC);
  Process process(files_, {"scan", "--to", "list", "--jobs", "2", "a.txt", "b.eml", "pipe"}, in,
                  out, err);
  const int pipe = open((files_ / "pipe").c_str(), O_WRONLY | O_CLOEXEC);
  const std::vector<pid_t> workers = children_of(process.id());
  for (const pid_t worker : workers) kill(worker, SIGKILL);
  EXPECT_EQ(::write(pipe, "https://c.example/", 18), 18);
  close(pipe);
  EXPECT_FALSE(workers.empty());
  EXPECT_EQ(process.wait(), 1);
  for (const int descriptor : {in, out, err}) close(descriptor);
  EXPECT_EQ(read_file(folder_ / "stderr"),
            "linkspan: a.txt to b.eml (2 inputs): a worker process ended early; "
            "links are missing\n");
  EXPECT_EQ(read_file(folder_ / "stdout"), "pipe:1:1: https://c.example/\n");
}

TEST_F(CommandDocuments, SeveralJobsReadAFileOnStandardInput) {
  std::string text;
  for (int i = 0; i < 200000; ++i)
    text += "line " + std::to_string(i) + " of https://example.org/\n";
  const Outcome one = scan({"--to", "list"}, text);
  const Outcome two = scan({"--to", "list", "--jobs", "2"}, text);
  EXPECT_EQ(two.status, 0) << two.err;
  EXPECT_TRUE(two.out == one.out);
}

TEST_F(CommandDocuments, ProgressIsShownOnRequest) {
  write("a.txt", "https://example.org/");
  EXPECT_EQ(scan({"a.txt"}).err, "");
  EXPECT_NE(scan({"--progress", "a.txt"}).err.find("1 link"), std::string::npos);
  EXPECT_EQ(scan({"--progress", "--no-progress", "a.txt"}).status, 2);
}

TEST_F(CommandDocuments, JobsMustBeAPositiveNumber) {
  EXPECT_EQ(scan({"--jobs", "0"}).status, 2);
  EXPECT_EQ(scan({"--jobs", "two"}).status, 2);
  EXPECT_EQ(texts_of({"--jobs", "3"}, "https://example.org/"), Arguments{"https://example.org/"});
}

// --- render

TEST_F(CommandDocuments, HtmlHasTheTextAndItsLinks) {
  const Outcome outcome = run({"render", "--to", "html"}, "<b> https://example.org/ü & on");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.out.find("&lt;b&gt; <a "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("href=\"https://example.org/%C3%BC\""), std::string::npos);
  EXPECT_NE(outcome.out.find("</a> &amp; on"), std::string::npos);
  EXPECT_EQ(outcome.out.find("<html"), std::string::npos);
  EXPECT_NE(run({"render", "--page"}, "x").out.find("<html"), std::string::npos);
}

TEST_F(CommandDocuments, ALinkOverTwoLinesIsOneAnchor) {
  const Outcome outcome = run({"render", "--lines", "delsp"}, "> https://example.org/ \n> long\n");
  const std::string href = "href=\"https://example.org/long\"";
  const size_t at = outcome.out.find(href);
  ASSERT_NE(at, std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find(href, at + 1), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find(">https://example.org/ \n&gt; long</a>"), std::string::npos)
      << outcome.out;
}

TEST_F(CommandDocuments, ALinkWhoseTextHidesItsUriHasTheUriAsTitle) {
  const std::string end = "\" rel=\"noopener noreferrer\" data-link=\"1\">";
  const Outcome spaces = run({"render", "--to", "html"},
                             "<https://bank.example                    .evil.com/login>\n");
  const std::string uri = "https://bank.example.evil.com/login";
  EXPECT_NE(spaces.out.find("href=\"" + uri + "\" title=\"" + uri + end), std::string::npos)
      << spaces.out;
  const Outcome lines =
      run({"render", "--lines", "delsp"}, "https://bank.example \n.evil.com/login\n");
  EXPECT_NE(lines.out.find("title=\"" + uri + end + "https://bank.example \n.evil.com/login</a>"),
            std::string::npos)
      << lines.out;
  const Outcome plain = run({"render", "--to", "html"}, "<https://a.example/ü>\n");
  EXPECT_NE(plain.out.find("href=\"https://a.example/%C3%BC" + end), std::string::npos)
      << plain.out;
}

TEST_F(CommandDocuments, AMessageWithoutTextHasItsHeading) {
  const std::string head = "From: a@b.example\nSubject: a picture\nContent-Type: image/png\n\nx\n";
  write("h.eml", head);
  const std::string fields =
      "<tr><th scope=\"row\">From</th><td dir=\"auto\">a@b.example</td></tr>\n"
      "<tr><th scope=\"row\">Subject</th><td dir=\"auto\">a picture</td></tr>\n";
  EXPECT_EQ(run({"render", "--to", "html", "h.eml"}).out,
            "<header class=\"linkspan-heading\">\n<table>\n" + fields + "</table>\n</header>\n");
  write("a.mbox", "From a@b Mon Mar  3 10:15:00 2025\n" + head +
                      "\nFrom a@b Mon Mar  3 10:15:00 2025\nSubject: text\n\nhello\n");
  const Outcome mailbox = run({"render", "--to", "html", "a.mbox"});
  EXPECT_TRUE(
      mailbox.out.starts_with("<header class=\"linkspan-heading\">\n<h2 dir=\"auto\">1</h2>\n"
                              "<table>\n" +
                              fields + "</table>\n</header>\n"))
      << mailbox.out;
  EXPECT_NE(mailbox.out.find(">2/1</h2>\n<table>\n<tr><th scope=\"row\">Subject</th>"
                             "<td dir=\"auto\">text</td></tr>\n</table>"),
            std::string::npos)
      << mailbox.out;
}

TEST_F(CommandDocuments, AnsiHasHyperlinksAndNoControlsOfTheText) {
  const Outcome outcome =
      run({"render", "--to", "ansi"}, "\x1B]0;title\x07 https://example.org/ x");
  EXPECT_NE(outcome.out.find("\x1B]8;id=1;https://example.org/\x1B\\"), std::string::npos);
  EXPECT_EQ(outcome.out.find("\x1B]0"), std::string::npos);
  EXPECT_EQ(outcome.out.find('\x07'), std::string::npos);
}

TEST_F(CommandDocuments, TheWholeTextIsRendered) {
  std::string text;
  for (int i = 0; i < 100'000; ++i)
    text += "line " + std::to_string(i) + " a.b https://h.example/\n";
  const Outcome outcome = run({"render", "--to", "html", "--lines", "quoted"}, text);
  std::string plain;  // without tags
  for (size_t at = 0; at < outcome.out.size();) {
    const size_t tag = std::min(outcome.out.find('<', at), outcome.out.size());
    plain.append(outcome.out, at, tag - at);
    at = tag == outcome.out.size() ? tag : outcome.out.find('>', tag) + 1;
  }
  EXPECT_TRUE(plain.find(text) != std::string::npos);
}

TEST_F(CommandDocuments, RenderRejectsInvalidOptions) {
  EXPECT_EQ(run({"render", "--to", "pdf"}).status, 2);
  EXPECT_EQ(run({"render", "--to", "ansi", "--page"}).status, 2);
  EXPECT_EQ(run({"render", "--from", "jsonl"}).status, 2);
}

}  // namespace command_documents_test
}  // namespace linkspan::test
