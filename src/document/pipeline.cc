// SPDX-License-Identifier: Apache-2.0
#include "document/pipeline.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/visible.h"
#include "html/declared_charset.h"
#include "linkspan/charset.h"

namespace linkspan::document {
namespace {

constexpr uint64_t kLongestSequence = 4;  // of UTF-8, in bytes
constexpr size_t kBlockBytes = 64 * 1024;

// Must the charset be detected? Charset names are case-insensitive.
bool is_auto(std::string_view charset) { return base::to_ascii_lower(charset) == "auto"; }

}  // namespace

Result<std::shared_ptr<const iri::Mapper>> shared_mapper() {
  static const auto mapper = []() -> Result<std::shared_ptr<const iri::Mapper>> {
    Result<iri::Mapper> made = iri::Mapper::create();
    if (!made) return made.error();
    return std::make_shared<const iri::Mapper>(std::move(made).value());
  }();
  return mapper;
}

Pipeline::Pipeline(const Engine& engine, std::shared_ptr<const iri::Mapper> mapper, Wants wants)
    : mapper_(std::move(mapper)), wants_(wants), stream_(engine.open()) {}

std::optional<Error> Pipeline::begin(const DocumentOptions& options) {
  options_ = options;
  summary_ = {};
  is_stopped_ = false;
  undetected_.clear();
  live_.reset();
  decoder_.reset();
  unfolder_.reset();
  page_.clear();
  markdown_links_.clear();
  if (!options.layout.is_plain() && !is_html()) unfolder_.emplace(options.layout);
  decoded_.clear();
  logical_.clear();
  search_ = options.rules.empty() ? nullptr : options.rules.matcher()->open();
  positions_ = PositionCounter(options.offsets);
  text_given_ = 0;
  bytes_fed_ = 0;
  links_cut_before_ = stream_.links_cut();
  return choose_charset();
}

// Without a decoder the charset is still to be detected.
std::optional<Error> Pipeline::choose_charset() {
  if (is_auto(options_.charset)) return detect_later();
  const Result<charset::Charset> charset = charset::find(options_.charset);
  if (charset) {
    read_as(charset.value());
    return {};
  }
  summary_.fell_back = true;
  if (options_.charset_fallback.empty()) return charset.error();
  if (is_auto(options_.charset_fallback)) return detect_later();
  const Result<charset::Charset> fallback = charset::find(options_.charset_fallback);
  if (!fallback) return fallback.error();
  read_as(fallback.value());
  return {};
}

void Pipeline::read_as(const charset::Charset& charset) {
  summary_.charset = charset.name();
  if (decoder_) {
    decoder_->go_on_in(charset);
  } else {
    decoder_.emplace(charset);
  }
  const bool is_legacy = charset.normalization() == charset::Normalization::nfc;
  map_options_.normalization = is_legacy ? iri::Normalization::nfc : iri::Normalization::none;
  map_options_.host = options_.host;
  map_options_.default_scheme = options_.default_scheme;
}

std::optional<Error> Pipeline::detect_later() {
  if (is_html()) return {};
  const Result<charset::Charset> utf8 = charset::find("UTF-8");  // ASCII is
  if (!utf8) return utf8.error();
  read_as(utf8.value());
  live_.emplace(options_.detection == Detection::at_hand
                    ? charset::LiveDetector::Judges::at_hand
                    : charset::LiveDetector::Judges::first_bytes);
  return {};
}

void Pipeline::take_step(const charset::LiveDetector::Step& step, Receiver& receiver) {
  take_bytes(step.ascii, receiver);
  if (!step.guess || is_stopped_) return;
  read_as(step.guess->charset);
  summary_.confidence = step.guess->confidence;
  take_bytes(step.rest, receiver);
  live_.reset();
}

// Decides the charset of HTML by the first bytes, and reads them.
void Pipeline::detect(charset::Extent extent, Receiver& receiver) {
  const std::string head = std::exchange(undetected_, {});
  read_as(guess(head, extent));
  take_decoded(decoder_->decode(head), receiver);
}

// HTML declares its charset, but a byte order mark takes precedence (HTML, section 13.2.3.2).
charset::Charset Pipeline::guess(std::string_view head, charset::Extent extent) {
  const charset::Guess guess = charset::detect(head, extent);
  summary_.confidence = guess.confidence;
  if (guess.by == charset::GuessedBy::byte_order_mark) return guess.charset;
  const std::string label = html::declared_charset(head);
  if (label.empty()) return guess.charset;
  const Result<charset::Charset> declared = charset::find(label);
  if (!declared) return guess.charset;
  summary_.confidence = 100;
  return declared.value();
}

void Pipeline::feed(std::string_view bytes, Receiver& receiver) {
  if (is_stopped_) return;
  bytes_fed_ += bytes.size();
  if (!decoder_) {
    const std::string_view head = bytes.substr(0, charset::kDetectBytes - undetected_.size());
    undetected_ += head;
    bytes.remove_prefix(head.size());
    if (undetected_.size() < charset::kDetectBytes) return;
    detect(charset::Extent::cut, receiver);
  }
  if (live_) {
    const std::string_view head = bytes.substr(0, live_->room());
    bytes.remove_prefix(head.size());
    take_step(live_->take(head), receiver);
  }
  take_bytes(bytes, receiver);
}

void Pipeline::take_bytes(std::string_view bytes, Receiver& receiver) {
  // PERF: a block at a time stays in the cache through all stages: 2863 MB/s for 24 MB of English
  // in one chunk, and 691 MB/s without (docs/performance.md).
  while (!bytes.empty() && !page_.is_full() && !is_stopped_) {
    take_decoded(decoder_->decode(bytes.substr(0, kBlockBytes)), receiver);
    bytes.remove_prefix(std::min(bytes.size(), kBlockBytes));
  }
}

Summary Pipeline::finish(Receiver& receiver) {
  if (is_stopped_) return finish_stopped();
  if (!decoder_) detect(charset::Extent::whole, receiver);
  if (live_) take_step(live_->finish(), receiver);
  take_decoded(decoder_->finish(), receiver);
  if (is_html()) {
    finish_page(receiver);
    return std::move(summary_);
  }
  if (unfolder_) {
    unfolded_.clear();
    unfolder_->finish(unfolded_);
    scan(unfolded_, receiver);
  }
  if (search_ != nullptr) {
    search_->finish(stream_, [&](const RuleLink& found) { return give(found, receiver); });
  } else {
    stream_.finish([&](const Span& span) { return give(span, receiver); });
  }
  if (wants_ == Wants::text) give_text_until(decoded().end_offset(), receiver);
  if (wants_ == Wants::logical_text) give_logical_until(logical_.end_offset(), receiver);
  end_position_ = {0, bytes_fed_};
  if (options_.offsets != OffsetUnit::bytes) end_position_ = position_at(decoded().end_offset());
  summary_.ill_formed = decoder_->ill_formed();
  summary_.links_cut = stream_.links_cut() - links_cut_before_;
  return std::move(summary_);
}

// Resets the stages for another document.
Summary Pipeline::finish_stopped() {
  stream_.finish([](const Span&) {});
  end_position_ = {0, bytes_fed_};
  summary_.ill_formed = decoder_->ill_formed();
  summary_.links_cut = stream_.links_cut() - links_cut_before_;
  return std::move(summary_);
}

void Pipeline::finish_page(Receiver& receiver) {
  std::shared_ptr<const iri::Mapper> mapper = mapper_;
  if (wants_ == Wants::begins_and_warnings || options_.destinations != nullptr) {
    if (auto shared = shared_mapper(); shared.ok()) mapper = *shared;
  }
  page_.finish({*decoder_, stream_, mapper.get(), map_options_, options_, wants_}, receiver,
               summary_);
  end_position_ = {0, bytes_fed_};
  if (options_.offsets != OffsetUnit::bytes) end_position_ = page_.end_position();
  summary_.ill_formed = decoder_->ill_formed();
  summary_.links_cut = stream_.links_cut() - links_cut_before_;
}

void Pipeline::take_decoded(std::string_view decoded, Receiver& receiver) {
  if (decoded.empty()) return;
  if (is_html()) return page_.append(decoded);
  if (unfolder_) {
    if (needs_decoded_text()) decoded_.pass(decoded);
    unfolded_.clear();
    unfolder_->feed(decoded, unfolded_);
    decoded = unfolded_;
  }
  scan(decoded, receiver);
  forget(receiver);
}

void Pipeline::scan(std::string_view logical, Receiver& receiver) {
  logical_.pass(logical);
  if (search_ != nullptr) {
    search_->feed(logical, stream_, [&](const RuleLink& found) { return give(found, receiver); });
  } else {
    stream_.feed(logical, [&](const Span& span) { return give(span, receiver); });
  }
}

Visit Pipeline::give(const Span& span, Receiver& receiver) {
  begin_link(span);
  link_.rule = {};
  if (options_.detection == Detection::at_hand) count_ill_formed_end(span);
  add_remarks(span);
  return give_link(span, receiver);
}

Visit Pipeline::give(const RuleLink& found, Receiver& receiver) {
  if (found.rule.empty()) return give(found.span, receiver);
  begin_link(found.span);
  link_.rule = found.rule;
  link_.iri = link_.uri = found.uri;
  link_.display.clear();
  return give_link(found.span, receiver);
}

// The members of a link that follow from its place.
void Pipeline::begin_link(const Span& span) {
  find_pieces(span);
  link_.span = span;
  link_.span.range = {link_.pieces.front().bytes.begin, link_.pieces.back().bytes.end};
  if (needs_place()) note_place(span);
  link_.text = logical_.between(span.range.begin, span.range.end);
  if (span.has_escapes) link_.text = shown_ = scan::shown_text(link_.text, link_.span.parts);
  link_.warnings = {};
  if (unfolder_ && unfolder_->is_joined(span.range)) link_.warnings.add(Warning::joined_lines);
}

Visit Pipeline::give_link(const Span& span, Receiver& receiver) {
  if (is_repeat(span)) return receiver.next();
  ++summary_.links;
  if (wants_ == Wants::logical_text) {
    give_logical_until(span.range.begin, receiver);
    link_.text = logical_.between(span.range.begin, span.range.end);
    receiver.text_of_link(link_.text);
    if (span.has_escapes) link_.text = shown_;
    text_given_ = span.range.end;
  }
  receiver.link(link_);
  is_stopped_ = receiver.next() == Visit::stop;
  if (wants_ == Wants::text) give_pieces(span, receiver);
  return receiver.next();
}

// Is it to be left out, as its destination is known? Whatever is wanted of links, the same ones
// are.
bool Pipeline::is_repeat(const Span& span) {
  if (options_.destinations == nullptr) return false;
  const Warnings reported = link_.warnings;
  if (!needs_warnings(wants_) && link_.rule.empty()) {
    link_.warnings.add(warnings_of_text(link_.text, span, remarked_));
    add_warnings_of_place(span);
  }
  const Warnings warnings = std::exchange(link_.warnings, reported);
  std::string_view uri = link_.uri;
  if (!needs_mapper(wants_) && link_.rule.empty()) {
    const auto mapper = shared_mapper();
    if (!mapper.ok()) return false;
    (*mapper)->map(link_.text, span, map_options_, mapped_);
    uri = mapped_.uri;
  }
  const bool is_new = options_.destinations->add(uri, link_.text, warnings);
  return !is_new && options_.repeats == Repeats::leave_out;
}

void Pipeline::give_pieces(const Span& span, Receiver& receiver) {
  for (const Range& piece : decoded_pieces_) {
    assert(text_given_ <= piece.begin);
    give_text_until(piece.begin, receiver);
    receiver.piece(text_of_piece(piece, span), link_);
    text_given_ = piece.end;
  }
}

void Pipeline::map_link(const iri::Mapper& mapper, const Span& span) {
  mapper.map(link_.text, span, map_options_, mapped_);
  link_.iri.swap(mapped_.iri);
  link_.uri.swap(mapped_.uri);
  link_.warnings.add(mapped_.warnings);
}

// The IRI, the URI, the display form and the warnings, as far as they are wanted.
void Pipeline::add_remarks(const Span& span) {
  if (needs_mapper(wants_)) {
    map_link(*mapper_, span);
    link_.display = display_of(link_.iri, link_.uri);
    link_.warnings.add(warnings_of_link(link_));
    add_warnings_of_place(span);
  } else if (wants_ == Wants::begins_and_warnings) {
    link_.warnings.add(warnings_of_text(link_.text, span, remarked_));
    add_warnings_of_place(span);
    link_.iri.clear();
    link_.uri.clear();
    if (!is_serious(link_.warnings)) return;
    if (auto mapper = shared_mapper(); mapper.ok()) map_link(**mapper, span);
  }
}

// The warnings from the text around the link.
void Pipeline::add_warnings_of_place(const Span& span) {
  link_.warnings.add(warnings_of_text_after(after_, span));
  if (markdown_links_.names_other_host(before_, link_.text, span)) {
    link_.warnings.add(Warning::text_names_other_host);
  }
}

// Copied, as the next requested text may be in the same memory.
void Pipeline::note_place(const Span& span) {
  const auto [begin, end] = span.range;
  before_.clear();
  after_.clear();
  if (begin > logical_.begin_offset() &&
      MarkdownLinks::may_matter(logical_.first_part(begin - 1, begin).front())) {
    const uint64_t context =
        std::min<uint64_t>(begin - logical_.begin_offset(), MarkdownLinks::kContext);
    before_.assign(logical_.between(begin - context, begin));
  }
  if (end == logical_.end_offset()) return;
  if (logical_.first_part(end, end + 1).front() == kLeadByteAfterLinks) {
    after_.assign(logical_.between(end, std::min(end + kLongestSequence, logical_.end_offset())));
  }
}

void Pipeline::count_ill_formed_end(const Span& span) {
  const uint64_t end = span.range.end;
  if (summary_.charset != "UTF-8" || end == logical_.end_offset()) return;
  const uint64_t after = std::min(end + kLongestSequence, logical_.end_offset());
  const std::string_view next = logical_.first_part(end, after);
  const auto* const at = reinterpret_cast<const uint8_t*>(next.data());
  const base::CodePoint c = base::decode(at, at + next.size(), base::Text::more_may_follow);
  if (c.value == base::kIllFormed && c.length > 0) ++summary_.ended_by_ill_formed;
}

// Without an Unfolder it is part of the text of the link.
std::string_view Pipeline::text_of_piece(const Range& piece, const Span& span) {
  if (unfolder_) return decoded_.between(piece.begin, piece.end);
  if (span.has_escapes) return logical_.between(piece.begin, piece.end);
  return Range{piece.begin - span.range.begin, piece.end - span.range.begin}.text(link_.text);
}

// From logical to decoded to bytes.
void Pipeline::find_pieces(const Span& span) {
  decoded_pieces_.clear();
  if (span.form != Form::delimited && !span.has_escapes && !unfolder_) {
    decoded_pieces_.push_back(span.range);
  } else {
    find_decoded_pieces(span);
  }
  link_.pieces.resize(decoded_pieces_.size());
  for (size_t i = 0; i < decoded_pieces_.size(); ++i) {
    const Range& decoded_piece = decoded_pieces_[i];
    Piece& piece = link_.pieces[i];
    piece.bytes = decoder_->source_range(decoded_piece);
    if (options_.offsets == OffsetUnit::bytes) {
      piece.begin = {0, piece.bytes.begin};
      piece.end = {0, piece.bytes.end};
    } else {
      piece.begin = position_at(decoded_piece.begin);
      piece.end = needs_only_begins(wants_) ? Position() : position_after(decoded_piece);
    }
  }
}

// Only an Unfolder leaves out text.
void Pipeline::find_decoded_pieces(const Span& span) {
  const auto text_of = [this](const Range& range) {
    return logical_.between(range.begin, range.end);
  };
  find_visible(span, text_of, visible_);
  if (!unfolder_) {
    decoded_pieces_.swap(visible_);
    return;
  }
  for (const Range& visible : visible_) unfolder_->pieces(visible, decoded_pieces_);
}

// Counts positions up to there, or to the start of a code point that is incomplete there.
void Pipeline::count_until(uint64_t decoded_offset) {
  constexpr uint64_t kACodePointAndMore = 8;
  while (positions_.bytes() < decoded_offset) {
    const uint64_t from = positions_.bytes();
    std::string_view part = without_cut_sequence(decoded().first_part(from, decoded_offset));
    if (part.empty()) {
      const uint64_t to = std::min(from + kACodePointAndMore, decoded_offset);
      part = without_cut_sequence(decoded().between(from, to));
    }
    if (part.empty()) break;
    positions_.advance(part);
  }
}

// REQUIRES: a code point begins there, or the text ends.
Position Pipeline::position_at(uint64_t decoded_offset) {
  const uint64_t from = positions_.bytes();
  const std::string_view text = decoded().first_part(from, decoded_offset);
  if (from + text.size() == decoded_offset) return positions_.advance(text);
  count_until(decoded_offset);
  return positions_.advance(decoded().between(positions_.bytes(), decoded_offset));
}

// REQUIRES: positions were counted up to its start; it has no line feed.
Position Pipeline::position_after(const Range& decoded_piece) {
  return positions_.advance_in_line(decoded().between(decoded_piece.begin, decoded_piece.end));
}

void Pipeline::give_text_until(uint64_t decoded_offset, Receiver& receiver) {
  while (text_given_ < decoded_offset) {
    const std::string_view part = decoded().first_part(text_given_, decoded_offset);
    receiver.text(part);
    text_given_ += part.size();
  }
}

void Pipeline::give_logical_until(uint64_t logical_offset, Receiver& receiver) {
  while (text_given_ < logical_offset) {
    const std::string_view part = logical_.first_part(text_given_, logical_offset);
    receiver.text(part);
    text_given_ += part.size();
  }
}

uint64_t Pipeline::decoded_before_links(uint64_t logical_from) {
  const uint64_t begin = logical_before_links(logical_from);
  return unfolder_ ? unfolder_->source_of(begin) : begin;
}

// Where the next link may begin: in the line that the search has reached, if that begins after
// `logical_from`.
uint64_t Pipeline::logical_before_links(uint64_t logical_from) {
  uint64_t begin = logical_from;
  const uint64_t searched =
      search_ != nullptr ? search_->searched_until(stream_) : stream_.searched_until();
  if (searched > logical_from) {
    const std::string_view text = logical_.between(logical_from, searched);
    begin += text.rfind('\n') + 1;  // npos + 1 is 0
  }
  return begin;
}

// Releases the text in which no later link can begin, in all stages.
void Pipeline::forget(Receiver& receiver) {
  const uint64_t logical_from =
      search_ != nullptr ? search_->retain_from(stream_) : stream_.retain_from();
  const uint64_t decoded_from = unfolder_ ? unfolder_->source_of(logical_from) : logical_from;
  uint64_t needed_from = decoded_from;
  if (options_.offsets != OffsetUnit::bytes) {
    count_until(decoded_from);
    needed_from = std::min(needed_from, positions_.bytes());
  }
  if (wants_ == Wants::text) give_text_until(decoded_before_links(logical_from), receiver);
  if (wants_ == Wants::logical_text) {
    give_logical_until(logical_before_links(logical_from), receiver);
    is_stopped_ = is_stopped_ || receiver.next() == Visit::stop;
  }
  if (unfolder_) {
    unfolder_->release_before(logical_from);
    if (needs_decoded_text()) decoded_.let_go_before(needed_from);
    logical_.let_go_before(logical_from);
  } else {
    logical_.let_go_before(needed_from);
  }
  decoder_->release_before(decoded_from);
}

}  // namespace linkspan::document
