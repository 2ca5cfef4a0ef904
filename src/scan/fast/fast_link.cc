// SPDX-License-Identifier: Apache-2.0
#include "scan/fast/fast_link.h"

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/prose/host_joint.h"
#include "scan/prose/line_joint.h"
#include "scan/prose/link_end.h"
#include "scan/prose/prose_rules.h"
#include "scan/text/escapes.h"
#include "scan/text/link_edges.h"

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
  static constexpr base::AsciiSet kOpens("{$%<");  // http://example.org:$PORT/
  if (colon + 1 >= window.end) return true;
  const uint8_t next = window.byte(colon + 1);
  return base::is_ascii_letter(next) || (next < 0x80 && kOpens.contains(next));
}

// May such a byte, after a host and its dot or a quotation mark, be between two parts of it?
// https://example…, "http://docs."⏎"example.org"
bool may_divide_host(uint8_t byte) {
  static constexpr base::AsciiSet kDivides(" \t\r\n\"'+.&\\%$=~*^!");
  return byte >= 0x80 || kDivides.contains(byte);
}

// May an escape follow the link, or the dot, colon or bracket after it? Or a word after the colon,
// as in http://2001:470:1f0a::1/
bool escape_may_follow(const Window& window, uint64_t end) {
  static constexpr base::AsciiSet kBeforeEscape(".:[{<");
  if (end >= window.end) return !window.complete();
  const bool has_colon = window.byte(end) == ':';
  const bool is_mark = window.byte(end) < 0x80 && kBeforeEscape.contains(window.byte(end));
  const uint64_t at = is_mark ? end + 1 : end;
  if (at >= window.end) return !window.complete();
  return may_begin_escape(window.byte(at)) ||
         (has_colon && base::is_ascii_alphanumeric(window.byte(at)));
}

// "https://a.example/b-⏎c", "https://a.example/"⏎"b": may the text after the link continue it?
bool may_be_joined(const Window& window, uint64_t stop) {
  if (must_continue_after(window.byte(stop - 1))) return true;
  if (!window.has(stop, '"')) return false;
  if (stop + 2 >= window.end) return true;
  static constexpr base::AsciiSet kBeforeBreak("\n\r \t+.&\\");
  const uint8_t next = window.byte(stop + 1);
  const uint8_t after = window.byte(stop + 2);
  const bool is_blank = next == ' ' || next == '\t';
  return is_blank ? after < 0x80 && kBeforeBreak.contains(after)
                  : next < 0x80 && kBeforeBreak.contains(next);
}

// http://a.example/,News,Press: may the link be the first field of a row? Nothing that separates
// words precedes it in its line.
bool may_begin_line(const Window& window, uint64_t begin) {
  static constexpr base::AsciiSet kSeparates(" \t,;\"'<(");
  return begin == window.begin || window.byte(begin - 1) >= 0x80 ||
         !kSeparates.contains(window.byte(begin - 1));
}

// PERF: most links end before white space or a bracket.
EndedBy reason_to_end_at(const Window& window, uint64_t stop) {
  const uint8_t next = stop < window.end ? window.byte(stop) : uint8_t{0};
  if (next == ' ' || next == '\n') return EndedBy::hard;
  return next == ')' ? EndedBy::bracket : reason_to_end(window.peek(stop));
}

}  // namespace

namespace {

// And what may begin a placeholder or be in a userinfo: https://a{b}.example.org/,
// https://a.example\.org, http://us|er@example.org/
constexpr base::AsciiSet kMayDivideHost = kSignsInHost | base::AsciiSet("([{#\\<|");

// Of the byte after a host, which is there. `</` is the end of an element.
bool may_be_in_host(const Window& window, uint64_t end) {
  const uint8_t byte = window.byte(end);
  return byte >= 0x80 ||
         (kMayDivideHost.contains(byte) && !(byte == '<' && window.has(end + 1, '/')));
}

}  // namespace

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
         window.has(end + 1, ':') || (end < window.end && may_be_in_host(window, end));
}

namespace {

// Are the backslashes of the token from `stop` on, the first one of it, escapes, and up to where?
// kNowhere: they are not, or that is not known.
uint64_t end_of_escapes(const Window& whole, uint64_t stop) {
  constexpr uint64_t kReach = 512;
  const uint64_t floor = std::max(stop - std::min(stop, kReach), whole.begin);
  uint64_t token = stop;
  while (token > floor && whole.byte(token - 1) > ' ' && whole.byte(token - 1) != '\\' &&
         !divides_escapes(whole.byte(token - 1))) {
    --token;
  }
  base::count_steps(stop - token);
  if (token == floor || whole.byte(token - 1) == '\\') return kNowhere;
  const TextAround text{whole.first_byte(), whole.end_of_bytes(), whole.text};
  const Judgement judgement = judge_token(text, whole.at(stop), Source::text);
  if (judgement.is_cut || judgement.notation != Notation::any) return kNowhere;
  return whole.offset_of(judgement.end);
}

// [Mars](https://en.wikipedia.org/wiki/Mars_\(planet\) "title"): the path goes on after a bracket
// of Markdown, and is ASCII. Its brackets are in pairs, and a space or the bracket of Markdown
// follows it. PERF: what other escapes mean is read in a buffer, which costs two microseconds.
[[gnu::noinline]] FastEnd end_of_escaped_path(const Window& whole, uint64_t begin, uint64_t host,
                                              const PlainLink& link) {
  constexpr uint64_t kMost = 256;
  static constexpr base::AsciiSet kInPath("-_%/");
  const uint64_t stop = host + link.stop;
  const bool is_path = link.query_begin == kNowhere && link.fragment_begin == kNowhere &&
                       !link.has_separator && begin > whole.begin &&
                       (whole.byte(begin - 1) == '(' || whole.byte(begin - 1) == ' ') &&
                       !may_open_with_angle_bracket(whole, begin);
  if (!is_path) return {};
  const uint64_t escapes_end = end_of_escapes(whole, stop);
  if (escapes_end == kNowhere) return {};
  const uint64_t limit = std::min({stop + kMost, escapes_end + 1, whole.end});
  uint64_t at = stop;
  uint8_t last = 0;
  unsigned depth = 0;
  for (; at < limit; ++at) {
    last = whole.byte(at);
    if (last == '\\' && at + 1 < limit) {
      last = whole.byte(++at);
      const bool is_closed = last == ')' && depth > 0;
      if (last != '(' && last != '_' && last != '-' && !is_closed) return {};
      depth += last == '(' ? 1 : is_closed ? -1 : 0;
    } else if (!base::is_ascii_alphanumeric(last) && !kInPath.contains(last)) {
      break;
    }
  }
  base::count_steps(at - stop);
  const bool ends = at < limit && depth == 0 && (last == ' ' || last == ')');
  const uint8_t end = whole.byte(at - 1);
  if (!ends || (end != ')' && !base::is_ascii_alphanumeric(end))) return {};
  return {at, Form::scheme, last == ' ' ? EndedBy::hard : EndedBy::bracket, true};
}

}  // namespace

[[gnu::hot]] FastEnd end_of_fast_link(const Window& whole, uint64_t begin, uint64_t host,
                                      const PlainLink& link, bool is_code) {
  const uint8_t before = begin > whole.begin ? whole.byte(begin - 1) : ' ';
  if (link.end == link.host_end && may_be_other_host(whole, host, host + link.end)) return {};
  const bool is_port = link.port_end != 0 && link.end == link.port_end;
  if (is_port && whole.has(host + link.end, '.')) return {};  // …:443.evil.example
  const uint64_t stop = host + link.stop;
  const bool is_in_path =
      !is_code && whole.has(stop, '\\') && link.end > link.host_end && link.end > link.port_end;
  if (is_in_path) return end_of_escaped_path(whole, begin, host, link);
  if (escape_may_follow(whole, stop)) return {};
  if (before == '"' && may_be_joined(whole, stop)) return {};
  if (whole.has(host + link.end, '*')) return {};  // ?type=*
  if (may_open_with_angle_bracket(whole, begin) && opens_with_angle_bracket(whole, begin)) {
    if (!whole.has(stop, '>')) return {};
    return {stop, Form::delimited, EndedBy::delimiter};
  }
  const bool is_quoted = before == '"' && whole.has(stop, '"');
  const bool fills_attribute = is_on(ProseRule::quote_in_name) && is_quoted &&
                               begin >= whole.begin + 2 && whole.byte(begin - 2) == '=';
  const uint64_t end = fills_attribute ? stop : host + link.end;
  if (link.has_separator && may_begin_line(whole, begin)) return {};
  if (!fills_attribute && plain_end_may_be_trimmed(whole, begin, end, link.has_colon, is_code))
    return {};
  if (is_quoted) return {end, Form::scheme, EndedBy::quote};
  return {end, Form::scheme, end < stop ? EndedBy::soft : reason_to_end_at(whole, stop)};
}

}  // namespace linkspan::scan
