// Promise: the work is linear in the text, whatever the text is. Steps are counted, not seconds:
// every loop over text counts (base/steps.h), and the steps per byte must not grow with the size.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/steps.h"
#include "linkspan/linkspan.h"

namespace linkspan {
namespace {

constexpr std::string_view kUnits[] = {
    "a.",          "a@",         "://",        "http://",     "www.",     "((((", "[[]]",
    "mailto:",     "<URL:",      "....",       "x:",          "@@@@",     "。",   "a",
    "a@b.com",     "http://a/(", "<http://",   "http://[",    "a_",       "tel:", "x://a:1@",
    "%41",         "a..b@",      "\"http://a", "\xC3",        "\xE3\x80", "-",    "http://a?b#c:~:",
    "<http://a ",  "1.",         "é。",        "mailto:a@b?", "sip:",     "urn:", "tel:1",
    "a[",          "http://a/{", "<a@b.c> ",   "データ。",    "a.comで",  "/a_",  "を",
    "http://a/を", "a.b-",       "=a@"};

std::string repeated(std::string_view unit, size_t size) {
  std::string text;
  while (text.size() < size) text += unit;
  text.resize(size);
  return text;
}

// A mixture of 32 KiB, again and again: the same work for each byte at every size, if it is linear.
std::string mixture(uint32_t seed, size_t size) {
  constexpr size_t kPeriod = 32 << 10;
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < kPeriod) {
    const std::string_view unit = kUnits[random() % std::size(kUnits)];
    for (size_t times = random() % 8; times > 0; --times) text += unit;
    if (random() % 64 == 0) text += ' ';
  }
  return repeated(text, size);
}

double steps_per_byte(const Engine& engine, std::string_view text) {
  base::steps_counted = 0;
  engine.scan(text, [](const Span&) {});
  return static_cast<double>(base::steps_counted) / static_cast<double>(text.size());
}

class Linear : public testing::TestWithParam<Profile> {
 protected:
#ifdef LINKSPAN_SANITIZED
  static constexpr size_t kSizes[] = {64 << 10, 256 << 10, 1 << 20};
#else
  static constexpr size_t kSizes[] = {64 << 10, 1 << 20, 16 << 20};
#endif

  void expect_flat(const std::string& what, const std::string& largest) {
    Options options;
    options.profile = GetParam();
    const Engine engine = Engine::create(options).value();
    const double at_64k = steps_per_byte(engine, std::string_view(largest).substr(0, kSizes[0]));
    for (const size_t size : kSizes) {
      const double steps = steps_per_byte(engine, std::string_view(largest).substr(0, size));
      EXPECT_LE(steps, at_64k * 1.1 + 0.001) << what << " at " << size;
      EXPECT_GE(steps, at_64k * 0.9 - 0.001) << what << " at " << size;
      EXPECT_LT(steps, 32) << what << ": so many steps for each byte";
    }
  }
};

TEST_P(Linear, OnRunsOfOneUnit) {
  for (const std::string_view unit : kUnits) {
    expect_flat("a run of '" + std::string(unit) + "'", repeated(unit, kSizes[2]));
  }
}

TEST_P(Linear, OnMixtures) {
  for (uint32_t seed = 1; seed <= 8; ++seed) {
    expect_flat("mixture " + std::to_string(seed), mixture(seed, kSizes[2]));
  }
}

// A count that counts nothing would pass everything above.
TEST_P(Linear, StepsAreCounted) {
  const Engine engine = Engine::create({}).value();
  EXPECT_GE(steps_per_byte(engine, repeated("a", 1000)), 0.9);
}

INSTANTIATE_TEST_SUITE_P(, Linear,
                         testing::Values(Profile::uts58, Profile::prose, Profile::code,
                                         Profile::strict),
                         [](const auto& param) { return std::string(name(param.param)); });

}  // namespace
}  // namespace linkspan
