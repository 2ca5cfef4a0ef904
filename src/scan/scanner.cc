// SPDX-License-Identifier: Apache-2.0
#include "scan/scanner.h"

#include <algorithm>
#include <array>
#include <bit>

#include "automata/opaque_link.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/scanner_shared.h"
#include "unicode/properties.h"

namespace linkspan::scan {

EndedBy reason_to_end(const Peek& next) {
  if (next.state == Peek::State::end_of_text) return EndedBy::end_of_text;
  switch (unicode::properties(next.code_point.value).link_term()) {
    case unicode::LinkTerm::open:
    case unicode::LinkTerm::close:
      return EndedBy::bracket;
    case unicode::LinkTerm::soft:
      return EndedBy::soft;
    default:
      return EndedBy::hard;
  }
}

bool opens_with_angle_bracket(const Window& window, uint64_t begin) {
  constexpr std::string_view kLabel = "<url:";
  const uint64_t floor = window.back_to(begin, 0, 16);
  if (begin > floor && window.byte(begin - 1) == '<') return true;
  while (begin > floor && base::is_ascii_white_space(window.byte(begin - 1))) --begin;
  return begin - floor >= kLabel.size() &&
         window.holds(begin - kLabel.size(), kLabel) == Answer::yes;
}

void Scanner::run(const Window& window, SpanSink sink) {
  sink_ = &sink;
  while (!is_stopped_ && step(window) == Progress::done) {
  }
  sink_ = nullptr;
}

// INVARIANT: at_ stays at the trigger while a candidate is looked at, so that search can go on
// after it.
uint64_t Scanner::retain_from() const {
  uint64_t from = at_;
  if (phase_ == Phase::authority && gathered_ > limit()) from = gathered_;
  if (phase_ == Phase::address || phase_ == Phase::domain) {
    if (run_.too_long()) from = run_.run_end();
  }
  if (phase_ == Phase::overflow) from = is_strict() ? gathered_ : tail_.at();
  return from > kContext ? from - kContext : 0;
}

Scanner::Scanner(const Config& config, const Checkpoint& checkpoint, uint64_t place)
    : Scanner(config) {
  constexpr std::string_view kMailto = "mailto";
  at_ = place - checkpoint.at;
  floor_ = place - checkpoint.floor;
  floor_is_link_end_ = checkpoint.floor_is_link_end;
  if (checkpoint.message_id_end != Checkpoint::kNone) {
    message_id_end_ = place - checkpoint.message_id_end;
  }
  if (checkpoint.mailto_colon != Checkpoint::kNone) {
    mailto_colon_ = place - checkpoint.mailto_colon;
    mailto_begin_ = mailto_colon_ - kMailto.size();
  }
}

// The other members are of a candidate, or are made anew from the text when they are needed.
std::optional<Checkpoint> Scanner::checkpoint(uint64_t place) const {
  if (phase_ != Phase::search || is_stopped_) return std::nullopt;
  const uint64_t context = at_ > kContext ? at_ - kContext : 0;
  const auto distance = [&](uint64_t offset) { return static_cast<uint32_t>(place - offset); };
  Checkpoint found;
  found.at = distance(at_);
  found.floor = distance(std::max(floor_, context));
  found.floor_is_link_end = floor_is_link_end_ && floor_ >= context;
  if (message_id_end_ > context) found.message_id_end = distance(message_id_end_);
  if (mailto_colon_ != kNowhere && mailto_begin_ >= context) {
    found.mailto_colon = distance(mailto_colon_);
  }
  return found;
}

Progress Scanner::step(const Window& window) {
  switch (phase_) {
    case Phase::search:
      return search(window);
    case Phase::authority:
      return gather_authority(window);
    case Phase::address:
      return gather_address(window);
    case Phase::domain:
      return gather_domain(window);
    case Phase::ending:
      return settle_ending(window);
    case Phase::tail:
      return gather_tail(window);
    case Phase::iri:
      return gather_iri(window);
    case Phase::delimited:
      return gather_delimited(window);
    case Phase::overflow:
      return pass_overflow(window);
  }
  return Progress::need_more;
}

// ---------------------------------------------------------------------------------------------------
// Search

Progress Scanner::search(const Window& window) {
  if (!go_to_trigger(window)) return Progress::need_more;
  base::count_step();
  switch (window.byte(at_)) {
    case ':':
      return on_colon(window);
    case '@':
      return is_strict() ? not_here(at_ + 1, Rejected::not_a_trigger) : on_at(window);
    case '.':
      return is_strict() ? not_here(at_ + 1, Rejected::not_a_trigger) : on_dot(window);
    default:
      break;
  }
  const base::CodePoint code_point = window.code_point(at_);
  if (code_point.length == 0) return Progress::need_more;
  if (is_label_dot(code_point.value) && !is_strict()) return on_dot(window);
  return not_here(at_ + code_point.length, Rejected::not_a_trigger);
}

// Moves at_ to the next trigger that is not before it. The places of a block are kept until it is
// done with, so that going on after a trigger does not begin to look anew.
bool Scanner::go_to_trigger(const Window& window) {
  constexpr uint8_t kAnyLetter = 'a';
  while (at_ < window.end) {
    if (at_ < places_end_) {
      if (go_to_place(window)) return true;
      continue;
    }
    const uint8_t before = at_ > window.begin ? window.byte(at_ - 1) : kAnyLetter;
    config_->kernels.find_triggers(window.at(at_), window.end_of_bytes(), before, rules_, found_);
    base::count_steps(static_cast<uint64_t>(found_.end - window.at(at_)));
    places_begin_ = window.begin + static_cast<uint64_t>(found_.begin - window.bytes);
    places_end_ = window.begin + static_cast<uint64_t>(found_.end - window.bytes);
    at_ = places_begin_;
  }
  return false;
}

// Moves at_ to the next of the places found last that the masks of their block do not settle; false
// if there is none at or after it any more.
bool Scanner::go_to_place(const Window& window) {
  while (at_ < places_end_) {
    const uint64_t rest = found_.mask >> (at_ - places_begin_);
    if (rest == 0) break;
    at_ += static_cast<uint64_t>(std::countr_zero(rest));
    const uint64_t settled = settled_up_to(window);
    if (settled == at_) return true;
    at_ = settled;
  }
  at_ = std::max(at_, places_end_);
  return false;
}

// PERF: most colons end no name of a scheme and most runs are no domains, and the masks tell where
// the bytes are that say so.
//
// Where search goes on if there is no link at the place at at_; at_ if that is not known.
uint64_t Scanner::settled_up_to(const Window& window) {
  const auto bit = static_cast<unsigned>(at_ - places_begin_);
  if ((found_.runs.dots >> bit & 1) == 0) {
    const bool is_known = (found_.runs.colons >> bit & 1) != 0;
    return is_known && !may_end_scheme(window) ? at_ + 1 : at_;
  }
  const RunMasks::LastLabel label = found_.runs.last_label(bit);
  if (!label.is_known) return at_;
  base::count_step();
  tld_end_ = places_begin_ + label.end;
  if (config_->tlds.contains(window, places_begin_ + label.begin, tld_end_)) return at_;
  const bool may_be_ipv4 = base::is_ascii_digit(window.byte(places_begin_ + label.begin)) &&
                           tail_may_follow(window, places_begin_ + label.run_end);
  const bool may_be_cut =
      may_be_ipv4 || run_may_be_cut(window, places_begin_ + label.begin, tld_end_);
  tld_end_ = kNowhere;
  return may_be_cut ? at_ : places_begin_ + label.run_end;
}

namespace {

// &nbsp;https://…
bool ends_entity(const Window& window, uint64_t end) {
  constexpr uint64_t kLongest = 34;  // &CounterClockwiseContourIntegral;
  const uint64_t floor = window.back_to(end, 0, kLongest);
  uint64_t at = end - 1;
  while (at > floor && base::is_ascii_alphanumeric(window.byte(at - 1))) --at;
  if (at > floor && window.byte(at - 1) == '#') --at;
  return at > floor && window.byte(at - 1) == '&';
}

}  // namespace

void Scanner::begin_candidate(const Window& window, uint64_t begin, Form form) {
  candidate_ = Candidate();
  candidate_.begin = begin;
  candidate_.span.form = form;
  if (style() == Style::uts58 || begin == window.begin) return;
  candidate_.quotes = quotes_opened_by(window.code_point_before(begin, window.begin).value);
  if (candidate_.quotes.mark == ';' && ends_entity(window, begin)) candidate_.quotes = {};
}

// ---------------------------------------------------------------------------------------------------
// Schemes (section 3)

Progress Scanner::on_colon(const Window& window) {
  if (take_plain_link(window)) return Progress::done;
  const Answer slashes = window.holds(at_ + 1, "//");
  if (slashes == Answer::unknown) return Progress::need_more;
  if (slashes == Answer::no && takes_shortcuts() && !may_end_scheme(window)) {
    return not_here(at_ + 1, Rejected::no_scheme);
  }
  const SchemeFound found =
      find_scheme(window, slashes == Answer::yes ? Slashes::follow : Slashes::do_not_follow);
  if (found.form == SchemeForm::unknown) return not_here(at_ + 1, Rejected::no_scheme);
  if (found.form == SchemeForm::never) {
    return not_here(at_ + 1, Rejected::scheme_is_never_linked);
  }
  if (window.holds(found.begin, "mailto:") == Answer::yes) {
    if (is_strict() && !config_->email) return not_here(at_ + 1, Rejected::email_is_off);
    const Answer has_fields = mailto_fields_follow(window);
    if (has_fields == Answer::unknown) return Progress::need_more;
    if (has_fields == Answer::yes && config_->email) {
      begin_scheme(window, found);
      candidate_.span.kind = Kind::email;
      candidate_.span.form = Form::mailto;
      return Progress::done;
    }
    if (!is_strict() && slashes == Answer::no) {
      mailto_begin_ = found.begin;
      mailto_colon_ = at_;
      const Answer is_long = go_to_long_mailto(window);
      if (is_long == Answer::unknown) return Progress::need_more;
      if (is_long == Answer::yes) {
        return begin_address(window, mailto_colon_ + 1, kMaxMailtoLocalPartBytes);
      }
      return not_here(at_ + 1, Rejected::mailto_without_address);
    }
  }
  if (slashes == Answer::no && needs_shape(found.form)) {
    const Answer has_shape = opaque_link_has_shape(window, found.begin);
    if (has_shape == Answer::unknown) return Progress::need_more;
    if (has_shape == Answer::no) return not_here(at_ + 1, Rejected::scheme_without_its_shape);
  }
  begin_scheme(window, found);
  return Progress::done;
}

// mailto:?subject=…, which leaves the addressee to who opens it (RFC 6068, section 2).
Answer Scanner::mailto_fields_follow(const Window& window) const {
  if (style() == Style::uts58 || !window.has(at_ + 1, '?')) return Answer::no;
  Answer follows = Answer::no;
  for (const std::string_view field : {"to=", "cc=", "bcc=", "subject=", "body="}) {
    const Answer holds = window.holds(at_ + 2, field);
    if (holds == Answer::yes) return holds;
    if (holds == Answer::unknown) follows = holds;
  }
  return follows;
}

// Could the name before the colon at at_ be that of a scheme that links without `//`?
bool Scanner::may_end_scheme(const Window& window) const {
  constexpr uint64_t kLooksAt = 3;
  if (rejections_ != nullptr || at_ < window.begin + kLooksAt) return true;
  const uint8_t* const before = window.at(at_ - kLooksAt);
  return config_->schemes.endings_without_slashes().may_end(before[0], before[1], before[2]);
}

// The scheme that ends at the colon at at_; its form is `unknown` if there is none.
Scanner::SchemeFound Scanner::find_scheme(const Window& window, Slashes slashes) const {
  const uint64_t floor = window.back_to(at_, floor_, kMaxSchemeBytes + 1);
  uint64_t run = at_;
  std::array<char, kMaxSchemeBytes + 1> lower;
  size_t used = lower.size();
  while (run > floor && is_scheme_byte(window.byte(run - 1))) {
    --run;
    lower[--used] = base::to_ascii_lower(static_cast<char>(window.byte(run)));
    base::count_step();
  }
  SchemeFound found{at_, SchemeForm::unknown};
  if (at_ - run > kMaxSchemeBytes) return found;
  uint8_t before = 0;
  // (+https://…), ++https://… of a patch
  while (style() == Style::prose && run < at_ && window.byte(run) == '+') ++run;
  run = skip_escape(window, run, {lower.data() + lower.size() - (at_ - run), at_ - run});
  for (uint64_t start = run; start < at_; before = window.byte(start++)) {
    if (!base::is_ascii_letter(window.byte(start)) || base::is_ascii_letter(before) ||
        before == '+')
      continue;
    const std::string_view name(lower.data() + lower.size() - (at_ - start), at_ - start);
    const SchemeForm form = config_->schemes.form_of(name);
    const bool fits =
        slashes == Slashes::follow ? form != SchemeForm::unknown : links_without_slashes(form);
    if (fits) return {start, form};
    if (form == SchemeForm::never) found.form = form;
    const bool is_leftmost = found.begin == at_;
    const bool is_drive = style() == Style::prose && start + 1 == at_ &&
                          base::is_ascii_upper(window.byte(start));  // C://Documents
    if (is_leftmost && !is_drive && slashes == Slashes::follow &&
        config_->schemes.links_unknown()) {
      found = {start, SchemeForm::slashes};
    }
  }
  if (style() == Style::uts58 || found.begin == at_) return found;
  const uint64_t web = web_scheme_in(window, found.begin);
  const bool is_rest = web != run || is_rest_of_word(window, web);  // 1abc://, schéma://
  if (web == found.begin && is_rest) return {at_, SchemeForm::unknown};
  found.begin = web;
  return found;
}

// schéma://server: what stands before a name that is in no list may be more of it, in Latin
// letters.
bool Scanner::is_rest_of_word(const Window& window, uint64_t begin) const {
  if (begin == window.begin || window.byte(begin - 1) < 0x80) return false;
  const char32_t before = window.code_point_before(begin, window.begin).value;
  return script_kind_of(before) == ScriptKind::latin || unicode::properties(before).is_mark();
}

// "\nftp://…" of a string, \fBgit+ssh://… of a manual page: the name of a scheme that is known
// begins after the escape.
uint64_t Scanner::skip_escape(const Window& window, uint64_t begin,
                              std::string_view lower_case_name) const {
  const bool is_escape =
      style() == Style::prose && begin > window.begin && window.byte(begin - 1) == '\\';
  if (!is_escape) return begin;
  const bool is_font =
      window.has(begin, 'f') && begin + 1 < at_ && base::is_ascii_upper(window.byte(begin + 1));
  const uint64_t size = is_font ? 2 : 1;
  if (size >= lower_case_name.size()) return begin;
  const SchemeForm form = config_->schemes.form_of(lower_case_name.substr(size));
  return form == SchemeForm::unknown ? begin : begin + size;
}

bool Scanner::links_without_slashes(SchemeForm form) const {
  return form == SchemeForm::opaque || form == SchemeForm::asked_for ||
         (form == SchemeForm::shaped && style() == Style::prose);
}

// No scheme but http and https ends with these letters: what else does is text that was glued to
// it, as in "\nhttps://…" of a string or "\x1b[32mhttps://…" of a terminal.
uint64_t Scanner::web_scheme_in(const Window& window, uint64_t begin) const {
  for (const std::string_view name : {"https", "http"}) {
    if (at_ - begin > name.size() && window.holds(at_ - name.size(), name) == Answer::yes) {
      return window.byte(at_ - name.size() - 1) == '+' ? begin : at_ - name.size();
    }
  }
  return begin;
}

namespace {

// Numbers, and names in protocols, have no letters beyond ASCII.
Tail::Letters letters_of_scheme(const Window& window, uint64_t begin) {
  for (const std::string_view name : {"tel:", "sms:", "sip:", "sips:", "skype:"}) {
    if (window.holds(begin, name) == Answer::yes) return Tail::Letters::ascii;
  }
  return Tail::Letters::any;
}

}  // namespace

void Scanner::begin_scheme(const Window& window, const SchemeFound& found) {
  begin_candidate(window, found.begin, Form::scheme);
  candidate_.scheme_end = at_;
  candidate_.scheme_form = found.form;
  candidate_.span.parts.scheme = part(found.begin, at_);
  gathered_ = at_ + 1;
  state_ = base::Dfa::kStart;
  if (is_strict()) {
    if (window.holds(found.begin, "mailto:") == Answer::yes) {
      candidate_.span.kind = Kind::email;
      candidate_.span.form = Form::mailto;
    }
    phase_ = Phase::iri;
    gathered_ = found.begin;
    accepted_ = found.begin;
    return;
  }
  if (style() == Style::prose && opens_with_angle_bracket(window, found.begin)) {
    candidate_.opening = Opening::angle_bracket;
  }
  if (window.holds(at_ + 1, "//") == Answer::yes) {
    phase_ = Phase::authority;
    gathered_ = at_ + 3;
    userinfo_end_ = 0;
  } else {
    begin_tail(at_ + 1, Tail::Component::path, letters_of_scheme(window, found.begin));
  }
}

bool Scanner::needs_shape(SchemeForm form) const {
  return style() == Style::prose && form != SchemeForm::asked_for;
}

// Does the link that begins here look like what its scheme is for (rule opaque-link of
// grammars/text.abnf)? The rule reads no further than kContext bytes.
Answer Scanner::opaque_link_has_shape(const Window& window, uint64_t begin) const {
  base::PackedDfa::State state = automata::kOpaqueLink.start;
  for (uint64_t offset = begin; offset < window.end; ++offset) {
    base::count_step();
    state = automata::kOpaqueLink.step(state, window.byte(offset));
    if (state == base::PackedDfa::kDead) return Answer::no;
    if (automata::kOpaqueLink.accepts(state)) return Answer::yes;
  }
  return window.complete() ? Answer::no : Answer::unknown;
}

// ---------------------------------------------------------------------------------------------------
// Giving links

// The link ends at `end`; `stop` is the place that made it end.
Progress Scanner::give(const Window& window, uint64_t end, uint64_t stop) {
  const Peek next = window.peek(stop);
  if (next.unknown()) return Progress::need_more;
  EndedBy ended_by = end < stop ? EndedBy::soft : reason_to_end(next);
  if (style() == Style::prose) ended_by = reason_in_prose(next, ended_by);
  if (candidate_.opening == Opening::angle_bracket) {
    candidate_.plain_end = end;
    candidate_.plain_ended_by = ended_by;
    accepted_ = gathered_ = stop;  // between the brackets all of it is the link
    line_breaks_ = 0;
    phase_ = Phase::delimited;
    return Progress::done;
  }
  emit(end, ended_by);
  return go_on_after(end);
}

EndedBy Scanner::reason_in_prose(const Peek& next, EndedBy plain) const {
  if (phase_ != Phase::tail) {
    const bool is_cut = run_.was_cut() && candidate_.span.parts.host.present();
    if (is_cut) return EndedBy::script;
    return candidate_.quotes.closes(next.code_point.value) ? EndedBy::quote : plain;
  }
  switch (tail_.cause()) {
    case Tail::Cause::quote:
      return EndedBy::quote;
    case Tail::Cause::script:
      return EndedBy::script;
    case Tail::Cause::bracket:
      return EndedBy::bracket;
    case Tail::Cause::code_point:
      break;
  }
  return plain;
}

void Scanner::emit(uint64_t end, EndedBy ended_by) {
  is_given_ = true;
  candidate_.span.range = {candidate_.begin, end};
  candidate_.span.ended_by = ended_by;
  is_stopped_ = is_stopped_ || (*sink_)(candidate_.span) == Visit::stop;
}

// Nothing before `offset` may be part of a link any more.
Progress Scanner::go_on_after(uint64_t offset) {
  floor_ = offset;
  floor_is_link_end_ = is_given_;
  is_given_ = false;
  return search_from(offset);
}

// The same, and no link ends there.
Progress Scanner::pass_over(uint64_t offset) {
  go_on_after(offset);
  return Progress::done;
}

// What was looked at is no link, and no part of it may be one.
Progress Scanner::drop_up_to(uint64_t offset, Rejected reason) {
  note(reason, offset);
  return pass_over(offset);
}

// This is no link, but what is in it may be one.
Progress Scanner::not_here(uint64_t go_on_at, Rejected reason) {
  note(reason, go_on_at);
  return search_from(go_on_at);
}

Progress Scanner::not_here(uint64_t go_on_at, ProseRule rule) {
  note(Rejected::prose_rule, go_on_at, rule);
  return search_from(go_on_at);
}

// In prose a run may end before the dot that made it be looked at; search must go on all the same.
Progress Scanner::search_from(uint64_t offset) {
  at_ = std::max(offset, at_ + 1);
  phase_ = Phase::search;
  return Progress::done;
}

void Scanner::note(Rejected reason, uint64_t end, ProseRule rule) {
  if (rejections_ == nullptr) return;
  const uint64_t begin = phase_ == Phase::search ? at_ : candidate_.begin;
  rejections_->note({begin, at_, end, reason, rule});
}

Part Scanner::part(uint64_t begin, uint64_t end) const {
  return {static_cast<uint32_t>(begin - candidate_.begin),
          static_cast<uint32_t>(end - candidate_.begin)};
}

}  // namespace linkspan::scan
