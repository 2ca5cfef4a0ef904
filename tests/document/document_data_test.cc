// SPDX-License-Identifier: Apache-2.0
// Promise: in 70 files of 67 charsets, every link is found with its place in the bytes of the file,
// its URI in both forms of the host, and its place in the decoded line. The links do not depend on
// the chunks in which the file is read.
//
// The sentences and expected results are public data (charsets/README.md in it).

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "linkspan/document.h"
#include "tests/support/chunks.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace document_data_test {

using nlohmann::json;

std::vector<json> read_lines(const char* path) {
  std::vector<json> records;
  std::ifstream in(data_dir() / "charsets" / path);
  for (std::string line; std::getline(in, line);) records.push_back(json::parse(line));
  return records;
}

struct Found {
  Range bytes;
  Position begin, end;
  std::string text, uri;
  bool operator==(const Found&) const = default;
};

std::vector<Found> find(const std::string& bytes, const DocumentOptions& options,
                        const Chunking& chunking) {
  static const Engine engine = Engine::create({}).value();
  std::vector<Found> links;
  const auto sink = [&](const Link& link) {
    links.push_back({link.span.range, link.pieces.front().begin, link.pieces.back().end,
                     std::string(link.text), link.uri});
  };
  DocumentStream stream = DocumentStream::open(engine, options).value();
  std::string_view rest = bytes;
  for (const size_t size : chunking) {
    const ExactCopy chunk(rest.substr(0, size));
    stream.feed(chunk.view(), sink);
    rest.remove_prefix(size);
  }
  stream.finish(sink);
  return links;
}

// The label as mail would declare it; the byte order may be shown by a BOM in the file.
std::string label_of(const json& file) { return file.at("charset"); }

struct Expected {
  json link;
  uint64_t line = 0;
};

class Charsets : public testing::Test {
 protected:
  void SetUp() override {
    LINKSPAN_SKIP_WITHOUT_DATA("charsets/expected_by_file.jsonl");
    for (const json& line : read_lines("expected_by_file.jsonl")) {
      for (const json& link : line.at("links")) {
        expected_[line.at("file")].push_back({link, line.at("line")});
      }
    }
    files_ = read_lines("manifest.jsonl");
  }

  std::vector<json> files_;
  std::map<std::string, std::vector<Expected>> expected_;
};

void expect_link(const Found& found, const Expected& expected, const std::string& uri_key,
                 const std::string& where) {
  const json& link = expected.link;
  EXPECT_EQ(found.uri, link.at(uri_key).get<std::string>()) << where;
  EXPECT_EQ(found.begin.line, expected.line) << where;
  if (link.contains("byte_start")) {
    EXPECT_EQ(found.bytes.begin, link.at("byte_start").get<uint64_t>()) << where;
    EXPECT_EQ(found.bytes.end, link.at("byte_end").get<uint64_t>()) << where;
  }
  // A converter may or may not compose combining marks. The places in the decoded text depend on
  // that; the bytes and the URI do not.
  if (where.find("tcvn") != std::string::npos) return;
  EXPECT_EQ(found.begin.offset, link.at("start").get<uint64_t>() + 1) << where;
  EXPECT_EQ(found.end.offset, link.at("end").get<uint64_t>() + 1) << where;
}

TEST_F(Charsets, EveryLinkHasItsPlaceAndItsUri) {
  size_t links = 0;
  for (const json& file : files_) {
    const std::string path = file.at("file");
    const std::string bytes = read_file(data_dir() / "charsets" / path);
    const std::vector<Expected>& expected = expected_[path];
    for (const HostForm host : {HostForm::ascii, HostForm::percent}) {
      const DocumentOptions options{
          .charset = label_of(file), .host = host, .offsets = OffsetUnit::lines};
      const std::vector<Found> found = find(bytes, options, whole(bytes.size()));
      ASSERT_EQ(found.size(), expected.size()) << path;
      for (size_t i = 0; i < found.size(); ++i) {
        expect_link(found[i], expected[i], host == HostForm::ascii ? "uri_ascii_host" : "uri",
                    path + " line " + std::to_string(expected[i].line));
        ++links;
      }
    }
  }
  EXPECT_EQ(files_.size(), 70u);
  std::cout << links / 2 << " links in " << files_.size() << " files\n";
}

TEST_F(Charsets, TheLinksDoNotDependOnTheChunks) {
  for (const json& file : files_) {
    const std::string path = file.at("file");
    const std::string bytes = read_file(data_dir() / "charsets" / path);
    for (const char* lines : {"plain", "flowed"}) {
      DocumentOptions options{.charset = label_of(file), .offsets = OffsetUnit::code_points};
      if (lines == std::string("flowed")) options.layout.flow = Flow::flowed;
      const auto together = find(bytes, options, whole(bytes.size()));
      EXPECT_EQ(find(bytes, options, one_byte_at_a_time(bytes.size())), together) << path;
      for (const uint32_t seed : {1u, 2u, 3u}) {
        EXPECT_EQ(find(bytes, options, random_chunks(bytes.size(), seed, 50)), together) << path;
      }
    }
  }
}

}  // namespace document_data_test
}  // namespace linkspan::test
