// SPDX-License-Identifier: Apache-2.0
// Reads ABNF files into a Grammar: all of RFC 5234, and the strings of RFC 7405.
//
//   scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )   ; works
//   scheme = ALPHA *( ALPHA / DIGIT                       ; error: this group is not closed
//   scheme = <letters and so on>                          ; error: prose cannot be compiled
//
// The dialect, where the standard leaves a choice or this reader extends it:
// - Terminals are Unicode code points; `%xE9` is é. `"…"` contains printable ASCII only.
// - A range may include the surrogates, which are removed from it. A single surrogate is an error.
// - Lines end with LF or CRLF; the last one may end with the file. Comments may contain UTF-8.
// - Rules may be indented as in the RFCs. The first rule of a file sets the margin. A line that is
//   indented further continues the previous rule, also after blank lines and comments.
// - Core rules are not built in: pass core.abnf as one of the files.
// After an error, reading continues with the next rule, so that one run shows all errors.
// Guarded by tests/grammars/abnfc_test.cc (Reader, Errors) and tests/fuzz/abnfc_fuzz.cc.
#pragma once

#include <vector>

#include "abnfc/grammar.h"
#include "abnfc/source.h"

namespace linkspan::abnfc {

// Deeper nesting of groups is an error, as reading and building recurse for each level.
inline constexpr uint32_t kMaxGroupDepth = 100;
// A larger repetition count is an error: it is a mistake, or an attempt to exhaust memory.
inline constexpr uint32_t kMaxRepetition = 65535;

// Reads all files in order and checks the result (Grammar::check).
Grammar read_grammar(const std::vector<Source>& sources, Diagnostics& diagnostics);

}  // namespace linkspan::abnfc
