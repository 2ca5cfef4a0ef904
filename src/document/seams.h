// Seams: where a long text may be cut in two so that the links of the two halves are those of the
// whole. Several processes can then read one file.
//
//   …the end of a line.⏎|The next line…           a seam: links do not go over a line feed …
//   <https://example.org/⏎long/way>                no seam: … but in angle brackets they do
//   References: <a@example.org>⏎ <b@example.org>   no seam: the second is a message identifier as
//                                                  the first is one
//   See <URL:⏎https://example.org/>                no seam: the label stands before the break
//
// A scanner that begins right behind a line feed finds what one finds that comes from before it, if
//
//   1. no link in angle brackets is open there. Only a `<` and a letter right behind it open one; a
//      `>`, an empty line or Options::max_link_bytes end it;
//   2. what the scanner sees when it looks back over white space, commas and quotation marks is not
//      a colon or an equals sign, which may be that of a label or of a header field, nor an `@`,
//      nor a `>` after an address; and the next line does not begin with such a colon.
//
// Everything else that decides about a link stands in its own line (docs/scanning.md). Where the
// lines of a text are not those that were written (Layout), a seam is moreover right behind an
// empty line below a line that ends like a sentence or a word: there every paragraph and quotation
// ends.
//
// These are conditions on bytes, for charsets whose lines stand alone (Charset::lines_stand_alone).
// They are stricter than need be; a text without any seam is read by one process.
//
// Guarded by tests/document_seams_test.cc, which cuts texts made for it at every seam.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "linkspan/layout.h"

namespace linkspan::document {

struct SeamRules {
  Layout layout = {};
  uint32_t max_link_bytes = 64 * 1024;
};

// What stands before a part of a text.
enum class Before : uint8_t { nothing, unknown };

// How many bytes before it the search for a seam has to see so as to find all seams.
size_t seam_context(const SeamRules& rules);

// The first seam in `text` at `from` or behind; neither the begin nor the end of `text` is one.
std::optional<size_t> find_seam(std::string_view text, size_t from, Before before,
                                const SeamRules& rules);

}  // namespace linkspan::document
