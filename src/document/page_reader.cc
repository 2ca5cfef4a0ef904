// SPDX-License-Identifier: Apache-2.0
#include "document/page_reader.h"

#include <algorithm>

#include "document/link_remarks.h"
#include "document/positions.h"

namespace linkspan::document {

void PageReader::finish(const PageTools& tools, Receiver& receiver, Summary& summary) {
  summary.is_cut = is_full();
  page_ = html::read_page(source_);
  unit_ = tools.options.offsets;
  text_given_ = 0;
  last_given_ = '\n';
  PageLinks finder(tools.stream, tools.mapper, tools.options);
  const std::vector<PageLink> links = finder.find(page_);
  count_positions(tools, links);
  for (const PageLink& found : links) give(tools, found, receiver);
  summary.links += links.size();
  if (tools.wants == Wants::logical_text) {
    give_text_until(static_cast<uint32_t>(page_.text.size()), receiver);
  }
  if (tools.wants != Wants::text) return;
  give_text_until(static_cast<uint32_t>(page_.text.size()), receiver);
  if (last_given_ != '\n') receiver.text("\n");
}

void PageReader::give(const PageTools& tools, const PageLink& found, Receiver& receiver) {
  give_pieces(tools, found);
  link_.span = found.span;
  link_.span.range = {link_.pieces.front().bytes.begin, link_.pieces.back().bytes.end};
  text_ = PageLinks::text_of(page_, found);
  link_.text = text_;
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
  if (tools.wants == Wants::logical_text) give_text_of_link(found, receiver);
  receiver.link(link_);
  if (tools.wants == Wants::text) give_text(found, receiver);
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

// One pass over the source for all requested offsets: anchors may be nested, so their ends are not
// ordered.
void PageReader::count_positions(const PageTools& tools, const std::vector<PageLink>& links) {
  positions_.clear();
  end_position_ = {};
  if (unit_ == OffsetUnit::bytes) return;
  const auto note = [this](html::SourceRange range) {
    positions_.push_back({range.begin, {}});
    positions_.push_back({range.end, {}});
  };
  for (const PageLink& found : links) {
    if (found.text.empty()) note(without_text(found));
    for (const html::TextRange& range : found.text) note(page_.source_of(range));
  }
  std::sort(positions_.begin(), positions_.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  PositionCounter counter(tools.options.offsets);
  const std::string_view source = source_;
  for (auto& [offset, position] : positions_) {
    position = counter.advance(Range{counter.bytes(), offset}.text(source));
  }
  end_position_ = counter.advance(Range{counter.bytes(), source.size()}.text(source));
}

// REQUIRES: it was counted.
Position PageReader::position_at(uint32_t source_offset) const {
  return std::partition_point(positions_.begin(), positions_.end(),
                              [=](const auto& one) { return one.first < source_offset; })
      ->second;
}

}  // namespace linkspan::document
