// SPDX-License-Identifier: Apache-2.0
// The fast path of parse(): 64 bytes at a time, without the automaton.
//
// It finds the delimiters in blocks of bytes and checks each byte against the characters of its
// component. It gives up on what is rare and on all that is wrong, and the automaton decides these
// texts: IP literals, a scheme and an authority of more than 62 bytes, errors.
//
//   https://a.example/b%20c?d     decided: scheme 0 to 5, host 8 to 17, …
//   https://[::1]/                undecided
//   https://a.example/b c         undecided, and the automaton reports the space
//
// PERF: 1.6 GB/s, and 0.3 GB/s by the automaton: `iri_benchmark --benchmark_filter=/ascii`, ASCII
// URLs of 81 bytes on average, AVX2.
//
// Guarded by tests/iri_fast_match_test.cc: what it decides is what the automaton decides, for all
// short texts over an alphabet of delimiters, and for random texts around the edges of blocks.
#pragma once

#include <string_view>

#include "base/cpu.h"
#include "linkspan/iri.h"

namespace linkspan::iri {

// True if the text matches, with its parts; false if it is undecided.
// REQUIRES: the text is shorter than 4 GiB, and no part is present.
using FastMatch = bool (*)(std::string_view text, Grammar grammar, Parts& parts);

// nullptr if this is not such a CPU, or has nothing that is faster than the automaton.
FastMatch fast_match_for(Cpu cpu);

}  // namespace linkspan::iri
