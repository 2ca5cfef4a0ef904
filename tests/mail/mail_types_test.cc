// SPDX-License-Identifier: Apache-2.0
// Promise: the media type of a part alone decides whether it is read, and each part reports its
// media type.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/mail/mail_support.h"

namespace linkspan::test {
namespace mail_types_test {

using Types = std::vector<std::pair<std::string, std::string>>;  // number and media type of parts

constexpr std::string_view kOneOfEach =
    "Content-Type: multipart/mixed; boundary=b\n"
    "\n"
    "--b\n"
    "\n"
    "plain, as nothing is declared\n"
    "--b\n"
    "Content-Type: TEXT/Plain; charset=utf-8\n"
    "\n"
    "plain\n"
    "--b\n"
    "Content-Type: nonsense\n"
    "\n"
    "plain, as nothing readable is declared\n"
    "--b\n"
    "Content-Type: Text/HTML\n"
    "\n"
    "<p>\n"
    "--b\n"
    "Content-Type: text/x-never-seen\n"
    "\n"
    "text\n"
    "--b\n"
    "Content-Type: application/octet-stream\n"
    "\n"
    "bytes\n"
    "--b--\n";

ReadMessage read_types(std::vector<std::string> types) {
  mail::ReadOptions options;
  options.media_types = std::move(types);
  return read_with(kOneOfEach, options);
}

Types types(const ReadMessage& message) {
  Types found;
  for (const ReadPart& part : message.parts) {
    found.emplace_back(part.declared.path, part.declared.media_type);
  }
  return found;
}

TEST(MailTypes, OnlyPlainTextIsReadByDefault) {
  const ReadMessage message = read(kOneOfEach);
  EXPECT_EQ(types(message), (Types{{"1", "text/plain"}, {"2", "text/plain"}, {"3", "text/plain"}}));
  EXPECT_EQ(message.summary.text_parts, 3u);
  EXPECT_EQ(message.summary.html_parts, 1u);
  EXPECT_EQ(message.summary.other_parts, 2u);
}

TEST(MailTypes, TheTextWildcardIncludesUnknownTypesButNotHtml) {
  const ReadMessage text = read_types({"text/*"});
  EXPECT_EQ(types(text), (Types{{"1", "text/plain"},
                                {"2", "text/plain"},
                                {"3", "text/plain"},
                                {"5", "text/x-never-seen"}}));
  EXPECT_EQ(text.summary.html_parts, 1u);
  const ReadMessage with_html = read_types({"text/*", "text/html"});
  EXPECT_EQ(with_html.parts.size(), 5u);
  EXPECT_EQ(with_html.parts[3].declared.media_type, "text/html");
  EXPECT_EQ(with_html.parts[3].text, "<p>");
  EXPECT_EQ(with_html.summary.text_parts, 5u);
  EXPECT_EQ(with_html.summary.html_parts, 0u);
  EXPECT_EQ(with_html.summary.other_parts, 1u);
}

TEST(MailTypes, TheTextWildcardDoesNotIncludeMarkup) {
  for (const std::string type :
       {"text/html", "text/x-amp-html", "text/xml", "text/rtf", "text/css"}) {
    mail::ReadOptions options;
    options.media_types = {"text/*"};
    const std::string message = "Content-Type: " + type + "\n\nx";
    EXPECT_TRUE(read_with(message, options).parts.empty()) << type;
    options.media_types = {type};
    EXPECT_EQ(read_with(message, options).parts.size(), 1u) << type;
  }
}

TEST(MailTypes, PlainFirstSkipsTheAlternativesToPlainText) {
  const auto alternatives = [](const std::string& plain, mail::Alternatives wanted) {
    mail::ReadOptions options;
    options.media_types = {"text/*", "text/html"};
    options.alternatives = wanted;
    std::string message = "Content-Type: multipart/alternative; boundary=b\n\n--b\n\n" + plain;
    for (const std::string type : {"enriched", "richtext", "markdown", "html", "calendar", "csv"}) {
      message += "\n--b\nContent-Type: text/" + type + "\n\nx";
    }
    return types(read_with(message + "\n--b--\n", options));
  };
  EXPECT_EQ(alternatives("x", mail::Alternatives::plain_first),
            (Types{{"1", "text/plain"}, {"6", "text/calendar"}, {"7", "text/csv"}}));
  EXPECT_EQ(alternatives("x", mail::Alternatives::all).size(), 7u);
  EXPECT_EQ(alternatives(" ", mail::Alternatives::plain_first).size(), 7u) << "plain text is empty";
}

TEST(MailTypes, NamedTypesAreReadAndNoOthers) {
  EXPECT_EQ(types(read_types({"text/html", "application/octet-stream"})),
            (Types{{"4", "text/html"}, {"6", "application/octet-stream"}}));
  EXPECT_EQ(types(read_types({})), Types{});
}

}  // namespace mail_types_test
}  // namespace linkspan::test
