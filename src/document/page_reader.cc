// SPDX-License-Identifier: Apache-2.0
#include "document/page_reader.h"

#include <algorithm>

#include "base/references.h"
#include "document/link_remarks.h"
#include "document/positions.h"

namespace linkspan::document {
namespace {

constexpr size_t kPositionStep = 512;

std::string_view scheme_of_hosts(const DocumentOptions& options) {
  if (options.relative_hosts == RelativeHosts::leave_out) return {};
  return options.default_scheme == DefaultScheme::https ? "https" : "http";
}

}  // namespace

void PageReader::finish(const PageTools& tools, Receiver& receiver, Summary& summary) {
  summary.is_cut = is_full();
  page_ = html::read_page(source_, scheme_of_hosts(tools.options));
  unit_ = tools.options.offsets;
  text_given_ = 0;
  last_given_ = '\n';
  count_positions();
  PageLinks finder(tools.stream, tools.mapper, tools.options);
  finder.find(page_, [&](const PageLink& found) {
    make_link(tools, found);
    if (is_repeat(tools)) return;
    ++summary.links;
    give(tools, found, receiver);
  });
  count_left_out(tools, summary);
  if (tools.wants == Wants::logical_text) {
    give_text_until(static_cast<uint32_t>(page_.text.size()), receiver);
  }
  if (tools.wants != Wants::text) return;
  give_text_until(static_cast<uint32_t>(page_.text.size()), receiver);
  if (last_given_ != '\n') receiver.text("\n");
}

void PageReader::count_left_out(const PageTools& tools, Summary& summary) const {
  if (tools.options.html_links == HtmlLinks::text || page_.anchors_left_out == 0) return;
  const html::SourceRange first = page_.first_left_out;
  summary.links_left_out = page_.anchors_left_out;
  summary.first_left_out = tools.decoder.source_range({first.begin, first.end}).begin;
}

void PageReader::make_link(const PageTools& tools, const PageLink& found) {
  give_pieces(tools, found);
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
  } else if (tools.mapper != nullptr) {
    if (found.anchor != nullptr) {
      mapped_ = tools.mapper->map_iri(found.iri, tools.map_options);
    } else {
      tools.mapper->map(text_, found.span, tools.map_options, mapped_);
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
  label_ = base::attribute_value(std::string_view(source_).substr(alt.begin, alt.end - alt.begin));
  link_.label = label_;
}

bool PageReader::is_repeat(const PageTools& tools) const {
  Destinations* const known = tools.options.destinations;
  if (known == nullptr || link_.uri.empty()) return false;
  const bool is_new = known->add(link_.uri, link_.text, link_.warnings);
  return !is_new && tools.options.repeats == Repeats::leave_out;
}

void PageReader::give(const PageTools& tools, const PageLink& found, Receiver& receiver) {
  if (tools.wants == Wants::begins || tools.wants == Wants::spans) forget_remarks(found);
  if (tools.wants == Wants::logical_text) give_text_of_link(found, receiver);
  receiver.link(link_);
  if (tools.wants == Wants::text) give_text(found, receiver);
}

// What only is_repeat() needed.
void PageReader::forget_remarks(const PageLink& found) {
  if (!found.rule.empty()) return;
  link_.iri = found.iri;
  link_.uri.clear();
  link_.display.clear();
  link_.warnings = {};
}

void PageReader::give_pieces(const PageTools& tools, const PageLink& found) {
  link_.pieces.clear();
  if (found.text.empty()) add_piece(tools, without_text(found));
  for (const html::TextRange& range : found.text) add_piece(tools, page_.source_of(range));
}

void PageReader::add_piece(const PageTools& tools, html::SourceRange source) {
  Piece piece;
  piece.bytes = tools.decoder.source_range({source.begin, source.end});
  piece.begin = {0, piece.bytes.begin};
  piece.end = {0, piece.bytes.end};
  if (unit_ != OffsetUnit::bytes) {
    piece.begin = position_at(source.begin);
    piece.end = position_at(source.end);
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

// Pieces of anchors may be nested, so their ends are not in order: the position of an offset is
// counted from a place a little before it.
void PageReader::count_positions() {
  positions_.clear();
  end_position_ = {};
  if (unit_ == OffsetUnit::bytes) return;
  const std::string_view source = source_;
  PositionCounter counter(unit_);
  for (size_t to = 0; to < source.size(); to += kPositionStep) {
    counter.advance(without_cut_sequence(source.substr(counter.bytes(), to - counter.bytes())));
    positions_.push_back(counter);
  }
  end_position_ = counter.advance(Range{counter.bytes(), source.size()}.text(source));
}

// REQUIRES: it was counted.
Position PageReader::position_at(uint32_t source_offset) const {
  if (positions_.empty()) return end_position_;
  const size_t step = std::min<size_t>(source_offset / kPositionStep, positions_.size() - 1);
  PositionCounter counter = positions_[step];
  return counter.advance(
      std::string_view(source_).substr(counter.bytes(), source_offset - counter.bytes()));
}

}  // namespace linkspan::document
