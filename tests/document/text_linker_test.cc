// SPDX-License-Identifier: Apache-2.0
// Promise: TextLinker reports the links that linkify() reports for the same text, in every unit of
// offsets, for one text after another, and until the sink stops it.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

#include "linkspan/document.h"
#include "tests/support/sanitized.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace text_linker_test {

const Engine& engine() {
  static const Engine made = Engine::create({}).value();
  return made;
}

// All fields of a Link as a text that can be compared and printed.
std::vector<std::string> described(const Link& link) {
  std::vector<std::string> all = {std::string(link.text),
                                  link.iri,
                                  link.uri,
                                  link.display,
                                  std::to_string(link.span.range.begin),
                                  std::to_string(link.span.range.end),
                                  std::string(to_string(link.span.form))};
  for (const Piece& piece : link.pieces) {
    for (const Position& at : {piece.begin, piece.end}) {
      all.push_back(std::to_string(at.line) + ":" + std::to_string(at.offset));
    }
    all.push_back(std::string(piece.bytes.size(), '.'));
  }
  for (const Warning warning : kAllWarnings) {
    if (link.warnings.has(warning)) all.emplace_back(to_string(warning));
  }
  return all;
}

using Described = std::vector<std::vector<std::string>>;

Described of_document(std::string_view text, OffsetUnit offsets) {
  Described all;
  DocumentOptions options;
  options.offsets = offsets;
  const auto read =
      linkify({text, options}, engine(), [&](const Link& link) { all.push_back(described(link)); });
  EXPECT_TRUE(read.ok());
  return all;
}

// Each text with one unit, and each unit with a fifth of the texts.
TEST(TextLinker, ReportsTheLinksOfLinkify) {
  const std::array kUnits = {OffsetUnit::bytes, OffsetUnit::utf16, OffsetUnit::code_points,
                             OffsetUnit::lines, OffsetUnit::lines_bytes};
  constexpr size_t kOneOf = kSanitized ? 4 : 1;
  for (size_t unit = 0; unit < kUnits.size(); ++unit) {
    const OffsetUnit offsets = kUnits[unit];
    TextLinker linker = TextLinker::create(engine(), {.offsets = offsets}).value();
    size_t links = 0;
    for (size_t i = unit; i < corpus().size(); i += kUnits.size() * kOneOf) {
      const Case& one = corpus()[i];
      if (one.text.starts_with("\xEF\xBB\xBF")) continue;  // a document removes it
      Described all;
      linker.find(one.text, [&](const Link& link) { all.push_back(described(link)); });
      ASSERT_EQ(all, of_document(one.text, offsets)) << one.text;
      links += all.size();
    }
    EXPECT_GT(links, 300u / kOneOf);
  }
}

TEST(TextLinker, UsesTheOptionsOfDocuments) {
  TextLinker linker = TextLinker::create(engine(), {.host = HostForm::percent,
                                                    .default_scheme = DefaultScheme::https})
                          .value();
  std::vector<std::string> uris;
  linker.find("www.bücher.org", [&](const Link& link) { uris.push_back(link.uri); });
  EXPECT_EQ(uris, std::vector<std::string>{"https://www.b%C3%BCcher.org"});
}

TEST(TextLinker, StopsWhenTheSinkStops) {
  TextLinker linker = TextLinker::create(engine()).value();
  int links = 0;
  const auto stop = [&](const Link&) {
    ++links;
    return Visit::stop;
  };
  linker.find("http://a.example http://b.example", stop);
  EXPECT_EQ(links, 1);
  linker.find("http://a.example", stop);
  EXPECT_EQ(links, 2);
}

// As with a LinkIndex, which has spans of a text that is not contiguous.
TEST(TextLinker, DescribesSpansFromTheSurroundingText) {
  TextLinker linker = TextLinker::create(engine()).value();
  size_t links = 0;
  for (const Case& one : corpus()) {
    Described whole, piecewise;
    linker.find(one.text, [&](const Link& link) { whole.push_back(described(link)); });
    const std::vector<Span> spans = engine().find_all(one.text);
    for (size_t i = 0; i < spans.size(); ++i) {
      std::vector<Span> near = {spans[i]};
      uint64_t begin = spans[i].range.begin - std::min<uint64_t>(spans[i].range.begin, 8);
      if (i > 0 && spans[i - 1].range.end >= begin) {
        near.insert(near.begin(), spans[i - 1]);
        begin = spans[i - 1].range.begin - std::min<uint64_t>(spans[i - 1].range.begin, 8);
      }
      for (Span& span : near) span.range = {span.range.begin - begin, span.range.end - begin};
      const std::string piece = one.text.substr(begin, spans[i].range.end + 4 - begin);
      Described last;
      linker.describe(piece, near, [&](Link link) {
        link.span.range = spans[i].range;
        for (Piece& shown : link.pieces) {
          shown.begin.offset += begin;
          shown.end.offset += begin;
        }
        last = {described(link)};
      });
      piecewise.push_back(last.at(0));
    }
    EXPECT_EQ(piecewise, whole) << one.text;
    links += whole.size();
  }
  EXPECT_GT(links, 3000u);
}

}  // namespace text_linker_test
}  // namespace linkspan::test
