// SPDX-License-Identifier: Apache-2.0
// What is plain from end to end, given or dropped at once (shortcuts.h). Where anything else
// matters, these say so, and the phases of the scanner decide.

#include <algorithm>

#include "automata/prose_rules.h"
#include "base/short_words.h"
#include "base/steps.h"
#include "scan/prose/bare_domain.h"
#include "scan/prose/link_end.h"
#include "scan/prose/local_context.h"
#include "scan/scanner.h"
#include "scan/scanner_shared.h"

namespace linkspan::scan {
namespace {

// A dot that was made harmless may follow a host, or a remark: example[.]com, example\.com,
// example.cn(官网)
constexpr base::AsciiSet kMayGoOnAfterHost("[({\\");

// PERF: what stands before most links says no at once.
bool may_open_with_angle_bracket(const Window& window, uint64_t begin) {
  if (begin < window.begin + 2) return true;
  const uint8_t before = window.byte(begin - 1);
  if (!base::is_ascii_white_space(before)) return before == '<';
  const uint8_t further = window.byte(begin - 2);
  return further == ':' || base::is_ascii_white_space(further);
}

// Could less than the host [begin, end) be meant, or more, or none? https://example.de.Danke,
// https://example.hu-n, https://www.<domain>, https://example.org.:80, https://exam…
bool may_end_before(const Window& window, uint64_t begin, uint64_t end) {
  bool has_hyphen = false;
  uint64_t label = end;
  for (; label > begin && window.byte(label - 1) != '.'; --label) {
    has_hyphen |= window.byte(label - 1) == '-';
  }
  base::count_steps(end - label);
  const bool is_upper = base::is_ascii_upper(window.byte(label));
  return (label > begin && (is_upper || has_hyphen)) ||
         (window.has(end, '.') &&
          (window.has(end + 1, '<') || window.has(end + 1, '.') || window.has(end + 1, ':'))) ||
         window.has(end, '\\') || (end < window.end && window.byte(end) >= 0x80);
}

// Are there two dots, one after the other, in the last eight bytes before `end`? …/b.html...and
// PERF: all of them at once.
bool has_dots_together(const Window& window, uint64_t end) {
  const base::PackedWord last(window.at(end - 8), 8, window.end_of_bytes());
  const uint64_t dots = last.places_of('.');
  return (dots & dots >> 8) != 0;
}

// Do no more than three letters stand after a colon at the end? …/Sauna:n
bool ends_after_colon(const Window& window, uint64_t end) {
  return window.byte(end - 2) == ':' || window.byte(end - 3) == ':' || window.byte(end - 4) == ':';
}

// White space at the start of the text.
char32_t character_before(const Window& window, uint64_t begin) {
  return begin > window.begin ? window.code_point_before(begin, window.begin).value : U' ';
}

}  // namespace

// ---------------------------------------------------------------------------------------------------
// Links (section 3)

// A link that is plain from end to end is given at once.
bool Scanner::take_plain_link(const Window& window) {
  const uint64_t begin = plain_web_begin(window);
  if (begin == kNowhere) return false;
  const uint8_t before = begin > window.begin ? window.byte(begin - 1) : ' ';
  if (!allows_plain_link(before)) return false;
  const uint64_t host = at_ + 3;
  const PlainLink link = config_->kernels.read_plain_link(
      window.at(host), window.end_of_bytes(), window.text, begin + config_->max_link_bytes - host);
  base::count_steps(link.stop);
  if (!link.is_plain) return false;
  if (link.end == link.host_end && may_end_before(window, host, host + link.end)) return false;
  const uint64_t stop = host + link.stop;
  if (window.has(stop, '\\')) return false;  // …/a_\(b\)
  const bool is_delimited =
      may_open_with_angle_bracket(window, begin) && opens_with_angle_bracket(window, begin);
  if (is_delimited && !window.has(stop, '>')) return false;
  const bool fills_attribute = is_on(ProseRule::attribute) && before == '"' &&
                               window.has(stop, '"') && begin >= window.begin + 2 &&
                               window.byte(begin - 2) == '=';
  const uint64_t end = is_delimited || fills_attribute ? stop : host + link.end;
  if (!is_delimited && !fills_attribute && may_be_trimmed(window, begin, end, link)) return false;
  fill_plain_link(begin, link, end);
  if (is_delimited) {
    candidate_.span.form = Form::delimited;
    emit(end, EndedBy::delimiter);
  } else if (before == '"' && window.has(stop, '"')) {
    emit(end, EndedBy::quote);
  } else {
    emit(end, end < stop ? EndedBy::soft : reason_to_end(window.peek(stop)));
  }
  go_on_after(end);
  return true;
}

// Where `http`, `https` or `ftp` begins before the colon at at_, with `//` after it.
uint64_t Scanner::plain_web_begin(const Window& window) const {
  if (!takes_shortcuts() || style() != Style::prose || window.end - at_ < 4) return kNowhere;
  if (window.byte(at_ + 1) != '/' || window.byte(at_ + 2) != '/') return kNowhere;
  const uint64_t begin = plain_web_scheme(window, at_, std::max(floor_, window.begin));
  if (begin == kNowhere) return kNowhere;
  const uint64_t size = at_ - begin;
  const SchemeForm form = size == 5   ? config_->https_form
                          : size == 4 ? config_->http_form
                                      : config_->ftp_form;
  return form == SchemeForm::slashes ? begin : kNowhere;
}

// Could a reader leave off the end of the plain link, for what stands around it (trim.cc)?
bool Scanner::may_be_trimmed(const Window& window, uint64_t begin, uint64_t end,
                             const PlainLink& link) const {
  const uint8_t last = window.byte(end - 1);
  if (last == '_') {
    return (begin > window.begin && window.byte(begin - 1) == last) ||
           is_in_emphasis(window, begin);
  }
  if (last == '~') return begin > window.begin && window.byte(begin - 1) == last;
  if (last == '-') {
    return window.has(end, '>') || window.byte(end - 2) == '.' || window.byte(end - 2) == ',';
  }
  if (link.has_mark || has_dots_together(window, end)) return true;
  if (link.has_colon && ends_after_colon(window, end)) return true;
  const bool may_be_place_in_file = link.has_colon && base::is_ascii_digit(last);
  return config_->profile == Profile::code && may_be_place_in_file;
}

void Scanner::fill_plain_link(uint64_t begin, const PlainLink& link, uint64_t end) {
  const uint64_t host = at_ + 3;
  const auto place = [host](uint64_t offset) {
    return offset == kNowhere ? offset : host + offset;
  };
  candidate_.begin = begin;
  candidate_.span = Span();
  Parts& parts = candidate_.span.parts;
  parts.scheme = part(begin, at_);
  parts.host = part(host, host + link.host_end);
  const bool has_port = link.port_end != 0;
  if (has_port) parts.port = part(host + link.host_end + 1, host + link.port_end);
  fill_tail(parts, begin,
            {host + (has_port ? link.port_end : link.host_end), place(link.query_begin),
             place(link.fragment_begin), end});
}

// The whole authority is a plain host.
bool Scanner::take_plain_host(const Window& window) {
  const uint64_t begin = candidate_.scheme_end + 3;
  if (!takes_shortcuts() || gathered_ != begin) return false;
  const uint64_t end = plain_host_end(window, begin);
  if (end == kNowhere || end > limit()) return false;
  if (style() == Style::prose && may_end_before(window, begin, end)) return false;
  run_.forget();
  gathered_ = candidate_.host_end = candidate_.run_end = end;
  candidate_.span.parts.host = part(begin, end);
  phase_ = Phase::ending;
  return true;
}

// ---------------------------------------------------------------------------------------------------
// Addresses (section 4)

// What becomes of the `@` at at_, if what stands around it is plain: false if that has to be looked
// at more closely.
bool Scanner::take_plain_address(const Window& window) {
  if (!takes_shortcuts() || rejections_ != nullptr || !config_->email) return false;
  const uint64_t host = at_ + 1;
  if (host >= window.end) return false;
  const uint64_t floor = std::max(floor_, window.begin);
  const TextBefore text = config_->kernels.read_before(window.bytes, window.at(at_));
  const PlainLocalPart local = plain_local_part(text, at_ - floor, style());
  const bool may_be_whole =  // mailto:~a@example.org, +46701234567@sms.example
      local.size != local.whole_size &&
      (mailto_colon_ + 1 == at_ - local.whole_size || window.byte(at_ - local.size - 1) == '+');
  if (may_be_whole) return false;
  if (!local.is_plain || !begins_local_part(window, at_ - local.whole_size, floor)) return false;
  PlainDomain domain =
      config_->kernels.read_plain_domain(window.at(host), window.end_of_bytes(), window.text);
  leave_off_two_dots(domain, style());
  base::count_steps(local.whole_size + domain.run_end);
  if (!domain.is_known()) return false;
  PlainAddress address;
  address.begin = at_ - local.size;
  address.end = host + domain.end;
  address.run_end = host + domain.run_end;
  address.last_label = host + domain.last_label;
  address.labels = domain.labels;
  address.local_is_sound = local.is_sound;
  address.is_mailto = mailto_colon_ != kNowhere && mailto_colon_ + 1 == address.begin;
  address.has_tld =
      domain.labels >= 2 && config_->tlds.contains(window, address.last_label, address.end);
  address.after = wide_after(window, host, domain, style(), address.has_tld);
  if (has_to_be_gathered(window, host, domain, address.has_tld, address.after)) return false;
  const uint64_t whole_begin = at_ - local.whole_size;
  if (local.may_be_divided && !is_no_address(window, address, whole_begin)) {
    divide_local_part(window, whole_begin, address);
  }
  return settle_plain_address(window, address);
}

// Does nothing beyond ASCII go on before the local part, and no `\n` end in it?
bool Scanner::begins_local_part(const Window& window, uint64_t begin, uint64_t floor) const {
  if (begin <= floor) return true;
  if (window.byte(begin - 1) < 0x80)
    return window.byte(begin - 1) != '\\' || style() == Style::uts58;
  const char32_t before = window.code_point_before(begin, floor).value;
  return !unicode::properties(before).is_link_email() && !is_invisible_in_word(before);
}

// Is it none, wherever its local part begins after `begin`? There are many in encoded data.
bool Scanner::is_no_address(const Window& window, const PlainAddress& address,
                            uint64_t begin) const {
  const bool may_be_mailto = mailto_colon_ != kNowhere && mailto_colon_ + 1 >= begin;
  const bool may_be_message_id = begin > window.begin && window.byte(begin - 1) == '<';
  return address.labels < 2 && !may_be_mailto && !may_be_message_id;
}

void Scanner::divide_local_part(const Window& window, uint64_t whole_begin,
                                PlainAddress& address) const {
  address.begin = local_part_begin_in_prose(window, whole_begin);
  address.local_is_sound = local_part_is_sound(window, address.begin, at_, kMaxLocalPartBytes) &&
                           !is_rest_of_something(window, whole_begin, address.begin);
  address.is_mailto = mailto_colon_ != kNowhere && mailto_colon_ + 1 == address.begin;
}

bool Scanner::settle_plain_address(const Window& window, const PlainAddress& address) {
  const Answer has_path = path_after(window, address);
  const bool may_go_on = address.run_end < window.end && style() == Style::prose &&
                         kMayGoOnAfterHost.contains(window.byte(address.run_end));
  const bool is_known = has_path != Answer::unknown && !may_go_on;
  if (!is_known || (address.is_mailto && mailto_goes_on(window, address))) return false;
  const bool is_prose = style() == Style::prose;
  const uint8_t before = address.begin > window.begin ? window.byte(address.begin - 1) : ' ';
  const bool is_in_brackets = before == '<' && (opens_message_id(window, address.begin) ||
                                                continues_message_ids(window, address.begin));
  const bool is_message_id =
      is_prose && (is_in_brackets || (before == ':' && begins_identifier(window, address.begin)));
  if (is_message_id) message_id_end_ = address.run_end;
  const bool is_part = before == '@' || (is_prose && before == '#');
  if (is_message_id || is_part || has_path == Answer::yes || !address.local_is_sound ||
      window.has(address.run_end, '@')) {
    pass_over(address.run_end);
    return true;
  }
  const bool is_whole = address.labels > 0 && (address.has_tld || address.is_mailto);
  if (!is_whole) {
    const bool is_special =
        is_prose && address.labels >= 2 &&
        config_->tlds.contains_special_use(window, address.last_label, address.end);
    if (!is_special) pass_over(address.run_end);
    return !is_special;
  }
  fill_plain_address(address);
  give_plain(window, character_before(window, candidate_.begin), address.end, address.after);
  return true;
}

// Does a query follow, an escape, or the rest up to a `>`?
bool Scanner::mailto_goes_on(const Window& window, const PlainAddress& address) const {
  if (window.has(address.run_end, '?')) return true;
  return style() == Style::prose &&
         (window.has(address.run_end, '%') ||
          (!window.has(address.run_end, '>') && opens_with_angle_bracket(window, mailto_begin_)));
}

// Is it no address but the start of a path, as in git@example.org:path, or a prompt?
// Not known where `://` could follow.
Answer Scanner::path_after(const Window& window, const PlainAddress& address) const {
  if (!window.has(address.run_end, ':')) return Answer::no;
  const Peek after = window.peek(address.run_end + 1);
  if (after.unknown() || after.is('/')) return Answer::unknown;
  return style() == Style::prose ? path_follows_address(window, address.end) : Answer::no;
}

void Scanner::fill_plain_address(const PlainAddress& address) {
  candidate_.begin = address.is_mailto ? mailto_begin_ : address.begin;
  candidate_.span = Span();
  candidate_.span.kind = Kind::email;
  candidate_.span.form = address.is_mailto ? Form::mailto : Form::address;
  if (address.is_mailto) candidate_.span.parts.scheme = part(mailto_begin_, mailto_colon_);
  candidate_.span.parts.userinfo = part(address.begin, at_);
  candidate_.span.parts.host = part(at_ + 1, address.end);
}

// ---------------------------------------------------------------------------------------------------
// Bare domains (section 5)

// What becomes of the run around the dot at at_, if it is a plain domain or none: false if that has
// to be looked at more closely.
bool Scanner::take_plain_domain(const Window& window) {
  const uint64_t floor = std::max(floor_, window.begin);
  const unsigned known = config_->kernels.read_label_before(window.bytes, window.at(at_));
  const uint64_t size = std::min<uint64_t>(known, at_ - floor);
  const uint64_t begin = at_ - size;
  if (size == 0) return drop_plain_suffix(window);
  if (is_www_after_mark(window, begin)) return false;
  if (known == kLongestPlainRun || !begins_plain_run(window, begin, floor)) return false;
  PlainDomain plain =
      config_->kernels.read_plain_domain(window.at(begin), window.end_of_bytes(), window.text);
  leave_off_two_dots(plain, style());
  base::count_steps(plain.run_end);
  if (!plain.is_known()) return false;
  const uint64_t run_end = begin + plain.run_end;
  if (plain.is_none) {
    const bool may_be_host = style() == Style::prose && tail_may_follow(window, run_end);
    if (may_be_host) return false;  // my_shop.example.com/about
    not_here(run_end, Rejected::no_top_level_domain);
    return true;
  }
  const bool has_tld =
      plain.labels >= 2 &&
      (begin + plain.end == tld_end_ ||
       config_->tlds.contains(window, begin + plain.last_label, begin + plain.end));
  const WideAfter after = wide_after(window, begin, plain, style(), has_tld);
  if (has_to_be_gathered(window, begin, plain, has_tld, after)) return false;
  if (!has_tld) {
    not_here(run_end, Rejected::no_top_level_domain);
    return true;
  }
  const DomainPlaces places{begin,
                            begin + plain.end,
                            run_end,
                            begin + plain.first_label_end,
                            begin + plain.last_label,
                            plain.labels};
  if (settle_plain_domain(window, places, after)) return true;
  begin_candidate(window, begin, Form::domain);
  run_.begin_plain(begin, plain, style(), config_->tlds, after);
  phase_ = Phase::domain;
  return true;
}

// -www.example.org, _12.www.example.org_, ku-www.example.org
inline bool Scanner::is_www_after_mark(const Window& window, uint64_t begin) const {
  const bool is_after_mark = window.byte(begin) == '_' || window.byte(begin) == '-';
  if (is_after_mark && is_beside_www(window)) return true;
  return at_ - begin > 3 && is_after_www(window) && window.byte(at_ - 4) == '-';
}

// Does the run begin with the plain label before the dot at at_? In prose, a label in Latin letters
// begins where another script ends.
bool Scanner::begins_plain_run(const Window& window, uint64_t begin, uint64_t floor) const {
  if (begin <= floor) return true;
  const uint8_t last = window.byte(begin - 1);
  if (last < 0x80) return begins_run_after(last);
  if (window.byte(begin) == '-') return false;  // ב-example.com
  const char32_t before = window.code_point_before(begin, floor).value;
  if (!is_run_character(before, style())) return true;
  const bool is_latin = base::is_ascii_letter(window.byte(at_ - 1));
  if (style() == Style::uts58 || !is_latin) return false;
  const ScriptKind writing = script_kind_of(before);
  return is_label_dot(before) || (writing != ScriptKind::latin && writing != ScriptKind::neutral);
}

// `.debian.tar`: a run that begins with a dot is no domain, whatever it ends with.
bool Scanner::drop_plain_suffix(const Window& window) {
  const uint64_t label = at_ + 1;
  const bool begins_here =
      at_ == floor_ || at_ == window.begin || begins_run_after(window.byte(at_ - 1));
  if (!begins_here || rejections_ != nullptr || label >= window.end) return false;
  const bool is_dash = window.byte(label) == '.' || window.byte(label) == '-';
  if (is_dash && style() == Style::prose) return false;
  PlainDomain rest =
      config_->kernels.read_plain_domain(window.at(label), window.end_of_bytes(), window.text);
  leave_off_two_dots(rest, style());
  base::count_steps(rest.run_end);
  if (!rest.is_known()) return false;
  if (wide_after(window, label, rest, style(), false) != WideAfter::ends_run) return false;
  not_here(label + rest.run_end, Rejected::no_top_level_domain);
  return true;
}

// The domain is plain and ends with a top-level domain. False if what stands around it has to be
// looked at more closely.
bool Scanner::settle_plain_domain(const Window& window, const DomainPlaces& domain,
                                  WideAfter after) {
  if (rejections_ != nullptr || !config_->bare_domains) return false;
  if (!is_known_after_domain(window, domain.run_end)) return false;
  if (!text_before_allows_domain(window, domain.begin, domain.run_end)) {
    not_here(domain.run_end, Rejected::text_around);
    return true;
  }
  uint64_t end = domain.end;
  const Answer ends = plain_domain_ends(window, domain, end);
  if (ends == Answer::unknown) return false;
  if (ends == Answer::no) {
    not_here(domain.run_end, Rejected::part_of_address_or_scheme);
    return true;
  }
  const bool has_port = end > domain.end;
  const Evidence evidence = has_port ? Evidence::port : Evidence::none;
  const std::optional<ProseRule> doubt = doubt_of_bare_domain(window, domain, evidence);
  if (doubt) {
    not_here(domain.run_end, *doubt);
    return true;
  }
  candidate_.begin = domain.begin;
  candidate_.span = Span();
  candidate_.span.form = begins_with_www(window, domain) ? Form::www : Form::domain;
  candidate_.span.parts.host = part(domain.begin, domain.end);
  if (has_port) candidate_.span.parts.port = part(domain.end + 1, end);
  candidate_.span.parts.path = part(end, end);
  give_plain(window, character_before(window, domain.begin), end, after);
  return true;
}

// Does the link end with the plain domain, or with a port after it, at `end`? No: it is part of a
// larger whole.
Answer Scanner::plain_domain_ends(const Window& window, const DomainPlaces& domain, uint64_t& end) {
  const uint64_t run_end = domain.run_end;
  if (run_end == window.end) return Answer::yes;
  const uint8_t next = window.byte(run_end);
  if (next >= 0x80 || allows_plain_domain_before(next)) return Answer::yes;
  if (next == '@') return Answer::no;
  if (next == '+') return style() == Style::prose ? Answer::unknown : Answer::no;
  if (next == '/' || kMayGoOnAfterHost.contains(next)) return Answer::unknown;
  if (next == '?' || next == '#') {
    return doubt_of_bare_domain(window, domain, Evidence::none) ? Answer::no : Answer::unknown;
  }
  if (next == ':') return plain_port_ends(window, domain, end);
  if (style() == Style::uts58) return Answer::yes;
  const Answer in_address = is_in_local_part(window, run_end);
  if (in_address == Answer::unknown) return Answer::unknown;
  return in_address == Answer::yes ? Answer::no : Answer::yes;
}

// After a domain and a colon: the same.
Answer Scanner::plain_port_ends(const Window& window, const DomainPlaces& domain,
                                uint64_t& end) const {
  const Peek after = window.peek(domain.run_end + 1);
  if (after.unknown() || after.is('/')) return Answer::unknown;  // `://` could follow
  if (domain.run_end > domain.end || !base::is_ascii_digit(after.code_point.value)) {
    return Answer::yes;
  }
  uint64_t port_end = 0;
  const Answer has_port = find_port_end(window, After::no_scheme, domain.end, port_end);
  if (has_port != Answer::yes) return has_port == Answer::no ? Answer::yes : Answer::unknown;
  const Peek next = window.peek(port_end);
  if (next.unknown() || next.is('/') || next.is('?') || next.is('#') || next.is(':')) {
    return Answer::unknown;
  }
  if (port_end < window.end && kMayGoOnAfterHost.contains(window.byte(port_end))) {
    return Answer::unknown;
  }
  end = port_end;
  return Answer::yes;
}

// Gives a plain domain or address.
void Scanner::give_plain(const Window& window, char32_t before, uint64_t end, WideAfter after) {
  if (after == WideAfter::cuts_run) {
    emit(end, EndedBy::script);
    go_on_after(end);
    return;
  }
  const Peek next = window.peek(end);
  const bool is_quoted = style() == Style::prose && next.state == Peek::State::code_point &&
                         quotes_opened_by(before).closes(next.code_point.value);
  emit(end, is_quoted ? EndedBy::quote : reason_to_end(next));
  go_on_after(end);
}

}  // namespace linkspan::scan
