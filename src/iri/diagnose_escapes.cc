// SPDX-License-Identifier: Apache-2.0
// The checks of percent-encodings: bytes that are not UTF-8, and dots that leave a folder.
//
//   %C0%AF           `/` in two bytes, which UTF-8 forbids      → invalid_escape
//   %83e%83X%83g     テスト in Shift_JIS                         → legacy_escape
//   /a/%2e%2e/b, ..%2Fetc, %252e%252e%252f                      → escaped_dots
#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "base/utf8.h"
#include "iri/characters.h"
#include "iri/diagnose.h"
#include "iri/legacy_charsets.h"
#include "iri/percent.h"

namespace linkspan::iri {
namespace {

// ---- Bytes that are not UTF-8 ----

bool is_bad(const Character& character) {
  return character.value == base::kIllFormed && character.written == Written::escaped;
}

// The length of a character in a form that UTF-8 forbids (Unicode 17, table 3-7): overlong, a
// surrogate, or above U+10FFFF. 0 if there is none.
size_t forbidden_form(const std::string& bytes, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(bytes[i]); };
  const uint8_t lead = byte(at);
  const size_t length = lead < 0xC0 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF8 ? 4 : 0;
  if (length == 0 || at + length > bytes.size()) return 0;
  for (size_t i = at + 1; i < at + length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80u) return 0;
  }
  return length;  // a sequence of this form that is not well-formed is forbidden
}

bool all_forbidden(const std::string& bytes) {
  for (size_t at = 0; at < bytes.size();) {
    const size_t length = forbidden_form(bytes, at);
    if (length == 0) return false;
    at += length;
  }
  return true;
}

std::string list(const std::vector<std::string_view>& names) {
  std::string all;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) all += i + 1 == names.size() ? " or " : ", ";
    all += names[i];
  }
  return all;
}

// A piece between delimiters: bytes of one text in one charset.
void check_bytes(const Subject& subject, Range piece, Findings& findings) {
  if (subject.at(piece).find('%') == std::string_view::npos) return;
  const std::vector<Character> characters = characters_of(subject.text, piece);
  std::string bad;
  std::string all;
  Range range = {piece.end, piece.begin};
  for (size_t i = 0; i < characters.size(); ++i) {
    const Character& each = characters[i];
    if (!is_bad(each)) {
      all += utf8_of(characters, i, i + 1);
      continue;
    }
    EscapeDecoder decoder;
    bad += decoder.decode(subject.text, static_cast<size_t>(each.range.begin)).bytes;
    all += bad.back();
    range = {std::min(range.begin, each.range.begin), each.range.end};
  }
  if (bad.empty()) return;
  const bool forbidden = all_forbidden(bad);
  const std::vector<std::string_view> charsets =
      forbidden ? std::vector<std::string_view>() : legacy_charsets(all);
  if (charsets.empty()) {
    findings.add(Warning::invalid_escape, range, [&] {
      return quoted(subject.at(range)) +
             (forbidden ? " is a form of a character that UTF-8 forbids"
                        : " is not UTF-8, nor text in a charset that is known");
    });
  } else {
    findings.add(Warning::legacy_escape, range, [&] {
      return quoted(subject.at(range)) + " is not UTF-8; it may be text in " + list(charsets);
    });
  }
}

// ---- Dots ----

// A dot or delimiter as a server may decode it, also twice.
struct Sign {
  char value;
  Written written;
  Range range;
};

// %25 is decoded as often as it hides another escape.
std::vector<Sign> signs_of(std::string_view text, Range range) {
  std::vector<Sign> signs;
  const std::string_view before_end = Range{0, range.end}.text(text);
  for (auto at = static_cast<size_t>(range.begin); at < range.end;) {
    size_t hex = at + 1;
    while (text[at] == '%' && before_end.substr(hex).starts_with("25")) hex += 2;
    const std::string escape = base::to_ascii_lower(text.substr(hex, 2));
    const char decoded = text[at] != '%' || hex + 2 > range.end ? '\0'
                         : escape == "2e"                       ? '.'
                         : escape == "2f"                       ? '/'
                         : escape == "5c"                       ? '\\'
                                                                : '\0';
    if (decoded != '\0') {
      signs.push_back({decoded, Written::escaped, {at, hex + 2}});
    } else {
      signs.push_back({text[at], Written::plain, {at, at + 1}});
    }
    at += static_cast<size_t>(signs.back().range.size());
  }
  return signs;
}

bool is_separator(char c) { return std::string_view("/\\=&;?#").find(c) != std::string_view::npos; }

// Whole segments `.` and `..`, where a dot, or a delimiter beside two dots, is percent-encoded.
void check_dots(const Subject& subject, Range range, Findings& findings) {
  const std::vector<Sign> signs = signs_of(subject.text, range);
  for (size_t begin = 0; begin < signs.size();) {
    size_t end = begin;
    while (end < signs.size() && !is_separator(signs[end].value)) ++end;
    const size_t length = end - begin;
    const bool dots = length > 0 && length <= 2 &&
                      std::all_of(signs.begin() + static_cast<ptrdiff_t>(begin),
                                  signs.begin() + static_cast<ptrdiff_t>(end),
                                  [](const Sign& sign) { return sign.value == '.'; });
    const size_t first = length == 2 && begin > 0 ? begin - 1 : begin;
    const size_t last = length == 2 && end < signs.size() ? end + 1 : end;
    const bool escaped =
        dots && std::any_of(signs.begin() + static_cast<ptrdiff_t>(first),
                            signs.begin() + static_cast<ptrdiff_t>(last),
                            [](const Sign& sign) { return sign.written == Written::escaped; });
    if (escaped) {
      const Range place = {signs[first].range.begin, signs[last - 1].range.end};
      findings.add(Warning::escaped_dots, place, [&] {
        return quoted(subject.at(place)) + " is " + (length == 2 ? ".." : ".") +
               " in a path, percent-encoded";
      });
    }
    begin = end + 1;
  }
}

}  // namespace

void check_escapes(const Subject& subject, Findings& findings) {
  if (subject.text.find('%') == std::string_view::npos) return;
  // Delimiters that are not second bytes of any charset that is looked for.
  constexpr std::string_view kDelimiters = "/?#&=;+,:";
  for (size_t begin = 0; begin < subject.text.size();) {
    const size_t end =
        std::min(subject.text.find_first_of(kDelimiters, begin), subject.text.size());
    check_bytes(subject, {begin, end}, findings);
    begin = end + 1;
  }
  const Parts& parts = subject.parts;
  for (const Part each : {parts.path, parts.query, parts.fragment}) {
    if (each.present()) check_dots(subject, range_of(each), findings);
  }
}

}  // namespace linkspan::iri
