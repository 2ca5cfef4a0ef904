// SPDX-License-Identifier: Apache-2.0
// Scanner: reads the text once and reports the links; docs/scanning.md is its specification.
//
// It is a machine of a few named phases. It can stop at any byte and continue when there is more
// text:
//
//   search ──`:`──▶ authority ──▶ ending ──▶ tail ──▶ (report the link) ──▶ search
//     │  └────────── opaque, iri ─────────────▲ ▲
//     ├──`@`──▶ address ──────────────────────┘ │      tail ──▶ delimited   <…> over white space
//     └──`.`──▶ domain ─────────────────────────┘      tail ──▶ overflow    past the limit
//
// Each phase is a class in its own file of phases/, which no other file sees. Its object is made
// for one step. What lasts longer is in ScanState, so that a Scanner can be copied. Phases as
// members that refer to each other were rejected: a Stream replaces its Scanner. So was a variant
// with the data of each phase: the offsets are the same in all phases, and each change of phase
// would copy them.
#pragma once

#include <cstdint>
#include <optional>

#include "linkspan/linkspan.h"
#include "scan/state/checkpoint.h"
#include "scan/state/config.h"
#include "scan/state/rejection.h"
#include "scan/state/scan_state.h"
#include "scan/text/reach.h"
#include "scan/text/window.h"

namespace linkspan::scan {

class Scanner {
 public:
  explicit Scanner(const Config& config) : scan_(config) {}

  // One that continues at `place`, where `checkpoint` was taken: with the same results if the text
  // from retain_from() to `place` is the same.
  Scanner(const Config& config, const Checkpoint& checkpoint, uint64_t place);

  // Scans as far as the window can decide. The window begins at or before retain_from(), and no
  // earlier window reached further than its end. Of text that may have escapes, it stops at a
  // candidate that touches one.
  enum class Stop : uint8_t { end_of_window, escape };
  Stop run(const Window& window, SpanSink sink);

  // Scans the candidate that touches an escape, in the text that is meant. Returns whether it has
  // ended; if not, more text is needed.
  bool run_candidate(const Window& meant, SpanSink sink);
  // Is the candidate not begun, so that nothing but its trigger is known?
  bool is_at_trigger() const { return scan_.phase == Phase::search; }
  // Continues with other offsets, in the middle of no candidate. `place` maps those that are known
  // to the new ones; it returns kNowhere for what is too far before to matter.
  template <class Place>
  void move(const Place& place);

  // The text from here on has to be in the next window. No link to come begins before.
  uint64_t retain_from() const {
    const uint64_t from = candidate_from();
    return from > kContext ? from - kContext : 0;
  }
  // The same without the context: no trigger to come is before.
  uint64_t candidate_from() const;

  // What is known of the text, after run() with a window up to `place`; nothing in the middle of a
  // candidate.
  std::optional<Checkpoint> checkpoint(uint64_t place) const;

  // The text before this was searched. A link to come begins after the last line feed before it.
  uint64_t searched_until() const { return scan_.memory.at; }

  uint64_t links_cut() const { return scan_.links_cut; }
  void add_links_cut(uint64_t count) { scan_.links_cut += count; }

  // Whether a sink wants no more links. Then run() does nothing.
  bool is_stopped() const { return scan_.is_stopped; }
  uint64_t trigger() const { return scan_.memory.at; }
  // The last escape was there, as far as is known.
  void note_terminal(uint64_t at) { scan_.note_terminal(at); }
  // The candidate has ended, and the offsets are of the text as it is written again.
  void end_candidate() { scan_.plain.ended_at = scan_.memory.at; }
  // Up to there the candidate that touches an escape was read in place.
  uint64_t plain_until() const { return scan_.plain.until; }

  // From now on, report rejected candidates as well. `sink` outlives the scanner; nullptr: no more.
  void report_rejections(RejectionSink* sink) { scan_.rejections = sink; }

 private:
  Progress step();
  bool is_waiting_for_plain_text() const;
  bool may_begin_again(uint64_t place) const;

  ScanState scan_;
};

template <class Place>
void Scanner::move(const Place& place) {
  SearchMemory& memory = scan_.memory;
  const auto or_none = [](uint64_t offset, uint64_t none) {
    return offset == kNowhere ? none : offset;
  };
  memory.at = place(memory.at);
  const uint64_t floor = place(memory.floor);
  memory.floor_is_link_end &= floor != kNowhere;
  memory.floor = or_none(floor, 0);
  if (memory.mailto_colon != kNowhere) memory.mailto_colon = place(memory.mailto_colon);
  if (memory.message_id_end != 0) memory.message_id_end = or_none(place(memory.message_id_end), 0);
  memory.tld_end = kNowhere;
  memory.no_at_sign = {};
}

}  // namespace linkspan::scan
