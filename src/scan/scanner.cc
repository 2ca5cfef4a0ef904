// SPDX-License-Identifier: Apache-2.0
#include "scan/scanner.h"

#include <algorithm>

#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/text/reach.h"

namespace linkspan::scan {

Scanner::Scanner(const Config& config, const Checkpoint& checkpoint, uint64_t place)
    : Scanner(config) {
  continue_from(checkpoint, place);
}

void Scanner::continue_from(const Checkpoint& checkpoint, uint64_t place) {
  SearchMemory& memory = scan_.memory;
  memory = {};
  memory.at = place - checkpoint.at;
  memory.floor = place - checkpoint.floor;
  memory.floor_is_link_end = checkpoint.floor_is_link_end;
  if (checkpoint.message_id_end != Checkpoint::kNone) {
    memory.message_id_end = place - checkpoint.message_id_end;
  }
  if (checkpoint.mailto_colon != Checkpoint::kNone) {
    memory.mailto_colon = place - checkpoint.mailto_colon;
  }
}

// The rest of the state is of a candidate, or is made anew from the text when it is needed.
std::optional<Checkpoint> Scanner::checkpoint(uint64_t place) const {
  if (scan_.phase != Phase::search || scan_.is_stopped) return std::nullopt;
  const SearchMemory& memory = scan_.memory;
  const uint64_t context = memory.at > kContext ? memory.at - kContext : 0;
  const auto distance = [&](uint64_t offset) { return static_cast<uint32_t>(place - offset); };
  Checkpoint found;
  found.at = distance(memory.at);
  found.floor = distance(std::max(memory.floor, context));
  found.floor_is_link_end = memory.floor_is_link_end && memory.floor >= context;
  if (memory.message_id_end > context) found.message_id_end = distance(memory.message_id_end);
  if (memory.mailto_colon != kNowhere && memory.mailto_begin() >= context) {
    found.mailto_colon = distance(memory.mailto_colon);
  }
  return found;
}

void Scanner::run(const Window& window, SpanSink sink) {
  scan_.window = scan_.whole = &window;
  scan_.sink = &sink;
  while (!scan_.is_stopped && step() == Progress::done) {
  }
  scan_.window = scan_.whole = nullptr;
  scan_.sink = nullptr;
}

uint64_t Scanner::run_up_to_escape(const Window& window, SpanSink sink, EscapeReader& reader) {
  WrittenText& written = scan_.written;
  written.reader = &reader;
  written.plain_until = std::max({written.plain_until, scan_.memory.at, reader.known_until()});
  written.escape_at = kNowhere;
  scan_.window_in_hand = window;
  scan_.window = &scan_.window_in_hand;
  scan_.whole = &window;
  scan_.sink = &sink;
  scan_.see_plain_text(std::min(written.plain_until, window.end));
  for (;;) {
    while (!scan_.is_stopped && step() == Progress::done) {
    }
    if (scan_.is_stopped || written.escape_at != kNowhere || !find_more_plain_text()) break;
  }
  if (written.escape_at != kNowhere) wait_at_escape(written.escape_at);
  scan_.window = scan_.whole = nullptr;
  scan_.sink = nullptr;
  written.reader = nullptr;
  return written.escape_at;
}

bool Scanner::move_by(uint64_t shift, uint64_t plain_until) {
  const uint64_t at = scan_.memory.at;
  const std::optional<Checkpoint> known = checkpoint(at);
  if (!known) return false;
  continue_from(*known, at + shift);
  scan_.written.plain_until = plain_until;
  return true;
}

// The phases need more text than is known to be plain. Returns false if there is none.
bool Scanner::find_more_plain_text() {
  WrittenText& written = scan_.written;
  const uint64_t from = written.plain_until;
  const bool is_searched = scan_.phase == Phase::search && scan_.memory.at >= scan_.whole->end;
  if (from == scan_.whole->end || is_searched) return false;
  scan_.find_plain_text(from);
  if (written.plain_until == from) written.escape_at = from;
  return written.plain_until > from;
}

// What the search knows of the text from the escape on does not hold. A colon, `@` or dot right
// before it was not seen to be a trigger.
void Scanner::wait_at_escape(uint64_t at) {
  SearchMemory& memory = scan_.memory;
  memory.found.end = 0;
  memory.tld_end = kNowhere;
  scan_.written.plain_until = std::min(scan_.written.plain_until, at);
  if (scan_.phase != Phase::search) return;
  const Window& whole = *scan_.whole;
  const uint64_t floor = std::max(memory.floor, whole.begin);
  if (memory.at != at || at <= floor) return;
  const base::CodePoint before = whole.code_point_before(at, floor);
  const bool may_be_trigger =
      before.value == ':' || before.value == '@' || is_label_dot(before.value);
  if (may_be_trigger) memory.at = at - before.length;
}

// INVARIANT: memory.at stays at the trigger until its candidate has ended, so that search can
// continue after it.
uint64_t Scanner::retain_from() const {
  uint64_t from = scan_.memory.at;
  if (scan_.phase != Phase::search) {  // an address may begin long before its `@`
    from = std::min(from, scan_.candidate.begin + kContext - kSpaceReach);
  }
  if (scan_.phase == Phase::authority && scan_.reading.at > scan_.limit()) from = scan_.reading.at;
  if (scan_.phase == Phase::address || scan_.phase == Phase::domain) {
    if (scan_.run.too_long()) from = scan_.run.run_end();
  }
  if (scan_.phase == Phase::overflow) {
    from = scan_.is_strict() ? scan_.reading.at : scan_.tail.at();
  }
  return from > kContext ? from - kContext : 0;
}

Progress Scanner::step() {
  switch (scan_.phase) {
    case Phase::search:
      return search(scan_);
    case Phase::authority:
      return gather_authority(scan_);
    case Phase::address:
      return gather_address(scan_);
    case Phase::domain:
      return gather_domain(scan_);
    case Phase::ending:
      return settle_ending(scan_);
    case Phase::tail:
      return gather_tail(scan_);
    case Phase::iri:
      return gather_iri(scan_);
    case Phase::delimited:
      return gather_delimited(scan_);
    case Phase::overflow:
      return scan_.is_strict() ? gather_iri(scan_) : skip_overflow(scan_);
  }
  return Progress::need_more;
}

}  // namespace linkspan::scan
