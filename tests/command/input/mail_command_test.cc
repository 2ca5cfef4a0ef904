// SPDX-License-Identifier: Apache-2.0
// Promise: the command reads only the text of a message, without files in uuencode or yEnc,
// identifiers of lists and signatures, and counts the parts that it cannot read.

#include <string>
#include <vector>

#include "tests/support/command.h"

namespace linkspan::test {
namespace mail_command_test {

class MailCommand : public CommandTest {
 protected:
  std::vector<std::string> links(const std::string& message, Arguments arguments = {}) const {
    write("m.eml", message);
    arguments.insert(arguments.end(), {"--to", "jsonl", "m.eml"});
    const Outcome outcome = scan(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return texts(outcome.out);
  }
};

using Texts = std::vector<std::string>;

const std::string kUuencoded =
    "begin 644 www.example.org\n"
    "M1TE&A.COM$P`3`*$``/___P```(\"`@,#`P\"P`````$P`3```\"1X2/F<'MSTQ0\n"
    "`\n"
    "end\n";

TEST_F(MailCommand, UuencodedFilesHaveNoLinks) {
  const std::string message =
      "Subject: x\n\nhttps://a.example/\n" + kUuencoded + "https://b.example/ follows\n";
  EXPECT_EQ(links(message), (Texts{"https://a.example/", "https://b.example/"}));
  const Json last = Json::parse(lines_of(scan({"--to", "jsonl", "m.eml"}).out).back());
  const size_t raw = message.find("https://b.example/");
  EXPECT_EQ(last.at("raw_start"), raw);
  EXPECT_EQ(last.at("start"), raw - message.find("https://a.example/"));
  const Json lines =
      Json::parse(lines_of(scan({"--to", "jsonl", "--offsets", "lines", "m.eml"}).out).back());
  EXPECT_EQ(lines.at("start").at("line"), 6);
}

TEST_F(MailCommand, YencFilesHaveNoLinks) {
  EXPECT_EQ(links("Subject: x\n\n=ybegin line=20 size=24 name=a.jpg\nhttps://a.example/.x\n"
                  "b@c.com\n=yend size=24\nhttps://b.example/\n"),
            (Texts{"https://b.example/"}));
}

TEST_F(MailCommand, UuencodedFilesInTextFilesAreText) {
  write("a.txt", kUuencoded);
  EXPECT_FALSE(texts(scan({"--to", "jsonl", "a.txt"}).out).empty());
}

TEST_F(MailCommand, RenderShowsTheNameOfAUuencodedFileButNotItsData) {
  write("m.eml", "Subject: x\n\nhttps://a.example/\n" + kUuencoded + "after\n");
  const std::string shown = run({"render", "--to", "html", "m.eml"}).out;
  EXPECT_NE(shown.find("begin 644"), std::string::npos);
  EXPECT_NE(shown.find("after"), std::string::npos);
  EXPECT_EQ(shown.find("M1TE"), std::string::npos);
}

TEST_F(MailCommand, ListIdIsNotALink) {
  EXPECT_EQ(links("List-ID: Users <users.example.org>\nList-Help: <https://list.example/>\n"
                  "Subject: www.example.net\n\ntext\n",
                  {"--headers"}),
            (Texts{"https://list.example/", "www.example.net"}));
}

TEST_F(MailCommand, OnlyTheTextOfSignedMailIsRead) {
  EXPECT_EQ(links("Content-Type: multipart/signed; boundary=b; micalg=pgp-sha1;\n"
                  " protocol=\"application/pgp-signature\"\n\n"
                  "--b\nContent-Type: text/plain\n\nhttps://a.example/\n"
                  "--b\nContent-Type: application/pgp-signature\n\nhttps://b.example/\n--b--\n"),
            (Texts{"https://a.example/"}));
  EXPECT_EQ(links("A: b\n\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\n"
                  "- --\nhttps://a.example/\n-----BEGIN PGP SIGNATURE-----\n\n"
                  "iEYEARECAAYFAkexample/org/abcdefghijklmnop\n-----END PGP SIGNATURE-----\n"),
            (Texts{"https://a.example/"}));
}

std::string one_part(const std::string& type, const std::string& body) {
  return "MIME-Version: 1.0\nContent-Type: " + type + "\n\n" + body;
}

TEST_F(MailCommand, CalendarLinesAreUnfoldedAndUnescaped) {
  const std::string message =
      one_part("text/calendar; method=REQUEST",
               "BEGIN:VCALENDAR\nURL:https://example.org/a-lo\n ng\n\t-path\n"
               "DESCRIPTION:https://a.example/x\\,y\\nAt noon\\; "
               "www.example.net\\n\nUID:a1@example.com\nEND:VCALENDAR\n");
  EXPECT_EQ(links(message),
            (Texts{"https://example.org/a-long-path", "https://a.example/x,y", "www.example.net"}));
  const Json first = Json::parse(lines_of(scan({"--to", "jsonl", "m.eml"}).out).front());
  ASSERT_EQ(first.at("pieces").size(), 3u) << first;
  const size_t body = message.find("BEGIN");
  EXPECT_EQ(first.at("start"), message.find("https:") - body);
  EXPECT_EQ(first.at("raw_start"), message.find("https:"));
  EXPECT_EQ(first.at("end"), message.find("-path") + 5 - body);
}

TEST_F(MailCommand, TextTypesOtherThanCssAreRead) {
  EXPECT_EQ(links(one_part("text/markdown", "[a](https://a.example/)\n")),
            (Texts{"https://a.example/"}));
  EXPECT_EQ(links(one_part("text/enriched", "<bold>https://a.example/</bold>\nwww.example.net")),
            (Texts{"https://a.example/", "www.example.net"}));
  EXPECT_EQ(links(one_part("text/x-never-seen", "https://a.example/")),
            (Texts{"https://a.example/"}));
  EXPECT_EQ(links(one_part("text/css", "@import url(https://a.example/)")), (Texts{}));
  EXPECT_EQ(links(one_part("application/x-text", "https://a.example/")), (Texts{}));
}

TEST_F(MailCommand, EncryptedPartsAreCountedOverAllMessages) {
  const std::string encrypted =
      "Content-Type: multipart/encrypted; boundary=b; protocol=\"application/pgp-encrypted\"\n\n"
      "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n"
      "--b\nContent-Type: application/octet-stream\n\nx\n--b--\n";
  const std::string smime =
      "Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nx\n";
  write("m.eml", encrypted);
  EXPECT_EQ(scan({"m.eml"}).err, "linkspan: 1 encrypted part was not read\n");
  const std::string from = "From a@b Fri Jul  8 12:08:34 2011\n";
  write("m.mbox", from + encrypted + "\n" + from + smime + "\n" + from + "A: b\n\nhi\n");
  for (const std::string jobs : {"1", "2"}) {
    EXPECT_EQ(scan({"--jobs", jobs, "m.mbox"}).err, "linkspan: 2 encrypted parts were not read\n");
  }
}

}  // namespace mail_command_test
}  // namespace linkspan::test
