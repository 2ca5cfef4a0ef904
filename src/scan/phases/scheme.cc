// SPDX-License-Identifier: Apache-2.0
// SchemePhase: the name before a colon, and the link that it begins (docs/scanning.md, section 3).
// Guarded by tests/scan/schemes_test.cc and the corpus.

#include <algorithm>
#include <array>
#include <string_view>

#include "automata/opaque_link.h"
#include "automata/prose_rules.h"
#include "automata/word_lists.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/fast/fast_link.h"
#include "scan/phases/phases.h"
#include "scan/prose/prose_rules.h"
#include "scan/syntax/grammar_sets.h"
#include "scan/syntax/schemes.h"
#include "scan/text/roles.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

struct SchemeFound {
  uint64_t begin;
  SchemeForm form;
};

enum class Slashes : uint8_t { follow, do_not_follow };

// The name of a scheme that ends at a colon:
//
//   see.https://…     https: the leftmost name that is in the list
//   foo://server      foo, which is in no list, as `//` follows
//   schéma://server   no name: the letters before `ma` are part of its word
class SchemeBefore {
 public:
  SchemeBefore(const Window& window, const SchemePolicy& schemes, Style style, uint64_t colon,
               uint64_t floor)
      : window_(window),
        schemes_(schemes),
        is_prose_(style == Style::prose),
        colon_(colon),
        floor_(floor) {}

  // The form is `unknown` if no scheme ends here.
  SchemeFound find(Slashes slashes) const;

 private:
  uint64_t skip_escape(uint64_t begin, std::string_view lower_case_name) const;
  bool links_without_slashes(SchemeForm form) const;
  uint64_t web_scheme_in(uint64_t begin) const;
  bool is_rest_of_word(uint64_t begin) const;
  bool is_variable(uint64_t begin) const;

  const Window& window_;
  const SchemePolicy& schemes_;
  bool is_prose_;
  uint64_t colon_;
  uint64_t floor_;  // the name does not begin before
};

SchemeFound SchemeBefore::find(Slashes slashes) const {
  const uint64_t floor = window_.furthest<kMaxSchemeBytes + 1>(colon_, floor_);
  uint64_t run = colon_;
  std::array<char, kMaxSchemeBytes + 1> lower;
  size_t used = lower.size();
  const auto lower_from = [&](uint64_t begin) {
    const auto size = static_cast<size_t>(colon_ - begin);
    return std::string_view(lower.data() + lower.size() - size, size);
  };
  while (run > floor && kInScheme.contains(window_.byte(run - 1))) {
    --run;
    lower[--used] = base::to_ascii_lower(static_cast<char>(window_.byte(run)));
    base::count_step();
  }
  const bool is_after_character = run > floor && window_.byte(run - 1) >= 0x80;
  window_.reads_from(run - std::min(run - floor, is_after_character ? kLongestCharacter : 1));
  SchemeFound found{colon_, SchemeForm::none};
  if (colon_ - run > kMaxSchemeBytes) return found;
  uint8_t before = 0;
  // (+https://…), ++https://… of a patch
  while (is_prose_ && run < colon_ && window_.byte(run) == '+') ++run;
  run = skip_escape(run, lower_from(run));
  for (uint64_t start = run; start < colon_; before = window_.byte(start++)) {
    if (!base::is_ascii_letter(window_.byte(start)) || base::is_ascii_letter(before) ||
        before == '+')
      continue;
    const SchemeForm form = schemes_.form_of(lower_from(start));
    const bool fits =
        slashes == Slashes::follow ? form != SchemeForm::none : links_without_slashes(form);
    if (fits) return {start, form};
    if (form == SchemeForm::never) found.form = form;
    const bool is_leftmost = found.begin == colon_;
    const bool is_drive = is_prose_ && start + 1 == colon_ &&
                          base::is_ascii_upper(window_.byte(start));  // C://Documents
    if (is_leftmost && !is_drive && slashes == Slashes::follow && schemes_.links_unknown()) {
      found = {start, SchemeForm::slashes};
    }
  }
  if (!is_prose_ || found.begin == colon_) return found;
  const uint64_t web = web_scheme_in(found.begin);
  const bool is_rest =  // 1abc://, schéma://
      web != run || is_rest_of_word(web) || is_variable(web);
  if (web == found.begin && is_rest) return {colon_, SchemeForm::none};
  found.begin = web;
  return found;
}

// schéma://server: do Latin letters precede a name that is in no list?
bool SchemeBefore::is_rest_of_word(uint64_t begin) const {
  if (begin == window_.begin || window_.byte(begin - 1) < 0x80) return false;
  const char32_t before = window_.code_point_before(begin, window_.begin).value;
  return script_kind_of(before) == ScriptKind::latin || unicode::properties(before).is_mark();
}

// $scheme://server, $request_scheme://server, %s://server, %(proto)s://server, (http)s://server: a
// variable stands for the scheme, or a word in brackets begins it.
bool SchemeBefore::is_variable(uint64_t begin) const {
  constexpr uint64_t kReach = 64;
  if (!is_on(ProseRule::placeholder) || begin == window_.begin) return false;
  const uint8_t before = window_.byte(begin - 1);
  const char opening = before == ')' ? '(' : before == ']' ? '[' : before == '}' ? '{' : '_';
  if (before != '_' && opening == '_') return before == '$' || before == '%';
  const uint64_t floor = window_.back_to<kReach>(begin, 0);
  uint64_t at = begin - 1;
  while (at > floor &&
         (window_.byte(at - 1) == '_' || base::is_ascii_alphanumeric(window_.byte(at - 1)))) {
    --at;
  }
  base::count_steps(begin - at);
  if (before == '_') return at > floor && window_.byte(at - 1) == '$';
  const bool is_word = at + 1 < begin && base::is_ascii_letter(window_.byte(at));
  return is_word && at > floor && window_.byte(at - 1) == static_cast<uint8_t>(opening);
}

// "\nftp://…" of a string, \fBgit+ssh://… of a manual page: a known name begins after the escape.
uint64_t SchemeBefore::skip_escape(uint64_t begin, std::string_view lower_case_name) const {
  const bool is_escape = is_prose_ && begin > window_.begin && window_.byte(begin - 1) == '\\';
  if (!is_escape) return begin;
  const bool is_font = window_.has(begin, 'f') && begin + 1 < colon_ &&
                       base::is_ascii_upper(window_.byte(begin + 1));
  const size_t size = is_font ? 2 : 1;
  if (size >= lower_case_name.size()) return begin;
  const SchemeForm form = schemes_.form_of(lower_case_name.substr(size));
  return form == SchemeForm::none ? begin : begin + size;
}

bool SchemeBefore::links_without_slashes(SchemeForm form) const {
  return form == SchemeForm::opaque || form == SchemeForm::asked_for ||
         (form == SchemeForm::shaped && is_prose_);
}

// Only the names http and https end with these letters. Letters before them are other text, as in
// "\nhttps://…" of a string or "\x1b[32mhttps://…" of a terminal.
uint64_t SchemeBefore::web_scheme_in(uint64_t begin) const {
  for (const std::string_view name : automata::word_lists::kWebSchemes) {
    if (colon_ - begin > name.size() && window_.holds(colon_ - name.size(), name) == Answer::yes) {
      return window_.byte(colon_ - name.size() - 1) == '+' ? begin : colon_ - name.size();
    }
  }
  return begin;
}

// Numbers, and names in protocols, have no non-ASCII letters.
Tail::Letters letters_of_scheme(const Window& window, uint64_t begin) {
  for (const std::string_view name : automata::word_lists::kSchemesInAscii) {
    if (window.holds(begin, name) == Answer::yes) return Tail::Letters::ascii;
  }
  return Tail::Letters::any;
}

// Does the link that begins here have the shape of its scheme (rule opaque-link of
// grammars/text.abnf)? The rule reads no further than kContext bytes.
Answer opaque_link_has_shape(const Window& window, uint64_t begin) {
  base::PackedDfa::State state = automata::kOpaqueLink.start;
  for (uint64_t offset = begin; offset < window.end; ++offset) {
    base::count_step();
    state = automata::kOpaqueLink.step(state, window.byte(offset));
    if (state == base::PackedDfa::kDead) return Answer::no;
    if (automata::kOpaqueLink.accepts(state)) return Answer::yes;
  }
  return window.complete() ? Answer::no : Answer::unknown;
}

class SchemePhase : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  Progress begin();

 private:
  Progress begin_mailto(const SchemeFound& found);
  Answer mailto_fields_follow() const;
  Answer go_to_long_mailto();
  void begin_scheme(const SchemeFound& found);
  void begin_iri(const SchemeFound& found);
  bool is_mailto(const SchemeFound& found) const {
    return window().holds(found.begin, "mailto:") == Answer::yes;
  }
};

Progress SchemePhase::begin() {
  const Answer slashes = window().holds(memory().at + 1, "//");
  if (slashes == Answer::unknown) return Progress::need_more;
  if (slashes == Answer::no && config().links_local_hosts()) {
    const Answer is_local = begin_local_host(scan_);
    if (is_local != Answer::no) {
      return is_local == Answer::yes ? Progress::done : Progress::need_more;
    }
  }
  if (slashes == Answer::no && scan_.takes_fast_path() && !may_end_scheme(scan_, memory().at)) {
    return scan_.not_here(memory().at + 1, Rejected::no_scheme);
  }
  const SchemeFound found =
      SchemeBefore(window(), config().schemes, style(), memory().at, memory().floor)
          .find(slashes == Answer::yes ? Slashes::follow : Slashes::do_not_follow);
  if (found.form == SchemeForm::none) return scan_.not_here(memory().at + 1, Rejected::no_scheme);
  if (found.form == SchemeForm::never) {
    return scan_.not_here(memory().at + 1, Rejected::scheme_is_never_linked);
  }
  if (is_mailto(found) && scan_.is_strict() && !config().email) {
    return scan_.not_here(memory().at + 1, Rejected::email_is_off);
  }
  if (is_mailto(found) && !scan_.is_strict() && slashes == Answer::no) return begin_mailto(found);
  if (slashes == Answer::no && is_prose() && found.form != SchemeForm::asked_for) {
    const Answer has_shape = opaque_link_has_shape(window(), found.begin);
    if (has_shape == Answer::unknown) return Progress::need_more;
    if (has_shape == Answer::no)
      return scan_.not_here(memory().at + 1, Rejected::scheme_without_its_shape);
  }
  begin_scheme(found);
  return Progress::done;
}

// An address may follow; its `@` is the trigger then. Only a long local part is read from here.
Progress SchemePhase::begin_mailto(const SchemeFound& found) {
  const Answer has_fields = mailto_fields_follow();
  if (has_fields == Answer::unknown) return Progress::need_more;
  if (has_fields == Answer::yes && config().email) {
    begin_scheme(found);
    candidate().span.kind = Kind::email;
    candidate().span.form = Form::mailto;
    return Progress::done;
  }
  memory().mailto_colon = memory().at;
  const Answer is_long = go_to_long_mailto();
  if (is_long == Answer::unknown) return Progress::need_more;
  if (is_long == Answer::no) {
    return scan_.not_here(memory().at + 1, Rejected::mailto_without_address);
  }
  return begin_address(scan_, memory().mailto_colon + 1, kMaxMailtoLocalPartBytes);
}

// mailto:?subject=…, which leaves the addressee to the reader (RFC 6068, section 2).
Answer SchemePhase::mailto_fields_follow() const {
  if (!is_prose() || !window().has(memory().at + 1, '?')) return Answer::no;
  Answer follows = Answer::no;
  for (const std::string_view field : automata::word_lists::kMailtoFields) {
    const Answer holds = window().holds(memory().at + 2, field);
    if (holds == Answer::yes) return holds;
    if (holds == Answer::unknown) follows = holds;
  }
  return follows;
}

// mailto:bounce-0a1b…-anna=example.net@lists.example.org, in prose: does an `@` follow a local part
// that is too long without `mailto:`? Then memory.at moves to it, and the window holds all that
// begin_address() reads.
Answer SchemePhase::go_to_long_mailto() {
  if (!is_prose()) return Answer::no;
  const uint64_t begin = memory().at + 1;
  uint64_t at = begin;
  while (at < window().end && at - begin <= kMaxMailtoLocalPartBytes) {
    const base::CodePoint next = window().code_point(at);
    if (next.length == 0) return Answer::unknown;
    if (!unicode::properties(next.value).is_link_email()) break;
    at += next.length;
    base::count_step();
  }
  if (at - begin > kMaxMailtoLocalPartBytes) return Answer::no;
  if (window().peek(at).unknown()) return Answer::unknown;
  if (at - begin <= kMaxLocalPartBytes || !window().has(at, '@')) return Answer::no;
  if (window().peek(at + 1).unknown()) return Answer::unknown;
  memory().at = at;
  return Answer::yes;
}

void SchemePhase::begin_scheme(const SchemeFound& found) {
  scan_.begin_candidate(found.begin, Form::scheme);
  candidate().scheme_end = memory().at;
  candidate().scheme_form = found.form;
  candidate().span.parts.scheme = part(found.begin, memory().at);
  reading() = {.at = memory().at + 1};
  if (scan_.is_strict()) return begin_iri(found);
  if (is_prose() && opens_with_angle_bracket(window(), found.begin)) {
    candidate().opening = Opening::angle_bracket;
  } else if (is_prose() && opens_with_mathematical_bracket(window(), found.begin)) {
    candidate().opening = Opening::mathematical_bracket;
  }
  if (window().holds(memory().at + 1, "//") == Answer::yes) {
    scan_.phase = Phase::authority;
    reading().at = memory().at + 3;
  } else {
    scan_.begin_tail(memory().at + 1, Tail::Component::path,
                     letters_of_scheme(window(), found.begin));
  }
}

void SchemePhase::begin_iri(const SchemeFound& found) {
  if (is_mailto(found)) {
    candidate().span.kind = Kind::email;
    candidate().span.form = Form::mailto;
  }
  scan_.phase = Phase::iri;
  reading().at = reading().accepted = found.begin;
}

// A link with a web scheme that is plain ASCII from end to end is decided at once
// (fast/fast_link.h).
class LinkFastPath : PhaseStep {
 public:
  using PhaseStep::PhaseStep;

  // False, with nothing changed, if anything else matters; then the phases decide.
  bool take();

 private:
  const Window& whole() const { return scan_.whole; }
  uint64_t start_of_scheme() const;
  void fill(uint64_t begin, const PlainLink& link, uint64_t end);
};

[[gnu::hot]] bool LinkFastPath::take() {
  const uint64_t begin = start_of_scheme();
  if (begin == kNowhere) return false;
  if (!scan_.is_plain_before_link()) return false;
  if (!allows_plain_link(begin > whole().begin ? whole().byte(begin - 1) : ' ')) return false;
  const uint64_t host = memory().at + 3;
  const PlainLink link =
      config().kernels.read_plain_link(whole().at(host), whole().end_of_bytes(), whole().text,
                                       begin + config().max_link_bytes - host);
  base::count_steps(link.stop);
  if (!link.is_plain) return false;
  const FastEnd end =
      end_of_fast_link(whole(), begin, host, link, config().profile == Profile::code);
  if (end.end == kNowhere || end.end - begin > config().max_link_bytes) return false;
  fill(begin, link, end.end);
  candidate().span.form = end.form;
  candidate().span.has_escapes = end.has_escapes;
  scan_.emit(end.end, end.ended_by);
  scan_.continue_after(end.end);
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

[[gnu::noinline]] Progress begin_scheme(ScanState& scan) { return SchemePhase(scan).begin(); }

}  // namespace

[[gnu::hot]] Progress on_colon(ScanState& scan) {
  if (LinkFastPath(scan).take()) return Progress::done;
  if (!scan.is_in_plain_text(kNearColon, kUsuallyAhead)) return scan.touch_escape(scan.memory.at);
  return begin_scheme(scan);
}

}  // namespace linkspan::scan
