// SPDX-License-Identifier: Apache-2.0
// The one table of charsets: what each is read as, and the labels that mean it. docs/charsets.md
// explains the choices.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/charset.h"

namespace linkspan::charset {

// How the bytes are read; `source` of a KnownCharset is the name of what ICU or a table provides.
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
  std::string_view source;                // where the reading needs one
  std::string_view labels;                // separated by spaces; the name is one, too
  std::string_view labels_of_ascii = {};  // those that promise ASCII
};

std::span<const KnownCharset> known_charsets();

// What of a label counts: lower-case letters and digits (UTS #22, section 1.4). A language after
// an asterisk does not (RFC 2231, section 5): `utf-8*en`.
std::string folded(std::string_view label);

// Null when no charset of the table has the label. REQUIRES: the label is folded.
const KnownCharset* known_charset(std::string_view folded_label);

// Converters of ICU that must not be fed with what strangers send: closing a copy of the one for
// compound text crashes (ICU 72), and that for ISO-2022-CN reads through a null pointer on some
// input (ICU-23165). All of ISO 2022 that mail uses has a reading of its own here.
bool is_unsafe(std::string_view icu_name);

// The names of one to three charsets whose labels are nearest by edit distance, ICU's included but
// for those that are unsafe: what is named can be asked for.
std::vector<std::string> nearest(std::string_view folded_label);

}  // namespace linkspan::charset
