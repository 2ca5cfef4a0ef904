// SPDX-License-Identifier: Apache-2.0
// LocalHost: a server on this machine or beside it, without a scheme, at the colon of its port; in
// profile code only (docs/rules.md, rule local_host).
//
//   Listening on localhost:3000.     localhost:3000; also [::1]:8080/x and api.localhost:3000
//   -L 8080:localhost:80, mylocalhost:3000, a[::1]:80    part of something else
//
// Without a port it is not a link: `localhost/app` is as often the name of an image or a folder,
// and every link has a colon, an `@` or a dot (linkspan/link_characters.h).
//
// Guarded by the corpus (source_code_and_logs.txt) and tests/scan/trigger_test.cc.

#include <algorithm>
#include <string_view>

#include "automata/ip_literal.h"
#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/prose/domain_context.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"
#include "scan/readers/domain_run.h"

namespace linkspan::scan {
namespace {

constexpr std::string_view kLocalhost = "localhost";
constexpr uint64_t kLongestLocalHost = 128;  // of the host; DNS names here are short, zones too

bool is_label_byte(uint8_t byte) { return base::is_ascii_alphanumeric(byte) || byte == '-'; }

// Are there labels, divided by dots, and is the last one `localhost` (RFC 6761, section 6.3)?
bool is_local_name(std::string_view host) {
  if (host.size() < kLocalhost.size()) return false;
  const std::string_view last = host.substr(host.size() - kLocalhost.size());
  const bool is_it =
      std::equal(last.begin(), last.end(), kLocalhost.begin(),
                 [](char c, char lower) { return base::to_ascii_lower(c) == lower; });
  if (!is_it ||
      (host.size() > kLocalhost.size() && host[host.size() - kLocalhost.size() - 1] != '.')) {
    return false;
  }
  char before = '.';
  for (const char c : host) {
    if (before == '.' && (c == '.' || c == '-')) return false;
    if (before == '-' && c == '.') return false;
    before = c;
  }
  return true;
}

class LocalHost : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Answer begin();

 private:
  uint64_t start_of_host() const;
  uint64_t start_of_name() const;
  uint64_t start_of_literal() const;
  bool may_begin_at(uint64_t begin) const;

  uint64_t colon() const { return memory().at; }
  uint64_t floor() const { return window().back_to<kLongestLocalHost>(colon(), memory().floor); }
};

Answer LocalHost::begin() {
  if (!is_on(ProseRule::local_host)) return Answer::no;
  const Peek digit = window().peek(colon() + 1);
  if (digit.unknown()) return Answer::unknown;
  const bool may_be_port = digit.state == Peek::State::code_point &&
                           digit.code_point.value < 0x80 &&
                           base::is_ascii_digit(digit.code_point.value);
  if (!may_be_port) return Answer::no;
  const uint64_t begin = start_of_host();
  if (begin == kNowhere || !may_begin_at(begin)) return Answer::no;
  uint64_t port_end = 0;
  const Answer has_port = find_port_end(scan_, After::no_scheme, colon(), port_end);
  if (has_port != Answer::yes) return has_port;
  scan_.begin_candidate(begin, Form::domain);
  run().forget();
  candidate().host_end = candidate().run_end = colon();
  candidate().span.parts.host = part(begin, colon());
  scan_.phase = Phase::ending;
  return Answer::yes;
}

uint64_t LocalHost::start_of_host() const {
  if (colon() <= std::max(window().begin, memory().floor)) return kNowhere;
  return window().byte(colon() - 1) == ']' ? start_of_literal() : start_of_name();
}

// Before a name in ASCII, another script may end.
uint64_t LocalHost::start_of_name() const {
  uint64_t begin = colon();
  while (begin > floor() &&
         (is_label_byte(window().byte(begin - 1)) || window().has(begin - 1, '.'))) {
    --begin;
  }
  base::count_steps(colon() - begin);
  const bool is_cut = begin == floor() && begin > memory().floor;
  if (is_cut || !is_local_name(window().slice(begin, colon()))) return kNowhere;
  if (begin == memory().floor || window().byte(begin - 1) < 0x80) return begin;
  const char32_t before = window().code_point_before(begin, memory().floor).value;
  const ScriptKind kind = script_kind_of(before);
  const bool is_of_label = is_run_character(before, style()) &&
                           (kind == ScriptKind::latin || kind == ScriptKind::neutral);
  return is_of_label ? kNowhere : begin;
}

// An address of IPv6 in brackets, perhaps with a zone.
uint64_t LocalHost::start_of_literal() const {
  uint64_t begin = colon() - 1;
  while (begin > floor() && window().byte(begin) != '[') --begin;
  base::count_steps(colon() - begin);
  if (window().byte(begin) != '[' || window().byte(begin + 1) == 'v' ||
      window().byte(begin + 1) == 'V') {
    return kNowhere;
  }
  return automata::kIpLiteral.matches(window().slice(begin, colon())) ? begin : kNowhere;
}

// Not after a port, a name, an index or emphasis: 8080:localhost:80, a[::1]:80
bool LocalHost::may_begin_at(uint64_t begin) const {
  if (begin == window().begin) return true;
  static constexpr base::AsciiSet kPartOfHost(":_.");
  static constexpr base::AsciiSet kBeforeIndex(")]}");
  const uint8_t before = window().byte(begin - 1);
  if (kPartOfHost.contains(before)) return false;
  const bool is_index = window().byte(begin) == '[' &&
                        (base::is_ascii_alphanumeric(before) || kBeforeIndex.contains(before));
  return !is_index &&
         text_before_allows_domain(window(), begin, colon(), memory().link_end(), style());
}

}  // namespace

Answer begin_local_host(ScanState& scan) { return LocalHost(scan).begin(); }

}  // namespace linkspan::scan
