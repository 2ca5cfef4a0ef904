// SPDX-License-Identifier: Apache-2.0
// Promise: the text parts of a message are reported with their labels, bytes and places, for any
// structure of the message, and malformed parts affect as little as possible.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mail/line_ends.h"
#include "mail/transfer.h"
#include "tests/mail/mail_support.h"
#include "tests/support/repeat.h"

namespace linkspan::test {
namespace mail_message_test {

using mail::Spelling;
using mail::TransferEncoding;
using Texts = std::vector<std::pair<std::string, std::string>>;  // number and text of each part

Texts texts(const ReadMessage& message) {
  Texts found;
  for (const ReadPart& part : message.parts) found.emplace_back(part.declared.path, part.text);
  return found;
}

Texts texts(std::string_view message) { return texts(read(message)); }

std::string with_line_ends(std::string_view lf, std::string_view line_end) {
  std::string text;
  for (const char c : lf) c == '\n' ? text += line_end : text += c;
  return text;
}

bool warns(const ReadMessage& message, std::string_view what) {
  for (const mail::Warning& warning : message.summary.warnings) {
    if (warning.message.find(what) != std::string::npos) return true;
  }
  return false;
}

constexpr std::string_view kNested =
    "Subject: outer\n"
    "Content-Type: multipart/mixed; boundary=a\n"
    "\n"
    "the prologue is no part\n"
    "--a\n"
    "\n"
    "one\n"
    "--a\n"
    "Content-Type: multipart/alternative; boundary=b\n"
    "\n"
    "--b\n"
    "Content-Type: TEXT/Plain; charset=\"koi8-r\"; format=Flowed; DelSp=YES\n"
    "Content-Transfer-Encoding: BASE64\n"
    "Content-Disposition: attachment; filename=x.txt\n"
    "\n"
    "0NLJ\n"
    "--b\n"
    "Content-Type: text/html\n"
    "\n"
    "<p>\n"
    "--b--\n"
    "--a\n"
    "Content-Type: message/rfc822\n"
    "\n"
    "Subject: =?utf-8?Q?inn=C3=A9r?=\n"
    "Content-Type: multipart/mixed; boundary=c\n"
    "\n"
    "--c\n"
    "Content-Type: text/plain\n"
    "Content-Transfer-Encoding: quoted-printable\n"
    "\n"
    "caf=C3=A9 =\n"
    "noir\n"
    "--c\n"
    "Content-Type: image/png\n"
    "\n"
    "--c--\n"
    "--a--\n"
    "the epilogue is no part\n";

// --- well-formed messages

TEST(MailMessage, PartsAreFoundAtAnyDepth) {
  const ReadMessage message = read(kNested, {{"Subject"}, 100});
  EXPECT_EQ(texts(message),
            (Texts{{"1", "one"}, {"2.1", "\xD0\xD2\xC9"}, {"3.1", "caf\xC3\xA9 noir"}}));
  EXPECT_EQ(message.summary.text_parts, 3u);
  EXPECT_EQ(message.summary.html_parts, 1u);
  EXPECT_EQ(message.summary.other_parts, 1u);
  EXPECT_TRUE(message.summary.warnings.empty()) << message.summary.warnings[0].message;
  EXPECT_TRUE(message.summary.all_was_read);
}

TEST(MailMessage, LabelsAreThoseThatAreDeclared) {
  const ReadMessage message = read(kNested);
  ASSERT_EQ(message.parts.size(), 3u);
  const mail::TextPart& bare = message.parts[0].declared;
  EXPECT_EQ(bare.charset, "");
  EXPECT_EQ(bare.flow, Flow::fixed);
  EXPECT_EQ(bare.transfer_encoding, TransferEncoding::seven_bit);
  const mail::TextPart& labelled = message.parts[1].declared;
  EXPECT_EQ(labelled.charset, "koi8-r");
  EXPECT_EQ(labelled.flow, Flow::flowed_delsp);
  EXPECT_EQ(labelled.transfer_encoding, TransferEncoding::base64);
}

TEST(MailMessage, TheBodyOfASimpleMessageIsPartOne) {
  EXPECT_EQ(texts("Subject: x\n\nHello\n"), (Texts{{"1", "Hello\n"}}));
  EXPECT_EQ(texts("Content-Type: message/rfc822\n\nSubject: y\n\nHi\n"), (Texts{{"1.1", "Hi\n"}}));
}

TEST(MailMessage, PartsOfADigestAreMessages) {
  const ReadMessage message = read(
      "Content-Type: multipart/digest; boundary=d\n\n--d\n\nSubject: first\n\nA\n--d\n\nSubject: "
      "second\n\nB\n--d--\n",
      {{"subject"}, 100});
  EXPECT_EQ(texts(message), (Texts{{"1.1", "A"}, {"2.1", "B"}}));
  ASSERT_EQ(message.headers.size(), 2u);
  EXPECT_EQ(message.headers[1].path, "2");
  EXPECT_EQ(message.headers[1].value, "second");
}

// --- fields

TEST(MailMessage, OnlyRequestedFieldsAreReported) {
  const std::string message =
      "Subject: a\nLIST-Post: <mailto:a@b>\nFrom: x@y\nList-Id: z\nContent-Type: text/plain\n\n";
  EXPECT_TRUE(read(message).headers.empty());
  const auto headers = read(message, {{"list-*", "SUBJECT"}, 100}).headers;
  ASSERT_EQ(headers.size(), 3u);
  EXPECT_EQ(headers[0].name, "Subject");
  EXPECT_EQ(headers[1].name, "LIST-Post");
  EXPECT_EQ(headers[1].value, "<mailto:a@b>");
  EXPECT_EQ(headers[2].value, "z");
  EXPECT_EQ(read(message, {{"*"}, 100}).headers.size(), 4u);
}

std::string subject(std::string_view field) {
  const auto headers = read("Subject: " + std::string(field) + "\n\n", {{"Subject"}, 100}).headers;
  return headers.size() == 1 ? headers[0].value : "no field";
}

TEST(MailMessage, EncodedWordsAreDecoded) {
  EXPECT_EQ(subject("=?ISO-8859-1?Q?Andr=E9?= <a@b>"), "Andr\u00E9 <a@b>");
  EXPECT_EQ(subject("=?utf-8?B?w6k=?=\n =?utf-8?B?w6k=?="), "\u00E9\u00E9");
  EXPECT_EQ(subject("=?koi8-r?B?0NLJ?= and\n\t=?iso-2022-jp?B?GyRCJCIbKEI=?="),
            "\u043F\u0440\u0438 and\t\u3042");
  EXPECT_EQ(subject("folded\n   over\n lines  "), "folded   over lines");
}

// Each encoded word may have padding, and two words may share a character.
TEST(MailMessage, AdjacentEncodedWordsAreJoined) {
  EXPECT_EQ(subject(repeat("=?utf-8?B?YWI=?= ", 50)), repeat("ab", 50));
  EXPECT_EQ(subject("x =?UTF-8?B?w6k=?= =?utf-8?b?YQ==?= y =?utf-8?B?w6k=?= z"),
            "x \u00E9a y \u00E9 z");
  EXPECT_EQ(subject("=?utf-8?B?w6k=?= =?koi8-r?B?0A==?= =?utf-8?Q?a?="), "\u00E9\u043Fa");
  EXPECT_EQ(subject("=?utf-8?B?YcM=?= =?utf-8?B?qWI=?="), "a\u00E9b");
  EXPECT_EQ(subject("=?utf-8?Q?a=C3?= =?utf-8?Q?=A9b?="), "a\u00E9b");
}

// Non-ASCII fields: RFC 6532, and legacy charsets.
TEST(MailMessage, NonAsciiBytesInFieldsAreConvertedToUtf8) {
  EXPECT_EQ(subject("caf\xC3\xA9 http://b\xC3\xBC.example/"), "caf\u00E9 http://b\u00FC.example/");
  EXPECT_EQ(subject("caf\xE9"), "caf\u00E9");
  EXPECT_TRUE(subject("=?no-such-charset?Q?a=E9b?=").starts_with("a"));
  EXPECT_EQ(subject("=?utf-8?Q?unfinished"), "=?utf-8?Q?unfinished");
}

// --- transfer encodings

TEST(MailMessage, MisspelledTransferEncodingsAreRecognized) {
  const auto expect = [](std::string_view field, TransferEncoding encoding, Spelling spelling) {
    const mail::DeclaredEncoding read = mail::read_transfer_encoding(field);
    EXPECT_EQ(read.encoding, encoding) << field;
    EXPECT_EQ(read.spelling, spelling) << field;
  };
  expect("", TransferEncoding::seven_bit, Spelling::exact);
  expect("7BIT", TransferEncoding::seven_bit, Spelling::exact);
  expect("binary", TransferEncoding::binary, Spelling::exact);
  expect("7-bit", TransferEncoding::seven_bit, Spelling::odd);
  expect("8 bit", TransferEncoding::eight_bit, Spelling::odd);
  expect("Quoted Printable", TransferEncoding::quoted_printable, Spelling::odd);
  expect("\"base64\"; charset=x", TransferEncoding::base64, Spelling::odd);
  expect("base64 (of course)", TransferEncoding::base64, Spelling::odd);
  expect("x-uuencode", TransferEncoding::uuencode, Spelling::exact);
  expect("UUE", TransferEncoding::uuencode, Spelling::exact);
  expect("foobar", TransferEncoding::eight_bit, Spelling::unknown);
  expect("text/html", TransferEncoding::eight_bit, Spelling::unknown);
}

ReadMessage encoded(std::string_view encoding, std::string_view body) {
  return read("Content-Transfer-Encoding: " + std::string(encoding) + "\n\n" + std::string(body));
}

TEST(MailMessage, BodiesAreDecoded) {
  EXPECT_EQ(texts(encoded("quoted-printable", "a=3D=\nb=20\n=e9=zz")),
            (Texts{{"1", "a=b \n\xE9=zz"}}));
  EXPECT_EQ(texts(encoded("base64", "aGVs\nbG8=\n")), (Texts{{"1", "hello"}}));
  EXPECT_EQ(texts(encoded("base64", "aGVsbG8s IHdvcmxk\n")), (Texts{{"1", "hello, world"}}));
  EXPECT_EQ(texts(encoded("base64", "aGVsbG8")), (Texts{{"1", "hello"}})) << "truncated";
  EXPECT_EQ(texts(encoded("x-uue", "x\nbegin 644 f\n%:&5L;&\\`\n`\nend\n")),
            (Texts{{"1", "hello"}}));
}

TEST(MailMessage, SoftLineBreaksMayHaveTrailingWhiteSpace) {
  EXPECT_EQ(texts(encoded("quoted-printable", "very/=  \nlong=\t\r\ner = \nx=3D \ny=20= ")),
            (Texts{{"1", "very/longer x= \ny "}}));
  EXPECT_EQ(
      texts(with_line_ends("A: b\nContent-Transfer-Encoding: quoted-printable\n\na= \nb", "\r")),
      (Texts{{"1", "ab"}}));
  for (const size_t longer : {0u, 1u, 2u, 3u}) {
    const std::string body = repeat("x", longer) + repeat("y= \n", 40000);
    EXPECT_EQ(encoded("quoted-printable", body).parts.at(0).text,
              repeat("x", longer) + repeat("y", 40000));
  }
}

TEST(MailMessage, BodiesNotInTheirDeclaredEncodingAreUnchanged) {
  const ReadMessage base64 = encoded("base64", "This is not base64, is it?\n");
  EXPECT_EQ(texts(base64), (Texts{{"1", "This is not base64, is it?\n"}}));
  EXPECT_EQ(base64.parts[0].declared.transfer_encoding, TransferEncoding::eight_bit);
  EXPECT_TRUE(base64.parts[0].declared.raw_begin.has_value());
  EXPECT_TRUE(warns(base64, "part 1 is not in base64"));
  EXPECT_EQ(texts(encoded("x-uuencode", "we begin here\n")), (Texts{{"1", "we begin here\n"}}));
  const ReadMessage unknown = encoded("foo\xE9", "a=3D\n");
  EXPECT_EQ(texts(unknown), (Texts{{"1", "a=3D\n"}}));
  EXPECT_TRUE(warns(unknown, "read as 8bit"));
}

// The footer of a mailing list is not encoded as the message is.
TEST(MailMessage, TextAfterBase64IsUnchanged) {
  const std::string footer = "\n_____________\nThe list\nhttps://lists.example.org/info\n";
  const std::string line = "https://example.org/a/very/long/path/that/fills/the/line/";  // 57 bytes
  const std::string line_in_base64 =
      "aHR0cHM6Ly9leGFtcGxlLm9yZy9hL3ZlcnkvbG9uZy9wYXRoL3RoYXQvZmlsbHMvdGhlL2xpbmUv\n";
  const ReadMessage padded = encoded("base64", "SGFsbG8K\nSGVsbG8=" + footer);
  EXPECT_EQ(texts(padded), (Texts{{"1", "Hallo\nHello" + footer}}));
  EXPECT_EQ(padded.parts[0].declared.raw_begin, std::nullopt);
  EXPECT_TRUE(warns(padded, "part 1 has text after its base64"));
  const ReadMessage whole = encoded("base64", "SGFsbG8K" + footer);
  EXPECT_EQ(texts(whole), (Texts{{"1", "Hallo\n" + footer}})) << "without padding";
  EXPECT_EQ(texts(encoded("base64", with_line_ends("SGFsbG8K" + footer, "\r\n"))),
            (Texts{{"1", "Hallo\n" + with_line_ends(footer, "\r\n")}}));
  const ReadMessage full = encoded("base64", repeat(line_in_base64, 3000) + "SGVsbG8=" + footer);
  EXPECT_EQ(texts(full), (Texts{{"1", repeat(line, 3000) + "Hello" + footer}}));
  // A link is never taken for base64 with stray bytes, nor a single word for the end of the base64.
  const std::string link = "\nhttps://lists.example.org/mailman/listinfo/the-name-of-the-list\n";
  EXPECT_EQ(texts(encoded("base64", "SGVsbG8=" + link)), (Texts{{"1", "Hello" + link}}));
  EXPECT_EQ(texts(encoded("base64", "SGVsbG8=\nUnsubscribe" + link)),
            (Texts{{"1", "Hello\nUnsubscribe" + link}}));
  EXPECT_EQ(texts(encoded("base64", "SGVsbG8=\n====\nThe list\n")),
            (Texts{{"1", "Hello\n====\nThe list\n"}}));
  // A damaged line does not affect other lines.
  EXPECT_EQ(texts(encoded("base64", line_in_base64 + "(damaged)\n" + line_in_base64)),
            (Texts{{"1", line + "\n(damaged)\n" + line}}));
}

TEST(MailMessage, Base64MayContinueAfterPadding) {
  const ReadMessage message = encoded("base64", "aGVsbG8sIA==d29ybGQ=\nIQ==\n");
  EXPECT_EQ(texts(message), (Texts{{"1", "hello, world!"}}));
  EXPECT_TRUE(message.summary.warnings.empty());
}

// Blocks end at every place of a long body.
TEST(MailMessage, LongBodiesLoseNothingBetweenBlocks) {
  for (const size_t longer : {0u, 1u, 2u, 3u}) {
    const std::string line = "caf=C3=A9 =\n" + repeat("y", longer) + "\n";
    const std::string decoded = "caf\u00E9 " + repeat("y", longer) + "\n";
    const ReadMessage message = encoded("quoted-printable", repeat(line, 20000));
    EXPECT_EQ(message.parts.at(0).text, repeat(decoded, 20000));
    const std::string in_base64 = repeat("aGVsbG8s\n", 20000);
    EXPECT_EQ(encoded("base64", in_base64.substr(longer * 9)).parts.at(0).text,
              repeat("hello,", 20000 - longer));
    const std::string plain = repeat("a line\n", 30000 + longer);
    EXPECT_EQ(encoded("8bit", plain).parts.at(0).text, plain);
  }
}

// RFC 2045, section 6.4, forbids this, but it is common.
TEST(MailMessage, AnEncodedMessageIsReadAsAMessage) {
  const std::string base64 =
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
      "U3ViamVjdDogeAoKaGVsbG8K\n";
  const ReadMessage message = read(base64, {{"Subject"}, 100});
  EXPECT_EQ(texts(message), (Texts{{"1.1", "hello\n"}}));
  EXPECT_EQ(message.parts[0].declared.raw_begin, std::nullopt);
  ASSERT_EQ(message.headers.size(), 1u);
  EXPECT_EQ(message.headers[0].path, "1");
  EXPECT_EQ(message.headers[0].value, "x");
}

// --- places

TEST(MailMessage, RawOffsetsCountFromTheStartOfTheInput) {
  const std::string message = "From a@b Fri Jul  8 12:08:34 2011\nSubject: x\n\nHello\n";
  const ReadMessage simple = read(message);
  ASSERT_EQ(simple.parts.size(), 1u);
  EXPECT_EQ(simple.parts[0].declared.raw_begin, message.find("Hello"));
  const ReadMessage nested = read(kNested);
  EXPECT_EQ(nested.parts.at(0).declared.raw_begin, kNested.find("one"));
  EXPECT_EQ(nested.parts.at(1).declared.raw_begin, std::nullopt) << "base64";
}

TEST(MailMessage, LineEndsOfEveryKindAreRead) {
  const Texts expected = texts(kNested);
  EXPECT_EQ(texts(with_line_ends(kNested, "\r\n")), expected);
  EXPECT_EQ(texts(with_line_ends(kNested, "\r")), expected);
  const std::string bare =
      "A: b\rContent-Type: multipart/mixed; boundary=x\r\r--x\r\ra\rb\r--x--\r";
  const ReadMessage message = read(bare);
  EXPECT_EQ(texts(message), (Texts{{"1", "a\rb"}}));
  EXPECT_EQ(message.parts[0].declared.raw_begin, bare.find("a\rb"));
}

// The line end before a boundary belongs to the boundary, whatever follows the boundary.
TEST(MailMessage, MixedLineEndsBeforeBoundariesLoseNoByte) {
  EXPECT_EQ(texts("Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nlf\n--x\r\n\r\n"
                  "crlf\r\n--x\n\ncrlf\r\n--x--\n"),
            (Texts{{"1", "lf"}, {"2", "crlf"}, {"3", "crlf"}}));
}

TEST(MailMessage, TheFirstLineDeterminesTheLineEnds) {
  EXPECT_EQ(mail::line_ends_of("a\rb\nc"), mail::LineEnds::cr);
  EXPECT_EQ(mail::line_ends_of("a\r\nb\rc"), mail::LineEnds::lf);
  EXPECT_EQ(mail::line_ends_of("a\nb\rc"), mail::LineEnds::lf);
  EXPECT_EQ(mail::line_ends_of("a\r\r\nb"), mail::LineEnds::lf);
  EXPECT_EQ(mail::line_ends_of("a\r\rb"), mail::LineEnds::cr);
  EXPECT_EQ(mail::line_ends_of(""), mail::LineEnds::lf);
}

// --- malformed messages

TEST(MailMessage, FromLinesAndBlankLinesBeforeTheHeaderAreSkipped) {
  const std::string mark = "\xEF\xBB\xBF";
  for (const std::string& before :
       {std::string("From a@b Fri Jul  8 12:08:34 2011\n"), std::string(">From a@b\n"), mark,
        std::string("   \n \t\n"), mark + "From -\n   \n"}) {
    const ReadMessage message = read(before + "Subject: x\n\nhi", {{"Subject"}, 100});
    EXPECT_EQ(texts(message), (Texts{{"1", "hi"}})) << before;
    EXPECT_EQ(message.headers.size(), 1u) << before;
    EXPECT_EQ(message.parts.at(0).declared.raw_begin, before.size() + 12) << before;
  }
}

TEST(MailMessage, AMessageWithoutAHeaderIsAllText) {
  EXPECT_EQ(texts("\nNote: this is text\n"), (Texts{{"1", "Note: this is text\n"}}));
  const ReadMessage message = read("Dear all,\nsee https://example.org/\n");
  EXPECT_EQ(texts(message), (Texts{{"1", "Dear all,\nsee https://example.org/\n"}}));
  EXPECT_EQ(message.parts[0].declared.raw_begin, 0u);
  EXPECT_TRUE(warns(message, "no header"));
  EXPECT_FALSE(warns(message, "left out"));
  EXPECT_TRUE(read("").parts.empty());
  EXPECT_TRUE(read("From a@b\n").parts.empty());
}

TEST(MailMessage, TheTextIsReadIfTheEmptyLineIsMissing) {
  const ReadMessage message = read("From: a@b\nSubject: x\nHello,\nhttps://example.org/\n\nbye\n");
  EXPECT_EQ(texts(message), (Texts{{"1", "Hello,\nhttps://example.org/\n\nbye\n"}}));
  EXPECT_EQ(message.parts[0].declared.raw_begin, 21u);
  EXPECT_TRUE(warns(message, "without an empty line"));
  EXPECT_EQ(texts("Subject: x\n \nfirst\nNote: second\n\nthird"),
            (Texts{{"1", "first\nNote: second\n\nthird"}}));
  EXPECT_EQ(
      texts("Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/plain\n"
            "text at once\n\n--x\n\nmore\n--x\nContent-Type: message/rfc822\n\n[inner]\n\n--x--"),
      (Texts{{"1", "text at once\n"}, {"2", "more"}, {"3.1", "[inner]\n"}}));
}

// `https:` is not the name of a field.
TEST(MailMessage, ALinkAtTheStartOfTheTextIsNotAField) {
  EXPECT_EQ(texts("https://a.example/\n"), (Texts{{"1", "https://a.example/\n"}}));
  const std::string text = "https://a.example/x\nmore text https://b.example/\n";
  const ReadMessage message = read("From: a@b\nSubject: x\n" + text);
  EXPECT_EQ(texts(message), (Texts{{"1", text}}));
  EXPECT_EQ(message.parts[0].declared.raw_begin, 21u);
  EXPECT_TRUE(warns(message, "without an empty line"));
  EXPECT_EQ(texts("From: a@b\nContent-Type: multipart/mixed; boundary=b\n\n--b\n" + text + "--b--"),
            (Texts{{"1", text.substr(0, text.size() - 1)}}));
  EXPECT_EQ(texts(with_line_ends("A: b\n" + text, "\r\n")),
            (Texts{{"1", with_line_ends(text, "\r\n")}}));
  EXPECT_EQ(texts(with_line_ends("A: b\n" + text, "\r")),
            (Texts{{"1", with_line_ends(text, "\r")}}));
  // Nothing else changes: no lines of the text, no continuation lines of a field, no boundaries.
  EXPECT_EQ(texts("A: b\n\n" + text), (Texts{{"1", text}}));
  const ReadMessage folded = read("Archived-At:\n https://a.example/\n\n", {{"*"}, 100});
  ASSERT_EQ(folded.headers.size(), 1u);
  EXPECT_EQ(folded.headers[0].value, "https://a.example/");
  EXPECT_EQ(texts("Content-Type: multipart/mixed; boundary=\"a://\"\n\n--a://\n\nx\n--a://--\n"),
            (Texts{{"1", "x"}}));
}

TEST(MailMessage, ALinkAmongFieldsIsNotAField) {
  const ReadMessage message = read("From: a@b\nhttps://a.example/\nTo: c@d\n\nx", {{"*"}, 100});
  EXPECT_EQ(texts(message), (Texts{{"1", "x"}}));
  EXPECT_EQ(message.headers.size(), 2u);
  EXPECT_TRUE(warns(message, "not a field and was left out: https://a.example/"));
}

TEST(MailMessage, WarningsEscapeAndTruncateFields) {
  EXPECT_TRUE(warns(encoded("föö\x1B", "x"), R"(the transfer encoding föö\x1B, which was read)"));
  EXPECT_TRUE(
      warns(encoded(repeat("x", 59) + "é", "y"), ' ' + repeat("x", 59) + R"(\xC3, which was)"));
}

// Some gateways convert CRLF so that no line is empty.
TEST(MailMessage, TextIsNotLostAfterCrCrLf) {
  EXPECT_EQ(texts("Subject: x\r\r\n\r\r\nHello\r\r\n"), (Texts{{"1", "\r\r\nHello\r\r\n"}}));
}

TEST(MailMessage, AMalformedHeaderLineBeforeFieldsIsSkipped) {
  const ReadMessage message =
      read("From: a@b\nReceived: from x\nby y with ESMTP\nSubject: x\n\nHello\n", {{"*"}, 100});
  EXPECT_EQ(texts(message), (Texts{{"1", "Hello\n"}}));
  EXPECT_EQ(message.headers.size(), 3u);
  EXPECT_TRUE(warns(message, "by y with ESMTP"));
}

TEST(MailMessage, AMultipartWithoutPartsIsText) {
  EXPECT_EQ(texts("Content-Type: multipart/mixed\n\nHello\n"), (Texts{{"1", "Hello\n"}}));
  const ReadMessage message = read(
      "Content-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: multipart/mixed; "
      "boundary=never\n\nHello\n--a\n\nnext\n--a--\n");
  EXPECT_EQ(texts(message), (Texts{{"1.1", "Hello"}, {"2", "next"}}));
  EXPECT_TRUE(warns(message, "part 1.1 is the text of a multipart without parts"));
}

// The part is in the message, although the parser has a copy of it.
TEST(MailMessage, TheTextOfAMultipartWithoutPartsIsUnchanged) {
  const std::string text("https://a.example/ \0 b\nhttps://b.example/\nTo: a\n", 48);
  for (const std::string_view line_end : {"\n", "\r\n", "\r"}) {
    const std::string body = with_line_ends(text, line_end);
    const std::string header =
        with_line_ends("A: b\nContent-Type: multipart/mixed\nC: d\n e\n\n", line_end);
    const ReadMessage message = read(header + body);
    EXPECT_EQ(texts(message), (Texts{{"1", body}}));
    EXPECT_EQ(message.parts.at(0).declared.raw_begin, header.size());
    const std::string nested = with_line_ends(
        "A: b\nContent-Type: multipart/mixed; boundary=a\n\n--a\n"
        "Content-Type: multipart/mixed; boundary=never\n\n",
        line_end);
    const std::string next = with_line_ends("\n--a\n\nnext\n--a--\n", line_end);
    const ReadMessage inner = read(std::string(nested).append(body).append(next));
    EXPECT_EQ(texts(inner), (Texts{{"1.1", body}, {"2", "next"}}));
    EXPECT_EQ(inner.parts.at(0).declared.raw_begin, nested.size());
  }
  const ReadMessage put_in = read("Content-Type: multipart/mixed\nHello,\nyou");
  EXPECT_EQ(texts(put_in), (Texts{{"1", "Hello,\nyou"}}));
  EXPECT_EQ(put_in.parts.at(0).declared.raw_begin, 30u);
}

TEST(MailMessage, AMessageWithoutABodyIsNotReportedAsTruncated) {
  for (const std::string_view message :
       {"From: a@b\nSubject: x\n", "From: a@b\nSubject: x", "https://a.example/",
        "Content-Type: message/rfc822\n\nSubject: x\n", "Content-Type: multipart/mixed\n"}) {
    EXPECT_FALSE(warns(read(message), "last boundary")) << message;
  }
  const std::string multipart = "Content-Type: multipart/mixed; boundary=b\n\n--b\nA: b\n";
  EXPECT_TRUE(warns(read(multipart), "last boundary"));
  EXPECT_TRUE(warns(read("Content-Type: message/rfc822\n\n" + multipart), "last boundary"));
}

TEST(MailMessage, ATruncatedMessageIsReadToItsEnd) {
  const size_t first = kNested.find("one");
  for (size_t size = 0; size <= kNested.size(); ++size) {
    const ReadMessage message = read(kNested.substr(0, size));
    if (size <= first) continue;
    ASSERT_FALSE(message.parts.empty()) << size;
    const std::string_view text = kNested.substr(first, std::min<size_t>(size - first, 3));
    EXPECT_TRUE(message.parts[0].text.starts_with(text)) << size;
  }
}

TEST(MailMessage, AnInvalidContentTypeIsReadAsTextPlain) {
  for (const std::string_view type : {"", "text", "plain", "; charset=utf-8", "/plain", "text/"}) {
    EXPECT_EQ(texts("Content-Type: " + std::string(type) + "\n\nHello"), (Texts{{"1", "Hello"}}))
        << type;
  }
  EXPECT_TRUE(texts("Content-Type: application/pdf\n\nHello").empty());
}

// --- hostile messages

TEST(MailMessage, NestingIsLimited) {
  const ReadMessage messages = read(repeat("Content-Type: message/rfc822\n\n", 300) + "\nhello\n");
  ASSERT_EQ(messages.parts.size(), 1u);
  EXPECT_EQ(messages.parts[0].text, "hello\n");
  EXPECT_TRUE(messages.summary.all_was_read);
  constexpr size_t kDepth = 20000;
  std::string multiparts;
  for (size_t i = 0; i < kDepth; ++i) {
    const std::string boundary = "b" + std::to_string(i);
    multiparts += "Content-Type: multipart/mixed; boundary=";
    multiparts += boundary;
    multiparts += "\n\n--";
    multiparts += boundary;
    multiparts += '\n';
  }
  const ReadMessage deep_multiparts = read(multiparts + "\nhello\n", {{}, 2000});
  EXPECT_TRUE(warns(deep_multiparts, "nested too deeply"));
  EXPECT_FALSE(deep_multiparts.summary.all_was_read);
  const ReadMessage deep_messages =
      read(repeat("Content-Type: message/rfc822\n\n", kDepth) + "\nhello\n");
  EXPECT_TRUE(warns(deep_messages, "nested too deeply"));
  EXPECT_FALSE(deep_messages.summary.all_was_read);
}

// Nested encoded messages: each is decoded into memory.
TEST(MailMessage, NestingOfEncodedMessagesIsLimited) {
  std::string message = "\ninnermost";
  for (int i = 0; i < 12; ++i) {
    std::string quoted;
    for (const char c : message) c == '=' ? quoted += "=3D" : quoted += c;
    message =
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n" + quoted;
  }
  const ReadMessage read_message = read(message);
  EXPECT_TRUE(read_message.parts.empty());
  EXPECT_TRUE(warns(read_message, "too deep"));
  EXPECT_FALSE(read_message.summary.all_was_read);
}

TEST(MailMessage, ATruncatedFieldCausesAWarningButABodyDoesNot) {
  const std::string field = "Content-Type: text/plain" + repeat("; a=b", 200) + "\n";
  EXPECT_TRUE(warns(read("Subject: x\n" + field + "\nhi\n"), "was cut"));
  const ReadMessage in_body = read("Subject: x\n\n" + field);
  EXPECT_FALSE(warns(in_body, "was cut"));
  EXPECT_EQ(texts(in_body), (Texts{{"1", field}}));
}

TEST(MailMessage, WarningsAreLimited) {
  const std::string message = repeat("Subject: a\nno field at all\n", 1000) + "A: b\n\nhi\n";
  const ReadMessage few = read(message, {{}, 3});
  EXPECT_EQ(few.summary.warnings.size(), 3u);
  EXPECT_GT(few.summary.warnings_left_out, 0u);
  EXPECT_EQ(texts(few), (Texts{{"1", "hi\n"}}));
}

}  // namespace mail_message_test
}  // namespace linkspan::test
