// SPDX-License-Identifier: Apache-2.0
// The code in a source of reStructuredText, as docutils and Sphinx read it:
//
//   see ``a.example.org``, :samp:`b.example.org`      inline literals, and roles that are like them
//   so::                                              a literal block: indented, or quoted, after a
//                                                     paragraph that ends with `::`
//       curl a.example.org
//
//   .. code-block:: sh                                the content of a directive
//
//       curl a.example.org
//
//   >>> get("a.example.org")                          a doctest block: up to a blank line
//
// Line by line: a block ends at the first line that is not indented more than what began it. Not
// read: `default-role`, and roles that a document defines. In a table, inline literals are found,
// blocks are not. Time is linear. Guarded by tests/document/rst_code_test.cc.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::lines {

enum class RstCode : uint8_t { all, blocks };

// The ranges of the source, in order. Those of blocks are lines without their indentation; those of
// inline literals include the signs around them.
std::vector<Range> code_of_rst(std::string_view source, RstCode which);

}  // namespace linkspan::lines
