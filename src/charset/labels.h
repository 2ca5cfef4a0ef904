// SPDX-License-Identifier: Apache-2.0
// The table of charsets: how each is decoded, and its labels. docs/charsets.md explains the
// choices.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/charset.h"

namespace linkspan::charset {

// How the bytes are decoded; `source` of a KnownCharset is the name of an ICU converter or a table.
enum class Reading : uint8_t {
  utf8,
  utf16,
  utf16_le,
  utf16_be,
  utf32,
  utf32_le,
  utf32_be,
  icu,              // byte by byte with the converter of ICU
  icu_single_byte,  // its table
  own_single_byte,  // a table of single_byte_tables.inc
  user_defined,
  icu_multi_byte,  // its table
  shift_jis,
  big5,
  big5_hkscs,
  gb18030,
  euc_tw,
  johab,
  iso_2022_jp,
  iso_2022_kr,
  iso_2022_cn,
  hz,
};

struct KnownCharset {
  std::string_view name;
  Reading reading;
  Normalization normalization;
  std::string_view source;                // if the decoder needs one
  std::string_view labels;                // separated by spaces, besides the name
  std::string_view labels_of_ascii = {};  // labels of ASCII
};

std::span<const KnownCharset> known_charsets();

// The label in its form for comparison: lower-case letters and digits (UTS #22, section 1.4),
// without a language after an asterisk (RFC 2231, section 5): `utf-8*en`.
std::string folded(std::string_view label);

// Null if no charset of the table has the label. REQUIRES: the label is folded.
const KnownCharset* known_charset(std::string_view folded_label);

// Converters of ICU that are unsafe for untrusted input: closing a copy of the one for compound
// text crashes (ICU 72), and that for ISO-2022-CN reads through a null pointer on some input
// (ICU-23165). The charsets of ISO 2022 that mail uses have their own decoder here.
bool is_unsafe(std::string_view icu_name);

// The names of one to three charsets whose labels are nearest by edit distance, also those of ICU,
// except the unsafe ones: each name can be used.
std::vector<std::string> nearest(std::string_view folded_label);

}  // namespace linkspan::charset
