// SPDX-License-Identifier: Apache-2.0
// Conversions of links and documents between structs of C and C++.
#include "capi/links.h"

#include <algorithm>
#include <array>

namespace linkspan::capi {
namespace {

static_assert(LINKSPAN_OFFSETS_LINES_BYTES == static_cast<int>(OffsetUnit::lines_bytes));
static_assert(LINKSPAN_FLOW_ASCIIDOC == static_cast<int>(Flow::asciidoc));
static_assert(LINKSPAN_HTML_LINKS_ATTRIBUTES == static_cast<int>(HtmlLinks::attributes));

}  // namespace

uint32_t bits(Warnings warnings) {
  uint32_t bits = 0;
  if (warnings.empty()) return bits;  // nearly always
  for (const Warning warning : warnings) bits |= static_cast<uint32_t>(warning);
  return bits;
}

linkspan_document_options default_document_options() {
  linkspan_document_options options = {};
  options.struct_size = sizeof(options);
  options.charset = "utf-8";
  return options;
}

// The values of linkspan_markup, and what they mean.
enum class MarkupOfC : uint8_t { none, html, xml, markdown };
constexpr std::array kMarkups = {Markup::none, Markup::html, Markup::xml, Markup::markdown};

Result<DocumentOptions> options_of(const linkspan_document_options* given) {
  const Result<linkspan_document_options> known = known_part(given, default_document_options());
  if (!known.ok()) return known.error();
  const linkspan_document_options& wanted = *known;
  const auto offsets = same(wanted.offsets, OffsetUnit::lines_bytes, "linkspan_offsets");
  const auto flow = same(wanted.flow, static_cast<Flow>(std::size(kFlows) - 1), "linkspan_flow");
  const auto links = same(wanted.html_links, HtmlLinks::attributes, "linkspan_html_links");
  if (!offsets.ok()) return offsets.error();
  if (!flow.ok()) return flow.error();
  const auto markup = same(wanted.markup, MarkupOfC::markdown, "linkspan_markup");
  if (!links.ok()) return links.error();
  if (!markup.ok()) return markup.error();

  DocumentOptions options;
  if (wanted.charset != nullptr) options.charset = wanted.charset;
  if (wanted.charset_fallback != nullptr) options.charset_fallback = wanted.charset_fallback;
  if (wanted.detect_at_hand != 0) options.detection = Detection::at_hand;
  options.markup = kMarkups[static_cast<size_t>(*markup)];
  options.html_links = *links;
  options.layout.flow = *flow;
  if (wanted.quoting != 0) options.layout.quoting = Quoting::prefixes;
  if (wanted.joining != 0) options.layout.wrapping = Wrapping::join;
  if (wanted.without_colours != 0) options.layout.colours = Colours::remove;
  if (wanted.percent_host != 0) options.host = HostForm::percent;
  if (wanted.default_to_https != 0) options.default_scheme = DefaultScheme::https;
  options.offsets = *offsets;
  if (wanted.rules != nullptr) options.rules = wanted.rules->rules;
  return options;
}

void fill_summary(const Summary& read, linkspan_summary* summary) {
  linkspan_summary filled = {};
  const size_t size = std::min(read.charset.size(), sizeof(filled.charset) - 1);
  std::copy_n(read.charset.begin(), size, filled.charset);
  filled.confidence = read.confidence;
  filled.fell_back = read.fell_back ? 1 : 0;
  filled.ended_by_ill_formed = read.ended_by_ill_formed;
  filled.ill_formed = read.ill_formed;
  filled.links = read.links;
  filled.links_cut = read.links_cut;
  filled.is_cut = read.is_cut ? 1 : 0;
  filled.links_left_out = read.links_left_out;
  filled.first_left_out = read.first_left_out;
  fill(summary, filled);
}

const linkspan_link& LinkStruct::set(const Link& link) {
  pieces_.clear();
  for (const Piece& piece : link.pieces) pieces_.push_back(piece_of(piece));
  link_ = {sizeof(linkspan_link),   span_of(link.span),
           pieces_.data(),          pieces_.size(),
           link.text.c_str(),       link.text.size(),
           link.iri.c_str(),        link.iri.size(),
           link.uri.c_str(),        link.uri.size(),
           link.display.c_str(),    link.display.size(),
           bits(link.warnings),     link.rule.c_str(),
           link.rule.size(),        {link.in_text.begin, link.in_text.end},
           link.place.path.c_str(), link.place.path.size(),
           link.place.line,         link.place.column};
  return link_;
}

std::vector<std::string> strings_of(const char* const* names, size_t count) {
  return {names, names + count};
}

}  // namespace linkspan::capi
