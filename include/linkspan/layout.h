// SPDX-License-Identifier: Apache-2.0
// Layout: how the lines of a text are wrapped and quoted, and so how to join them.
#pragma once

#include <cstdint>
#include <string_view>

#include "linkspan/export.h"
#include "linkspan/linkspan.h"
#include "linkspan/result.h"

namespace LINKSPAN_API linkspan {

enum class Flow : uint8_t {
  fixed,         // a line break is a line break
  flowed,        // format=flowed (RFC 3676): a line that ends with a space continues in the next
  flowed_delsp,  // the same with DelSp=yes: that space is not part of the text
  // Formats with rules of their own for lines, escapes and macros, which are undone:
  content_lines,  // calendars and address books: RFC 5545, RFC 6350, vCard 2.1
  enriched,       // text/enriched (RFC 1896)
  ldif,           // RFC 2849
  roff,           // manual pages
  gettext,        // catalogues of translations, *.po
  rtf,            // Rich Text Format
  csv,            // RFC 4180; the separator that the first line has
  tsv,            // text/tab-separated-values
  asciidoc,
};

// The rows of the flows, in their order: the name in settings and output, and the media types of
// the formats.
struct FlowRow {
  std::string_view name;
  std::string_view media_types = {};  // with spaces between them
};
inline constexpr FlowRow kFlows[] = {
    {"fixed"},
    {"flowed"},
    {"flowed_delsp"},
    {"content_lines",
     "text/calendar text/x-vcalendar application/ics text/vcard text/x-vcard text/directory"},
    {"enriched", "text/enriched text/richtext"},
    {"ldif", "text/ldif text/x-ldif application/ldif"},
    {"roff", "text/troff application/x-troff-man"},
    {"gettext", "text/x-gettext-translation text/x-po"},
    {"rtf", "text/rtf application/rtf"},
    {"csv", "text/csv"},
    {"tsv", "text/tab-separated-values"},
    {"asciidoc", "text/asciidoc text/x-asciidoc"}};

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

enum class Defanged : uint8_t {
  keep,
  refang,  // hxxp://example[.]com is read as http://example.com, with Link::is_defanged
};

// With the flows of RFC 3676, `>` is read as a quote prefix whatever `quoting` says. With
// content_lines and later ones, only the flow counts.
struct Layout {
  Flow flow = Flow::fixed;
  Quoting quoting = Quoting::none;
  Wrapping wrapping = Wrapping::keep;
  Colours colours = Colours::keep;
  Defanged defanged = Defanged::keep;
  // Of text that may be the output of a program: without markup, of a plain source, with
  // Flow::fixed and Quoting::none. No other text has more than Controls::colours.
  Controls controls = Controls::all;

  // Are no lines wrapped or quoted?
  bool has_plain_lines() const {
    return flow == Flow::fixed && quoting == Quoting::none && wrapping == Wrapping::keep;
  }

  // Is the text read unchanged?
  bool is_plain() const {
    return has_plain_lines() && colours == Colours::keep && defanged == Defanged::keep;
  }
};

// The names in settings and output, and the values with these names, as in linkspan.h.
std::string_view to_string(Flow flow);
// Of a media type in lower case, without parameters: content_lines for text/calendar; fixed if it
// is not of one of the formats above.
Flow flow_of_media_type(std::string_view media_type);
std::string_view to_string(Quoting quoting);
std::string_view to_string(Wrapping wrapping);
std::string_view to_string(Colours colours);

Result<Flow> parse_flow(std::string_view name);
Result<Quoting> parse_quoting(std::string_view name);
Result<Wrapping> parse_wrapping(std::string_view name);
Result<Colours> parse_colours(std::string_view name);

}  // namespace linkspan
