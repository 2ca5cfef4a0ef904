// SPDX-License-Identifier: Apache-2.0
// Promise: after every change of a document, its links are those of a document that is opened with
// the same text; and positions are counted in the negotiated encoding.

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/lsp_client.h"

namespace linkspan::test::lsp {
namespace command_lsp_edits_test {

class LspEdits : public CommandTest {};

enum class Encoding { utf8, utf16, utf32 };
struct NamedEncoding {
  Encoding encoding;
  const char* name;
};
constexpr NamedEncoding kEncodings[] = {
    {Encoding::utf8, "utf-8"}, {Encoding::utf16, "utf-16"}, {Encoding::utf32, "utf-32"}};

Json capabilities_with(const char* encoding) {
  return {{"general", {{"positionEncodings", Json::array({encoding})}}}};
}

// An independent count. The text is well-formed UTF-8.
uint64_t units(std::string_view text, Encoding encoding) {
  uint64_t count = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool begins = (byte & 0xC0) != 0x80;
    if (encoding == Encoding::utf8)
      ++count;
    else if (begins)
      count += encoding == Encoding::utf16 && byte >= 0xF0 ? 2 : 1;
  }
  return count;
}

// REQUIRES: the offset is between two characters, and not inside CR LF.
Json position_of(const std::string& text, size_t offset, Encoding encoding) {
  uint64_t line = 0;
  size_t start = 0;
  for (size_t at = 0; at < offset; ++at) {
    const bool is_lone_cr = text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n');
    if (text[at] == '\n' || is_lone_cr) {
      ++line;
      start = at + 1;
    }
  }
  return lsp_position(line, units(std::string_view(text).substr(start, offset - start), encoding));
}

const std::string kAllKinds =
    "\xEF\xBB\xBFhttps://a.org/first at the start\r\n"
    "emoji \U0001F600\U0001F468\u200D\U0001F469 https://b.org/\U0001F600 after\r"
    "combining e\u0301 https://c.org/e\u0301\u0302x and\n"
    "a NUL" +
    std::string(1, '\0') +
    "https://d.org/ and \u2028 https://e.org/ü\r\n\r\n"
    "日本語 https://f.org/路/会 \r https://g.org/last";

TEST_F(LspEdits, PositionsAreCountedInEachEncoding) {
  for (const auto& [encoding, name] : kEncodings) {
    LspClient client(files_);
    EXPECT_EQ(client.initialize(capabilities_with(name)).at("capabilities").at("positionEncoding"),
              name);
    client.open("file:///a", kAllKinds);
    const Json links = client.links("file:///a");
    ASSERT_EQ(links.size(), 7u) << links.dump();
    for (const Json& link : links) {
      const std::string host = link.at("target").get<std::string>().substr(0, 14);
      const size_t begin = kAllKinds.find(host);
      size_t end = begin;
      while (end < kAllKinds.size() && static_cast<unsigned char>(kAllKinds[end]) > ' ') ++end;
      EXPECT_EQ(link.at("range").at("start"), position_of(kAllKinds, begin, encoding)) << host;
      EXPECT_EQ(link.at("range").at("end"), position_of(kAllKinds, end, encoding)) << host;
      // The reverse: a hover at each end shows this link.
      for (const char* side : {"start", "end"}) {
        const Json hover =
            client.result("textDocument/hover", lsp_at("file:///a", link.at("range").at(side)));
        EXPECT_EQ(hover.at("range"), link.at("range")) << name << host;
      }
    }
    EXPECT_EQ(client.end(), 0);
  }
}

TEST_F(LspEdits, TheFirstEncodingThatBothKnowIsUsed) {
  const std::pair<Json, const char*> cases[] = {
      {Json::array({"utf-7", "utf-32", "utf-8"}), "utf-32"},
      {Json::array({"utf-7"}), "utf-16"},
      {Json::array(), "utf-16"},
      {Json(), "utf-16"}};
  for (const auto& [encodings, expected] : cases) {
    LspClient client(files_);
    const Json result = client.initialize({{"general", {{"positionEncodings", encodings}}}});
    EXPECT_EQ(result.at("capabilities").at("positionEncoding"), expected);
    EXPECT_EQ(client.end(), 0);
  }
}

TEST_F(LspEdits, PositionsPastTheEndCountAsTheEnd) {
  LspClient client(files_);
  client.initialize();
  client.open("file:///a", "http://e.or\nx");
  client.change("file:///a", {{{"range", lsp_range(0, 99, 99)}, {"text", "g/a"}}});
  client.change("file:///a", {{{"range", lsp_range(77, 0, 99)}, {"text", " https://f.org/"}}});
  EXPECT_EQ(lsp_targets(client.links("file:///a")),
            (std::vector<std::string>{"http://e.org/a", "https://f.org/"}));
  EXPECT_EQ(client.end(), 0);
}

// Text for edits: links and their parts, lines, characters of all lengths.
const std::vector<std::string> kPieces = {"https://example.org/",
                                          "http",
                                          "s",
                                          "://",
                                          " ",
                                          "\n",
                                          "\r\n",
                                          "\r",
                                          ".",
                                          ",",
                                          "(",
                                          ")",
                                          "<",
                                          ">",
                                          "www.example.com",
                                          "name@example.org",
                                          "\U0001F600",
                                          "e\u0301",
                                          "ü",
                                          "日本",
                                          "a",
                                          "[",
                                          "](",
                                          "https://www.paypal.com@evil.example/",
                                          "/x",
                                          "?q=1",
                                          "#f",
                                          "\u202E",
                                          "word ",
                                          "the "};

class RandomEdits {
 public:
  RandomEdits(LspClient& client, Encoding encoding, uint32_t seed)
      : client_(client), encoding_(encoding), random_(seed) {
    for (int i = 0; i < 400; ++i) text_ += piece();
    text_ = without_cr_at_end(text_);
    client_.open("file:///edited", text_);
  }

  void edit() {
    Json changes = Json::array();
    for (size_t count = 1 + random_() % 3; count > 0; --count) changes.push_back(one_change());
    client_.change("file:///edited", changes, ++version_);
  }

  void expect_links_of_a_fresh_document() {
    published_.erase("file:///fresh");
    client_.open("file:///fresh", text_);
    ASSERT_EQ(client_.links("file:///edited"), client_.links("file:///fresh")) << text_;
    client_.notify("textDocument/didClose", {{"textDocument", {{"uri", "file:///fresh"}}}});
    EXPECT_EQ(diagnostics_of("file:///edited"), diagnostics_of("file:///fresh"));
  }

 private:
  // The diagnostics published last.
  Json diagnostics_of(const std::string& uri) {
    for (const Json& params : client_.said_with("textDocument/publishDiagnostics")) {
      published_[params.at("uri")] = params.at("diagnostics");
    }
    client_.said.clear();
    return published_.contains(uri) ? published_[uri] : Json::array();
  }

  std::string piece() { return kPieces[random_() % kPieces.size()]; }
  // A CR at the end would join a LF after it, and no position is inside CR LF.
  static std::string without_cr_at_end(std::string text) {
    if (text.ends_with('\r')) text += ' ';
    return text;
  }

  // Between two characters, and not inside CR LF.
  size_t place() {
    size_t at = random_() % (text_.size() + 1);
    while (at < text_.size() && ((static_cast<unsigned char>(text_[at]) & 0xC0) == 0x80 ||
                                 (at > 0 && text_[at - 1] == '\r' && text_[at] == '\n'))) {
      ++at;
    }
    return at;
  }

  Json one_change() {
    if (random_() % 200 == 0) {
      text_ = without_cr_at_end(text_.substr(place()));
      return {{"text", text_}};
    }
    size_t begin = place(), end = random_() % 3 == 0 ? place() : begin;
    if (begin > end) std::swap(begin, end);
    const bool is_long = text_.size() > 6000;
    if (end - begin > (is_long ? 400 : 60)) end = begin;
    std::string inserted;
    for (size_t count = random_() % 4; count > 0; --count) inserted += piece();
    const Json range = {{"start", position_of(text_, begin, encoding_)},
                        {"end", position_of(text_, end, encoding_)}};
    text_.replace(begin, end - begin, inserted);
    return {{"range", range}, {"text", inserted}};
  }

  LspClient& client_;
  Encoding encoding_;
  std::mt19937 random_;
  std::string text_;
  int version_ = 1;
  std::map<std::string, Json> published_;
};

constexpr int kEdits = 200;

TEST_F(LspEdits, AfterRandomEditsLinksAreThoseOfANewDocument) {
  uint32_t seed = 0;
  for (const auto& [encoding, name] : kEncodings) {
    LspClient client(files_);
    client.initialize(capabilities_with(name));
    RandomEdits edits(client, encoding, ++seed);
    for (int i = 1; i <= kEdits; ++i) {
      edits.edit();
      if (i % 5 == 0) edits.expect_links_of_a_fresh_document();
      if (HasFatalFailure()) return;
    }
    EXPECT_EQ(client.end(), 0);
  }
}

TEST_F(LspEdits, ADocumentIsOpenedChangedAndClosed) {
  LspClient client(files_);
  client.initialize();
  client.open("file:///a", "http://e.org/");
  client.change("file:///a", {{{"range", lsp_range(0, 4, 4)}, {"text", "s"}}});
  EXPECT_EQ(lsp_targets(client.links("file:///a")), std::vector<std::string>{"https://e.org/"});
  client.change("file:///a", {{{"text", "no link, then "}},
                              {{"range", lsp_range(0, 14, 14)}, {"text", "www.e.org"}}});
  EXPECT_EQ(lsp_targets(client.links("file:///a")), std::vector<std::string>{"http://www.e.org"});
  client.open("file:///a", "opened again: https://f.org/");
  EXPECT_EQ(lsp_targets(client.links("file:///a")), std::vector<std::string>{"https://f.org/"});
  client.notify("textDocument/didClose", {{"textDocument", {{"uri", "file:///a"}}}});
  client.change("file:///a", {{{"text", "https://g.org/"}}});  // the document is not open
  EXPECT_TRUE(
      client.request("textDocument/documentLink", {{"textDocument", {{"uri", "file:///a"}}}})
          .contains("error"));
  EXPECT_EQ(client.end(), 0);
}

// The server counts the same units as the client where text is not well-formed.
TEST_F(LspEdits, PositionsAreCorrectInIllFormedText) {
  LspClient client(files_);
  client.initialize();
  client.send_bytes(lsp_frame(
      R"({"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a",)"
      R"("languageId":"text","version":1,"text":"\uD800 )"
      "\xFF\xC3"
      R"( http://e.org/ "}}})"));
  EXPECT_EQ(client.links("file:///a").at(0).at("range"), lsp_range(0, 5, 18));
  client.send_bytes(lsp_frame(
      R"({"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a",)"
      R"("version":2},"contentChanges":[{"range":{"start":{"line":0,"character":9},)"
      R"("end":{"line":0,"character":9}},"text":"s"},{"range":{"start":{"line":0,"character":2},)"
      R"("end":{"line":0,"character":2}},"text":"\uDFFF"}]}})"));
  const Json link = client.links("file:///a").at(0);
  EXPECT_EQ(link.at("target"), "https://e.org/");
  EXPECT_EQ(link.at("range"), lsp_range(0, 6, 20));
  EXPECT_EQ(client.end(), 0);
}

}  // namespace command_lsp_edits_test
}  // namespace linkspan::test::lsp
