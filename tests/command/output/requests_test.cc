// SPDX-License-Identifier: Apache-2.0
// Promise: the fast reader of JSON lines returns the same as the slow reader, or leaves the line to
// the slow reader.

#include "tools/linkspan/output/requests.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::command {
namespace request_test {

constexpr std::string_view kLines[] = {
    "",
    " ",
    "{}",
    "[]",
    "null",
    R"("text")",
    R"({"text":""})",
    R"( { "text" : "x" , "id" : 1 } )",
    R"({"id":7,"text":"see http://h/"})",
    "{\"id\":7,\"text\":\"x\"}\r",
    "\xEF\xBB\xBF{\"text\":\"after a byte order mark\"}",
    R"({"text":"x"}{"text":"y"})",
    R"({"text":"x"} x)",
    R"({"text":"x",})",
    R"({"text":"x" "id":1})",
    R"({"text":'x'})",
    R"({text:"x"})",
    R"({"text":"x","a":nul})",
    R"({"text":"x","a":truE})",
    R"({"text":"x","a":01})",
    R"({"text":"x","a":1.})",
    R"({"text":"x","a":-})",
    R"({"text":"x","a":+1})",
    R"({"text":"x","a":.5})",
    R"({"text":"x","a":1e5})",
    R"({"text":"x","a":1e400})",
    R"({"text":"x","a":1e-400})",
    R"({"text":"x","a":123456789012345678901234567890})",
    R"({"text":"x","a":NaN})",
    R"({"text":"x","a":Infinity})",
    R"({"text":"x","a":[1,2,]})",
    R"({"text":"x","a":[1,2})",
    R"({"text":"x","a":{"text":5,"id":6}})",
    R"({"text":"x","a":[{"id":1},{"text":2}]})",
    R"({"text":"x" // y)",
    R"({"text":"first","text":"last"})",
    R"({"text":"first","text":5})",
    R"({"text":5,"text":"last"})",
    R"({"id":1,"id":2,"text":"x"})",
    R"({"id":1,"id":[1.50],"text":"x"})",
    R"({"id":[1.50],"id":1,"text":"x"})",
    R"({"te\u0078t":"x","\u0069d":3})",
    R"({"text":null})",
    R"({"text":5})",
    R"({"text":["x"]})",
    R"({"Text":"x"})",
    R"({"id":0,"text":"x"})",
    R"({"id":-0,"text":"x"})",
    R"({"id":-7,"text":"x"})",
    R"({"id":-0.0,"text":"x"})",
    R"({"id":1.50,"text":"x"})",
    R"({"id":2E-3,"text":"x"})",
    R"({"id":9223372036854775807,"text":"x"})",
    R"({"id":9223372036854775808,"text":"x"})",
    R"({"id":-9223372036854775808,"text":"x"})",
    R"({"id":-9223372036854775809,"text":"x"})",
    R"({"id":18446744073709551615,"text":"x"})",
    R"({"id":18446744073709551616,"text":"x"})",
    R"({"id":true,"text":"x"})",
    R"({"id":false,"text":"x"})",
    R"({"id":null,"text":"x"})",
    R"({"id":"a\"b\\c\/\b\f\n\r\t\u00e9\u0000\u001F\u007f","text":"x"})",
    R"({"id":[1,[],{"a":[null,"x"]},-2.5],"text":"x"})",
    R"({"text":"a\"b\\c\/\b\f\n\r\t\u00e9\u0000\u001F\u007f"})",
    R"({"text":"\x"})",
    R"({"text":"\u12"})",
    R"({"text":"\uD83D\uDE00"})",
    R"({"text":"\ud83d\ude00"})",
    R"({"text":"\ud83d"})",
    R"({"text":"\uDC00"})",
    R"({"text":"\udc00\ud83d"})",
    R"({"text":"\ud83d\ud83d\ude00"})",
    R"({"text":"\\ud83d"})",
    R"({"id":"\ud83d","text":"x"})",
    R"({"a":"\ud83d","text":"x"})",
    R"({"a\udc00":1,"text":"x"})",
    "{\"text\":\"tab\tin it\"}",
    "{\"text\":\"\x01\"}",
    "{\"text\":\"\x7F\"}",
    "{\"text\":\"\xFF\"}",
    "{\"text\":\"\xC3\"}",
    "{\"text\":\"\xC0\xAF\"}",
    "{\"text\":\"\xED\xA0\xBD\"}",
    "{\"text\":\"\xF4\x90\x80\x80\"}",
    "{\"a\":\"\xFF\",\"text\":\"x\"}",
    "{\"text\":\"\xF0\x9F\x98\x80 \xE2\x80\xA8\"}",
    "{\"text\":\"x\"",
    "{\"text\":\"x",
    "{\"text\":",
    "{\"te",
    "{",
};

class Requests : public testing::Test {
 protected:
  // Compares both readers. Returns whether the fast reader accepted the line.
  bool compare(std::string_view line) {
    const Result<Request> slow = parse_request(line, fields_);
    padded_.assign(line);
    padded_.append(FastRequestReader::kPadding, '"');
    const auto fast = fast_.read(std::string_view(padded_).substr(0, line.size()));
    if (!fast) return false;
    EXPECT_TRUE(slow.ok()) << line;
    if (!slow.ok()) return true;
    EXPECT_EQ(fast->id, slow.value().id) << line;
    EXPECT_EQ(fast->text, slow.value().text) << line;
    return true;
  }

  RequestFields fields_;
  FastRequestReader fast_{fields_};
  std::string padded_;
};

TEST_F(Requests, AreReadTheSameByBothReaders) {
  size_t taken = 0;
  for (const std::string_view line : kLines) taken += compare(line) ? 1 : 0;
  EXPECT_GT(taken, 20u);
}

TEST_F(Requests, WithZeroBytesAreReadTheSame) {
  using namespace std::string_view_literals;
  compare("{\"text\":\"x\"}\0"sv);
  compare("{\"text\":\"\0\"}"sv);
  compare("{\"text\":\"x\",\0\"id\":1}"sv);
}

TEST_F(Requests, WithDeepNestingAreReadTheSame) {
  for (const size_t depth : {10u, 1000u, 1023u, 1024u, 1025u, 5000u}) {
    compare("{\"a\":" + std::string(depth, '[') + std::string(depth, ']') + ",\"text\":\"x\"}");
  }
}

TEST_F(Requests, OfUsualFormAreAcceptedByTheFastReader) {
  for (const std::string_view line :
       {R"({"id":7,"text":"see http://h/"})", R"({"id":"a","text":"é \u00e9 \n","more":[1.5,{}]})",
        R"({"text":""})"}) {
    EXPECT_TRUE(compare(line)) << line;
  }
}

TEST_F(Requests, WithRandomErrorsAreReadTheSame) {
  std::mt19937 random(1);
  const auto below = [&random](size_t bound) { return random() % bound; };
  for (int i = 0; i < 200000; ++i) {
    std::string line(kLines[below(std::size(kLines))]);
    const std::string_view other = kLines[below(std::size(kLines))];
    for (size_t changes = below(3) + 1; changes > 0 && !line.empty(); --changes) {
      const size_t at = below(line.size());
      switch (below(4)) {
        case 0:
          line.erase(at, 1);
          break;
        case 1:
          line[at] = "{}[]\",:\\u0d19e-.tn \x80\xFF"[below(21)];
          break;
        case 2:
          line.insert(at, other.substr(0, below(other.size() + 1)));
          break;
        default:
          if (!other.empty()) line.insert(at, 1, other[below(other.size())]);
      }
    }
    compare(line);
    if (HasFailure()) return;
  }
}

TEST_F(Requests, HaveFieldsWithTheConfiguredNames) {
  fields_ = {"key", "body\""};
  FastRequestReader fast(fields_);
  std::string line = R"({"id":1,"text":"no","key":"k","body\"":"yes"})";
  const size_t size = line.size();
  const Result<Request> slow = parse_request(line, fields_);
  line.append(FastRequestReader::kPadding, ' ');
  const auto read = fast.read(std::string_view(line).substr(0, size));
  ASSERT_TRUE(read && slow);
  EXPECT_EQ(read->id, "\"k\"");
  EXPECT_EQ(read->text, "yes");
  EXPECT_EQ(slow.value().id, "\"k\"");
  EXPECT_EQ(slow.value().text, "yes");
}

}  // namespace request_test
}  // namespace linkspan::command
