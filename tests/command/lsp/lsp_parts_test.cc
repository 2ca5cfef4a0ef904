// SPDX-License-Identifier: Apache-2.0
// Promises of the parts of `linkspan lsp`: the gap buffer behaves like a string, messages are read
// from a stream in any chunks, ill-formed text in JSON keeps its length, and URIs of files are
// converted to paths.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "base/file_uri.h"
#include "lsp/document_links.h"
#include "lsp/messages.h"
#include "lsp/server_session.h"

namespace linkspan::command::lsp {
namespace lsp_parts_test {

TEST(LspGapBuffer, EqualsAStringAfterEveryEdit) {
  std::mt19937 random(1);
  std::string expected = "see http://e.org/ and more";
  GapBuffer buffer{std::string(expected)};
  for (int i = 0; i < 20'000; ++i) {
    const size_t begin = random() % (expected.size() + 1);
    const size_t end = std::min<size_t>(expected.size(), begin + random() % 9);
    const std::string text(random() % 100 == 0 ? random() % 3000 : random() % 9,
                           char('a' + i % 26));
    buffer.replace({begin, end}, text);
    expected.replace(begin, end - begin, text);
    ASSERT_EQ(buffer.size(), expected.size());
    if (expected.size() > 10'000) {
      buffer.replace({0, expected.size()}, "");
      expected.clear();
    }
    ASSERT_EQ(buffer.copy({0, expected.size()}), expected);
  }
  EXPECT_EQ(buffer.copy({3, 1'000'000}), expected.substr(std::min<size_t>(3, expected.size())));
  EXPECT_EQ(buffer(expected.size()), "");
}

std::vector<std::string> messages_of(std::string_view stream, size_t piece, FrameReader& reader) {
  std::vector<std::string> messages;
  for (; !stream.empty(); stream.remove_prefix(std::min(piece, stream.size()))) {
    std::string_view bytes = stream.substr(0, piece);
    while (const std::optional<std::string> message = reader.next(bytes)) {
      messages.push_back(*message);
    }
  }
  return messages;
}

TEST(LspFrames, MessagesAreReadFromChunksOfAnySize) {
  const std::string stream =
      "Content-Length: 2\r\n\r\n{}content-length:3\r\nContent-Type: x; charset=utf-8\r\n\r\n[1]"
      "CONTENT-LENGTH: \t0 \r\n\r\nContent-Length: 4\r\n\r\nnull";
  for (size_t piece = 1; piece <= stream.size(); ++piece) {
    FrameReader reader;
    EXPECT_EQ(messages_of(stream, piece, reader),
              (std::vector<std::string>{"{}", "[1]", "", "null"}));
    EXPECT_EQ(reader.error(), "");
    EXPECT_TRUE(reader.is_between_messages());
  }
}

TEST(LspFrames, ErrorsInAStreamAreReported) {
  const std::pair<std::string, std::string> cases[] = {
      {"Content-Length: two\r\n\r\n", "Content-Length 'two' is not a number of bytes"},
      {"Content-Length: -1\r\n\r\n", "Content-Length '-1' is not a number of bytes"},
      {"Content-Length: 99999999999999999999\r\n\r\n", "is not a number of bytes"},
      {"Content-Length: 2000000000\r\n\r\n", "too long"},
      {"Content-Type: x\r\n\r\n", "has no Content-Length"},
      {"\r\n\r\n", "has no Content-Length"},
      {"{}\r\n\r\n", "without a colon: '{}'"},
      {std::string(5000, 'a'), "is not a header"},
      // Too short by one: the rest of the message is the next header.
      {"Content-Length: 1\r\n\r\n{}Content-Length: 2\r\n\r\n{}", "has no Content-Length"}};
  for (const auto& [stream, sentence] : cases) {
    for (const size_t piece : {size_t{1}, stream.size()}) {
      FrameReader reader;
      messages_of(stream, piece, reader);
      EXPECT_NE(reader.error().find(sentence), std::string::npos) << stream << reader.error();
    }
  }
}

std::string text_in(const std::string& message) {
  const std::optional<Json> parsed = parse(std::string(message));
  return parsed ? string_of(member(*parsed, "a")) : "not JSON";
}

TEST(LspJson, IllFormedTextKeepsItsLength) {
  EXPECT_EQ(text_in(R"({"a":"x\uD800y"})"), "x\uFFFDy");
  EXPECT_EQ(text_in(R"({"a":"\uDC00\uD83D\uDE00\uD83D"})"), "\uFFFD\U0001F600\uFFFD");
  EXPECT_EQ(text_in(R"({"a":"\\uD800"})"), "\\uD800");
  EXPECT_EQ(text_in(R"({"a":"\\\uD800\uD800\uDC00"})"), "\\\uFFFD\U00010000");
  EXPECT_EQ(text_in("{\"a\":\"x\xFFy\xC3\"}"), "x\x7Fy\x7F");
  EXPECT_EQ(text_in("{\"a\":\"\xED\xA0\x80\"}"), "\x7F\x7F\x7F");  // U+D800 in UTF-8
  EXPECT_EQ(text_in("{\"a\":\"\xFF}"), "not JSON");
  EXPECT_EQ(text_in(R"({"a":"\uD8)"), "not JSON");
}

TEST(LspJson, DeeplyNestedOrIncompleteJsonIsRejected) {
  EXPECT_TRUE(parse(std::string(200, '[') + std::string(200, ']')));
  EXPECT_FALSE(parse(std::string(300, '[') + std::string(300, ']')));
  EXPECT_FALSE(parse(std::string(1'000'000, '[')));
  EXPECT_FALSE(parse(""));
  EXPECT_FALSE(parse("{} {}"));
}

TEST(LspJson, AbsentMembersAreNull) {
  const Json json = parse(R"({"a":{"b":[1,"x"]},"n":-1,"t":true})").value();
  EXPECT_TRUE(has_string(member_at(json, {"a", "b"}), "x"));
  EXPECT_TRUE(member_at(json, {"a", "b", "c"}).is_null());
  EXPECT_TRUE(member(Json(3), "a").is_null());
  EXPECT_EQ(number_of(member(json, "n")), std::nullopt);
  EXPECT_TRUE(is_true(member(json, "t")));
  EXPECT_EQ(to_text(Json("a\xFF")), "\"a\uFFFD\"");
}

TEST(LspFileUri, IsConvertedToAPathAndBack) {
  EXPECT_EQ(base::path_of_uri("file:///home/a%20b/x.md"), "/home/a b/x.md");
  EXPECT_EQ(base::path_of_uri("FILE://localhost/x?y#z"), "/x");
  EXPECT_EQ(base::path_of_uri("file:/x"), "/x");
  EXPECT_EQ(base::path_of_uri("file:///%C3%BC%2"), "/ü%2");
  for (const char* other :
       {"file://server/x", "untitled:1", "file:x", "https://e.org/", "", "file:///a%00b"}) {
    EXPECT_EQ(base::path_of_uri(other), std::nullopt) << other;
  }
  EXPECT_EQ(base::uri_of_path("/a b/ü#1"), "file:///a%20b/%C3%BC%231");
}

}  // namespace lsp_parts_test
}  // namespace linkspan::command::lsp
