// SPDX-License-Identifier: Apache-2.0
// Promise: of a text in several forms, each destination of a later form that no form before it has
// is reported, once; a link with a serious warning always is; and what is shown is the form that
// shows the most.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/iri.h"
#include "linkspan/mail.h"
#include "tests/mail/mail_support.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace mail_forms_test {

using Strings = std::vector<std::string>;

const Engine& engine() {
  static const Engine made = Engine::create({}).value();
  return made;
}

struct Form {
  std::string type, text;
  std::string encoding = "8bit";
};

std::string part_of(const Form& form) {
  return "Content-Type: " + form.type + "\nContent-Transfer-Encoding: " + form.encoding + "\n\n" +
         form.text + '\n';
}

// One boundary for each multipart: `name`.
std::string multipart(const std::string& type, const std::string& name, const Strings& parts) {
  std::string text = "Content-Type: multipart/" + type + "; boundary=" + name + "\n\n";
  for (const std::string& part : parts) text += "--" + name + '\n' + part;
  return text + "--" + name + "--\n";
}

std::string alternative(const std::vector<Form>& forms) {
  Strings parts;
  for (const Form& form : forms) parts.push_back(part_of(form));
  return "Subject: s\n" + multipart("alternative", "b", parts);
}

Form plain(const std::string& text) { return {"text/plain; charset=utf-8", text}; }
Form html(const std::string& text) { return {"text/html; charset=utf-8", text}; }
std::string anchor(const std::string& href, const std::string& text = "x") {
  return "<a href=\"" + href + "\">" + text + "</a> ";
}

// "part uri" of each link.
Strings links(const std::string& message, const mail::MessageOptions& options = {}) {
  Strings found;
  const auto take = [&](const mail::MessageLink& link) {
    found.push_back(link.part.path + ' ' + link.link.uri);
  };
  EXPECT_TRUE(mail::linkify(message, engine(), take, options).ok());
  return found;
}

std::string shown(const std::string& message) {
  std::string out;
  const auto writer = render::markdown_writer(out);
  EXPECT_TRUE(mail::render(message, engine(), *writer).ok());
  return out;
}

bool shows(const std::string& message, const std::string& text) {
  return shown(message).find(text) != std::string::npos;
}

TEST(MailForms, APlainFormHidesNoDestinationOfTheHtml) {
  const std::string order = anchor("https://shop.example.com/o/17", "Open it");
  for (const std::string text : {"Your mail program cannot show HTML.", "Open it", ".", " ", ""}) {
    EXPECT_EQ(links(alternative({plain(text), html(order)})),
              Strings{"2 https://shop.example.com/o/17"})
        << text;
  }
  EXPECT_EQ(links(alternative(
                {plain("Confirm. Unsubscribe: https://a.example.com/u"),
                 html(anchor("https://a.example.com/c") + anchor("https://a.example.com/u"))})),
            (Strings{"1 https://a.example.com/u", "2 https://a.example.com/c"}));
}

TEST(MailForms, ADestinationIsReportedOnceOfLaterForms) {
  const std::string both = anchor("https://a.example.com/1") + anchor("https://a.example.com/2") +
                           anchor("https://a.example.com/2", "y");
  EXPECT_EQ(links(alternative({plain("https://a.example.com/1 https://a.example.com/1"), html(both),
                               html(both)})),
            (Strings{"1 https://a.example.com/1", "1 https://a.example.com/1",
                     "2 https://a.example.com/2"}));
  // The HTML first.
  EXPECT_EQ(
      links(alternative({html(both), plain("https://a.example.com/2 https://b.example.com/")})),
      (Strings{"1 https://a.example.com/1", "1 https://a.example.com/2",
               "1 https://a.example.com/2", "2 https://b.example.com/"}));
  // HTML alone has a link for each place.
  EXPECT_EQ(links(alternative({html(both)})).size(), 3u);
  EXPECT_EQ(links("Content-Type: text/html\n\n" + both).size(), 3u);
}

TEST(MailForms, EqualUrisAreOneDestination) {
  for (const auto& [text, href] : std::vector<std::pair<std::string, std::string>>{
           {"HTTPS://Shop.Example.com", "https://shop.example.com/"},
           {"https://shop.example.com:443/%7ea", "https://shop.example.com/~a"},
           {"https://b\xC3\xBC"
            "cher.de/\xC3\xBC",
            "https://xn--bcher-kva.de/%C3%BC"},
           {"joe@example.com", "mailto:joe@example.com"},
           {"https://a.example.com/?x=1&y=2", "https://a.example.com/?x=1&amp;y=2"},
           {"www.example.com/x", "www.example.com/x"}}) {
    EXPECT_EQ(links(alternative({plain(text), html(anchor(href))})).size(), 1u) << text;
  }
  for (const auto& [text, href] : std::vector<std::pair<std::string, std::string>>{
           {"http://shop.example.com/", "https://shop.example.com/"},
           {"https://shop.example.com/A", "https://shop.example.com/a"},
           {"https://shop.example.com/17", "https://click.example.net/?to=17"},
           {"https://shop.example.com/#a", "https://shop.example.com/#b"}}) {
    EXPECT_EQ(links(alternative({plain(text), html(anchor(href))})).size(), 2u) << text;
  }
}

TEST(MailForms, ALinkWithASeriousWarningIsAlwaysReported) {
  const std::string evil = anchor("https://evil.example.net/x", "www.bank.com");
  EXPECT_EQ(links(alternative({plain("See https://evil.example.net/x"), html(evil + evil)})),
            (Strings{"1 https://evil.example.net/x", "2 https://evil.example.net/x"}));
  EXPECT_EQ(
      links(alternative({plain("x"), html(anchor("https://evil.example.net/x") + evil +
                                          anchor("https://evil.example.net/x", "www.gov.uk"))}))
          .size(),
      3u);
}

TEST(MailForms, AreFoundInOtherMultiparts) {
  const std::string text = part_of(plain("https://a.example.com/1"));
  const std::string page =
      part_of(html(anchor("https://a.example.com/1") + anchor("https://a.example.com/2")));
  const std::string picture = "Content-Type: image/png\n\nx\n";
  const std::string related = multipart("related", "r", {page, picture});
  const Strings expected = {"1 https://a.example.com/1", "2.1 https://a.example.com/2"};
  EXPECT_EQ(links(multipart("alternative", "a", {text, related})), expected);
  EXPECT_EQ(links(multipart("mixed", "m", {multipart("alternative", "a", {text, related}), text})),
            (Strings{"1.1 https://a.example.com/1", "1.2.1 https://a.example.com/2",
                     "2 https://a.example.com/1"}));
  EXPECT_EQ(links(multipart("alternative", "a",
                            {text, multipart("alternative", "c", {picture, page, page})})),
            (Strings{"1 https://a.example.com/1", "2.2 https://a.example.com/2"}));
  EXPECT_EQ(links(multipart("alternative", "a", {multipart("mixed", "m", {text, text}), page})),
            (Strings{"1.1 https://a.example.com/1", "1.2 https://a.example.com/1",
                     "2 https://a.example.com/2"}));
  EXPECT_EQ(links(multipart("alternative", "a", {picture, page})).size(), 2u);
}

TEST(MailForms, OfOneTextSayNothingAboutAnother) {
  const std::string one = multipart(
      "alternative", "a",
      {part_of(plain("https://a.example.com/1")),
       part_of(html(anchor("https://a.example.com/1") + anchor("https://a.example.com/2")))});
  EXPECT_EQ(links(multipart("mixed", "m", {one, one})).size(), 4u);
  const std::string attached = "Content-Type: message/rfc822\n\nSubject: x\n" + one;
  EXPECT_EQ(links(multipart("digest", "d", {attached, attached})).size(), 4u);
  EXPECT_EQ(links(multipart("alternative", "o",
                            {part_of(plain("https://a.example.com/1")), attached,
                             part_of(html(anchor("https://a.example.com/1")))}))
                .size(),
            3u);
}

TEST(MailForms, MayBeEncoded) {
  // <a href="https://a.example.com/é">é</a>, in Latin-1 and base64; the text is in KOI8-R.
  const Form page = {"text/html; charset=iso-8859-1",
                     "PGEgaHJlZj0iaHR0cHM6Ly9hLmV4YW1wbGUuY29tL+kiPuk8L2E+", "base64"};
  EXPECT_EQ(links(alternative({{"text/plain; charset=koi8-r", "\xC1"}, page})),
            Strings{"2 https://a.example.com/%C3%A9"});
  EXPECT_EQ(links(alternative(
                {{"text/plain; charset=utf-8", "https://a.example.com/=C3=A9", "quoted-printable"},
                 page})),
            Strings{"1 https://a.example.com/%C3%A9"});
}

TEST(MailForms, ACalendarIsOneOfThem) {
  const Form calendar = {"text/calendar",
                         "BEGIN:VCALENDAR\nDESCRIPTION:https://a.example.com/1 "
                         "https://a.example.com/3\nEND:VCALENDAR"};
  const Form amp = {"text/x-amp-html", anchor("https://a.example.com/4")};
  EXPECT_EQ(links(alternative({plain("https://a.example.com/1"), amp,
                               html(anchor("https://a.example.com/2")), calendar})),
            (Strings{"1 https://a.example.com/1", "3 https://a.example.com/2",
                     "4 https://a.example.com/3"}));
}

TEST(MailForms, TheOptionsSayWhichAreRead) {
  const std::string message =
      alternative({plain("https://a.example.com/1"),
                   html(anchor("https://a.example.com/1") + anchor("https://a.example.com/2"))});
  EXPECT_EQ(links(message, {.read = {.alternatives = mail::Alternatives::all}}).size(), 3u);
  EXPECT_EQ(links(message, {.read = {.alternatives = mail::Alternatives::plain_first}}).size(), 1u);
  EXPECT_EQ(links(message, {.read = {.media_types = {"text/plain"}}}).size(), 1u);
  EXPECT_EQ(links(message, {.document = {.html_links = HtmlLinks::text}}).size(), 1u);
}

// The same links, whatever is wanted of them, and wherever the text is cut.
TEST(MailForms, TheLinksDoNotDependOnWhatIsWantedOfThem) {
  const std::string first = "https://a.example.com/1 https://p\xD0\xB0ypal.com/";
  const std::string page = anchor("https://a.example.com/1") + anchor("https://a.example.com/2") +
                           "https://p\xD0\xB0ypal.com/ https://a.example.com/2 " +
                           anchor("https://a.example.com/1", "www.bank.com");
  for (const Markup markup : {Markup::none, Markup::html}) {
    std::set<Strings> found;
    for (const Wants wants : {Wants::begins, Wants::begins_and_warnings, Wants::spans, Wants::links,
                              Wants::text, Wants::logical_text}) {
      for (const size_t size : {size_t{1}, size_t{7}, page.size()}) {
        Destinations known;
        DocumentStream stream = DocumentStream::open(engine(), {}, wants).value();
        Strings texts;
        const auto take = [&](const Link& link) {
          texts.push_back(std::to_string(link.span.range.begin));
        };
        stream.begin({.destinations = &known});
        stream.feed(first, take);
        stream.finish(take);
        stream.begin({.markup = markup, .destinations = &known, .repeats = Repeats::leave_out});
        for (size_t at = 0; at < page.size(); at += size) {
          stream.feed(std::string_view(page).substr(at, size), take);
        }
        const uint64_t count = stream.finish(take).links;
        EXPECT_EQ(count + 2, texts.size());
        found.insert(texts);
      }
    }
    EXPECT_EQ(found.size(), 1u);
    EXPECT_EQ(found.begin()->size(), 4u);
  }
}

TEST(MailForms, TheFullestIsShown) {
  const std::string news =
      "<p>Your order is ready. " + anchor("https://a.example.com/1", "Open it");
  EXPECT_TRUE(shows(alternative({plain("Your order is ready. Open it."), html(news)}), "/1>"));
  EXPECT_TRUE(shows(alternative({plain("."), html(news)}), "ready"));
  EXPECT_TRUE(shows(alternative({plain(""), html(news)}), "ready"));
  EXPECT_TRUE(shows(alternative({plain("This mail is in HTML."), html(news)}), "ready"));
  // The plain form has all of it.
  const std::string same = "Your order is ready. Open it: https://b.example.com/2";
  EXPECT_FALSE(shows(alternative({plain(same), html(news)}), "/1>"));
  EXPECT_FALSE(shows(alternative({html(news), plain(same)}), "/1>"));
  EXPECT_TRUE(shows(alternative({html(news), plain(same)}), "/2>"));
  // A notice in HTML does not hide a long text.
  std::string long_text;
  for (int i = 0; i < 40; ++i) long_text += "word" + std::to_string(i) + ' ';
  EXPECT_TRUE(
      shows(alternative({plain(long_text), html(anchor("https://a.example.com/1"))}), "word7"));
  EXPECT_EQ(shown(alternative({html(news), html(news)})).find("ready"),
            shown(alternative({html(news), html(news)})).rfind("ready"));
}

TEST(MailForms, FilesAndCalendarsBesideTheFullestAreShown) {
  const std::string page = part_of(html(anchor("https://a.example.com/1", "Open it")));
  const std::string file =
      "Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nof a file\n";
  const std::string calendar = "Content-Type: text/calendar\n\nSUMMARY:of a calendar\n";
  const std::string message =
      multipart("alternative", "a",
                {multipart("mixed", "m", {part_of(plain("a notice")), file}), page, calendar});
  EXPECT_TRUE(shows(message, "Open it"));
  EXPECT_TRUE(shows(message, "of a file"));
  EXPECT_TRUE(shows(message, "of a calendar"));
  EXPECT_FALSE(shows(message, "a notice"));
}

TEST(MailForms, ThatAreNestedAreComparedEach) {
  const std::string stub = part_of(plain("."));
  const std::string page = part_of(html(anchor("https://a.example.com/1", "Open it")));
  std::string message = multipart("alternative", "b0", {stub, page});
  for (int i = 1; i < 30; ++i) {
    message = multipart("alternative", "b" + std::to_string(i), {stub, message});
  }
  EXPECT_TRUE(shows(message, "Open it"));
  EXPECT_EQ(links(message).size(), 1u);
}

// --- real mail

std::string normal(const std::string& uri) {
  const Result<std::string> normal = iri::normalize(uri);
  return normal.ok() ? *normal : uri;
}

bool is_web_or_mail(const std::string& uri) {
  return uri.starts_with("http:") || uri.starts_with("https:") || uri.starts_with("mailto:");
}

// What one alternative of a message must have, and what of it was reported.
struct Known {
  std::set<std::string> first;       // destinations of the first form
  std::set<std::string> hrefs;       // of all anchors of later forms
  std::multiset<std::string> later;  // reported ones of later forms, without serious warnings
  std::set<std::string> serious;     // the others
};

std::map<uint64_t, Known> read_forms(const std::string& message) {
  std::map<uint64_t, Known> forms;
  for (const ReadPart& part : read_with(message, {}).parts) {
    const bool is_page = part.declared.media_type == "text/html";
    if (!is_page || !part.declared.is_later_form) continue;
    Document page{part.text, mail::document_options(part.declared)};
    page.options.html_links = HtmlLinks::hrefs;
    page.options.charset_fallback = "auto";
    const auto take = [&](const Link& link) {
      if (is_web_or_mail(link.uri)) forms[part.declared.alternative].hrefs.insert(normal(link.uri));
    };
    EXPECT_TRUE(linkify(page, engine(), take).ok());
  }
  const auto take = [&](const mail::MessageLink& found) {
    if (found.part.alternative == 0) return;
    Known& known = forms[found.part.alternative];
    const std::string uri = normal(found.link.uri);
    if (!found.part.is_later_form) {
      known.first.insert(uri);
    } else if (is_serious(found.link.warnings)) {
      known.serious.insert(uri);
    } else {
      known.later.insert(uri);
    }
  };
  EXPECT_TRUE(mail::linkify(message, engine(), take).ok());
  return forms;
}

TEST(MailForms, EveryDestinationOfRealMailIsReportedOnce) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail/eml");
  size_t messages = 0, with_forms = 0, only_in_html = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data_dir() / "mail/eml")) {
    if (!entry.is_regular_file()) continue;
    ++messages;
    for (const auto& [number, known] : read_forms(read_file(entry.path()))) {
      ++with_forms;
      for (const std::string& href : known.hrefs) {
        const bool is_known = known.first.contains(href);
        only_in_html += is_known ? 0 : 1;
        const size_t reported = known.later.count(href);
        EXPECT_TRUE(is_known || reported == 1 || known.serious.contains(href))
            << entry.path() << ' ' << href;
      }
      for (const std::string& uri : known.later) {
        EXPECT_EQ(known.later.count(uri), 1u) << entry.path() << ' ' << uri;
        EXPECT_FALSE(known.first.contains(uri)) << entry.path() << ' ' << uri;
      }
    }
  }
  std::cout << messages << " messages, " << with_forms << " texts in several forms, "
            << only_in_html << " destinations only in HTML\n";
  EXPECT_GT(only_in_html, 50u);
}

}  // namespace mail_forms_test
}  // namespace linkspan::test
