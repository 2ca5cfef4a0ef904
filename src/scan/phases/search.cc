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
  void see_plain_text();

 private:
  const Window& whole() const { return *scan_.whole; }
  Progress on_other();
  Progress on_escape();
  bool go_to_trigger();
  bool go_to_place();
  uint64_t settled_up_to();
};

Progress Search::advance() {
  if (!go_to_trigger()) return Progress::need_more;
  base::count_step();
  const uint8_t byte = whole().byte(memory().at);
  if (byte == ':') return on_colon(scan_);
  if (byte != '.' && byte != '@') return on_other();
  if (scan_.is_strict()) return scan_.not_here(memory().at + 1, Rejected::not_a_trigger);
  see_plain_text();
  return byte == '.' ? on_dot(scan_) : on_at(scan_);
}

Progress Search::on_other() {
  if (may_begin_escape(whole().byte(memory().at))) return on_escape();
  const base::CodePoint code_point = whole().code_point(memory().at);
  if (code_point.length == 0) return Progress::need_more;
  if (!is_label_dot(code_point.value) || scan_.is_strict()) {
    return scan_.not_here(memory().at + code_point.length, Rejected::not_a_trigger);
  }
  see_plain_text();
  return on_dot(scan_);
}

// An escape may begin at memory.at.
Progress Search::on_escape() {
  WrittenText& written = scan_.written;
  if (written.reader != nullptr && !written.is_plain(whole(), memory().at)) {
    written.escape_at = memory().at;
    return Progress::need_more;
  }
  if (written.reader != nullptr && written.plain_until <= memory().at) {
    scan_.see_plain_text(memory().at + 1);
  }
  return scan_.not_here(memory().at + 1, Rejected::not_a_trigger);
}

// PERF: so much that most candidates need no more.
void Search::see_plain_text() {
  constexpr uint64_t kUsual = 24;
  constexpr uint64_t kAhead = 192;
  const uint64_t after = memory().at + 1;
  const WrittenText& written = scan_.written;
  if (written.plain_until > after + kUsual || written.reader == nullptr) return;
  const uint64_t from = std::max(after, written.plain_until);
  scan_.see_plain_text(scan_.first_escape(from, std::min(from + kAhead, whole().end)));
}

// Moves memory.at to the first trigger at or after it. The places of a block are kept until all are
// used, so that no block is read again after a trigger.
bool Search::go_to_trigger() {
  constexpr uint8_t kAnyLetter = 'a';
  SearchMemory& memory = scan_.memory;
  while (memory.at < whole().end) {
    if (memory.at < memory.found.end) {
      if (go_to_place()) return true;
      continue;
    }
    const uint8_t* const at = whole().at(memory.at);
    const uint8_t before = memory.at > whole().begin ? at[-1] : kAnyLetter;
    TriggerBlock& block = memory.found.block;
    config().kernels.find_triggers(at, whole().end_of_bytes(), before, scan_.rules, block);
    base::count_steps(static_cast<uint64_t>(block.end - at));
    memory.found.begin = memory.at + static_cast<uint64_t>(block.begin - at);
    memory.found.end = memory.at + static_cast<uint64_t>(block.end - at);
    memory.at = memory.found.begin;
  }
  return false;
}

// Moves memory.at to the first of the block's places at or after it that the masks do not reject;
// false if no such place is left.
bool Search::go_to_place() {
  while (memory().at < memory().found.end) {
    const uint64_t rest = memory().found.block.mask >> (memory().at - memory().found.begin);
    if (rest == 0) break;
    memory().at += static_cast<uint64_t>(std::countr_zero(rest));
    const uint64_t settled = settled_up_to();
    if (settled == memory().at) return true;
    memory().at = settled;
  }
  memory().at = std::max(memory().at, memory().found.end);
  return false;
}

// Where search continues if the place at memory.at is rejected; memory.at if that is not known.
// PERF: most colons do not end the name of a scheme and most runs are not domains; the masks say
// which bytes to compare.
uint64_t Search::settled_up_to() {
  const auto bit = static_cast<unsigned>(memory().at - memory().found.begin);
  if ((memory().found.block.runs.dots >> bit & 1) == 0) {
    const bool is_known = (memory().found.block.runs.colons >> bit & 1) != 0;
    return is_known && !may_end_scheme(scan_) ? memory().at + 1 : memory().at;
  }
  const RunMasks::LastLabel label = memory().found.block.runs.last_label(bit);
  if (!label.is_known) return memory().at;
  base::count_step();
  memory().tld_end = memory().found.begin + label.end;
  if (config().tlds.contains(whole(), memory().found.begin + label.begin, memory().tld_end))
    return memory().at;
  const bool may_be_ipv4 = base::is_ascii_digit(whole().byte(memory().found.begin + label.begin)) &&
                           tail_may_follow(whole(), memory().found.begin + label.run_end);
  const bool may_be_cut =
      may_be_ipv4 ||
      run_may_be_cut(whole(), memory().at, memory().found.begin + label.begin, memory().tld_end);
  memory().tld_end = kNowhere;
  const uint64_t run_end = memory().found.begin + label.run_end;
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
  if (before[2] == ']') return scan.rules.after_brackets != 0;
  return scan.config->schemes.endings_without_slashes().may_end(before[0], before[1], before[2]);
}

Progress search(ScanState& scan) { return Search(scan).advance(); }

void see_text_of_trigger(ScanState& scan) { Search(scan).see_plain_text(); }

}  // namespace linkspan::scan
