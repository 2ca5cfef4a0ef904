// SPDX-License-Identifier: Apache-2.0
// Ways to run the scanner in tests, in addition to the public interface.
#pragma once

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"
#include "scan/state/config.h"
#include "tests/support/corpus.h"
#include "tests/support/data.h"

namespace linkspan {

// For the messages of a failed test: describe(span) of corpus.h.
void PrintTo(const Span& span, std::ostream* out);  // NOLINT(readability-identifier-naming)

}  // namespace linkspan

namespace linkspan::test {

inline constexpr Profile kAllProfiles[] = {Profile::prose, Profile::uts58, Profile::code,
                                           Profile::strict};

std::vector<Span> scan_whole(const Options& options, std::string_view text, Cpu cpu = Cpu::best);

// The slow path: every possible trigger is a candidate, and the automata decide all of them.
// REQUIRES: the options are valid.
std::vector<Span> scan_slow_path(const Options& options, std::string_view text);

// All cases of corpus/*.txt, read once.
const std::vector<Case>& corpus();

// "corpus/brackets.txt:17: the text"
std::string place(const Case& one);

std::vector<Range> ranges(const std::vector<Span>& spans);

// All files below a folder that have at most so many bytes, in order.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               uintmax_t largest);

}  // namespace linkspan::test
