// SPDX-License-Identifier: Apache-2.0
// Promise: the pages of a web archive, compressed or not, are read like the original files, and
// each link has the name of its record.

#include <gtest/gtest.h>

#include <string>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_warc_test {

std::string record(const std::string& fields, const std::string& block) {
  return "WARC/1.0\r\n" + fields + "Content-Length: " + std::to_string(block.size()) + "\r\n\r\n" +
         block + "\r\n\r\n";
}

std::string response(const std::string& uri, const std::string& header,
                     const std::string& payload) {
  return record("WARC-Type: response\r\nWARC-Target-URI: " + uri +
                    "\r\nContent-Type: application/http; msgtype=response\r\n",
                "HTTP/1.1 200 OK\r\n" + header + "\r\n" + payload);
}

const std::string kHtml =
    response("http://a.example/", "Content-Type: text/html; charset=koi8-r\r\n",
             "<a href='/x'>x</a> <p>http://\xD0\xD2\xC9\xCD\xC5\xD2.example/</p>");
const std::string kText = response("http://a.example/t", "Content-Type: text/plain\r\n",
                                   "see www.example.org/\xC3\xA4.\n");
const std::string kImage =
    response("http://a.example/i", "Content-Type: image/png\r\n", "http://no.example/");

class CommandWarc : public CommandTest {};

TEST_F(CommandWarc, LinksNameTheirRecord) {
  write("crawl.warc", kHtml + kImage + kText);
  const auto list = run({"scan", "crawl.warc"});
  EXPECT_EQ(list.status, 0);
  EXPECT_EQ(list.out,
            "http://a.example/:1:14: http://a.example/x\n"
            "http://a.example/:1:23: http://пример.example/\n"
            "http://a.example/t:1:5: www.example.org/ä\n");
  EXPECT_EQ(list.err, "linkspan: 1 record of a web archive holds no text, and was not read\n");
  EXPECT_EQ(
      run({"scan", "--to", "tsv", "--fields", "record,record_start,start,uri", "crawl.warc"}).out,
      "http://a.example/\t0\t13\thttp://a.example/x\n"
      "http://a.example/\t0\t22\thttp://xn--e1afmkfd.example/\n"
      "http://a.example/t\t" +
          std::to_string(kHtml.size() + kImage.size()) + "\t4\thttp://www.example.org/%C3%A4\n");
  EXPECT_NE(
      run({"scan", "--to", "jsonl", "crawl.warc"})
          .out.find("\"ended_by\":\"soft\",\"record\":\"http://a.example/t\",\"record_start\":"),
      std::string::npos);
}

// WAT: what a crawler says about a page, in JSON.
TEST_F(CommandWarc, MetadataInJsonHasTheUriOfItsPage) {
  write("a.wat",
        record("WARC-Type: metadata\r\nWARC-Target-URI: http://a.example/\r\n"
               "Content-Type: application/json\r\n",
               "{\"Links\":[{\"path\":\"A@/href\",\"url\":\"https:\\/\\/b.example\\/x\"}]}"));
  const Outcome outcome = run({"scan", "--to", "csv", "--fields", "record,uri", "a.wat"});
  EXPECT_EQ(outcome.out, "record,uri\r\nhttp://a.example/,https://b.example/x\r\n");
  EXPECT_EQ(outcome.err, "");
}

TEST_F(CommandWarc, RelativeLinksOfMetadataAreThoseOfThePage) {
  write("a.wat",
        record("WARC-Type: metadata\r\nWARC-Target-URI: http://a.example/d/p\r\n"
               "Content-Type: application/json\r\n",
               "{\"Links\":[\n{\"url\":\"x y?a=1&amp=\\u00e9\",\"path\":\"A@\\/href\"},"
               "{\"path\":\"IMG@\\/src\",\"url\" : \"\\/\\/c.example\\/i\"},\n"
               "{\"url\":\"#top\"},{\"url\":\"https://b.example/\"},{\"text\":\"see url: /no\"},"
               "{\"url\":\"mailto:j@b.example\"},{\"url\":7},{\"href\":\"../www.b.example\"}]}"));
  EXPECT_EQ(run({"scan", "--to", "list", "a.wat"}).out,
            "http://a.example/d/p:3:24: https://b.example/\n"
            "http://a.example/d/p:3:77: mailto:j@b.example\n"
            "http://a.example/d/p:2:10: http://a.example/d/x%20y?a=1&amp=é\n"
            "http://a.example/d/p:2:76: http://c.example/i\n"
            "http://a.example/d/p:3:117: http://a.example/www.b.example\n");
  EXPECT_EQ(run({"scan", "--to", "uri", "--html", "off", "a.wat"}).out.find("/d/x"),
            std::string::npos)
      << "metadata is text, as it is written";
}

TEST_F(CommandWarc, TheBaseOfAPageInMetadataComesFirst) {
  write("a.wat", record("WARC-Type: metadata\r\nWARC-Target-URI: http://a.example/d/p\r\n"
                        "Content-Type: application/json\r\n",
                        "{\"Links\":[{\"url\":\"x\"}],\"Head\":{\"Base\":\"//b.example/c/\"}}"));
  EXPECT_EQ(run({"scan", "--to", "uri", "a.wat"}).out, "http://b.example/c/x\n");
}

TEST_F(CommandWarc, AnArchiveOfRequestsOnlyIsSaid) {
  const std::string request =
      record("WARC-Type: request\r\nContent-Type: application/http\r\n", "GET http://a.example/");
  write("a.warc", request + request);
  const Outcome outcome = run({"scan", "a.warc"});
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "linkspan: 2 records of web archives hold no text, and were not read\n");
}

TEST_F(CommandWarc, EachRecordMayBeAMemberOfGzip) {
  write("one", kHtml);
  write("two", kText);
  ASSERT_EQ(std::system(("cd '" + files_.string() +
                         "' && gzip -c one > c.warc.gz && gzip -c two >> "
                         "c.warc.gz && cp c.warc.gz unnamed")
                            .c_str()),
            0);
  write("plain.warc", kHtml + kText);
  const std::string expected = run({"scan", "plain.warc"}).out;
  EXPECT_EQ(run({"scan", "c.warc.gz"}).out, expected);
  EXPECT_EQ(run({"scan", "--jobs", "2", "c.warc.gz"}).out, expected);
  EXPECT_EQ(run({"scan", "unnamed"}).out, expected) << "known by its first bytes";
}

TEST_F(CommandWarc, APayloadMayBeCompressed) {
  write("page", "https://in.example/gzip\n");
  ASSERT_EQ(std::system(("cd '" + files_.string() + "' && gzip page").c_str()), 0);
  const std::string page = read_file(files_ / "page.gz");
  write("c.warc", response("http://a.example/",
                           "Content-Type: text/plain\r\nContent-Encoding: gzip\r\n", page) +
                      response("http://a.example/b",
                               "Content-Type: text/plain\r\nContent-Encoding: br\r\n", "??"));
  const auto found = run({"scan", "c.warc"});
  EXPECT_EQ(found.out, "http://a.example/:1:1: https://in.example/gzip\n");
  EXPECT_EQ(found.err,
            "linkspan: c.warc:http://a.example/b: compressed in an unknown way, and not read\n");
}

TEST_F(CommandWarc, ADamagedRecordIsReported) {
  write("c.warc", kText + "no record");
  const auto found = run({"scan", "c.warc"});
  EXPECT_EQ(found.status, 1);
  EXPECT_EQ(found.out, "http://a.example/t:1:5: www.example.org/ä\n");
  EXPECT_NE(found.err.find("a record begins with WARC/"), std::string::npos) << found.err;
}

TEST_F(CommandWarc, TheFormatOfARecordWithoutATypeIsDetected) {
  write("c.warc",
        response("http://a.example/", "", "<!DOCTYPE html><a href=https://b.example/>b</a>") +
            response("http://a.example/z", "", std::string("\0\1 http://c.example/", 20)));
  const auto found = run({"scan", "c.warc"});
  EXPECT_EQ(found.out, "http://a.example/:1:43: https://b.example/\n") << found.err;
}

}  // namespace command_warc_test
}  // namespace linkspan::test
