// SPDX-License-Identifier: Apache-2.0
// Promise: in real text, links are found with exactly their extent, and almost nothing else is
// found.
//
// Three sets of the public test data have expected results:
//   - lists of books and courses as Markdown, in many languages: `](URL)` shows where each link
//   ends;
//   - film subtitles, which should have no links;
//   - sentences with IRIs in 48 languages, with their ends by a reader and by UTS #58.
//
// A table in this file has every link that is found differently, with its place and the reason. A
// difference without a row fails, and so does a row without a difference.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tests/support/scan.h"

namespace linkspan::test {
namespace real_text_test {

// A line of one of the files.
struct Place {
  std::string file;  // below the folder that the test reads
  size_t line = 0;   // counts from 1
  auto operator<=>(const Place&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Place& place) {
  return out << place.file << ':' << place.line;
}

size_t line_at(std::string_view text, uint64_t offset) {
  return 1 + static_cast<size_t>(std::count(text.begin(), text.begin() + offset, '\n'));
}

Options options_for(Profile profile) {
  Options options;
  options.profile = profile;
  return options;
}

// --- Markdown (CommonMark 0.31, section 6.3, inline links)

size_t skip_white_space(std::string_view text, size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

// Does the Markdown link close at `at`, or after a title in quotation marks?
bool closes_inline_link(std::string_view text, size_t at) {
  const size_t title = skip_white_space(text, at);
  if (title == text.size()) return false;
  if (text[title] == ')') return true;
  if (title == at || (text[title] != '"' && text[title] != '\'')) return false;
  const size_t title_end = text.find(text[title], title + 1);
  if (title_end == std::string_view::npos) return false;
  const size_t close = skip_white_space(text, title_end + 1);
  return close < text.size() && text[close] == ')';
}

// The link destination that begins here, without `<>`: its parentheses are balanced, and white
// space or the `)` of the link ends it. None if it is not well formed, or has an escape, so that it
// is not the URL itself.
std::optional<Range> plain_destination(std::string_view text, size_t begin) {
  size_t depth = 0;
  for (size_t at = begin; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '\\') return std::nullopt;
    if (c == '(') ++depth;
    const bool at_end = static_cast<unsigned char>(c) <= ' ' || (c == ')' && depth == 0);
    if (at_end) {
      if (depth > 0 || !closes_inline_link(text, at)) return std::nullopt;
      return Range{begin, at};
    }
    if (c == ')') --depth;
  }
  return std::nullopt;
}

// The destinations of inline links that are http or https URLs.
std::vector<Range> web_destinations(std::string_view markdown) {
  constexpr std::string_view open = "](";
  std::vector<Range> destinations;
  for (size_t at = markdown.find(open); at != std::string_view::npos;
       at = markdown.find(open, at + 1)) {
    const size_t begin = at + open.size();
    const std::string_view rest = markdown.substr(begin);
    if (!rest.starts_with("http://") && !rest.starts_with("https://")) continue;
    if (const auto destination = plain_destination(markdown, begin)) {
      destinations.push_back(*destination);
    }
  }
  return destinations;
}

TEST(MarkdownDestination, EndsAccordingToCommonMark) {
  const auto destinations = [](std::string_view text) {
    return mark_links(text, web_destinations(text));
  };
  EXPECT_EQ(destinations("[a](https://h/b_(c)) d)"), "[a](⸠https://h/b_(c)⸡) d)");
  EXPECT_EQ(destinations("[a](http://h/ \"(t\")"), "[a](⸠http://h/⸡ \"(t\")");
  EXPECT_EQ(destinations("[a](http://h/b c)"), "[a](http://h/b c)");
  EXPECT_EQ(destinations("[a](http://h/(b)"), "[a](http://h/(b)");
  EXPECT_EQ(destinations("[a](http://h/\\(b\\))"), "[a](http://h/\\(b\\))");
  EXPECT_EQ(destinations("[a](ftp://h/) [b](<http://h/>)"), "[a](ftp://h/) [b](<http://h/>)");
}

struct Difference {
  Place place;
  const char* reason;
};

// The destinations that profiles prose and code end earlier than Markdown does.
const Difference kEndedEarlier[] = {
    {{"books/free-programming-books-subjects.md", 861}, "gutenberg.org: `?` before the bracket"},
    {{"courses/free-courses-en.md", 528}, "edx.org: `!` before the bracket"},
};

std::vector<Place> places_ended_earlier() {
  std::vector<Place> places;
  for (const Difference& one : kEndedEarlier) places.push_back(one.place);
  return places;
}

struct DestinationCount {
  size_t all = 0;
  std::vector<Place> missed;
};

void count_destinations(const std::string& file, std::string_view text, const Options& options,
                        DestinationCount& count) {
  const std::vector<Range> found = ranges(scan_whole(options, text));
  for (const Range& destination : web_destinations(text)) {
    ++count.all;
    const bool is_exact = std::binary_search(
        found.begin(), found.end(), destination, [](const Range& a, const Range& b) {
          return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
        });
    if (!is_exact) count.missed.push_back({file, line_at(text, destination.begin)});
  }
}

class Markdown : public testing::TestWithParam<Profile> {};

TEST_P(Markdown, DestinationsAreFoundExactly) {
  LINKSPAN_SKIP_WITHOUT_DATA("text/free-programming-books");
  const std::filesystem::path folder = data_dir() / "text/free-programming-books";
  DestinationCount count;
  for (const auto& path : files_below(folder, UINTMAX_MAX)) {
    if (path.extension() != ".md") continue;
    count_destinations(path.lexically_relative(folder).string(), read_file(path),
                       options_for(GetParam()), count);
  }
  const double share =
      1 - static_cast<double>(count.missed.size()) / static_cast<double>(count.all);
  std::printf("%zu destinations, %.3f %% of them found exactly\n", count.all, 100 * share);
  EXPECT_GT(count.all, 10000u);
  EXPECT_GE(share, 0.995);
  EXPECT_EQ(count.missed, places_ended_earlier());
}

INSTANTIATE_TEST_SUITE_P(, Markdown, testing::Values(Profile::prose, Profile::code),
                         [](const auto& param) { return std::string(to_string(param.param)); });

// --- subtitles

enum class Verdict : uint8_t { link, no_link };

struct Judged {
  Place place;
  Verdict verdict;
  const char* reason;
};

// The set should have no links, but translators name their sites.
const Judged kInSubtitles[] = {
    {{"ru-sampled.txt", 3159}, Verdict::link, "animeyes.ru: site of the translators"},
    {{"ru-sampled.txt", 4613}, Verdict::link, "madhester.ru: site of the translators"},
    {{"ru-sampled.txt", 5060}, Verdict::link, "truetranslate.tv: site of the translators"},
    {{"ru-sampled.txt", 9928}, Verdict::link, "criminal-minds.ru: site of the viewers"},
    {{"ru-sampled.txt", 23259}, Verdict::link, "dorama.su: site of the viewers"},
};

TEST(Subtitles, HaveAlmostNoLinks) {
  LINKSPAN_SKIP_WITHOUT_DATA("text/opensubtitles");
  const std::filesystem::path folder = data_dir() / "text/opensubtitles";
  std::vector<Place> found;
  size_t bytes = 0;
  for (const auto& path : files_below(folder, UINTMAX_MAX)) {
    if (path.extension() != ".txt") continue;
    const std::string text = read_file(path);
    bytes += text.size();
    for (const Range& link : ranges(scan_whole(options_for(Profile::prose), text))) {
      found.push_back({path.filename().string(), line_at(text, link.begin)});
    }
  }
  std::vector<Place> judged;
  size_t wrong = 0;
  for (const Judged& one : kInSubtitles) {
    judged.push_back(one.place);
    if (one.verdict == Verdict::no_link) ++wrong;
  }
  std::printf("%zu found in %zu bytes, %zu of them no link\n", found.size(), bytes, wrong);
  EXPECT_GT(bytes, 5'000'000u);
  EXPECT_EQ(found, judged);
  EXPECT_LE(wrong * 1'000'000, bytes) << "at most one false link in a megabyte";
}

// --- sentences

// The byte offset of a code point. REQUIRES: well-formed UTF-8 that has so many.
uint64_t byte_offset(std::string_view text, uint64_t code_points) {
  size_t at = 0;
  for (; at < text.size(); ++at) {
    const bool begins_code_point = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
    if (begins_code_point && code_points-- == 0) break;
  }
  return at;
}

// The end of the link by the set. Two sentences have another one for a reader who knows the words
// of the language (`human_reading`), which no profile finds.
uint64_t expected_end(const nlohmann::json& link, std::string_view text, Profile profile) {
  return byte_offset(text, link.at(profile == Profile::uts58 ? "uts58_end" : "end"));
}

class Sentences : public testing::TestWithParam<Profile> {};

TEST_P(Sentences, HaveExactlyTheExpectedLinks) {
  LINKSPAN_SKIP_WITHOUT_DATA("charsets/expected.jsonl");
  std::istringstream lines(read_file(data_dir() / "charsets/expected.jsonl"));
  size_t sentences = 0;
  for (std::string line; std::getline(lines, line); ++sentences) {
    const nlohmann::json sentence = nlohmann::json::parse(line);
    const std::string text = sentence.at("text");
    std::vector<Range> links;
    for (const nlohmann::json& link : sentence.at("links")) {
      links.push_back({byte_offset(text, link.at("start")), expected_end(link, text, GetParam())});
      ASSERT_LT(links.back().begin, links.back().end) << sentence.at("id");
    }
    EXPECT_EQ(mark_links(text, ranges(scan_whole(options_for(GetParam()), text))),
              mark_links(text, links))
        << sentence.at("id");
  }
  EXPECT_GE(sentences, 92u);
}

INSTANTIATE_TEST_SUITE_P(, Sentences, testing::Values(Profile::prose, Profile::uts58),
                         [](const auto& param) { return std::string(to_string(param.param)); });

}  // namespace real_text_test
}  // namespace linkspan::test
