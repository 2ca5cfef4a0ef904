// SPDX-License-Identifier: Apache-2.0
#include "document/readers/page_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/references.h"
#include "base/utf8.h"
#include "charset/encoder.h"
#include "document/link_remarks.h"
#include "document/wants.h"
#include "html/href.h"
#include "iri/map.h"

namespace linkspan::document {
namespace {

// Without its `?`; empty if there is none.
std::string_view query_of(std::string_view iri) {
  const std::string_view before_fragment = iri.substr(0, iri.find('#'));
  return before_fragment.substr(std::min(before_fragment.find('?'), before_fragment.size() - 1) +
                                1);
}

// Percent-encodes the bytes of the charset; a character that it lacks becomes the reference `&#N;`
// (URL Standard, section 1.3, "percent-encode after encoding").
//
// DEVIATION: the second bytes that no URI may contain, such as `\` and `|`, are percent-encoded,
// too. Servers read the same bytes.
std::string encoded_query(std::string_view query, charset::Encoder& encoder) {
  std::string encoded, bytes;
  const auto flush = [&] {
    size_t at = encoded.size();
    iri::append_uri_of(encoded, bytes);
    while ((at = encoded.find_first_of("#'", at)) != encoded.npos) {
      encoded.replace(at, 1, encoded[at] == '#' ? "%23" : "%27");
    }
    bytes.clear();
  };
  const auto* at = reinterpret_cast<const uint8_t*>(query.data());
  for (const auto* const end = at + query.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    at += found.length;
    if (encoder.append(found.value, bytes)) continue;
    flush();
    encoded += "%26%23" + std::to_string(static_cast<uint32_t>(found.value)) + "%3B";
  }
  encoder.finish(bytes);
  flush();
  return encoded;
}

}  // namespace

void PageReader::begin() {
  source_begin_ = 0;
  last_given_ = '\n';
  positions_.begin(tools_.options.offsets);
}

void PageReader::read(html::Page page, std::string_view source, Receiver& receiver) {
  page_ = std::move(page);
  is_mapped_ = needs_warnings(tools_.wants) || tools_.options.destinations != nullptr;
  source_ = source;
  text_given_ = 0;
  positions_.count(source);
  PageLinks finder(tools_.search.stream(), is_mapped_ ? Hosts::compared : Hosts::not_compared,
                   tools_.options, source);
  finder.find(page_, [&](const PageLink& found) {
    make_link(found);
    if (is_repeat()) return;
    ++tools_.summary.links;
    give(found, receiver);
  });
  count_left_out();
  if (tools_.wants == Wants::text || tools_.wants == Wants::logical_text) {
    give_text_until(static_cast<uint32_t>(page_.text.size()), receiver);
  }
  source_begin_ += source.size();
  tools_.charset.release_before(source_begin_);
}

void PageReader::finish(Receiver& receiver) {
  if (tools_.wants == Wants::text && last_given_ != '\n') receiver.text("\n");
}

void PageReader::count_left_out() {
  if (tools_.options.html_links == HtmlLinks::text || page_.anchors_left_out == 0) return;
  Summary& summary = tools_.summary;
  if (summary.links_left_out == 0) summary.first_left_out = bytes_of(page_.first_left_out).begin;
  summary.links_left_out += page_.anchors_left_out;
}

void PageReader::make_link(const PageLink& found) {
  give_pieces(found);
  link_.span = found.span;
  link_.span.range = {link_.pieces.front().bytes.begin, link_.pieces.back().bytes.end};
  link_.text = PageLinks::text_of(page_, found);
  link_.target.clear();
  set_label(found);
  set_place(found);
  link_.iri = found.iri;
  link_.uri.clear();
  link_.warnings = found.warnings;
  link_.rule = found.rule;
  if (!found.rule.empty()) {
    link_.iri = link_.uri = found.uri;
    link_.display.clear();
  } else if (link_.is_relative) {
    link_.uri = iri::uri_of(link_.iri);
    link_.display.clear();
  } else if (is_mapped_) {
    if (found.anchor != nullptr) {
      mapped_ = iri::Mapper().map_iri(found.iri, map_options_of(found.iri));
    } else {
      iri::Mapper().map(link_.text, found.span, tools_.map_options(), mapped_);
    }
    link_.iri.swap(mapped_.iri);
    link_.uri.swap(mapped_.uri);
    link_.warnings.add(mapped_.warnings);
    link_.display = display_of(link_.iri, link_.uri);
    if (found.anchor != nullptr) encode_query();
    link_.warnings.add(warnings_of_link(link_));
    const std::string_view page = page_.text;
    if (found.anchor == nullptr) {
      link_.warnings.add(warnings_of_text_after(
          page.substr(static_cast<size_t>(found.span.range.end)), found.span));
    }
  }
  if (has_targets(tools_.options)) link_.target = target_of(link_.uri, tools_.options);
}

// Browsers do not normalize the links that they open.
iri::MapOptions PageReader::map_options_of(std::string_view href) const {
  iri::MapOptions options = tools_.map_options();
  const bool is_opened_as_it_is = options.normalization != iri::Normalization::none &&
                                  tools_.options.markup == Markup::html &&
                                  html::has_query_in_charset(href);
  if (is_opened_as_it_is) options.normalization = iri::Normalization::none;
  return options;
}

// In the charset of the page, as a browser does when it opens the link. The IRI keeps the letters.
void PageReader::encode_query() {
  const std::string_view query = query_of(link_.iri);
  const bool is_in_charset = tools_.options.markup == Markup::html && !base::is_all_ascii(query) &&
                             html::has_query_in_charset(link_.iri);
  if (!is_in_charset) return;
  std::optional<charset::Encoder> encoder = charset::Encoder::of(tools_.charset.charset());
  if (!encoder) return;
  const std::string_view in_uri = query_of(link_.uri);
  link_.uri.replace(static_cast<size_t>(in_uri.data() - link_.uri.data()), in_uri.size(),
                    encoded_query(query, *encoder));
}

void PageReader::set_label(const PageLink& found) {
  link_.label.clear();
  if (found.anchor == nullptr) return;
  if (!found.text.empty()) {
    link_.label = link_.text;
    return;
  }
  const html::SourceRange alt = found.anchor->alt;
  if (alt.empty()) return;
  link_.label = base::attribute_value(source_.substr(alt.begin, alt.end - alt.begin));
}

// The element and the attribute that a destination is in.
void PageReader::set_place(const PageLink& found) {
  link_.is_relative = found.anchor != nullptr && found.anchor->is_relative;
  link_.element.clear();
  link_.attribute.clear();
  const bool is_wanted = tools_.options.html_links == HtmlLinks::attributes &&
                         tools_.options.markup == Markup::html && found.anchor != nullptr;
  if (!is_wanted) return;
  const html::Anchor& anchor = *found.anchor;
  const std::string_view tag =
      source_.substr(anchor.tag.begin + 1, anchor.tag.end - anchor.tag.begin - 1);
  link_.element = base::to_ascii_lower(tag.substr(0, tag.find_first_of(" \t\n\r\f/>")));
  const bool is_of_tag = anchor.attribute.begin < anchor.tag.end;
  if (!anchor.name.empty()) {
    link_.attribute = base::to_ascii_lower(
        source_.substr(anchor.name.begin, anchor.name.end - anchor.name.begin));
  } else if (is_of_tag) {
    link_.attribute = "href";
  }
}

bool PageReader::is_repeat() const {
  Destinations* const known = tools_.options.destinations;
  if (known == nullptr || link_.uri.empty()) return false;
  const bool is_new = known->add(link_.uri, link_.text, link_.warnings);
  return !is_new && tools_.options.repeats == Repeats::leave_out;
}

void PageReader::give(const PageLink& found, Receiver& receiver) {
  if (tools_.wants == Wants::begins || tools_.wants == Wants::spans) forget_remarks(found);
  if (tools_.wants == Wants::logical_text) give_text_of_link(found, receiver);
  receiver.link(link_);
  if (tools_.wants == Wants::text) give_text(found, receiver);
}

// What only is_repeat() needed.
void PageReader::forget_remarks(const PageLink& found) {
  if (!found.rule.empty()) return;
  link_.iri = found.iri;
  link_.uri.clear();
  link_.display.clear();
  link_.warnings = {};
}

void PageReader::give_pieces(const PageLink& found) {
  link_.pieces.clear();
  if (found.text.empty()) add_piece(without_text(found));
  for (const html::TextRange& range : found.text) {
    if (!tools_.options.in_place) {
      add_piece(page_.source_of(range));
      continue;
    }
    for (const html::SourceRange& source : page_.sources_of(range)) add_piece(source);
  }
}

void PageReader::add_piece(html::SourceRange source) {
  Piece piece;
  piece.bytes = bytes_of(source);
  piece.begin = {0, piece.bytes.begin};
  piece.end = {0, piece.bytes.end};
  if (positions_.counts()) {
    piece.begin = positions_.at(source.begin);
    piece.end = positions_.at(source.end);
  }
  link_.pieces.push_back(piece);
}

void PageReader::give_text(const PageLink& found, Receiver& receiver) {
  const std::string_view text = page_.text;
  for (const html::TextRange& range : found.text) {
    give_text_until(range.begin, receiver);
    receiver.piece(text.substr(range.begin, range.end - range.begin), link_);
    text_given_ = range.end;
    last_given_ = text[range.end - 1];
  }
  if (!found.text.empty() || found.anchor->visibility == html::Visibility::hidden) return;
  give_text_until(found.anchor->place, receiver);
  if (last_given_ != '\n') receiver.text("\n");
  receiver.piece(link_.text, link_);
  receiver.text("\n");
  last_given_ = '\n';
}

// From the first piece to the last; empty if a browser moves the pieces, or shows none.
void PageReader::give_text_of_link(const PageLink& found, Receiver& receiver) {
  uint32_t begin = text_given_, end = text_given_;
  if (!found.text.empty() && found.text.front().begin >= text_given_) {
    begin = found.text.front().begin;
    end = std::max(begin, found.text.back().end);
  }
  give_text_until(begin, receiver);
  receiver.text_of_link(std::string_view(page_.text).substr(begin, end - begin));
  text_given_ = end;
}

void PageReader::give_text_until(uint32_t end, Receiver& receiver) {
  if (end <= text_given_) return;
  const std::string_view part = std::string_view(page_.text).substr(text_given_, end - text_given_);
  receiver.text(part);
  last_given_ = part.back();
  text_given_ = end;
}

}  // namespace linkspan::document
