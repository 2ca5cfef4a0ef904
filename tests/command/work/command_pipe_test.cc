// SPDX-License-Identifier: Apache-2.0
// Promise: links from a pipe that stays open are written at once, and its charset is that of a file
// with the same bytes.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/live_command.h"

namespace linkspan::test {
namespace command_pipe_test {

using namespace std::chrono_literals;
using namespace std::string_literals;

class CommandPipe : public CommandTest {};

constexpr auto kPatience = 60s;  // also on a busy machine

// The shortest time from a line to its link, of 20 lines. A link that waited for a timer or for
// more input would always be late; on a busy machine some links are.
std::chrono::steady_clock::duration shortest_delay(LiveCommand& command,
                                                   const std::string& before) {
  std::vector<std::chrono::steady_clock::duration> delays;
  for (int i = 0; i < 20; ++i) {
    const std::string link = "https://e.org/" + std::to_string(i);
    const auto begin = std::chrono::steady_clock::now();
    command.write(before + link + "\n");
    EXPECT_NE(command.read_until(link, kPatience).find(link), std::string::npos);
    delays.push_back(std::chrono::steady_clock::now() - begin);
  }
  return *std::min_element(delays.begin(), delays.end());
}

TEST_F(CommandPipe, ALinkIsWrittenAsSoonAsItsLineArrives) {
  const std::vector<Arguments> commands = {
      {"scan"},
      {"scan", "--to", "jsonl"},
      {"scan", "--to", "tsv", "--from", "text"},
      {"scan", "--jobs", "2"},
      {"scan", "--charset", "auto"},
      {"scan", "--join-wrapped"},
      {"render", "--to", "ansi"},
      {"render", "--to", "html"},
  };
  // The first two look like the fields of a message.
  for (const char* before : {"INFO: ", "received: ", "line ",
                             "gr\xFC\xDF"
                             "e ",
                             "gr\xC3\xBC\xC3\x9F"
                             "e "}) {
    for (const Arguments& arguments : commands) {
      if (before == "received: "s && arguments.size() < 5) continue;  // a message is read whole
      LiveCommand command(files_, arguments);
      EXPECT_LT(shortest_delay(command, before), 50ms)
          << before << testing::PrintToString(arguments);
      EXPECT_EQ(command.end(), 0);
    }
  }
}

TEST_F(CommandPipe, ALinkIsWrittenBeforeItsLineEnds) {
  LiveCommand command(files_, {"scan", "--to", "list"});
  command.write("see https://e.org/f\xFCr and");
  EXPECT_EQ(command.read_until("\n", kPatience), "1:5: https://e.org/f\xC3\xBCr\n");
  EXPECT_EQ(command.end(), 0);
}

TEST_F(CommandPipe, RenderWritesEachLineAsSoonAsItArrives) {
  LiveCommand command(files_, {"render", "--to", "ansi"});
  for (const std::string_view line : {"one\n", "two, no link\r\n", "\n", "three: (\n"}) {
    command.write(line);
    std::string shown(line);
    std::erase(shown, '\r');
    EXPECT_EQ(command.read_until("\n", kPatience), shown);
  }
  command.write("https://e.org/\n");
  EXPECT_EQ(command.read_until("\n", kPatience),
            "\x1B]8;id=1;https://e.org/\x1B\\\x1B[4mhttps://e.org/\x1B[24m\x1B]8;;\x1B\\\n");
  EXPECT_EQ(command.end(), 0);
  EXPECT_EQ(command.rest(), "");
}

TEST_F(CommandPipe, RenderEndsWithoutAnErrorWhenTheOutputIsClosed) {
  for (const char* form : {"ansi", "html"}) {
    LiveCommand command(files_, {"render", "--to", form});
    command.write("one https://e.org/\n");
    command.read_until("\n", kPatience);
    command.stop_reading();
    command.write("two https://e.org/\n");
    std::this_thread::sleep_for(20ms);
    command.write("three\n");
    EXPECT_EQ(command.end(), 0);
    EXPECT_EQ(command.errors(), "");
  }
}

TEST_F(CommandPipe, RenderReportsAFullDisk) {
  write("text", "one https://e.org/\n");
  const Outcome outcome = run_with({"render", "text"}, "/dev/null", "/dev/full");
  EXPECT_NE(outcome.status, 0);
  EXPECT_EQ(outcome.err, "linkspan: cannot write the output: No space left on device\n");
}

TEST_F(CommandPipe, TheDetectedCharsetIsReportedOnce) {
  LiveCommand command(files_, {"scan", "--to", "list"});
  command.write("see https://e.org/1\n");
  EXPECT_EQ(command.read_until("\n", kPatience), "1:5: https://e.org/1\n");
  EXPECT_EQ(command.errors(), "");
  command.write("see https://e.org/f\xFCr\n");
  EXPECT_EQ(command.read_until("\n", kPatience), "2:5: https://e.org/f\xC3\xBCr\n");
  command.write("see https://e.org/f\xFCr\n");
  EXPECT_EQ(command.read_until("\n", kPatience), "3:5: https://e.org/f\xC3\xBCr\n");
  const std::string said =
      "linkspan: -: not UTF-8; read as windows-1252 (--charset names another)\n";
  EXPECT_EQ(command.errors(), said);
  EXPECT_EQ(command.end(), 0);
  EXPECT_EQ(command.errors(), said);
}

TEST_F(CommandPipe, IllFormedBytesAfterUtf8AreReportedOnce) {
  LiveCommand command(files_, {"scan", "--to", "list"});
  command.write("h\xC3\xB6r https://e.org/f\xFCr und https://e.org/f\xFCr\n");
  command.write("see https://e.org/f\xFCr\n");
  EXPECT_EQ(command.end(), 0);
  EXPECT_EQ(lines_of(command.rest()).size(), 3U);
  EXPECT_EQ(lines_of(command.errors()).size(), 1U) << command.errors();
}

TEST_F(CommandPipe, TextInUtf8HasNoMessage) {
  for (const std::string_view text : {"", "x", "h\xC3\xB6r", "\xEF\xBB\xBFx"}) {
    LiveCommand command(files_, {"scan", "--to", "list"});
    command.write(text);
    EXPECT_EQ(command.end(), 0);
    EXPECT_EQ(command.errors(), "");
  }
}

std::string utf16(std::string_view ascii) {
  std::string text = "\xFF\xFE";
  for (const char c : ascii) text += {c, '\0'};
  return text;
}

TEST_F(CommandPipe, IsReadLikeAFileWhereverTheInputIsSplit) {
  const std::string texts[] = {
      "https://e.org/f\xFCr und mehr",  "https://e.org/caf\xE9",
      "https://e.org/caf\xC3\xA9 ok",   utf16("http://e.org/\xFC x"),
      utf16("http://e.org/").substr(2), "http://e.org/\x1B$B$3$l\x1B(B ok",
      "http://e.org/~{VPND~} ok",
  };
  for (const std::string& text : texts) {
    const std::string name = "text";
    write(name, text);
    const Outcome file = scan({"--to", "list", name});
    ASSERT_NE(file.out, "");
    for (size_t cut = 0; cut <= text.size(); ++cut) {
      LiveCommand command(files_, {"scan", "--to", "list", "--jobs", cut % 2 == 0 ? "1" : "2"});
      command.write(text.substr(0, cut));
      std::this_thread::sleep_for(2ms);
      command.write(text.substr(cut));
      EXPECT_EQ(command.end(), 0);
      EXPECT_EQ(command.rest(), file.out) << text << " cut at " << cut;
    }
  }
}

TEST_F(CommandPipe, InputOver64KiBIsReadLikeAFile) {
  std::string text;
  while (text.size() < 300'000)
    text +=
        "Gr\xFC\xDF"
        "e von https://m\xFCller.example/f\xFCr, ja?\n";
  write("text", text);
  const Outcome file = scan({"--to", "list", "text"});
  LiveCommand command(files_, {"scan", "--to", "list"});
  std::thread writer([&] { command.write(text); });
  const std::string last_line = "\n" + lines_of(file.out).back() + "\n";
  const std::string out = command.read_until(last_line, kPatience);
  writer.join();
  EXPECT_EQ(command.end(), 0);
  EXPECT_TRUE(out + command.rest() == file.out);
}

TEST_F(CommandPipe, TheDetectedCharsetOfRedirectedInputIsReported) {
  const Outcome outcome = scan({"--to", "list"}, "https://e.org/f\xFCr");
  EXPECT_EQ(outcome.out, "1:1: https://e.org/f\xC3\xBCr\n");
  EXPECT_EQ(outcome.err,
            "linkspan: -: not UTF-8; read as windows-1252 (--charset names another)\n");
  EXPECT_EQ(scan({"--charset", "latin1"}, "https://e.org/f\xFCr").err, "");
}

}  // namespace command_pipe_test
}  // namespace linkspan::test
