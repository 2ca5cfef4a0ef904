// SPDX-License-Identifier: Apache-2.0
// Promise: the text parts of a message become documents in their declared charset and format; each
// link has its part; and a page has the fields, parts and links. A sink can stop the reading.

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

#include "linkspan/mail.h"

namespace linkspan::test {
namespace mail_documents_test {

using Strings = std::vector<std::string>;

const Engine& engine() {
  static const Engine made = Engine::create({}).value();
  return made;
}

constexpr std::string_view kMessage =
    "Subject: Noten <http://not.in.text.example/>\n"
    "Content-Type: multipart/mixed; boundary=b\n\n"
    "--b\nContent-Type: text/plain; charset=iso-8859-1; format=flowed\n\n"
    "> see http://a.example/\xE9/ \n> b\n"
    "--b\nContent-Type: text/html\n\n<p><a href='http://c.example/'>d</a>\n"
    "--b\nContent-Type: text/plain; charset=x-nobody-knows\n\nhttp://e.example/\xC3\xA9\n"
    "--b\nContent-Type: image/png\n\nhttp://f.example/\n"
    "--b--\n";

// It refers to what lives until the sink returns.
static_assert(!std::is_copy_constructible_v<mail::MessageLink>);

TEST(MailDocuments, LinksComeWithTheirPart) {
  Strings found;
  const auto summary = mail::linkify(kMessage, engine(), [&](const mail::MessageLink& link) {
    found.push_back(link.part.path + " " + link.link.uri);
  });
  ASSERT_TRUE(summary.ok());
  // The flowed line ends with a space, which is part of the text: `b` follows it.
  EXPECT_EQ(found, (Strings{"1 http://a.example/%C3%A9/", "2 http://c.example/",
                            "3 http://e.example/%C3%A9"}));
  EXPECT_EQ(summary->text_parts, 3u);
  EXPECT_EQ(summary->other_parts, 1u);
}

TEST(MailDocuments, OptionsFollowTheDeclarationsOfThePart) {
  mail::TextPart part;
  EXPECT_EQ(mail::document_options(part).charset, "auto");
  EXPECT_EQ(mail::document_options(part, {}, "koi8-r").charset, "koi8-r");
  EXPECT_EQ(mail::document_options(part).layout.quoting, Quoting::prefixes);
  part.charset = "us-ascii";
  EXPECT_EQ(mail::document_options(part).charset, "auto");
  part.charset = "shift_jis";
  part.flow = Flow::flowed_delsp;
  EXPECT_EQ(mail::document_options(part).charset, "shift_jis");
  EXPECT_EQ(mail::document_options(part).layout.flow, Flow::flowed_delsp);
  part.media_type = "text/calendar";
  EXPECT_EQ(mail::document_options(part).layout.flow, Flow::content_lines);
  EXPECT_EQ(mail::document_options(part).layout.quoting, Quoting::none);
  part.media_type = "text/html";
  EXPECT_EQ(mail::document_options(part).markup, Markup::html);
}

// Records all calls.
class Recorder final : public mail::MessageReceiver {
 public:
  void header(const mail::Header& header) override { lines.push_back(header.name); }
  void begin_part(const mail::TextPart& part) override { lines.push_back("begin " + part.path); }
  void end_part(const linkspan::Summary& summary) override {
    lines.push_back("end " + summary.charset + (summary.fell_back ? ", guessed" : ""));
  }
  void link(const Link& link) override {
    lines.push_back(link.uri);
    if (link.uri == stop_at) next_ = Visit::stop;
  }
  Visit next() const override { return next_; }

  Strings lines;
  std::string stop_at;

 private:
  Visit next_ = Visit::go_on;
};

TEST(MailDocuments, PartsComeInOrder) {
  mail::MessageOptions options;
  options.read.headers = {"Subject"};
  Recorder recorder;
  ASSERT_TRUE(mail::read_documents(kMessage, engine(), recorder, options).ok());
  EXPECT_EQ(recorder.lines,
            (Strings{"Subject", "begin 1", "http://a.example/%C3%A9/", "end windows-1252",
                     "begin 2", "http://c.example/", "end UTF-8", "begin 3",
                     "http://e.example/%C3%A9", "end UTF-8, guessed"}));
}

TEST(MailDocuments, SettingOneOptionKeepsTheDefaultsOfTheOthers) {
  const std::string html = "Content-Type: text/html\n\n<p>http://a.example/\xFC";
  const auto uris = [&](const mail::MessageOptions& options) {
    Strings found;
    EXPECT_TRUE(mail::linkify(
                    html, engine(),
                    [&](const mail::MessageLink& link) { found.push_back(link.link.uri); }, options)
                    .ok());
    return found;
  };
  const Strings all = uris({});
  EXPECT_EQ(all, Strings{"http://a.example/%C3%BC"});
  EXPECT_EQ(uris({.read = {.headers = {"Subject"}}}), all);
  EXPECT_EQ(uris({.document = {.default_scheme = DefaultScheme::https}}), all);
  EXPECT_EQ(uris({.charset = "koi8-r"}), Strings{"http://a.example/%D0%AD"});
}

TEST(MailDocuments, AnUnknownCharsetInTheOptionsIsAnError) {
  Recorder recorder;
  const auto read = mail::read_documents(kMessage, engine(), recorder, {.charset = "koi9-r"});
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::not_found);
  EXPECT_TRUE(recorder.lines.empty());
}

TEST(MailDocuments, NothingIsReportedAfterTheSinkStops) {
  Recorder recorder;
  recorder.stop_at = "http://c.example/";
  ASSERT_TRUE(mail::read_documents(kMessage, engine(), recorder).ok());
  EXPECT_EQ(recorder.lines, (Strings{"begin 1", "http://a.example/%C3%A9/", "end windows-1252",
                                     "begin 2", "http://c.example/", "end UTF-8"}));
  int links = 0;
  ASSERT_TRUE(mail::linkify(kMessage, engine(), [&](const mail::MessageLink&) {
                ++links;
                return Visit::stop;
              }).ok());
  EXPECT_EQ(links, 1);
}

std::string html(std::string_view message) {
  std::string out;
  const auto writer = render::html_writer(out);
  EXPECT_TRUE(mail::render(message, engine(), *writer).ok());
  return out;
}

TEST(MailDocuments, AMessageIsRenderedAsAPage) {
  const std::string out = html(kMessage);
  EXPECT_NE(out.find("<th scope=\"row\">Subject</th>"), out.npos) << out;
  EXPECT_NE(out.find("<h2 dir=\"auto\">2</h2>"), out.npos) << out;
  EXPECT_NE(out.find("href=\"http://e.example/%C3%A9\""), out.npos) << out;
}

TEST(MailDocuments, FieldsOfAMessageWithoutTextAreShown) {
  const std::string out = html("Subject: a\nContent-Type: image/png\n\nx");
  EXPECT_NE(out.find("<td dir=\"auto\">a</td>"), out.npos) << out;
}

}  // namespace mail_documents_test
}  // namespace linkspan::test
