// SPDX-License-Identifier: Apache-2.0
// TextScanner: scans a text as it is written for the links that are meant.
//
//   as written   {"url":"https:\/\/example.org\/a"}
//   as meant     {"url":"https://example.org/a"}      scanned; the link is at [8, 31) of the other
//
// Nearly all candidates touch no escape and are scanned in place. One that does is scanned in a
// buffer with the text that is meant:
//
//   written   … │ 640 bytes before the trigger │ trigger │ as far as the candidate is read │ …
//               └──────────── decoded ─────────┴─────────┴─────────────────────────────────┘
//
// When the candidate has ended, what the scanner knows is mapped back, and the text goes on in
// place after it. So the state between candidates is of the text as it is written, and nothing
// about a link depends on escapes before its context. The buffer is kept for the next candidate,
// which often touches the same escapes: see begin_context().
//
// INVARIANT: what is decoded from the start of a context on is a function of the text from there
// on.
//
// Rejected: to let every phase decode the character that it reads. Rules read bytes backwards, 64
// at a time, or in words, and each of these ways would need a second one. To scan all text after
// the first escape in the buffer: links then depend on what stands far before them, no place after
// it is a checkpoint, and the search costs a third more.
//
// Guarded by tests/scan/escapes_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "linkspan/linkspan.h"
#include "scan/scanner.h"
#include "scan/state/checkpoint.h"
#include "scan/state/config.h"
#include "scan/text/escapes.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// A row of values of which the first are dropped and more are added. The first few are kept in
// place; memory for more is only ever added.
template <class Value, size_t kInPlace>
class Row {
 public:
  void reserve(size_t size);
  Value* add(size_t count);  // not initialised; pointers to others are invalid after it
  void drop_first(size_t count) {
    begin_ += count;
    if (begin_ == end_) begin_ = end_ = 0;
  }
  void drop_last(size_t count) { end_ -= count; }
  const Value* begin() const { return values() + begin_; }
  const Value* end() const { return values() + end_; }
  size_t size() const { return end_ - begin_; }
  bool empty() const { return begin_ == end_; }
  const Value& back() const { return values()[end_ - 1]; }
  Value& back() { return values()[end_ - 1]; }

 private:
  Value* values() { return more_ ? more_.get() : in_place_; }
  const Value* values() const { return more_ ? more_.get() : in_place_; }

  size_t begin_ = 0;
  size_t end_ = 0;
  size_t capacity_ = kInPlace;
  std::unique_ptr<Value[]> more_;
  Value in_place_[kInPlace];  // NOLINT: not initialised
};

// An escape in the buffer, and its place in the text as it is written. Sequences that stand for
// nothing, one after the other, are one.
struct PlacedEscape {
  uint64_t meant;  // offset of what it means
  uint64_t begin;
  uint32_t size;
  uint32_t meant_size;

  uint64_t end() const { return begin + size; }
  uint64_t meant_end() const { return meant + meant_size; }
  uint64_t shift() const { return end() - meant_end(); }  // of the text after it, modulo 2^64
};

class TextScanner final : RejectionSink {
 public:
  explicit TextScanner(const Config& config) : config_(config), scanner_(config) {}
  TextScanner(const Config& config, const Checkpoint& checkpoint, uint64_t place)
      : config_(config), scanner_(config, checkpoint, place) {}

  // Those of Scanner; all offsets are in the text as it is written.
  void run(const Window& window, SpanSink sink);
  std::optional<Checkpoint> checkpoint(uint64_t place) const;
  uint64_t searched_until() const { return written(scanner_.searched_until()); }
  uint64_t links_cut() const { return scanner_.links_cut(); }
  bool is_stopped() const { return scanner_.is_stopped(); }
  void report_rejections(RejectionSink* sink);

  // No later link begins before.
  uint64_t retain_from() const;
  // The next window begins at or before this.
  uint64_t needed_from() const;

  // REQUIRES: at the start of a text.
  void read_controls(Controls controls) {
    controls_ = controls;
    begin_buffer(0);
  }
  // Forgets the text, but not the number of links that were cut.
  void begin_anew();
  // Memory for so much text, so that run() does not allocate.
  void reserve(uint64_t bytes);

 private:
  static constexpr size_t kTextInPlace = 6 * 1024;
  static constexpr size_t kEscapesInPlace = 256;

  enum class Mode : uint8_t {
    in_place,
    before_trigger,  // decoding the context of a trigger
    candidate,       // scanning it in the buffer; the scanner's offsets are of the text as meant
  };

  void begin_candidate(const Window& window);
  void begin_context(const Window& window);
  bool is_decoded_from(uint64_t from) const;
  void begin_buffer(uint64_t from);
  void begin_in_middle(const Window& window);
  bool go_to_trigger(const Window& window);
  bool scan_candidate(const Window& window, SpanSink sink);
  void end_candidate();

  bool decode_more(const Window& window);
  uint8_t* take_escape(const TextAround& text, const uint8_t* at, uint8_t* to);
  void note_escape(const Escape& escape, uint64_t meant);
  void drop_before(uint64_t meant);

  const PlacedEscape* escape_around(uint64_t written) const;
  uint64_t meant(uint64_t written) const;
  bool place_between_escapes(Span& span);
  Span placed(const Span& span);
  uint64_t begin_of(uint64_t meant) const;
  uint64_t end_of(uint64_t meant) const;
  uint64_t next_of(uint64_t meant) const;
  // An offset of the scanner in the text as it is written.
  uint64_t written(uint64_t offset) const {
    return mode_ == Mode::candidate ? begin_of(offset) : offset;
  }
  uint64_t meant_end() const { return meant_begin_ + meant_.size(); }
  void note(const Rejection& rejection) override;

  const Config& config_;
  Scanner scanner_;
  Controls controls_ = Controls::all;
  EscapeReader reader_{config_.source(), controls_};
  RejectionSink* rejections_ = nullptr;

  Mode mode_ = Mode::in_place;
  uint64_t trigger_ = 0;  // of the candidate, as written
  // The buffer:
  uint64_t shift_ = 0;       // from the text as it is meant to that as it is written, modulo 2^64;
                             // before the first of `escapes_`
  uint64_t read_until_ = 0;  // as written
  uint64_t terminal_ = kNowhere;  // the last long string
  uint64_t no_escapes_from_ = 0;  // as written: too far after the trigger
  uint64_t meant_begin_ = 0;      // of the buffer
  size_t next_escape_ = 0;        // the first that does not end before the last link
  Row<uint8_t, kTextInPlace> meant_;
  Row<PlacedEscape, kEscapesInPlace> escapes_;
};

}  // namespace linkspan::scan
