#include "scan/tail.h"

#include <algorithm>
#include <string_view>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/code_point_set.h"
#include "scan/connectives.h"
#include "scan/other_writing.h"
#include "scan/shortcuts.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

Answer closing_entity(const Window& window, uint64_t offset) {
  // PERF: what joins the parts of a query begins none.
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

// ⁽¹⁾: of a footnote
constexpr bool is_superscript_bracket(char32_t code_point) {
  return code_point == 0x207D || code_point == 0x207E;
}

constexpr Answer opposite(Answer answer) {
  if (answer == Answer::unknown) return answer;
  return answer == Answer::yes ? Answer::no : Answer::yes;
}

// What closes a quote that opens within a name; 0 if the code point opens none.
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

constexpr bool is_mark_of_emphasis(uint8_t mark) {
  return mark == '*' || mark == '_' || mark == '~';
}

bool is_letter(char32_t code_point) { return unicode::properties(code_point).is_letter(); }

// Signs in double width, which are typed for what stands between links.
constexpr CodePointSet kWideSigns(U"／＋＆＝");
// The same, and what is written before a remark.
constexpr CodePointSet kBeforeRemarks(U"／＋＆＝～〜※＊・￥");

// Marks that end a word of Arabic, which titles have only before a space:
// /wiki/سورة_يس،_آية_1
constexpr CodePointSet kArabicMarks(U"،؛؟");

// Say again what stands before them, and begin no word.
constexpr CodePointSet kRepetitionMarks(U"ๆໆៗ々〻ーゝゞヽヾ");

}  // namespace

void Tail::begin(uint64_t offset, Component component, Style style, const Quotes& quotes,
                 Letters letters) {
  begin_ = at_ = last_safe_ = offset;
  query_begin_ = fragment_begin_ = kNowhere;
  // The delimiter itself makes the component begin, so start in the one before it.
  component_ = component == Component::fragment ? Component::query : Component::path;
  name_quote_end_ = kNowhere;
  may_be_topic_ = false;
  quotes_ = quotes;
  letters_ = letters;
  style_ = style;
  segment_ = Segment::empty;
  cause_ = Cause::code_point;
  open_count_ = 0;
}

// PERF: nine of ten characters of a tail are of ASCII and have nothing to say but their role. What
// they do to the segment is known from the last of them.
inline void Tail::pass_plain(const Window& window, uint64_t limit) {
  const auto& steps = kSteps[static_cast<size_t>(style_)];
  const uint64_t end = std::min(window.end, limit);
  uint64_t at = at_;
  uint64_t safe = last_safe_;
  uint64_t word = at_;  // where the letters and digits at the end of what was passed begin
  for (; at < end; ++at) {
    const Step step = steps[window.byte(at)];
    if (step == Step::look) break;
    if (step != Step::soft) safe = at + 1;
    if (step != Step::alphanumeric) word = at + 1;
  }
  base::count_steps(at - at_);
  if (at == at_) return;
  if (word > at_) segment_ = Segment::empty;
  if (word < at && segment_ == Segment::empty) segment_ = Segment::ascii;
  at_ = at;
  last_safe_ = safe;
}

// PERF: a letter between others beyond ASCII has nothing to say, either, within a segment of other
// writing. The last of them has: another link may begin behind it.
inline void Tail::pass_letters(const Window& window, uint64_t limit) {
  const uint64_t end = std::min(window.end, limit);
  const bool may_be_passed = at_ < end && window.byte(at_) >= 0x80 && segment_ == Segment::other &&
                             window.byte(at_ - 1) >= 0x80;
  if (!may_be_passed) return;
  for (;;) {
    const base::CodePoint letter = window.code_point(at_);
    const uint64_t behind = at_ + letter.length;
    if (behind >= end || window.byte(behind) < 0x80 || !is_plain_letter(letter.value)) return;
    base::count_step();
    at_ = last_safe_ = behind;
  }
}

Tail::Outcome Tail::advance(const Window& window, uint64_t limit) {
  uint64_t safe_so_far = last_safe_;
  for (;;) {
    pass_plain(window, limit);
    pass_letters(window, limit);
    const Peek next = window.peek(at_);
    if (next.unknown()) return Outcome::need_more;
    if (next.state == Peek::State::end_of_text) break;
    base::count_step();
    const uint64_t behind = at_ + next.code_point.length;
    safe_so_far = last_safe_;
    const char32_t code_point = next.code_point.value;
    Role role = role_of(code_point, style_);
    Verdict verdict = Verdict::go_on;
    if (style_ == Style::prose) {
      verdict = take_reading(window, code_point, role, behind);
      if (verdict == Verdict::go_on && role == Role::stop) {
        const Answer belongs = belongs_to_name(window, code_point, behind);
        if (belongs == Answer::unknown) return Outcome::need_more;
        if (belongs == Answer::yes) role = Role::include;
      }
    }
    if (verdict == Verdict::go_on && code_point < 0x80) verdict = take_syntax(window, code_point);
    if (verdict == Verdict::need_more) return Outcome::need_more;
    if (verdict == Verdict::go_on) verdict = take(code_point, role, behind);
    if (verdict == Verdict::stop) break;
    at_ = behind;
    if (behind > limit) {
      last_safe_ = safe_so_far;
      return Outcome::over_limit;
    }
    if (role == Role::open && open_count_ == 1) take_over_what_was_read();
  }
  if (style_ == Style::prose) drop_unclosed();
  if (last_safe_ <= limit) return Outcome::stopped;
  last_safe_ = safe_so_far;
  return Outcome::over_limit;
}

inline Tail::Verdict Tail::stop_for(Cause cause) {
  cause_ = cause;
  return Verdict::stop;
}

// What a reader of prose sees in the code point: a closing quote, another writing, the end of a
// string.
inline Tail::Verdict Tail::take_reading(const Window& window, char32_t code_point, Role role,
                                        uint64_t behind) {
  if (quotes_.closes(code_point) && at_ != name_quote_end_) {
    const Answer closes = quote_closes_here(window, behind);
    if (closes == Answer::unknown) return Verdict::need_more;
    if (closes == Answer::yes) return stop_for(Cause::quote);
  }
  if (code_point < 0x80) return take_ascii_reading(window, code_point);
  if (at_ == fragment_begin_) may_be_topic_ = true;
  const bool is_wide_bracket =
      role == Role::open && unicode::properties(code_point).is_east_asian_wide();
  if (is_wide_bracket) {
    // …/資料（仮）.pdf
    const bool may_be_title = segment_ == Segment::other || window.byte(at_ - 1) == '/';
    return stop_unless(may_be_title ? goes_on_as_link(window, at_, Brackets::pass) : Answer::no);
  }
  if (is_superscript_bracket(code_point)) return stop_for(Cause::script);
  const bool is_beyond_link = letters_ == Letters::ascii || is_joiner(code_point);
  if (is_beyond_link && window.byte(at_ - 1) < 0x80) return stop_for(Cause::script);
  if (segment_ != Segment::other && is_behind_initial(window)) segment_ = Segment::other;
  const Answer is_text = text_begins(window, code_point, behind);
  if (is_text == Answer::unknown) return Verdict::need_more;
  if (is_text == Answer::yes) return stop_for(Cause::script);
  if (segment_ == Segment::ascii) {
    if (ends_escape_of_ascii(window, begin_, at_)) {
      segment_ = Segment::other;
    } else if (!is_counter_of_digits(window, code_point)) {
      return take_behind_ascii(window, code_point);
    }
  }
  if (segment_ != Segment::other && is_word_character(code_point)) segment_ = Segment::other;
  return Verdict::go_on;
}

// Does the text that follows the link begin with the code point, which is not of ASCII? Behind
// letters or digits of ASCII, take_behind_ascii has more to say.
Answer Tail::text_begins(const Window& window, char32_t code_point, uint64_t behind) {
  if (is_picture(code_point) && is_behind_marks(window) && window.byte(last_safe_ - 1) != '=') {
    return opposite(goes_on_behind_pictures(window, at_, Answer::no));  // …/page!!😂
  }
  if (cut_before_mention(window, code_point)) return Answer::yes;
  if (segment_ != Segment::other && begins_next_words(window, code_point)) {
    if (window.byte(at_ - 1) != '?') return Answer::yes;
    // …/h.gX3kAbC?这个链接, but …/s?关键词=值, …/search?поиск
    const bool may_be_text =
        writing_of(code_point) == Writing::unspaced && (is_behind_host() || is_behind_code(window));
    return may_be_text ? opposite(goes_on_as_link(window, at_, Brackets::end)) : Answer::no;
  }
  if (ends_emphasis(window, code_point)) return Answer::yes;
  const bool is_sign = is_pointer(code_point) || code_point == U'※';
  if (segment_ == Segment::other && is_sign) {
    return word_stands_at(window, behind);  // …/初音ミク←おすすめ
  }
  const bool may_be_price = is_currency_sign(code_point) && component_ == Component::path &&
                            (window.byte(at_ - 1) == ',' || window.byte(at_ - 1) == ';');
  if (may_be_price) {
    return stands_at(window, behind,
                     [](char32_t c) { return base::is_ascii_digit(c); });  // …/abc123,€7,50
  }
  if (component_ == Component::path && kArabicMarks.contains(code_point)) {
    const Answer goes_on = word_stands_at(window, behind);
    if (goes_on != Answer::no) return goes_on;
  }
  if (is_behind_title_in_brackets(window, code_point)) {
    return opposite(goes_on_as_link(window, at_, Brackets::end));
  }
  const Answer is_last = ends_before_next_link(window, code_point, behind);
  if (is_last != Answer::no || window.byte(at_ - 1) != '/') return is_last;
  return text_begins_behind_slash(window, code_point, behind);
}

// Are there a digit or a capital in the letters of ASCII before the mark at the end of the link so
// far, as in an identifier?
bool Tail::is_behind_code(const Window& window) const {
  constexpr uint64_t kReach = 32;
  uint64_t at = last_safe_;
  for (uint64_t passed = 0; at > begin_ && passed < kReach; ++passed, --at) {
    const uint8_t last = window.byte(at - 1);
    base::count_step();
    if (last == '/') return false;
    if (base::is_ascii_digit(last) || base::is_ascii_upper(last)) return true;
  }
  return false;
}

// …/토지_(소설)에, …/Parasite_(film)を見た: the brackets end a title, and writing without spaces
// goes on; but …/(여자)아이들.
bool Tail::is_behind_title_in_brackets(const Window& window, char32_t code_point) const {
  constexpr uint64_t kReach = 96;
  const bool may_be_text = window.byte(at_ - 1) == ')' && open_count_ == 0 &&
                           writing_of(code_point) == Writing::unspaced;
  if (!may_be_text) return false;
  const uint64_t floor = std::max(begin_ + kReach < at_ ? at_ - kReach : begin_, window.begin);
  const std::string_view text = window.slice(floor, at_);
  base::count_steps(text.size());
  const size_t opening = text.rfind('(');
  return opening != text.npos && opening > 0 && text[opening - 1] != '/';
}

Answer Tail::text_begins_behind_slash(const Window& window, char32_t code_point,
                                      uint64_t behind) const {
  if (kRepetitionMarks.contains(code_point)) return Answer::yes;  // …/ๆ
  if (is_picture(code_point) && component_ == Component::path && at_ > begin_ + 1) {
    constexpr char32_t kEmojiSelector = 0xFE0F;
    const Answer is_shown_as_emoji =
        is_emoji(code_point)
            ? Answer::yes
            : stands_at(window, behind, [](char32_t c) { return c == kEmojiSelector; });
    if (is_shown_as_emoji == Answer::unknown) return Answer::unknown;
    if (is_shown_as_emoji == Answer::yes) {
      return opposite(goes_on_behind_pictures(window, at_, Answer::yes));  // …/reel/C9aB/😂হাসতে
    }
  }
  // …/→次の文, …/～お知らせ; but all of a segment may be one: /wiki/→
  if (is_pointer(code_point)) return word_stands_at(window, behind);
  const bool is_before_remark =
      kBeforeRemarks.contains(code_point) || (code_point >= 0x2460 && code_point <= 0x24FF);
  if (is_before_remark) return other_writing_stands_at(window, behind);
  const bool may_be_text = segment_ == Segment::empty && component_ == Component::path &&
                           writing_of(code_point) == Writing::unspaced;
  return may_be_text ? text_goes_on(window, at_) : Answer::no;
}

// Behind letters or digits of ASCII in the same segment.
Tail::Verdict Tail::take_behind_ascii(const Window& window, char32_t code_point) {
  if (is_pointer(code_point) || kWideSigns.contains(code_point)) return stop_for(Cause::script);
  if (is_picture(code_point)) return stop_unless(goes_on_behind_pictures(window, at_, Answer::yes));
  const bool is_glued = writing_of(code_point) == Writing::unspaced ||
                        is_compatibility_sign(code_point) || turns_around(window, code_point);
  if (!is_glued) return Verdict::go_on;
  const Answer goes_on = goes_on_as_link(window, at_, Brackets::end);
  return stop_unless(goes_on == Answer::no ? fills_quotes(window) : goes_on);
}

// "https://example.cn/item/JPEG格式": is there nothing but a word up to the mark that closes the
// quote which the link opens?
Answer Tail::fills_quotes(const Window& window) const {
  constexpr unsigned kLongest = 40;
  if (quotes_.closing != '"' && quotes_.closing != '\'') return Answer::no;
  uint64_t at = at_;
  for (unsigned passed = 0; passed < kLongest; ++passed) {
    const Peek next = window.peek(at);
    if (next.unknown()) return Answer::unknown;
    if (next.state == Peek::State::end_of_text) return Answer::no;
    base::count_step();
    if (quotes_.closes(next.code_point.value)) return Answer::yes;
    if (!is_word_character(next.code_point.value)) return Answer::no;
    at += next.code_point.length;
  }
  return Answer::no;
}

// Goes on, within other writing, if the answer is yes.
Tail::Verdict Tail::stop_unless(Answer goes_on) {
  if (goes_on == Answer::unknown) return Verdict::need_more;
  if (goes_on == Answer::no) return stop_for(Cause::script);
  segment_ = Segment::other;
  return Verdict::go_on;
}

// Does another link begin behind the code point? Then this one ends before a mark, before the word
// of other writing that joins the two, or before such letters, if they are all of a segment.
Answer Tail::ends_before_next_link(const Window& window, char32_t code_point, uint64_t behind) {
  const Answer begins = next_link_begins(window, behind);
  if (begins != Answer::yes) return begins;
  if (!is_word_character(code_point)) return begins;  // …/a،https://
  if (!is_other_writing(code_point)) return Answer::no;
  const uint64_t floor = std::max(begin_, window.begin);
  uint64_t letters = at_;
  while (letters > floor) {
    const base::CodePoint before = base::decode_before(window.at(floor), window.at(letters));
    if (!is_other_writing(before.value)) break;
    base::count_step();
    letters -= before.length;
  }
  const std::string_view text = window.slice(letters, behind);
  const auto* const joins = std::find_if(kConnectives.begin(), kConnectives.end(),
                                         [&](std::string_view one) { return text.ends_with(one); });
  if (joins != kConnectives.end()) {
    last_safe_ = behind - joins->size();
  } else {
    // …/よりhttps://, but …/東京タワーhttps://
    constexpr uint64_t kLongestWord = 4 * 3;  // bytes
    const bool is_word = letters > floor && window.byte(letters - 1) == '/' &&
                         writing_of(code_point) == Writing::unspaced &&
                         behind - letters <= kLongestWord;
    last_safe_ = is_word ? letters : behind;
  }
  return Answer::yes;
}

// Does the code point, which is not of ASCII, begin the words that follow the link, behind a mark
// without a space? …/abc123،ثم, …/p/1,看看; a colon is in titles: /wiki/Special:…
bool Tail::begins_next_words(const Window& window, char32_t code_point) const {
  if (!is_other_writing(code_point)) return false;
  if (is_behind_host()) return true;
  if (!is_behind_marks(window)) return false;
  const uint8_t before = window.byte(last_safe_ - 1);
  const char32_t mark = window.code_point(last_safe_).value;
  const bool is_greek_semicolon =
      (mark == U'·' || mark == 0x0387) && unicode::script(code_point) == unicode::Script::greek;
  return before == '/' || before == ')' || is_greek_semicolon ||
         (base::is_ascii_alphanumeric(before) && !ends_escape(window, begin_, last_safe_));
}

// …example.com?还是: behind the host, and nothing but what begins a query.
bool Tail::is_behind_host() const { return query_begin_ == at_ && at_ == begin_ + 1; }

// Do marks that end sentences stand here, behind the last character that the link may end with?
bool Tail::is_behind_marks(const Window& window) const {
  constexpr CodePointSet kMarks(U"!,.;?،؛؟՝՜·\u0387");
  constexpr uint64_t kMostBytes = 64;
  if (last_safe_ == at_ || last_safe_ <= begin_ || at_ - last_safe_ > kMostBytes) return false;
  for (uint64_t at = last_safe_; at < at_;) {
    const base::CodePoint mark = window.code_point(at);
    base::count_step();
    if (!kMarks.contains(mark.value)) return false;
    at += mark.length;
  }
  return true;
}

// …/wiki/J·K·罗琳, …/wiki/O・ヘンリー, …/J.K.罗琳: one letter and a dot are of a name; before a
// full stop they may be all of a title.
bool Tail::is_behind_initial(const Window& window) const {
  if (at_ < begin_ + 3) return false;
  const base::CodePoint dot = base::decode_before(window.bytes, window.at(at_));
  if (dot.value != U'·' && dot.value != U'・' && dot.value != '.') return false;
  const uint64_t initial = at_ - dot.length - 1;
  const uint8_t before = window.byte(initial - 1);
  if (!base::is_ascii_upper(window.byte(initial)) || base::is_ascii_alphanumeric(before)) {
    return false;
  }
  return dot.value != '.' || before == '.';
}

// Does a letter that is written from right to left stand right behind a letter or digit of ASCII,
// which is not the end of a `%c3`? No word has both.
bool Tail::turns_around(const Window& window, char32_t code_point) const {
  const bool is_behind_ascii = base::is_ascii_alphanumeric(window.byte(at_ - 1)) &&
                               !ends_escape(window, begin_, at_) && is_word_character(code_point);
  if (!is_behind_ascii) return false;
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
bool Tail::is_counter_of_digits(const Window& window, char32_t code_point) const {
  constexpr CodePointSet kCounters(U"年月日号號期回章版季班届屆春夏秋冬년월일");
  return base::is_ascii_digit(window.byte(at_ - 1)) && kCounters.contains(code_point);
}

// A character of ASCII that a link may have, as far as what follows does not say otherwise.
inline Tail::Verdict Tail::take_ascii_reading(const Window& window, char32_t code_point) {
  if (base::is_ascii_alphanumeric(code_point)) {
    if (segment_ == Segment::empty) segment_ = Segment::ascii;
    return Verdict::go_on;
  }
  const Answer stops = stops_at_mark(window, code_point);
  if (stops == Answer::unknown) return Verdict::need_more;
  segment_ = Segment::empty;
  return stops == Answer::yes ? Verdict::stop : Verdict::go_on;
}

// Does the link end before the mark at at_, for what stands behind it, or around the link?
inline Answer Tail::stops_at_mark(const Window& window, char32_t code_point) {
  switch (code_point) {
    case '(':
      return segment_ == Segment::ascii || window.byte(at_ - 1) == '/' ? remark_follows(window)
                                                                       : Answer::no;
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
    const Answer ends_field = is_between_fields(window);
    if (ends_field != Answer::no) return ends_field;
  }
  return letters_ == Letters::ascii && component_ == Component::path && comma == ','
             ? stands_at(window, at_ + 1, is_letter)  // sip:anna@example.de,danke
             : window.holds(at_ + 1, "www.");         // https://example.org/a,www.example.com
}

// Anna,https://example.org/,Ulm: does the comma at at_ part the link from the next field of a row?
// Not in a query, nor between digits.
Answer Tail::is_between_fields(const Window& window) const {
  if (component_ == Component::query) return Answer::no;
  if (!base::is_ascii_digit(window.byte(at_ - 1))) return Answer::yes;
  const Peek next = window.peek(at_ + 1);
  if (next.unknown()) return Answer::unknown;
  const bool is_number =
      next.state == Peek::State::code_point && base::is_ascii_digit(next.code_point.value);
  return is_number ? Answer::no : Answer::yes;
}

// Does the bracket at at_, right behind letters of ASCII, open a remark in other letters?
// …/viewform(需登录)
Answer Tail::remark_follows(const Window& window) const {
  if (ends_escape(window, begin_, at_)) return Answer::no;
  const Answer is_size = size_in_brackets_follows(window);
  if (is_size != Answer::no) return is_size;
  const Peek inside = window.peek(at_ + 1);
  if (inside.unknown()) return Answer::unknown;
  const bool is_other =
      inside.state == Peek::State::code_point && is_other_writing(inside.code_point.value);
  if (!is_other || segment_ == Segment::ascii) return is_other ? Answer::yes : Answer::no;
  // …/debian/(不要用http), but …/wiki/(株)月村, …/(アニメ).html
  if (at_ > begin_ + 1 && writing_of(inside.code_point.value) != Writing::unspaced) {
    return Answer::no;
  }
  const Answer is_title = is_title_in_brackets(window);
  if (is_title != Answer::no) return opposite(is_title);
  return opposite(goes_on_behind_bracket(window));
}

// …/manual.pdf(1.2MB), …/a.zip(ZIP:820KB): how large a file is; but …/a(1.5GB).zip
Answer Tail::size_in_brackets_follows(const Window& window) const {
  constexpr unsigned kLongest = 16;
  constexpr std::string_view kUnits[] = {"KB", "MB", "GB", "kB", "Ko", "Mo"};
  constexpr base::AsciiSet kOfNumbers(".,:");
  if (!is_behind_suffix(window)) return Answer::no;
  bool has_digits = false;
  for (uint64_t end = at_ + 1; end <= at_ + kLongest; ++end) {
    const Peek next = window.peek(end);
    if (next.unknown()) return Answer::unknown;
    base::count_step();
    if (next.state != Peek::State::code_point || next.code_point.value >= 0x80) return Answer::no;
    const auto byte = static_cast<uint8_t>(next.code_point.value);
    if (byte == ')') {
      const bool is_size = has_digits && base::ends_with_one_of(window.slice(at_ + 1, end), kUnits);
      if (!is_size) return Answer::no;
      return opposite(stands_at(window, end + 1, [](char32_t c) {
        constexpr base::AsciiSet kGoesOn("./_-?&=#%");
        return c < 0x80 &&
               (base::is_ascii_alphanumeric(c) || kGoesOn.contains(static_cast<uint8_t>(c)));
      }));
    }
    if (!base::is_ascii_alphanumeric(byte) && !kOfNumbers.contains(byte)) return Answer::no;
    has_digits |= base::is_ascii_digit(byte);
  }
  return Answer::no;
}

// Does the suffix of a file end at at_? .pdf, .mp4
bool Tail::is_behind_suffix(const Window& window) const {
  constexpr uint64_t kLongest = 5;
  uint64_t begin = at_;
  while (begin > begin_ && at_ - begin < kLongest &&
         base::is_ascii_alphanumeric(window.byte(begin - 1))) {
    --begin;
  }
  return at_ - begin >= 2 && begin > begin_ && window.byte(begin - 1) == '.';
}

// /company/(株)月村, /w/(여자)아이들: one character in brackets is an abbreviation within a name,
// and what stands below a segment that holds titles is one.
Answer Tail::is_title_in_brackets(const Window& window) const {
  const FoundInWord closing = find_in_word(window, at_ + 1, ')');
  if (closing.answer != Answer::yes) return closing.answer;
  const uint64_t first_end = at_ + 1 + window.code_point(at_ + 1).length;
  if (closing.at == first_end) return Answer::yes;
  for (const std::string_view holder : {"/wiki/", "/w/", "/a/", "/item/", "/view/"}) {
    const bool is_held =
        at_ >= begin_ + holder.size() && window.holds(at_ - holder.size(), holder) == Answer::yes;
    if (is_held) return Answer::yes;
  }
  return Answer::no;
}

// Does the bracket that opens at at_ close before a suffix or what else is part of a link?
Answer Tail::goes_on_behind_bracket(const Window& window) const {
  const FoundInWord closing = find_in_word(window, at_ + 1, ')');
  if (closing.answer != Answer::yes) return closing.answer;
  constexpr base::AsciiSet kGoesOn("/._-&?#=%");
  const Peek next = window.peek(closing.at + 1);
  if (next.unknown()) return Answer::unknown;
  const bool may_go_on = next.state == Peek::State::code_point && next.code_point.value < 0x80 &&
                         kGoesOn.contains(static_cast<uint8_t>(next.code_point.value));
  return may_go_on ? word_stands_at(window, closing.at + 2) : Answer::no;
}

// `*/`, where it is not the middle of a path.
Answer Tail::closes_comment(const Window& window) const {
  const Answer holds = window.holds(at_, "*/");
  if (holds != Answer::yes) return holds;
  return opposite(word_stands_at(window, at_ + 2));
}

// An apostrophe closes a quote only where no word goes on behind it, or an ending of other writing,
// and it is the last one: ‘…/wiki/Москва’е, ‘…/wiki/Прип’ять’
Answer Tail::quote_closes_here(const Window& window, uint64_t behind) const {
  const char32_t code_point = window.code_point(at_).value;
  if (code_point == '"') {
    const Answer is_letter_mark = is_gershayim(window, begin_, at_);
    if (is_letter_mark != Answer::yes) return opposite(is_letter_mark);
    return opposite(find_in_word(window, behind, code_point).answer);  // "…/wiki/צה"ל"
  }
  if (code_point != '\'' && code_point != U'’') return Answer::yes;
  const Answer goes_on = word_stands_at(window, behind);
  if (goes_on != Answer::yes) return opposite(goes_on);
  const bool is_ending = is_other_writing(window.code_point(behind).value);
  if (!is_ending) return Answer::no;
  const FoundInWord later = find_in_word(window, behind, code_point);
  if (later.answer != Answer::yes) return opposite(later.answer);
  return next_link_begins(window, later.at + 1);  // 'https://…'和'https://…'
}

// …/@alice@例え.jp
bool Tail::is_in_segment_of_name(const Window& window, uint64_t at_sign) const {
  constexpr uint64_t kReach = 64;
  const uint64_t floor = std::max(begin_, at_sign < kReach ? 0 : at_sign - kReach);
  uint64_t segment = at_sign;
  while (segment > std::max(floor, window.begin) && window.byte(segment - 1) != '/') --segment;
  base::count_steps(at_sign - segment);
  return segment < at_sign && window.byte(segment) == '@';
}

// …/A6xYz//@新华社, …/abc@小米: the name of somebody in writing without spaces, behind what is no
// name itself. Not …/@日本
bool Tail::cut_before_mention(const Window& window, char32_t code_point) {
  const uint64_t at_sign = at_ - 1;
  const bool may_be_mention = component_ == Component::path && window.byte(at_sign) == '@' &&
                              at_sign > begin_ + 1 && window.byte(at_sign - 1) < 0x80 &&
                              writing_of(code_point) == Writing::unspaced;
  if (!may_be_mention || is_in_segment_of_name(window, at_sign)) return false;
  const bool is_behind_slash = window.byte(at_sign - 1) == '/';
  if (is_behind_slash && window.byte(at_sign - 2) != '/') return false;
  last_safe_ = std::min(last_safe_, is_behind_slash ? at_sign - 2 : at_sign);
  return true;
}

// …/RQ9zLmK#新品发布会#: the second of the marks around a topic, which is no fragment.
bool Tail::cut_before_topic() {
  const bool is_topic = component_ == Component::fragment && may_be_topic_;
  if (is_topic) last_safe_ = std::min(last_safe_, fragment_begin_ - 1);
  return is_topic;
}

// **https://example.org/a**です: does the mark that stands before the link close here, before other
// writing? One `_` or `~` may be part of a name.
bool Tail::ends_emphasis(const Window& window, char32_t code_point) {
  const auto mark = static_cast<uint8_t>(quotes_.mark);
  if (!is_mark_of_emphasis(mark) || window.byte(at_ - 1) != mark || !is_other_writing(code_point))
    return false;
  const uint64_t floor = std::max(begin_, window.begin);
  uint64_t begin = at_;
  while (begin > floor && window.byte(begin - 1) == mark) --begin;
  base::count_steps(at_ - begin);
  if (mark != '*' && at_ - begin == 1) return false;
  last_safe_ = std::min(last_safe_, begin);
  return true;
}

// Does a `_` stand there?
Answer is_before_joint(const Window& window, uint64_t at) {
  const Peek next = window.peek(at);
  return next.unknown() ? Answer::unknown : (next.is('_') ? Answer::yes : Answer::no);
}

// Is a mark that ends links part of the name of this one? /wiki/צה"ל, /Менск_(1067—1793),
// /Закон_Бойля_—_Мариотта, /Und_dann_…_kam_Polly, /Крейсер_«Аврора»
Answer Tail::belongs_to_name(const Window& window, char32_t code_point, uint64_t behind) {
  const uint8_t last = window.byte(at_ - 1);
  switch (code_point) {
    case '"':
      return last < 0x80 ? Answer::no : is_gershayim(window, begin_, at_);
    case '|':
      return joins_values(window);
    case U'—':
      if (open_count_ > 0) return Answer::yes;
      return last == '_' ? is_before_joint(window, behind) : Answer::no;
    case U'…':
      return last == '_' || last == '/' ? is_before_joint(window, behind) : Answer::no;
    default:
      break;
  }
  if (at_ == name_quote_end_) return Answer::yes;
  const char32_t closing = closing_in_name(code_point);
  if (closing != 0) return opens_quote_in_name(window, closing, behind);
  // …/အောင်ဆန်း၊_ဗိုလ်ချုပ်
  const bool may_join = last >= 0x80 && unicode::properties(code_point).is_punctuation();
  if (!may_join) return Answer::no;
  const Peek next = window.peek(behind);
  return next.unknown() ? Answer::unknown : (next.is('_') ? Answer::yes : Answer::no);
}

// Do letters, digits and `=` stand there?
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

// ?prop=info|revisions&titles=A|B&format=json: does the bar at at_ stand between values of a query
// that goes on with another name? In a row of a table it does not.
Answer Tail::joins_values(const Window& window) const {
  constexpr uint64_t kReach = 64;
  constexpr base::AsciiSet kOfValue("-._~%|+:,*/@");
  if (component_ != Component::query) return Answer::no;
  if (!base::is_ascii_alphanumeric(window.byte(at_ - 1))) return Answer::no;
  const uint64_t limit = std::min(at_ + kReach, window.end);
  uint64_t at = at_ + 1;
  while (at < limit && (base::is_ascii_alphanumeric(window.byte(at)) ||
                        (window.byte(at) < 0x80 && kOfValue.contains(window.byte(at))))) {
    ++at;
  }
  base::count_steps(at - at_);
  if (at == window.end) return window.complete() ? Answer::no : Answer::unknown;
  const bool is_value = at > at_ + 1 && at < limit && window.byte(at) == '&';
  return is_value ? name_of_parameter_stands_at(window, at + 1) : Answer::no;
}

// Does the quotation mark at at_ close within the link, with something that joins it on either
// side? …/Крейсер_«Аврора», …/завод«Прогресс»/цех-2.html
Answer Tail::opens_quote_in_name(const Window& window, char32_t closing, uint64_t behind) {
  constexpr base::AsciiSet kJoinsBefore("_/(-=");
  constexpr base::AsciiSet kJoinsBehind("_/-&.#");
  const FoundInWord end = find_in_word(window, behind, closing);
  if (end.answer != Answer::yes) return end.answer;
  const uint8_t last = window.byte(at_ - 1);
  if (last >= 0x80 || !kJoinsBefore.contains(last)) {
    const uint64_t behind_quote = end.at + window.code_point(end.at).length;
    const Peek joint = window.peek(behind_quote);
    if (joint.unknown()) return Answer::unknown;
    const bool may_join = joint.state == Peek::State::code_point && joint.code_point.value < 0x80 &&
                          kJoinsBehind.contains(static_cast<uint8_t>(joint.code_point.value));
    const Answer joins = may_join ? word_stands_at(window, behind_quote + 1) : Answer::no;
    if (joins != Answer::yes) return joins;
  }
  name_quote_end_ = end.at;
  return Answer::yes;
}

// Does the colon at at_ belong to the next link of a list? Then this one ends before what separates
// them.
bool Tail::end_before_next_link(const Window& window) {
  const uint64_t floor = std::max(begin_, window.begin);
  const unsigned size = size_of_next_scheme(window.at(floor), window.at(at_));
  if (size == 0) return false;
  last_safe_ = at_ - size;
  while (last_safe_ > floor) {
    const base::CodePoint last = base::decode_before(window.at(floor), window.at(last_safe_));
    if (role_of(last.value, style_) != Role::soft) break;
    base::count_step();
    last_safe_ -= last.length;
  }
  return true;
}

// What the code point means to the syntax of URIs: a component begins, the stack is cleared.
inline Tail::Verdict Tail::take_syntax(const Window& window, char32_t code_point) {
  const bool clears = style_ == Style::uts58;
  switch (component_) {
    case Component::path:
      if (code_point == '/' && clears) open_count_ = 0;
      if (code_point == '?') {
        component_ = Component::query;
        query_begin_ = at_ + 1;
        return Verdict::go_on;
      }
      break;
    case Component::query:
      if ((code_point == '=' || code_point == '&') && clears) open_count_ = 0;
      break;
    case Component::fragment:
      if (code_point == ':' && clears) {
        const Answer directive = window.holds(at_, ":~:");
        if (directive == Answer::unknown) return Verdict::need_more;
        if (directive == Answer::yes) open_count_ = 0;
      }
      return Verdict::go_on;
  }
  if (code_point == '#') {
    component_ = Component::fragment;
    fragment_begin_ = at_ + 1;
    may_be_topic_ = false;
  }
  return Verdict::go_on;
}

// What the code point means to the end of the link: its role.
inline Tail::Verdict Tail::take(char32_t code_point, Role role, uint64_t behind) {
  switch (role) {
    case Role::include:
      break;
    case Role::soft:
      return Verdict::go_on;
    case Role::stop:
      return Verdict::stop;
    case Role::open:
      if (open_count_ == max_open()) return Verdict::stop;
      open_[open_count_++] = {code_point, component_, segment_, at_, last_safe_};
      break;
    case Role::close:
      if (!close(code_point)) return Verdict::stop;
      break;
  }
  last_safe_ = behind;
  return Verdict::go_on;
}

inline bool Tail::close(char32_t closer) {
  if (open_count_ == 0) return false;
  if (open_[open_count_ - 1].bracket == unicode::link_bracket(closer)) {
    --open_count_;
    return true;
  }
  if (style_ == Style::uts58) --open_count_;
  return false;
}

// In prose a bracket without its partner belongs to the text around the link, and so does all
// behind it.
void Tail::drop_unclosed() {
  if (open_count_ == 0) return;
  unclosed_ = {at_,
               last_safe_,
               query_begin_,
               fragment_begin_,
               name_quote_end_,
               quotes_,
               letters_,
               component_,
               segment_,
               may_be_topic_,
               static_cast<uint8_t>(open_count_ & 0x7F)};
  std::copy_n(open_.begin(), open_count_, unclosed_open_.begin());
  last_safe_ = std::min(last_safe_, open_[0].safe_before);
  cause_ = Cause::bracket;
  open_count_ = 0;
}

// Behind the same bracket, in the same state, the same is read: then it is not read again. There is
// a bracket less around it now, so that it may go on where it stopped.
void Tail::take_over_what_was_read() {
  const Opener& opener = open_[0];
  const auto end = unclosed_open_.begin() + unclosed_.count;
  const auto same = std::find_if(unclosed_open_.begin(), end,
                                 [&](const Opener& one) { return one.at == opener.at; });
  const bool is_known = same != end && same->component == opener.component &&
                        same->segment == opener.segment && unclosed_.quotes == quotes_ &&
                        unclosed_.letters == letters_;
  if (!is_known) return;
  base::count_step();
  open_count_ = static_cast<uint8_t>(end - same);
  std::copy(same + 1, end, open_.begin() + 1);
  if (opener.component == Component::path) query_begin_ = unclosed_.query_begin;
  if (opener.component != Component::fragment) {
    fragment_begin_ = unclosed_.fragment_begin;
    may_be_topic_ = unclosed_.may_be_topic;
  }
  component_ = unclosed_.component;
  segment_ = unclosed_.segment;
  last_safe_ = unclosed_.last_safe;
  name_quote_end_ = unclosed_.name_quote_end;
  at_ = unclosed_.at;
}

void fill_tail(Parts& parts, uint64_t link_begin, const TailPlaces& places) {
  const auto offset = [&](uint64_t place) { return static_cast<uint32_t>(place - link_begin); };
  const bool has_query = places.query_begin <= places.end;
  const bool has_fragment = places.fragment_begin <= places.end;
  const uint64_t query_end = has_fragment ? places.fragment_begin - 1 : places.end;
  const uint64_t path_end = has_query ? places.query_begin - 1 : query_end;
  parts.path = {offset(places.begin), offset(path_end)};
  if (has_query) parts.query = {offset(places.query_begin), offset(query_end)};
  if (has_fragment) parts.fragment = {offset(places.fragment_begin), offset(places.end)};
}

}  // namespace linkspan::scan
