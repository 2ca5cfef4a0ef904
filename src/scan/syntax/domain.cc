// SPDX-License-Identifier: Apache-2.0
#include "scan/syntax/domain.h"

#include "automata/host.h"
#include "automata/inflected_tlds.h"
#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/prose/inflection.h"
#include "scan/prose/prose_rules.h"
#include "scan/text/code_point_set.h"
#include "scan/text/link_edges.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// In the order of ROOTS and LABELS in src/CMakeLists.txt.
constexpr uint8_t kDomainRoot = 1 << 0;
constexpr uint8_t kHostRoot = 1 << 1;

// Most punctuation is valid by UTS #46; these are in names (RFC 5892, CONTEXTO and the tsheg).
constexpr CodePointSet kLabelPunctuation(U"·͵׳״་・");

// Geresh and gershayim.
constexpr bool is_letter_mark(char32_t code_point) {
  return code_point == U'׳' || code_point == U'״';
}

}  // namespace

bool is_wide_run_character(char32_t code_point, Style style) {
  if (is_label_dot(code_point)) return true;
  const unicode::Properties properties = unicode::properties(code_point);
  const bool may_stand_in_label =
      properties.is_host() && properties.link_term() == unicode::LinkTerm::include;
  if (style == Style::uts58) return may_stand_in_label;
  // UTS #46 maps these to nothing: variation selectors after emoji, and invisible characters that
  // join words, or divide them at the end of a line.
  const bool is_selector = code_point == 0xFE0E || code_point == 0xFE0F;
  if (is_selector || is_invisible_in_word(code_point)) return true;
  if (!may_stand_in_label || is_pointer(code_point)) return false;
  if (role_of(code_point, style) == Role::stop) return false;  // │ of a table
  return !properties.is_punctuation() || kLabelPunctuation.contains(code_point);
}

WideAfter wide_after_run(const Window& window, uint64_t begin, const PlainDomain& plain,
                         Style style, bool has_top_level_domain) {
  const base::CodePoint next = window.code_point(begin + plain.run_end);
  if (next.length == 0) return WideAfter::continues;
  if (!is_wide_run_character(next.value, style)) return WideAfter::ends_run;
  if (is_letter_mark(next.value)) return WideAfter::continues;
  const ScriptKind kind = script_kind_of(next.value);
  const bool changes = kind != ScriptKind::latin && kind != ScriptKind::neutral;
  const bool is_cut = style == Style::prose && has_top_level_domain && plain.labels >= 2 &&
                      plain.end == plain.run_end && changes && !is_label_dot(next.value);
  return is_cut ? WideAfter::cuts_run : WideAfter::continues;
}

Progress DomainRun::gather_all(const Window& window) {
  if (at_ == begin_) begin_gathering();
  if (gather(window) == Progress::need_more) return Progress::need_more;
  if (style_ == Style::prose) {
    // A port may follow the colon, or the `//` of another link.
    if (window.has(at_, ':') && window.peek(at_ + 1).unknown()) return Progress::need_more;
    settle(window);
  }
  is_settled_ = true;
  return Progress::done;
}

// Takes a run that is a plain domain, whatever follows it: it has no place to cut.
bool DomainRun::take_plain(const Window& window) {
  PlainDomain plain = read_plain_(window.at(begin_), window.end_of_bytes(), window.text);
  remove_two_dots(plain, style_);
  base::count_steps(plain.run_end);
  if (!plain.is_known()) return false;
  if (plain.is_none) {
    const bool may_be_host =
        style_ == Style::prose && tail_may_follow(window, begin_ + plain.run_end);
    if (may_be_host) return false;  // my_shop.example.com/about
    settle_none(plain.run_end);
    return true;
  }
  const uint64_t end = begin_ + plain.end;
  const bool has_tld = plain.labels >= 2 &&
                       (end == tld_end_ || tlds_->contains(window, begin_ + plain.last_label, end));
  const WideAfter after = wide_after(window, begin_, plain, style_, has_tld);
  if (has_to_be_gathered(window, begin_, plain, has_tld, after)) return false;
  ends_with_tld_ = has_tld ? Answer::yes : Answer::no;
  settle_plain(plain, after);
  return true;
}

void DomainRun::settle_plain(const PlainDomain& plain, WideAfter after) {
  const uint64_t end = begin_ + plain.end;
  const uint64_t first_label_end = plain.first_label_end == 0 ? 0 : begin_ + plain.first_label_end;
  found_ = {end, end, end, begin_ + plain.last_label, first_label_end, plain.labels};
  at_ = begin_ + plain.run_end;
  was_cut_ = after == WideAfter::cuts_run;
  is_settled_ = true;
}

void DomainRun::settle_none(uint64_t size) {
  found_ = {begin_ + size, begin_, begin_, begin_, 0, 0};
  at_ = begin_ + size;
  is_settled_ = true;
}

void DomainRun::begin_gathering() {
  found_ = {begin_, begin_, begin_, begin_, 0, 0};
  label_begin_ = begin_;
  known_cut_.labels = hyphen_cut_.labels = dot_cut_.labels = change_cut_.labels = 0;
  label_cut_.labels = 0;
  last_hyphen_label_ = 0;
  state_ = base::Dfa::kStart;
  script_kind_ = ScriptKind::neutral;
}

Progress DomainRun::gather(const Window& window) {
  for (;;) {
    pass_names(window);
    const Peek next = window.peek(at_);
    if (next.unknown()) return Progress::need_more;
    if (next.state == Peek::State::end_of_text) return Progress::done;
    base::count_step();
    const char32_t code_point = next.code_point.value;
    const Answer continues = takes(window, code_point, at_ + next.code_point.length);
    if (continues == Answer::unknown) return Progress::need_more;
    if (continues == Answer::no) return Progress::done;
    if (style_ == Style::prose && !too_long()) {
      if (code_point >= 0x80) note_place_to_cut(window, code_point);
      if (code_point == '-') note_hyphen(window);
    }
    if (use_ == Use::domain && known_cut_.labels != 0) {
      // The first place is as good as any. To search for a better one would be quadratic:
      // a.comでa.comで…
      cut_at(known_cut_);
      return Progress::done;
    }
    const uint8_t length = code_point == '%' ? 3 : next.code_point.length;
    step(window, length);
    note_character(length, code_point);
  }
}

// PERF: most hosts have mostly ASCII letters and digits. Those are no places to cut, and the state
// of the automaton is the same after each in a row.
inline void DomainRun::pass_names(const Window& window) {
  uint64_t at = at_;
  for (; at < window.end && base::is_ascii_alphanumeric(window.byte(at)); ++at) {
    state_ = automata::kHost.step(state_, window.byte(at));
  }
  base::count_steps(at - at_);
  if (at == at_) return;
  if (label_begin_ == at_) begin_label();
  if (script_kind_ == ScriptKind::neutral) script_kind_ = ScriptKind::latin;
  at_ = at;
  note_end();
}

inline Answer DomainRun::takes(const Window& window, char32_t code_point, uint64_t after) const {
  if (code_point == '%') return takes_percent(window);
  if (code_point == '.' && style_ == Style::prose) return takes_dot(window, after);
  if (!is_run_character(code_point, style_)) return Answer::no;
  if (is_letter_mark(code_point) && style_ == Style::prose) return Answer::no;  // a quotation mark
  const bool is_wide_dot = code_point >= 0x80 && is_label_dot(code_point);
  if (is_wide_dot && style_ == Style::prose && use_ == Use::domain) {
    return takes_wide_dot(window, after);
  }
  return Answer::yes;
}

// Two dots are an ellipsis: example.de...und. Before a hyphen, a dot ends a sentence:
// EXAMPLE.TV.-Merci. A host begins after an abbreviation in another script, эл.адр.www.example.ru,
// and after the number of an item, 1.www.example.org
Answer DomainRun::takes_dot(const Window& window, uint64_t after) const {
  const Peek next = window.peek(after);
  if (next.unknown()) return Answer::unknown;
  if (next.is('.') || (next.is('-') && use_ == Use::domain)) return Answer::no;
  const bool may_be_after_text = at_ > begin_ && use_ == Use::domain &&
                                 (window.byte(at_ - 1) >= 0x80 || is_number_of_item(window));
  return may_be_after_text ? opposite(window.holds(after, "www.")) : Answer::yes;
}

// 1.www.example.org: is the current label the first one, with one or two digits?
bool DomainRun::is_number_of_item(const Window& window) const {
  if (!is_on(ProseRule::item_number)) return false;
  constexpr uint64_t kMostDigits = 2;
  if (found_.labels != 1 || at_ - begin_ > kMostDigits) return false;
  const uint8_t before = begin_ > window.begin ? window.byte(begin_ - 1) : uint8_t{' '};
  if (before == '@' || before == '-') return false;
  return base::is_ascii_digit(window.byte(begin_)) && base::is_ascii_digit(window.byte(at_ - 1));
}

Answer DomainRun::takes_percent(const Window& window) const {
  if (use_ == Use::domain) return Answer::no;
  for (uint64_t offset = at_ + 1; offset < at_ + 3; ++offset) {
    if (offset >= window.end) return window.complete() ? Answer::no : Answer::unknown;
    if (!base::is_ascii_hex_digit(window.byte(offset))) return Answer::no;
  }
  return Answer::yes;
}

// `。` ends sentences. In prose it joins only ASCII labels: example。com
Answer DomainRun::takes_wide_dot(const Window& window, uint64_t after) const {
  if (at_ == begin_ || !base::is_ascii_alphanumeric(window.byte(at_ - 1))) return Answer::no;
  if (after >= window.end) return window.complete() ? Answer::no : Answer::unknown;
  return base::is_ascii_alphanumeric(window.byte(after)) ? Answer::yes : Answer::no;
}

inline void DomainRun::step(const Window& window, uint8_t length) {
  for (uint8_t i = 0; i < length; ++i) {
    state_ = automata::kHost.step(state_, window.byte(at_ + i));
  }
}

// Keeps the place before this non-ASCII code point if the host could end there: where the script
// changes, or before a wide dot.
inline void DomainRun::note_place_to_cut(const Window& window, char32_t code_point) {
  const ScriptKind kind = script_kind_of(code_point);
  const bool changes =
      script_kind_ == ScriptKind::latin && kind != ScriptKind::latin && kind != ScriptKind::neutral;
  const bool is_dot = is_label_dot(code_point);
  const bool is_wide_form = script_kind_ == ScriptKind::latin && is_fullwidth(code_point) &&
                            base::is_ascii_alphanumeric(window.byte(at_ - 1));
  // example.comで, example.com👍, example.jpｗｗｗ
  const bool ends_word = changes || is_symbol(code_point) || is_wide_form;
  if ((!ends_word && !is_dot) || found_.labels == 0) return;
  if (changes) script_kind_ = kind;  // only the first change in a label counts
  Found cut = found_;
  cut.end = found_.host_end;  // a hyphen may be between
  // www．example．co．jp is typed in fullwidth letters; `。` ends a sentence.
  const bool is_typed_dot = code_point == U'．' && use_ == Use::domain;
  const bool is_known = cut.labels >= 2 && cut.domain_end == cut.end && known_cut_.labels == 0 &&
                        !is_typed_dot && ends_with_top_level_domain(window, cut);
  if (is_known) known_cut_ = cut;
  if (is_dot && dot_cut_.labels == 0) dot_cut_ = change_cut_.labels != 0 ? change_cut_ : cut;
  if (changes && kind == ScriptKind::unspaced) change_cut_ = cut;
}

// A hyphen may join a case ending to a name: példa.hu-n, example.com-based. No top-level domain has
// one, so the first hyphen of a label matters.
inline void DomainRun::note_hyphen(const Window& window) {
  const bool is_first = last_hyphen_label_ != found_.last_label;
  last_hyphen_label_ = found_.last_label;
  const bool is_domain_here = found_.labels >= 2 && found_.domain_end == at_;
  if (is_first && is_domain_here && ends_with_top_level_domain(window, found_)) {
    hyphen_cut_ = found_;
  }
}

// Is the text from the hyphen to the end of the run a word? example.com-based, and in German,
// GMX.de-Konto. Several words must be nouns: amazon.de-Web-Dienste, not opt.bb-out-file.
bool DomainRun::has_ending_after_hyphen(const Window& window) const {
  if (!is_on(ProseRule::hyphen_ending)) return false;
  constexpr uint64_t kLongest = 48;
  if (hyphen_cut_.labels == 0) return false;
  uint64_t begin = hyphen_cut_.end + 1;
  if (use_ == Use::domain) {  // example.tv--ok
    while (begin < found_.end && window.byte(begin) == '-') ++begin;
  }
  if (begin >= found_.end || found_.end - begin > kLongest) return false;
  // git@example.com-work:path is a name of ssh; not anna@example.com-tel:0901…
  const bool is_of_address = begin_ > window.begin && window.byte(begin_ - 1) == '@';
  const bool is_before_number = at_ + 1 < window.end && base::is_ascii_digit(window.byte(at_ + 1));
  if (is_of_address && window.has(at_, ':') && !is_before_number) return false;
  const bool may_be_several = base::is_ascii_upper(window.byte(begin));
  bool begins_word = true;
  for (uint64_t at = begin; at < found_.end; ++at) {
    const uint8_t byte = window.byte(at);
    const bool is_lower = byte >= 'a' && byte <= 'z';
    const bool begins_noun = begins_word && base::is_ascii_letter(byte);
    const bool is_between_words = byte == '-' && !begins_word && may_be_several;
    if (byte < 0x80 && !is_lower && !begins_noun && !is_between_words) return false;
    begins_word = byte == '-';
  }
  return !begins_word;
}

inline void DomainRun::note_character(uint8_t length, char32_t code_point) {
  const bool is_dot = is_label_dot(code_point);
  if (is_dot && found_.labels == 1 && found_.first_label_end == 0) found_.first_label_end = at_;
  if (!is_dot && label_begin_ == at_) begin_label();
  at_ += length;
  if (is_dot) {
    label_begin_ = at_;
    return;
  }
  if (script_kind_ == ScriptKind::neutral && code_point != '-') {
    script_kind_ = code_point < 0x80 ? ScriptKind::latin : script_kind_of(code_point);
  }
  note_end();
}

inline void DomainRun::begin_label() {
  if (found_.labels >= 2) label_cut_ = found_;
  found_.last_label = at_;
  ++found_.labels;
  script_kind_ = ScriptKind::neutral;
  change_cut_.labels = 0;
}

// The text up to at_ does not end with a dot.
inline void DomainRun::note_end() {
  found_.end = at_;
  const uint8_t accepts = automata::kHost.accepts[state_];
  if ((accepts & kDomainRoot) != 0) found_.domain_end = at_;
  if ((accepts & kHostRoot) != 0) found_.host_end = at_;
}

bool DomainRun::ends_with_top_level_domain(const Window& window, const Found& found) const {
  return tlds_->contains(window, found.last_label, found.end);
}

// In prose, cuts the text after the host.
void DomainRun::settle(const Window& window) {
  if (was_cut_ || too_long()) return;
  if (use_ == Use::host) {
    drop_hyphens(window);
  } else {
    drop_final(window, '-');  // anna@example.org-, example.org--and
  }
  if (next_sentence_follows(window)) return cut_at(label_cut_);
  if (cut_after_glued_tld(window) || cut_after_inflected_tld(window)) return;
  const bool could_be_cut = dot_cut_.labels != 0 || change_cut_.labels != 0 ||
                            hyphen_cut_.labels != 0 || known_cut_.labels != 0 ||
                            (!empty() && window.byte(found_.end - 1) == '_');
  if (!could_be_cut || window.has(at_, '@')) return;
  const bool is_whole = is_domain() && !too_long() && ends_with_top_level_domain(window, found_);
  if (is_whole) return;
  if (use_ == Use::host && host_continues(window)) return;  // http://例え.ローカル/
  drop_final(window, '_');                                  // _bob@example.net_: emphasis
  const Found* cut = &known_cut_;
  if (cut->labels == 0 && has_ending_after_hyphen(window)) cut = &hyphen_cut_;
  if (cut->labels == 0 && use_ == Use::host) cut = dot_cut_.labels != 0 ? &dot_cut_ : &change_cut_;
  if (cut->labels != 0) cut_at(*cut);
}

// Is the last label the first word of a sentence, after a full stop without a space?
// https://example.de.Danke
bool DomainRun::next_sentence_follows(const Window& window) const {
  if (!is_on(ProseRule::next_sentence)) return false;
  constexpr uint64_t kLongest = 48;
  const Found& cut = label_cut_;
  const uint64_t word = found_.last_label;
  const uint64_t host_end = use_ == Use::host ? cut.host_end : cut.domain_end;
  const bool is_host = cut.labels >= 2 && host_end == cut.end && word == cut.end + 1 &&
                       cut.end - begin_ <= kLongest && found_.end - word <= kLongest;
  if (!is_host) return false;
  const base::CodePoint first = window.code_point(word);
  if (!is_upper_case(first.value) || word + first.length == found_.end) return false;
  for (uint64_t at = begin_; at < found_.end;) {
    base::count_step();
    const base::CodePoint here = window.code_point(at);
    const bool is_of_word = at >= word;
    if (is_of_word && !unicode::properties(here.value).is_letter()) return false;
    if (at != word && is_upper_case(here.value)) return false;
    at += here.length;
  }
  const Peek next = window.peek(at_);
  constexpr base::AsciiSet kGoesOn("/:?#@=([{>");
  const bool continues = next.state == Peek::State::code_point && next.code_point.value < 0x80 &&
                         kGoesOn.contains(static_cast<uint8_t>(next.code_point.value));
  return !continues && must_be_host(window) && ends_with_top_level_domain(window, cut);
}

// Does a port, a path, a query or a fragment follow? Not in …cn和https://, where a link does.
bool DomainRun::host_continues(const Window& window) const {
  const Peek next = window.peek(at_);
  return next.is('/') || next.is('?') || next.is('#') ||
         (next.is(':') && !window.has(at_ + 1, '/'));
}

// http://例子.中国了解: if the last label is a top-level domain and then text in a script without
// spaces, cuts between them.
bool DomainRun::cut_after_glued_tld(const Window& window) {
  if (!is_on(ProseRule::glued_tld)) return false;
  constexpr uint64_t kLongest = 64;
  if (found_.labels < 2 || window.byte(found_.end - 1) < 0x80 || window.has(at_, '@')) return false;
  const char32_t first = window.code_point(found_.last_label).value;
  const bool may_be_glued = !host_continues(window) &&
                            script_kind_of(first) == ScriptKind::unspaced &&
                            !ends_with_top_level_domain(window, found_);
  if (!may_be_glued) return false;
  uint64_t end = 0;
  const uint64_t limit = std::min(found_.end, found_.last_label + kLongest);
  for (uint64_t at = found_.last_label; at < limit;) {
    at += window.code_point(at).length;
    base::count_step();
    if (at < found_.end && tlds_->contains(window, found_.last_label, at)) end = at;
  }
  const bool is_cut =
      end != 0 && (must_be_host(window) || is_particle(window.slice(end, found_.end)));
  if (!is_cut) return false;
  Found cut = found_;
  cut.end = cut.domain_end = cut.host_end = end;
  cut_at(cut);
  return true;
}

// Facebook.comin: cuts before an ending that a language joins to the top-level domain.
bool DomainRun::cut_after_inflected_tld(const Window& window) {
  if (!is_on(ProseRule::inflected_tld)) return false;
  const uint64_t begin = found_.last_label;
  const bool may_be_inflected = use_ == Use::domain && found_.labels >= 2 &&
                                found_.domain_end == found_.end && !window.has(at_, '@') &&
                                !host_continues(window) &&
                                may_be_inflected_tld(window, begin, found_.end);
  if (!may_be_inflected) return false;
  constexpr uint64_t kTldBytes[] = {0, 2, 3};  // by the values in src/CMakeLists.txt
  const uint8_t value = automata::kInflectedTlds.find(window.slice(begin, found_.end));
  if (value == 0) return false;
  Found cut = found_;
  cut.end = cut.domain_end = cut.host_end = begin + kTldBytes[value];
  cut_at(cut);
  return true;
}

// Is it a host for more reasons than its top-level domain? Words of program code between dots are
// in lower and upper case, too: scala.io.Source
bool DomainRun::must_be_host(const Window& window) const {
  const bool is_of_address = begin_ > window.begin && window.byte(begin_ - 1) == '@';
  return use_ == Use::host || is_of_address || window.holds(begin_, "www.") == Answer::yes;
}

void DomainRun::cut_at(const Found& cut) {
  found_ = Found(cut);
  at_ = found_.end;
  was_cut_ = true;
}

// Removes these characters at the end of the run, if a domain precedes them.
void DomainRun::drop_final(const Window& window, char mark) {
  uint64_t end = found_.end;
  while (end > begin_ && window.has(end - 1, mark)) --end;
  if (end == begin_ || end == found_.end || end != found_.domain_end) return;
  if (found_.end != at_ && (mark != '_' || !window.has(found_.end, '.'))) return;  // _example.org_.
  found_.end = found_.host_end = at_ = end;
}

// `http://example.com-- and so on`: hyphens at the end of a host are a dash. A single one may be
// from a line break within the host, and so may `xn--`.
void DomainRun::drop_hyphens(const Window& window) {
  uint64_t end = found_.end;
  while (end > begin_ && window.byte(end - 1) == '-') --end;
  const bool is_ace_prefix =
      end - found_.last_label == 2 && window.holds(found_.last_label, "xn--") == Answer::yes;
  const bool is_dash = found_.end - end >= 2 || (found_.end > end && window.has(at_, ' ') &&
                                                 tlds_->contains(window, found_.last_label, end));
  if (!is_dash || found_.end != at_ || is_ace_prefix) return;
  found_.end = at_ = end;
}

}  // namespace linkspan::scan
