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
#include "scan/prose/dot_context.h"
#include "scan/prose/run_start.h"
#include "scan/syntax/grammar_sets.h"
#include "scan/text/escapes.h"

namespace linkspan::scan {
namespace {

class Search : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress advance();
  Progress on_trigger();

 private:
  const Window& whole() const { return scan_.whole; }
  Progress on_escape();
  bool escape_may_matter() const;
  bool ends_with_trigger(uint64_t end, uint64_t& trigger) const;
  static char32_t first_of(const Escape& escape);
  bool is_unknown(uint64_t at) const;
  bool may_follow(uint64_t trigger, const Escape& escape) const;
  bool may_begin_link(char32_t trigger, uint64_t at, char32_t next) const;
  bool ends_sentence(const Escape& escape) const;
  bool has_no_domain(uint64_t at, uint64_t domain, uint64_t& run_end) const;
  Answer trigger_follows(uint64_t after, uint64_t& trigger) const;
  static bool is_trigger(char32_t character);
  bool go_to_trigger();
  bool go_to_place();
  struct LastLabel {
    uint64_t begin, end, run_end;
  };
  bool find_last_label(unsigned bit, LastLabel& label) const;
  bool escape_may_continue(uint64_t run_end) const;
  bool has_four_numbers() const;
  uint64_t settled_up_to();
};

[[gnu::hot]] Progress Search::advance() {
  if (scan_.plain.may_have_escapes && scan_.plain.ended_at == memory().at) {
    uint64_t trigger = 0;
    const Answer follows = trigger_follows(memory().at, trigger);
    if (follows == Answer::unknown) return Progress::need_more;
    scan_.plain.ended_at = kNowhere;
    if (follows == Answer::yes) return scan_.touch_escape(trigger);
  }
  if (!go_to_trigger()) return Progress::need_more;
  base::count_step();
  const uint8_t byte = whole().byte(memory().at);
  if (byte == ':') return on_colon(scan_);
  if (scan_.plain.may_have_escapes && may_begin_escape(byte)) {
    if (escape_may_matter()) return on_escape();
    return scan_.not_here(memory().at + 1, Rejected::not_a_trigger);
  }
  const bool is_plain = scan_.is_in_plain_text(kNear, kUsuallyAhead);
  uint64_t run_end = 0;
  const bool may_be_none = byte == '@' && (!is_plain || scan_.plain.until < memory().at + kNear);
  if (may_be_none && has_no_domain(memory().at, memory().at + 1, run_end)) {
    return scan_.drop_up_to(run_end, Rejected::no_top_level_domain);
  }
  if (is_plain) return on_trigger();
  if (byte == '.' && scan_.is_prose() && is_beside_dot(whole(), memory().at)) {
    return scan_.not_here(memory().at + 1, Rejected::not_a_trigger);
  }
  return scan_.touch_escape(memory().at);
}

// The character at memory.at, if it is a trigger.
Progress Search::on_trigger() {
  const uint64_t at = memory().at;
  if (at >= window().end) return Progress::need_more;
  const uint8_t byte = window().byte(at);
  if (byte == ':') return on_colon(scan_);
  if (byte == '.' && !scan_.is_strict()) return on_dot(scan_);
  if (byte == '@' && !scan_.is_strict()) return on_at(scan_);
  const base::CodePoint code_point = window().code_point(at);
  if (code_point.length == 0) return Progress::need_more;
  if (is_label_dot(code_point.value) && !scan_.is_strict()) return on_dot(scan_);
  return scan_.not_here(at + code_point.length, Rejected::not_a_trigger);
}

// `\u` with these digits, and what follows: may it stand for a trigger, or is one right after it?
bool number_may_matter(const uint8_t* digits) {
  const bool may_be_ascii =
      digits[0] == '0' && digits[1] == '0' && digits[2] >= '2' && digits[2] <= '4';
  const bool may_be_wide = digits[0] == '3' || (digits[0] | 0x20) == 'f';
  const auto may_follow = [&](unsigned i) { return digits[i] == ':' || digits[i] >= 0x80; };
  return may_be_ascii || may_be_wide || may_follow(4) || may_follow(5) || may_follow(6);
}

// By the bytes beside it. PERF: the masks take each byte that is not ASCII for the end of a wide
// dot, so that in text of many languages most of their escapes are not of triggers.
[[gnu::noinline]] bool Search::escape_may_matter() const {
  const uint64_t at = memory().at;
  constexpr uint64_t kReach = 9;
  const bool is_inside = at > whole().begin && at + kReach < whole().end;
  if (!is_inside || !scan_.takes_fast_path()) return true;
  const uint8_t byte = whole().byte(at);
  const uint8_t next = whole().byte(at + 1);
  if ((byte != '\\' && byte != '&') || may_end_trigger(whole().byte(at - 1))) return true;
  if (next >= 0x80 || !kMayMeanTrigger.contains(next)) return false;
  return byte != '\\' || next != 'u' || number_may_matter(whole().at(at + 2));
}

// An escape may begin at memory.at. It matters here if it stands for a trigger, or if a trigger is
// right before or after it, which the masks could not see to be one:
//
//   joe&#64;example.org   https:\/\/example.org   example.ESC[1morg   mailt\u006f:joe@…
[[gnu::noinline]] Progress Search::on_escape() {
  const uint64_t at = memory().at;
  const Escape escape = scan_.escape_at(at);
  const bool is_long = escape.state == Escape::State::cut || escape.size > kLongestOtherEscape;
  if (whole().byte(at) == 0x1B && is_long) scan_.note_terminal(at);
  if (escape.state == Escape::State::none) return scan_.not_here(at + 1, Rejected::not_a_trigger);
  uint64_t trigger = 0;
  if (ends_with_trigger(at, trigger) && may_follow(trigger, escape)) {
    return scan_.touch_escape(trigger);
  }
  if (escape.state == Escape::State::cut) return Progress::need_more;
  const uint64_t after = at + escape.size;
  const char32_t sign = first_of(escape);
  if (sign == U'@' && has_no_domain(at, after, trigger)) {
    return scan_.drop_up_to(trigger, Rejected::no_top_level_domain);
  }
  const bool is_one = is_trigger(sign) && scan_.plain.meant != at && !ends_sentence(escape);
  if (is_one && (is_unknown(after) || may_begin_link(sign, at, whole().code_point(after).value))) {
    return scan_.touch_escape(at);
  }
  const Answer follows = trigger_follows(after, trigger);
  if (follows == Answer::unknown) return Progress::need_more;
  if (follows == Answer::yes) return scan_.touch_escape(trigger);
  return scan_.not_here(at + 1, Rejected::not_a_trigger);
}

// Does the escape at memory.at stand for a dot that is in no domain, as no label follows it?
// the maintainers\.⏎
[[gnu::cold]] bool Search::ends_sentence(const Escape& escape) const {
  if (escape.text() != "." || scan_.explains()) return false;
  if (!config().bare_domains) return true;
  const uint64_t after = memory().at + escape.size;
  return after < whole().end && base::is_ascii_white_space(whole().byte(after));
}

// M@DDO6W!0<, ESC$B!":$@: is the `@` in [at, domain) in no address, whatever an escape near it
// means, as no dot is in the run after it, up to `run_end`? Unless it is in a `mailto` URI or the
// identifier of a message, whose bracket an escape may stand for. PERF: mail has text in uuencode
// and ISO-2022-JP, which is full of such signs.
[[gnu::noinline]] bool Search::has_no_domain(uint64_t at, uint64_t domain,
                                             uint64_t& run_end) const {
  static constexpr base::AsciiSet kUnknown(":;\\");
  static constexpr base::AsciiSet kAfter(" \t\r\n\"'!#$%()*+,/;<=>?@[]^`{|}~");
  constexpr uint64_t kMost = 64;
  const uint64_t limit = std::min(domain + kMost, whole().end);
  run_end = domain;
  while (run_end < limit &&
         (base::is_ascii_alphanumeric(whole().byte(run_end)) || whole().byte(run_end) == '_')) {
    ++run_end;
  }
  base::count_steps(run_end - domain);
  if (run_end >= limit || !scan_.takes_fast_path() || scan_.explains()) return false;
  const uint8_t after = whole().byte(run_end);
  const bool is_colon = after == ':' && run_end + 1 < limit && whole().byte(run_end + 1) != '/' &&
                        !may_begin_escape(whole().byte(run_end + 1));
  if (!kAfter.contains(after) && !is_colon) return false;
  const uint64_t floor = at > whole().begin + kMost ? at - kMost : whole().begin;
  uint64_t begin = at;
  const auto is_of_control = [&](uint64_t sign) {  // ESC(B, ESC[m
    return sign > floor && (whole().byte(sign) == '(' || whole().byte(sign) == '[') &&
           whole().byte(sign - 1) == 0x1B;
  };
  while (begin > floor && (kInLocalPart.contains(whole().byte(begin - 1)) ||
                           whole().byte(begin - 1) == 0x1B || is_of_control(begin - 1))) {
    --begin;
  }
  base::count_steps(at - begin);
  if (begin == floor) return false;
  const uint8_t before = whole().byte(begin - 1);
  const bool may_be_identifier = before == '<' && (after == '>' || after == '&');
  return before < 0x80 && !kUnknown.contains(before) && !may_be_identifier;
}

// The first character that it stands for; U+0000 if it stands for none.
char32_t Search::first_of(const Escape& escape) {
  if (escape.state != Escape::State::found || escape.meant_size == 0) return 0;
  const auto* const meant = reinterpret_cast<const uint8_t*>(escape.meant);
  return base::decode(meant, meant + escape.meant_size, base::Text::complete).value;
}

// Is it not known which character is meant at `at`?
bool Search::is_unknown(uint64_t at) const {
  return at >= whole().end || may_begin_escape(whole().byte(at)) ||
         whole().code_point(at).length == 0;
}

// Could the trigger begin a link if the escape at memory.at follows it?
bool Search::may_follow(uint64_t trigger, const Escape& escape) const {
  if (escape.state != Escape::State::found) return true;
  const uint64_t after = memory().at + escape.size;
  if (escape.meant_size == 0 && is_unknown(after)) return true;
  const char32_t next = escape.meant_size == 0 ? whole().code_point(after).value : first_of(escape);
  return may_begin_link(whole().byte(trigger), trigger, next);
}

// course.&nbsp; On, laughing:&nbsp; "Though: could the trigger at `at` begin a link before this
// character? A trigger of several bytes always could.
bool Search::may_begin_link(char32_t trigger, uint64_t at, char32_t next) const {
  if (trigger >= 0x80 || scan_.explains()) return true;
  if (trigger == U':') {
    return next == U'/' ||
           (may_end_scheme(scan_, at) && !unicode::properties(next).is_white_space());
  }
  return next == U'%' || next == U'-' || is_run_character(next, Style::uts58);
}

bool Search::is_trigger(char32_t character) {
  return character == ':' || character == '@' || is_label_dot(character);
}

// A wide dot, or a colon up to two letters after: whether they count depends on what is before,
// too.
Answer Search::trigger_follows(uint64_t after, uint64_t& trigger) const {
  trigger = after;
  while (trigger < whole().end && trigger < after + 2 &&
         base::is_ascii_letter(whole().byte(trigger))) {
    ++trigger;
  }
  if (trigger >= whole().end) return whole().complete() ? Answer::no : Answer::unknown;
  if (scan_.plain.meant == trigger) return Answer::no;
  const uint8_t byte = whole().byte(trigger);
  if (byte < 0x80 || trigger > after) return byte == ':' ? Answer::yes : Answer::no;
  const base::CodePoint next = whole().code_point(trigger);
  if (next.length == 0) return Answer::unknown;
  return is_trigger(next.value) ? Answer::yes : Answer::no;
}

// Is the character before `end` a trigger that may still begin a link?
bool Search::ends_with_trigger(uint64_t end, uint64_t& trigger) const {
  const uint64_t floor = std::max(memory().floor, whole().begin);
  if (end <= floor) return false;
  const base::CodePoint before = whole().code_point_before(end, floor);
  trigger = end - before.length;
  return is_trigger(before.value) && scan_.plain.meant != trigger;
}

// Moves memory.at to the first trigger at or after it. The places of a block are kept until all are
// used, so that no block is read again after a trigger.
[[gnu::hot]] bool Search::go_to_trigger() {
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

// The last label of the run around the dot at memory.at, from the masks of its block or, where the
// run goes on after that, byte by byte. False if the masks do not know it, or the run is not plain.
bool Search::find_last_label(unsigned bit, LastLabel& label) const {
  base::count_step();
  const RunMasks& runs = memory().found.block.runs;
  const uint64_t block = memory().found.begin;
  if (!runs.reach_end_from(bit)) {
    const RunMasks::LastLabel found = runs.last_label(bit);
    label = {block + found.begin, block + found.end, block + found.run_end};
    return found.is_known;
  }
  constexpr uint64_t kLongest = 64;
  const uint64_t limit = std::min(memory().at + kLongest, whole().end);
  const auto is_name = [&](uint64_t at) {
    return at < limit && base::is_ascii_alphanumeric(whole().byte(at));
  };
  uint64_t at = memory().at;
  do {
    label.begin = ++at;
    while (is_name(at)) ++at;
  } while (at < limit && whole().byte(at) == '.' && is_name(at + 1));
  base::count_steps(at - memory().at);
  label.end = at;
  label.run_end = at < limit && whole().byte(at) == '.' ? at + 1 : at;
  return label.begin < label.end && label.run_end < limit && whole().byte(label.run_end) < 0x80 &&
         !may_stand_in_plain_run(whole().byte(label.run_end));
}

// Vue.js&rlm;, Vue.js\_: may the run go on with what an escape at its end means?
bool Search::escape_may_continue(uint64_t run_end) const {
  const bool is_there = scan_.plain.may_have_escapes && run_end < whole().end &&
                        may_begin_escape(whole().byte(run_end));
  if (!is_there) return false;
  static constexpr base::AsciiSet kBeginsRest("/?#:");
  const char32_t next = first_of(scan_.escape_at(run_end));
  return next == 0 || is_run_character(next, scan_.style) ||
         (next < 0x80 && kBeginsRest.contains(static_cast<uint8_t>(next)));
}

// Are three dots or more in the digits and dots around memory.at? Not in a DOI: 10.1126/science
bool Search::has_four_numbers() const {
  constexpr uint64_t kReach = 16;
  constexpr unsigned kDots = 3;
  const uint64_t at = memory().at;
  const uint64_t floor = std::max(at - std::min(at, kReach), whole().begin);
  const uint64_t limit = std::min(at + kReach, whole().end);
  unsigned dots = 0;
  const auto is_taken = [&](uint64_t place) {
    const bool is_dot = whole().byte(place) == '.';
    dots += is_dot ? 1 : 0;
    return is_dot || base::is_ascii_digit(whole().byte(place));
  };
  uint64_t begin = at;
  while (begin > floor && is_taken(begin - 1)) --begin;
  uint64_t end = at;
  while (end < limit && is_taken(end)) ++end;
  base::count_steps(end - begin);
  return dots >= kDots;
}

// Where search continues if the place at memory.at is rejected; memory.at if that is not known.
// PERF: most colons do not end the name of a scheme and most runs are not domains; the masks say
// which bytes to compare.
uint64_t Search::settled_up_to() {
  const auto bit = static_cast<unsigned>(memory().at - memory().found.begin);
  if ((memory().found.block.runs.dots >> bit & 1) == 0) {
    const bool is_known = (memory().found.block.runs.colons >> bit & 1) != 0;
    return is_known && !may_end_scheme(scan_, memory().at) ? memory().at + 1 : memory().at;
  }
  LastLabel label;
  if (!find_last_label(bit, label)) return memory().at;
  memory().tld_end = label.end;
  if (config().tlds.contains(whole(), label.begin, label.end)) return memory().at;
  const uint64_t run_end = label.run_end;
  const bool may_be_ipv4 = base::is_ascii_digit(whole().byte(label.begin)) &&
                           tail_may_follow(whole(), run_end) && has_four_numbers();
  const bool may_be_cut = may_be_ipv4 || is_beside_www(whole(), memory().at);
  memory().tld_end = kNowhere;
  return may_be_cut || escape_may_continue(run_end) ? memory().at : run_end;
}

}  // namespace

bool may_end_scheme(const ScanState& scan, uint64_t colon) {
  const Window& window = scan.whole;
  constexpr uint64_t kLooksAt = 3;
  if (scan.explains() || colon < window.begin + kLooksAt) return true;
  const uint8_t* const before = window.at(colon - kLooksAt);
  if (before[2] == ']') return scan.rules.after_brackets != 0;
  return scan.config->schemes.endings_without_slashes().may_end(before[0], before[1], before[2]);
}

[[gnu::hot]] Progress search(ScanState& scan) { return Search(scan).advance(); }

[[gnu::hot]] Progress on_trigger(ScanState& scan) { return Search(scan).on_trigger(); }

}  // namespace linkspan::scan
