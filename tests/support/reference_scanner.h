// SPDX-License-Identifier: Apache-2.0
// The slow scanner that the fast one is compared with.
//
//   Options options;
//   options.profile = Profile::uts58;
//   reference_scan("see https://example.org/a, ok", options)      // one Span, [4, 25)
//   reference_scan("see https:/example.org, ok", options)         // none: no `//`
//
// It implements docs/scanning.md section by section, with no automata, no tables of its own, no
// streaming and no prefilter. It first decodes the text to a list of code points, and every rule
// reads that list as often as it needs. It shares no code with src/scan. The properties of code
// points come from support/reference_unicode.h, the schemes and top-level domains from the lists in
// grammars/, which are read when first needed.
//
// Ordinary text takes linear time, 10 MB/s and more; hostile text can make it quadratic.
// Guarded by tests/scan/reference_test.cc: the published test file of UTS #58, and own cases for
// every section.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::test {

// Does reference_scan implement the profile? Only uts58 and strict. The other profiles add rules of
// reading to a syntax of their own: reference_readings() implements that, and corpus/ has cases for
// the rules.
bool reference_knows(Profile profile);

// All links of the text, in order.
// REQUIRES: reference_knows(options.profile), and options that Engine::create accepts. Throws
// std::invalid_argument for another profile.
std::vector<Span> reference_scan(std::string_view utf8, const Options& options);

// The syntax of profiles prose and code (docs/scanning.md, section 12): the link at the trigger at
// this byte, whatever precedes it; and all links of the text. The rules of reading may shorten or
// reject them (tests/scan/reference_prose_test.cc). The text has no escapes.
std::optional<Span> reference_reading(std::string_view utf8, uint64_t trigger,
                                      const Options& options);
std::vector<Span> reference_readings(std::string_view utf8, const Options& options);

}  // namespace linkspan::test
