// SPDX-License-Identifier: Apache-2.0
// Promise: the links of a mail message are found in every text part, in order, with their URIs,
// whatever its charset, transfer encoding and line structure; and if the part is not encoded, raw
// offsets are offsets in the file.

#include <algorithm>
#include <map>

#include "tests/support/command.h"

namespace linkspan::test {
namespace mail_links_test {

class MailLinks : public CommandTest {
 protected:
  std::vector<Json> records(const Arguments& arguments, int expected_status = 0) const {
    const Outcome outcome = scan(arguments);
    EXPECT_EQ(outcome.status, expected_status) << outcome.err;
    std::vector<Json> found;
    for (const std::string& line : lines_of(outcome.out)) found.push_back(Json::parse(line));
    return found;
  }
};

std::vector<Json> read_expected() {
  std::vector<Json> records;
  std::ifstream in(data_dir() / "mail/synthetic/expected.jsonl");
  for (std::string line; std::getline(in, line);) records.push_back(Json::parse(line));
  return records;
}

std::string uri_of_address(const Json& email) {
  const std::string address = email.at("address");
  return address.substr(0, address.find('@') + 1) + email.at("domain_ascii").get<std::string>();
}

// "part uri" of the expected links of a record, in order.
std::vector<std::string> expected_links(const Json& message) {
  std::vector<std::string> links;
  for (const Json& part : message.at("parts")) {
    const std::string number = part.at("part").get<std::string>() + " ";
    for (const Json& link : part.at("links")) {
      links.push_back(number + link.at("uri_ascii_host").get<std::string>());
    }
    for (const char* key : {"emails", "appendix_c_links"}) {
      for (const Json& one : part.value(key, Json::array())) {
        links.push_back(number + (one.contains("iri") ? one.at("iri").get<std::string>()
                                                      : uri_of_address(one)));
      }
    }
  }
  return links;
}

// The same for the links found; addresses without mailto: and with their original local part.
std::string found_link(const Json& record) {
  const std::string part = record.at("part").get<std::string>() + " ";
  const std::string text = record.at("text");
  const std::string uri = record.at("uri");
  if (record.at("form") == "address") {
    return part + text.substr(0, text.find('@')) + uri.substr(uri.find('@'));
  }
  const bool is_broken = text.find('\n') != std::string::npos;
  if (is_broken) return part + record.at("iri").get<std::string>();  // appendix_c_links
  return part + uri;
}

TEST_F(MailLinks, AreFoundInTheSyntheticMessages) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail/synthetic/expected.jsonl");
  LINKSPAN_SKIP_WITHOUT_DATA("charsets/expected.jsonl");
  Arguments arguments = {"--from", "mail", "--to", "jsonl"};
  std::map<std::string, Json> messages;
  for (const Json& message : read_expected()) {
    const std::string path = (data_dir() / "mail/synthetic" / message.at("file")).string();
    arguments.push_back(path);
    messages[path] = message;
  }
  EXPECT_EQ(messages.size(), 108u);
  std::map<std::string, std::vector<std::string>> found;
  for (const Json& record : records(arguments)) {
    found[record.at("source")].push_back(found_link(record));
  }
  size_t links = 0;
  for (const auto& [path, message] : messages) {
    std::vector<std::string> expected = expected_links(message);
    std::vector<std::string> here = found[path];
    for (const Json& part : message.at("parts")) {
      if (!part.contains("open_links")) continue;
      // Links without a single correct result come after the others; they only need to be listed.
      EXPECT_EQ(here.size(), expected.size() + part.at("open_links").get<size_t>()) << path;
      here.resize(std::min(here.size(), expected.size()));
    }
    EXPECT_EQ(here, expected) << path;
    links += expected.size();
  }
  std::cout << links << " links in " << messages.size() << " messages\n";
}

TEST_F(MailLinks, RawOffsetsAreOffsetsInTheFile) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail/synthetic/expected.jsonl");
  Arguments arguments = {"--from", "mail", "--to", "jsonl"};
  for (const Json& message : read_expected()) {
    arguments.push_back((data_dir() / "mail/synthetic" / message.at("file")).string());
  }
  size_t checked = 0;
  for (const Json& record : records(arguments)) {
    if (!record.contains("raw_start")) continue;
    const std::string bytes = read_file(record.at("source").get<std::string>());
    EXPECT_EQ(record.at("raw_end").get<size_t>() - record.at("raw_start").get<size_t>(),
              record.at("end").get<size_t>() - record.at("start").get<size_t>());
    const std::string text = record.at("text");
    const size_t begin = record.at("raw_start");
    // The ASCII start of a link is the same in the file, in any ASCII-compatible charset.
    const std::string scheme = text.substr(0, text.find(':') + 1);
    if (bytes.substr(begin, 4) != scheme.substr(0, 4)) continue;  // UTF-16
    ++checked;
    EXPECT_EQ(bytes.substr(begin, scheme.size()), scheme) << record.dump();
  }
  EXPECT_GT(checked, 100u);
}

constexpr std::string_view kMessage =
    "Received: by a.example\r\n"
    "From: =?utf-8?q?J=C3=BCrg?= <j@a.example>\r\n"
    "Subject: =?koi8-r?B?8MnbydTF?= https://subject.example/\r\n"
    "List-Unsubscribe: <https://list.example/u>\r\n"
    "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    "--b\r\nContent-Type: text/plain; format=flowed\r\n\r\n"
    "> see https://a.example/one.\r\nhttps://b.example/ \r\n\r\n"
    "--b\r\nContent-Type: text/html\r\n\r\n<a href=\"https://c.example\">c</a>\r\n"
    "--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\n"
    "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
    "https://d.example/=FC=\r\nber\r\n--b--\r\n";

TEST_F(MailLinks, AreReportedWithPartAndOffsets) {
  write("m.eml", kMessage);
  const std::vector<Json> found = records({"m.eml"});
  ASSERT_EQ(found.size(), 4u);
  const size_t raw = kMessage.find("https://a.example");
  EXPECT_EQ(found[0].dump(),
            R"({"source":"m.eml","start":6,"end":27,"kind":"url","form":"scheme",)"
            R"("text":"https://a.example/one","iri":"https://a.example/one",)"
            R"("uri":"https://a.example/one","ended_by":"soft","part":"1","raw_start":)" +
                std::to_string(raw) + R"(,"raw_end":)" + std::to_string(raw + 21) + "}");
  EXPECT_EQ(found[2].at("part"), "2");
  EXPECT_EQ(found[2].at("form"), "href");
  EXPECT_EQ(found[2].at("raw_start"), kMessage.find("c</a>"));
  EXPECT_EQ(found[3].at("part"), "3");
  EXPECT_EQ(found[3].at("uri"), "https://d.example/%C3%BCber");
  EXPECT_FALSE(found[3].contains("raw_start"));
}

TEST_F(MailLinks, HeaderFieldsAreReadOnRequest) {
  write("m.eml", kMessage);
  const std::vector<Json> found = records({"--headers", "m.eml"});
  ASSERT_EQ(found.size(), 6u);
  EXPECT_EQ(found[0].at("field"), "Subject");
  EXPECT_EQ(found[0].at("text"), "https://subject.example/");
  EXPECT_EQ(found[1].at("field"), "List-Unsubscribe");
}

// What a terminal would hide is shown by readers of mail, in a field as in a part.
TEST_F(MailLinks, HaveNoHostAfterAHiddenText) {
  const std::string attack = "https://\u009Dpaypal.com/login?\u009Cevil.example/ x";
  write("m.eml", "MIME-Version: 1.0\nSubject: " + attack +
                     "\nContent-Type: text/plain; charset=utf-8\n\n" + attack + "\n");
  for (const Json& record : records({"--headers", "m.eml"})) {
    EXPECT_EQ(record.at("uri").get<std::string>().find("//evil"), std::string::npos) << record;
  }
  write("m.txt", attack);
  EXPECT_EQ(run({"scan", "--to", "uri", "m.txt"}).out, "https://evil.example/\n");
  write("m.md", attack);
  EXPECT_EQ(run({"scan", "--to", "uri", "m.md"}).out.find("//evil"), std::string::npos);
}

// The header of the message that a bounce returns names servers, as its own does.
TEST_F(MailLinks, TheHeaderThatABounceReturnsIsReadOnRequest) {
  for (const std::string type : {"text/rfc822-headers", "Text/RFC822-Headers; charset=us-ascii"}) {
    write("bounce.eml",
          "Received: from a.example.com\nMIME-Version: 1.0\n"
          "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n"
          "--b\n\nsee https://help.example.org/bounces\n"
          "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.net\n"
          "--b\nContent-Type: " +
              type +
              "\n\nReceived: from mx1.example.net by mx2.example.net\n"
              "Return-Path: <a@example.org>\nSubject: https://subject.example/\n\n--b--\n");
    EXPECT_EQ(run({"scan", "--to", "uri", "bounce.eml"}).out, "https://help.example.org/bounces\n");
    EXPECT_NE(run({"scan", "--to", "uri", "--headers", "bounce.eml"})
                  .out.find("https://subject.example/"),
              std::string::npos);
  }
}

TEST_F(MailLinks, HtmlPartsThatAreNotReadAreCounted) {
  write("m.eml", kMessage);
  EXPECT_EQ(scan({"m.eml"}).err, "");
  EXPECT_EQ(scan({"--html", "off", "m.eml"}).err, "linkspan: 1 text/html part was not read\n");
}

TEST_F(MailLinks, InAMailboxHaveTheNumberOfTheirMessage) {
  std::string mailbox;
  for (int i = 0; i < 3; ++i) {
    mailbox += "From a@b Fri Jul  8 12:08:34 2011\nSubject: x\n\n>From https://m" +
               std::to_string(i) + ".example/\n\n";
  }
  write("in.mbox", mailbox);
  const std::vector<Json> found = records({"in.mbox"});
  ASSERT_EQ(found.size(), 3u);
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].at("message"), i + 1);
    EXPECT_EQ(found[i].at("part"), "1");
    EXPECT_EQ(found[i].at("raw_start"), mailbox.find("https://m" + std::to_string(i)));
  }
  EXPECT_EQ(scan({"--to", "list", "in.mbox"}).out.substr(0, 30), "1/1:1:7: https://m0.example/\n2");
}

TEST_F(MailLinks, AreFoundInMailFromAPipe) {
  const std::string mailbox =
      "From a@b Fri Jul  8 12:08:34 2011\nSubject: x\n\nhttps://m.example/\n";
  Pipe in;
  const int out = open_stream("stdout", O_WRONLY | O_TRUNC);
  const int err = open_stream("stderr", O_WRONLY | O_TRUNC);
  Process process(files_, {"scan", "--to", "list"}, in.read_end, out, err);
  ASSERT_EQ(::write(in.write_end, mailbox.data(), mailbox.size()), mailbox.size());
  in.close_write_end();
  EXPECT_EQ(process.wait(), 0);
  close(out);
  close(err);
  EXPECT_EQ(read_file(folder_ / "stdout"), "1/1:1:1: https://m.example/\n");
}

TEST_F(MailLinks, AreFoundInNewAndCurOfAMaildir) {
  const auto write_message = [this](const std::string& path, const std::string& host) {
    write(path, "Subject: x\n\nhttp://" + host + ".example/ \n");
  };
  write_message("box/new/1.m", "first");
  write_message("box/cur/2.m", "second");
  write_message("box/new/3.m", "third");
  write_message("box/new/.nfs1", "hidden");
  write_message("box/tmp/1.m", "unfinished");
  write_message("box/.Sent/cur/1.m", "sent");
  for (const char* folder : {"new", "tmp"}) {
    std::filesystem::create_directories(files_ / "box/.Sent" / folder);
  }
  std::vector<std::string> found;
  for (const Json& record : records({"box"})) found.push_back(record.at("text"));
  EXPECT_EQ(found, (std::vector<std::string>{"http://first.example/", "http://second.example/",
                                             "http://third.example/", "http://sent.example/"}));
}

TEST_F(MailLinks, AcrossLinesHaveOnePiecePerLine) {
  write("m.eml",
        "Received: x\nMessage-ID: <a@b>\nContent-Type: text/plain; format=flowed; delsp=yes\n\n"
        "> https://a.example/ \n> long/way\n");
  const std::vector<Json> found = records({"m.eml", "--offsets", "lines"});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].at("text"), "https://a.example/long/way");
  EXPECT_EQ(
      found[0].at("pieces").dump(),
      R"([{"start":{"line":1,"column":3},"end":{"line":1,"column":21},"raw_start":84,"raw_end":102},)"
      R"({"start":{"line":2,"column":3},"end":{"line":2,"column":11},"raw_start":106,"raw_end":114}])");
}

TEST_F(MailLinks, AnUnknownCharsetIsGuessedWithAWarning) {
  write("m.eml",
        "Received: x\nMessage-ID: <a@b>\nContent-Type: text/plain; charset=koi9-r\n\n"
        "https://a.example/\xC3\xBC\n");
  const Outcome outcome = scan({"m.eml"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(texts(outcome.out), std::vector<std::string>{"https://a.example/ü"});
  EXPECT_NE(outcome.err.find("m.eml:1: "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("KOI8-R"), std::string::npos) << outcome.err;
}

TEST_F(MailLinks, TheExitStatusIsOneIfAMessageWasNotRead) {
  std::string deep;
  for (int i = 0; i < 8000; ++i) deep += "From: a@b\nContent-Type: message/rfc822\n\n";
  write("in/deep.eml", deep + "From: a@b\n\nhttps://a.example/\n");
  write("in/flat.eml", "From: a@b\nSubject: x\n\nhttps://b.example/\n");
  for (const char* jobs : {"1", "2"}) {
    const Outcome outcome = scan({"--from", "mail", "--jobs", jobs, "in"});
    EXPECT_EQ(outcome.status, 1) << jobs;
    EXPECT_NE(outcome.err.find("is a message nested too deeply to be read"), std::string::npos);
    EXPECT_EQ(texts(outcome.out), std::vector<std::string>{"https://b.example/"});
  }
}

TEST_F(MailLinks, TheCharsetOfNonAsciiMailDeclaredAsciiIsDetected) {
  for (const char* label : {"us-ascii", "ANSI_X3.4-1968", "ISO_646.irv:1991"}) {
    write("m.eml",
          std::string("Received: x\nMessage-ID: <a@b>\nContent-Type: text/plain; charset=\"") +
              label + "\"\n\nhttps://a.example/\xC3\xBC\n");
    EXPECT_EQ(texts(scan({"m.eml"}).out), std::vector<std::string>{"https://a.example/ü"}) << label;
  }
}

TEST_F(MailLinks, AreTheSameWithSeveralJobs) {
  std::string mailbox;
  for (int i = 0; i < 30000; ++i) {
    mailbox += "From a@b Fri Jul  8 12:08:34 2011\nSubject: x\n\nhttps://m" + std::to_string(i) +
               ".example/ and some text to fill the line\n\n";
  }
  write("in/a.mbox", mailbox);
  write("in/b.txt", "https://b.example");
  write("in/c.eml", kMessage);
  const Outcome one = scan({"in"});
  const Outcome two = scan({"--jobs", "2", "in"});
  EXPECT_EQ(lines_of(one.out).size(), 30005u);
  EXPECT_TRUE(one.out == two.out);
  EXPECT_EQ(one.err, two.err);
}

}  // namespace mail_links_test
}  // namespace linkspan::test
