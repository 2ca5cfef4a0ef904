// SPDX-License-Identifier: Apache-2.0
// Which colours of a text may be sent to a terminal.
//
//   ESC [ 01;31 m          yes: bold and red
//   ESC [ 38;5;208 m       yes: a colour of 256; 38:2::1:2:3, of all
//   ESC [ 8 m              no: what follows would be there and not be seen
//   ESC [ 1000 m           no: no terminal knows it
//
// ECMA-48, section 8.3.117, and ISO 8613-6 for 38, 48 and 58. Guarded by tests/render/sgr_test.cc.
#pragma once

#include <string_view>

namespace linkspan::render {

// `sequence`: empty, or a whole one as base::find_sgr() finds it. Returns false for an empty one.
bool is_harmless_sgr(std::string_view sequence);

}  // namespace linkspan::render
