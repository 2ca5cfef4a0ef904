// SPDX-License-Identifier: Apache-2.0
#include "scan/readers/domain_run.h"

#include <algorithm>

#include "automata/host.h"
#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/prose/prose_rules.h"
#include "scan/text/link_edges.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

WideAfter wide_after(const Window& window, uint64_t begin, const PlainDomain& plain, Style style,
                     bool has_top_level_domain) {
  if (!plain.is_before_wide) return WideAfter::ends_run;
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

// Could the label [begin, end), the last of three or more, be the first word of the next sentence?
// www.example.de.Danke
bool may_begin_sentence(const Window& window, uint64_t begin, uint64_t end, unsigned labels) {
  if (end < begin + 2) return false;
  // PERF: one branch, as all hosts of some texts are in capitals.
  const auto is_upper = static_cast<unsigned>(base::is_ascii_upper(window.byte(begin)));
  const auto is_lower = static_cast<unsigned>(!base::is_ascii_upper(window.byte(begin + 1)));
  return (is_upper & is_lower & static_cast<unsigned>(labels >= 3)) != 0;
}

// Could the number of an item precede `www.`? 1.www.example.org
bool may_begin_with_item(const Window& window, uint64_t begin, const PlainDomain& plain) {
  constexpr uint64_t kMostDigits = 2;
  const uint64_t size = plain.first_label_end;
  return size >= 1 && size <= kMostDigits && base::is_ascii_digit(window.byte(begin)) &&
         (window.byte(begin + size + 1) | 0x20) == 'w';
}

// Does the plain run at `begin` have to be gathered all the same, as it may continue, or may have
// to be cut?
bool has_to_be_gathered(const Window& window, uint64_t begin, const PlainDomain& plain,
                        bool has_top_level_domain, WideAfter after) {
  if (after == WideAfter::continues) return true;
  if (!has_top_level_domain && plain.may_have_ending) return true;
  return may_begin_sentence(window, begin + plain.last_label, begin + plain.end, plain.labels) ||
         (plain.labels >= 3 && may_begin_with_item(window, begin, plain));
}

// Does the run [begin, at), which has `labels` labels, continue with the character at `at`?
class NextCharacter {
 public:
  NextCharacter(const Window& window, uint64_t begin, uint64_t at, unsigned labels,
                DomainRun::Use use, Style style)
      : window_(window),
        begin_(begin),
        at_(at),
        labels_(labels),
        use_(use),
        is_prose_(style == Style::prose) {}

  // It ends at `after`.
  Answer is_taken(char32_t code_point, uint64_t after) const;

 private:
  Answer takes_dot(uint64_t after) const;
  Answer takes_percent() const;
  Answer takes_wide_dot(uint64_t after) const;
  bool is_number_of_item() const;

  const Window& window_;
  uint64_t begin_;
  uint64_t at_;
  unsigned labels_;
  DomainRun::Use use_;
  bool is_prose_;
};

Answer NextCharacter::is_taken(char32_t code_point, uint64_t after) const {
  if (code_point == '%') return takes_percent();
  if (code_point == '.' && is_prose_) return takes_dot(after);
  if (!is_run_character(code_point, is_prose_ ? Style::prose : Style::uts58)) return Answer::no;
  if (is_letter_mark(code_point) && is_prose_) return Answer::no;  // a quotation mark
  const bool is_wide_dot = code_point >= 0x80 && is_label_dot(code_point);
  if (is_wide_dot && is_prose_ && use_ == DomainRun::Use::domain) {
    return takes_wide_dot(after);
  }
  return Answer::yes;
}

// Two dots are an ellipsis: example.de...und. Before a hyphen, a dot ends a sentence:
// EXAMPLE.TV.-Merci. A host begins after an abbreviation in another script, эл.адр.www.example.ru,
// and after the number of an item, 1.www.example.org
Answer NextCharacter::takes_dot(uint64_t after) const {
  const Peek next = window_.peek(after);
  if (next.unknown()) return Answer::unknown;
  if (next.is('.') || (next.is('-') && use_ == DomainRun::Use::domain)) return Answer::no;
  const bool may_be_after_text = at_ > begin_ && use_ == DomainRun::Use::domain &&
                                 (window_.byte(at_ - 1) >= 0x80 || is_number_of_item());
  return may_be_after_text ? opposite(window_.holds(after, "www.")) : Answer::yes;
}

// 1.www.example.org: is the current label the first one, with one or two digits?
bool NextCharacter::is_number_of_item() const {
  if (!is_on(ProseRule::domain_start)) return false;
  constexpr uint64_t kMostDigits = 2;
  if (labels_ != 1 || at_ - begin_ > kMostDigits) return false;
  const uint8_t before = begin_ > window_.begin ? window_.byte(begin_ - 1) : uint8_t{' '};
  if (before == '@' || before == '-') return false;
  return base::is_ascii_digit(window_.byte(begin_)) && base::is_ascii_digit(window_.byte(at_ - 1));
}

// Is `%HH` at `at`?
Answer is_encoded(const Window& window, uint64_t at) {
  for (uint64_t offset = at; offset < at + 3; ++offset) {
    if (offset >= window.end) return window.complete() ? Answer::no : Answer::unknown;
    const uint8_t byte = window.byte(offset);
    if (offset == at ? byte != '%' : !base::is_ascii_hex_digit(byte)) return Answer::no;
  }
  return Answer::yes;
}

Answer NextCharacter::takes_percent() const {
  return use_ == DomainRun::Use::domain ? Answer::no : is_encoded(window_, at_);
}

// `。` ends sentences. In prose it joins only ASCII labels: example。com
Answer NextCharacter::takes_wide_dot(uint64_t after) const {
  if (at_ == begin_ || !base::is_ascii_alphanumeric(window_.byte(at_ - 1))) return Answer::no;
  if (after >= window_.end) return window_.complete() ? Answer::no : Answer::unknown;
  return base::is_ascii_alphanumeric(window_.byte(after)) ? Answer::yes : Answer::no;
}

// A character whose UTF-8 is percent-encoded.
struct EncodedCharacter {
  Answer is_there = Answer::no;
  uint8_t bytes[4] = {};
  uint8_t size = 0;
  char32_t value = base::kIllFormed;  // of the first octet alone, if it is not UTF-8
};

EncodedCharacter read_encoded(const Window& window, uint64_t at) {
  EncodedCharacter found;
  uint8_t length = 1;
  for (; found.size < length; ++found.size, at += 3) {
    const Answer is_there = is_encoded(window, at);
    if (is_there == Answer::unknown || found.size == 0) found.is_there = is_there;
    if (is_there != Answer::yes) return found;
    const auto digit = [&](uint64_t offset) {
      const uint8_t byte = window.byte(offset);
      return static_cast<unsigned>(base::is_ascii_digit(byte) ? byte - '0'
                                                              : (byte | 0x20) - 'a' + 10);
    };
    found.bytes[found.size] = static_cast<uint8_t>(digit(at + 1) << 4 | digit(at + 2));
    if (found.size == 0) length = std::max(base::internal::sequence_length(found.bytes[0]), length);
  }
  const base::CodePoint whole =
      base::decode(found.bytes, found.bytes + length, base::Text::complete);
  if (whole.length == length) found.value = whole.value;
  return found;
}

}  // namespace

// Takes `%HH` of a character, if a run may have it, or of octets that are not UTF-8, with which it
// is not a domain. mailto:a@example.org%2C%20b@example.org: the run ends before a comma.
Answer DomainRun::take_encoded_character(const Window& window) {
  const EncodedCharacter found = read_encoded(window, at_);
  if (found.is_there != Answer::yes) return found.is_there;
  const bool is_ill_formed = found.value == base::kIllFormed;
  const bool is_of_run = !is_ill_formed && is_run_character(found.value, style_);
  if (found.bytes[0] < 0x80 && !is_of_run) return Answer::no;
  for (uint8_t i = 0; i < found.size; ++i) state_ = automata::kHost.step(state_, found.bytes[i]);
  if (!is_of_run) state_ = base::Dfa::kDead;
  note_character(static_cast<uint8_t>(is_ill_formed ? 3 : 3 * found.size), found.value);
  return Answer::yes;
}

Progress DomainRun::gather_all(const Window& window) {
  if (at_ == begin_) begin_gathering();
  if (gather(window) == Progress::need_more) return Progress::need_more;
  if (style_ == Style::prose) {
    // A port may follow the colon, or the `//` of another link.
    if (window.has(at_, ':') && window.peek(at_ + 1).unknown()) return Progress::need_more;
    if (!was_cut_ && !too_long()) {
      was_cut_ = HostCut(window, *tlds_, use_, begin_, cuts_, found_, at_).apply();
    }
  }
  is_settled_ = true;
  return Progress::done;
}

// Takes a run that is a plain domain, whatever follows it: it has no place to cut.
[[gnu::hot]] void DomainRun::take_plain(const Window& window) {
  PlainDomain plain = read_plain_(window.at(begin_), window.end_of_bytes(), window.text);
  remove_two_dots(plain, style_);
  base::count_steps(plain.run_end);
  if (!plain.is_known()) return;
  if (takes_encoded_ && window.has(begin_ + plain.run_end, '%')) return;
  if (plain.is_none) {
    const bool may_be_host =
        style_ == Style::prose && tail_may_follow(window, begin_ + plain.run_end);
    if (may_be_host) return;  // my_shop.example.com/about
    at_ = begin_ + plain.run_end;
    found_ = {at_, begin_, begin_, begin_, 0, 0};
    is_settled_ = true;
    return;
  }
  const uint64_t end = begin_ + plain.end;
  const bool has_tld = plain.labels >= 2 &&
                       (end == tld_end_ || tlds_->contains(window, begin_ + plain.last_label, end));
  const WideAfter after = wide_after(window, begin_, plain, style_, has_tld);
  if (has_to_be_gathered(window, begin_, plain, has_tld, after)) return;
  ends_with_tld_ = has_tld ? Answer::yes : Answer::no;
  settle_plain(plain, after);
}

void DomainRun::settle_plain(const PlainDomain& plain, WideAfter after) {
  const uint64_t end = begin_ + plain.end;
  const uint64_t first_label_end = plain.first_label_end == 0 ? 0 : begin_ + plain.first_label_end;
  found_ = {end, end, end, begin_ + plain.last_label, first_label_end, plain.labels};
  at_ = begin_ + plain.run_end;
  was_cut_ = after == WideAfter::cuts_run;
  middle_dots_ = MiddleDots::none;
  first_middle_dot_ = kNowhere;
  is_settled_ = true;
}

void DomainRun::begin_gathering() {
  found_ = {begin_, begin_, begin_, begin_, 0, 0};
  label_begin_ = begin_;
  cuts_.known.labels = cuts_.hyphen.labels = cuts_.dot.labels = 0;
  cuts_.change.labels = cuts_.label.labels = 0;
  last_hyphen_label_ = 0;
  state_ = base::Dfa::kStart;
  script_kind_ = ScriptKind::neutral;
  middle_dots_ = MiddleDots::none;
  first_middle_dot_ = kNowhere;
}

Progress DomainRun::gather(const Window& window) {
  for (;;) {
    if (is_after_text(window)) {
      found_ = RunPart(cuts_.change);
      at_ = found_.end;
      was_cut_ = true;
      return Progress::done;
    }
    pass_names(window);
    const Peek next = window.peek(at_);
    if (next.unknown()) return Progress::need_more;
    if (next.state == Peek::State::end_of_text) return Progress::done;
    base::count_step();
    const char32_t code_point = next.code_point.value;
    if (code_point == '%' && takes_encoded_) {
      const Answer is_taken = take_encoded_character(window);
      if (is_taken == Answer::yes) continue;
      return is_taken == Answer::no ? Progress::done : Progress::need_more;
    }
    if (code_point == U'·' && window.peek(at_ + next.code_point.length).unknown()) {
      return Progress::need_more;
    }
    const NextCharacter character(window, begin_, at_, found_.labels, use_, style_);
    const Answer continues = character.is_taken(code_point, at_ + next.code_point.length);
    if (continues == Answer::unknown) return Progress::need_more;
    if (continues == Answer::no) return Progress::done;
    if (style_ == Style::prose && !too_long()) {
      if (code_point >= 0x80) note_place_to_cut(window, code_point);
      if (code_point == '-') note_hyphen(window);
      if (code_point == U'·') note_middle_dot(window);
    }
    if (use_ == Use::domain && cuts_.known.labels != 0) {
      // The first place is as good as any. To search for a better one would be quadratic:
      // a.comでa.comで…
      found_ = RunPart(cuts_.known);
      at_ = found_.end;
      was_cut_ = true;
      return Progress::done;
    }
    const uint8_t length = code_point == '%' ? 3 : next.code_point.length;
    for (uint8_t i = 0; i < length; ++i) {
      state_ = automata::kHost.step(state_, window.byte(at_ + i));
    }
    note_character(length, code_point);
  }
}

// PERF: most hosts have mostly ASCII letters and digits. A host is not cut there, and the state
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

// index.htmlはexample.org: do letters follow some in a script without spaces, which follow letters
// in the same label? The label is two, and text.
inline bool DomainRun::is_after_text(const Window& window) const {
  constexpr uint64_t kLongest = 12;
  if (cuts_.change.labels < 2 || style_ != Style::prose || use_ != Use::domain) return false;
  return at_ < window.end && base::is_ascii_letter(window.byte(at_)) &&
         window.byte(at_ - 1) >= 0x80 && at_ - cuts_.change.end <= kLongest &&
         window.holds(begin_, "www.") != Answer::yes;
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
  RunPart cut = found_;
  cut.end = found_.host_end;  // a hyphen may be between
  // www．example．co．jp is typed in fullwidth letters. `。` ends a sentence, unless the first dot
  // is the same: www。example。com
  const bool is_typed_dot =
      use_ == Use::domain &&
      (code_point == U'．' || (is_dot && found_.first_label_end != 0 &&
                               window.code_point(found_.first_label_end).value == code_point));
  const bool is_known = cut.labels >= 2 && cut.domain_end == cut.end && cuts_.known.labels == 0 &&
                        !is_typed_dot && tlds_->contains(window, cut.last_label, cut.end);
  if (is_known) cuts_.known = cut;
  if (is_dot && cuts_.dot.labels == 0) cuts_.dot = cuts_.change.labels != 0 ? cuts_.change : cut;
  if (changes && kind == ScriptKind::unspaced) cuts_.change = cut;
}

// A hyphen may join a case ending to a name: példa.hu-n, example.com-based. No top-level domain has
// one, so the first hyphen of a label matters.
inline void DomainRun::note_hyphen(const Window& window) {
  const bool is_first = last_hyphen_label_ != found_.last_label;
  last_hyphen_label_ = found_.last_label;
  const bool is_domain_here = found_.labels >= 2 && found_.domain_end == at_;
  if (is_first && is_domain_here && tlds_->contains(window, found_.last_label, found_.end)) {
    cuts_.hyphen = found_;
  }
}

// foo··r.com, not col·lecció.example: is the middle dot at at_ allowed in a host (RFC 5892,
// appendix A.3)? gather() has seen what follows it, but for the end of the run.
inline void DomainRun::note_middle_dot(const Window& window) {
  constexpr std::string_view kDot = "·";
  const std::string_view before = window.slice(begin_, at_);
  if (before.ends_with(kDot)) {
    if (middle_dots_ == MiddleDots::none) first_middle_dot_ = at_;
    middle_dots_ = MiddleDots::several;
  } else if (middle_dots_ == MiddleDots::none) {
    const auto is_l = [&](uint64_t at) { return window.has(at, 'l') || window.has(at, 'L'); };
    const bool is_catalan = at_ > begin_ && is_l(at_ - 1) && is_l(at_ + kDot.size());
    if (is_catalan) return;
    middle_dots_ = MiddleDots::one;
    first_middle_dot_ = at_;
  }
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
  if (found_.labels >= 2) cuts_.label = found_;
  found_.last_label = at_;
  ++found_.labels;
  script_kind_ = ScriptKind::neutral;
  cuts_.change.labels = 0;
}

// The text up to at_ does not end with a dot.
inline void DomainRun::note_end() {
  found_.end = at_;
  const uint8_t accepts = automata::kHost.accepts[state_];
  if ((accepts & automata::host::text_domain) != 0) found_.domain_end = at_;
  if ((accepts & automata::host::text_host) != 0) found_.host_end = at_;
}

}  // namespace linkspan::scan
