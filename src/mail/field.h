// What a line of a header looks like, and what does not.
//
// Guarded by tests/mail_message_test.cc and tests/mail_mbox_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "mail/line_ends.h"

namespace linkspan::mail {

inline bool is_of_field_names(char c) { return c > ' ' && c <= '~' && c != ':'; }

// RFC 5322, section 2.2: a name of printable ASCII and a colon. `Subject: x` is a field, and so is
// `Subject:x`; `Dear all: x` is none, and neither is `https://example.org`.
inline bool is_field(std::string_view line) {
  const auto* const end = std::find_if_not(line.begin(), line.end(), is_of_field_names);
  const std::string_view rest = line.substr(static_cast<size_t>(end - line.begin()));
  return end != line.begin() && rest.starts_with(':') && !rest.starts_with("://");
}

// The colons of all lines `name://…`, in order, which only look like fields.
inline std::vector<uint64_t> colons_of_no_field(std::string_view message, LineEnds ends) {
  constexpr std::string_view kMark = "://";
  std::vector<uint64_t> colons;
  for (size_t at = message.find(kMark); at != message.npos; at = message.find(kMark, at + 1)) {
    size_t begin = at;
    while (begin > 0 && is_of_field_names(message[begin - 1])) --begin;
    const bool begins_line = begin == 0 || ends_line(message, begin - 1, ends);
    // What begins with `--` may be a boundary (RFC 2046, section 5.1.1), and is to stay one.
    if (begin < at && begins_line && !message.substr(begin).starts_with("--")) colons.push_back(at);
  }
  return colons;
}

}  // namespace linkspan::mail
