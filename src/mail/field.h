// What a line of a header looks like, and what does not.
//
// Guarded by tests/mail_message_test.cc and tests/mail_mbox_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace linkspan::mail {

inline bool is_of_field_names(char c) { return c > ' ' && c <= '~' && c != ':'; }

// RFC 5322, section 2.2: a name of printable ASCII and a colon. `Subject: x` is a field, and so is
// `Subject:x`; `Dear all: x` is none, and neither is `https://example.org`.
inline bool is_field(std::string_view line) {
  const auto* const end = std::find_if_not(line.begin(), line.end(), is_of_field_names);
  const std::string_view rest = line.substr(static_cast<size_t>(end - line.begin()));
  return end != line.begin() && rest.starts_with(':') && !rest.starts_with("://");
}

}  // namespace linkspan::mail
