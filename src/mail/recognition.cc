// SPDX-License-Identifier: Apache-2.0
// Lines of mail that are recognized by their form: header fields, and lines with a date.
//
// Guarded by tests/mail/mail_mbox_test.cc, tests/mail/mail_message_test.cc and
// tests/command/input/mail_recognition_test.cc.
#include <algorithm>
#include <array>
#include <cstddef>

#include "base/ascii.h"
#include "linkspan/mail.h"

namespace linkspan::mail {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};

bool is_digit(char c) { return base::is_ascii_digit(static_cast<unsigned char>(c)); }

bool is_month(std::string_view word) {
  if (word.size() != 3) return false;
  return std::find(kMonths.begin(), kMonths.end(), base::to_ascii_lower(word)) != kMonths.end();
}

// 2011
bool is_year(std::string_view word) {
  return word.size() == 4 && std::all_of(word.begin(), word.end(), is_digit) &&
         (word.starts_with("19") || word.starts_with("20"));
}

// 9:05, 12:08:34: each letter of the shape is that character, or a digit where it is `9`.
bool is_time_of_day(std::string_view word) {
  constexpr std::array<std::string_view, 4> kShapes = {"9:99", "99:99", "9:99:99", "99:99:99"};
  return std::any_of(kShapes.begin(), kShapes.end(), [word](std::string_view shape) {
    return std::equal(word.begin(), word.end(), shape.begin(), shape.end(),
                      [](char c, char like) { return like == '9' ? is_digit(c) : c == like; });
  });
}

}  // namespace

bool names_date(std::string_view line) {
  bool month = false;
  bool time = false;
  bool year = false;
  while (!line.empty()) {
    const size_t end = std::min(line.find_first_of(" \t\r\n,"), line.size());
    const std::string_view word = line.substr(0, end);
    month = month || is_month(word);
    time = time || is_time_of_day(word);
    year = year || is_year(word);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return month && time && year;
}

bool is_field(std::string_view line) {
  const auto end = std::find_if_not(line.begin(), line.end(), is_of_field_names);
  const std::string_view rest = line.substr(static_cast<size_t>(end - line.begin()));
  return end != line.begin() && rest.starts_with(':') && !rest.starts_with("://");
}

}  // namespace linkspan::mail
