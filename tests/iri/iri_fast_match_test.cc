// SPDX-License-Identifier: Apache-2.0
// Promises of src/iri/fast_match.h, for each kind of CPU: for every text that it decides, it
// reports the same components as the automaton; it decides every text that matches, except IP
// literals and authorities that do not end in the first block.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "iri/fast_match.h"
#include "iri/parse.h"
#include "tests/support/sanitized.h"

namespace linkspan {
namespace iri_fast_match_test {

using iri::Grammar;

constexpr Grammar kGrammars[] = {Grammar::iri_reference, Grammar::iri, Grammar::absolute_iri,
                                 Grammar::uri_reference, Grammar::uri, Grammar::absolute_uri};

constexpr Cpu kCpus[] = {Cpu::avx2, Cpu::avx512, Cpu::neon};

// A copy in memory of its exact size, so that sanitizers report an overrun.
class Exact {
 public:
  explicit Exact(std::string_view text) : bytes_(text.begin(), text.end()) {}
  std::string_view text() const { return {bytes_.data(), bytes_.size()}; }

 private:
  std::vector<char> bytes_;
};

// Without a scheme and an authority, the first segment must end in the first block, as it may not
// have a colon.
bool ends_in_first_block(std::string_view text, const Parts& parts) {
  const size_t first_segment = std::min(text.find_first_of("/?#"), text.size());
  const size_t end = parts.host.present()     ? parts.path.begin
                     : parts.scheme.present() ? parts.scheme.end + 1
                                              : first_segment;
  return end < 62;
}

struct Counts {
  size_t decided = 0;
  size_t wrong = 0;
};

void check(std::string_view text, Counts& counts) {
  const Exact exact(text);
  for (const Grammar grammar : kGrammars) {
    const std::optional<Parts> expected = iri::match(exact.text(), grammar);
    const bool is_rare = text.empty() || text.find('[') != text.npos || !expected ||
                         !ends_in_first_block(text, *expected);
    for (const Cpu cpu : kCpus) {
      const iri::FastMatch fast_match = iri::fast_match_for(cpu);
      if (fast_match == nullptr) continue;
      Parts parts;
      const bool is_decided = fast_match(exact.text(), grammar, parts);
      counts.decided += is_decided ? 1 : 0;
      const bool is_right = is_decided ? expected == parts : is_rare;
      if (is_right || ++counts.wrong > 10) continue;
      ADD_FAILURE() << (is_decided ? "other parts: " : "undecided: ") << text << ", grammar "
                    << static_cast<int>(grammar) << ", CPU " << static_cast<int>(cpu);
    }
  }
}

// A CPU without a fast path decides nothing.
void expect_decided(const Counts& counts, size_t at_least) {
  EXPECT_EQ(counts.wrong, 0u);
  if (iri::fast_match_for(Cpu::best) == nullptr) GTEST_SKIP() << "no fast path for this CPU";
  EXPECT_GT(counts.decided, at_least);
}

const std::vector<std::string>& tokens() {
  static const std::vector<std::string> all = {"a", ":", "/", "?", "#", "@",      "1",
                                               "%", "[", " ", "+", "é", "\uE000", "\x80"};
  return all;
}

// Every text of `length` tokens, appended to `text`.
void for_all(std::string& text, size_t length, const std::function<void()>& visit) {
  if (length == 0) return visit();
  for (const std::string& token : tokens()) {
    text += token;
    for_all(text, length - 1, visit);
    text.resize(text.size() - token.size());
  }
}

constexpr size_t kLongest = test::kSanitized ? 3 : 5;
constexpr size_t kRandomTexts = test::kSanitized ? 20000 : 300000;

TEST(FastMatch, AgreesWithTheAutomatonOnAllShortTexts) {
  Counts counts;
  for (const char* start : {"", "a:", "//", "a://a"}) {
    for (size_t length = 0; length <= kLongest - (*start == '\0' ? 0 : 1); ++length) {
      std::string text = start;
      for_all(text, length, [&] { check(text, counts); });
    }
  }
  expect_decided(counts, 1000);
}

// Rare characters at every place around the ends of blocks.
TEST(FastMatch, AgreesWithTheAutomatonAroundBlockBoundaries) {
  Counts counts;
  for (const char* start : {"http://h/", "http://", "", "http://h/?", "a:"}) {
    for (size_t fill = 0; fill < 140; ++fill) {
      for (const char* end :
           {"",  "%41",  "%4",     "%", "%zz", "?q",   "#f",   "##",  "?#", "/",
            "é", "\xC3", "\uE000", " ", "@a/", ":80/", ":8x/", ":80", "[",  "?q#f%41"}) {
        for (const char* after : {"", "b", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}) {
          check(start + std::string(fill, 'a') + end + after, counts);
        }
      }
    }
  }
  expect_decided(counts, 50000);
}

TEST(FastMatch, AgreesWithTheAutomatonOnRandomTexts) {
  static const std::vector<std::string> pieces = {
      "http://", "a", "example.org", ":", "80",   "/",          "?",      "#",     "@", "%C3%A9",
      "path",    "-", "user",        "é", "日本", "\U0001F600", "\uE000", "[::1]", " ", "\xFF"};
  std::mt19937 random(23);
  Counts counts;
  for (size_t i = 0; i < kRandomTexts; ++i) {
    std::string text = random() % 2 == 0 ? "http://example.org" : "";
    // Mostly pieces that may be anywhere.
    for (size_t length = random() % 24; length > 0; --length) {
      const size_t usual = random() % 8 == 0 ? pieces.size() : 6;
      text += random() % 3 == 0 ? pieces[random() % usual] : "/abc";
    }
    check(text, counts);
  }
  expect_decided(counts, kRandomTexts / 2);
}

}  // namespace iri_fast_match_test
}  // namespace linkspan
