// SPDX-License-Identifier: Apache-2.0
// Promise: every case of the corpus has the same links, with the same URIs, in each notation that a
// program could write it in: coloured for a terminal, as a string of JSON, as Markdown, as HTML;
// however the text is cut. docs/scanning.md, section 11.

#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "iri/mapper.h"
#include "tests/support/chunks.h"
#include "tests/support/notation_writers.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace notations_test {

const Engine& engine() {
  static const Engine one = Engine::create({}).value();
  return one;
}

std::vector<std::string> uris_in(std::string_view text) {
  static const iri::Mapper mapper;
  std::vector<std::string> uris;
  for (const Span& span : engine().find_all(text)) {
    uris.push_back(mapper.map(span.text(text), span).uri);
  }
  return uris;
}

// --- general reasons why a text may mean something else in a notation

using Rule = bool (*)(std::string_view text);

bool never(std::string_view /*text*/) { return false; }

// A colour would be inside a sequence.
bool has_sequence(std::string_view text) {
  return text.find_first_of("\\&\x1B") != text.npos || text.find("\u009B") != text.npos;
}

// One more backslash before it may make it another sequence: \fB of troff, \_ of Markdown.
bool has_backslash(std::string_view text) { return text.find('\\') != text.npos; }

// "Gruß\nanna@example.org": in text, a letter after a word and a backslash may begin a name, as in
// intra\nora@example.org. What is lost so is a link, not a letter of it.
bool has_name_after_line(std::string_view text) {
  for (size_t at = text.find('\n', 1); at != text.npos; at = text.find('\n', at + 1)) {
    const auto before = static_cast<uint8_t>(text[at - 1]);
    const bool is_word = before >= 0x80 || base::is_ascii_alphanumeric(before);
    if (is_word && at + 1 < text.size() && text[at + 1] >= 'a' && text[at + 1] <= 'z') return true;
  }
  return false;
}

bool may_differ_as_string(std::string_view text) {
  return has_backslash(text) || has_name_after_line(text);
}

// As strings do, texts of JSON have tokens; a colour divides one, so that each part is judged
// alone.
bool may_have_string(std::string_view text) {
  return text.find("\\n") != text.npos || text.find("\\t") != text.npos;
}

// example\.org$ ends an expression.
bool may_differ_as_markdown(std::string_view text) {
  for (size_t at = text.find('$', 1); at != text.npos; at = text.find('$', at + 1)) {
    if (base::is_ascii_alphanumeric(static_cast<uint8_t>(text[at - 1]))) return true;
  }
  return has_sequence(text);
}

// As numbers, C1 controls are characters of windows-1252 (HTML, section 13.2.5.80).
bool has_c1_control(std::string_view text) {
  for (size_t at = text.find('\xC2'); at != text.npos; at = text.find('\xC2', at + 1)) {
    if (at + 1 < text.size() && static_cast<uint8_t>(text[at + 1]) < 0xA0) return true;
  }
  return false;
}

struct Notation {
  std::string_view name;
  std::function<std::string(const Case&)> write;
  std::string_view quote;  // around the plain text, as the notation has it
  Rule is_exception = never;
};

std::vector<Range> halves(const Case& one) {
  std::vector<Range> places;
  for (const Range& link : one.links) {
    uint64_t middle = link.begin + link.size() / 2;
    while (middle < link.end && (static_cast<uint8_t>(one.text[middle]) & 0xC0) == 0x80) ++middle;
    places.push_back({link.begin, middle});
  }
  return places;
}

const std::vector<Notation>& notations() {
  static const std::vector<Notation> all = {
      {"coloured anywhere", [](const Case& one) { return coloured(one.text, 7); }, "",
       has_sequence},
      {"coloured links", [](const Case& one) { return coloured_at(one.text, one.links); }, "",
       may_have_string},
      {"half of links coloured", [](const Case& one) { return coloured_at(one.text, halves(one)); },
       "", may_have_string},
      {"JSON", [](const Case& one) { return as_json(one.text); }, "\"", may_differ_as_string},
      {"JSON in ASCII", [](const Case& one) { return as_ascii_json(one.text); }, "\"",
       may_differ_as_string},
      {"JSON in JSON", [](const Case& one) { return as_json(as_json(one.text)); }, "\"\"",
       may_differ_as_string},
      {"Markdown", [](const Case& one) { return as_markdown(one.text); }, "",
       may_differ_as_markdown},
      {"HTML", [](const Case& one) { return as_html(one.text); }, ""},
      {"HTML in ASCII", [](const Case& one) { return as_ascii_html(one.text); }, "",
       has_c1_control},
      {"HTML in HTML", [](const Case& one) { return as_html(as_html(one.text)); }, ""},
      {"HTML in JSON", [](const Case& one) { return as_json(as_html(one.text)); }, "\"",
       may_differ_as_string},
  };
  return all;
}

class Notations : public testing::TestWithParam<size_t> {};

TEST_P(Notations, ChangeNoLink) {
  const Notation& notation = notations()[GetParam()];
  size_t cases = 0, exceptions = 0, exceptions_that_differ = 0;
  for (const Case& one : corpus()) {
    const std::string quote(notation.quote);
    const std::vector<std::string> plain = uris_in(quote + one.text + quote);
    const std::vector<std::string> found = uris_in(notation.write(one));
    if (notation.is_exception(one.text)) {
      ++exceptions;
      exceptions_that_differ += found == plain ? 0 : 1;
      continue;
    }
    ++cases;
    EXPECT_EQ(found, plain) << place(one) << "\n  as " << notation.name << ": "
                            << notation.write(one);
  }
  EXPECT_GT(cases, 4000u);
  std::cout << notation.name << ": " << cases << " cases, and " << exceptions
            << " exceptions, of which " << exceptions_that_differ << " differ\n";
}

TEST_P(Notations, AreReadInEveryCut) {
  const Notation& notation = notations()[GetParam()];
  for (size_t i = GetParam(); i < corpus().size(); i += 11) {
    const std::string text = notation.write(corpus()[i]);
    const std::vector<Span> expected = engine().find_all(text);
    Stream stream = engine().open();
    EXPECT_EQ(feed_chunks(stream, text, one_byte_at_a_time(text.size())), expected) << text;
    EXPECT_EQ(feed_chunks(stream, text, random_chunks(text.size(), 3, 40)), expected) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(, Notations, testing::Range(size_t{0}, notations().size()));

}  // namespace notations_test
}  // namespace linkspan::test
