// SPDX-License-Identifier: Apache-2.0
// The signs of charsets: byte order marks, and the escape sequences that designate a non-ASCII set
// of ISO 2022. detect.h and live_detector.h use one table of each.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "base/utf8.h"

namespace linkspan::charset {

struct Sign {
  std::string_view bytes;
  std::string_view charset;
};

inline constexpr char kEscape = 0x1B;
inline constexpr char kShiftOut = 0x0E;
inline constexpr char kShiftIn = 0x0F;
inline constexpr std::string_view kBeginOfHz = "~{";
inline constexpr std::string_view kEndOfHz = "~}";
inline constexpr std::string_view kAfterTildeOfHz = "~{}\n";  // in ASCII (RFC 1843)

namespace internal {
using namespace std::string_view_literals;

// The table of section D.10 of ISO/IEC 10646 and of RFC 2781; FF FE 00 00 before FF FE.
inline constexpr std::array kMarks = {
    Sign{base::kByteOrderMark, "UTF-8"}, Sign{"\xFF\xFE\0\0"sv, "UTF-32"},
    Sign{"\0\0\xFE\xFF"sv, "UTF-32"},    Sign{"\xFF\xFE"sv, "UTF-16"},
    Sign{"\xFE\xFF"sv, "UTF-16"},        Sign{"\x84\x31\x95\x33"sv, "GB18030"},
    Sign{"\x0E\xFE\xFF"sv, "SCSU"},      Sign{"\xFB\xEE\x28"sv, "BOCU-1"},
};

// In the order of the search.
inline constexpr std::array kDesignations = {
    Sign{"\x1B$)C", "ISO-2022-KR"}, Sign{"\x1B$)A", "ISO-2022-CN"}, Sign{"\x1B$)G", "ISO-2022-CN"},
    Sign{"\x1B$)E", "ISO-2022-CN"}, Sign{"\x1B$*H", "ISO-2022-CN"}, Sign{"\x1B$B", "ISO-2022-JP"},
    Sign{"\x1B$@", "ISO-2022-JP"},  Sign{"\x1B$(", "ISO-2022-JP"},  Sign{"\x1B$A", "ISO-2022-JP"},
    Sign{"\x1B(J", "ISO-2022-JP"},  Sign{"\x1B(I", "ISO-2022-JP"},
};

template <class Signs>
bool begins_with_one(std::string_view bytes, const Signs& signs) {
  return std::any_of(signs.begin(), signs.end(),
                     [&](const Sign& sign) { return bytes.starts_with(sign.bytes); });
}

// Could more bytes complete a mark, or turn it into another one?
template <class Signs>
bool is_part_of_one(std::string_view bytes, const Signs& signs) {
  return std::any_of(signs.begin(), signs.end(), [&](const Sign& sign) {
    return bytes.size() < sign.bytes.size() && sign.bytes.starts_with(bytes);
  });
}
}  // namespace internal

inline constexpr const auto& kByteOrderMarks = internal::kMarks;
inline constexpr const auto& kDesignations = internal::kDesignations;

inline bool begins_with_mark(std::string_view bytes) {
  return internal::begins_with_one(bytes, kByteOrderMarks);
}
inline bool is_part_of_mark(std::string_view bytes) {
  return internal::is_part_of_one(bytes, kByteOrderMarks);
}
// In bytes; 0 if `bytes` begins with none.
inline size_t designation_length(std::string_view bytes) {
  const auto sign = std::find_if(kDesignations.begin(), kDesignations.end(),
                                 [&](const Sign& one) { return bytes.starts_with(one.bytes); });
  return sign == kDesignations.end() ? 0 : sign->bytes.size();
}
// Does it designate G1 or G2, which need a shift?
inline bool waits_for_shift(std::string_view designation) {
  return designation.starts_with("\x1B$)") || designation.starts_with("\x1B$*");
}
inline bool is_part_of_designation(std::string_view bytes) {
  return internal::is_part_of_one(bytes, kDesignations);
}

}  // namespace linkspan::charset
