// SPDX-License-Identifier: Apache-2.0
// Promise: the work is linear in the size of any text. The test counts steps, not seconds: every
// loop over text of unbounded length counts its steps (base/steps.h), and the steps per byte must
// not grow with the size.

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/steps.h"
#include "linkspan/linkspan.h"
#include "tests/support/adversarial.h"

namespace linkspan {
namespace linear_test {

double steps_per_byte(const Engine& engine, std::string_view text) {
  base::steps_counted = 0;
  engine.scan(text, [](const Span&) {});
  return static_cast<double>(base::steps_counted) / static_cast<double>(text.size());
}

class Linear : public testing::TestWithParam<Profile> {
 protected:
  // From the least to the largest. With LINKSPAN_LONG in the environment, up to 16 MiB, which takes
  // 60 times as long.
  static std::array<size_t, 2> sizes() {
    const bool is_long = std::getenv("LINKSPAN_LONG") != nullptr;  // NOLINT(concurrency-mt-unsafe)
    return {64 << 10, is_long ? size_t{16} << 20 : 256 << 10};
  }

  // Per byte. The rules for a bare domain check a dozen features of the 200 bytes around it, and
  // the shortest domain for which all are checked has eight bytes.
  static constexpr double kMostSteps = 160;

  void expect_flat(const std::string& what, const std::string& largest) {
    Options options;
    options.profile = GetParam();
    const Engine engine = Engine::create(options).value();
    const double at_64k = steps_per_byte(engine, std::string_view(largest).substr(0, sizes()[0]));
    for (const size_t size : sizes()) {
      const double steps = steps_per_byte(engine, std::string_view(largest).substr(0, size));
      EXPECT_LE(steps, at_64k * 1.1 + 0.001) << what << " at " << size;
      // The first link may cost more than the text after it.
      EXPECT_GE(steps, at_64k * 0.85 - 0.001) << what << " at " << size;
      EXPECT_LT(steps, kMostSteps) << what << ": too many steps per byte";
    }
  }
};

TEST_P(Linear, OnRepeatedAdversarialUnits) {
  for (const test::AdversarialFamily& family : test::adversarial_families()) {
    expect_flat(family.name, test::adversarial_text(family, sizes()[1]));
  }
}

TEST_P(Linear, OnMixturesOfAdversarialUnits) {
  for (uint32_t seed = 1; seed <= test::kAdversarialMixtures; ++seed) {
    expect_flat("mixture " + std::to_string(seed), test::adversarial_mixture(seed, sizes()[1]));
  }
}

// The text after an unclosed bracket is not read again for the link after it.
TEST_P(Linear, TheTextAfterAnUnclosedBracketIsReadOnce) {
  Options options;
  options.profile = GetParam();
  const Engine engine = Engine::create(options).value();
  std::string text;
  while (text.size() < sizes()[0]) text += "(ab://example.org/" + std::string(40, 'a');
  EXPECT_LT(steps_per_byte(engine, text), 5);  // one of them in search of escapes
}

// Without this test, a counter that does not count would pass the tests above.
TEST_P(Linear, StepsAreCounted) {
  Options options;
  options.profile = GetParam();
  const Engine engine = Engine::create(options).value();
  EXPECT_GE(steps_per_byte(engine, std::string(1000, 'a')), 0.9);
}

INSTANTIATE_TEST_SUITE_P(, Linear,
                         testing::Values(Profile::uts58, Profile::prose, Profile::code,
                                         Profile::strict),
                         [](const auto& param) { return std::string(to_string(param.param)); });

}  // namespace linear_test
}  // namespace linkspan
