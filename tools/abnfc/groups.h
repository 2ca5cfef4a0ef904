// SPDX-License-Identifier: Apache-2.0
// Reads short lists of words, each with a name, which are written as arrays of C++:
//
//   # a comment; blank lines are skipped, too
//   pronouns    me you him
//   statements  "if (" return      quotation marks are around a word with blanks
//
// A list may continue on further lines, each with its name again. The longest words come first, so
// that none hides another that begins or ends with it; words of one length are sorted by bytes.
// Guarded by tests/grammars/abnfc_test.cc (Groups).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "abnfc/source.h"

namespace linkspan::abnfc {

// Borrows the text of its source.
struct WordGroup {
  std::string_view name;
  std::vector<std::string_view> words;
};

// `index` is the index of `source` in the sources of `diagnostics`. Reports all errors and returns
// nullopt if there are any.
std::optional<std::vector<WordGroup>> read_groups(const Source& source, uint32_t index,
                                                  Diagnostics& diagnostics);

}  // namespace linkspan::abnfc
