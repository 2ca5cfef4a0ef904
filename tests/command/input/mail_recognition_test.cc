// SPDX-License-Identifier: Apache-2.0
// Promise: mail is recognized by its name or by a header that only mail has, and other text with
// lines `Name: value` is not taken for mail.

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/command.h"
#include "tools/linkspan/input/formats.h"

namespace linkspan::test {
namespace mail_recognition_test {

using command::FirstBytes;
using command::guess_format;

std::string_view guess(std::string_view name, std::string_view bytes) {
  return guess_format(name, bytes, FirstBytes::whole)->name;
}

std::string_view guess(std::string_view bytes) { return guess("a", bytes); }

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.insert(entry.path());
  }
  return {files.begin(), files.end()};
}

// --- names

TEST(MailRecognition, FileNamesThatOnlyMailHasDecide) {
  for (const std::string_view name :
       {"a.eml", "A.EML", "dir/a.eml.gz", "a.eml.zst", "new/1741000500.M1P2.host",
        "box/cur/1741000500.M1P2.host:2,S"}) {
    EXPECT_EQ(guess(name, "no header at all\n"), "mail") << name;
    EXPECT_EQ(guess(name, "From here on\n"), "mail") << name;
    EXPECT_EQ(guess(name, ""), "mail") << name;
  }
  EXPECT_EQ(guess("inbox.mbox", "no header at all\n"), "mbox");
  EXPECT_EQ(guess("inbox.mbox.xz", ""), "mbox");
  for (const std::string_view name : {"eml", "a.eml.txt", "new/notes.txt", "cur", "1741000500.a.b",
                                      "new/17.txt", "anew/1741000500.M1P2.host", ".mbox.txt"}) {
    EXPECT_EQ(guess(name, "TODO: https://example.org/\n"), "text") << name;
  }
  EXPECT_EQ(guess("box/new/letter", "Subject: x\n\ntext"), "mail");
}

// --- headers

TEST(MailRecognition, AMailOnlyFieldAndAnotherKnownFieldAreEnough) {
  EXPECT_EQ(guess("Message-ID: <a@b>\nSubject: x\n\nhi"), "mail");
  EXPECT_EQ(guess("X-Foo: a,\n b\nFrom: c@d\nReceived: by e; today\n\nhi"), "mail");
  EXPECT_EQ(guess("X-A: a\r\n\tb\r\nX-B: c\r\nRETURN-PATH : <>\r\nTo: a\r\n\r\n"), "mail");
  EXPECT_EQ(guess("Recieved: from a\nReceived: from a\n by b; date\nTo: x\n"), "mail");
  EXPECT_EQ(guess("Message-ID: <a@b>\nX-Other: x\n\nhi"), "text");
  EXPECT_EQ(guess("Received: two parcels\nFrom: Aunt Mary\nTo: us\n\n"), "text");
  EXPECT_EQ(guess("References: see below\nDate: today\n\n"), "text");
}

TEST(MailRecognition, ASenderAddressAndAContentTypeAreEnough) {
  const std::string fields = "X-Foo: a\nFrom: Bob <b@example.org>\nContent-Type:\n text/plain\n";
  EXPECT_EQ(guess(fields + "\nhi"), "mail");
  EXPECT_EQ(guess(fields), "mail");
  EXPECT_EQ(guess("Content-type: text/plain\nFrom:\n\tb@example.org\n\n"), "mail");
  EXPECT_EQ(guess(fields + "no field\n"), "text");
  EXPECT_EQ(guess("From: Bob\nContent-Type: text/plain\n\n"), "text");
  EXPECT_EQ(guess("From: b@example.org\nTo: c@example.org\nDate: 3 Mar 2025 10:15\n\n"), "text")
      << "more links are found in it as text";
}

TEST(MailRecognition, BlankLinesBeforeTheHeaderAreSkipped) {
  const std::string header = "Message-ID: <a@b>\nSubject: x\n\nhi";
  for (const std::string before : {"\n", "\r\n \t\r\n", "    \n", "\xEF\xBB\xBF \n\n"}) {
    EXPECT_EQ(guess(before + header), "mail") << before;
    EXPECT_EQ(guess(before + "text"), "text") << before;
    EXPECT_EQ(command::begin_of_message(before + header), before.size());
    EXPECT_EQ(command::begin_of_message(before + "Note: x\n"), 0u);
  }
  EXPECT_EQ(guess(std::string(300, ' ') + "\n" + header), "mail");
}

TEST(MailRecognition, FromLinesBeginMailboxes) {
  const std::string dated = "From a@b Mon Mar  3 10:15:00 2025\n";
  EXPECT_EQ(guess(dated + "X-Foo: any\n\nhi"), "mbox");
  EXPECT_EQ(guess(dated + "and so it rained\n"), "text");
  EXPECT_EQ(guess("From a@b\nTo: c@d\n\nhi"), "mbox");
  EXPECT_EQ(guess("From here on it rained.\nNote: nothing\n"), "text");
}

// A header may be longer than one read from a pipe.
TEST(MailRecognition, MoreBytesAreRequestedUntilTheHeaderIsComplete) {
  std::string header = "X-First: a,\n";
  while (header.size() < 9000) header += " folded over and over\n";
  EXPECT_EQ(guess_format("a", header, FirstBytes::cut), nullptr);
  header += "Message-ID: <a@b>\nTo: c\n d\n";
  EXPECT_EQ(guess_format("a", header, FirstBytes::cut), nullptr) << "To may be continued";
  EXPECT_EQ(guess_format("a", header + "\nhi", FirstBytes::cut)->name, "mail");
}

// --- text

TEST(MailRecognition, TextWithNamesAndColonsIsNotMail) {
  for (const std::string_view text : {
           "Dear Anna: it is over.\n\nBob\n",
           "TODO: https://example.org/\nNote: this\n\nmore\n",
           "Note: this\n\nthat\n",
           "https://example.org/\nhttp://example.net/\n",
           "---\ntitle: x\ndate: 2025-03-03 10:15:00\nfrom: a@example.org\n---\n\ntext\n",
           "title: x\ndate: Mon, 3 Mar 2025 10:15:00 +0000\nauthor: a@example.org\n\ntext\n",
           "HTTP/1.1 200 OK\nDate: Mon, 03 Mar 2025 10:15:00 GMT\nContent-Type: text/html\n\n<p>",
           "Date: Mon, 03 Mar 2025 10:15:00 GMT\nContent-Type: text/html\nServer: x\n\n<p>",
           "Host: example.org\nUser-Agent: curl/7\nReferer: https://a.example/\nDate: x\n\n",
           "Package: hello\nVersion: 1\nMaintainer: A <a@example.org>\nHomepage: "
           "https://x.example\n",
           "Format: 1.8\nDate: Mon, 03 Mar 2025 10:15:00 +0000\nSource: a\nMaintainer: a@b.c\n\n",
           "Metadata-Version: 2.1\nName: x\nAuthor-email: a@b.c\n\nReadme\n",
           "Manifest-Version: 1.0\nCreated-By: x\n\n",
           "{\"id\":1,\"from\":\"a@b\"}\n{\"id\":2}\n",
           "2025-03-03T10:15:00: started\n2025-03-03T10:15:01: done\n",
           "std::string from: x\n",
           "> From: a@example.org\n> Date: Mon, 3 Mar 2025 10:15:00\n",
           "Subject: homework\nDate: tomorrow\n\nRead it.",
       }) {
    EXPECT_EQ(guess(text), "text") << text;
  }
}

TEST(MailRecognition, TheCorpusIsTextExceptItsMailFile) {
  for (const auto& path : files_below(source_dir() / "corpus")) {
    const bool is_mail = path.filename() == "harvest.eml";
    EXPECT_EQ(guess("a", read_file(path)), is_mail ? "mail" : "text") << path;
  }
}

TEST(MailRecognition, RealTextIsNotMail) {
  LINKSPAN_SKIP_WITHOUT_DATA("text");
  size_t files = 0;
  for (const auto& path : files_below(data_dir() / "text")) {
    const std::string_view right = path.extension() == ".tsv" ? "tsv" : "text";
    EXPECT_EQ(guess(path.string(), read_file(path)), right) << path;
    ++files;
  }
  EXPECT_GT(files, 200u);
}

// --- real mail

// Without a name, by the header alone. Messages that are taken for text have no header, or only a
// Content-Type.
TEST(MailRecognition, MostRealMailIsRecognizedByItsHeader) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail/eml");
  size_t files = 0;
  std::vector<std::string> not_mail;
  for (const auto& path : files_below(data_dir() / "mail/eml")) {
    ++files;
    if (guess("-", read_file(path)) == "text") not_mail.push_back(path.filename());
  }
  EXPECT_EQ(files, 383u);
  EXPECT_LE(not_mail.size(), 41u) << testing::PrintToString(not_mail);
}

class MailByName : public CommandTest {};

TEST_F(MailByName, RealMailIsScannedAsMail) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail/eml");
  const std::string folder = data_dir() / "mail/eml";
  const Outcome by_name = scan({"--to", "jsonl", folder});
  const Outcome as_mail = scan({"--to", "jsonl", "--from", "mail", folder});
  EXPECT_EQ(by_name.status, as_mail.status);
  EXPECT_EQ(lines_of(by_name.out), lines_of(as_mail.out));
  EXPECT_GT(lines_of(as_mail.out).size(), 200u);
}

TEST_F(MailByName, TheCommandRecognizesMailByNameOrHeader) {
  const std::string body = "\n\nhttps://example.org/\n";
  write("a.eml", "X-Foo: a,\n b" + body);
  write("b.txt", "    \nMessage-ID: <a@b>\nX-Foo: https://example.net/\nTo: x" + body);
  write("c.txt", "Note: https://example.net/" + body);
  const Outcome outcome = scan({"--to", "jsonl", "a.eml", "b.txt", "c.txt"});
  std::vector<std::string> found;
  for (const std::string& line : lines_of(outcome.out)) {
    const Json record = Json::parse(line);
    found.push_back(record.at("source").get<std::string>() + ' ' + record.value("part", "-") + ' ' +
                    record.at("text").get<std::string>());
  }
  EXPECT_EQ(found, (std::vector<std::string>{
                       "a.eml 1 https://example.org/", "b.txt 1 https://example.org/",
                       "c.txt - https://example.net/", "c.txt - https://example.org/"}));
}

}  // namespace mail_recognition_test
}  // namespace linkspan::test
