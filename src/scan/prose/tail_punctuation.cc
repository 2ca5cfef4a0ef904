// SPDX-License-Identifier: Apache-2.0
// Does punctuation in a link belong to it or to the text around it? Brackets, commas, quotation
// marks and bars (docs/rules.md).

#include <algorithm>
#include <string_view>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/backslash_escapes.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"
#include "scan/syntax/tail.h"
#include "scan/trigger/fast_path.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

Answer closing_entity(const Window& window, uint64_t offset) {
  // PERF: a `&` between the parts of a query does not begin an entity.
  if (offset + 1 < window.end && !kBeginsEntity.contains(window.byte(offset + 1))) {
    return Answer::no;
  }
  Answer answer = Answer::no;
  for (const std::string_view entity : kClosingEntities) {
    const bool is_known = offset + 1 < window.end;
    // In lower case; `#` stays what it is.
    if (is_known && (window.byte(offset + 1) | 0x20) != entity[1]) continue;
    const Answer holds = window.holds(offset, entity);
    if (holds == Answer::yes) return holds;
    if (holds == Answer::unknown) answer = holds;
  }
  return answer;
}

// The closing quotation mark for one that opens within a name; 0 if the code point is not one.
constexpr char32_t closing_in_name(char32_t opening) {
  switch (opening) {
    case U'«':
      return U'»';
    case U'»':
      return U'«';
    case U'„':
      return U'“';
    default:
      return 0;
  }
}

bool is_letter(char32_t code_point) { return unicode::properties(code_point).is_letter(); }

// Is there a `_` at `at`?
Answer is_before_joint(const Window& window, uint64_t at) {
  const Peek next = window.peek(at);
  return next.unknown() ? Answer::unknown : (next.is('_') ? Answer::yes : Answer::no);
}

// Are there letters, digits and then `=` at `begin`?
Answer name_of_parameter_stands_at(const Window& window, uint64_t begin) {
  constexpr uint64_t kLongest = 32;
  uint64_t at = begin;
  while (at < window.end && at < begin + kLongest &&
         (base::is_ascii_alphanumeric(window.byte(at)) || window.byte(at) == '_')) {
    ++at;
  }
  base::count_steps(at - begin);
  if (at == window.end) return window.complete() ? Answer::no : Answer::unknown;
  return at > begin && window.byte(at) == '=' ? Answer::yes : Answer::no;
}

}  // namespace

// An ASCII character that a link may have, unless the text after it shows otherwise.
Tail::Verdict Tail::take_ascii_reading(const Window& window, char32_t code_point) {
  if (base::is_ascii_alphanumeric(code_point)) {
    if (segment_ == Segment::empty) segment_ = Segment::ascii;
    return Verdict::proceed;
  }
  const Answer stops = stops_at_punctuation(window, code_point);
  if (stops == Answer::unknown) return Verdict::need_more;
  segment_ = Segment::empty;
  return stops == Answer::yes ? Verdict::stop : Verdict::proceed;
}

// Does the link end before the punctuation at at_, because of the text after it or around the link?
inline Answer Tail::stops_at_punctuation(const Window& window, char32_t code_point) {
  switch (code_point) {
    case '(':
      return segment_ == Segment::ascii ? remark_follows(window) : Answer::no;
    case '&':
      return closing_entity(window, at_);
    case ',':
    case ';':
      return stops_at_comma(window, code_point);
    case '#':
      return cut_before_topic() ? Answer::yes : Answer::no;
    case '*':
      return closes_comment(window);
    case '[':
      return window.holds(at_ + 1, "/");  // [url]https://…[/url]
    case ':': {
      const Answer has_slashes = window.holds(at_ + 1, "//");
      const bool is_link = has_slashes == Answer::yes && end_before_next_link(window);
      return has_slashes == Answer::yes && !is_link ? Answer::no : has_slashes;
    }
    default:
      return Answer::no;
  }
}

Answer Tail::stops_at_comma(const Window& window, char32_t comma) const {
  if (quotes_.mark == comma) {
    const Answer ends_field = is_between_fields(window, comma);
    if (ends_field != Answer::no) return ends_field;
  }
  return letters_ == Letters::ascii && component_ == Component::path && comma == ','
             ? stands_at(window, at_ + 1, is_letter)  // sip:anna@example.de,danke
             : window.holds(at_ + 1, "www.");         // https://example.org/a,www.example.com
}

// Anna,https://example.org/,Ulm: does the separator at at_ separate the link from the next field of
// a row? Not in a query or between digits, nor does `;` before a parameter.
Answer Tail::is_between_fields(const Window& window, char32_t separator) const {
  if (!is_on(ProseRule::row_of_fields)) return Answer::no;
  if (component_ == Component::query) return Answer::no;
  if (separator == ';') {
    const Answer is_parameter = name_of_parameter_stands_at(window, at_ + 1);
    if (is_parameter != Answer::no) return opposite(is_parameter);  // …/a;jsessionid=1
  }
  if (!base::is_ascii_digit(window.byte(at_ - 1))) return Answer::yes;
  const Peek next = window.peek(at_ + 1);
  if (next.unknown()) return Answer::unknown;
  const bool is_number =
      next.state == Peek::State::code_point && base::is_ascii_digit(next.code_point.value);
  return is_number ? Answer::no : Answer::yes;
}

// Does the bracket at at_, right after ASCII letters, open a remark in another script?
// …/viewform(需登录)
Answer Tail::remark_follows(const Window& window) const {
  if (!is_on(ProseRule::remark)) return Answer::no;
  return ends_escape(window, begin_, at_) ? Answer::no : other_script_stands_at(window, at_ + 1);
}

// `*/`, unless a path continues after it.
Answer Tail::closes_comment(const Window& window) const {
  const Answer holds = window.holds(at_, "*/");
  if (holds != Answer::yes) return holds;
  return opposite(word_stands_at(window, at_ + 2));
}

// An apostrophe closes a quote only if no word or ending of another script continues after it, and
// it is the last one: not in ‘…/wiki/Москва’е, ‘…/wiki/Прип’ять’
Answer Tail::quote_closes_here(const Window& window, uint64_t after) const {
  const char32_t code_point = window.code_point(at_).value;
  if (code_point != '\'' && code_point != U'’') return Answer::yes;
  const Answer continues = word_stands_at(window, after);
  if (continues != Answer::yes) return opposite(continues);
  const bool is_ending = is_other_script(window.code_point(after).value);
  if (!is_ending) return Answer::no;
  const FoundInWord later = find_in_word(window, after, code_point);
  if (later.answer != Answer::yes) return opposite(later.answer);
  return next_link_begins(window, later.at + 1);  // 'https://…'和'https://…'
}

// …/RQ9zLmK#新品发布会#: the text between two `#` is a topic, not a fragment.
bool Tail::cut_before_topic() {
  if (!is_on(ProseRule::topic)) return false;
  const bool is_topic = component_ == Component::fragment && may_be_topic_;
  if (is_topic) last_safe_ = std::min(last_safe_, fragment_begin_ - 1);
  return is_topic;
}

// Is punctuation that ends links part of the name of this one? /Менск_(1067—1793),
// /Закон_Бойля_—_Мариотта, /Und_dann_…_kam_Polly, /Крейсер_«Аврора»
Answer Tail::belongs_to_name(const Window& window, char32_t code_point, uint64_t after) {
  const uint8_t last = window.byte(at_ - 1);
  switch (code_point) {
    case '|':
      return joins_values(window, after);
    case '\\':
      if (!is_on(ProseRule::backslash)) return Answer::no;
      return stands_at(window, after, [](char32_t c) {
        return c < 0x80 && base::kEscapedByBackslash.contains(static_cast<uint8_t>(c));
      });
    case U'—':
      if (open_count_ > 0) return Answer::yes;
      return last == '_' ? is_before_joint(window, after) : Answer::no;
    case U'…':
      return last == '_' || last == '/' ? is_before_joint(window, after) : Answer::no;
    default:
      break;
  }
  if (at_ == name_quote_end_) return Answer::yes;
  const char32_t closing = closing_in_name(code_point);
  if (closing != 0) return opens_quote_in_name(window, closing, after);
  // …/အောင်ဆန်း၊_ဗိုလ်ချုပ်
  const bool may_join = last >= 0x80 && unicode::properties(code_point).is_punctuation();
  if (!may_join) return Answer::no;
  const Peek next = window.peek(after);
  return next.unknown() ? Answer::unknown : (next.is('_') ? Answer::yes : Answer::no);
}

// ?titles=Foo|Bar: is the bar at at_ between values of a query? Not in a row of a table, before the
// name of a parameter of a wiki, or in <https://…|a label>.
Answer Tail::joins_values(const Window& window, uint64_t after) const {
  if (!is_on(ProseRule::bar_in_query)) return Answer::no;
  const bool may_join = component_ == Component::query && quotes_.mark != '|' &&
                        quotes_.mark != '<' && base::is_ascii_alphanumeric(window.byte(at_ - 1));
  if (!may_join) return Answer::no;
  const Answer is_parameter = name_of_parameter_stands_at(window, after);
  if (is_parameter != Answer::no) return opposite(is_parameter);
  return stands_at(window, after, base::is_ascii_alphanumeric);
}

// Does the quotation mark at at_ close within the link, and is the quote joined to the name on a
// side? …/Крейсер_«Аврора», …/завод«Прогресс»/цех-2.html
Answer Tail::opens_quote_in_name(const Window& window, char32_t closing, uint64_t after) {
  if (!is_on(ProseRule::quote_in_name)) return Answer::no;
  constexpr base::AsciiSet kJoinsBefore("_/(-=");
  constexpr base::AsciiSet kJoinsAfter("_/-&.#");
  const FoundInWord end = find_in_word(window, after, closing);
  if (end.answer != Answer::yes) return end.answer;
  const uint8_t last = window.byte(at_ - 1);
  if (last >= 0x80 || !kJoinsBefore.contains(last)) {
    const uint64_t after_quote = end.at + window.code_point(end.at).length;
    const Peek joint = window.peek(after_quote);
    if (joint.unknown()) return Answer::unknown;
    const bool may_join = joint.state == Peek::State::code_point && joint.code_point.value < 0x80 &&
                          kJoinsAfter.contains(static_cast<uint8_t>(joint.code_point.value));
    const Answer joins = may_join ? word_stands_at(window, after_quote + 1) : Answer::no;
    if (joins != Answer::yes) return joins;
  }
  name_quote_end_ = end.at;
  return Answer::yes;
}

// Does the colon at at_ belong to the next link of a list? Then this one ends before the separator.
bool Tail::end_before_next_link(const Window& window) {
  const uint64_t floor = std::max(begin_, window.begin);
  const unsigned size = size_of_next_scheme(window.at(floor), window.at(at_));
  if (size == 0) return false;
  last_safe_ = at_ - size;
  while (last_safe_ > floor) {
    const base::CodePoint last = window.code_point_before(last_safe_, floor);
    if (role_of(last.value, style_) != Role::soft) break;
    base::count_step();
    last_safe_ -= last.length;
  }
  return true;
}

}  // namespace linkspan::scan
