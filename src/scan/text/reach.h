// SPDX-License-Identifier: Apache-2.0
// How far back from a candidate the scanner looks, in the text as it is written. A Stream keeps
// that much text. A LinkIndex scans at least that much after an edit, unless the text ends before.
// A long text may be cut where no text within this distance matters (document/seams.cc). A rule
// that looks further makes tests/scan/stream_test.cc and tests/scan/link_index_test.cc fail.
#pragma once

#include <cstdint>

namespace linkspan::scan {

// Before the trigger of a candidate. No candidate begins more than kMaxFirstLabelBytes and a few
// bytes before its trigger; the rest is for the text before a link, and for the longest escape that
// a trigger may be in (scan/text/escapes.h).
inline constexpr uint64_t kContext = 640;

// Before the trigger, without Window::reads_from(): the first label, a local part or the name of a
// scheme, and a few bytes. Before the colon of a web link that is plain ASCII: `https` and two
// bytes.
inline constexpr uint64_t kNear = 72;
inline constexpr uint64_t kNearPlainLink = 7;
// Before any other colon: what is before the name of a scheme is asked for.
inline constexpr uint64_t kNearColon = 2;

// Of a character before a place, in UTF-8.
inline constexpr uint64_t kLongestCharacter = 4;

// After the trigger, what most candidates read.
inline constexpr uint64_t kUsuallyAhead = 16;

// Over white space, commas and quotation marks, which may be line breaks: to the label or to the
// name of a header field before a link or a message identifier.
inline constexpr uint64_t kSpaceReach = 64;

}  // namespace linkspan::scan
