// SPDX-License-Identifier: Apache-2.0
// The fast path of links: take_plain_link() for links with `http`, `https` or `ftp` that are plain
// ASCII from end to end, take_plain_host() for a plain host after any scheme, whose tail the phases
// read (docs/scanning.md, section 3). Guarded by tests/scan/fast_path_test.cc.

#include <algorithm>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/prose/link_end.h"

namespace linkspan::scan {
namespace {

// PERF: the byte before most links decides at once.
bool may_open_with_angle_bracket(const Window& window, uint64_t begin) {
  if (begin < window.begin + 2) return true;
  const uint8_t before = window.byte(begin - 1);
  if (!base::is_ascii_white_space(before)) return before == '<';
  const uint8_t further = window.byte(begin - 2);
  return further == ':' || base::is_ascii_white_space(further);
}

bool word_may_follow(const Window& window, uint64_t colon) {
  constexpr base::AsciiSet kOpens("{$%<");  // http://example.org:$PORT/
  if (colon + 1 >= window.end) return true;
  const uint8_t next = window.byte(colon + 1);
  return base::is_ascii_letter(next) || (next < 0x80 && kOpens.contains(next));
}

// May such a byte, after a host and its dot or a quotation mark, be between two parts of it?
// https://example…, "http://docs."⏎"example.org"
bool may_divide_host(uint8_t byte) {
  constexpr base::AsciiSet kDivides(" \t\r\n\"'+.&\\");
  return byte >= 0x80 || kDivides.contains(byte);
}

// Could the host be more or less than [begin, end), or not be a host? https://example.de.Danke,
// https://example.hu-n, https://www.<domain>, https://example.org.:80, https://exam…,
// http://host:port/, http://host[:port]/
bool may_be_other_host(const Window& window, uint64_t begin, uint64_t end) {
  bool has_hyphen = false;
  uint64_t label = end;
  for (; label > begin && window.byte(label - 1) != '.'; --label) {
    has_hyphen |= window.byte(label - 1) == '-';
  }
  base::count_steps(end - label);
  const bool is_upper = base::is_ascii_upper(window.byte(label));
  return (label > begin && (is_upper || has_hyphen)) ||
         (window.has(end, '.') &&
          (window.has(end + 1, '<') || window.has(end + 1, '.') || window.has(end + 1, ':') ||
           (end + 1 < window.end && may_divide_host(window.byte(end + 1))))) ||
         ((window.has(end, '"') || window.has(end, '\'')) &&
          (end + 1 >= window.end || may_divide_host(window.byte(end + 1)))) ||
         (window.has(end, ':') && (label == begin || word_may_follow(window, end))) ||
         window.has(end + 1, ':') || window.has(end, '\\') ||
         (end < window.end && window.byte(end) >= 0x80);
}

// May an escape follow the link, or the dot or colon after it? Or a word after the colon, as in
// http://2001:470:1f0a::1/
bool escape_may_follow(const Window& window, uint64_t end) {
  const bool has_colon = window.has(end, ':');
  const uint64_t at = has_colon || window.has(end, '.') ? end + 1 : end;
  if (at >= window.end) return false;
  return may_begin_escape(window.byte(at)) ||
         (has_colon && base::is_ascii_alphanumeric(window.byte(at)));
}

// "https://a.example/b-⏎c", "https://a.example/"⏎"b": may the text after the link continue it?
bool may_be_joined(const Window& window, uint64_t stop) {
  if (must_continue_after(window.byte(stop - 1))) return true;
  if (!window.has(stop, '"')) return false;
  if (stop + 2 >= window.end) return true;
  constexpr base::AsciiSet kBeforeBreak("\n\r \t+.&\\");
  const uint8_t next = window.byte(stop + 1);
  const uint8_t after = window.byte(stop + 2);
  const bool is_blank = next == ' ' || next == '\t';
  return is_blank ? after < 0x80 && kBeforeBreak.contains(after)
                  : next < 0x80 && kBeforeBreak.contains(next);
}

// PERF: most links end before white space or a bracket.
EndedBy reason_to_end_at(const Window& window, uint64_t stop) {
  const uint8_t next = stop < window.end ? window.byte(stop) : uint8_t{0};
  if (next == ' ' || next == '\n') return EndedBy::hard;
  return next == ')' ? EndedBy::bracket : reason_to_end(window.peek(stop));
}

class LinkFastPath : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  bool take();

 private:
  const Window& whole() const { return *scan_.whole; }
  uint64_t start_of_scheme() const;
  void fill(uint64_t begin, const PlainLink& link, uint64_t end);
};

bool LinkFastPath::take() {
  const uint64_t begin = start_of_scheme();
  if (begin == kNowhere) return false;
  const uint8_t before = begin > whole().begin ? whole().byte(begin - 1) : ' ';
  if (!allows_plain_link(before)) return false;
  const uint64_t host = memory().at + 3;
  const PlainLink link =
      config().kernels.read_plain_link(whole().at(host), whole().end_of_bytes(), whole().text,
                                       begin + config().max_link_bytes - host);
  base::count_steps(link.stop);
  if (!link.is_plain) return false;
  if (link.end == link.host_end && may_be_other_host(whole(), host, host + link.end)) return false;
  const uint64_t stop = host + link.stop;
  if (escape_may_follow(whole(), stop)) return false;  // …/a_\(b\)
  if (before == '"' && may_be_joined(whole(), stop)) return false;
  const bool is_delimited =
      may_open_with_angle_bracket(whole(), begin) && opens_with_angle_bracket(whole(), begin);
  if (is_delimited && !whole().has(stop, '>')) return false;
  const bool fills_attribute = is_on(ProseRule::quote_in_name) && before == '"' &&
                               whole().has(stop, '"') && begin >= whole().begin + 2 &&
                               whole().byte(begin - 2) == '=';
  const uint64_t end = is_delimited || fills_attribute ? stop : host + link.end;
  if (!is_delimited && !fills_attribute) {
    const PlainMarks marks{link.has_colon, link.has_mark};
    const bool is_code = config().profile == Profile::code;
    if (plain_end_may_be_trimmed(whole(), begin, end, marks, is_code)) return false;
  }
  fill(begin, link, end);
  if (is_delimited) {
    candidate().span.form = Form::delimited;
    scan_.emit(end, EndedBy::delimiter);
  } else if (before == '"' && whole().has(stop, '"')) {
    scan_.emit(end, EndedBy::quote);
  } else {
    scan_.emit(end, end < stop ? EndedBy::soft : reason_to_end_at(whole(), stop));
  }
  scan_.continue_after(end);
  return true;
}

// The start of `http`, `https` or `ftp` before the colon at memory.at, with `//` after it.
uint64_t LinkFastPath::start_of_scheme() const {
  const uint64_t colon = memory().at;
  if (!scan_.takes_fast_path() || !is_prose() || whole().end - colon < 4) return kNowhere;
  if (whole().byte(colon + 1) != '/' || whole().byte(colon + 2) != '/') return kNowhere;
  const uint64_t begin = plain_web_scheme(whole(), colon, std::max(memory().floor, whole().begin));
  if (begin == kNowhere) return kNowhere;
  const uint64_t size = colon - begin;
  const SchemeForm form = size == 5   ? config().https_form
                          : size == 4 ? config().http_form
                                      : config().ftp_form;
  return form == SchemeForm::slashes ? begin : kNowhere;
}

void LinkFastPath::fill(uint64_t begin, const PlainLink& link, uint64_t end) {
  const uint64_t host = memory().at + 3;
  const auto place = [host](uint64_t offset) {
    return offset == kNowhere ? offset : host + offset;
  };
  candidate().begin = begin;
  candidate().span = Span();
  Parts& parts = candidate().span.parts;
  parts.scheme = part(begin, memory().at);
  parts.host = part(host, host + link.host_end);
  const bool has_port = link.port_end != 0;
  if (has_port) parts.port = part(host + link.host_end + 1, host + link.port_end);
  fill_tail(parts, begin,
            {host + (has_port ? link.port_end : link.host_end), place(link.query_begin),
             place(link.fragment_begin), end});
}

}  // namespace

bool take_plain_link(ScanState& scan) { return LinkFastPath(scan).take(); }

// The whole authority is a plain host.
bool take_plain_host(ScanState& scan) {
  const Window& window = *scan.window;
  LinkCandidate& candidate = scan.candidate;
  const uint64_t begin = candidate.scheme_end + 3;
  if (!scan.takes_fast_path() || scan.reading.at != begin) return false;
  const uint64_t end = plain_host_end(window, begin);
  if (end == kNowhere || end > scan.limit()) return false;
  if (scan.is_prose() && may_be_other_host(window, begin, end)) return false;
  scan.run.forget();
  scan.reading.at = candidate.host_end = candidate.run_end = end;
  candidate.span.parts.host = candidate.part(begin, end);
  scan.phase = Phase::ending;
  return true;
}

}  // namespace linkspan::scan
