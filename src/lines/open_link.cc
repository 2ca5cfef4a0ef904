// SPDX-License-Identifier: Apache-2.0
#include "lines/open_link.h"

#include <algorithm>

#include "base/ascii.h"

namespace linkspan::lines {
namespace {

// RFC 3986, section 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ). A digit cannot be the
// first character, but such a word before a colon does not matter here.
bool is_of_schemes(char c) {
  return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '+' || c == '-' || c == '.';
}

}  // namespace

void OpenLink::begin_line() {
  if (line_ == Line::is_empty) place_ = Place::outside;
  line_ = Line::is_empty;
}

void OpenLink::follow(std::string_view text) {
  if (!text.empty()) line_ = Line::has_text;
  while (!text.empty()) {
    if (place_ == Place::outside) {
      text.remove_prefix(std::min(text.find('<'), text.size()));
      if (text.empty()) return;
    }
    follow_inside(text.front());
    text.remove_prefix(1);
  }
}

void OpenLink::follow_inside(char c) {
  if (c == '<') {
    place_ = Place::scheme;
  } else if (c == '>') {
    place_ = Place::outside;
  } else if (place_ == Place::scheme && !is_of_schemes(c)) {
    place_ = c == ':' ? Place::link : Place::outside;
  }
}

}  // namespace linkspan::lines
