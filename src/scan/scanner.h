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
#include "scan/text/window.h"

namespace linkspan::scan {

class Scanner {
 public:
  explicit Scanner(const Config& config) : scan_(config) {}

  // One that continues at `place`, where `checkpoint` was taken: with the same results if the text
  // from retain_from() to `place` is the same.
  Scanner(const Config& config, const Checkpoint& checkpoint, uint64_t place);

  // Scans as far as the window can decide. The window begins at or before retain_from(), and no
  // earlier window reached further than its end.
  void run(const Window& window, SpanSink sink);

  // The same for text that may have escapes. It stops where one begins, or may begin, and returns
  // that place; kNowhere: it did not stop.
  uint64_t run_up_to_escape(const Window& window, SpanSink sink, EscapeReader& reader);

  // Adds `shift` to all offsets, modulo 2^64. No escape begins before `plain_until`, by the new
  // offsets. Returns false, and does nothing, in the middle of a candidate.
  bool move_by(uint64_t shift, uint64_t plain_until);

  // The text from here on has to be in the next window. No link to come begins before.
  uint64_t retain_from() const;

  // What is known of the text, after run() with a window up to `place`; nothing in the middle of a
  // candidate.
  std::optional<Checkpoint> checkpoint(uint64_t place) const;

  // The text before this was searched. A link to come begins after the last line feed before it.
  uint64_t searched_until() const { return scan_.memory.at; }

  uint64_t links_cut() const { return scan_.links_cut; }
  void add_links_cut(uint64_t count) { scan_.links_cut += count; }

  // Whether a sink wants no more links. Then run() does nothing.
  bool is_stopped() const { return scan_.is_stopped; }

  // From now on, report rejected candidates as well. `sink` outlives the scanner; nullptr: no more.
  void report_rejections(RejectionSink* sink) { scan_.rejections = sink; }

 private:
  Progress step();
  void continue_from(const Checkpoint& checkpoint, uint64_t place);
  bool find_more_plain_text();
  void wait_at_escape(uint64_t at);

  ScanState scan_;
};

}  // namespace linkspan::scan
