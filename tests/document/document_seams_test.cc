// SPDX-License-Identifier: Apache-2.0
// Promise: the two parts of a document that is cut at a seam have the same links as the whole
// document.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/seams.h"
#include "tests/support/corpus.h"
#include "tests/support/sanitized.h"

namespace linkspan::document {
namespace document_seams_test {

struct Found {
  std::string text, uri;
  std::vector<Range> pieces;
  Span span;
  bool operator==(const Found&) const = default;
};

// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const Found& found, std::ostream* out) {
  *out << found.span.range.begin << ' ' << found.text << ' ' << to_string(found.span.ended_by);
}

struct Setting {
  Profile profile;
  Layout layout;
  uint32_t max_link_bytes;
};

const Layout kQuoted = {.quoting = Quoting::prefixes};
const Layout kFlowed = {.flow = Flow::flowed_delsp, .quoting = Quoting::prefixes};
const Layout kJoined = {.quoting = Quoting::prefixes, .wrapping = Wrapping::join};

class Seams : public testing::TestWithParam<Setting> {
 protected:
  Seams()
      : engine_(Engine::create(
                    {.profile = GetParam().profile, .max_link_bytes = GetParam().max_link_bytes})
                    .value()),
        rules_{GetParam().layout, GetParam().max_link_bytes} {}

  std::vector<Found> links(std::string_view text, uint64_t begin) const {
    Document document{text, {}};
    document.options.layout = rules_.layout;
    std::vector<Found> found;
    const auto sink = [&](const Link& link) {
      Found one{std::string(link.text), link.uri, {}, link.span};
      one.span.range = {begin + link.span.range.begin, begin + link.span.range.end};
      for (const Piece& piece : link.pieces) {
        one.pieces.push_back({begin + piece.bytes.begin, begin + piece.bytes.end});
      }
      found.push_back(one);
    };
    EXPECT_TRUE(linkify(document, engine_, sink).ok());
    return found;
  }

  // Cuts the text at the seam, and compares the links.
  void expect_seam(std::string_view text, size_t seam, const std::vector<Found>& whole) const {
    std::vector<Found> halves = links(text.substr(0, seam), 0);
    const std::vector<Found> second = links(text.substr(seam), seam);
    halves.insert(halves.end(), second.begin(), second.end());
    ASSERT_EQ(halves, whole) << testing::PrintToString(text.substr(0, seam)) << "\n and \n"
                             << testing::PrintToString(text.substr(seam));
  }

  // Tests all seams of the text, from its start. Returns their number.
  size_t expect_all_seams(std::string_view text) const {
    const std::vector<Found> whole = links(text, 0);
    size_t seams = 0;
    for (size_t from = 0;; ++seams) {
      const auto seam = find_seam(text, from, Before::nothing, rules_);
      if (!seam) return seams;
      expect_seam(text, *seam, whole);
      if (HasFatalFailure()) return seams;
      from = *seam + 1;
    }
  }

  Engine engine_;
  SeamRules rules_;
};

// Text that affects links at the ends and starts of lines, and similar text that does not.
constexpr std::string_view kParts[] = {
    "\n",
    "\n",
    "\n",
    "\r\n",
    "\n\n",
    "\n\n",
    " ",
    " ",
    ",",
    "<",
    ">",
    ":",
    "(",
    ")",
    "\"",
    "'",
    "|",
    "/",
    "<https://a.example/",
    "<https://a.example/<b>",
    "<URL:",
    "<url: ",
    "https://b.example/c",
    "http://d.example/e\"f",
    "<ftp://g.example",
    "www.h.example",
    "i.example/j",
    "<k@l.example>",
    "m@n.example",
    "mailto:",
    "<mailto:o@p.example",
    "Message-ID:",
    "References: ",
    "In-Reply-To:",
    "word",
    "Word.",
    "x",
    "-- ",
    "> ",
    ">",
    "JD> ",
    "é",
    "語",
    "\xEF\xBB\xBF",
    "\xC3",
    "<p>",
    "</p>",
    "<br",
    "?q=",
    "https://user",
    "#f",
    "urn:isbn:0451450523",
    "javascript:",
    ".",
    "..",
    "[at]",
    "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
    "All of the minutes are at https://www.example.org/archive/2024/minutes?nr=17&"};

std::string random_text(std::mt19937& random, size_t parts) {
  std::string text;
  for (size_t i = 0; i < parts; ++i) text += kParts[random() % std::size(kParts)];
  return text;
}

TEST_P(Seams, InRandomTextsDoNotChangeTheLinks) {
  std::mt19937 random(1);
  constexpr int kTexts = test::kSanitized ? 300 : 6000;
  size_t seams = 0;
  for (int i = 0; i < kTexts && !HasFatalFailure(); ++i) {
    seams += expect_all_seams(random_text(random, 5 + random() % 40));
  }
  EXPECT_GT(seams, 10u);
}

TEST_P(Seams, FoundInAPartOfATextAreSeamsOfTheWholeText) {
  constexpr int kTexts = test::kSanitized ? 25 : 100;
  std::mt19937 random(2);
  size_t seams = 0;
  for (int i = 0; i < kTexts && !HasFatalFailure(); ++i) {
    const std::string text = random_text(random, 1500);
    const std::vector<Found> whole = links(text, 0);
    for (int part = 0; part < 5; ++part) {
      const size_t begin = random() % (text.size() / 2);
      const auto seam =
          find_seam(std::string_view(text).substr(begin), random() % 2000, Before::unknown, rules_);
      if (!seam) continue;
      expect_seam(text, begin + *seam, whole);
      ++seams;
    }
  }
  EXPECT_GT(seams, 10u);
}

TEST_P(Seams, InTheCorpusDoNotChangeTheLinks) {
  std::string text;
  for (const test::Case& one : test::read_corpus(std::string(LINKSPAN_SOURCE_DIR) + "/corpus")) {
    text += one.text + '\n';
    if (text.size() % 5 == 0) text += '\n';
  }
  const std::vector<Found> whole = links(text, 0);
  ASSERT_GT(whole.size(), 100u);
  // A selection; all of them would take minutes.
  constexpr size_t kSeams = test::kSanitized ? 5 : 150;
  size_t seams = 0;
  for (size_t from = 0;; ++seams) {
    const auto seam = find_seam(text, from, Before::nothing, rules_);
    if (!seam) break;
    expect_seam(text, *seam, whole);
    if (HasFatalFailure()) break;
    from = *seam + text.size() / kSeams;
  }
  EXPECT_GT(seams, kSeams / 2);
}

INSTANTIATE_TEST_SUITE_P(
    , Seams,
    testing::Values(Setting{Profile::prose, {}, 64 * 1024}, Setting{Profile::prose, {}, 256},
                    Setting{Profile::uts58, {}, 256}, Setting{Profile::code, {}, 256},
                    Setting{Profile::strict, {}, 256}, Setting{Profile::prose, kQuoted, 256},
                    Setting{Profile::prose, kFlowed, 256}, Setting{Profile::code, kJoined, 256}));

std::optional<size_t> first_seam(std::string_view text, const SeamRules& rules = {}) {
  return find_seam(text, 0, Before::nothing, rules);
}

TEST(FindSeam, ReturnsAPlaceAfterALineFeed) {
  EXPECT_EQ(first_seam("one\ntwo\nthree"), 4u);
  EXPECT_EQ(find_seam("one\ntwo\nthree", 5, Before::nothing, {}), 8u);
  EXPECT_EQ(first_seam("one\r\ntwo"), 5u);
  EXPECT_EQ(first_seam("one\rtwo"), std::nullopt);
  EXPECT_EQ(first_seam("one two\n"), std::nullopt);  // no text follows it
}

TEST(FindSeam, ReturnsNoPlaceInAngleBrackets) {
  EXPECT_EQ(first_seam("<https://a.example/\nb>\nc"), 23u);
  EXPECT_EQ(first_seam("<https://a.example/<b>\nc>\nd"), 26u);
  EXPECT_EQ(first_seam("<https://a.example/and/so/on/a/b/c/d\n\nb"), 38u);
  EXPECT_EQ(first_seam("<url: \n\nhttps://a.example/\nb"), std::nullopt);
  EXPECT_EQ(first_seam("a < b\nc"), 6u);
  EXPECT_EQ(first_seam("a <b c\nd"), std::nullopt);
  const std::string long_text = "a <b " + std::string(300, 'c') + "\nd";
  EXPECT_EQ(first_seam(long_text, {.max_link_bytes = 256}), long_text.size() - 1);
}

TEST(FindSeam, ReturnsNoPlaceAfterTextThatAffectsALaterLink) {
  EXPECT_EQ(first_seam("<URL:\nb"), std::nullopt);
  EXPECT_EQ(first_seam("Message-ID: \n b"), std::nullopt);
  EXPECT_EQ(first_seam("<a@b.example>,\n <c"), std::nullopt);
  EXPECT_EQ(first_seam("<p>,\n <c"), 5u);
  EXPECT_EQ(first_seam("a\n\xEF\xBB\xBF"), std::nullopt);
}

TEST(FindSeam, RequiresAnEmptyLineInFlowedOrQuotedText) {
  EXPECT_EQ(first_seam("one\ntwo.\n\nthree", {.layout = kFlowed}), 10u);
  EXPECT_EQ(first_seam("one\ntwo \n\nthree", {.layout = kFlowed}), std::nullopt);
  EXPECT_EQ(first_seam("> one\n> \n\nthree", {.layout = kQuoted}), std::nullopt);
}

}  // namespace document_seams_test
}  // namespace linkspan::document
