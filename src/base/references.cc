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

// Of the name with this place, the second code point.
struct Second {
  uint16_t at;
  uint16_t code_point;
};
#include "base/references.inc"  // NOLINT

constexpr size_t kLongestName = 32;        // with `;`
constexpr size_t kLongestWithoutSign = 6;  // of the names that need no `;`

struct Named {
  uint16_t name = 0;  // where it is in kNames, without `;`
  uint8_t name_size = 0;
  bool may_lack_sign = false;  // `;`
  uint8_t text_size = 0;
  char text[Reference::kMostBytes] = {};
};

// Of a name, its first and last bytes and its size.
constexpr size_t kNameSlots = 8192;
constexpr size_t slot_of(std::string_view name) {
  const auto byte = [name](size_t at) { return uint64_t{static_cast<uint8_t>(name[at])}; };
  const size_t size = name.size();
  const uint64_t key = byte(0) | byte(1) << 8 | byte(size / 2) << 16 | byte(size / 2 - 1) << 24 |
                       byte(size - 1) << 32 | byte(size - 2) << 40 | uint64_t{size} << 48;
  return static_cast<size_t>(key * 0x9E3779B97F4A7C15 >> 51);
}

// All names, and by their slots: an entry and 1, or 0. The next slot is used for a name whose slot
// is taken.
struct Table {
  std::array<Named, kNameCount> named{};
  std::array<uint16_t, kNameSlots> slots{};
};

constexpr void fill(Table& table) {
  const uint8_t* step = kSteps;
  const Second* second = kSeconds;
  uint32_t code_point = 0;
  size_t name = 0;
  for (size_t at = 0; at < kNameCount; ++at) {
    Named& named = table.named[at];
    size_t end = name;
    while (kNames[end] != ' ' && kNames[end] != ',') ++end;
    named.name = static_cast<uint16_t>(name);
    named.name_size = static_cast<uint8_t>(end - name);
    named.may_lack_sign = kNames[end] == ',';
    constexpr uint8_t kLongStep = 255;
    code_point += *step == kLongStep ? step[1] | step[2] << 8 | step[3] << 16 : *step;
    step += *step == kLongStep ? 4 : 1;
    char* to = write_utf8(code_point, named.text);
    if (second != std::end(kSeconds) && second->at == at) {
      to = write_utf8(second->code_point, to);
      ++second;
    }
    named.text_size = static_cast<uint8_t>(to - named.text);
    size_t slot = slot_of({kNames + name, end - name});
    while (table.slots[slot] != 0) slot = (slot + 1) % kNameSlots;
    table.slots[slot] = static_cast<uint16_t>(at + 1);
    name = named.may_lack_sign ? end + 2 : end + 1;
  }
}

#ifdef __wasm__
// PERF: filled when it is first used, it takes 6 KB of what a page loads, and 22 KB as a constant.
const Table& table() {
  static Table table;
  static const bool is_filled = (fill(table), true);
  static_cast<void>(is_filled);
  return table;
}
#else
constexpr Table kTable = [] {
  Table table;
  fill(table);
  return table;
}();
const Table& table() { return kTable; }
#endif

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

// The entry of a name without its `;`, or null. REQUIRES: it has two bytes at least.
const Named* find(std::string_view name) {
  const Table& all = table();
  for (size_t slot = slot_of(name); all.slots[slot] != 0; slot = (slot + 1) % kNameSlots) {
    const Named& named = all.named[all.slots[slot] - 1];
    if (std::string_view(kNames + named.name, named.name_size) == name) return &named;
  }
  return nullptr;
}

// `size`: of the reference.
Reference reference_to(const Named& named, size_t size) {
  Reference reference;
  reference.size = size;
  reference.utf8_size = named.text_size;
  std::copy(std::begin(named.text), std::end(named.text), reference.utf8);
  return reference;
}

// The longest name that the text after a `&` begins with.
Reference find_longest(std::string_view text) {
  size_t length = 0;
  while (length < std::min(text.size(), kLongestName) &&
         is_ascii_alphanumeric(static_cast<uint8_t>(text[length]))) {
    ++length;
  }
  if (length >= 2 && length < text.size() && text[length] == ';') {
    if (const Named* const named = find(text.substr(0, length)))
      return reference_to(*named, length + 2);
  }
  for (length = std::min(length, kLongestWithoutSign); length >= 2; --length) {
    const Named* const named = find(text.substr(0, length));
    if (named != nullptr && named->may_lack_sign) return reference_to(*named, length + 1);
  }
  return {};
}

}  // namespace

// PERF: 30 instructions, and 150 by find_longest().
Reference read_named_reference(std::string_view name) {
  if (name.size() < 3 || name.size() > kLongestName || name.back() != ';') return {};
  const Named* const named = find(name.substr(0, name.size() - 1));
  return named == nullptr ? Reference() : reference_to(*named, name.size() + 1);
}

Reference read_reference(std::string_view text, Place place) {
  if (text.size() > 1 && text[1] == '#') return read_number(text);
  const Reference reference = find_longest(text.substr(1));
  const size_t size = reference.size;
  if (place == Place::attribute && size > 0 && text[size - 1] != ';' && size < text.size() &&
      (text[size] == '=' || is_ascii_alphanumeric(static_cast<uint8_t>(text[size])))) {
    return {};
  }
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
