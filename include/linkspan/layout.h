// SPDX-License-Identifier: Apache-2.0
// Layout: how the lines of a text are wrapped and quoted, and so how to join them.
#pragma once

#include <cstdint>
#include <string_view>

#include "linkspan/export.h"
#include "linkspan/result.h"

namespace LINKSPAN_API linkspan {

enum class Flow : uint8_t {
  fixed,          // a line break is a line break
  flowed,         // format=flowed (RFC 3676): a line that ends with a space continues in the next
  flowed_delsp,   // the same with DelSp=yes: that space is not part of the text
  content_lines,  // RFC 5545, RFC 6350: a break and a blank continue a line, `\n` is a line break
  enriched,       // text/enriched (RFC 1896): without its commands
};

enum class Quoting : uint8_t {
  none,
  prefixes,  // `> `, `>>`, `| `, `JD> ` before a line are not part of the text
};

enum class Wrapping : uint8_t {
  keep,
  join,  // a link that fills a line and clearly continues in the next is joined
};

enum class Colours : uint8_t {
  keep,
  remove,  // `ESC [ … m`, by which terminals colour text (ECMA-48, SGR), is not part of the text
};

// With the flows of RFC 3676, `>` is read as a quote prefix whatever `quoting` says. With
// content_lines and enriched, only the flow counts.
struct Layout {
  Flow flow = Flow::fixed;
  Quoting quoting = Quoting::none;
  Wrapping wrapping = Wrapping::keep;
  Colours colours = Colours::keep;

  // Are no lines wrapped or quoted?
  bool has_plain_lines() const {
    return flow == Flow::fixed && quoting == Quoting::none && wrapping == Wrapping::keep;
  }

  // Is the text read unchanged?
  bool is_plain() const { return has_plain_lines() && colours == Colours::keep; }
};

// The names in settings and output, and the values with these names, as in linkspan.h.
std::string_view to_string(Flow flow);
std::string_view to_string(Quoting quoting);
std::string_view to_string(Wrapping wrapping);
std::string_view to_string(Colours colours);

Result<Flow> parse_flow(std::string_view name);
Result<Quoting> parse_quoting(std::string_view name);
Result<Wrapping> parse_wrapping(std::string_view name);
Result<Colours> parse_colours(std::string_view name);

}  // namespace linkspan
