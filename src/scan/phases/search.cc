// SPDX-License-Identifier: Apache-2.0
// Search: moves to the next trigger.
//
// The trigger stage proposes places, a block of 64 bytes at a time. The masks of the block reject
// most of them at once; the phase of the trigger decides about the others.

#include <algorithm>
#include <bit>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/prose/run_start.h"

namespace linkspan::scan {
namespace {

class Search : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress advance();

 private:
  const Window& whole() const { return *scan_.whole; }
  Progress on_escape();
  bool go_to_trigger();
  bool go_to_place();
  uint64_t settled_up_to();
};

Progress Search::advance() {
  if (!go_to_trigger()) return Progress::need_more;
  base::count_step();
  const uint8_t byte = whole().byte(memory().at);
  if (may_begin_escape(byte) && byte < 0x80) return on_escape();
  if (scan_.written.plain_until <= memory().at && scan_.written.reader != nullptr) {
    scan_.written.plain_until = memory().at + 1;
    if (byte == ':') {
      scan_.see_plain_text();  // PERF: most links need no more
    } else {
      scan_.find_plain_text(memory().at + 1);
    }
  }
  const bool is_strict = scan_.is_strict();
  switch (byte) {
    case ':':
      return on_colon(scan_);
    case '@':
      return is_strict ? scan_.not_here(memory().at + 1, Rejected::not_a_trigger) : on_at(scan_);
    case '.':
      return is_strict ? scan_.not_here(memory().at + 1, Rejected::not_a_trigger) : on_dot(scan_);
    default:
      break;
  }
  const base::CodePoint code_point = whole().code_point(memory().at);
  if (code_point.length == 0) return Progress::need_more;
  if (is_label_dot(code_point.value) && !is_strict) return on_dot(scan_);
  return scan_.not_here(memory().at + code_point.length, Rejected::not_a_trigger);
}

// An escape may begin at memory.at.
Progress Search::on_escape() {
  WrittenText& written = scan_.written;
  if (written.reader != nullptr && !written.is_plain(whole(), memory().at)) {
    written.escape_at = memory().at;
    return Progress::need_more;
  }
  if (written.reader != nullptr && written.plain_until <= memory().at) {
    written.plain_until = memory().at + 1;
    scan_.see_plain_text();
  }
  return scan_.not_here(memory().at + 1, Rejected::not_a_trigger);
}

// Moves memory.at to the first trigger at or after it. The places of a block are kept until all are
// used, so that no block is read again after a trigger.
bool Search::go_to_trigger() {
  constexpr uint8_t kAnyLetter = 'a';
  while (memory().at < whole().end) {
    if (memory().at < memory().places_end) {
      if (go_to_place()) return true;
      continue;
    }
    const uint8_t before = memory().at > whole().begin ? whole().byte(memory().at - 1) : kAnyLetter;
    config().kernels.find_triggers(whole().at(memory().at), whole().end_of_bytes(), before,
                                   scan_.rules, memory().found);
    base::count_steps(static_cast<uint64_t>(memory().found.end - whole().at(memory().at)));
    memory().places_begin =
        whole().begin + static_cast<uint64_t>(memory().found.begin - whole().bytes);
    memory().places_end = whole().begin + static_cast<uint64_t>(memory().found.end - whole().bytes);
    memory().at = memory().places_begin;
  }
  return false;
}

// Moves memory.at to the first of the block's places at or after it that the masks do not reject;
// false if no such place is left.
bool Search::go_to_place() {
  while (memory().at < memory().places_end) {
    const uint64_t rest = memory().found.mask >> (memory().at - memory().places_begin);
    if (rest == 0) break;
    memory().at += static_cast<uint64_t>(std::countr_zero(rest));
    const uint64_t settled = settled_up_to();
    if (settled == memory().at) return true;
    memory().at = settled;
  }
  memory().at = std::max(memory().at, memory().places_end);
  return false;
}

// Where search continues if the place at memory.at is rejected; memory.at if that is not known.
// PERF: most colons do not end the name of a scheme and most runs are not domains; the masks say
// which bytes to compare.
uint64_t Search::settled_up_to() {
  const auto bit = static_cast<unsigned>(memory().at - memory().places_begin);
  if ((memory().found.runs.dots >> bit & 1) == 0) {
    const bool is_known = (memory().found.runs.colons >> bit & 1) != 0;
    return is_known && !may_end_scheme(scan_) ? memory().at + 1 : memory().at;
  }
  const RunMasks::LastLabel label = memory().found.runs.last_label(bit);
  if (!label.is_known) return memory().at;
  base::count_step();
  memory().tld_end = memory().places_begin + label.end;
  if (config().tlds.contains(whole(), memory().places_begin + label.begin, memory().tld_end))
    return memory().at;
  const bool may_be_ipv4 =
      base::is_ascii_digit(whole().byte(memory().places_begin + label.begin)) &&
      tail_may_follow(whole(), memory().places_begin + label.run_end);
  const bool may_be_cut =
      may_be_ipv4 ||
      run_may_be_cut(whole(), memory().at, memory().places_begin + label.begin, memory().tld_end);
  memory().tld_end = kNowhere;
  const uint64_t run_end = memory().places_begin + label.run_end;
  const bool may_go_on = run_end < whole().end && may_begin_escape(whole().byte(run_end));
  return may_be_cut || may_go_on ? memory().at : run_end;
}

}  // namespace

bool may_end_scheme(const ScanState& scan) {
  const Window& window = *scan.whole;
  constexpr uint64_t kLooksAt = 3;
  const uint64_t colon = scan.memory.at;
  if (scan.rejections != nullptr || colon < window.begin + kLooksAt) return true;
  const uint8_t* const before = window.at(colon - kLooksAt);
  return scan.config->schemes.endings_without_slashes().may_end(before[0], before[1], before[2]);
}

bool goes_back_to_control(ScanState& scan, uint64_t begin) {
  constexpr uint64_t kLongest = 32;
  constexpr base::AsciiSet kParameters("0123456789:;<=>?");
  if (scan.written.reader == nullptr) return false;
  const Window& window = *scan.window;
  const uint64_t floor = window.back_to<kLongest>(begin, scan.memory.floor);
  uint64_t at = begin;
  while (at > floor && window.byte(at - 1) < 0x80 && kParameters.contains(window.byte(at - 1)))
    --at;
  const bool is_control =
      at >= floor + 2 && window.byte(at - 1) == 0x9B && window.byte(at - 2) == 0xC2;
  if (!is_control) return false;
  scan.memory.at = scan.written.escape_at = at - 2;
  scan.phase = Phase::search;
  return true;
}

Progress search(ScanState& scan) { return Search(scan).advance(); }

}  // namespace linkspan::scan
