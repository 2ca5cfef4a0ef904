// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/tail_punctuation.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "automata/prose_rules.h"
#include "automata/word_lists.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

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

TailState::Verdict TailPunctuation::take(char32_t code_point) {
  if (base::is_ascii_alphanumeric(code_point)) {
    if (state_.segment == Segment::empty) state_.segment = Segment::ascii;
    return Verdict::proceed;
  }
  const Answer stops = stops_at_punctuation(code_point);
  if (stops == Answer::unknown) return Verdict::need_more;
  state_.segment = Segment::empty;
  return stops == Answer::yes ? Verdict::stop : Verdict::proceed;
}

// Does the link end before the punctuation at state_.at, because of the text after it or around the
// link?
inline Answer TailPunctuation::stops_at_punctuation(char32_t code_point) {
  switch (code_point) {
    case '(':
      return state_.segment == Segment::ascii ? remark_follows() : Answer::no;
    case ',':
    case ';':
      return stops_at_comma(code_point);
    case '#':
      return cut_before_topic() ? Answer::yes : Answer::no;
    case '*':
      return closes_comment();
    case '[':
      return window_.holds(state_.at + 1, "/");  // [url]https://…[/url]
    case ':': {
      const Answer has_slashes = window_.holds(state_.at + 1, "//");
      const bool is_link = has_slashes == Answer::yes && end_before_next_link();
      return has_slashes == Answer::yes && !is_link ? Answer::no : has_slashes;
    }
    default:
      return Answer::no;
  }
}

Answer TailPunctuation::stops_at_comma(char32_t comma) const {
  if (state_.quotes.mark == comma) {
    const Answer ends_field = is_between_fields(comma);
    if (ends_field != Answer::no) return ends_field;
  }
  return state_.letters == Letters::ascii && state_.component == Component::path && comma == ','
             ? stands_at(window_, state_.at + 1, is_letter)  // sip:anna@example.de,danke
             : window_.holds(state_.at + 1, "www.");  // https://example.org/a,www.example.com
}

// Anna,https://example.org/,Ulm: does the separator at state_.at separate the link from the next
// field of a row? Not in a query or between digits, nor does `;` before a parameter.
Answer TailPunctuation::is_between_fields(char32_t separator) const {
  if (!is_on(ProseRule::row_of_fields)) return Answer::no;
  if (state_.component == Component::query) return Answer::no;
  if (separator == ';') {
    const Answer is_parameter = name_of_parameter_stands_at(window_, state_.at + 1);
    if (is_parameter != Answer::no) return opposite(is_parameter);  // …/a;jsessionid=1
  }
  if (!base::is_ascii_digit(window_.byte(state_.at - 1))) return Answer::yes;
  const Peek next = window_.peek(state_.at + 1);
  if (next.unknown()) return Answer::unknown;
  const bool is_number =
      next.state == Peek::State::code_point && base::is_ascii_digit(next.code_point.value);
  return is_number ? Answer::no : Answer::yes;
}

// Does the bracket at state_.at, right after ASCII letters, open a remark in another script?
// …/viewform(需登录)
Answer TailPunctuation::remark_follows() const {
  if (!is_on(ProseRule::words_after_punctuation)) return Answer::no;
  return ends_escape(window_, state_.begin, state_.at)
             ? Answer::no
             : other_script_stands_at(window_, state_.at + 1);
}

// `*/`, unless a path continues after it.
Answer TailPunctuation::closes_comment() const {
  const Answer holds = window_.holds(state_.at, "*/");
  if (holds != Answer::yes) return holds;
  return opposite(word_stands_at(window_, state_.at + 2));
}

Answer TailPunctuation::quote_closes_here(uint64_t after) const {
  const char32_t code_point = window_.code_point(state_.at).value;
  if (code_point == '"') {  // "…/wiki/צה"ל"
    const Answer is_of_word = is_gershayim(after);
    if (is_of_word != Answer::yes) return opposite(is_of_word);
    const FoundInWord later = find_in_word(window_, after, code_point);
    return opposite(later.answer);
  }
  if (code_point != '\'' && code_point != U'’') return Answer::yes;
  const Answer continues = word_stands_at(window_, after);
  if (continues != Answer::yes) return opposite(continues);
  const bool is_ending = is_other_script(window_.code_point(after).value);
  if (!is_ending) return Answer::no;
  const FoundInWord later = find_in_word(window_, after, code_point);
  if (later.answer != Answer::yes) return opposite(later.answer);
  return next_link_begins(window_, later.at + 1);  // 'https://…'和'https://…'
}

// …/RQ9zLmK#新品发布会#: the text between two `#` is a topic, not a fragment.
bool TailPunctuation::cut_before_topic() {
  if (!is_on(ProseRule::topic)) return false;
  const bool is_topic = state_.component == Component::fragment && state_.may_be_topic;
  if (!is_topic) return false;
  const uint64_t topic = std::min(state_.last_safe, state_.fragment_begin - 1);
  state_.last_safe = trim_soft(window_, std::max(state_.begin, window_.begin), topic);
  return true;
}

Answer TailPunctuation::belongs_to_name(char32_t code_point, uint64_t after) {
  const uint8_t last = window_.byte(state_.at - 1);
  switch (code_point) {
    case '|':
      return joins_values(after);
    case '\\':  // file:///C:\Users\anna\x.txt
      if (state_.letters == Letters::with_backslashes) return Answer::yes;
      break;
    case '"':
      return is_gershayim(after);
    case U'—':
      if (state_.open_count > 0) return Answer::yes;
      return last == '_' ? is_before_joint(window_, after) : Answer::no;
    case U'…':
      return last == '_' || last == '/' ? is_before_joint(window_, after) : Answer::no;
    default:
      break;
  }
  if (state_.at == state_.name_quote_end) return Answer::yes;
  const char32_t closing = closing_in_name(code_point);
  if (closing != 0) return opens_quote_in_name(closing, after);
  // …/အောင်ဆန်း၊_ဗိုလ်ချုပ်
  const bool may_join = last >= 0x80 && unicode::properties(code_point).is_punctuation();
  if (!may_join) return Answer::no;
  const Peek next = window_.peek(after);
  return next.unknown() ? Answer::unknown : (next.is('_') ? Answer::yes : Answer::no);
}

// /wiki/צה"ל: is the quotation mark at state_.at typed for the gershayim of an abbreviation,
// between letters?
Answer TailPunctuation::is_gershayim(uint64_t after) const {
  if (!is_on(ProseRule::quote_in_name) || state_.at == state_.begin) return Answer::no;
  const auto is_letter_of_hebrew = [](char32_t c) {
    return unicode::script(c) == unicode::Script::hebrew && is_letter(c);
  };
  const uint64_t floor =
      std::max(state_.begin, window_.begin);  // of a long link, the start is gone
  const char32_t before = window_.code_point_before(state_.at, floor).value;
  return is_letter_of_hebrew(before) ? stands_at(window_, after, is_letter_of_hebrew) : Answer::no;
}

// ?titles=Foo|Bar: is the bar at state_.at between values of a query? Not in a row of a table,
// before the name of a parameter of a wiki, or in <https://…|a label>.
Answer TailPunctuation::joins_values(uint64_t after) const {
  if (!is_on(ProseRule::quote_in_name)) return Answer::no;
  const bool may_join = state_.component == Component::query && state_.quotes.mark != '|' &&
                        state_.quotes.mark != '<' &&
                        base::is_ascii_alphanumeric(window_.byte(state_.at - 1));
  if (!may_join) return Answer::no;
  const Answer is_parameter = name_of_parameter_stands_at(window_, after);
  if (is_parameter != Answer::no) return opposite(is_parameter);
  return stands_at(window_, after, base::is_ascii_alphanumeric);
}

// Does the quotation mark at state_.at close within the link, and is the quote joined to the name
// on a side? …/Крейсер_«Аврора», …/завод«Прогресс»/цех-2.html
Answer TailPunctuation::opens_quote_in_name(char32_t closing, uint64_t after) {
  if (!is_on(ProseRule::quote_in_name)) return Answer::no;
  constexpr base::AsciiSet kJoinsBefore("_/(-=");
  constexpr base::AsciiSet kJoinsAfter("_/-&.#");
  const FoundInWord end = find_in_word(window_, after, closing);
  if (end.answer != Answer::yes) return end.answer;
  const uint8_t last = window_.byte(state_.at - 1);
  if (last >= 0x80 || !kJoinsBefore.contains(last)) {
    const uint64_t after_quote = end.at + window_.code_point(end.at).length;
    const Peek joint = window_.peek(after_quote);
    if (joint.unknown()) return Answer::unknown;
    const bool may_join = joint.state == Peek::State::code_point && joint.code_point.value < 0x80 &&
                          kJoinsAfter.contains(static_cast<uint8_t>(joint.code_point.value));
    const Answer joins = may_join ? word_stands_at(window_, after_quote + 1) : Answer::no;
    if (joins != Answer::yes) return joins;
  }
  state_.name_quote_end = end.at;
  return Answer::yes;
}

// Does the colon at state_.at belong to the next link of a list? Then this one ends before the
// separator.
bool TailPunctuation::end_before_next_link() {
  const uint64_t floor = std::max(state_.begin, window_.begin);
  const unsigned size = size_of_next_scheme(window_.at(floor), window_.at(state_.at));
  if (size == 0) return false;
  state_.last_safe = trim_soft(window_, floor, state_.at - size);
  return true;
}

uint64_t trim_soft(const Window& window, uint64_t least, uint64_t end) {
  while (end > least) {
    const base::CodePoint last = window.code_point_before(end, least);
    if (role_of(last.value, Style::prose) != Role::soft) break;
    base::count_step();
    end -= last.length;
  }
  return end;
}

unsigned size_of_next_scheme(const uint8_t* begin, const uint8_t* colon) {
  constexpr ptrdiff_t kLongest = 8;
  if (colon - begin > kLongest) begin = colon - kLongest;
  const uint8_t* scheme = colon;
  while (scheme > begin && base::is_ascii_alphanumeric(scheme[-1])) --scheme;
  const bool is_next = scheme > begin && (scheme[-1] == ',' || scheme[-1] == ';');
  if (is_next) return static_cast<unsigned>(colon - scheme);
  for (const std::string_view name : automata::word_lists::kWebSchemes) {
    const auto size = static_cast<ptrdiff_t>(name.size());
    const uint8_t* const next = colon - size;
    if (next <= scheme || std::memcmp(next, name.data(), name.size()) != 0) continue;
    const bool is_escaped = next - begin >= 3 && next[-3] == '%';  // ?url%3Dhttps://
    return is_escaped ? 0 : static_cast<unsigned>(size);
  }
  return 0;
}

}  // namespace linkspan::scan
