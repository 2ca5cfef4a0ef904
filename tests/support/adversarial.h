// SPDX-License-Identifier: Apache-2.0
// Texts that are meant to be slow, as an attacker would send them.
//
// A family is a unit that is repeated up to any size: "a@a@a@…" makes every second byte a trigger,
// "file:///(file:///(…" makes links that are rejected and read again. A mixture is some thousand
// units in a fixed order, repeated. On all of them, neither the steps per byte
// (tests/scan/linear_test.cc) nor the time per byte (`stages` of tools/bench) grows with the size.
// To add a pattern, add a line to the table in adversarial.cc.
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

// All families, made once.
const std::vector<AdversarialFamily>& adversarial_families();

// The unit of a family, repeated up to `size` bytes.
std::string adversarial_text(const AdversarialFamily& family, size_t size);

// The number of mixtures. Their seeds start at 1.
inline constexpr uint32_t kAdversarialMixtures = 8;

// The first `size` bytes of a mixture of short units.
std::string adversarial_mixture(uint32_t seed, size_t size);

}  // namespace linkspan::test
