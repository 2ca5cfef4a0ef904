// SPDX-License-Identifier: Apache-2.0
// OpenLink: is a link in angle brackets open where a line ends?
//
//   See <https://example.org/⏎README> for it.      open: `README>` ends it, and quotes nothing
//   See <URL:⏎https://example.org/>                open
//   I love it <3⏎JD> So do I.                      not open, as there is no scheme and no label
//   <https://example.org/a⏎⏎JD> So do I.           no more after an empty line
//
// Guarded by tests/document/lines_test.cc.
#pragma once

#include <cstdint>
#include <string_view>

namespace linkspan::lines {

// Follows a text line by line, each without its break and prefix, piece by piece.
class OpenLink {
 public:
  void follow(std::string_view text);
  void begin_line();
  bool is_open() const { return place_ == Place::link && line_ == Line::has_text; }

 private:
  enum class Place : uint8_t {
    outside,
    scheme,  // after `<`
    link,    // after its colon
  };
  enum class Line : uint8_t { is_empty, has_text };

  void follow_inside(char c);

  Place place_ = Place::outside;
  Line line_ = Line::is_empty;
};

}  // namespace linkspan::lines
