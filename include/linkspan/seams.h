// SPDX-License-Identifier: Apache-2.0
// seams.h: where a long text may be cut in two so that the links of the two halves are those of the
// whole. Several threads or processes can then read one file.
//
//   …the end of a line.⏎|The next line…           a seam: a link ends at a line feed …
//   <https://example.org/⏎long/way>                no seam: … except in angle brackets
//   References: <a@example.org>⏎ <b@example.org>   no seam: the second is a message identifier
//                                                  because the first is one
//   See <URL:⏎https://example.org/>                no seam: the label is before the break
//
// A scanner that begins right after a line feed finds the same as one that has read the text before
// it, if
//
//   1. no link in angle brackets is open there. Only a `<` and a letter right after it open one; a
//      `>`, an empty line or Options::max_link_bytes end it;
//   2. the last character before the line feed, except white space, commas and quotation marks, is
//      not a colon or an equals sign, which may be that of a label or of a header field, nor an
//      `@`, the end of `://`, nor a `>` after an address; and the next line does not begin with
//      such a colon;
//   3. the line before does not end, after punctuation, a quotation mark or an escape, like a link
//      that could continue in the next one (scan/prose/line_joint.h).
//
// All other text that decides about a link is in the same line (docs/scanning.md). If lines are
// wrapped or quoted (Layout), a seam must also be right after an empty line below a line that ends
// like a sentence or a word: there every paragraph and quotation ends.
//
// These are conditions on bytes, for charsets whose lines can be decoded separately
// (charset::Charset::lines_stand_alone, charset.h). They are stricter than necessary; a text
// without a seam is read by one process.
//
// Guarded by tests/document/document_seams_test.cc, which cuts texts made for it at every seam.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "linkspan/export.h"
#include "linkspan/layout.h"

namespace LINKSPAN_API linkspan {

// The options that the text is scanned with: its seams depend on them.
struct SeamRules {
  Layout layout = {};
  uint32_t max_link_bytes = 64 * 1024;
};

// Whether the searched text is the start of the text, or unknown text precedes it.
enum class Before : uint8_t { nothing, unknown };

// How many bytes before `from` the search needs to find all seams.
size_t seam_context(const SeamRules& rules);

// The first seam in `text` at `from` or after it, as an offset into `text`; neither its start nor
// its end is one. Linear.
std::optional<size_t> find_seam(std::string_view text, size_t from, Before before,
                                const SeamRules& rules);

}  // namespace linkspan
