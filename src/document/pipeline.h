// SPDX-License-Identifier: Apache-2.0
// Pipeline: the stages from bytes to links, for one document after another.
//
//   bytes ─▶ charset ─▶ lines ─▶ scan ─▶ iri ─▶ Receiver
//            decoded    logical   spans
//                 └──── HTML: page_reader.h ───▶
//
// There are three texts, and three kinds of offsets. The *bytes* are the input. The *decoded* text
// is the same in UTF-8. The *logical* text is what the scanner sees: the decoded text without
// prefixes and soft line breaks. A span of the logical text becomes ranges of the decoded text
// (lines::Unfolder::pieces), each of which becomes a range of the bytes
// (charset::Decoder::source_range). Without a line layout the logical text is the decoded text.
//
// Text is kept from the offset on at which the next link may begin; INVARIANT: the three offsets up
// to which the stages have released text are the same place. Guarded by tests/document_test.cc.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "charset/decoder.h"
#include "charset/live_detector.h"
#include "document/link_remarks.h"
#include "document/page_reader.h"
#include "document/passing_text.h"
#include "document/positions.h"
#include "iri/mapper.h"
#include "lines/unfold.h"
#include "linkspan/charset.h"
#include "linkspan/document.h"
#include "rules/matcher.h"

namespace linkspan::document {

// The Mapper that all pipelines of the process share.
Result<std::shared_ptr<const iri::Mapper>> shared_mapper();

constexpr bool needs_only_begins(Wants wants) {
  return wants == Wants::begins || wants == Wants::begins_and_warnings;
}
constexpr bool needs_mapper(Wants wants) {
  return wants == Wants::links || wants == Wants::text || wants == Wants::logical_text;
}
constexpr bool needs_warnings(Wants wants) {
  return needs_mapper(wants) || wants == Wants::begins_and_warnings;
}

class Pipeline {
 public:
  // The mapper may be null if it is not needed.
  Pipeline(const Engine& engine, std::shared_ptr<const iri::Mapper> mapper, Wants wants);

  // Begins a document. Returns an error, and begins none, if the charset is not known and there is
  // no fallback. REQUIRES: no document is open.
  std::optional<Error> begin(const DocumentOptions& options);

  // Begins another document with the same options. REQUIRES: begin() has begun one before.
  void begin_again() { begin(DocumentOptions(options_)); }

  // Once a receiver's next() is Visit::stop, the rest of the document is not scanned.
  void feed(std::string_view bytes, Receiver& receiver);
  Summary finish(Receiver& receiver);
  bool is_stopped() const { return is_stopped_; }

  // The summary of the open document so far. Its charset is UTF-8 until it is known.
  const Summary& so_far() const { return summary_; }

  // The end of the last finished document, in DocumentOptions::offsets.
  Position end_position() const { return end_position_; }

 private:
  std::optional<Error> choose_charset();
  void read_as(const charset::Charset& charset);
  std::optional<Error> detect_later();
  void detect(charset::Extent extent, Receiver& receiver);
  void take_step(const charset::LiveDetector::Step& step, Receiver& receiver);
  void take_bytes(std::string_view bytes, Receiver& receiver);
  void count_ill_formed_end(const Span& span);
  charset::Charset guess(std::string_view head, charset::Extent extent);
  bool is_html() const { return options_.markup == Markup::html; }
  Summary finish_stopped();
  void finish_page(Receiver& receiver);
  void take_decoded(std::string_view decoded, Receiver& receiver);
  void scan(std::string_view logical, Receiver& receiver);
  Visit give(const Span& span, Receiver& receiver);
  Visit give(const RuleLink& found, Receiver& receiver);
  void begin_link(const Span& span);
  Visit give_link(const Span& span, Receiver& receiver);
  bool is_repeat(const Span& span);
  void give_pieces(const Span& span, Receiver& receiver);
  void map_link(const iri::Mapper& mapper, const Span& span);
  void add_remarks(const Span& span);
  void note_place(const Span& span);
  void add_warnings_of_place(const Span& span);
  bool needs_place() const { return needs_warnings(wants_) || options_.destinations != nullptr; }
  std::string_view text_of_piece(const Range& piece, const Span& span);
  void find_pieces(const Span& span);
  void find_decoded_pieces(const Span& span);
  void count_until(uint64_t decoded_offset);
  Position position_at(uint64_t decoded_offset);
  Position position_after(const Range& decoded_piece);
  void give_text_until(uint64_t decoded_offset, Receiver& receiver);
  void give_logical_until(uint64_t logical_offset, Receiver& receiver);
  uint64_t logical_before_links(uint64_t logical_from);
  uint64_t decoded_before_links(uint64_t logical_from);
  void forget(Receiver& receiver);
  PassingText& decoded() { return unfolder_ ? decoded_ : logical_; }
  bool needs_decoded_text() const {
    return wants_ == Wants::text || options_.offsets != OffsetUnit::bytes;
  }

  // Fixed.
  std::shared_ptr<const iri::Mapper> mapper_;
  Wants wants_;

  // Of one document.
  DocumentOptions options_;
  Summary summary_;
  std::string undetected_;                     // the first bytes, until their charset is known
  std::optional<charset::LiveDetector> live_;  // until the charset is known
  std::optional<charset::Decoder> decoder_;
  iri::MapOptions map_options_;
  std::optional<lines::Unfolder> unfolder_;
  std::string unfolded_;
  PassingText decoded_;  // with an Unfolder, and when it is needed
  PassingText logical_;
  Stream stream_;
  std::unique_ptr<rules::Search> search_;  // with rules
  uint64_t links_cut_before_ = 0;          // in earlier documents
  bool is_stopped_ = false;
  PageReader page_;  // with HTML
  PositionCounter positions_{OffsetUnit::bytes};
  uint64_t text_given_ = 0;  // offset into the reported text
  uint64_t bytes_fed_ = 0;
  Position end_position_;

  // Buffers of one link, kept for reuse.
  Link link_;
  iri::Mapped mapped_;
  std::string before_, after_;  // a few bytes of the text around it
  std::string remarked_;
  std::string shown_;  // the text of a link with escapes
  MarkdownLinks markdown_links_;
  std::vector<Range> visible_;
  std::vector<Range> decoded_pieces_;
};

}  // namespace linkspan::document
