// SPDX-License-Identifier: Apache-2.0
// Texts that are meant to be slow: what somebody would send who wants a scanner to take long.
//
// A family is a unit that is put one after the other, up to any size: "a@a@a@…" makes every second
// byte a trigger, "file:///(file:///(…" makes links that are given up and read again. A mixture is
// some thousand units in an order that never changes, again and again. Two promises are kept on all
// of them: the steps for each byte do not grow (tests/linear_test.cc), and neither does the time
// (`stages` of tools/bench). To add a way to be slow, add a line to the table in adversarial.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace linkspan::test {

struct AdversarialFamily {
  std::string name;  // lower-case letters, digits and hyphens
  std::string unit;  // at most 16 KiB: less than the longest link, and four times in 64 KiB
};

// All of them, made once.
const std::vector<AdversarialFamily>& adversarial_families();

// The first `size` bytes of a family.
std::string adversarial_text(const AdversarialFamily& family, size_t size);

// The seeds of mixtures are 1 to this.
inline constexpr uint32_t kAdversarialMixtures = 8;

// The first `size` bytes of a mixture of short units.
std::string adversarial_mixture(uint32_t seed, size_t size);

}  // namespace linkspan::test
