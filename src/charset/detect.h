// SPDX-License-Identifier: Apache-2.0
// What detect() (linkspan/charset.h) can decide about a text before 64 KiB of it have arrived.
//
// Guarded by tests/charset/charset_detect_test.cc and tests/document/document_early_test.cc.
#pragma once

#include <cstddef>
#include <string_view>

#include "linkspan/charset.h"

namespace linkspan::charset {

// The result of detect() for well-formed UTF-8.
Guess certainly_utf8();

// Text in UTF-16 or UTF-32 has spaces and line ends, and so a zero byte in its first 4 KiB. Text
// without a zero byte there is neither, if its first 64 bytes are ASCII or if it is certainly
// UTF-8. So Chinese in UTF-16 without a mark, which may have no space for so long, is not excluded.
inline constexpr size_t kEarlyBytes = 4 * 1024;
inline constexpr size_t kAsciiStart = 64;
inline bool has_no_early_zero(std::string_view bytes) {
  return bytes.size() >= kEarlyBytes && bytes.find('\0') >= kEarlyBytes;
}

}  // namespace linkspan::charset
