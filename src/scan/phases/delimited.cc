// SPDX-License-Identifier: Apache-2.0
// DelimitedPhase: a link in angle brackets, which white space may break (RFC 3986, appendix C).
//
// The text reads `<https://…`, or ⟨https://…, as groff prints it, and the link has ended as a tail
// ends. All text up to a `>` still belongs to it, if each character may be in a link or in the
// white space that breaks one.

#include <algorithm>
#include <string_view>

#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/phases/phases.h"
#include "scan/syntax/split.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

bool is_white_space(char32_t code_point) {
  return unicode::properties(code_point).is_white_space();
}

// Cannot be between `<` and `>` of one link: another bracket, or a label of the link.
constexpr bool ends_delimited(char32_t code_point) {
  return code_point == '<' || code_point == '"' || code_point == '|';
}

// PERF: ASCII characters that are skipped without further checks: not a control, space or bracket.
constexpr base::AsciiSet kInDelimited = [] {
  base::AsciiSet set;
  for (uint8_t c = '!'; c <= '~'; ++c) {
    if (c != '>' && !ends_delimited(c)) set.add(c);
  }
  return set;
}();

class DelimitedPhase : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress advance();

 private:
  bool may_continue(const Peek& next, bool is_space) const;
  bool is_after_space_of_address(uint64_t at) const;
  char32_t closing() const {
    return candidate().opening == Opening::mathematical_bracket ? U'⟩' : U'>';
  }
  bool closes_outer_bracket() const;
  Progress end_at_bracket();
  Progress end_plainly();
};

Progress DelimitedPhase::advance() {
  const uint64_t end_of_plain = std::min(window().end, limit());
  for (;;) {
    const uint64_t plain = reading().at;
    while (reading().at < end_of_plain && kInDelimited.contains(window().byte(reading().at))) {
      ++reading().at;
    }
    if (reading().at > plain && is_after_space_of_address(plain)) return end_plainly();
    if (reading().at > plain) {
      base::count_steps(reading().at - plain);
      reading().line_breaks = 0;
      reading().accepted = reading().at;
    }
    const Peek next = window().peek(reading().at);
    if (next.unknown()) return Progress::need_more;
    base::count_step();
    if (next.is(closing())) return end_at_bracket();
    if (next.is('>')) return end_plainly();
    const bool is_space = is_white_space(next.code_point.value);
    if (!is_space) reading().line_breaks = 0;
    const bool is_return = next.is('\r');
    if (is_return && window().peek(reading().at + 1).unknown()) return Progress::need_more;
    if (next.is('\n') || (is_return && !window().has(reading().at + 1, '\n')))
      ++reading().line_breaks;
    if (!may_continue(next, is_space)) return end_plainly();
    reading().at += next.code_point.length;
    if (!is_space) reading().accepted = reading().at;
  }
}

// Does the link continue with `next`, the code point at reading.at?
bool DelimitedPhase::may_continue(const Peek& next, bool is_space) const {
  const char32_t code_point = next.code_point.value;
  const bool is_none = next.state == Peek::State::end_of_text || ends_delimited(code_point) ||
                       (is_hard(code_point) && !is_space);
  const bool is_apart = !is_space && is_after_space_of_address(reading().at);
  return !is_none && !is_apart && reading().line_breaks <= 1 &&
         reading().at + next.code_point.length <= limit();
}

// <mailto:anna@example.org or call us>: only a line break may interrupt an address.
bool DelimitedPhase::is_after_space_of_address(uint64_t at) const {
  return candidate().span.kind == Kind::email && at > reading().accepted &&
         reading().line_breaks == 0;
}

// (<https://example.org/)>: is the rest before the `>` a bracket that opened before the `<`, and
// punctuation?
bool DelimitedPhase::closes_outer_bracket() const {
  constexpr uint64_t kReach = 200;
  if (!is_prose() || reading().accepted == candidate().plain_end) return false;
  const std::string_view rest = window().slice(candidate().plain_end, reading().accepted);
  const char32_t opening = unicode::link_bracket(static_cast<uint8_t>(rest.front()));
  if (opening == 0 || rest.find_first_not_of(")]}.,:;!?") != rest.npos) return false;
  const uint64_t floor = window().back_to<kReach>(candidate().begin, 0);
  unsigned closed = 0;
  for (uint64_t at = candidate().begin; at > floor && window().byte(at - 1) != '\n'; --at) {
    base::count_step();
    const uint8_t before = window().byte(at - 1);
    if (before == static_cast<uint8_t>(rest.front())) ++closed;
    if (before != opening) continue;
    if (closed == 0) return true;
    --closed;
  }
  return false;
}

// The bracket at reading.at closes the link.
Progress DelimitedPhase::end_at_bracket() {
  // Markdown may escape its brackets: \<https://example.org\>
  const bool is_hidden_bracket = reading().accepted == reading().at &&
                                 reading().accepted > candidate().plain_end &&
                                 window().byte(reading().accepted - 1) == '\\';
  if (is_hidden_bracket && is_prose()) --reading().accepted;
  const bool is_plain_address =
      candidate().span.kind == Kind::email && reading().accepted == candidate().plain_end;
  const bool is_dash =  // <https://example.org->
      is_prose() && candidate().plain_end == candidate().host_end &&
      reading().accepted > candidate().plain_end && window().has(candidate().plain_end, '-');
  if (is_plain_address || is_dash || closes_outer_bracket()) return end_plainly();
  candidate().span.form = Form::delimited;
  candidate().span.parts = split_components(window().slice(candidate().begin, reading().accepted));
  if (candidate().span.kind == Kind::email) candidate().span.parts.path = Part();
  scan_.emit(reading().accepted, EndedBy::delimiter);
  return scan_.continue_after(reading().accepted);
}

Progress DelimitedPhase::end_plainly() {
  scan_.emit(candidate().plain_end, candidate().plain_ended_by);
  return scan_.continue_after(candidate().plain_end);
}

// Is the host from `begin` on a host with a top-level domain?
bool joined_host_is_known(const Window& window, uint64_t begin, const JoinedLink& link,
                          const TopLevelDomains& tlds) {
  static constexpr base::AsciiSet kEndsHost("/?#:");
  std::array<uint8_t, kMaxHostBytes> host;
  size_t size = 0;
  unsigned joint = 0;
  for (uint64_t at = begin; at < link.end && size < host.size(); ++at) {
    if (joint < link.joints && at == link.joint_begin[joint]) at = link.joint_end[joint++];
    if (window.byte(at) < 0x80 && kEndsHost.contains(window.byte(at))) break;
    host[size++] = window.byte(at);
  }
  base::count_steps(size);
  const Window text{host.data(), 0, size, base::Text::complete};
  DomainRun run;
  run.begin(0, DomainRun::Use::host, Style::prose, tlds);
  run.advance(text);
  return size > 0 && run.run_end() == size && run.is_domain() && is_linkable_domain(text, run);
}

}  // namespace

Answer report_joined_link(ScanState& scan, uint64_t at, Divided divided) {
  const Window& window = scan.window;
  LinkCandidate& candidate = scan.candidate;
  const bool is_in_brackets = candidate.opening == Opening::angle_bracket;
  const bool is_printed = candidate.opening == Opening::mathematical_bracket;
  const char32_t closing = is_in_brackets ? U'>' : is_printed ? U'⟩' : scan.quotes().closing;
  if (closing == 0 || !candidate.span.parts.scheme.present()) return Answer::no;
  const JoinedLink link = join_lines(window, at, closing, divided);
  if (link.is_joined != Answer::yes) return link.is_joined;
  const uint64_t host = candidate.scheme_end + 3;
  const bool is_link =
      divided == Divided::path || joined_host_is_known(window, host, link, scan.config->tlds);
  if (!is_link || link.end > scan.limit()) return Answer::no;
  candidate.span.form = Form::delimited;
  candidate.span.parts = split_components(window.slice(candidate.begin, link.end));
  scan.emit(link.end, is_in_brackets || is_printed ? EndedBy::delimiter : EndedBy::quote);
  scan.continue_after(link.end);
  return Answer::yes;
}

Progress end_in_divided_host(ScanState& scan, uint64_t at, uint64_t drop_to) {
  const Answer is_joined = report_joined_link(scan, at, Divided::host);
  if (is_joined == Answer::unknown) return Progress::need_more;
  if (is_joined == Answer::yes) return Progress::done;
  return scan.drop_up_to(drop_to, Rejected::text_around);
}

Progress gather_delimited(ScanState& scan) { return DelimitedPhase(scan).advance(); }

}  // namespace linkspan::scan
