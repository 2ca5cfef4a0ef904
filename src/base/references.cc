// SPDX-License-Identifier: Apache-2.0
#include "base/references.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "base/ascii.h"
#include "base/utf8.h"

namespace linkspan::base {
namespace {

struct Named {
  std::string_view name;  // without `&`; with `;`, if it needs one
  std::string_view text;
};

constexpr Named kNamed[] = {
#include "base/references.inc"  // NOLINT
};

// The first entry for each letter that a name begins with, and that for the next one.
struct FirstNames {
  uint16_t begin[129] = {};
};
constexpr FirstNames kFirstNames = [] {
  FirstNames first;
  size_t at = 0;
  for (size_t letter = 0; letter < 129; ++letter) {
    while (at < std::size(kNamed) && static_cast<size_t>(kNamed[at].name[0]) < letter) ++at;
    first.begin[letter] = static_cast<uint16_t>(at);
  }
  return first;
}();

constexpr size_t kLongestName = 32;

// Of a name, its first and last bytes and its size.
constexpr size_t kNameSlots = 8192;
constexpr size_t slot_of(std::string_view name) {
  const auto byte = [name](size_t at) { return uint64_t{static_cast<uint8_t>(name[at])}; };
  const size_t size = name.size();
  const uint64_t key = byte(0) | byte(1) << 8 | byte(size / 2) << 16 | byte(size / 2 - 1) << 24 |
                       byte(size - 2) << 32 | byte(size - 3) << 40 | uint64_t{size} << 48;
  return static_cast<size_t>(key * 0x9E3779B97F4A7C15 >> 51);
}

// The names with `;`, by their slots: an entry of kNamed and 1, or 0. The next slot is used for a
// name whose slot is taken.
constexpr std::array<uint16_t, kNameSlots> kSlots = [] {
  std::array<uint16_t, kNameSlots> slots{};
  for (size_t at = 0; at < std::size(kNamed); ++at) {
    if (!kNamed[at].name.ends_with(';')) continue;
    size_t slot = slot_of(kNamed[at].name);
    while (slots[slot] != 0) slot = (slot + 1) % kNameSlots;
    slots[slot] = static_cast<uint16_t>(at + 1);
  }
  return slots;
}();
constexpr char32_t kReplacement = 0xFFFD;

// Numbers of C1 controls mean the characters of windows-1252 (section 13.2.5.80); 0: none.
constexpr char32_t kWindows1252[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

char32_t code_point_of(uint32_t number) {
  if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF)) {
    return kReplacement;
  }
  if (number >= 0x80 && number < 0xA0 && kWindows1252[number - 0x80] != 0) {
    return kWindows1252[number - 0x80];
  }
  return number;
}

unsigned digit_value(char c) {
  return is_ascii_digit(static_cast<uint8_t>(c)) ? static_cast<unsigned>(c - '0')
                                                 : static_cast<unsigned>((c | 0x20) - 'a') + 10;
}

// REQUIRES: the text begins with `&#`.
Reference read_number(std::string_view text) {
  const bool is_hex = text.size() > 2 && (text[2] | 0x20) == 'x';
  const size_t begin = is_hex ? 3 : 2;
  const auto is_digit = [is_hex](char c) {
    const auto byte = static_cast<uint8_t>(c);
    return is_hex ? is_ascii_hex_digit(byte) : is_ascii_digit(byte);
  };
  uint32_t number = 0;
  size_t at = begin;
  for (; at < text.size() && is_digit(text[at]); ++at) {
    number = std::min<uint32_t>(number * (is_hex ? 16 : 10) + digit_value(text[at]), 0x110000);
  }
  Reference reference;
  if (at == begin) return reference;
  reference.size = at + (at < text.size() && text[at] == ';' ? 1 : 0);
  char* const end = write_utf8(code_point_of(number), reference.utf8);
  reference.utf8_size = static_cast<uint8_t>(end - reference.utf8);
  return reference;
}

// The entry of a name that ends with `;`, or null. REQUIRES: it has two bytes at least.
const Named* find_whole(std::string_view name) {
  for (size_t slot = slot_of(name); kSlots[slot] != 0; slot = (slot + 1) % kNameSlots) {
    const Named& named = kNamed[kSlots[slot] - 1];
    if (named.name == name) return &named;
  }
  return nullptr;
}

// The entry with the longest name that the text begins with, or null.
const Named* find_named(std::string_view text) {
  size_t length = 0;
  while (length < std::min(text.size(), kLongestName) &&
         is_ascii_alphanumeric(static_cast<uint8_t>(text[length]))) {
    ++length;
  }
  if (length < text.size() && text[length] == ';') ++length;
  if (length < 2) return nullptr;
  if (text[length - 1] == ';' && length > 2) {
    if (const Named* const whole = find_whole(text.substr(0, length))) return whole;
  }
  const auto letter = static_cast<uint8_t>(text[0]);
  const Named* const first = kNamed + kFirstNames.begin[letter];
  const Named* const end = kNamed + kFirstNames.begin[letter + 1];
  for (; length >= 2; --length) {
    const std::string_view name = text.substr(0, length);
    const Named* const found = std::lower_bound(
        first, end, name, [](const Named& named, std::string_view of) { return named.name < of; });
    if (found != end && found->name == name) return found;
  }
  return nullptr;
}

}  // namespace

// PERF: 30 instructions, and 300 by find_named().
Reference read_named_reference(std::string_view name) {
  Reference reference;
  if (name.size() < 3 || name.size() > kLongestName) return reference;
  if (const Named* const named = find_whole(name)) {
    reference.size = name.size() + 1;
    reference.utf8_size = static_cast<uint8_t>(named->text.size());
    std::copy(named->text.begin(), named->text.end(), reference.utf8);
  }
  return reference;
}

Reference read_reference(std::string_view text, Place place) {
  if (text.size() > 1 && text[1] == '#') return read_number(text);
  Reference reference;
  const Named* const named = find_named(text.substr(1));
  if (named == nullptr) return reference;
  const size_t size = 1 + named->name.size();
  if (place == Place::attribute && !named->name.ends_with(';') && size < text.size() &&
      (text[size] == '=' || is_ascii_alphanumeric(static_cast<uint8_t>(text[size])))) {
    return reference;
  }
  reference.size = size;
  reference.utf8_size = static_cast<uint8_t>(named->text.size());
  std::memcpy(reference.utf8, named->text.data(), named->text.size());
  return reference;
}

std::string attribute_value(std::string_view source) {
  const auto is_decoded = [](char c) { return c == '&' || c == '\0'; };
  if (std::none_of(source.begin(), source.end(), is_decoded)) return std::string(source);
  std::string value;
  for (size_t at = 0; at < source.size();) {
    if (source[at] == '&') {
      const Reference reference = read_reference(source.substr(at), Place::attribute);
      if (reference.size > 0) {
        value += reference.text();
        at += reference.size;
        continue;
      }
    }
    if (source[at] == '\0') {
      value += "\xEF\xBF\xBD";
    } else {
      value += source[at];
    }
    ++at;
  }
  return value;
}

}  // namespace linkspan::base
