// SPDX-License-Identifier: Apache-2.0
// The fast path of bare domains that are plain ASCII (docs/scanning.md, section 5). Guarded by
// tests/fast_path_test.cc.

#include <algorithm>

#include "base/ascii.h"
#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/prose/bare_domain.h"
#include "scan/prose/domain_context.h"
#include "scan/prose/run_start.h"

namespace linkspan::scan {
namespace {

class DomainFastPath : PhaseStep {
 public:
  DomainFastPath(ScanState& scan) : PhaseStep(scan), dot_(scan.memory.at) {}

  bool take();

 private:
  bool is_www_after_mark(uint64_t begin) const;
  bool begins_run(uint64_t begin, uint64_t floor) const;
  bool drop_suffix();
  bool drop(uint64_t run_end, Rejected reason);
  bool settle(const DomainPlaces& domain, WideAfter after);
  Answer domain_ends(const DomainPlaces& domain, uint64_t& end);
  Answer port_ends(const DomainPlaces& domain, uint64_t& end) const;

  uint64_t dot_;
};

bool DomainFastPath::take() {
  const uint64_t floor = std::max(memory_.floor, window_.begin);
  const unsigned known = config_.kernels.read_label_before(window_.bytes, window_.at(dot_));
  const uint64_t size = std::min<uint64_t>(known, dot_ - floor);
  const uint64_t begin = dot_ - size;
  if (size == 0) return drop_suffix();
  if (is_www_after_mark(begin)) return false;
  if (known == kLongestPlainRun || !begins_run(begin, floor)) return false;
  PlainDomain plain =
      config_.kernels.read_plain_domain(window_.at(begin), window_.end_of_bytes(), window_.text);
  remove_two_dots(plain, style());
  base::count_steps(plain.run_end);
  if (!plain.is_known()) return false;
  const uint64_t run_end = begin + plain.run_end;
  if (plain.is_none) {
    const bool may_be_host = is_prose() && tail_may_follow(window_, run_end);
    if (may_be_host) return false;  // my_shop.example.com/about
    return drop(run_end, Rejected::no_top_level_domain);
  }
  const bool has_tld =
      plain.labels >= 2 &&
      (begin + plain.end == memory_.tld_end ||
       config_.tlds.contains(window_, begin + plain.last_label, begin + plain.end));
  const WideAfter after = wide_after(window_, begin, plain, style(), has_tld);
  if (has_to_be_gathered(window_, begin, plain, has_tld, after)) return false;
  if (!has_tld) {
    return drop(run_end, Rejected::no_top_level_domain);
  }
  const DomainPlaces places{begin,
                            begin + plain.end,
                            run_end,
                            begin + plain.first_label_end,
                            begin + plain.last_label,
                            plain.labels};
  if (settle(places, after)) return true;
  scan_.begin_candidate(begin, Form::domain);
  run_.begin_plain(begin, plain, style(), config_.tlds, after);
  scan_.phase = Phase::domain;
  return true;
}

bool DomainFastPath::drop(uint64_t run_end, Rejected reason) {
  scan_.not_here(run_end, reason);
  return true;
}

// -www.example.org, _12.www.example.org_, ku-www.example.org
bool DomainFastPath::is_www_after_mark(uint64_t begin) const {
  const bool is_after_mark = window_.byte(begin) == '_' || window_.byte(begin) == '-';
  if (is_after_mark && is_beside_www(window_, dot_)) return true;
  return dot_ - begin > 3 && is_after_www(window_, dot_) && window_.byte(dot_ - 4) == '-';
}

// Does the run begin with the plain label before the dot? In prose, a label in Latin letters begins
// where another script ends.
bool DomainFastPath::begins_run(uint64_t begin, uint64_t floor) const {
  if (begin <= floor) return true;
  const uint8_t last = window_.byte(begin - 1);
  if (last < 0x80) return begins_run_after(last);
  if (window_.byte(begin) == '-') return false;  // ב-example.com
  const char32_t before = window_.code_point_before(begin, floor).value;
  if (!is_run_character(before, style())) return true;
  const bool is_latin = base::is_ascii_letter(window_.byte(dot_ - 1));
  if (!is_prose() || !is_latin) return false;
  const ScriptKind kind = script_kind_of(before);
  return is_label_dot(before) || (kind != ScriptKind::latin && kind != ScriptKind::neutral);
}

// `.debian.tar`: a run that begins with a dot is not a domain, whatever it ends with.
bool DomainFastPath::drop_suffix() {
  const uint64_t label = dot_ + 1;
  const bool begins_here =
      dot_ == memory_.floor || dot_ == window_.begin || begins_run_after(window_.byte(dot_ - 1));
  if (!begins_here || scan_.rejections != nullptr || label >= window_.end) return false;
  const bool is_dash = window_.byte(label) == '.' || window_.byte(label) == '-';
  if (is_dash && is_prose()) return false;
  PlainDomain rest =
      config_.kernels.read_plain_domain(window_.at(label), window_.end_of_bytes(), window_.text);
  remove_two_dots(rest, style());
  base::count_steps(rest.run_end);
  if (!rest.is_known()) return false;
  if (wide_after(window_, label, rest, style(), false) != WideAfter::ends_run) return false;
  return drop(label + rest.run_end, Rejected::no_top_level_domain);
}

// REQUIRES: the domain ends with a top-level domain.
bool DomainFastPath::settle(const DomainPlaces& domain, WideAfter after) {
  if (scan_.rejections != nullptr || !config_.bare_domains) return false;
  if (!is_known_after_domain(scan_, domain.run_end)) return false;
  if (!text_before_allows_domain(window_, domain.begin, domain.run_end, memory_.link_end(),
                                 style())) {
    return drop(domain.run_end, Rejected::text_around);
  }
  uint64_t end = domain.end;
  const Answer ends = domain_ends(domain, end);
  if (ends == Answer::unknown) return false;
  if (ends == Answer::no) {
    return drop(domain.run_end, Rejected::part_of_address_or_scheme);
  }
  const bool has_port = end > domain.end;
  const Evidence evidence = has_port ? Evidence::port : Evidence::none;
  const std::optional<ProseRule> doubt = doubt_of_bare_domain(scan_, domain, evidence);
  if (doubt) {
    scan_.not_here(domain.run_end, *doubt);
    return true;
  }
  candidate_.begin = domain.begin;
  candidate_.span = Span();
  candidate_.span.form = begins_with_www(window_, domain) ? Form::www : Form::domain;
  candidate_.span.parts.host = part(domain.begin, domain.end);
  if (has_port) candidate_.span.parts.port = part(domain.end + 1, end);
  candidate_.span.parts.path = part(end, end);
  emit_plain(scan_, character_before(window_, domain.begin), end, after);
  return true;
}

// Does the link end with the domain, or with a port after it, at `end`? No: the domain is part of a
// longer name.
Answer DomainFastPath::domain_ends(const DomainPlaces& domain, uint64_t& end) {
  const uint64_t run_end = domain.run_end;
  if (run_end == window_.end) return Answer::yes;
  const uint8_t next = window_.byte(run_end);
  if (next >= 0x80 || allows_plain_domain_before(next)) return Answer::yes;
  if (next == '@') return Answer::no;
  if (next == '+') return is_prose() ? Answer::unknown : Answer::no;
  if (next == '/' || kMayContinueHost.contains(next)) return Answer::unknown;
  if (next == '?' || next == '#') {
    return doubt_of_bare_domain(scan_, domain, Evidence::none) ? Answer::no : Answer::unknown;
  }
  if (next == ':') return port_ends(domain, end);
  if (!is_prose()) return Answer::yes;
  const Answer in_address = memory_.no_at_sign.is_in_local_part(window_, run_end);
  if (in_address == Answer::unknown) return Answer::unknown;
  return in_address == Answer::yes ? Answer::no : Answer::yes;
}

// The same after a domain and a colon.
Answer DomainFastPath::port_ends(const DomainPlaces& domain, uint64_t& end) const {
  const Peek after = window_.peek(domain.run_end + 1);
  if (after.unknown() || after.is('/')) return Answer::unknown;  // `://` could follow
  if (domain.run_end > domain.end || !base::is_ascii_digit(after.code_point.value)) {
    return Answer::yes;
  }
  uint64_t port_end = 0;
  const Answer has_port = find_port_end(scan_, After::no_scheme, domain.end, port_end);
  if (has_port != Answer::yes) return has_port == Answer::no ? Answer::yes : Answer::unknown;
  const Peek next = window_.peek(port_end);
  if (next.unknown() || next.is('/') || next.is('?') || next.is('#') || next.is(':')) {
    return Answer::unknown;
  }
  if (port_end < window_.end && kMayContinueHost.contains(window_.byte(port_end))) {
    return Answer::unknown;
  }
  end = port_end;
  return Answer::yes;
}

}  // namespace

bool take_plain_domain(ScanState& scan) { return DomainFastPath(scan).take(); }

void emit_plain(ScanState& scan, char32_t before, uint64_t end, WideAfter after) {
  if (after == WideAfter::cuts_run) {
    scan.emit(end, EndedBy::script);
  } else {
    const Peek next = scan.window->peek(end);
    const bool is_quoted = scan.is_prose() && next.state == Peek::State::code_point &&
                           quotes_opened_by(before).closes(next.code_point.value);
    scan.emit(end, is_quoted ? EndedBy::quote : reason_to_end(next));
  }
  scan.continue_after(end);
}

}  // namespace linkspan::scan
