#include "scan/scanner.h"

#include <algorithm>
#include <array>
#include <bit>

#include "automata/authority.h"
#include "automata/ip_literal.h"
#include "automata/iri.h"
#include "automata/opaque_link.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/judgement.h"
#include "scan/split.h"
#include "scan/trim.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

using unicode::LinkTerm;

constexpr uint64_t kMaxLocalPartBytes = 64;

// In the order of ROOTS in src/CMakeLists.txt.
constexpr uint8_t kUserinfoRoot = 1 << 1;

bool is_hard(char32_t code_point) {
  return unicode::properties(code_point).link_term() == LinkTerm::hard;
}

bool is_white_space(char32_t code_point) {
  return unicode::properties(code_point).is_white_space();
}

uint8_t to_lower(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? byte + ('a' - 'A') : byte; }

// The state behind all bytes of the code point at `offset`.
base::Dfa::State step_code_point(const base::Dfa& dfa, base::Dfa::State state, const Window& window,
                                 uint64_t offset, uint8_t length) {
  for (uint8_t i = 0; i < length; ++i) state = dfa.step(state, window.byte(offset + i));
  return state;
}

bool begins_tail(const Peek& next, Tail::Component& component) {
  if (next.is('/')) {
    component = Tail::Component::path;
  } else if (next.is('?')) {
    component = Tail::Component::query;
  } else if (next.is('#')) {
    component = Tail::Component::fragment;
  } else {
    return false;
  }
  return true;
}

EndedBy reason_to_end(const Peek& next) {
  if (next.state == Peek::State::end_of_text) return EndedBy::end_of_text;
  switch (unicode::properties(next.code_point.value).link_term()) {
    case LinkTerm::open:
    case LinkTerm::close:
      return EndedBy::bracket;
    case LinkTerm::soft:
      return EndedBy::soft;
    default:
      return EndedBy::hard;
  }
}

// Schemes whose links always name a host.
bool needs_host(const Window& window, uint64_t begin, uint64_t colon) {
  for (const std::string_view name : {"http", "https", "ftp", "ws", "wss"}) {
    if (colon - begin == name.size() && window.holds(begin, name) == Answer::yes) return true;
  }
  return false;
}

// Does `<` or `<URL:` stand right before `begin`? White space may follow the label.
bool opens_with_angle_bracket(const Window& window, uint64_t begin) {
  constexpr std::string_view kLabel = "<url:";
  const uint64_t floor = window.back_to(begin, 0, 16);
  if (begin > floor && window.byte(begin - 1) == '<') return true;
  while (begin > floor && base::is_ascii_white_space(window.byte(begin - 1))) --begin;
  return begin - floor >= kLabel.size() &&
         window.holds(begin - kLabel.size(), kLabel) == Answer::yes;
}

// PERF: what stands before most links says no at once.
bool may_open_with_angle_bracket(const Window& window, uint64_t begin) {
  if (begin < window.begin + 2) return true;
  const uint8_t before = window.byte(begin - 1);
  if (!base::is_ascii_white_space(before)) return before == '<';
  const uint8_t further = window.byte(begin - 2);
  return further == ':' || base::is_ascii_white_space(further);
}

// Before a domain, these say that it is part of something else.
constexpr AsciiSet kPartOfSomethingElse("@/\\%+");

bool begins_with_www(const Window& window, const DomainPlaces& domain) {
  return domain.first_label_end - domain.begin == 3 &&
         window.holds(domain.begin, "www") == Answer::yes;
}

// What cannot stand between `<` and `>` of one link: another bracket, or a label of the link.
bool ends_delimited(char32_t code_point) {
  return code_point == '<' || code_point == '"' || code_point == '|';
}

bool local_part_is_sound(const Window& window, uint64_t begin, uint64_t at) {
  if (begin == at || at - begin > kMaxLocalPartBytes) return false;
  if (window.byte(begin) == '.' || window.byte(at - 1) == '.') return false;
  for (uint64_t offset = begin + 1; offset < at; ++offset) {
    if (window.byte(offset) == '.' && window.byte(offset - 1) == '.') return false;
  }
  return true;
}

}  // namespace

void Scanner::run(const Window& window, SpanSink sink) {
  sink_ = &sink;
  while (step(window) == Progress::done) {
  }
  sink_ = nullptr;
}

// INVARIANT: at_ stays at the trigger while a candidate is looked at, so that search can go on
// behind it.
uint64_t Scanner::retain_from() const {
  uint64_t from = at_;
  if (phase_ == Phase::authority && gathered_ > limit()) from = gathered_;
  if (phase_ == Phase::address || phase_ == Phase::domain) {
    if (run_.too_long()) from = run_.run_end();
  }
  if (phase_ == Phase::overflow) from = is_strict() ? gathered_ : tail_.at();
  return from > kContext ? from - kContext : 0;
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
// done with, so that going on behind a trigger does not begin to look anew.
bool Scanner::go_to_trigger(const Window& window) {
  constexpr uint8_t kAnyLetter = 'a';
  while (at_ < window.end) {
    if (at_ < places_end_) {
      if (go_to_place(window)) return true;
      continue;
    }
    const uint8_t before = at_ > window.begin ? window.byte(at_ - 1) : kAnyLetter;
    const TriggerBlock block =
        config_->find_triggers(window.at(at_), window.end_of_bytes(), before, rules_);
    base::count_steps(static_cast<uint64_t>(block.end - window.at(at_)));
    places_begin_ = window.begin + static_cast<uint64_t>(block.begin - window.bytes);
    places_end_ = window.begin + static_cast<uint64_t>(block.end - window.bytes);
    places_ = block.mask;
    runs_ = block.runs;
    at_ = places_begin_;
  }
  return false;
}

// Moves at_ to the next of the places found last; false if there is none at or behind it any more.
bool Scanner::go_to_place(const Window& window) {
  const uint64_t rest = places_ >> (at_ - places_begin_);
  if (rest == 0) {
    at_ = places_end_;
    return false;
  }
  at_ += static_cast<uint64_t>(std::countr_zero(rest));
  const auto bit = static_cast<unsigned>(at_ - places_begin_);
  if ((runs_.dots >> bit & 1) == 0) return true;
  // PERF: most runs are no domains, and the masks tell where the label is that says so.
  const RunMasks::LastLabel label = runs_.last_label(bit);
  if (!label.is_known) return true;
  base::count_step();
  tld_end_ = places_begin_ + label.end;
  if (config_->tlds.contains(window, places_begin_ + label.begin, tld_end_)) return true;
  tld_end_ = kNowhere;
  at_ = places_begin_ + label.run_end;
  return false;
}

// Section 3.
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
    if (!is_strict() && slashes == Answer::no) {
      mailto_begin_ = found.begin;
      mailto_colon_ = at_;
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

// Could the name before the colon at at_ be that of a scheme that links without `//`?
bool Scanner::may_end_scheme(const Window& window) const {
  constexpr uint64_t kLooksAt = 3;
  if (rejections_ != nullptr || at_ < window.begin + kLooksAt) return true;
  const uint8_t* const before = window.at(at_ - kLooksAt);
  return config_->schemes.endings_without_slashes().may_end(before[0], before[1], before[2]);
}

// A link that is plain from end to end is given at once.
bool Scanner::take_plain_link(const Window& window) {
  const std::optional<uint64_t> begin = plain_web_begin(window);
  if (!begin) return false;
  const uint8_t before = *begin > window.begin ? window.byte(*begin - 1) : ' ';
  if (!allows_plain_link(before)) return false;
  const uint64_t host = at_ + 3;
  const PlainLink link = config_->read_plain_link(
      window.at(host), window.end_of_bytes(), window.text, *begin + config_->max_link_bytes - host);
  base::count_steps(link.stop);
  if (!link.is_plain) return false;
  const uint64_t stop = host + link.stop;
  const bool is_delimited =
      may_open_with_angle_bracket(window, *begin) && opens_with_angle_bracket(window, *begin);
  if (is_delimited && !window.peek(stop).is('>')) return false;
  const uint64_t end = is_delimited ? stop : host + link.end;
  if (!is_delimited && may_be_trimmed(window, before, end, link)) return false;
  fill_plain_link(*begin, link, end);
  if (is_delimited) {
    candidate_.span.form = Form::delimited;
    emit(end, EndedBy::delimiter);
  } else if (before == '"' && window.peek(stop).is('"')) {
    emit(end, EndedBy::quote);
  } else {
    emit(end, end < stop ? EndedBy::soft : reason_to_end(window.peek(stop)));
  }
  go_on_behind(end);
  return true;
}

// Where `http` or `https` begins before the colon at at_, with `//` behind it.
std::optional<uint64_t> Scanner::plain_web_begin(const Window& window) const {
  if (!takes_shortcuts() || style() != Style::prose || window.end - at_ < 4) return {};
  if (window.byte(at_ + 1) != '/' || window.byte(at_ + 2) != '/') return {};
  const auto begin = plain_web_scheme(window, at_, std::max(floor_, window.begin));
  if (!begin) return {};
  const SchemeForm form = at_ - *begin == 5 ? config_->https_form : config_->http_form;
  return form == SchemeForm::slashes ? begin : std::nullopt;
}

// Could a reader leave off the end of the plain link, for what stands around it (trim.cc)?
bool Scanner::may_be_trimmed(const Window& window, uint8_t before, uint64_t end,
                             const PlainLink& link) const {
  const uint8_t last = window.byte(end - 1);
  if (last == '_' || last == '~') return before == last;
  if (last == '-') return window.peek(end).is('>');
  const bool may_be_place_in_file = link.has_colon && base::is_ascii_digit(last);
  return config_->profile == Profile::code && may_be_place_in_file;
}

void Scanner::fill_plain_link(uint64_t begin, const PlainLink& link, uint64_t end) {
  const uint64_t host = at_ + 3;
  const auto place = [host](uint64_t offset) {
    return offset == PlainLink::kNowhere ? offset : host + offset;
  };
  candidate_.begin = begin;
  candidate_.span = Span();
  Parts& parts = candidate_.span.parts;
  parts.scheme = part(begin, at_);
  parts.host = part(host, host + link.host_end);
  fill_tail(parts, begin,
            {host + link.host_end, place(link.query_begin), place(link.fragment_begin), end});
}

// The scheme that ends at the colon at at_; its form is `unknown` if there is none.
Scanner::SchemeFound Scanner::find_scheme(const Window& window, Slashes slashes) const {
  const uint64_t floor = window.back_to(at_, floor_, kMaxSchemeBytes + 1);
  uint64_t run = at_;
  std::array<char, kMaxSchemeBytes + 1> lower;
  size_t used = lower.size();
  while (run > floor && is_scheme_byte(window.byte(run - 1))) {
    --run;
    lower[--used] = static_cast<char>(to_lower(window.byte(run)));
    base::count_step();
  }
  SchemeFound found{at_, SchemeForm::unknown};
  if (at_ - run > kMaxSchemeBytes) return found;
  uint8_t before = 0;
  if (style() == Style::prose && run < at_ && window.byte(run) == '+') ++run;  // (+https://…)
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
    if (is_leftmost && slashes == Slashes::follow && config_->schemes.links_unknown()) {
      found = {start, SchemeForm::slashes};
    }
  }
  if (style() == Style::prose && found.begin < at_)
    found.begin = web_scheme_in(window, found.begin);
  return found;
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

void Scanner::begin_candidate(const Window& window, uint64_t begin, Form form) {
  candidate_ = Candidate();
  candidate_.begin = begin;
  candidate_.span.form = form;
  if (style() == Style::uts58 || begin == window.begin) return;
  candidate_.quotes = quotes_opened_by(base::decode_before(window.bytes, window.at(begin)).value);
}

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
    begin_tail(at_ + 1, Tail::Component::path);
  }
}

// Where the local part before the `@` at at_ begins.
uint64_t Scanner::local_part_begin(const Window& window) const {
  const uint64_t floor = window.back_to(at_, floor_, kMaxLocalPartBytes + 4);
  uint64_t begin = at_;
  while (begin > floor && at_ - begin <= kMaxLocalPartBytes) {
    const base::CodePoint before = base::decode_before(window.at(floor), window.at(begin));
    if (!unicode::properties(before.value).is_link_email()) break;
    begin -= before.length;
    base::count_step();
  }
  return style() == Style::prose ? local_part_begin_in_prose(window, begin, at_) : begin;
}

// What becomes of the `@` at at_, if what stands around it is plain: false if that has to be looked
// at more closely.
bool Scanner::take_plain_address(const Window& window) {
  if (!takes_shortcuts() || rejections_ != nullptr || !config_->email) return false;
  const uint64_t host = at_ + 1;
  if (host >= window.end) return false;
  const uint64_t floor = std::max(floor_, window.begin);
  const TextBefore text = config_->read_before(window.bytes, window.at(at_));
  const PlainLocalPart local = plain_local_part(text, at_ - floor, style());
  const uint64_t whole_begin = at_ - local.whole_size;
  if (!local.is_plain) return false;
  if (whole_begin > floor && !begins_local_part_behind(window.byte(whole_begin - 1))) return false;
  const PlainDomain domain =
      config_->read_plain_domain(window.at(host), window.end_of_bytes(), window.text);
  base::count_steps(local.whole_size + domain.run_end);
  const uint64_t begin = at_ - local.size;
  const bool is_mailto = mailto_colon_ != kNowhere && mailto_colon_ + 1 == begin;
  if (!domain.is_plain || is_mailto || window.peek(host + domain.run_end).is(':')) return false;
  return settle_plain_address(window, begin, local, domain);
}

bool Scanner::settle_plain_address(const Window& window, uint64_t begin,
                                   const PlainLocalPart& local, const PlainDomain& domain) {
  const uint64_t host = at_ + 1;
  const uint64_t run_end = host + domain.run_end;
  const bool is_prose = style() == Style::prose;
  const bool is_message_id =
      is_prose && (opens_message_id(window, begin) || continues_message_ids(window, begin));
  const bool has_tld = domain.labels >= 2 &&
                       config_->tlds.contains(window, host + domain.last_label, host + domain.end);
  if (!has_tld && domain.has_later_hyphen) return false;
  if (is_message_id) message_id_end_ = run_end;
  const uint8_t before = begin > window.begin ? window.byte(begin - 1) : ' ';
  const bool is_part = before == '@' || (is_prose && before == '#');
  if (is_message_id || is_part || !local.is_sound || window.peek(run_end).is('@')) {
    go_on_behind(run_end);
    return true;
  }
  if (!has_tld) {
    const bool may_be_special = is_prose && domain.labels >= 2;
    if (!may_be_special) go_on_behind(run_end);
    return !may_be_special;
  }
  candidate_.begin = begin;
  candidate_.span = Span();
  candidate_.span.kind = Kind::email;
  candidate_.span.form = Form::address;
  candidate_.span.parts.userinfo = part(begin, at_);
  candidate_.span.parts.host = part(host, host + domain.end);
  give_plain(window, before, host + domain.end);
  return true;
}

// Section 4.
Progress Scanner::on_at(const Window& window) {
  if (take_plain_address(window)) return Progress::done;
  const bool is_prose = style() == Style::prose;
  const uint64_t begin = local_part_begin(window);
  const uint8_t before = begin > window.begin ? window.byte(begin - 1) : 0;
  const bool is_part = before == '@' || (is_prose && before == '#');  // #channel@irc.example.net
  const bool is_mailto = mailto_colon_ != kNowhere && mailto_colon_ + 1 == begin;
  begin_candidate(window, is_mailto ? mailto_begin_ : begin,
                  is_mailto ? Form::mailto : Form::address);
  candidate_.is_message_id =
      is_prose && (opens_message_id(window, begin) || continues_message_ids(window, begin));
  candidate_.address_is_sound = !is_part && local_part_is_sound(window, begin, at_);
  candidate_.span.kind = Kind::email;
  candidate_.span.parts.userinfo = part(begin, at_);
  if (is_mailto) candidate_.span.parts.scheme = part(mailto_begin_, mailto_colon_);
  run_.begin(at_ + 1, DomainRun::Use::domain, style(), config_->tlds, config_->plain_domains());
  phase_ = Phase::address;
  return Progress::done;
}

// Section 5.
Progress Scanner::on_dot(const Window& window) {
  const uint64_t behind = at_ + window.code_point(at_).length;
  const Peek next = window.peek(behind);
  if (next.unknown()) return Progress::need_more;
  const bool ends_run =
      next.state == Peek::State::end_of_text || !is_run_character(next.code_point.value, style());
  // PERF: most dots end a sentence. A run with one label is no domain, whatever the label.
  if (ends_run) return not_here(behind, Rejected::not_a_trigger);
  if (takes_shortcuts() && behind == at_ + 1) {
    if (const auto taken = take_plain_domain(window)) return *taken;
    const auto run_end = end_of_plain_run_that_is_no_domain(window, at_, config_->tlds);
    if (run_end) return not_here(*run_end, Rejected::no_top_level_domain);
  }
  const uint64_t begin = run_begin_before_dot(window);
  begin_candidate(window, begin, Form::domain);
  run_.begin(begin, DomainRun::Use::domain, style(), config_->tlds, config_->plain_domains());
  phase_ = Phase::domain;
  return Progress::done;
}

// What becomes of the run around the dot at at_, if it is a plain domain.
std::optional<Progress> Scanner::take_plain_domain(const Window& window) {
  const uint64_t floor = std::max(floor_, window.begin);
  const TextBefore text = config_->read_before(window.bytes, window.at(at_));
  const uint64_t size = plain_label_size(text, at_ - floor);
  const uint64_t begin = at_ - size;
  if (size == 0 || (begin > floor && !begins_run_behind(window.byte(begin - 1)))) return {};
  const PlainDomain plain =
      config_->read_plain_domain(window.at(begin), window.end_of_bytes(), window.text);
  base::count_steps(plain.run_end);
  if (!plain.is_plain) return {};
  const uint64_t run_end = begin + plain.run_end;
  const bool has_tld = begin + plain.end == tld_end_ ||
                       config_->tlds.contains(window, begin + plain.last_label, begin + plain.end);
  if (!has_tld) {
    if (plain.has_later_hyphen) return {};
    return not_here(run_end, Rejected::no_top_level_domain);
  }
  return settle_plain_domain(window,
                             {begin, begin + plain.end, run_end, begin + plain.first_label_end,
                              begin + plain.last_label, plain.labels});
}

// The domain is plain and ends with a top-level domain. Nothing if what stands around it has to be
// looked at more closely.
std::optional<Progress> Scanner::settle_plain_domain(const Window& window,
                                                     const DomainPlaces& domain) {
  if (rejections_ != nullptr || !config_->bare_domains) return {};
  const uint8_t before = domain.begin > window.begin ? window.byte(domain.begin - 1) : ' ';
  if (kPartOfSomethingElse.contains(before)) {
    return not_here(domain.run_end, Rejected::text_around);
  }
  const bool is_last = domain.run_end == window.end;
  const bool is_apart = allows_plain_domain_behind(before) &&
                        (is_last || allows_plain_domain_before(window.byte(domain.run_end)));
  if (!is_apart) return {};
  const Rejected doubt = doubt_of_bare_domain(window, domain, Evidence::none);
  if (doubt != Rejected::no) return not_here(domain.run_end, doubt);
  candidate_.begin = domain.begin;
  candidate_.span = Span();
  candidate_.span.form = begins_with_www(window, domain) ? Form::www : Form::domain;
  candidate_.span.parts.host = part(domain.begin, domain.end);
  candidate_.span.parts.path = part(domain.end, domain.end);
  return give_plain(window, before, domain.end);
}

// Gives a plain domain or address.
Progress Scanner::give_plain(const Window& window, uint8_t before, uint64_t end) {
  const Peek next = window.peek(end);
  const bool is_quoted = style() == Style::prose && next.state == Peek::State::code_point &&
                         quotes_opened_by(before).closes(next.code_point.value);
  emit(end, is_quoted ? EndedBy::quote : reason_to_end(next));
  return go_on_behind(end);
}

// Where the run around the dot at at_ begins. In prose, a label in Latin letters begins where other
// writing ends.
uint64_t Scanner::run_begin_before_dot(const Window& window) const {
  const uint64_t floor = window.back_to(at_, floor_, kMaxFirstLabelBytes + 4);
  const bool is_prose = style() == Style::prose;
  uint64_t begin = at_;
  Writing writing = Writing::neutral;
  while (begin > floor && at_ - begin <= kMaxFirstLabelBytes) {
    const base::CodePoint before = base::decode_before(window.at(floor), window.at(begin));
    if (!is_run_character(before.value, style())) break;
    if (is_prose) {
      const Writing here = writing_of(before.value);
      const bool changes = writing == Writing::latin && here != writing && here != Writing::neutral;
      if (changes || is_label_dot(before.value)) break;
      if (writing == Writing::neutral) writing = here;
    }
    begin -= before.length;
    base::count_step();
  }
  return begin;
}

// ---------------------------------------------------------------------------------------------------
// Authority (section 3.1)

// The whole authority is a plain host.
bool Scanner::take_plain_host(const Window& window) {
  const uint64_t begin = candidate_.scheme_end + 3;
  if (!takes_shortcuts() || gathered_ != begin) return false;
  const std::optional<uint64_t> end = plain_host_end(window, begin);
  if (!end || *end > limit()) return false;
  run_.forget();
  gathered_ = candidate_.host_end = candidate_.run_end = *end;
  candidate_.span.parts.host = part(begin, *end);
  phase_ = Phase::ending;
  return true;
}

Progress Scanner::gather_authority(const Window& window) {
  if (take_plain_host(window)) return Progress::done;
  for (;;) {
    const Peek next = window.peek(gathered_);
    if (next.unknown()) return Progress::need_more;
    if (next.state == Peek::State::end_of_text) break;
    base::count_step();
    if (is_hard(next.code_point.value)) break;
    const uint8_t length = next.code_point.length;
    const base::Dfa::State behind =
        step_code_point(automata::kAuthority, state_, window, gathered_, length);
    if (behind == base::Dfa::kDead) break;
    if ((automata::kAuthority.accepts[behind] & kUserinfoRoot) != 0) userinfo_end_ = gathered_;
    state_ = behind;
    gathered_ += length;
  }
  return settle_authority(window);
}

Progress Scanner::settle_authority(const Window& window) {
  const uint64_t begin = candidate_.scheme_end + 3;
  if (gathered_ > limit()) return drop_up_to(gathered_, Rejected::too_long);
  const bool has_userinfo = userinfo_end_ != 0;
  if (has_userinfo) {
    const bool email_wins = config_->profile == Profile::uts58 &&
                            (window.holds(candidate_.begin, "http:") == Answer::yes ||
                             window.holds(candidate_.begin, "https:") == Answer::yes);
    if (email_wins) return drop_up_to(gathered_, Rejected::user_information_of_web);
    candidate_.span.parts.userinfo = part(begin, userinfo_end_);
  }
  const uint64_t host = has_userinfo ? userinfo_end_ + 1 : begin;
  if (!take_host(window, host)) return drop_up_to(gathered_, Rejected::no_host);
  if (candidate_.host_is_empty && (has_userinfo || !may_have_empty_host(window))) {
    return not_here(candidate_.scheme_end + 1, Rejected::empty_host);
  }
  if (candidate_.run_end < gathered_ && window.byte(candidate_.run_end) == '@') {
    return drop_up_to(gathered_, Rejected::at_sign_behind_host);
  }
  candidate_.span.parts.host = part(host, candidate_.host_end);
  phase_ = Phase::ending;
  return Progress::done;
}

// Finds the end of the host that begins at `begin`, which may be empty; false if it is none. All of
// the authority is in the window.
bool Scanner::take_host(const Window& window, uint64_t begin) {
  if (begin < gathered_ && window.byte(begin) == '[') return take_ip_literal(window, begin);
  run_.begin(begin, DomainRun::Use::host, style(), config_->tlds);
  run_.advance(window);
  candidate_.host_end = run_.end();
  candidate_.run_end = run_.run_end();
  candidate_.host_is_empty = run_.run_end() == begin;
  if (candidate_.host_is_empty) return true;
  if (style() == Style::prose && is_glued_text(window)) return false;
  const bool is_right = style() == Style::prose ? run_.is_host() : run_.is_domain();
  return is_right && !run_.too_long();
}

// `以https://开头`: one label, in writing without spaces, and nothing behind it, is no host but the
// text that goes on.
bool Scanner::is_glued_text(const Window& window) const {
  const Peek next = window.peek(run_.run_end());
  const char32_t first = window.code_point(run_.run_begin()).value;
  return run_.labels() == 1 && !next.is('/') && !next.is(':') &&
         writing_of(first) == Writing::unspaced;
}

bool Scanner::take_ip_literal(const Window& window, uint64_t begin) {
  base::Dfa::State state = base::Dfa::kStart;
  for (uint64_t offset = begin; offset < gathered_; ++offset) {
    base::count_step();
    state = automata::kIpLiteral.step(state, window.byte(offset));
    if (state == base::Dfa::kDead) return false;
    if (automata::kIpLiteral.accepts[state] != 0) {
      candidate_.host_end = candidate_.run_end = offset + 1;
      return true;
    }
  }
  return false;
}

bool Scanner::may_have_empty_host(const Window& window) const {
  return window.peek(candidate_.host_end).is('/') &&
         !needs_host(window, candidate_.begin, candidate_.scheme_end);
}

// ---------------------------------------------------------------------------------------------------
// Address (section 4)

Progress Scanner::gather_address(const Window& window) {
  if (run_.advance(window) == Progress::need_more) return Progress::need_more;
  return settle_address(window);
}

Rejected Scanner::fault_of_address(const Window& window) const {
  if (!config_->email) return Rejected::email_is_off;
  if (candidate_.is_message_id) return Rejected::message_id;
  if (!candidate_.address_is_sound) return Rejected::local_part;
  if (window.peek(run_.run_end()).is('@')) return Rejected::at_sign_behind_host;
  const bool any_domain = candidate_.span.form == Form::mailto;
  // Of a run that is too long, no more than its end is in the window.
  if (!run_.is_domain() || run_.too_long()) return Rejected::no_top_level_domain;
  const bool is_linkable = any_domain || domain_is_linkable(window) || has_special_use_name(window);
  return is_linkable ? Rejected::no : Rejected::no_top_level_domain;
}

// name@printer.local, имя@пример.испытание
bool Scanner::has_special_use_name(const Window& window) const {
  return style() == Style::prose && run_.labels() >= 2 &&
         config_->tlds.contains_special_use(window, run_.last_label(), run_.end());
}

Progress Scanner::settle_address(const Window& window) {
  const uint64_t begin = run_.run_begin();
  const bool any_domain = candidate_.span.form == Form::mailto;
  if (candidate_.is_message_id) message_id_end_ = run_.run_end();
  const Rejected fault = fault_of_address(window);
  if (fault != Rejected::no && style() == Style::prose) {
    // 見る@https://example.org/: what follows is not a domain but a scheme.
    const Answer scheme = window.holds(run_.run_end(), "://");
    if (scheme == Answer::unknown) return Progress::need_more;
    if (scheme == Answer::yes) return not_here(at_ + 1, fault);
  }
  if (fault != Rejected::no) return drop_up_to(run_.run_end(), fault);
  if (style() == Style::prose) {
    const Answer has_path = path_follows_address(window, run_.end());
    if (has_path == Answer::unknown) return Progress::need_more;
    if (has_path == Answer::yes) {
      return drop_up_to(run_.run_end(), Rejected::path_behind_address);
    }
  }
  candidate_.span.parts.host = part(begin, run_.end());
  if (any_domain && window.peek(run_.end()).is('?')) {
    begin_tail(run_.end(), Tail::Component::query);
    return Progress::done;
  }
  return give(window, run_.end(), run_.end());
}

// Is this one more in a row of message identifiers? `References: <a@b> <c@d>`, perhaps over several
// lines.
bool Scanner::continues_message_ids(const Window& window, uint64_t begin) const {
  constexpr uint64_t kReach = 16;
  const uint64_t floor = window.back_to(begin, message_id_end_, kReach);
  if (message_id_end_ == 0 || begin == floor || window.byte(begin - 1) != '<') return false;
  uint64_t at = begin - 1;
  while (at > floor &&
         (base::is_ascii_white_space(window.byte(at - 1)) || window.byte(at - 1) == ',')) {
    --at;
  }
  return at > floor && window.byte(at - 1) == '>' && at - 1 == message_id_end_;
}

// Are there two labels, the last one a top-level domain?
bool Scanner::domain_is_linkable(const Window& window) const {
  return run_.is_domain() && !run_.too_long() && run_.labels() >= 2 &&
         run_.ends_with_top_level_domain(window);
}

// ---------------------------------------------------------------------------------------------------
// Bare domain (section 5)

Progress Scanner::gather_domain(const Window& window) {
  if (run_.advance(window) == Progress::need_more) return Progress::need_more;
  const uint64_t run_end = run_.run_end();
  if (window.peek(run_end).is('@')) return not_here(run_end, Rejected::part_of_address_or_scheme);
  const Answer scheme = window.holds(run_end, "://");
  if (scheme == Answer::unknown) return Progress::need_more;
  if (scheme == Answer::yes) return not_here(run_end, Rejected::part_of_address_or_scheme);
  return settle_domain(window);
}

Rejected Scanner::fault_of_domain(const Window& window) const {
  if (!config_->bare_domains) return Rejected::bare_domains_are_off;
  if (!domain_is_linkable(window)) return Rejected::no_top_level_domain;
  if (run_.first_label_end() - run_.run_begin() > kMaxFirstLabelBytes) return Rejected::too_long;
  return text_around_allows_domain(window) ? Rejected::no : Rejected::text_around;
}

Progress Scanner::settle_domain(const Window& window) {
  const Rejected fault = fault_of_domain(window);
  // It may still be part of an address: a.b+c@example.com
  if (fault != Rejected::no) return not_here(run_.run_end(), fault);
  if (style() == Style::prose) {
    const Answer in_address = is_in_local_part(window);
    if (in_address == Answer::unknown) return Progress::need_more;
    if (in_address == Answer::yes) {
      return not_here(run_.run_end(), Rejected::part_of_address_or_scheme);
    }
  }
  const uint64_t begin = run_.run_begin();
  if (begins_with_www(window, run_.places())) candidate_.span.form = Form::www;
  candidate_.host_end = run_.end();
  candidate_.run_end = run_.run_end();
  candidate_.span.parts.host = part(begin, run_.end());
  phase_ = Phase::ending;
  return Progress::done;
}

// Does the run go on as the local part of an address? jean.de'x@example.org
Answer Scanner::is_in_local_part(const Window& window) const {
  for (uint64_t at = run_.run_end(); at < run_.run_end() + kMaxLocalPartBytes; ++at) {
    const Peek next = window.peek(at);
    if (next.unknown()) return Answer::unknown;
    if (next.is('@')) return Answer::yes;
    const bool goes_on = next.state == Peek::State::code_point && next.code_point.value < 0x80 &&
                         unicode::properties(next.code_point.value).is_link_email() &&
                         !next.is('/') && !next.is('?') && !next.is('#');
    if (!goes_on) break;
    base::count_step();
  }
  return Answer::no;
}

bool Scanner::text_around_allows_domain(const Window& window) const {
  if (window.peek(run_.run_end()).is('+')) return false;
  const uint64_t begin = run_.run_begin();
  if (begin == window.begin) return true;
  const uint8_t before = window.byte(begin - 1);
  if (kPartOfSomethingElse.contains(before)) return false;
  if (style() == Style::uts58) return true;
  constexpr AsciiSet kTagOrVariable("#$");  // #example.com, $HOST.example.com
  return !kTagOrVariable.contains(before) && !continues_something(window, begin);
}

// ---------------------------------------------------------------------------------------------------
// Behind the host: final dot, port, tail (section 3.1, 6 to 8)

Progress Scanner::settle_ending(const Window& window) {
  const Answer with_dot = final_dot_belongs(window);
  if (with_dot == Answer::unknown) return Progress::need_more;
  uint64_t end = candidate_.host_end;
  if (with_dot == Answer::yes) {
    end = candidate_.host_end = candidate_.run_end;
    candidate_.span.parts.host.end = part(end, end).end;
  } else if (window.peek(end).is(':')) {
    uint64_t port_end = 0;
    const Answer has_port = find_port_end(window, end, port_end);
    if (has_port == Answer::unknown) return Progress::need_more;
    if (has_port == Answer::yes) {
      candidate_.span.parts.port = part(end + 1, port_end);
      end = port_end;
    }
  }
  const Peek next = window.peek(end);
  if (next.unknown()) return Progress::need_more;
  Tail::Component component;
  const bool has_tail = begins_tail(next, component);
  if (!candidate_.span.parts.scheme.present()) {
    const Evidence evidence = next.is('/')                           ? Evidence::path
                              : candidate_.span.parts.port.present() ? Evidence::port
                                                                     : Evidence::none;
    const Rejected doubt = doubt_of_bare_domain(window, run_.places(), evidence);
    if (doubt != Rejected::no) return not_here(run_.run_end(), doubt);
  }
  if (has_tail) {
    begin_tail(end, component);
    return Progress::done;
  }
  candidate_.span.parts.path = part(end, end);
  return give(window, end, end);
}

// Do the letters of a bare domain, and what follows it, read as a link?
Rejected Scanner::doubt_of_bare_domain(const Window& window, const DomainPlaces& domain,
                                       Evidence evidence) const {
  switch (config_->profile) {
    case Profile::prose:
      return doubt_of_domain(window, domain, evidence);
    case Profile::code:
      return doubt_of_domain_in_code(window, domain, evidence);
    default:
      return Rejected::no;
  }
}

// Is there exactly one dot behind the host, and then path, query or fragment?
Answer Scanner::final_dot_belongs(const Window& window) const {
  if (candidate_.run_end == candidate_.host_end) return Answer::no;
  const base::CodePoint dot = window.code_point(candidate_.host_end);
  if (candidate_.host_end + dot.length != candidate_.run_end) return Answer::no;
  const Peek next = window.peek(candidate_.run_end);
  if (next.unknown()) return Answer::unknown;
  Tail::Component component;
  return begins_tail(next, component) ? Answer::yes : Answer::no;
}

Answer Scanner::find_port_end(const Window& window, uint64_t colon, uint64_t& end) const {
  constexpr unsigned kMaxDigits = 5;
  constexpr uint32_t kMaxPort = 65535;
  uint32_t port = 0;
  for (end = colon + 1;; ++end) {
    if (end >= window.end) {
      if (!window.complete()) return Answer::unknown;
      break;
    }
    const uint8_t byte = window.byte(end);
    if (!base::is_ascii_digit(byte)) {
      if (base::is_ascii_letter(byte) || byte == '_') return Answer::no;
      break;
    }
    if (end - colon > kMaxDigits) return Answer::no;
    port = port * 10 + (byte - '0');
  }
  // RFC 3986 allows a port without digits; a reader sees the path that follows.
  const bool is_empty = end == colon + 1;
  if (is_empty && (style() == Style::uts58 || !window.peek(end).is('/'))) return Answer::no;
  return port <= kMaxPort ? Answer::yes : Answer::no;
}

// ---------------------------------------------------------------------------------------------------
// Tail (section 6)

void Scanner::begin_tail(uint64_t offset, Tail::Component component) {
  tail_.begin(offset, component, style(), candidate_.quotes);
  candidate_.run_end = offset;
  phase_ = Phase::tail;
}

Progress Scanner::gather_tail(const Window& window) {
  switch (tail_.advance(window, limit())) {
    case Tail::Outcome::need_more:
      return Progress::need_more;
    case Tail::Outcome::stopped:
      return settle_tail(window);
    case Tail::Outcome::over_limit:
      break;
  }
  if (tail_is_too_short()) {
    return not_here(candidate_.scheme_end + 1, Rejected::nothing_behind_scheme);
  }
  ++links_cut_;
  tail_.fill(candidate_.span.parts, candidate_.begin);
  emit(tail_.last_safe(), EndedBy::limit);
  phase_ = Phase::overflow;
  return Progress::done;
}

Progress Scanner::settle_tail(const Window& window) {
  if (style() == Style::prose && !closes_what_opened_before(window)) {
    const Peek next = window.peek(tail_.last_safe());
    if (next.unknown()) return Progress::need_more;
    const uint64_t end =
        trim_in_prose(window, candidate_.begin, candidate_.run_end, tail_.last_safe());
    const bool is_code = config_->profile == Profile::code;
    tail_.cut(is_code ? trim_place_in_file(window, candidate_.run_end, end) : end);
  }
  if (tail_is_too_short()) {
    return not_here(candidate_.scheme_end + 1, Rejected::nothing_behind_scheme);
  }
  tail_.fill(candidate_.span.parts, candidate_.begin);
  if (candidate_.span.kind == Kind::email) candidate_.span.parts.path = Part();
  return give(window, tail_.last_safe(), tail_.at());
}

// Does the tail end at the partner of the quote or bracket right before the link? Then nothing but
// punctuation is to be left off: (https://a.example/b--)
bool Scanner::closes_what_opened_before(const Window& window) const {
  if (tail_.cause() == Tail::Cause::quote) return true;
  const Peek next = window.peek(tail_.at());
  if (next.state != Peek::State::code_point || candidate_.begin == window.begin) return false;
  const char32_t opener = unicode::link_bracket(next.code_point.value);
  return opener != 0 &&
         base::decode_before(window.bytes, window.at(candidate_.begin)).value == opener;
}

// A link without a host is nothing without its tail.
bool Scanner::tail_is_too_short() const {
  if (candidate_.host_is_empty) return tail_.last_safe() <= candidate_.run_end + 1;
  return !candidate_.span.parts.host.present() && tail_.last_safe() <= candidate_.run_end;
}

bool Scanner::needs_shape(SchemeForm form) const {
  return style() == Style::prose && form != SchemeForm::asked_for;
}

// Does the link that begins here look like what its scheme is for (rule opaque-link of
// grammars/text.abnf)? The rule reads no further than kContext bytes.
Answer Scanner::opaque_link_has_shape(const Window& window, uint64_t begin) const {
  base::Dfa::State state = base::Dfa::kStart;
  for (uint64_t offset = begin; offset < window.end; ++offset) {
    base::count_step();
    state = automata::kOpaqueLink.step(state, window.byte(offset));
    if (state == base::Dfa::kDead) return Answer::no;
    if (automata::kOpaqueLink.accepts[state] != 0) return Answer::yes;
  }
  return window.complete() ? Answer::no : Answer::unknown;
}

Progress Scanner::pass_overflow(const Window& window) {
  constexpr uint64_t kNoLimit = UINT64_MAX;
  if (is_strict()) return gather_iri(window);
  if (tail_.advance(window, kNoLimit) == Tail::Outcome::need_more) return Progress::need_more;
  return go_on_behind(tail_.at());
}

// ---------------------------------------------------------------------------------------------------
// Profile strict (section 10)

Progress Scanner::gather_iri(const Window& window) {
  for (;;) {
    const Peek next = window.peek(gathered_);
    if (next.unknown()) return Progress::need_more;
    if (next.state == Peek::State::end_of_text || is_white_space(next.code_point.value)) break;
    base::count_step();
    const uint8_t length = next.code_point.length;
    const base::Dfa::State behind =
        step_code_point(automata::kIri, state_, window, gathered_, length);
    if (behind == base::Dfa::kDead) break;
    state_ = behind;
    gathered_ += length;
    if (gathered_ > limit() && phase_ == Phase::iri) cut_iri(window);
    if (automata::kIri.accepts[state_] == 0) continue;
    accepted_ = gathered_;
  }
  // Text that could go on as user information, and did not, is passed over as well.
  if (phase_ == Phase::overflow) {
    return go_on_behind(accepted_ > limit() ? accepted_ : gathered_);
  }
  return settle_iri(window);
}

// The link is given as far as the limit allows; the match goes on.
void Scanner::cut_iri(const Window& window) {
  phase_ = Phase::overflow;
  if (iri_is_too_short(window)) return;
  ++links_cut_;
  candidate_.span.parts = split_components(window.slice(candidate_.begin, accepted_));
  emit(accepted_, EndedBy::limit);
}

bool Scanner::iri_is_too_short(const Window& window) const {
  const uint64_t colon = candidate_.scheme_end;
  const bool has_slashes = window.holds(colon + 1, "//") == Answer::yes;
  return accepted_ <= colon + (has_slashes ? 3 : 1);
}

Progress Scanner::settle_iri(const Window& window) {
  if (iri_is_too_short(window)) {
    return not_here(candidate_.scheme_end + 1, Rejected::nothing_behind_scheme);
  }
  candidate_.span.parts = split_components(window.slice(candidate_.begin, accepted_));
  return give(window, accepted_, accepted_);
}

// ---------------------------------------------------------------------------------------------------
// Delimited (RFC 3986, appendix C)

// The text reads `<https://…` and the link, taken plainly, has ended. Whatever comes up to a `>`
// still belongs to it, if nothing comes that cannot be in a link nor in the white space that breaks
// one.
Progress Scanner::gather_delimited(const Window& window) {
  for (;;) {
    const Peek next = window.peek(gathered_);
    if (next.unknown()) return Progress::need_more;
    base::count_step();
    const char32_t code_point = next.code_point.value;
    if (next.is('>')) break;
    const bool is_space = is_white_space(code_point);
    if (!is_space) line_breaks_ = 0;
    if (next.is('\n')) ++line_breaks_;
    const bool fails = next.state == Peek::State::end_of_text || ends_delimited(code_point) ||
                       (is_hard(code_point) && !is_space) || line_breaks_ > 1 ||
                       gathered_ + next.code_point.length > limit();
    if (fails) {
      emit(candidate_.plain_end, candidate_.plain_ended_by);
      return go_on_behind(candidate_.plain_end);
    }
    gathered_ += next.code_point.length;
    if (!is_space) accepted_ = gathered_;
  }
  candidate_.span.form = Form::delimited;
  candidate_.span.parts = split_components(window.slice(candidate_.begin, accepted_));
  emit(accepted_, EndedBy::delimiter);
  return go_on_behind(accepted_);
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
  return go_on_behind(end);
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
  candidate_.span.range = {candidate_.begin, end};
  candidate_.span.ended_by = ended_by;
  (*sink_)(candidate_.span);
}

// Nothing before `offset` may be part of a link any more.
Progress Scanner::go_on_behind(uint64_t offset) {
  floor_ = offset;
  return search_from(offset);
}

// What was looked at is no link, and no part of it may be one.
Progress Scanner::drop_up_to(uint64_t offset, Rejected reason) {
  note(reason, offset);
  return go_on_behind(offset);
}

// This is no link, but what is in it may be one.
Progress Scanner::not_here(uint64_t go_on_at, Rejected reason) {
  note(reason, go_on_at);
  return search_from(go_on_at);
}

// In prose a run may end before the dot that made it be looked at; search must go on all the same.
Progress Scanner::search_from(uint64_t offset) {
  at_ = std::max(offset, at_ + 1);
  phase_ = Phase::search;
  return Progress::done;
}

void Scanner::note(Rejected reason, uint64_t end) {
  if (rejections_ == nullptr) return;
  const uint64_t begin = phase_ == Phase::search ? at_ : candidate_.begin;
  rejections_->note({begin, at_, end, reason});
}

Part Scanner::part(uint64_t begin, uint64_t end) const {
  return {static_cast<uint32_t>(begin - candidate_.begin),
          static_cast<uint32_t>(end - candidate_.begin)};
}

}  // namespace linkspan::scan
