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

// Punctuation between a word of the link and one of the text: …/a,还有, …/a(还有), **…/a**了解
constexpr base::AsciiSet kInSentences("!,.;*()");

}  // namespace

TailState::Verdict TailPunctuation::take(char32_t code_point) {
  if (base::is_ascii_alphanumeric(code_point)) {
    if (state_.segment == Segment::empty) state_.segment = Segment::ascii;
    return Verdict::proceed;
  }
  const Answer stops = stops_at_punctuation(code_point);
  if (stops == Answer::unknown) return Verdict::need_more;
  // The host is a word, too: example.cn?还是别的
  if (code_point == '?' && state_.at == state_.begin)
    state_.segment = Segment::ascii;
  else if (!kInSentences.contains(static_cast<uint8_t>(code_point)))
    state_.segment = Segment::empty;
  return stops == Answer::yes ? Verdict::stop : Verdict::proceed;
}

// Does the link end before the punctuation at state_.at, because of the text after it or around the
// link?
inline Answer TailPunctuation::stops_at_punctuation(char32_t code_point) {
  switch (code_point) {
    case ',':
    case ';':
      return stops_at_comma(code_point);
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

Answer TailPunctuation::stops_at_comma(char32_t comma) {
  if (state_.quotes.mark == comma) {
    const Answer ends_field = is_between_fields(comma);
    if (ends_field != Answer::no) return ends_field;
  }
  const Answer ends_row = ends_first_field(comma);
  if (ends_row != Answer::no) return ends_row;
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

// The text before the tail, with the host; nothing in a link that is longer than the window.
std::string_view TailPunctuation::text_before() const {
  constexpr uint64_t kReach = 256;
  if (state_.is_over_limit) return {};
  return window_.slice(window_.back_to<kReach>(state_.begin, 0), state_.begin);
}

// Is the link the first text of its line?
bool TailPunctuation::begins_line() const {
  const std::string_view text = text_before();
  base::count_steps(text.size());
  const size_t begin = text.rfind('\n') + 1;
  const bool is_whole = begin > 0 || text.size() == state_.begin;
  return is_whole && begin < text.size() && text.find_first_of(" \t,;\"'<(", begin) == text.npos;
}

namespace {

// The text of a row after its first field.
class RowOfFields {
 public:
  RowOfFields(std::string_view row, char separator) : row_(row), separator_(separator) {}

  // http://a.example/,NEWS,Press,2017: three fields or more, of which one is a date, a number or in
  // capitals. Not …/a,b,c, nor …/a,b,12,c.html, nor numbers alone, unless one is a date.
  bool has_evidence() const {
    unsigned fields = 0;
    bool has_sign = false;
    bool has_word = false;
    std::string_view last;
    for (size_t begin = 0; begin <= row_.size();) {
      const size_t end = std::min(row_.find(separator_, begin), row_.size());
      const std::string_view field = row_.substr(begin, end - begin);
      ++fields;
      has_sign |= is_number(field) || is_in_capitals(field);
      has_word |= (!is_number(field) && !field.empty()) || is_date(field);
      last = field;
      begin = end + 1;
    }
    return fields >= 3 && has_sign && has_word && !has_suffix(last);
  }

  // http://a.example/,News⏎http://b.example/,Press: is the line beside it a row with as many
  // fields?
  bool is_like(std::string_view line) const {
    const auto fields = std::count(row_.begin(), row_.end(), separator_) + 1;
    return line.starts_with("http") && begins_upper(row_) &&
           std::count(line.begin(), line.end(), separator_) == fields &&
           begins_upper(line.substr(line.find(separator_) + 1));
  }

 private:
  static bool begins_upper(std::string_view field) {
    return !field.empty() && base::is_ascii_upper(static_cast<uint8_t>(field[0]));
  }
  static bool is_number(std::string_view field) {  // or a date
    return !field.empty() && field.find_first_not_of("0123456789-/.:") == field.npos &&
           base::is_ascii_digit(static_cast<uint8_t>(field[0]));
  }
  static bool is_date(std::string_view field) {  // 2017-01-23, 23.1.2017
    constexpr size_t kLongest = 10;
    return is_number(field) && field.size() <= kLongest &&
           (std::count(field.begin(), field.end(), '-') == 2 ||
            std::count(field.begin(), field.end(), '/') == 2 ||
            std::count(field.begin(), field.end(), '.') == 2);
  }
  static bool is_in_capitals(std::string_view field) {
    return field.size() > 1 && begins_upper(field) &&
           std::all_of(field.begin(), field.end(), [](char c) {
             const auto byte = static_cast<uint8_t>(c);
             return base::is_ascii_upper(byte) || base::is_ascii_digit(byte) || c == ' ' ||
                    c == '_' || c == '-';
           });
  }
  static bool has_suffix(std::string_view field) {
    constexpr size_t kLongest = 5;
    const size_t dot = field.rfind('.');
    return dot != field.npos && dot + 1 < field.size() && field.size() - dot - 1 <= kLongest &&
           base::is_ascii_letter(static_cast<uint8_t>(field[dot + 1])) &&
           field.find(' ') == field.npos;
  }

  std::string_view row_;
  char separator_;
};

}  // namespace

// http://a.example.org/,NEWS,Press,2017-01-23: does the separator at state_.at end the first field
// of a row?
// Only the first one can: a link with separators in it is no field.
Answer TailPunctuation::ends_first_field(char32_t separator) {
  const bool may_end = is_on(ProseRule::row_of_fields) && state_.component == Component::path &&
                       state_.is_first_field != Known::no;
  if (!may_end) return Answer::no;
  if (separator == ';') {
    const Answer is_parameter = name_of_parameter_stands_at(window_, state_.at + 1);
    if (is_parameter != Answer::no) return opposite(is_parameter);  // …/a;jsessionid=1
  }
  const Peek next = window_.peek(state_.at + 1);
  if (next.unknown()) return Answer::unknown;
  const bool is_coordinate = base::is_ascii_digit(window_.byte(state_.at - 1)) &&
                             next.state == Peek::State::code_point &&
                             base::is_ascii_digit(next.code_point.value);
  if (is_coordinate) return Answer::no;                                 // @48.1,11.5,15z
  const bool is_of_sentence = next.state != Peek::State::code_point ||  // PERF: nearly all
                              base::is_ascii_white_space(next.code_point.value);
  if (is_of_sentence) return Answer::no;
  const Answer found = begins_line() ? is_row(separator) : Answer::no;
  if (found != Answer::unknown) state_.is_first_field = Known::no;
  return found;
}

// Is the text after the separator at state_.at the rest of a row?
Answer TailPunctuation::is_row(char32_t separator) const {
  constexpr uint64_t kReach = 512;
  const uint64_t begin = state_.at + 1;
  const uint64_t limit = std::min(begin + kReach, window_.end);
  const std::string_view text = window_.slice(begin, limit);
  base::count_steps(text.size());
  const size_t line_end = text.find('\n');
  const size_t next_end = line_end == text.npos ? line_end : text.find('\n', line_end + 1);
  if (next_end == text.npos && limit < begin + kReach && !window_.complete()) {
    return Answer::unknown;
  }
  std::string_view row = text.substr(0, line_end);
  if (row.ends_with('\r')) row.remove_suffix(1);
  const auto sign = static_cast<char>(separator);
  const RowOfFields fields(row, sign);
  const std::string_view next =
      line_end == text.npos ? std::string_view() : text.substr(0, next_end).substr(line_end + 1);
  const std::string_view lines = text_before();
  const std::string_view before = lines.substr(0, lines.rfind('\n') + 1);
  const std::string_view last = before.substr(0, before.find_last_not_of("\r\n") + 1);
  const bool is_row = fields.has_evidence() || fields.is_like(next) ||
                      fields.is_like(last.substr(last.rfind('\n') + 1));
  return is_row ? Answer::yes : Answer::no;
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
  const bool is_in_brackets = state_.open_count > 0 && state_.quotes.closing == '`';
  if (is_in_brackets) return Answer::no;  // `https://example.org/a('b')/c`
  const Answer continues = word_stands_at(window_, after);
  if (continues != Answer::yes) return opposite(continues);
  const bool is_ending = is_other_script(window_.code_point(after).value);
  if (!is_ending) return Answer::no;
  const FoundInWord later = find_in_word(window_, after, code_point);
  if (later.answer != Answer::yes) return opposite(later.answer);
  return next_link_begins(window_, later.at + 1);  // 'https://…'和'https://…'
}

Answer TailPunctuation::belongs_to_name(char32_t code_point, uint64_t after) {
  const uint8_t last = window_.byte(state_.at - 1);
  switch (code_point) {
    case '|':
      return is_drive() ? Answer::yes : joins_values(after);
    case '\\':  // file:///C:\Users\anna\x.txt
      if (state_.letters == Letters::with_backslashes) return Answer::yes;
      break;
    case '"':
      return is_gershayim(after);
    case U'\u200B':
      return joins_words(after);
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

// file:///c|/notes: the bar after a drive was a colon once (RFC 8089, appendix E.2.2).
bool TailPunctuation::is_drive() const {
  return state_.letters == Letters::with_backslashes && state_.at == state_.begin + 2 &&
         state_.begin >= window_.begin && base::is_ascii_letter(window_.byte(state_.at - 1));
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

// {{cite|url=https://…|title=a}}, [[https://…|a]], [a|https://…|b]: is the link in the markup of a
// wiki, or in a row of a table, where a bar separates it from the next part?
bool TailPunctuation::label_may_follow() {
  if (state_.label_may_follow == Known::unasked) {
    state_.label_may_follow = is_in_markup() ? Known::yes : Known::no;
  }
  return state_.is_over_limit || state_.label_may_follow == Known::yes;
}

bool TailPunctuation::is_in_markup() const {
  const std::string_view text = text_before();
  base::count_steps(text.size());
  const auto is_open = [&](std::string_view opening, std::string_view closing) {
    const size_t at = text.rfind(opening);
    return at != text.npos && text.find(closing, at) == text.npos;
  };
  const size_t bar = text.rfind('|');
  std::string_view name = text.substr(bar + 1);  // |url=https://…
  name = name.substr(0, name.find("http"));
  const bool is_parameter = bar != text.npos && name.size() < text.size() &&
                            name.find_first_of("\n,;:") == name.npos && name.find('=') != name.npos;
  const size_t bracket = text.rfind('[');
  const bool has_label = bracket != text.npos && text.find(']', bracket) == text.npos &&
                         text.find('|', bracket) != text.npos;
  return state_.quotes.mark == '|' || is_parameter || has_label || is_open("{{", "}}") ||
         is_open("[[", "]]");
}

// <https://example.org/?a=b|the label>: does a space follow before the bracket?
Answer TailPunctuation::label_follows(uint64_t after) const {
  constexpr uint64_t kReach = 128;
  if (state_.quotes.mark != '<') return Answer::no;
  uint64_t at = after;
  while (at < std::min(after + kReach, window_.end) && window_.byte(at) != '>' &&
         !base::is_ascii_white_space(window_.byte(at))) {
    ++at;
  }
  base::count_steps(at - after);
  if (at == window_.end && !window_.complete()) return Answer::unknown;
  return window_.has(at, ' ') ? Answer::yes : Answer::no;
}

// ?titles=Foo|Bar, ?i=j|k=l, ?m=1||d=2: is the bar at state_.at between values of a query?
Answer TailPunctuation::joins_values(uint64_t after) {
  if (!is_on(ProseRule::quote_in_name)) return Answer::no;
  static constexpr base::AsciiSet kMayPrecede("|=_-)]%+");
  const uint8_t last = window_.byte(state_.at - 1);
  const bool may_join = state_.component == Component::query && last < 0x80 &&
                        (base::is_ascii_alphanumeric(last) || kMayPrecede.contains(last)) &&
                        !label_may_follow();
  if (!may_join) return Answer::no;
  const Answer is_label = label_follows(after);
  if (is_label != Answer::no) return opposite(is_label);
  const uint64_t next = window_.has(after, '|') ? after + 1 : after;
  const Answer is_link = window_.holds(next, "http");
  if (is_link != Answer::no) return opposite(is_link);
  return stands_at(window_, next, [](char32_t c) {
    static constexpr base::AsciiSet kMayFollow("_-%(+=");
    return base::is_ascii_alphanumeric(c) ||
           (c < 0x80 && kMayFollow.contains(static_cast<uint8_t>(c)));
  });
}

// *see https://example.org/*
bool TailPunctuation::star_is_open() {
  if (state_.star_is_open != Known::unasked) return state_.star_is_open == Known::yes;
  std::string_view line = text_before();
  line.remove_prefix(line.rfind('\n') + 1);
  base::count_steps(line.size());
  const size_t star = line.rfind('*');
  const bool is_opened = star != line.npos && star + 1 < line.size() && line[star + 1] != ' ' &&
                         (star == 0 || line[star - 1] == ' ' || line[star - 1] == '*');
  state_.star_is_open = is_opened ? Known::yes : Known::no;
  return is_opened;
}

Answer TailPunctuation::is_whole_part(uint64_t after) {
  if (!is_on(ProseRule::emphasis)) return Answer::no;
  const uint8_t last = window_.byte(state_.at - 1);
  if ((last != '/' && last != '=') || state_.quotes.mark == '*') return Answer::no;
  const Peek next = window_.peek(after);
  if (next.unknown()) return Answer::unknown;
  if (next.is('*')) return Answer::no;
  return star_is_open() ? Answer::no : Answer::yes;
}

namespace {

// Khmer, Lao, Thai and Burmese: invisible spaces divide their words.
bool divides_words_by_invisible_space(char32_t c) {
  const unicode::Script script = unicode::script(c);
  return script == unicode::Script::khmer || script == unicode::Script::lao ||
         script == unicode::Script::thai || script == unicode::Script::myanmar;
}

}  // namespace

// …/សួស្តី⟨U+200B⟩កម្ពុជា/: is the zero-width space at state_.at between words of a segment, which
// ends at a slash, a hyphen or white space?
Answer TailPunctuation::joins_words(uint64_t after) {
  constexpr uint64_t kReach = 256;
  constexpr char32_t kSpace = 0x200B;
  if (!is_on(ProseRule::quote_in_name)) return Answer::no;
  const uint64_t floor = std::max(state_.begin, window_.begin);
  if (state_.component != Component::path || state_.at <= floor ||
      !divides_words_by_invisible_space(window_.code_point_before(state_.at, floor).value)) {
    return Answer::no;
  }
  if (state_.at < state_.joined_until) return Answer::yes;
  for (uint64_t at = after; at < after + kReach;) {
    const Peek next = window_.peek(at);
    if (next.unknown()) return Answer::unknown;
    const bool is_end = next.state == Peek::State::end_of_text;
    const char32_t c = is_end ? ' ' : next.code_point.value;
    base::count_step();
    if (at == after && base::is_ascii_white_space(c)) return Answer::no;
    if (c == '/' || c == '-' || base::is_ascii_white_space(c)) {
      state_.joined_until = at;
      return Answer::yes;
    }
    if (c != kSpace && !divides_words_by_invisible_space(c)) return Answer::no;
    at += next.code_point.length;
  }
  return Answer::no;
}

// Does the quotation mark at state_.at close within the link, and is the quote joined to the name
// on a side? …/Крейсер_«Аврора», …/завод«Прогресс»/цех-2.html
Answer TailPunctuation::opens_quote_in_name(char32_t closing, uint64_t after) {
  if (!is_on(ProseRule::quote_in_name)) return Answer::no;
  static constexpr base::AsciiSet kJoinsBefore("_/(-=");
  static constexpr base::AsciiSet kJoinsAfter("_/-&.#");
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
  state_.segment = Segment::other;
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
