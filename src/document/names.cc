// SPDX-License-Identifier: Apache-2.0
// The names of the enumerations of document.h and layout.h.
//
// Guarded by tests/document/names_test.cc.
#include <array>
#include <iterator>

#include "base/enum_names.h"
#include "base/few_texts.h"
#include "linkspan/document.h"

namespace linkspan {
namespace {

constexpr auto kFlowNames = [] {
  std::array<std::string_view, std::size(kFlows)> names{};
  for (size_t i = 0; i < names.size(); ++i) names[i] = kFlows[i].name;
  return names;
}();
constexpr std::array<std::string_view, 2> kQuotingNames = {"none", "prefixes"};
constexpr std::array<std::string_view, 2> kWrappingNames = {"keep", "join"};
constexpr std::array<std::string_view, 2> kColoursNames = {"keep", "remove"};
constexpr std::array<std::string_view, 6> kOffsetUnitNames = {
    "bytes", "utf16", "codepoints", "lines", "lines:utf16", "lines:bytes"};
constexpr std::array<std::string_view, 2> kDetectionNames = {"first_bytes", "at_hand"};
constexpr std::array<std::string_view, 3> kMarkupNames = {"none", "html", "xml"};
constexpr std::array<std::string_view, 4> kHtmlLinksNames = {"all", "text", "hrefs", "attributes"};

}  // namespace

std::string_view to_string(Flow flow) { return base::name_of(kFlowNames, flow); }
Flow flow_of_media_type(std::string_view media_type) {
  for (size_t i = 0; i < std::size(kFlows); ++i) {
    if (base::is_in_list(media_type, kFlows[i].media_types)) return static_cast<Flow>(i);
  }
  return Flow::fixed;
}
Result<Flow> parse_flow(std::string_view name) {
  return base::value_named<Flow>(kFlowNames, name, "flow");
}
std::string_view to_string(Quoting quoting) { return base::name_of(kQuotingNames, quoting); }
Result<Quoting> parse_quoting(std::string_view name) {
  return base::value_named<Quoting>(kQuotingNames, name, "quoting");
}
std::string_view to_string(Wrapping wrapping) { return base::name_of(kWrappingNames, wrapping); }
Result<Wrapping> parse_wrapping(std::string_view name) {
  return base::value_named<Wrapping>(kWrappingNames, name, "wrapping");
}
std::string_view to_string(Colours colours) { return base::name_of(kColoursNames, colours); }
Result<Colours> parse_colours(std::string_view name) {
  return base::value_named<Colours>(kColoursNames, name, "choice of colours");
}
std::string_view to_string(OffsetUnit offset_unit) {
  return base::name_of(kOffsetUnitNames, offset_unit);
}
Result<OffsetUnit> parse_offset_unit(std::string_view name) {
  return base::value_named<OffsetUnit>(kOffsetUnitNames, name, "unit of offsets");
}
std::string_view to_string(Detection detection) {
  return base::name_of(kDetectionNames, detection);
}
Result<Detection> parse_detection(std::string_view name) {
  return base::value_named<Detection>(kDetectionNames, name, "way of detection");
}
std::string_view to_string(Markup markup) { return base::name_of(kMarkupNames, markup); }
Result<Markup> parse_markup(std::string_view name) {
  return base::value_named<Markup>(kMarkupNames, name, "markup");
}
std::string_view to_string(HtmlLinks html_links) {
  return base::name_of(kHtmlLinksNames, html_links);
}
Result<HtmlLinks> parse_html_links(std::string_view name) {
  return base::value_named<HtmlLinks>(kHtmlLinksNames, name, "choice of links of HTML");
}

}  // namespace linkspan
