// SPDX-License-Identifier: Apache-2.0
// After the host: final dot, port and tail (docs/scanning.md, sections 3.1 and 6 to 8).

#include <algorithm>
#include <string_view>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/prose/bare_domain.h"
#include "scan/prose/bare_host.h"
#include "scan/prose/local_context.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"
#include "scan/scanner.h"
#include "scan/scanner_shared.h"

namespace linkspan::scan {
namespace {

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

}  // namespace

// Takes the final dot, or a port, that belongs to the host, and says where it ends with them. RFC
// 3986 allows a port without digits; but nas.example.org:/home is a directory of that host, and no
// address to open.
Progress Scanner::take_dot_or_port(const Window& window, uint64_t& end) {
  end = candidate_.host_end;
  const Answer with_dot = final_dot_belongs(window);
  if (with_dot == Answer::unknown) return Progress::need_more;
  if (with_dot == Answer::yes) {
    end = candidate_.host_end = candidate_.run_end;
    candidate_.span.parts.host.end = part(end, end).end;
  }
  if (!window.has(end, ':')) return Progress::done;
  uint64_t port_end = 0;
  const bool has_scheme = candidate_.span.parts.scheme.present();
  const Answer has_port =
      find_port_end(window, has_scheme ? After::scheme : After::no_scheme, end, port_end);
  if (has_port == Answer::unknown) return Progress::need_more;
  const bool is_empty = port_end == end + 1;
  if (has_port == Answer::yes && (!is_empty || has_scheme)) {
    candidate_.span.parts.port = part(end + 1, port_end);
    end = port_end;
  }
  return Progress::done;
}

Progress Scanner::settle_ending(const Window& window) {
  uint64_t end = 0;
  if (take_dot_or_port(window, end) == Progress::need_more) return Progress::need_more;
  if (end > limit()) return drop_up_to(end, Rejected::too_long);
  const Peek next = window.peek(end);
  if (next.unknown()) return Progress::need_more;
  const Answer is_in_file = is_place_in_file(window, end);
  if (is_in_file == Answer::unknown) return Progress::need_more;
  if (is_in_file == Answer::yes) return not_here(run_.run_end(), ProseRule::suffix);
  if (style() == Style::prose) {
    uint64_t whole_end = end;
    const Answer is_whole = host_is_whole(window, whole_end);
    if (is_whole == Answer::unknown) return Progress::need_more;
    if (is_whole == Answer::no) return drop_up_to(whole_end, Rejected::text_around);
  }
  Tail::Component component = Tail::Component::path;
  bool has_tail = begins_tail(next, component);
  const bool is_bare_domain = !candidate_.span.parts.scheme.present() && !run_.empty();
  if (is_bare_domain) {
    if (!is_known_after_domain(window, run_.run_end())) return Progress::need_more;
    const bool is_row = next.is('/') && end == run_.run_end() && site_follows(window, end + 1);
    if (is_row) has_tail = false;
    const Evidence evidence = next.is('/') && !is_row                ? Evidence::path
                              : candidate_.span.parts.port.present() ? Evidence::port
                                                                     : Evidence::none;
    const std::optional<ProseRule> doubt = doubt_of_bare_domain(window, run_.places(), evidence);
    if (doubt) return not_here(run_.run_end(), *doubt);
  }
  if (has_tail) {
    begin_tail(end, component);
    return Progress::done;
  }
  candidate_.span.parts.path = part(end, end);
  return give(window, end, end);
}

// work.ua/robota.ua, www.a.de/www.b.de: does another site with the same country follow the slash,
// and nothing of a path? Of countries whose names are those of platforms or files it may be a name
// there.
bool Scanner::site_follows(const Window& window, uint64_t begin) const {
  constexpr std::string_view kEndsName = " ,/;:)]\"'!\r\n";
  if (!is_on(ProseRule::row_of_sites) || style() == Style::uts58) return false;
  const BareHost host(window, run_.places());
  const bool may_be_row =
      host.tld_is_of_country() && !host.tld_is(TldTrait::code) && !host.tld_is(TldTrait::suffix) &&
      !host.tld_is({"be", "cc", "co", "ee", "gg", "io", "is", "ly", "me", "ru", "to", "tv"});
  if (!may_be_row) return false;
  const uint64_t limit = run_.run_end() + kReadAfterDomain;
  std::string_view name = window.slice(begin, std::min(window.end, limit));
  const size_t size = name.find_first_of(kEndsName);
  if (size == name.npos && begin + name.size() == limit) return false;
  name = name.substr(0, size);
  base::count_steps(name.size());
  while (name.ends_with('.')) name.remove_suffix(1);
  const std::string_view ending = window.slice(run_.last_label() - 1, run_.end());
  return name.size() > ending.size() && name.ends_with(ending) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return may_stand_in_plain_run(static_cast<uint8_t>(c)); });
}

// lexer.ml:12:4: is what looks like a port, up to `port_end`, a line, with a column after it?
Answer Scanner::is_place_in_file(const Window& window, uint64_t port_end) const {
  const bool may_be_line =
      style() == Style::prose && window.has(port_end, ':') && candidate_.span.form != Form::www &&
      candidate_.span.parts.port.present() && !candidate_.span.parts.scheme.present();
  if (!may_be_line) return Answer::no;
  const Peek column = window.peek(port_end + 1);
  if (column.unknown()) return Answer::unknown;
  const bool is_digit =
      column.state == Peek::State::code_point && base::is_ascii_digit(column.code_point.value);
  return is_digit ? Answer::yes : Answer::no;
}

// In prose: is the host, or port, that ends at `end` all that was meant? Not where a dot follows
// that was made harmless, or, after `://`, a placeholder or a password that the syntax does not
// allow; that moves `end`.
Answer Scanner::host_is_whole(const Window& window, uint64_t& end) const {
  const Answer harmless = harmless_dot_follows(window, end);
  if (harmless != Answer::no) return harmless == Answer::yes ? Answer::no : Answer::unknown;
  const Answer escaped = window.holds(end, "\\.");  // www\.example\.org, as expressions have it
  if (escaped != Answer::no) return escaped == Answer::yes ? Answer::no : Answer::unknown;
  const uint64_t run_end = candidate_.run_end;
  if (window.has(run_end, '(') && window.peek(run_end + 1).unknown()) return Answer::unknown;
  const bool is_after_scheme = candidate_.span.parts.scheme.present();
  if (is_after_scheme && placeholder_follows(window)) return Answer::no;
  if (is_after_scheme && run_end == end) {  // https://exam…
    const bool is_cut_short = is_on(ProseRule::cut_host) && window.holds(end, "…") == Answer::yes &&
                              !host_has_known_end(window);
    if (is_cut_short) return Answer::no;
  }
  if (!is_after_scheme || !window.has(end, ':')) return Answer::yes;
  uint64_t at_sign = end;
  const Answer has_password = password_follows(window, end + 1, at_sign);
  if (has_password == Answer::yes) end = at_sign;
  if (has_password == Answer::unknown) return Answer::unknown;
  return has_password == Answer::yes ? Answer::no : Answer::yes;
}

// Does the host end with a top-level domain? One in brackets does not need to.
bool Scanner::host_has_known_end(const Window& window) const {
  return run_.empty() || run_.ends_with_top_level_domain(window);
}

// https://www.{domain}.org, https://api.${REGION}.example.org, https://www.<domain>
bool Scanner::placeholder_follows(const Window& window) const {
  if (!is_on(ProseRule::placeholder)) return false;
  const uint64_t after = candidate_.run_end;
  if (after != candidate_.host_end + 1) return false;
  constexpr base::AsciiSet kOpensAlways("{$%");
  constexpr base::AsciiSet kOpensAfterLabel("<[");  // example.org.<br>
  if (after >= window.end || window.byte(after) >= 0x80) return false;
  return kOpensAlways.contains(window.byte(after)) ||
         (kOpensAfterLabel.contains(window.byte(after)) &&
          !run_.ends_with_top_level_domain(window));
}

bool Scanner::is_known_after_domain(const Window& window, uint64_t run_end) const {
  if (style() == Style::uts58 || window.complete()) return true;
  if (window.end >= run_end + kReadAfterDomain) return true;
  const std::string_view after = window.slice(run_end, window.end);
  base::count_steps(after.size());
  return after.find('\n') != after.npos;
}

// Do the letters of a bare domain, and what follows it, read as a link?
std::optional<ProseRule> Scanner::doubt_of_bare_domain(const Window& window,
                                                       const DomainPlaces& domain,
                                                       Evidence evidence) const {
  if (style() == Style::uts58) return std::nullopt;
  const bool is_code = config_->profile == Profile::code;
  return doubt_of_domain(window, domain, evidence, is_code ? Setting::code : Setting::text);
}

// Is there exactly one dot after the host, and then a path, a query, a fragment or, after `://`,
// the digits of a port?
Answer Scanner::final_dot_belongs(const Window& window) const {
  if (candidate_.run_end == candidate_.host_end) return Answer::no;
  const base::CodePoint dot = window.code_point(candidate_.host_end);
  if (candidate_.host_end + dot.length != candidate_.run_end) return Answer::no;
  const Peek next = window.peek(candidate_.run_end);
  if (next.unknown()) return Answer::unknown;
  Tail::Component component;
  const bool is_after_scheme = candidate_.span.parts.scheme.present();
  if (next.is(':') && is_after_scheme && style() == Style::prose) {
    return stands_at(window, candidate_.run_end + 1,
                     [](char32_t c) { return base::is_ascii_digit(c); });
  }
  return begins_tail(next, component) ? Answer::yes : Answer::no;
}

Answer Scanner::find_port_end(const Window& window, After after, uint64_t colon,
                              uint64_t& end) const {
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
    if (end - colon > kMaxPortDigits) return Answer::no;
    port = port * 10 + (byte - '0');
  }
  // example.fr:22€: a price
  const Peek next = window.peek(end);
  if (next.unknown()) return Answer::unknown;
  const bool is_price = after == After::no_scheme && style() == Style::prose &&
                        next.state == Peek::State::code_point &&
                        is_currency_sign(next.code_point.value);
  if (is_price) return Answer::no;
  // A port without digits is one where a reader sees a path after it.
  const bool is_empty = end == colon + 1;
  if (is_empty && (style() == Style::uts58 || !window.has(end, '/'))) return Answer::no;
  return port <= kMaxPort ? Answer::yes : Answer::no;
}

}  // namespace linkspan::scan
