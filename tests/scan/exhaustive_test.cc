// SPDX-License-Identifier: Apache-2.0
// Promise: the scanner and the slow reference scanner agree on every short text over small
// alphabets, of single characters or of pieces that links are made of, and on random longer texts.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/reference_scanner.h"
#include "tests/support/sanitized.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace exhaustive_test {

Options options_for(Profile profile) {
  Options options;
  options.profile = profile;
  return options;
}

constexpr unsigned kLongest = kSanitized ? 3 : 4;
constexpr int kRandomTexts = kSanitized ? 8000 : 200000;

class Exhaustive : public testing::TestWithParam<Profile> {
 protected:
  Exhaustive() : options_(options_for(GetParam())), engine_(Engine::create(options_).value()) {}

  void expect_agreement(const std::string& text) {
    ASSERT_EQ(engine_.find_all(text), reference_scan(text, options_)) << "in '" << text << "'";
  }

  // All strings of up to `longest` pieces after `before`.
  void all_strings(const std::vector<std::string_view>& pieces, unsigned longest,
                   const std::string& before) {
    expect_agreement(before);
    if (longest == 0 || HasFatalFailure()) return;
    for (const std::string_view piece : pieces) {
      all_strings(pieces, longest - 1, before + std::string(piece));
      if (HasFatalFailure()) return;
    }
  }

  Options options_;
  Engine engine_;
};

TEST_P(Exhaustive, TheScannersAgreeOnStringsOfCharacters) {
  all_strings({"a", ".", ":", "/", "@", "[", "]", "(", ")", "%", "é", "。", "-", "1"}, kLongest,
              "");
}

TEST_P(Exhaustive, TheScannersAgreeOnCharactersAfterAScheme) {
  all_strings({"a", ".", ":", "/", "@", "[", "]", "(", ")", "%41", "é", "。", "-", "1", "?", "#"},
              kLongest, "http://a");
}

TEST_P(Exhaustive, TheScannersAgreeOnCharactersOfAPath) {
  all_strings({"a", ".", ":~:", "/", ")", "(", "]", "[", "?", "#", "=", " ", "\xC3", "é"}, kLongest,
              "a.com/");
}

TEST_P(Exhaustive, TheScannersAgreeOnStringsOfPieces) {
  all_strings({"http://", "mailto:", "x://", "tel:", "a", ".com", "@", ":80", "/", " ", "<", ">",
               "www.", "_", "[::1]", "."},
              kLongest, "");
}

TEST_P(Exhaustive, TheScannersAgreeOnRandomTexts) {
  constexpr std::string_view kPieces[] = {"http://",
                                          "https://",
                                          "HTTP://",
                                          "ftp://",
                                          "file:///",
                                          "mailto:",
                                          "javascript:",
                                          "tel:",
                                          "urn:",
                                          "git+ssh://",
                                          "x-y.z://",
                                          "//",
                                          ":",
                                          "@",
                                          ".",
                                          "..",
                                          "。",
                                          "．",
                                          "a",
                                          "Ab1",
                                          "é",
                                          "例え",
                                          ".com",
                                          ".COM",
                                          ".рф",
                                          ".xn--p1ai",
                                          "www.",
                                          "-",
                                          "_",
                                          "%41",
                                          "%",
                                          ":80",
                                          ":65536",
                                          "/",
                                          "?",
                                          "#",
                                          ":~:",
                                          "=",
                                          "&",
                                          "(",
                                          ")",
                                          "[",
                                          "]",
                                          "（",
                                          "）",
                                          "<",
                                          ">",
                                          "\"",
                                          "'",
                                          "«",
                                          "»",
                                          " ",
                                          "\n",
                                          "\xC3",
                                          "\xE3\x80",
                                          "\xFF",
                                          "[::1]",
                                          "[1:2::3%25en0]",
                                          "[v1.a]",
                                          "127.0.0.1",
                                          "+",
                                          "~",
                                          "😀",
                                          "\u200b",
                                          "\u00a0",
                                          "\ue000",
                                          std::string_view("\0", 1)};
  std::mt19937 random(58);
  for (int round = 0; round < kRandomTexts; ++round) {
    std::string text;
    for (size_t count = random() % 14; count > 0; --count) {
      text += kPieces[random() % std::size(kPieces)];
    }
    expect_agreement(text);
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(, Exhaustive, testing::Values(Profile::uts58, Profile::strict),
                         [](const auto& param) { return std::string(to_string(param.param)); });

}  // namespace exhaustive_test
}  // namespace linkspan::test
