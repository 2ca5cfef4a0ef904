// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/tail_scripts.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "automata/joined_words.h"
#include "automata/prose_rules.h"
#include "automata/word_lists.h"
#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/prose/inflection.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"
#include "scan/prose/tail_punctuation.h"
#include "scan/text/code_point_set.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// ⁽¹⁾ marks a footnote.
constexpr bool is_superscript_bracket(char32_t code_point) {
  return code_point == 0x207D || code_point == 0x207E;
}

constexpr bool is_mark_of_emphasis(uint8_t mark) {
  return mark == '*' || mark == '_' || mark == '~';
}

// Fullwidth signs that people type between links.
constexpr CodePointSet kWideSigns(U"／＋＆＝");
// The same, and signs that people type before a remark.
constexpr CodePointSet kBeforeRemarks(U"／＋＆＝～〜※＊・￥");

// Punctuation after an Arabic word; titles have it only before a space: /wiki/سورة_يس،_آية_1
constexpr CodePointSet kArabicMarks(U"،؛؟");

// They repeat the character before them, and begin no word.
constexpr CodePointSet kRepetitionMarks(U"ๆໆៗ々〻ーゝゞヽヾ");

}  // namespace

TailState::Verdict TailScripts::take(char32_t code_point, Role role, uint64_t after) {
  if (state_.quotes.closes(code_point) && state_.at != state_.name_quote_end) {
    const Answer closes = TailPunctuation(window_, state_).quote_closes_here(after);
    if (closes == Answer::unknown) return Verdict::need_more;
    if (closes == Answer::yes) return state_.stop_for(Cause::quote);
  }
  if (code_point < 0x80) return TailPunctuation(window_, state_).take(code_point);
  if (state_.at == state_.fragment_begin) {
    state_.may_be_topic = script_kind_of(code_point) == ScriptKind::unspaced;
  }
  const bool is_wide_bracket =
      role == Role::open && unicode::properties(code_point).is_east_asian_wide();
  if (is_wide_bracket) {
    // …/資料（仮）.pdf
    const bool may_be_title =
        state_.segment == Segment::other || window_.byte(state_.at - 1) == '/';
    return stop_unless(may_be_title ? continues_link(window_, state_.at, Brackets::pass)
                                    : Answer::no);
  }
  if (is_superscript_bracket(code_point)) return state_.stop_for(Cause::script);
  const bool is_beyond_link = state_.letters == Letters::ascii || is_joiner(code_point);
  if (is_beyond_link && window_.byte(state_.at - 1) < 0x80) return state_.stop_for(Cause::script);
  const Answer is_text = text_begins(code_point, after);
  if (is_text == Answer::unknown) return Verdict::need_more;
  if (is_text == Answer::yes) return state_.stop_for(Cause::script);
  if (state_.segment == Segment::ascii) {
    if (!is_counter_of_digits(after)) return take_after_ascii(code_point);
  }
  if (state_.segment != Segment::other && is_word_character(code_point))
    state_.segment = Segment::other;
  return Verdict::proceed;
}

// Does the text after the link begin with this non-ASCII code point? After ASCII letters or digits,
// take_after_ascii() checks more.
Answer TailScripts::text_begins(char32_t code_point, uint64_t after) {
  if (is_picture(code_point) && is_after_punctuation() &&
      window_.byte(state_.last_safe - 1) != '=') {
    return opposite(continues_link_after_pictures(window_, state_.at, Answer::no));  // …/page!!😂
  }
  if (cut_before_mention(code_point)) return Answer::yes;
  if (state_.segment != Segment::other && begins_next_words(code_point)) {
    if (window_.byte(state_.at - 1) != '?') return Answer::yes;
    // …example.cn?这个链接, but …/s?关键词=值
    const bool may_be_text = is_after_host() && script_kind_of(code_point) == ScriptKind::unspaced;
    return may_be_text ? opposite(continues_link(window_, state_.at, Brackets::end)) : Answer::no;
  }
  if (ends_emphasis(code_point)) return Answer::yes;
  const bool is_sign = is_pointer(code_point) || code_point == U'※';
  if (state_.segment == Segment::other && is_sign) {
    return word_stands_at(window_, after);  // …/初音ミク←おすすめ
  }
  const bool may_be_price =
      is_currency_sign(code_point) && state_.component == Component::path &&
      (window_.byte(state_.at - 1) == ',' || window_.byte(state_.at - 1) == ';');
  if (may_be_price) {
    return stands_at(window_, after,
                     [](char32_t c) { return base::is_ascii_digit(c); });  // …/abc123,€7,50
  }
  if (state_.component == Component::path && kArabicMarks.contains(code_point)) {
    const Answer continues = word_stands_at(window_, after);
    if (continues != Answer::no) return continues;
  }
  if (is_after_title_in_brackets(code_point)) {
    return opposite(continues_link(window_, state_.at, Brackets::end));
  }
  const Answer is_last = ends_before_next_link(code_point, after);
  if (is_last != Answer::no || window_.byte(state_.at - 1) != '/') return is_last;
  return text_begins_after_slash(code_point, after);
}

// …/토지_(소설)에, …/Parasite_(film)を見た: brackets end a title before text in a script without
// spaces; not in …/(여자)아이들.
bool TailScripts::is_after_title_in_brackets(char32_t code_point) const {
  if (!is_on(ProseRule::title_in_brackets)) return false;
  constexpr uint64_t kReach = 96;
  const bool may_be_text = window_.byte(state_.at - 1) == ')' && state_.open_count == 0 &&
                           script_kind_of(code_point) == ScriptKind::unspaced;
  if (!may_be_text) return false;
  const uint64_t floor = std::max(
      state_.begin + kReach < state_.at ? state_.at - kReach : state_.begin, window_.begin);
  const std::string_view text = window_.slice(floor, state_.at);
  base::count_steps(text.size());
  const size_t opening = text.rfind('(');
  return opening != text.npos && opening > 0 && text[opening - 1] != '/';
}

Answer TailScripts::text_begins_after_slash(char32_t code_point, uint64_t after) const {
  if (kRepetitionMarks.contains(code_point)) return Answer::yes;  // …/ๆ
  if (is_picture(code_point) && state_.component == Component::path &&
      state_.at > state_.begin + 1) {
    constexpr char32_t kEmojiSelector = 0xFE0F;
    const Answer is_shown_as_emoji =
        is_emoji(code_point)
            ? Answer::yes
            : stands_at(window_, after, [](char32_t c) { return c == kEmojiSelector; });
    if (is_shown_as_emoji == Answer::unknown) return Answer::unknown;
    if (is_shown_as_emoji == Answer::yes) {
      return opposite(
          continues_link_after_pictures(window_, state_.at, Answer::yes));  // …/reel/C9aB/😂হাসতে
    }
  }
  // …/→次の文, …/～お知らせ; but one may be a whole segment: /wiki/→
  if (is_pointer(code_point)) return word_stands_at(window_, after);
  const bool is_before_remark =
      kBeforeRemarks.contains(code_point) || (code_point >= 0x2460 && code_point <= 0x24FF);
  if (is_before_remark) return other_script_stands_at(window_, after);
  const bool may_be_text = state_.segment == Segment::empty &&
                           state_.component == Component::path &&
                           script_kind_of(code_point) == ScriptKind::unspaced;
  return may_be_text ? continues_text(window_, state_.at) : Answer::no;
}

// Decides about a code point after ASCII letters or digits in the same segment.
TailState::Verdict TailScripts::take_after_ascii(char32_t code_point) {
  if (is_pointer(code_point) || kWideSigns.contains(code_point))
    return state_.stop_for(Cause::script);
  if (is_on(ProseRule::pictures) && is_picture(code_point)) {
    return stop_unless(continues_link_after_pictures(window_, state_.at, Answer::yes));
  }
  const bool is_glued = script_kind_of(code_point) == ScriptKind::unspaced ||
                        is_compatibility_sign(code_point) || turns_around(code_point);
  if (!is_glued || !is_on(ProseRule::script_boundary)) return Verdict::proceed;
  const Answer continues = continues_in_script(code_point);
  return stop_unless(continues == Answer::no ? continues_link(window_, state_.at, Brackets::end)
                                             : continues);
}

// …/2020-가을-모임-2차: does only a number with a hyphen or an underscore before it separate the
// code point from letters of such a script? Then the segment continues in that script, unless only
// a particle follows: …/서울_2024에서
Answer TailScripts::continues_in_script(char32_t code_point) const {
  constexpr uint64_t kReach = 32;
  const uint64_t floor = std::max(
      state_.begin + kReach < state_.at ? state_.at - kReach : state_.begin, window_.begin);
  uint64_t number = state_.at;
  while (number > floor && base::is_ascii_digit(window_.byte(number - 1))) --number;
  base::count_steps(state_.at - number);
  const bool is_joined = number < state_.at && number > floor + 1 &&
                         (window_.byte(number - 1) == '-' || window_.byte(number - 1) == '_') &&
                         window_.byte(number - 2) >= 0x80;
  if (!is_joined) return Answer::no;
  const char32_t before = window_.code_point_before(number - 1, floor).value;
  if (script_kind_of(before) != script_kind_of(code_point)) return Answer::no;
  uint64_t end = state_.at;
  while (end < state_.at + kReach) {
    const Peek next = window_.peek(end);
    if (next.unknown()) return Answer::unknown;
    if (next.state == Peek::State::end_of_text || !is_other_script(next.code_point.value)) break;
    base::count_step();
    end += next.code_point.length;
  }
  return is_particle(window_.slice(state_.at, end)) ? Answer::no : Answer::yes;
}

// If the link continues, its segment has another script.
TailState::Verdict TailScripts::stop_unless(Answer continues) {
  if (continues == Answer::unknown) return Verdict::need_more;
  if (continues == Answer::no) return state_.stop_for(Cause::script);
  state_.segment = Segment::other;
  return Verdict::proceed;
}

// Does another link begin after the code point? Then this one ends before punctuation, before a
// word of another script that joins the two, or before a whole segment of such letters.
Answer TailScripts::ends_before_next_link(char32_t code_point, uint64_t after) {
  if (!is_on(ProseRule::next_link)) return Answer::no;
  const Answer begins = next_link_begins(window_, after);
  if (begins != Answer::yes) return begins;
  if (!is_word_character(code_point)) return begins;  // …/a،https://
  if (!is_other_script(code_point)) return Answer::no;
  const uint64_t floor = std::max(state_.begin, window_.begin);
  uint64_t letters = state_.at;
  while (letters > floor) {
    const base::CodePoint before = window_.code_point_before(letters, floor);
    if (!is_other_script(before.value)) break;
    base::count_step();
    letters -= before.length;
  }
  const std::string_view text = window_.slice(letters, after);
  constexpr auto& kConnectives = automata::joined_words::kConnective;
  const auto joins = std::find_if(std::begin(kConnectives), std::end(kConnectives),
                                  [&](std::string_view one) { return text.ends_with(one); });
  if (joins != std::end(kConnectives)) {
    state_.last_safe = after - joins->size();
  } else {
    // …/よりhttps://, but …/東京タワーhttps://
    constexpr uint64_t kLongestWord = 4 * 3;  // bytes
    const bool is_word = letters > floor && window_.byte(letters - 1) == '/' &&
                         script_kind_of(code_point) == ScriptKind::unspaced &&
                         after - letters <= kLongestWord;
    state_.last_safe = is_word ? letters : after;
  }
  return Answer::yes;
}

// Do words follow the link at this non-ASCII code point, after punctuation without a space?
// …/abc123،ثم, …/p/1,看看; not after a colon, which titles have: /wiki/Special:…
bool TailScripts::begins_next_words(char32_t code_point) const {
  if (!is_on(ProseRule::words_after_punctuation)) return false;
  if (!is_other_script(code_point)) return false;
  if (is_after_host()) return true;
  if (!is_after_punctuation()) return false;
  const uint8_t before = window_.byte(state_.last_safe - 1);
  const char32_t mark = window_.code_point(state_.last_safe).value;
  const bool is_greek_semicolon =
      (mark == U'·' || mark == 0x0387) && unicode::script(code_point) == unicode::Script::greek;
  return before == '/' || before == ')' || is_greek_semicolon ||
         (base::is_ascii_alphanumeric(before) &&
          !ends_escape(window_, state_.begin, state_.last_safe));
}

// …example.com?还是: only a `?` is after the host.
bool TailScripts::is_after_host() const {
  return state_.query_begin == state_.at && state_.at == state_.begin + 1;
}

// Does punctuation that ends sentences precede state_.at, after the last character that may end the
// link?
bool TailScripts::is_after_punctuation() const {
  constexpr CodePointSet kMarks(U"!,.;?،؛؟՝՜·\u0387");
  constexpr uint64_t kMostBytes = 64;
  if (state_.last_safe == state_.at || state_.last_safe <= state_.begin ||
      state_.at - state_.last_safe > kMostBytes)
    return false;
  for (uint64_t at = state_.last_safe; at < state_.at;) {
    const base::CodePoint mark = window_.code_point(at);
    base::count_step();
    if (!kMarks.contains(mark.value)) return false;
    at += mark.length;
  }
  return true;
}

// Is the code point a right-to-left letter right after an ASCII letter or digit that is not the end
// of a `%c3`? No word has both.
bool TailScripts::turns_around(char32_t code_point) const {
  if (!is_on(ProseRule::script_boundary)) return false;
  const bool is_after_ascii = base::is_ascii_alphanumeric(window_.byte(state_.at - 1)) &&
                              !ends_escape(window_, state_.begin, state_.at) &&
                              is_word_character(code_point);
  if (!is_after_ascii) return false;
  switch (unicode::script(code_point)) {
    case unicode::Script::arabic:
    case unicode::Script::hebrew:
    case unicode::Script::nko:
    case unicode::Script::syriac:
    case unicode::Script::thaana:
      return true;
    default:
      return false;
  }
}

// 2024年, 3月, 5号, 2024春: the digits belong to the word.
bool TailScripts::is_counter_of_digits(uint64_t after) const {
  if (!is_on(ProseRule::counter)) return false;
  return base::is_ascii_digit(window_.byte(state_.at - 1)) &&
         base::is_one_of(window_.slice(state_.at, after), automata::word_lists::kCounters);
}

// …/A6xYz//@新华社, …/abc@小米: the `@` begins the name of a person in a script without spaces,
// unless the segment begins with it: …/@日本
bool TailScripts::cut_before_mention(char32_t code_point) {
  if (!is_on(ProseRule::mention_in_path)) return false;
  const uint64_t at_sign = state_.at - 1;
  const bool may_be_mention = state_.component == Component::path && window_.byte(at_sign) == '@' &&
                              at_sign > state_.begin + 1 && window_.byte(at_sign - 1) < 0x80 &&
                              script_kind_of(code_point) == ScriptKind::unspaced;
  if (!may_be_mention) return false;
  const bool is_after_slash = window_.byte(at_sign - 1) == '/';
  if (is_after_slash && window_.byte(at_sign - 2) != '/') return false;
  // The first slash stays: http://example.org:/ has no end before it.
  const uint64_t end = is_after_slash ? std::max(at_sign - 2, state_.begin + 1) : at_sign;
  const uint64_t floor = std::max(state_.begin, window_.begin);
  state_.last_safe = trim_soft(window_, floor, std::min(state_.last_safe, end));
  return true;
}

// **https://example.org/a**です: does emphasis that opened before the link close here, before
// another script? A single `_` or `~` may be part of a name.
bool TailScripts::ends_emphasis(char32_t code_point) {
  if (!is_on(ProseRule::emphasis_cjk)) return false;
  const auto mark = static_cast<uint8_t>(state_.quotes.mark);
  if (!is_mark_of_emphasis(mark) || window_.byte(state_.at - 1) != mark ||
      !is_other_script(code_point))
    return false;
  const uint64_t floor = std::max(state_.begin, window_.begin);
  uint64_t begin = state_.at;
  while (begin > floor && window_.byte(begin - 1) == mark) --begin;
  base::count_steps(state_.at - begin);
  if (mark != '*' && state_.at - begin == 1) return false;
  state_.last_safe = std::min(state_.last_safe, begin);
  return true;
}

}  // namespace linkspan::scan
