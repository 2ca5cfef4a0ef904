// SPDX-License-Identifier: Apache-2.0
// The fast path of parse(): 64 bytes at a time, without the automaton.
//
// It finds the delimiters in blocks of bytes and checks each byte against the characters of its
// component. It leaves rare texts and errors to the automaton: IP literals, a scheme and an
// authority of more than 62 bytes, texts that are not IRIs.
//
//   https://a.example/b%20c?d     decided: scheme 0 to 5, host 8 to 17, …
//   https://[::1]/                undecided
//   https://a.example/b c         undecided, and the automaton reports the space
//
// PERF: 1.6 GB/s, and 0.3 GB/s by the automaton: `iri_benchmark --benchmark_filter=/ascii`, ASCII
// URLs of 81 bytes on average, AVX2.
//
// Guarded by tests/iri/iri_fast_match_test.cc: its decisions are those of the automaton, for all
// short texts over an alphabet of delimiters, and for random texts around the edges of blocks.
#pragma once

#include <string_view>

#include "base/cpu.h"
#include "linkspan/iri.h"

namespace linkspan::iri {

// True if the text matches, with its parts; false if it is undecided.
// REQUIRES: the text is shorter than 4 GiB, and no part is present.
using FastMatch = bool (*)(std::string_view text, Grammar grammar, Parts& parts);

// nullptr if this CPU is of another kind, or has no version that is faster than the automaton.
FastMatch fast_match_for(Cpu cpu);

}  // namespace linkspan::iri
