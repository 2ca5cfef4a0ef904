// SPDX-License-Identifier: Apache-2.0
// Promise: `--offsets lines:…` writes columns in the requested unit, equal to an independent count,
// for any number of jobs.

#include <cstdint>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_offsets_test {

constexpr std::string_view kLink = "https://example.org/";

// The column after `before`, counted from 1.
struct Columns {
  uint64_t code_points = 1, utf16 = 1, bytes = 1;

  explicit Columns(std::string_view before) {
    for (const char c : before) {
      const auto byte = static_cast<uint8_t>(c);
      ++bytes;
      if ((byte & 0xC0u) != 0x80u) ++code_points, ++utf16;
      if (byte >= 0xF0) ++utf16;
    }
  }
};

class Offsets : public CommandTest {
 protected:
  std::string out(Arguments arguments) const {
    arguments.insert(arguments.begin(), "scan");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return outcome.out;
  }
};

TEST_F(Offsets, ColumnsEqualAnIndependentCount) {
  const std::string_view kBefore[] = {"", "a ", "\xF0\x9F\x98\x80 ", "e\xCC\x81 \xE8\xAA\x9E ",
                                      "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x9A\x80 \xC3\xA9 "};
  std::string text, in_code_points, in_utf16, in_bytes;
  for (uint64_t line = 1; text.size() < (9u << 20); ++line) {
    const std::string_view before = kBefore[line * line % 7 % std::size(kBefore)];
    ((text += before) += kLink) += line % 3 == 0 ? "\n" : " \r\n";
    const auto append = [line](std::string& to, uint64_t column) {
      to += std::to_string(line) + ':' + std::to_string(column) + '\n';
    };
    const Columns columns(before);
    append(in_code_points, columns.code_points);
    append(in_utf16, columns.utf16);
    append(in_bytes, columns.bytes);
  }
  write("a.txt", text);
  for (const char* jobs : {"1", "2"}) {
    const auto starts = [&](const char* unit) {
      return out({"--jobs", jobs, "--to", "tsv", "--fields", "start", "--offsets", unit, "a.txt"});
    };
    EXPECT_TRUE(starts("lines") == in_code_points) << jobs;
    EXPECT_TRUE(starts("lines:codepoints") == in_code_points) << jobs;
    EXPECT_TRUE(starts("lines:utf16") == in_utf16) << jobs;
    EXPECT_TRUE(starts("lines:bytes") == in_bytes) << jobs;
  }
}

TEST_F(Offsets, ColumnsHaveTheRequestedUnitInEachFormOfOutput) {
  write("a.txt", "\n\xF0\x9F\x98\x80 http://e.example");
  EXPECT_EQ(out({"--offsets", "lines:utf16", "a.txt"}), "2:4: http://e.example\n");
  EXPECT_EQ(out({"--offsets", "lines:bytes", "a.txt"}), "2:6: http://e.example\n");
  EXPECT_EQ(out({"--offsets", "lines:bytes", "--to", "jsonl", "--fields", "end", "a.txt"}),
            "{\"end\":{\"line\":2,\"column\":22}}\n");
  // Bytes of UTF-8, not those of the input.
  write("b.txt", "\n\xFC http://e.example");
  EXPECT_EQ(out({"--charset", "latin1", "--offsets", "lines:bytes", "b.txt"}),
            "2:4: http://e.example\n");
}

TEST_F(Offsets, OtherUnitsAreWrongUsage) {
  const Outcome outcome = run({"scan", "--offsets", "lines:words", "a.txt"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("lines:utf16|lines:bytes"), std::string::npos);
}

}  // namespace command_offsets_test
}  // namespace linkspan::test
