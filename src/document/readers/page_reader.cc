// SPDX-License-Identifier: Apache-2.0
#include "document/readers/page_reader.h"

#include <algorithm>
#include <utility>

#include "base/references.h"
#include "document/link_remarks.h"
#include "document/shared_mapper.h"

namespace linkspan::document {

void PageReader::begin() {
  source_begin_ = 0;
  last_given_ = '\n';
  positions_.begin(tools_.options.offsets);
}

void PageReader::read(html::Page page, std::string_view source, Receiver& receiver) {
  page_ = std::move(page);
  mapper_ = tools_.mapper;
  if (tools_.wants == Wants::begins_and_warnings || tools_.options.destinations != nullptr) {
    if (const auto shared = shared_mapper(); shared.ok()) mapper_ = shared->get();
  }
  source_ = source;
  text_given_ = 0;
  positions_.count(source);
  PageLinks finder(tools_.search.stream(), mapper_, tools_.options, source);
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
  text_ = PageLinks::text_of(page_, found);
  link_.text = text_;
  set_label(found);
  link_.iri = found.iri;
  link_.uri.clear();
  link_.warnings = found.warnings;
  link_.rule = found.rule;
  if (!found.rule.empty()) {
    link_.iri = link_.uri = found.uri;
    link_.display.clear();
  } else if (mapper_ != nullptr) {
    if (found.anchor != nullptr) {
      mapped_ = mapper_->map_iri(found.iri, tools_.map_options());
    } else {
      mapper_->map(text_, found.span, tools_.map_options(), mapped_);
    }
    link_.iri.swap(mapped_.iri);
    link_.uri.swap(mapped_.uri);
    link_.warnings.add(mapped_.warnings);
    link_.display = display_of(link_.iri, link_.uri);
    link_.warnings.add(warnings_of_link(link_));
    const std::string_view page = page_.text;
    if (found.anchor == nullptr) {
      link_.warnings.add(warnings_of_text_after(
          page.substr(static_cast<size_t>(found.span.range.end)), found.span));
    }
  }
}

void PageReader::set_label(const PageLink& found) {
  link_.label = {};
  if (found.anchor == nullptr) return;
  if (!found.text.empty()) {
    link_.label = text_;
    return;
  }
  const html::SourceRange alt = found.anchor->alt;
  if (alt.empty()) return;
  label_ = base::attribute_value(source_.substr(alt.begin, alt.end - alt.begin));
  link_.label = label_;
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
