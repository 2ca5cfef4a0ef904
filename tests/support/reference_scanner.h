// SPDX-License-Identifier: Apache-2.0
// The slow scanner that the fast one is held against.
//
//   Options options;
//   options.profile = Profile::uts58;
//   reference_scan("see https://example.org/a, ok", options)      // one Span, [4, 25)
//   reference_scan("see https:/example.org, ok", options)         // none: no `//`
//
// It is docs/scanning.md turned into code, section by section, and nothing else: no automata, no
// tables of its own, no streaming, no prefilter. The text is decoded to a list of code points
// first, and every rule walks over that list as often as it likes. It shares no code with src/scan.
// What it knows about code points comes from support/reference_unicode.h, about schemes and
// top-level domains from the lists in grammars/, read when first needed.
//
// Ordinary text takes linear time, 10 MB/s and more; hostile text can make it quadratic.
// Guarded by tests/reference_test.cc: the published test file of UTS #58, and own cases for every
// rule.
#pragma once

#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::test {

// Whether reference_scan knows the rules of the profile: uts58 and strict. The others add judgement
// to uts58, which is written down case by case in corpus/.
bool reference_knows(Profile profile);

// All links of the text, in order.
// REQUIRES: reference_knows(options.profile), and options that Engine::create accepts. Throws
// std::invalid_argument for another profile.
std::vector<Span> reference_scan(std::string_view utf8, const Options& options);

}  // namespace linkspan::test
