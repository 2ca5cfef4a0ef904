// SPDX-License-Identifier: Apache-2.0
#include "document/link_builder.h"

#include <algorithm>
#include <utility>

#include "document/visible.h"
#include "document/wants.h"
#include "scan/text/escapes.h"

namespace linkspan::document {
namespace {

constexpr uint64_t kLongestSequence = 4;  // of UTF-8, in bytes

}  // namespace

const Link& LinkBuilder::build(const Span& span, const RuleLink* by_rule) {
  find_pieces(span);
  link_.span = span;
  if (std::exchange(link_.is_defanged, false)) {  // has these whatever is wanted
    link_.iri.clear();
    link_.uri.clear();
  }
  link_.span.range = {link_.pieces.front().bytes.begin, link_.pieces.back().bytes.end};
  if (needs_place()) note_place(span);
  link_.text = texts_.logical().between(span.range.begin, span.range.end);
  if (span.has_escapes) link_.text = scan::shown_text(link_.text, link_.span.parts);
  link_.warnings = {};
  if (texts_.stages().is_joined(span.range)) link_.warnings.add(Warning::joined_lines);
  if (by_rule != nullptr) {
    link_.rule = by_rule->rule;
    link_.iri = link_.uri = by_rule->uri;
    link_.place = by_rule->place;
    link_.display.clear();
  } else {
    link_.rule.clear();
    if (!link_.place.path.empty()) link_.place = {};
    add_remarks(span);
  }
  if (has_targets(tools_.options)) link_.target = target_of(link_.uri, tools_.options);
  if (tools_.options.layout.defanged == Defanged::refang) note_defanged(span);
  return link_;
}

// The refanger is the last stage: what it has changed is defanged. The text is then what is
// written, and the components are those of the IRI, before which a scheme may be.
void LinkBuilder::note_defanged(const Span& span) {
  if (!texts_.stages().is_changed(span.range)) return;
  if (link_.iri.empty()) map_link(span);
  const auto shift =
      static_cast<uint32_t>(link_.iri.size() - std::min(link_.text.size(), link_.iri.size()));
  Parts& parts = link_.span.parts;
  for (Part* const part : {&parts.scheme, &parts.userinfo, &parts.host, &parts.port, &parts.path,
                           &parts.query, &parts.fragment}) {
    if (part->present()) *part = {part->begin + shift, part->end + shift};
  }
  link_.text.clear();
  for (const Range& piece : decoded_pieces_) {
    link_.text += texts_.decoded().between(piece.begin, piece.end);
  }
  link_.is_defanged = true;
}

bool LinkBuilder::needs_place() const {
  return needs_warnings(tools_.wants) || tools_.options.destinations != nullptr;
}

bool LinkBuilder::is_repeat(const Span& span) {
  if (tools_.options.destinations == nullptr) return false;
  const Warnings reported = link_.warnings;
  if (!needs_warnings(tools_.wants) && link_.rule.empty()) {
    link_.warnings.add(warnings_of_text(link_.text, span, remarked_));
    add_warnings_of_place(span);
  }
  const Warnings warnings = std::exchange(link_.warnings, reported);
  std::string_view uri = link_.uri;
  if (!needs_mapper(tools_.wants) && link_.rule.empty()) {
    iri::Mapper().map(link_.text, span, tools_.map_options(), mapped_);
    uri = mapped_.uri;
  }
  const bool is_new = tools_.options.destinations->add(uri, link_.text, warnings);
  return !is_new && tools_.options.repeats == Repeats::leave_out;
}

void LinkBuilder::map_link(const Span& span) {
  iri::Mapper().map(link_.text, span, tools_.map_options(), mapped_);
  link_.iri.swap(mapped_.iri);
  link_.uri.swap(mapped_.uri);
  link_.warnings.add(mapped_.warnings);
}

// The IRI, the URI, the display form and the warnings, as far as they are wanted.
void LinkBuilder::add_remarks(const Span& span) {
  if (needs_mapper(tools_.wants)) {
    map_link(span);
    link_.display = display_of(link_.iri, link_.uri);
    link_.warnings.add(warnings_of_link(link_));
    add_warnings_of_place(span);
  } else if (tools_.wants == Wants::begins_and_warnings) {
    link_.warnings.add(warnings_of_text(link_.text, span, remarked_));
    add_warnings_of_place(span);
    link_.iri.clear();
    link_.uri.clear();
    if (is_serious(link_.warnings)) map_link(span);
  }
}

// The warnings from the text around the link.
void LinkBuilder::add_warnings_of_place(const Span& span) {
  link_.warnings.add(warnings_of_text_after(after_, span));
  if (markdown_links_.names_other_host(before_, link_.text, span)) {
    link_.warnings.add(Warning::text_names_other_host);
  }
}

// Copied, as the next requested text may be in the same memory.
void LinkBuilder::note_place(const Span& span) {
  PassingText& logical = texts_.logical();
  const auto [begin, end] = span.range;
  before_.clear();
  after_.clear();
  if (begin > logical.begin_offset() &&
      MarkdownLinks::may_matter(logical.first_part(begin - 1, begin).front())) {
    const uint64_t context =
        std::min<uint64_t>(begin - logical.begin_offset(), MarkdownLinks::kContext);
    before_.assign(logical.between(begin - context, begin));
  }
  if (end == logical.end_offset()) return;
  if (logical.first_part(end, end + 1).front() == kLeadByteAfterLinks) {
    after_.assign(logical.between(end, std::min(end + kLongestSequence, logical.end_offset())));
  }
}

// Without stages it is part of the text of the link.
std::string_view LinkBuilder::text_of_piece(const Range& piece, const Span& span) {
  if (!texts_.stages().empty() || span.has_escapes) {
    return texts_.decoded().between(piece.begin, piece.end);
  }
  return Range{piece.begin - span.range.begin, piece.end - span.range.begin}.text(link_.text);
}

// From logical to decoded to bytes.
void LinkBuilder::find_pieces(const Span& span) {
  decoded_pieces_.clear();
  if (span.form != Form::delimited && !span.has_escapes && texts_.stages().empty()) {
    decoded_pieces_.push_back(span.range);
  } else {
    find_decoded_pieces(span);
  }
  PositionReporter& positions = texts_.positions();
  link_.pieces.resize(decoded_pieces_.size());
  for (size_t i = 0; i < decoded_pieces_.size(); ++i) {
    const Range& decoded_piece = decoded_pieces_[i];
    Piece& piece = link_.pieces[i];
    piece.bytes = tools_.charset.source_range(decoded_piece);
    if (!positions.counts()) {
      piece.begin = {0, piece.bytes.begin};
      piece.end = {0, piece.bytes.end};
    } else {
      piece.begin = positions.position_at(texts_.decoded(), decoded_piece.begin);
      piece.end = needs_only_begins(tools_.wants)
                      ? Position()
                      : positions.position_after(texts_.decoded(), decoded_piece);
    }
  }
}

// Only stages leave out text.
void LinkBuilder::find_decoded_pieces(const Span& span) {
  const auto text_of = [this](const Range& range) {
    return texts_.logical().between(range.begin, range.end);
  };
  find_visible(span, text_of, visible_);
  if (texts_.stages().empty()) {
    decoded_pieces_.swap(visible_);
    return;
  }
  for (const Range& visible : visible_) texts_.stages().append_pieces(visible, decoded_pieces_);
}

}  // namespace linkspan::document
