// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/script_boundary.h"

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/steps.h"
#include "scan/text/roles.h"
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
  bool is_after_other = false;
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
      return is_after_other && !is_hashtag ? joins_parts_of_link(window, at) : Answer::no;
    }
    is_after_other = code_point >= 0x80;
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

}  // namespace linkspan::scan
