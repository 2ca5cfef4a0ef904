// SPDX-License-Identifier: Apache-2.0
// The text of a link, cut to a number of characters that a reader would count: extended grapheme
// clusters (UAX #29, with ICU). An ellipsis is in the place of what is cut off.
//
//   https://example.org/a/long/path?last=1, 26 characters     https://example.org/a/lon…
//   the same, in the middle                                   https://example.or…?last=1
//
// The first `kept` bytes are never cut: a text that ended within its host would show another one.
// Guarded by tests/render/document_renderer_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/render.h"

namespace linkspan::render {

// The whole text if it is short enough, or if nothing but the ellipsis would be won. Takes a time
// that depends on the text, at most once for each of its bytes.
std::string shortened(std::string_view text, size_t kept, size_t most_characters, Shorten how);

}  // namespace linkspan::render
