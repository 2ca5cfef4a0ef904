// SPDX-License-Identifier: Apache-2.0
// Reads ABNF files into a Grammar: RFC 5234 whole, with the strings of RFC 7405.
//
//   scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )   ; works
//   scheme = ALPHA *( ALPHA / DIGIT                       ; error: this group is not closed
//   scheme = <letters and so on>                          ; error: prose cannot be compiled
//
// The dialect, where the standard leaves a choice or we add one:
// - Terminals are Unicode code points; `%xE9` is é. `"…"` holds printable ASCII only, as in the
// RFC.
// - A range may run over the surrogates, which are left out of it; one alone is an error.
// - Lines end in LF or CRLF, the last one also at the end of the file. Comments may be UTF-8.
// - Rules may be indented as in the RFCs: the first rule of a file sets the margin, and a line
//   that begins further right continues the rule before it, blank and comment lines between
//   included.
// - Core rules are not built in: give core.abnf as one of the files.
// After an error reading goes on with the next rule, so that one run shows all errors.
// Guarded by tests/abnfc_test.cc (Reader, Errors) and tests/fuzz/abnfc_fuzz.cc.
#pragma once

#include <vector>

#include "abnfc/grammar.h"
#include "abnfc/source.h"

namespace linkspan::abnfc {

// Deeper groups than this are refused: reading and building call themselves for each level.
inline constexpr uint32_t kMaxGroupDepth = 100;
// A larger repetition count is refused: it is a slip, or an attempt to fill the memory.
inline constexpr uint32_t kMaxRepetition = 65535;

// Reads all files, in order, and checks the whole (Grammar::check).
Grammar read_grammar(const std::vector<Source>& sources, Diagnostics& diagnostics);

}  // namespace linkspan::abnfc
