// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/script_boundary.h"

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/tail_punctuation.h"
#include "scan/text/code_point_set.h"
#include "unicode/properties.h"

namespace linkspan::scan {

bool is_word_character(char32_t code_point) {
  const unicode::Properties properties = unicode::properties(code_point);
  return properties.is_letter() || properties.is_digit() || properties.is_mark();
}

bool is_other_script(char32_t code_point) {
  if (code_point < 0x80 || !is_word_character(code_point)) return false;
  const ScriptKind kind = script_kind_of(code_point);
  return kind == ScriptKind::spaced || kind == ScriptKind::unspaced;
}

Answer stands_at(const Window& window, uint64_t at, bool (*is_one)(char32_t)) {
  const Peek next = window.peek(at);
  if (next.unknown()) return Answer::unknown;
  const bool stands = next.state == Peek::State::code_point && is_one(next.code_point.value);
  return stands ? Answer::yes : Answer::no;
}

Answer word_stands_at(const Window& window, uint64_t at) {
  return stands_at(window, at, is_word_character);
}

Answer other_script_stands_at(const Window& window, uint64_t at) {
  return stands_at(window, at, is_other_script);
}

bool ends_escape(const Window& window, uint64_t begin, uint64_t end) {
  return end >= begin + 3 && window.byte(end - 3) == '%' &&
         base::is_ascii_hex_digit(window.byte(end - 2)) &&
         base::is_ascii_hex_digit(window.byte(end - 1));
}

namespace {

// Does the text at `at`, after another script, show that the script was part of a link?
// .pdf  &hl=ja  _a  /a  #a  %20  -공지; not a full stop, nor the slash
// before another link
Answer joins_parts_of_link(const Window& window, uint64_t at) {
  static constexpr base::AsciiSet kJoints("-.&%_/?#");
  const Peek joint = window.peek(at);
  if (joint.unknown()) return Answer::unknown;
  if (joint.is('=')) return Answer::yes;
  const bool may_join = joint.state == Peek::State::code_point && joint.code_point.value < 0x80 &&
                        kJoints.contains(static_cast<uint8_t>(joint.code_point.value));
  if (!may_join) return Answer::no;
  const Answer next_link = next_link_begins(window, at + 1);
  if (next_link != Answer::no) return opposite(next_link);
  const Answer is_name = stands_at(window, at + 1, base::is_ascii_alphanumeric);
  const bool may_be_script =
      is_name == Answer::no && (joint.is('-') || joint.is('_') || joint.is('/'));
  return may_be_script ? other_script_stands_at(window, at + 1) : is_name;  // …/2차-공지
}

}  // namespace

Answer continues_link(const Window& window, uint64_t at, Brackets brackets) {
  constexpr unsigned kLongest = 40;
  char32_t before = 0;
  bool has_hiragana = false;
  for (unsigned passed = 0; passed < kLongest; ++passed) {
    const Peek next = window.peek(at);
    if (next.unknown()) return Answer::unknown;
    if (next.state == Peek::State::end_of_text) return Answer::no;
    base::count_step();
    const char32_t code_point = next.code_point.value;
    const bool is_wide_bracket = brackets == Brackets::pass && code_point >= 0x80 &&
                                 unicode::properties(code_point).is_east_asian_wide() &&
                                 (role_of(code_point, Style::prose) == Role::open ||
                                  role_of(code_point, Style::prose) == Role::close);
    const bool is_passed = code_point >= 0x80 ? is_word_character(code_point) ||
                                                    is_picture(code_point) || is_wide_bracket
                                              : base::is_ascii_digit(code_point);
    if (!is_passed) {
      const bool is_hashtag = has_hiragana && next.is('#');  // …/abcを聴いて#東京
      if (before < 0x80 || is_hashtag) return Answer::no;
      const bool is_mixed =  // …/a𐀀b
          base::is_ascii_letter(code_point) && script_kind_of(before) == ScriptKind::spaced;
      return is_mixed ? Answer::yes : joins_parts_of_link(window, at);
    }
    before = code_point;
    has_hiragana |= unicode::script(code_point) == unicode::Script::hiragana;
    at += next.code_point.length;
  }
  return Answer::no;
}

FoundInWord find_in_word(const Window& window, uint64_t from, char32_t code_point) {
  constexpr unsigned kLongest = 40;
  uint64_t at = from;
  for (unsigned passed = 0; passed < kLongest; ++passed) {
    const Peek next = window.peek(at);
    if (next.unknown()) return {Answer::unknown, at};
    if (next.state == Peek::State::end_of_text) break;
    base::count_step();
    if (next.code_point.value == code_point) return {Answer::yes, at};
    if (unicode::properties(next.code_point.value).is_white_space()) break;
    at += next.code_point.length;
  }
  return {Answer::no, at};
}

Answer next_link_begins(const Window& window, uint64_t at) {
  if (at >= window.end) return window.complete() ? Answer::no : Answer::unknown;
  if ((window.byte(at) | 0x20) == 'w') return window.holds(at, "www.");
  if ((window.byte(at) | 0x20) != 'h') return Answer::no;
  const Answer plain = window.holds(at, "http://");
  return plain == Answer::no ? window.holds(at, "https://") : plain;
}

namespace {

// ⁽¹⁾ marks a footnote.
constexpr bool is_superscript_bracket(char32_t code_point) {
  return code_point == 0x207D || code_point == 0x207E;
}

// Fullwidth signs that people type between links, and signs for letters or words.
constexpr bool is_sign(char32_t code_point) {
  constexpr CodePointSet kWideSigns(U"／＋＆＝");
  return kWideSigns.contains(code_point) || is_compatibility_sign(code_point);
}

// Names are written in them and in Latin letters at once: /iphone15про
bool mixes_with_latin(char32_t code_point) {
  const unicode::Script script = unicode::script(code_point);
  return script == unicode::Script::cyrillic || script == unicode::Script::greek;
}

}  // namespace

TailState::Verdict TailScripts::take(char32_t code_point, Role role, uint64_t after) {
  if (state_.quotes.closes(code_point) && state_.at != state_.name_quote_end) {
    const Answer closes = TailPunctuation(window_, state_).quote_closes_here(after);
    if (closes == Answer::unknown) return Verdict::need_more;
    if (closes == Answer::yes) return state_.stop_for(Cause::quote);
  }
  if (code_point < 0x80) return TailPunctuation(window_, state_).take(code_point);
  const bool is_wide_bracket =
      role == Role::open && unicode::properties(code_point).is_east_asian_wide();
  if (is_wide_bracket) return take_wide_bracket();
  if (is_superscript_bracket(code_point)) return state_.stop_for(Cause::script);
  const bool is_beyond_link = state_.letters == Letters::ascii || is_joiner(code_point);
  if (is_beyond_link && window_.byte(state_.at - 1) < 0x80) return state_.stop_for(Cause::script);
  Answer ends = ends_before_next_link(code_point, after);
  if (ends == Answer::no && may_begin_text(code_point)) {
    ends = opposite(continues_link(window_, state_.at, Brackets::end));
  }
  if (ends == Answer::unknown) return Verdict::need_more;
  if (ends == Answer::yes) return state_.stop_for(Cause::script);
  if (is_word_character(code_point) && !is_picture(code_point)) state_.segment = Segment::other;
  return Verdict::proceed;
}

// …/資料（仮）.pdf: a fullwidth bracket belongs to a title that continues after it.
TailState::Verdict TailScripts::take_wide_bracket() {
  const bool may_be_title = state_.segment == Segment::other || window_.byte(state_.at - 1) == '/';
  const Answer continues =
      may_be_title ? continues_link(window_, state_.at, Brackets::pass) : Answer::no;
  if (continues == Answer::unknown) return Verdict::need_more;
  if (continues == Answer::no) return state_.stop_for(Cause::script);
  state_.segment = Segment::other;
  return Verdict::proceed;
}

// ?q=%23東京: is an encoded ASCII character all of the segment before `end`?
bool is_only_encoded(const Window& window, uint64_t begin, uint64_t end) {
  static constexpr base::AsciiSet kBeforeSegment("=/?&#");
  static constexpr base::AsciiSet kOfAscii("01234567");
  return ends_escape(window, begin, end) && end >= begin + 4 &&
         kOfAscii.contains(window.byte(end - 2)) && kBeforeSegment.contains(window.byte(end - 4));
}

// May the text after the link begin with this code point? A picture does after letters; a sign or a
// letter of another script does after ASCII, with or without punctuation between the two.
bool TailScripts::may_begin_text(char32_t code_point) const {
  if (!is_on(ProseRule::script_boundary) || state_.segment == Segment::empty) return false;
  const bool is_picture_itself = is_picture(code_point) && !is_modifier_of_picture(code_point);
  if (is_picture_itself || code_point == U'※') return true;
  if (state_.segment == Segment::other) return false;
  const bool is_other = is_other_script(code_point);
  const uint8_t last = window_.byte(state_.at - 1);
  if (!base::is_ascii_alphanumeric(last) && last != '?') {  // …/a,还有, …/a,€7,50
    return is_other || is_currency_sign(code_point);
  }
  if (is_sign(code_point)) return true;
  if (!is_other || mixes_with_latin(code_point)) return false;
  if (is_only_encoded(window_, state_.begin, state_.at)) return false;
  return script_kind_of(code_point) == ScriptKind::unspaced ||
         !ends_escape(window_, state_.begin, state_.at);  // `%c3`
}

// …/a、https://, …/或https://: does another link begin after the code point? Then this one ends
// before punctuation, or after a letter.
Answer TailScripts::ends_before_next_link(char32_t code_point, uint64_t after) {
  const Answer begins = next_link_begins(window_, after);
  if (begins == Answer::yes && is_word_character(code_point)) state_.last_safe = after;
  return begins;
}

}  // namespace linkspan::scan
