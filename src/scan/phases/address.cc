// SPDX-License-Identifier: Apache-2.0
// AddressPhase: the local part before an `@` and the domain after it (docs/scanning.md, section 4).
//
//   anna@example.org, mailto:anna@localhost   links; the second begins at the `mailto:` seen before
//   anna..b@example.org, anna@example         rejected: the local part, the domain
//
// A local part of plain ASCII is read 64 bytes at a time; the result is the same. Guarded by the
// corpus, the reference scanner and tests/scan/fast_path_test.cc.

#include <algorithm>
#include <bit>
#include <string_view>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/fast/fast_path.h"
#include "scan/phases/phases.h"
#include "scan/prose/address_context.h"
#include "scan/prose/domain_context.h"
#include "scan/prose/host_joint.h"
#include "scan/prose/line_joint.h"
#include "scan/prose/prose_rules.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// Where the local part before the `@` at memory.at begins.
struct LocalPartFound {
  uint64_t
      whole_begin;  // by UTS #58, with text before it that readers do not take for a part of it
  uint64_t begin;
  bool is_sound;         // by RFC 5321
  bool is_known = true;  // false: more text is needed
};

// ~anna/list@example.org: a name with a tilde and, after a slash, that of a list (sourcehut).
bool is_name_of_list(std::string_view text) {
  const size_t slash = text.find('/');
  const auto is_name = [](std::string_view name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
      return c == '-' || c == '_' || c == '.' || c == '+' ||
             base::is_ascii_alphanumeric(static_cast<uint8_t>(c));
    });
  };
  return text.starts_with('~') && slash != text.npos && is_name(text.substr(1, slash - 1)) &&
         is_name(text.substr(slash + 1));
}

class AddressPhase : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress begin();
  Progress begin_with_long_local_part(uint64_t from, uint64_t most);
  Progress advance();

 private:
  LocalPartFound divide(uint64_t whole_begin, uint64_t most) const;
  uint64_t start_of_list(uint64_t whole_begin, uint64_t begin) const;
  bool is_in_no_address() const;
  void begin_run();
  void begin_domain(const LocalPartFound& local);
  bool read_plain_local_part(LocalPartFound& local) const;
  bool begins_local_part(uint64_t begin, uint64_t floor) const;
  uint64_t start_by_standard() const;
  bool is_of_message_id(uint64_t begin, uint8_t before) const;
  bool is_after_backslash(const LocalPartFound& local) const;
  bool is_part(const LocalPartFound& local, uint8_t before) const;
  bool is_mailto() const { return scan_.local.is_after_mailto; }
  Progress settle();
  Progress settle_link();
  Progress reject(Rejected reason);
  Answer rest_after_dot_is_left_out(uint64_t at) const;
  Rejected fault() const;
  bool has_known_domain() const { return is_linkable_domain(window(), run()); }
  bool has_special_use_name() const;
};

// PERF: false if the local part is not plain ASCII.
bool AddressPhase::read_plain_local_part(LocalPartFound& local) const {
  if (!scan_.takes_fast_path()) return false;
  const uint64_t at_sign = memory().at;
  const uint64_t floor = std::max(memory().floor, window().begin);
  const TextBefore text = config().kernels.read_before(window().first_byte(), window().at(at_sign));
  const PlainLocalPart plain = plain_local_part(text, at_sign - floor, style());
  if (!plain.is_plain) return false;
  local.whole_begin = at_sign - plain.whole_size;
  local.begin = at_sign - plain.size;
  local.is_sound = plain.is_sound;
  base::count_steps(plain.whole_size);
  if (!begins_local_part(local.whole_begin, floor)) return false;
  bool may_be_whole = local.begin != local.whole_begin &&  // mailto:~a@example.org
                      memory().is_after_mailto(local.whole_begin);
  static constexpr base::AsciiSet kMayBelong(
      "+$~_*`");  // +46701234567@sms.example, _anna@example.org
  for (uint64_t skipped = local.whole_begin; skipped < local.begin; ++skipped) {
    may_be_whole |= kMayBelong.contains(window().byte(skipped));
  }
  if (plain.may_be_divided || may_be_whole) local = divide(local.whole_begin, kMaxLocalPartBytes);
  return true;
}

// Does the local part begin at `begin`, not in a non-ASCII character or an escape such as `\n`?
bool AddressPhase::begins_local_part(uint64_t begin, uint64_t floor) const {
  if (begin <= floor) return true;
  if (window().byte(begin - 1) < 0x80) return window().byte(begin - 1) != '\\' || !is_prose();
  const char32_t before = window().code_point_before(begin, floor).value;
  return !unicode::properties(before).is_link_email() && !is_invisible_in_word(before);
}

uint64_t AddressPhase::start_by_standard() const {
  const uint64_t at_sign = memory().at;
  const uint64_t floor = window().furthest<kMaxLocalPartBytes + 4>(at_sign, memory().floor);
  uint64_t begin = at_sign;
  while (begin > floor && at_sign - begin <= kMaxLocalPartBytes) {
    const base::CodePoint before = window().code_point_before(begin, floor);
    if (!unicode::properties(before.value).is_link_email()) break;
    begin -= before.length;
    base::count_step();
  }
  window().reads_from(begin - std::min(begin - floor, kLongestCharacter));
  return begin;
}

// Divides [whole_begin, memory.at) into text before the local part and the local part, which has
// `most` bytes at most.
LocalPartFound AddressPhase::divide(uint64_t whole_begin, uint64_t most) const {
  const uint64_t at_sign = memory().at;
  const bool is_after_mailto = memory().is_after_mailto(whole_begin);
  if (!is_prose()) {
    return {whole_begin, whole_begin, local_part_is_sound(window(), whole_begin, at_sign, most)};
  }
  LocalPartStart start{whole_begin};
  if (is_after_mailto) {
    start.begin = skip_text_before_mailto(window(), whole_begin, at_sign);
  } else {
    start = start_of_local_part(window(), whole_begin, at_sign, config().tlds);
  }
  start.begin = start_of_list(whole_begin, start.begin);
  const bool is_sound = start.is_whole && local_part_is_sound(window(), start.begin, at_sign, most);
  return {whole_begin, start.begin,
          is_sound && (is_after_mailto || !is_of_mask(window(), start.begin, at_sign)),
          start.is_known};
}

// Moves the start of a local part back if it is the name of a list.
uint64_t AddressPhase::start_of_list(uint64_t whole_begin, uint64_t begin) const {
  if (begin == whole_begin || window().byte(begin - 1) != '/') return begin;
  uint64_t tilde = begin - 1;
  while (tilde > whole_begin && window().byte(tilde) != '~') --tilde;
  base::count_steps(begin - tilde);
  const bool is_apart = tilde == whole_begin || window().byte(tilde - 1) != '/';
  return is_apart && is_name_of_list(window().slice(tilde, memory().at)) ? tilde : begin;
}

bool AddressPhase::is_of_message_id(uint64_t begin, uint8_t before) const {
  if (!is_prose()) return false;
  if (before == ':') return begins_identifier(window(), begin);
  return before == '<' && (opens_message_id(window(), begin) ||
                           continues_message_ids(window(), begin, memory().message_id_end));
}

// C:\Users\_x@example.org; but \email{x@example.org}
bool AddressPhase::is_after_backslash(const LocalPartFound& local) const {
  if (local.whole_begin == window().begin || window().byte(local.whole_begin - 1) != '\\') {
    return false;
  }
  for (uint64_t at = local.whole_begin; at < local.begin; ++at) {
    if (kAroundAddresses.contains(window().byte(at))) return false;
  }
  return true;
}

// Is the local part only the end of something longer?
bool AddressPhase::is_part(const LocalPartFound& local, uint8_t before) const {
  if (before == '@') return true;
  if (!is_prose()) return false;
  return is_after_name_in_brackets(window(), local.begin) || is_after_backslash(local) ||
         before == '#' ||  // #channel@irc.example.net
         (local.begin != local.whole_begin &&
          is_rest_of_something(window(), local.whole_begin, local.begin)) ||
         (window().byte(memory().at - 1) >= 0x80 &&
          leads_to_name(window(), local.begin, memory().at)) ||
         (before == ':' && (is_rest_of_password(window(), local.begin) ||
                            is_password_of_site(window(), local.begin, memory().at))) ||
         (before == ':' && is_rest_of_mailto(window(), memory().mailto_colon, local.begin)) ||
         (before >= 0x80 && (is_after_joint(window(), local.begin) ||
                             is_rest_of_mixed_word(window(), local.whole_begin, local.begin)));
}

[[gnu::hot]] void AddressPhase::begin_domain(const LocalPartFound& local) {
  const uint8_t before = local.begin > window().begin ? window().byte(local.begin - 1) : 0;
  scan_.local.begin = local.begin;
  scan_.local.is_sound = local.is_sound && !is_part(local, before);
  scan_.local.is_of_message_id = is_of_message_id(local.begin, before);
  scan_.local.is_after_mailto = memory().is_after_mailto(local.begin);
  candidate().begin = is_mailto() ? memory().mailto_begin() : local.begin;
  if (is_mailto() && is_prose()) {
    begin_run();
    run().take_encoded();
  }
  scan_.phase = Phase::address;
}

void AddressPhase::begin_run() {
  run().begin(memory().at + 1, DomainRun::Use::domain, style(), config().tlds,
              config().plain_domains());
}

// root@localhost, i=@host, M@DDO6W!0: is the domain after the `@` not known, and could the text
// before it be neither a `mailto` URI nor the identifier of a message? PERF: then it is dropped
// before its local part is read.
bool AddressPhase::is_in_no_address() const {
  static constexpr base::AsciiSet kBeforeIdentifiers(":<");
  const uint64_t at_sign = memory().at;
  const bool is_settled = run().is_settled() && !scan_.explains();
  if (!is_settled || has_known_domain() || has_special_use_name()) return false;
  const uint64_t colon = memory().mailto_colon;
  if (colon != kNowhere && at_sign - colon <= kMaxLocalPartBytes + 1) return false;
  const TextBefore text = config().kernels.read_before(window().first_byte(), window().at(at_sign));
  const auto size = static_cast<uint64_t>(std::countl_one(text.local_part));
  if (size >= 64 || at_sign - window().begin <= size) return false;
  const uint8_t before = window().byte(at_sign - size - 1);
  return before < 0x80 && !kBeforeIdentifiers.contains(before);
}

[[gnu::hot]] Progress AddressPhase::begin() {
  if (is_prose() && window().peek(memory().at + 1).unknown()) return Progress::need_more;
  begin_run();
  run().try_plain(window());
  if (is_in_no_address()) return reject(Rejected::no_top_level_domain);
  LocalPartFound local;
  if (!read_plain_local_part(local)) local = divide(start_by_standard(), kMaxLocalPartBytes);
  const bool may_be_password =  // git:secret@www.example.org
      is_prose() && local.begin > window().begin && window().byte(local.begin - 1) == ':';
  const bool is_known =
      !may_be_password || window().holds(memory().at + 1, "www.") != Answer::unknown;
  if (!local.is_known || !is_known) return Progress::need_more;
  begin_domain(local);
  return advance();
}

Progress AddressPhase::begin_with_long_local_part(uint64_t from, uint64_t most) {
  begin_run();
  begin_domain(divide(from, most));
  return Progress::done;
}

Progress AddressPhase::advance() {
  if (run().advance(window()) == Progress::need_more) return Progress::need_more;
  return settle();
}

Rejected AddressPhase::fault() const {
  if (!config().email) return Rejected::email_is_off;
  if (scan_.local.is_of_message_id) return Rejected::message_id;
  if (!scan_.local.is_sound) return Rejected::local_part;
  if (window().has(run().run_end(), '@')) return Rejected::at_sign_after_host;
  const bool any_domain = is_mailto();
  // Only the end of a run that is too long is in the window.
  if (!run().is_domain() || run().too_long()) return Rejected::no_top_level_domain;
  if (is_prose() && run().middle_dots() != DomainRun::MiddleDots::none)
    return Rejected::text_around;
  const bool is_linkable = any_domain || has_known_domain() || has_special_use_name();
  return is_linkable ? Rejected::no : Rejected::no_top_level_domain;
}

// name@printer.local, имя@пример.испытание
bool AddressPhase::has_special_use_name() const {
  return is_prose() && run().found().labels >= 2 &&
         config().tlds.contains_special_use(window(), run().found().last_label, run().end());
}

// joe@docs.example.…, joe@example.org.{tld}
Answer AddressPhase::rest_after_dot_is_left_out(uint64_t at) const {
  const bool is_template = is_on(ProseRule::placeholder) && at < window().end &&
                           kBeginsPlaceholder.contains(window().byte(at));
  if (is_template) return Answer::yes;
  return is_on(ProseRule::cut_host) ? window().holds(at, "…") : Answer::no;
}

Progress AddressPhase::reject(Rejected reason) {
  if (is_prose()) {
    // 見る@https://example.org/: a scheme follows, not a domain.
    const Answer scheme = window().holds(run().run_end(), "://");
    if (scheme == Answer::unknown) return Progress::need_more;
    // The window no longer has the start of a run that is too long.
    if (scheme == Answer::yes)
      return scan_.not_here(run().too_long() ? run().run_end() : memory().at + 1, reason);
  }
  return scan_.drop_up_to(run().run_end(), reason);
}

[[gnu::hot]] Progress AddressPhase::settle() {
  if (scan_.local.is_of_message_id) memory().message_id_end = run().run_end();
  const Rejected reason = fault();
  if (reason != Rejected::no) return reject(reason);
  if (run().end() > limit()) return scan_.drop_up_to(run().run_end(), Rejected::too_long);
  if (is_prose()) {
    if (continues_unfinished_link(window(), scan_.local.begin, config().tlds)) {
      return scan_.drop_up_to(run().run_end(), Rejected::text_around);
    }
    const Answer is_quoted = quoted_local_part_ends(window(), run().run_end());
    if (is_quoted == Answer::unknown) return Progress::need_more;
    const uint64_t next = run().run_end();
    const bool has_dots = next > run().end();
    const Answer is_cut = has_dots ? rest_after_dot_is_left_out(next) : Answer::no;
    if (is_cut == Answer::unknown) return Progress::need_more;
    if (is_cut == Answer::yes) return scan_.drop_up_to(next, Rejected::text_around);
    const bool is_part = is_mailto() && !has_known_domain();
    const HostSoFar host = has_dots  ? HostSoFar::has_final_dot
                           : is_part ? HostSoFar::is_part
                                     : HostSoFar::may_be_whole;
    RestOfHost rest = find_rest_of_host(window(), next, host);
    if (is_part && rest.follows == Answer::no && is_on(ProseRule::placeholder)) {
      rest = placeholder_in_host(window(), next);  // mailto:joe@ex{a}mple.org
    }
    if (rest.follows == Answer::unknown) return Progress::need_more;
    if (is_quoted == Answer::yes || rest.follows == Answer::yes) {
      return scan_.drop_up_to(rest.end, Rejected::text_around);
    }
  }
  // PERF: most addresses end before a character that changes nothing.
  if (is_prose() && !ends_every_host(window(), run().run_end())) {
    if (window().has(run().run_end(), '-')) {
      const Answer is_divided =
          rest_of_host_begins_line(window(), run().run_end() + 1, config().tlds);
      if (is_divided == Answer::unknown) return Progress::need_more;
      if (is_divided == Answer::yes)
        return scan_.drop_up_to(run().run_end(), Rejected::text_around);
    }
    const Answer harmless = harmless_dot_follows(window(), run().end());
    if (harmless == Answer::unknown) return Progress::need_more;
    if (harmless == Answer::yes) return scan_.drop_up_to(run().run_end(), Rejected::text_around);
    const Answer has_path = path_follows_address(window(), run().end());
    if (has_path == Answer::unknown) return Progress::need_more;
    if (has_path == Answer::yes) {
      return scan_.drop_up_to(run().run_end(), Rejected::path_after_address);
    }
  }
  return settle_link();
}

Progress AddressPhase::settle_link() {
  scan_.begin_candidate(candidate().begin, is_mailto() ? Form::mailto : Form::address);
  candidate().span.kind = Kind::email;
  candidate().span.parts.userinfo = part(scan_.local.begin, memory().at);
  candidate().span.parts.host = part(run().run_begin(), run().end());
  if (is_mailto()) {
    candidate().span.parts.scheme = part(candidate().begin, memory().mailto_colon);
    const bool is_delimited = is_prose() && opens_with_angle_bracket(window(), candidate().begin);
    if (is_delimited) candidate().opening = Opening::angle_bracket;
    const bool is_printed =
        is_prose() && opens_with_mathematical_bracket(window(), candidate().begin);
    if (is_printed) candidate().opening = Opening::mathematical_bracket;
  }
  if (is_mailto() && window().has(run().end(), '?')) {
    scan_.begin_tail(run().end(), Tail::Component::query);
    return Progress::done;
  }
  return scan_.end_link(run().end(), run().end());
}

}  // namespace

[[gnu::hot]] Progress on_at(ScanState& scan) { return AddressPhase(scan).begin(); }

Progress begin_address(ScanState& scan, uint64_t from, uint64_t most) {
  return AddressPhase(scan).begin_with_long_local_part(from, most);
}

Progress gather_address(ScanState& scan) { return AddressPhase(scan).advance(); }

}  // namespace linkspan::scan
