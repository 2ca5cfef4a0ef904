// SPDX-License-Identifier: Apache-2.0
// Promise: the payloads of a web archive are those of its records, for any chunks; a malformed
// record ends the reading with a message, and no record before it is lost.

#include "tools/linkspan/input/warc.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace linkspan::command {
namespace warc_test {

std::string record(const std::string& fields, const std::string& block) {
  return "WARC/1.0\r\n" + fields + "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" +
         block + "\r\n\r\n";
}

std::string response(const std::string& header, const std::string& payload) {
  return record(
      "WARC-Type: response\r\nWARC-Target-URI: http://a.example/\r\n"
      "Content-Type: application/http; msgtype=response\r\n",
      "HTTP/1.1 200 OK\r\n" + header + "\r\n" + payload);
}

struct Read {
  std::vector<std::string> payloads;
  std::vector<WarcRecord> records;
  std::string failure;
};

// With at most `step` bytes at a time.
Read read(const std::string& archive, size_t step = SIZE_MAX) {
  size_t at = 0;
  WarcReader reader([&](char* into, size_t size) {
    const size_t got = archive.copy(into, std::min(size, step), at);
    at += got;
    return got;
  });
  Read found;
  while (const auto one = reader.next_record()) {
    found.records.push_back(*one);
    std::string payload;
    for (auto block = reader.next_block(); !block.empty(); block = reader.next_block()) {
      payload += block;
    }
    found.payloads.push_back(payload);
  }
  found.failure = reader.failure();
  return found;
}

using Payloads = std::vector<std::string>;

TEST(Warc, PayloadsOfResponsesResourcesAndConversionsAreRead) {
  const std::string archive =
      record("WARC-Type: warcinfo\r\nContent-Type: application/warc-fields\r\n",
             "software: x\r\n") +
      response("Content-Type: text/HTML; Charset=\"koi8-r\"\r\n", "<p>") +
      record("WARC-Type: request\r\nContent-Type: application/http\r\n", "GET / HTTP/1.1\r\n\r\n") +
      record("WARC-Type: resource\r\nWARC-Target-URI: <file:///a>\r\nContent-Type: text/plain\r\n",
             "text") +
      "WARC/1.1\nwarc-type: conversion\nwarc-target-uri: http://b.example/\n"
      "content-type: text/plain;charset=utf-8\ncontent-length: 3\n\nabc\n\n";
  for (const size_t step : {size_t{1}, size_t{7}, SIZE_MAX}) {
    const Read found = read(archive, step);
    EXPECT_EQ(found.failure, "");
    ASSERT_EQ(found.payloads, (Payloads{"<p>", "text", "abc"}));
    EXPECT_EQ(found.records[0].uri, "http://a.example/");
    EXPECT_EQ(found.records[0].media_type, "text/html");
    EXPECT_EQ(found.records[0].charset, "koi8-r");
    EXPECT_EQ(found.records[0].begin, archive.find("WARC/1.0", 1));
    EXPECT_EQ(found.records[1].uri, "file:///a");
    EXPECT_EQ(found.records[2].begin, archive.find("WARC/1.1"));
    EXPECT_EQ(found.records[2].charset, "utf-8");
  }
}

TEST(Warc, TheChunkedTransferCodingIsDecoded) {
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  const auto payload = [&](const std::string& body, size_t step) {
    const Read found = read(response(chunked, body) + response("", "next"), step);
    EXPECT_EQ(found.failure, "");
    EXPECT_EQ(found.payloads.size(), 2u);
    EXPECT_EQ(found.payloads.back(), "next");
    return found.payloads.front();
  };
  for (const size_t step : {size_t{1}, SIZE_MAX}) {
    EXPECT_EQ(payload("4\r\nabcd\r\n3;x=y\r\nefg\r\n0\r\n\r\n", step), "abcdefg");
    EXPECT_EQ(payload("A\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n", step), "0123456789");
    EXPECT_EQ(payload("<p>not in chunks</p>", step), "<p>not in chunks</p>");
    EXPECT_EQ(payload("4\r\nabcd", step), "abcd") << "truncated";
    EXPECT_EQ(payload("fff\r\nabcd", step), "fff\r\nabcd") << "longer than the record";
    EXPECT_EQ(payload("", step), "");
  }
}

TEST(Warc, APayloadThatIsNotReadIsSkipped) {
  const std::string archive = response("", std::string(700000, 'x')) + response("", "second");
  size_t at = 0;
  WarcReader reader([&](char* into, size_t size) {
    const size_t got = archive.copy(into, size, at);
    at += got;
    return got;
  });
  ASSERT_TRUE(reader.next_record());
  ASSERT_TRUE(reader.next_record());
  EXPECT_EQ(reader.next_block(), "second");
  EXPECT_FALSE(reader.next_record());
  EXPECT_EQ(reader.failure(), "");
}

TEST(Warc, MalformedArchivesEndWithAMessage) {
  const std::string good = response("", "good");
  const auto failure = [&](const std::string& rest) {
    const Read found = read(good + rest);
    EXPECT_FALSE(found.payloads.empty());
    EXPECT_EQ(found.payloads.front(), "good");
    return found.failure;
  };
  const std::string at = "at byte " + std::to_string(good.size());
  EXPECT_EQ(failure("no archive"), at + ": a record begins with WARC/");
  EXPECT_EQ(failure("WAR"), at + ": a record begins with WARC/");
  EXPECT_EQ(failure("WARC/1.0\r\nWARC-Type: x\r\n"),
            at + ": the header of the record does not end");
  EXPECT_NE(failure("WARC/1.0\r\nWARC-Type: x\r\n\r\n").find("no Content-Length"),
            std::string::npos);
  EXPECT_NE(failure("WARC/1.0\r\nContent-Length: x\r\n\r\n").find("no Content-Length"),
            std::string::npos);
  EXPECT_NE(failure(good.substr(0, good.size() - 6)).find("ends too early"), std::string::npos);
  EXPECT_EQ(read("").failure, "");
  EXPECT_EQ(read("\r\n\n").failure, "");
  EXPECT_NE(read("WARC/1.0\r\n" + std::string(2 << 20, 'x')).failure, "");
}

// The result for a damaged archive does not depend on the chunks.
TEST(Warc, DamagedArchivesAreReadTheSameForAnyChunks) {
  const std::string archive =
      response("Transfer-Encoding: chunked\r\n", "4\r\nabcd\r\n3\r\nefg\r\n0\r\n\r\n") +
      record("WARC-Type: resource\r\nContent-Type: text/plain\r\n", "text") + response("", "x");
  const std::string kBytes = "\r\n:09aW/ \xFF";
  std::mt19937 random(1);
  for (int i = 0; i < 1000; ++i) {
    std::string damaged = archive;
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      damaged[random() % damaged.size()] = kBytes[random() % kBytes.size()];
    }
    damaged.resize(damaged.size() - (random() % 3 == 0 ? random() % damaged.size() : 0));
    const Read whole = read(damaged);
    const Read in_pieces = read(damaged, 1 + random() % 9);
    ASSERT_EQ(whole.payloads, in_pieces.payloads) << damaged;
    ASSERT_EQ(whole.failure, in_pieces.failure) << damaged;
  }
}

TEST(Warc, AResponseWithAnIncompleteHeaderHasNoPayload) {
  const std::string cut = record("WARC-Type: response\r\nContent-Type: application/http\r\n",
                                 "HTTP/1.1 200 OK\r\nA: b\r\n");
  const Read found = read(cut + response("", "next"));
  EXPECT_EQ(found.failure, "");
  EXPECT_EQ(found.payloads, (Payloads{"next"}));
}

// A field without a colon is skipped, and its line alone is searched for one: 1 MiB of them takes
// as long as any header.
TEST(Warc, LinesWithoutAColonAreNoFields) {
  const std::string lines = [] {
    std::string many;
    while (many.size() < 500'000) many += "x\n";
    return many;
  }();
  const Read found = read(record("WARC-Type: response\r\n" + lines +
                                     "WARC-Target-URI: http://a.example/\r\n"
                                     "Content-Type: application/http\r\n",
                                 "HTTP/1.1 200 OK\r\n" + lines +
                                     "Content-Type\r\n : a/b\r\nContent-Type: text/html; "
                                     "\r\n charset=x\r\nX: y\r\n\r\ntext"));
  EXPECT_EQ(found.failure, "");
  ASSERT_EQ(found.records.size(), 1U);
  EXPECT_EQ(found.records[0].uri, "http://a.example/");
  EXPECT_EQ(found.records[0].media_type, "text/html");
  EXPECT_EQ(found.records[0].charset, "x");
  EXPECT_EQ(found.payloads, Payloads{"text"});
}

}  // namespace warc_test
}  // namespace linkspan::command
