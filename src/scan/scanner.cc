// SPDX-License-Identifier: Apache-2.0
#include "scan/scanner.h"

#include <algorithm>

#include "base/compiler.h"
#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/text/reach.h"

namespace linkspan::scan {

Scanner::Scanner(const Config& config, const Checkpoint& checkpoint, uint64_t place)
    : Scanner(config) {
  SearchMemory& memory = scan_.memory;
  memory.at = place - checkpoint.at;
  memory.floor = place - checkpoint.floor;
  memory.floor_is_link_end = checkpoint.floor_is_link_end;
  scan_.plain.ended_at = memory.at;
  scan_.note_terminal(memory.at);  // it is not known whether there is one
  scan_.plain.terminal_from = memory.at > kContext ? memory.at - kContext : 0;
  if (checkpoint.message_id_end != Checkpoint::kNone) {
    memory.message_id_end = place - checkpoint.message_id_end;
  }
  if (checkpoint.mailto_colon != Checkpoint::kNone) {
    memory.mailto_colon = place - checkpoint.mailto_colon;
  }
}

// May search continue at its trigger, as if the candidate were not begun? A domain waits for the
// text after it that its rules look at, so in a line of domains there is always one that waits.
bool Scanner::may_begin_again(uint64_t place) const {
  constexpr uint64_t kMostRead = 1024;
  const Form form = scan_.candidate.span.form;
  const bool is_domain =
      scan_.phase == Phase::domain ||
      (scan_.phase == Phase::ending && (form == Form::domain || form == Form::www));
  return is_domain && !scan_.memory.is_given && place - scan_.memory.at <= kMostRead;
}

// The rest of the state is of a candidate, or is made anew from the text when it is needed.
std::optional<Checkpoint> Scanner::checkpoint(uint64_t place) const {
  if (scan_.is_stopped) return std::nullopt;
  if (scan_.phase != Phase::search && !may_begin_again(place)) return std::nullopt;
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

// PERF: a call for each step cost mail 0.3 %.
LINKSPAN_INLINE Progress Scanner::step() {
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
      return kHasAllProfiles ? gather_iri(scan_) : Progress::done;
    case Phase::delimited:
      return gather_delimited(scan_);
    case Phase::overflow:
      return scan_.is_strict() ? gather_iri(scan_) : skip_overflow(scan_);
  }
  return Progress::need_more;
}

[[gnu::hot]] Scanner::Stop Scanner::run(const Window& window, SpanSink sink) {
  scan_.window = scan_.whole = window;
  scan_.sink = &sink;
  scan_.plain.touches_escape = false;
  scan_.plain.looked_from = 0;
  if (scan_.plain.may_have_escapes && scan_.phase != Phase::search) scan_.see_plain_text();
  do {
    while (!scan_.is_stopped && step() == Progress::done && !scan_.plain.has_read_escape) {
    }
  } while (!scan_.has_read_escape() && is_waiting_for_plain_text() && scan_.find_more_plain_text());
  const bool is_at_escape = scan_.plain.touches_escape || is_waiting_for_plain_text();
  // What a sequence is depends on its token, which may begin before the candidate. A link that was
  // cut at the limit is reported already.
  const bool is_begun = scan_.phase != Phase::search && scan_.phase != Phase::overflow;
  const bool has_read_escape = scan_.has_read_escape();
  if (has_read_escape || (is_at_escape && is_begun)) scan_.begin_again();
  scan_.sink = nullptr;
  return is_at_escape || has_read_escape ? Stop::escape : Stop::end_of_window;
}

// Did a phase reach the end of the text that is known to be plain?
bool Scanner::is_waiting_for_plain_text() const {
  const PlainText& plain = scan_.plain;
  if (scan_.is_stopped || !plain.may_have_escapes) return false;
  if (plain.touches_escape || plain.has_read_escape) return false;
  const bool is_searching = scan_.phase == Phase::search && scan_.memory.at >= plain.until;
  return !is_searching && plain.until < scan_.whole.end;
}

bool Scanner::run_candidate(const Window& meant, SpanSink sink) {
  scan_.window = scan_.whole = meant;
  scan_.sink = &sink;
  scan_.plain.may_have_escapes = false;
  Progress progress = Progress::done;
  do {
    progress = scan_.phase == Phase::search ? on_trigger(scan_) : step();
  } while (progress == Progress::done && scan_.phase != Phase::search && !scan_.is_stopped);
  scan_.plain.may_have_escapes = true;
  scan_.sink = nullptr;
  return progress == Progress::done;
}

// INVARIANT: memory.at stays at the trigger until its candidate has ended, so that search can
// continue after it.
uint64_t Scanner::candidate_from() const {
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
  return from;
}

}  // namespace linkspan::scan
