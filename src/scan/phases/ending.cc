// SPDX-License-Identifier: Apache-2.0
// EndingPhase: the text right after a host (docs/scanning.md, sections 3.1 and 6 to 8).
//
// A final dot or a port may belong to the host, and a tail may follow. What follows also decides
// whether the host is all that its author meant, and whether a bare domain is a link.
//
//   https://example.org.:80/a   the dot and the port belong to it, then a tail
//   www.example.org:99999       not a port: the link ends before the colon
//   lexer.ml:12:4               rejected: a place in a file
//
// Guarded by the corpus and the reference scanner.

#include <algorithm>
#include <string_view>

#include "automata/port.h"
#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/prose/bare_domain.h"
#include "scan/prose/bare_host.h"
#include "scan/prose/domain_context.h"
#include "scan/prose/host_joint.h"
#include "scan/prose/line_joint.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"

namespace linkspan::scan {
namespace {

bool begins_tail(const ScanState& scan, const Peek& next, Tail::Component& component) {
  if (next.is('/') || (next.is('\\') && is_file(scan))) {
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

class EndingPhase : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress advance();

 private:
  Progress settle(uint64_t end, const Peek& next);
  Progress take_dot_or_port(uint64_t& end);
  Answer final_dot_belongs() const;
  Answer is_place_in_file(uint64_t port_end) const;
  bool is_number_of_line(uint64_t port_end) const;
  Answer host_is_whole(uint64_t& end) const;
  Answer line_break_divides_host(uint64_t end) const;
  Answer backslash_joins(uint64_t& end) const;
  Answer host_follows_port(uint64_t& end) const;
  Answer rest_follows(uint64_t& end) const;
  Answer placeholder_divides_host(uint64_t& end) const;
  bool host_has_known_end() const;
  bool placeholder_follows() const;
  bool is_cut_short(uint64_t end) const;
  Answer rest_of_userinfo_follows(uint64_t& end) const;
  Answer word_follows_colon(uint64_t colon) const;
  Answer name_in_brackets_follows(uint64_t opening) const;
  Answer label_follows_symbol(uint64_t& end) const;
  bool site_follows(uint64_t begin) const;
  Answer number_is_server(uint64_t end, const Peek& next) const;
  bool has_scheme() const { return candidate().span.parts.scheme.present(); }
};

Progress EndingPhase::advance() {
  uint64_t end = candidate().host_end;
  if (end > limit()) return scan_.drop_up_to(end, Rejected::too_long);
  if (end == candidate().run_end && ends_every_host(window(), end) && !window().has(end, '"')) {
    return settle(end, window().peek(end));
  }
  if (take_dot_or_port(end) == Progress::need_more) return Progress::need_more;
  if (end > limit()) return scan_.drop_up_to(end, Rejected::too_long);
  const Peek next = window().peek(end);
  if (next.unknown()) return Progress::need_more;
  const Answer is_in_file = is_place_in_file(end);
  if (is_in_file == Answer::unknown) return Progress::need_more;
  if (is_in_file == Answer::yes) return scan_.not_here(run().run_end(), ProseRule::suffix);
  if (is_prose()) {
    const Answer is_divided = line_break_divides_host(end);
    if (is_divided == Answer::unknown) return Progress::need_more;
    if (is_divided == Answer::yes) {
      return end_in_divided_host(scan_, candidate().run_end, candidate().run_end);
    }
    uint64_t whole_end = end;
    const Answer is_whole = host_is_whole(whole_end);
    if (is_whole == Answer::unknown) return Progress::need_more;
    if (is_whole == Answer::no) return scan_.drop_up_to(whole_end, Rejected::text_around);
  }
  return settle(end, next);
}

// The host, or its port, ends at `end`, before `next`.
[[gnu::hot]] Progress EndingPhase::settle(uint64_t end, const Peek& next) {
  Tail::Component component = Tail::Component::path;
  bool has_tail = begins_tail(scan_, next, component);
  const bool is_number = !has_scheme() && run().empty() && is_on(ProseRule::ipv4);
  if (is_number && is_prose()) {
    const Answer is_server = number_is_server(end, next);
    if (is_server == Answer::unknown) return Progress::need_more;
    if (is_server == Answer::no) return scan_.not_here(end, Rejected::no_top_level_domain);
  }
  // 127.0.0.1:65536, 10.0.0.1:/home, my_shop.example.org:x
  const bool needs_more = !has_scheme() && !run().is_domain();
  if (needs_more && !has_tail && !candidate().span.parts.port.present()) {
    return scan_.not_here(end, Rejected::no_top_level_domain);
  }
  const bool is_bare_domain = !has_scheme() && !run().empty();
  if (is_bare_domain) {
    const bool may_be_row = is_prose() && next.is('/');
    if (may_be_row && !is_known_after_domain(window(), run().run_end())) return Progress::need_more;
    const bool is_row = may_be_row && end == run().run_end() && site_follows(end + 1);
    if (is_row) has_tail = false;
    const Evidence evidence = next.is('/') && !is_row                 ? Evidence::path
                              : candidate().span.parts.port.present() ? Evidence::port
                                                                      : Evidence::none;
    ProseRule rule = {};
    const Answer doubt = doubt_of_bare_domain(scan_, run().places(), evidence, rule);
    if (doubt == Answer::unknown) return Progress::need_more;
    if (doubt == Answer::yes) return scan_.not_here(run().run_end(), rule);
  }
  if (has_tail) {
    scan_.begin_tail(end, component,
                     is_file(scan_) ? Tail::Letters::with_backslashes : Tail::Letters::any);
    return gather_tail(scan_);
  }
  candidate().span.parts.path = part(end, end);
  return scan_.end_link(end, end);
}

// Does a reader open an IPv4 address, with what follows it? Not if the question mark ends a
// sentence, 6.0.0.16?, if the path is the address, 10.0.0.1/10.0.0.1, nor for the other end of a
// connection, which has a port that systems choose themselves: [client 10.0.0.1:50700] (RFC 6335,
// section 6)
Answer EndingPhase::number_is_server(uint64_t end, const Peek& next) const {
  constexpr unsigned kFirstOfClients = 32768;
  const std::string_view host = window().slice(candidate().begin, candidate().host_end);
  if (next.is('?') || next.is('#')) {
    const Peek first = window().peek(end + 1);
    if (first.unknown()) return Answer::unknown;
    return first.state == Peek::State::code_point && is_word_character(first.code_point.value)
               ? Answer::yes
               : Answer::no;
  }
  if (next.is('/')) {
    const Answer is_same = window().holds(end + 1, host);
    const Peek after = window().peek(end + 1 + host.size());
    if (is_same == Answer::unknown || (is_same == Answer::yes && after.unknown())) {
      return Answer::unknown;
    }
    return is_same == Answer::yes && !after.is('/') && !after.is('.') ? Answer::no : Answer::yes;
  }
  const Part port = candidate().span.parts.port;
  if (!port.present()) return Answer::yes;
  unsigned number = 0;
  for (uint64_t at = candidate().begin + port.begin; at < candidate().begin + port.end; ++at) {
    number = number * 10 + window().byte(at) - '0';
  }
  return number >= kFirstOfClients && names_peer(window(), candidate().begin) ? Answer::no
                                                                              : Answer::yes;
}

// Takes a final dot or a port that belongs to the host, and sets `end` after it. RFC 3986 allows a
// port without digits; but nas.example.org:/home is a directory of that host, not an address to
// open.
Progress EndingPhase::take_dot_or_port(uint64_t& end) {
  end = candidate().host_end;
  const Answer with_dot = final_dot_belongs();
  if (with_dot == Answer::unknown) return Progress::need_more;
  if (with_dot == Answer::yes) {
    end = candidate().host_end = candidate().run_end;
    candidate().span.parts.host.end = part(end, end).end;
  }
  if (!window().has(end, ':')) return Progress::done;
  uint64_t port_end = 0;
  const After after = has_scheme() ? After::scheme : After::no_scheme;
  const Answer has_port = find_port_end(scan_, after, end, port_end);
  if (has_port == Answer::unknown) return Progress::need_more;
  const bool is_empty = port_end == end + 1;
  if (has_port == Answer::yes && (!is_empty || has_scheme())) {
    candidate().span.parts.port = part(end + 1, port_end);
    end = port_end;
  }
  return Progress::done;
}

// Does exactly one dot follow the host, and then a path, a query, a fragment or, in a link with a
// scheme, the digits of a port?
Answer EndingPhase::final_dot_belongs() const {
  if (candidate().run_end == candidate().host_end) return Answer::no;
  const base::CodePoint dot = window().code_point(candidate().host_end);
  if (candidate().host_end + dot.length != candidate().run_end) return Answer::no;
  const Peek next = window().peek(candidate().run_end);
  if (next.unknown()) return Answer::unknown;
  Tail::Component component;
  if (next.is(':') && has_scheme() && is_prose()) {
    uint64_t port_end = 0;
    const Answer has_port = find_port_end(scan_, After::scheme, candidate().run_end, port_end);
    return port_end == candidate().run_end + 1 ? Answer::no : has_port;
  }
  return begins_tail(scan_, next, component) ? Answer::yes : Answer::no;
}

// lexer.ml:12:4, a1.tt:21: is the port, which ends at `port_end`, the number of a line? A column
// follows it, or it is below 80 and no path follows.
Answer EndingPhase::is_place_in_file(uint64_t port_end) const {
  const bool may_be_line = is_prose() && candidate().span.parts.port.present() && !has_scheme() &&
                           candidate().span.form != Form::www;
  if (!may_be_line) return Answer::no;
  if (!window().has(port_end, ':')) {
    return is_number_of_line(port_end) ? Answer::yes : Answer::no;
  }
  const Peek column = window().peek(port_end + 1);
  if (column.unknown()) return Answer::unknown;
  const bool is_digit =
      column.state == Peek::State::code_point && base::is_ascii_digit(column.code_point.value);
  return is_digit ? Answer::yes : Answer::no;
}

// A host of two labels below a domain that is not com, net or org may be a file.
bool EndingPhase::is_number_of_line(uint64_t port_end) const {
  const Part port = candidate().span.parts.port;
  const std::string_view digits =
      window().slice(candidate().begin + port.begin, candidate().begin + port.end);
  const bool is_small = digits.size() < 2 || (digits.size() == 2 && digits[0] < '8');
  if (!is_small || run().empty() || run().found().labels != 2 || tail_follows(window(), port_end))
    return false;
  return !BareHost(window(), run().places()).tld_is(TldList::popular);
}

// In prose: does nothing follow the host or port that its author meant as part of it? A dot that
// was made harmless may, or, in a link with a scheme, a placeholder, or a password that the syntax
// does not allow. Moves `end` to the `@` after such a password.
Answer EndingPhase::host_is_whole(uint64_t& end) const {
  const Answer harmless = harmless_dot_follows(window(), end);
  if (harmless != Answer::no) return harmless == Answer::yes ? Answer::no : Answer::unknown;
  const Answer is_joined = backslash_joins(end);
  if (is_joined != Answer::no) return opposite(is_joined);
  const uint64_t run_end = candidate().run_end;
  const Answer is_of_port = host_follows_port(end);
  if (is_of_port != Answer::no) return opposite(is_of_port);
  const Answer has_rest = rest_follows(end);
  if (has_rest != Answer::no) return opposite(has_rest);
  const Answer has_userinfo = rest_of_userinfo_follows(end);
  if (has_userinfo != Answer::no) return opposite(has_userinfo);
  const Answer is_divided = placeholder_divides_host(end);
  if (is_divided != Answer::no) return opposite(is_divided);
  const bool has_dot = run_end > end && is_on(ProseRule::cut_host);
  const Answer is_cut = has_dot ? window().holds(run_end, "…") : Answer::no;  // docs.example.…
  if (is_cut != Answer::no) return opposite(is_cut);
  if (window().has(run_end, '(') && window().peek(run_end + 1).unknown()) return Answer::unknown;
  if (!has_scheme()) return Answer::yes;
  // A placeholder follows the dot that the host does not have, at run_end.
  const bool is_near_end =
      end < window().end && (window().peek(end + 1).unknown() || window().peek(end + 2).unknown() ||
                             window().peek(run_end + 2).unknown());
  if (is_near_end) return Answer::unknown;
  if (placeholder_follows() || (run_end == end && is_cut_short(end))) return Answer::no;
  if (!window().has(end, ':')) return Answer::yes;
  uint64_t at_sign = end;
  const Answer has_password = password_follows(window(), end + 1, at_sign);
  if (has_password == Answer::yes) end = at_sign;
  if (has_password == Answer::unknown) return Answer::unknown;
  return has_password == Answer::yes ? Answer::no : opposite(word_follows_colon(end));
}

// https://exam…, https://dora.exampl...; but https://example.org... and http://localhost...
bool EndingPhase::is_cut_short(uint64_t end) const {
  if (!is_on(ProseRule::cut_host)) return false;
  const bool has_ellipsis = window().holds(end, "…") == Answer::yes ||
                            (window().has(end, '.') && window().has(end + 1, '.'));
  return has_ellipsis && !host_has_known_end() &&
         !config().tlds.contains_special_use(window(), run().found().last_label, run().end());
}

// http://us%er@example.org/, http://us[e]r@example.org/: is what seems to be the host the start of
// user information that the syntax does not allow? Moves `end` to its `@`. A bar may separate the
// text of a link or a field: <http://intranet|joe@example.org>, |http://intranet|joe@example.org
Answer EndingPhase::rest_of_userinfo_follows(uint64_t& end) const {
  static constexpr base::AsciiSet kOfUserinfo("%[{^\\|");
  static constexpr base::AsciiSet kBeforeFields("<|");
  const bool may_follow = end < window().end && kOfUserinfo.contains(window().byte(end)) &&
                          has_scheme() && !run().empty() && !is_file(scan_);
  if (!may_follow || (run().found().labels >= 2 && host_has_known_end())) return Answer::no;
  const uint64_t before = window().back_to<1>(candidate().begin, 0);
  const bool is_field = window().has(end, '|') && before < candidate().begin &&
                        kBeforeFields.contains(window().byte(before));
  if (is_field) return Answer::no;
  uint64_t at_sign = end;
  const Answer follows = password_follows(window(), end, at_sign);
  if (follows != Answer::yes) return follows;
  const bool has_fields =
      window().has(end, '|') &&
      window().slice(end + 1, at_sign).find_first_of("|/") != std::string_view::npos;
  if (has_fields) return Answer::no;
  end = at_sign;
  return follows;
}

// https://example.org:<port>/
Answer EndingPhase::name_in_brackets_follows(uint64_t opening) const {
  constexpr uint64_t kLongest = 16;
  uint64_t at = opening + 1;
  const uint64_t limit = std::min(at + kLongest, window().end);
  while (at < limit && base::is_ascii_letter(window().byte(at))) ++at;
  base::count_steps(at - opening);
  return at > opening + 1 ? window().holds(at, ">/") : Answer::no;
}

// http://user:pass@host:port/path, http://2001:db8::1/x: what follows the colon is not a port, nor
// the next word of a text.
Answer EndingPhase::word_follows_colon(uint64_t colon) const {
  if (!is_on(ProseRule::placeholder) || run().empty()) return Answer::no;
  constexpr uint64_t kLongest = 16;
  const Peek next = window().peek(colon + 1);
  if (next.state != Peek::State::code_point) return Answer::no;
  const bool has_port = candidate().span.parts.port.present();
  const bool opens =  // https://example.org:$PORT/
      next.code_point.value < 0x80 &&
      kBeginsPlaceholder.contains(static_cast<uint8_t>(next.code_point.value));
  if (opens) return has_port ? Answer::no : Answer::yes;
  if (next.is('<')) return name_in_brackets_follows(colon + 1);
  if (run().found().labels > 1) {  // https://example.org:port/
    uint64_t at = colon + 1;
    const uint64_t limit = std::min(at + kLongest, window().end);
    while (at < limit && base::is_ascii_letter(window().byte(at))) ++at;
    base::count_steps(at - colon);
    if (at == window().end && !window().complete()) return Answer::unknown;
    return at > colon + 1 && window().has(at, '/') && !has_port ? Answer::yes : Answer::no;
  }
  if (base::is_ascii_letter(next.code_point.value) || next.is(':')) {
    return has_port ? Answer::no : Answer::yes;
  }
  const std::string_view label = window().slice(run().run_begin(), run().end());
  base::count_steps(label.size());
  const bool is_of_ipv6 = base::is_ascii_digit(next.code_point.value) &&
                          std::all_of(label.begin(), label.end(), [](char c) {
                            return base::is_ascii_hex_digit(static_cast<uint8_t>(c));
                          });
  return is_of_ipv6 ? Answer::yes : Answer::no;
}

// https://cloud.r-⏎project.example.org, "http://docs."⏎"example.org": does the host end,
// unfinished, with its line or string literal, and could the next one begin with the rest of it?
Answer EndingPhase::line_break_divides_host(uint64_t end) const {
  const uint64_t run_end = candidate().run_end;
  if (candidate().span.parts.port.present()) return Answer::no;
  if (window().has(run_end, '-')) {
    return rest_of_host_begins_line(window(), run_end + 1, config().tlds);
  }
  if (run().empty() || !has_scheme()) return Answer::no;
  const bool is_number = base::is_ascii_digit(window().byte(run().found().last_label));
  const bool is_whole = run().found().labels >= 2 && (is_number || host_has_known_end());
  if (is_whole) return Answer::no;
  const LineJoint joint = run_end > end ? LineJoint::any : LineJoint::literals_in_lines;
  return rest_of_host_begins_line(window(), run_end, config().tlds, joint);
}

// Does the rest of the host follow, after backslashes that are not escapes? Moves `end` after it.
// www\.example\.org(:80)? of an expression, "https://my\_shop.example.com\n" of a string
Answer EndingPhase::backslash_joins(uint64_t& end) const {
  static constexpr base::AsciiSet kJoins("-_.");
  constexpr uint64_t kLongest = 256;
  const uint64_t limit = std::min(end + kLongest, window().end);
  uint64_t at = end;
  while (at < limit && window().byte(at) == '\\') ++at;
  if (at == end || is_file(scan_)) return Answer::no;
  if (at == window().end) return window().complete() ? Answer::no : Answer::unknown;
  if (at == limit || !kJoins.contains(window().byte(at))) return Answer::no;
  while (at < limit && (may_stand_in_plain_run(window().byte(at)) || window().byte(at) == '\\')) {
    ++at;
  }
  base::count_steps(at - end);
  if (at == window().end && !window().complete()) return Answer::unknown;
  end = at;
  return Answer::yes;
}

// https://paypal.com:443.evil.example/: does another host follow the port, after a dot? It would be
// half of one. Moves `end` after it.
Answer EndingPhase::host_follows_port(uint64_t& end) const {
  constexpr uint64_t kLongest = 256;
  if (!candidate().span.parts.port.present() || !window().has(end, '.')) return Answer::no;
  const uint64_t limit = std::min(end + kLongest, window().end);
  uint64_t at = end + 1;
  while (at < limit && may_stand_in_plain_run(window().byte(at))) ++at;
  base::count_steps(at - end);
  if (at == window().end && !window().complete()) return Answer::unknown;
  const std::string_view run = window().slice(end + 1, at);
  const bool is_host = run.find('.') < run.find_last_not_of(".-_");  // npos: no such character
  if (!is_host || run.find_last_not_of(".-_") == run.npos) return Answer::no;
  end = at;
  return Answer::yes;
}

// Does the rest of the host follow, after an invisible character or one that looks like a hyphen?
// Moves `end` after it.
Answer EndingPhase::rest_follows(uint64_t& end) const {
  const uint64_t place = candidate().run_end;
  // PERF: nearly all hosts end before other ASCII.
  const bool is_before_ascii = place < window().end && window().byte(place) < 0x80 &&
                               !kSignsInHost.contains(window().byte(place));
  if (is_before_ascii || candidate().span.parts.port.present()) return Answer::no;
  const bool is_part = !host_has_known_end() || (!run().empty() && run().found().labels < 2);
  const HostSoFar host = is_part                        ? HostSoFar::is_part
                         : place > candidate().host_end ? HostSoFar::has_final_dot
                                                        : HostSoFar::may_be_whole;
  if (is_part && place > candidate().host_end) {
    const Answer is_masked = masked_label_follows(window(), place);
    if (is_masked != Answer::no) return is_masked;
  }
  const RestOfHost rest = find_rest_of_host(window(), place, host);
  if (rest.follows == Answer::yes) end = rest.end;
  return rest.follows == Answer::no && is_part ? label_follows_symbol(end) : rest.follows;
}

// https://a{b}c.example.org/
Answer EndingPhase::placeholder_divides_host(uint64_t& end) const {
  const bool may_follow = is_on(ProseRule::placeholder) && has_scheme() && !run().empty() &&
                          end == candidate().run_end && !candidate().span.parts.port.present();
  static constexpr base::AsciiSet kMayBegin("([{<$%#");  // PERF: nearly all hosts end before others
  if (!may_follow || end >= window().end || !kMayBegin.contains(window().byte(end))) {
    return Answer::no;
  }
  if (host_has_known_end() && run().found().labels >= 2) return Answer::no;
  const RestOfHost rest = placeholder_in_host(window(), end);
  if (rest.follows == Answer::yes) end = rest.end;
  return rest.follows;
}

// http://ba↑.example/: does the host go on after a symbol that no host has? Moves `end` after it.
Answer EndingPhase::label_follows_symbol(uint64_t& end) const {
  const Peek symbol = window().peek(candidate().run_end);
  if (symbol.state != Peek::State::code_point || !is_symbol(symbol.code_point.value)) {
    return symbol.unknown() ? Answer::unknown : Answer::no;
  }
  uint64_t at = candidate().run_end + symbol.code_point.length;
  const uint64_t limit = at + kMaxFirstLabelBytes;
  const uint64_t rest = at;
  while (at < std::min(limit, window().end) && may_stand_in_plain_run(window().byte(at))) ++at;
  base::count_steps(at - candidate().run_end);
  if (at == window().end && at < limit && !window().complete()) return Answer::unknown;
  const std::string_view text = window().slice(rest, at);
  const bool has_label = text.find('.') < text.find_last_not_of(".-_");  // npos: no such character
  if (!has_label || text.find_last_not_of(".-_") == text.npos) return Answer::no;
  end = at;
  return Answer::yes;
}

// Does the host end with a top-level domain? One in brackets does not need to.
bool EndingPhase::host_has_known_end() const {
  return run().empty() || run().ends_with_top_level_domain(window());
}

// https://www.{domain}.org, https://api.${REGION}.example.org, https://www.<domain>,
// dav://machine[:port]/path
bool EndingPhase::placeholder_follows() const {
  if (!is_on(ProseRule::placeholder)) return false;
  const uint64_t after = candidate().run_end;
  const bool opens =
      window().has(after, '[') || window().has(after, '{') || window().has(after, '<');
  if (opens && window().has(after + 1, ':')) {
    return after + 2 < window().end && base::is_ascii_alphanumeric(window().byte(after + 2));
  }
  if (after != candidate().host_end + 1) return false;
  static constexpr base::AsciiSet kOpensAfterLabel("<[(");  // example.org.<br>
  if (after >= window().end || window().byte(after) >= 0x80) return false;
  return kBeginsPlaceholder.contains(window().byte(after)) ||
         (kOpensAfterLabel.contains(window().byte(after)) &&
          !run().ends_with_top_level_domain(window()));
}

// work.ua/robota.ua, www.a.de/www.b.de: does another site of the same country follow the slash, and
// no path? After the codes that are also known as platforms or file names, it may be a name there.
bool EndingPhase::site_follows(uint64_t begin) const {
  constexpr std::string_view kEndsName = " ,/;:)]\"'!\r\n";
  if (!is_on(ProseRule::row_of_sites) || !is_prose()) return false;
  const BareHost host(window(), run().places());
  const bool may_be_row = host.tld_is_of_country() && !host.tld_is(TldTrait::code) &&
                          !host.tld_is(TldTrait::suffix) && !host.tld_is(TldList::platform);
  if (!may_be_row) return false;
  const uint64_t limit = run().run_end() + kReadAfterDomain;
  std::string_view name = window().slice(begin, std::min(window().end, limit));
  const size_t size = name.find_first_of(kEndsName);
  if (size == name.npos && begin + name.size() == limit) return false;
  name = name.substr(0, size);
  base::count_steps(name.size());
  while (name.ends_with('.')) name.remove_suffix(1);
  const std::string_view ending = window().slice(run().found().last_label - 1, run().end());
  return name.size() > ending.size() && name.ends_with(ending) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return may_stand_in_plain_run(static_cast<uint8_t>(c)); });
}

}  // namespace

Answer doubt_of_bare_domain(const ScanState& scan, const DomainPlaces& domain, Evidence evidence,
                            ProseRule& rule) {
  if (!scan.is_prose()) return Answer::no;
  const bool is_code = scan.config->profile == Profile::code;
  return doubt_of_domain(scan.window, domain, evidence, is_code ? Setting::code : Setting::text,
                         rule);
}

bool is_file(const ScanState& scan) {
  return scan.is_prose() && scan.candidate.span.parts.scheme.present() &&
         scan.window.holds(scan.candidate.begin, "file://") == Answer::yes;
}

Answer find_port_end(const ScanState& scan, After after, uint64_t colon, uint64_t& end) {
  const Window& window = scan.window;
  base::Dfa::State state = base::Dfa::kStart;
  for (end = colon + 1; end < window.end && base::is_ascii_digit(window.byte(end)); ++end) {
    state = automata::kPort.step(state, window.byte(end));
    if (state == base::Dfa::kDead) return Answer::no;
  }
  if (end == window.end && !window.complete()) return Answer::unknown;
  const bool is_in_word =
      end < window.end && (base::is_ascii_letter(window.byte(end)) || window.byte(end) == '_');
  if (is_in_word) return Answer::no;
  // example.fr:22€: a price
  const Peek next = window.peek(end);
  if (next.unknown()) return Answer::unknown;
  const bool is_price = after == After::no_scheme && scan.is_prose() &&
                        next.state == Peek::State::code_point &&
                        is_currency_sign(next.code_point.value);
  if (is_price) return Answer::no;
  // A port without digits needs a path after it.
  const bool is_empty = end == colon + 1;
  const bool has_path =  // file://C:\notes
      scan.is_prose() && (window.has(end, '/') || (window.has(end, '\\') && is_file(scan)));
  return is_empty && !has_path ? Answer::no : Answer::yes;
}

[[gnu::hot]] Progress settle_ending(ScanState& scan) { return EndingPhase(scan).advance(); }

}  // namespace linkspan::scan
