#include "scan/trim.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "automata/case_endings.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/code_point_set.h"
#include "scan/joined_words.h"
#include "scan/other_writing.h"
#include "scan/roles.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

base::CodePoint before(const Window& window, uint64_t least, uint64_t at) {
  return base::decode_before(window.at(least), window.at(at));
}

bool is_ascii(std::string_view text) {
  base::count_steps(text.size());
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<uint8_t>(c) < 0x80; });
}

// …/223456789~, as Koreans end a sentence; but HEAD~. The tildes begin there.
bool is_drawn_out(const Window& window, uint64_t least, uint64_t begin) {
  if (begin == least) return false;
  const uint8_t last = window.byte(begin - 1);
  return last >= 0x80 || base::is_ascii_digit(last) || (last >= 'a' && last <= 'z');
}

// Emphasis is told by its mark before the link as well: identifiers may end in `_` or `--`. A
// comment of HTML ends in `-->`, and an official sentence in Spanish in `.-`.
uint64_t trim_emphasis(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end) {
  if (end == least) return end;
  const uint8_t mark = window.byte(end - 1);
  if (mark != '_' && mark != '~' && mark != '-') return end;
  uint64_t begin = end;
  while (begin > least && window.byte(begin - 1) == mark) --begin;
  const bool is_opened =
      mark != '-' && link_begin > window.begin && window.byte(link_begin - 1) == mark;
  const bool ends_comment = mark == '-' && end - begin >= 2 && window.has(end, '>');
  const bool ends_sentence = mark == '-' && begin > least && end - begin == 1 &&
                             (window.byte(begin - 1) == '.' || window.byte(begin - 1) == ',');
  const bool ends_drawn_out = mark == '~' && is_drawn_out(window, least, begin);
  return is_opened || ends_comment || ends_sentence || ends_drawn_out ? begin : end;
}

// `https://example.org/a:-)`
uint64_t trim_smiley(const Window& window, uint64_t least, uint64_t end) {
  const bool has_mouth = window.has(end, ')') || window.has(end, '(');
  if (!has_mouth || end - least < 3 || window.byte(end - 1) != '-') return end;
  const uint8_t eyes = window.byte(end - 2);
  return eyes == ':' || eyes == ';' ? end - 2 : end;
}

// What is typed as punctuation although it is none: an accent for a quotation mark, the signs for
// multiplication for a button to close and for the dots between items.
constexpr bool is_sign_as_punctuation(char32_t code_point) {
  return code_point == U'´' || code_point == U'×' || code_point == U'∙' || code_point == U'⋅';
}

// Does the segment that ends at `end` read as an identifier, with a digit in it?
bool ends_identifier(const Window& window, uint64_t least, uint64_t end) {
  constexpr uint64_t kShortest = 5;
  constexpr uint64_t kReach = 64;
  const uint64_t floor = end - least > kReach ? end - kReach : least;
  uint64_t begin = end;
  bool has_digit = false;
  for (; begin > floor && window.byte(begin - 1) != '/'; --begin) {
    const uint8_t last = window.byte(begin - 1);
    if (last == '.' || last == '-') return false;
    has_digit |= base::is_ascii_digit(last);
  }
  base::count_steps(end - begin);
  return end - begin >= kShortest && has_digit;
}

// The run of emoji that a writer has put behind the link: …/party🎉, …/reel/CxYz123/🔥, …/🔥🔥🔥. Not
// what is all of another segment or of a value: …/wiki/☃, ?q=😂
uint64_t trim_pictures(const Window& window, uint64_t least, uint64_t end) {
  constexpr unsigned kSeveral = 3;
  uint64_t begin = end;
  char32_t emoji = 0;
  unsigned times = 0;  // that it is repeated
  while (begin > least) {
    const base::CodePoint last = before(window, least, begin);
    if (!is_picture(last.value) && !is_sign_as_punctuation(last.value)) break;
    base::count_step();
    begin -= last.length;
    times = is_emoji(last.value) && last.value == emoji ? times + 1 : 1;
    emoji = last.value;
  }
  if (begin == end || begin == least) return end;
  const char32_t last = before(window, least, begin).value;
  const bool is_behind_word =
      is_word_character(last) || role_of(last, Style::prose) == Role::close ||
      (last == '/' && (times >= kSeveral || ends_identifier(window, least, begin - 1)));
  return is_behind_word ? begin : end;
}

// The mark of a case ending, as the list has it; 0 if it is none.
constexpr char mark_of_ending(char32_t code_point) {
  switch (code_point) {
    case '\'':
    case '/':
    case '-':
    case ':':
      return static_cast<char>(code_point);
    case U'’':
      return '\'';
    default:
      return 0;
  }
}

// Could these letters, behind their mark, be no part of a path? A hyphen is between all words
// there, and a colon in names of pages (/wiki/Special:…, /start:en).
bool is_sure_ending(const Window& window, uint64_t least, uint64_t mark_at, char mark,
                    std::string_view letters) {
  constexpr std::string_view kLanguages[] = {"an", "as", "ii", "in", "ta"};
  switch (mark) {
    case '-':
      return std::any_of(letters.begin(), letters.end(),
                         [](char c) { return static_cast<uint8_t>(c) >= 0x80; });
    case ':':
      return window.slice(least, mark_at).find('/') != std::string_view::npos &&
             !base::is_one_of(letters, kLanguages);
    default:
      return true;
  }
}

// …/2024'e, …com.tr/kurulum'a: one vowel, behind a digit or on a site of a country whose language
// has such endings.
bool is_ending_of_vowel(const Window& window, uint64_t link_begin, uint64_t least, uint64_t mark_at,
                        std::string_view letters) {
  constexpr std::string_view kVowels[] = {"a", "e", "i", "ı", "o", "ö", "u", "ü"};
  const std::string_view host = window.slice(link_begin, least);
  const bool is_behind_digit = mark_at > least && base::is_ascii_digit(window.byte(mark_at - 1));
  return (is_behind_digit || host.ends_with(".tr") || host.ends_with(".az")) &&
         base::is_one_of(letters, kVowels);
}

// …/ে: a vowel sign begins no word.
bool begins_with_mark(const Window& window, uint64_t begin, uint64_t end) {
  return begin < end && unicode::properties(window.code_point(begin).value).is_mark();
}

// /wiki/को: a page of a dictionary about it.
bool stands_for_page(const Window& window, uint64_t least, uint64_t slash) {
  const std::string_view path = window.slice(least, slash);
  return path.ends_with("/wiki") || path.ends_with("/w");
}

// A case ending or a particle with its mark: https://example.org/a's, …/haber’den, …/Sauna:n. What
// stands behind a slash takes none of it along: …/docs/를
uint64_t trim_ending_behind_mark(const Window& window, uint64_t link_begin, uint64_t least,
                                 uint64_t end) {
  constexpr uint64_t kLongest = 24;
  const uint64_t floor = end - least > kLongest ? end - kLongest : least;
  for (uint64_t at = end; at > floor;) {
    const base::CodePoint last = before(window, floor, at);
    base::count_step();
    at -= last.length;
    const unicode::Properties properties = unicode::properties(last.value);
    if (properties.is_letter() || properties.is_mark()) continue;
    const char mark = mark_of_ending(last.value);
    if (mark == 0) break;
    const uint64_t begin = at + last.length;
    const std::string_view letters = window.slice(begin, end);
    const int behind_mark = automata::kCaseEndings.step(0, static_cast<uint8_t>(mark));
    const bool is_ending =
        (automata::kCaseEndings.find(letters, behind_mark) != 0 &&
         is_sure_ending(window, least, at, mark, letters)) ||
        (mark == '\'' && is_ending_of_vowel(window, link_begin, least, at, letters));
    if (mark == '/') {
      const bool is_text = is_ending || begins_with_mark(window, begin, end);
      return is_text && !stands_for_page(window, least, at) ? begin : end;
    }
    return is_ending && at > least ? at : end;
  }
  return end;
}

// What a hyphen joins to the end of a path, an ending or the second half of a compound:
// …/belfold/-n, …/sport/-sidan. No more than six letters, all but the first in lower case
// (Scanner::may_be_trimmed).
uint64_t trim_behind_hyphen(const Window& window, uint64_t least, uint64_t end) {
  constexpr uint64_t kLongest = 6;
  uint64_t begin = end;
  while (begin > least && end - begin < kLongest && window.byte(begin - 1) >= 'a' &&
         window.byte(begin - 1) <= 'z') {
    --begin;
  }
  base::count_steps(end - begin);
  const bool has_capital = begin < end && begin > least && end - begin < kLongest &&
                           base::is_ascii_upper(window.byte(begin - 1));
  if (has_capital) --begin;
  const bool is_joined = begin < end && begin > least + 1 && window.byte(begin - 1) == '-' &&
                         window.byte(begin - 2) == '/';
  return is_joined ? begin - 1 : end;
}

// Where the bracket that closes right before `end` opens, with no other between; `end` if that is
// not near.
uint64_t find_opening(const Window& window, uint64_t least, uint64_t end, char opening) {
  constexpr uint64_t kReach = 64;
  const uint64_t floor = end - least > kReach ? end - kReach : least;
  const std::string_view text = window.slice(floor, end - 1);
  base::count_steps(text.size());
  const size_t at = text.rfind(opening);
  if (at == text.npos) return end;
  const bool is_apart = text.find(static_cast<char>(window.byte(end - 1)), at) == text.npos;
  return is_apart ? floor + at : end;
}

// [Title^], [Logo,120], []; or any behind `link:`
bool is_attribute(const Window& window, uint64_t link_begin, uint64_t opening, uint64_t end) {
  const bool is_behind_macro = link_begin > window.begin && window.byte(link_begin - 1) == ':';
  const std::string_view inside = window.slice(opening + 1, end - 1);
  return is_behind_macro || inside.empty() || inside.find_first_of(",=^\"") != inside.npos;
}

// What stands in brackets right behind a path or a fragment: what AsciiDoc gives a link
// (…/page.html[Title^], image::https://…/logo.png[Logo,120]), and the numbers of notes
// (…/2023[4][5], …/2023.[4]). No URI has such brackets but in a query; all of a segment they are a
// placeholder, /posts/[id].
uint64_t trim_attributes(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end) {
  if (end <= least + 2 || window.byte(end - 1) != ']') return end;
  const std::string_view tail = window.slice(least, end);
  base::count_steps(tail.size());
  if (tail.find('?') != tail.npos) return end;  // ?a[]=1
  uint64_t begin = end;
  while (begin > least + 2 && window.byte(begin - 1) == ']') {
    const uint64_t opening = find_opening(window, least, begin, '[');
    if (opening == begin || opening == least) return end;
    if (window.byte(opening - 1) == '/') {
      return begin == end && is_attribute(window, link_begin, opening, end) ? opening : end;
    }
    begin = opening;
  }
  const char32_t last = before(window, least, begin).value;
  const bool is_behind_name = is_word_character(last) || role_of(last, Style::prose) == Role::soft;
  return is_behind_name ? begin : end;
}

// ^^, ^_^: eyes that smile, behind the link; but HEAD^
uint64_t trim_smiling_eyes(const Window& window, uint64_t least, uint64_t end) {
  constexpr base::AsciiSet kMouths("_-.0o");
  uint64_t begin = end;
  while (begin > least && window.byte(begin - 1) == '^') --begin;
  base::count_steps(end - begin);
  if (begin == end) return end;
  const bool has_mouth = begin >= least + 2 && kMouths.contains(window.byte(begin - 1)) &&
                         window.byte(begin - 2) == '^';
  if (has_mouth) return begin - 2;
  return end - begin >= 2 ? begin : end;
}

// A face of nothing but marks: …/(◕‿◕), …/a(^_^)
uint64_t trim_face(const Window& window, uint64_t least, uint64_t end) {
  if (end < least + 4 || window.byte(end - 1) != ')') return end;
  const uint64_t opening = find_opening(window, least, end, '(');
  if (opening == end || opening == least || opening + 2 >= end) return end;
  for (uint64_t at = opening + 1; at + 1 < end;) {
    const base::CodePoint here = window.code_point(at);
    const unicode::Properties properties = unicode::properties(here.value);
    base::count_step();
    if (properties.is_letter() || properties.is_digit() || here.value == '/') return end;
    at += here.length;
  }
  return opening;
}

// The first word of the next sentence, behind a full stop without a space: …/regio.Ich
uint64_t trim_next_sentence(const Window& window, uint64_t least, uint64_t end) {
  constexpr uint64_t kLongest = 7;
  uint64_t begin = end;
  while (begin > least && end - begin <= kLongest &&
         base::is_ascii_letter(window.byte(begin - 1))) {
    --begin;
  }
  base::count_steps(end - begin);
  const bool may_be_word = begin < end && end - begin <= kLongest && begin > least + 1 &&
                           window.byte(begin - 1) == '.' &&
                           base::is_ascii_upper(window.byte(begin)) &&
                           (begin + 1 == end || !base::is_ascii_upper(window.byte(begin + 1)));
  if (!may_be_word) return end;
  const uint8_t last = window.byte(begin - 2);
  if (last != '/' && !base::is_ascii_alphanumeric(last)) return end;
  return is_sentence_opener(window, begin, end) ? begin - 1 : end;
}

// Does a file end here, or a folder? …/list.html, …/a/
bool ends_file_or_folder(std::string_view text) {
  constexpr std::string_view kSuffixes[] = {".htm", ".html", ".php", ".jpg",  ".jpeg", ".png",
                                            ".gif", ".pdf",  ".mp3", ".mp4",  ".zip",  ".aspx",
                                            ".jsp", ".svg",  ".csv", ".docx", ".xlsx", ".webp"};
  return text.ends_with('/') || base::ends_with_one_of(text, kSuffixes);
}

bool is_latin_letter(char32_t code_point) {
  return writing_of(code_point) == Writing::latin || unicode::properties(code_point).is_mark();
}

// Where the letters before `end` begin, of which there may be `most` bytes; `end` if there are
// more.
uint64_t find_last_word(const Window& window, uint64_t least, uint64_t end, uint64_t most) {
  uint64_t begin = end;
  while (begin > least) {
    const base::CodePoint last = before(window, least, begin);
    if (!is_latin_letter(last.value)) return begin;
    base::count_step();
    begin -= last.length;
    if (end - begin > most) return end;
  }
  return begin;
}

bool is_lower_case(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
    const base::CodePoint here =
        base::decode(bytes + at, bytes + text.size(), base::Text::complete);
    base::count_step();
    if (is_upper_case(here.value)) return false;
    at += here.length;
  }
  return true;
}

// Is the last segment an identifier, with a digit or a capital in it?
bool ends_in_code(std::string_view path) {
  const std::string_view segment = path.substr(path.rfind('/') + 1);
  base::count_steps(segment.size());
  return std::any_of(segment.begin(), segment.end(), [](char c) {
    const auto byte = static_cast<uint8_t>(c);
    return base::is_ascii_digit(byte) || base::is_ascii_upper(byte);
  });
}

bool letter_stands_behind_space(const Window& window, uint64_t at) {
  if (!window.has(at, ' ')) return false;
  const Peek next = window.peek(at + 1);
  return next.state == Peek::State::code_point &&
         unicode::properties(next.code_point.value).is_letter();
}

// …/compare/main...topic, …/Statements/for...of, …/Statements/if...else: what three dots join.
// Behind a file, none do.
bool joins_with_dots(std::string_view head, std::string_view letters) {
  constexpr std::string_view kOfStatements[] = {"catch", "else", "except", "finally",
                                                "in",    "of",   "while"};
  if (ends_file_or_folder(head)) return false;
  const bool is_value = head.find_first_of("?#") != head.npos && is_ascii(letters);
  const bool is_of_statement = base::is_one_of(letters, kOfStatements);
  return is_value || is_of_statement || head.find("/compare/") != head.npos ||
         !base::is_ascii_alphanumeric(static_cast<uint8_t>(head.back())) || !is_lower_case(letters);
}

// Words of the text that goes on behind a mark without a space: behind a file or a folder
// (…/list.html,then  …/b.html...and), behind an identifier before more words (…/r/aB3dE,es una
// estafa), the first with a letter beyond ASCII (…/gatto,però), or behind an exclamation
// (…/j/98765!!its). Between names it belongs to the link: /48.1,11.5,berlin  /berlin,de
// /Praha,Žižkov  /compare/v1...v2
uint64_t trim_words_behind_mark(const Window& window, uint64_t least, uint64_t end) {
  constexpr uint64_t kLongest = 24;
  constexpr uint64_t kLongestBehindDots = 6;  // Scanner::may_be_trimmed looks no further back
  constexpr base::AsciiSet kMarks(",.!?");
  const uint64_t word = find_last_word(window, least, end, kLongest);
  if (word == end) return end;
  uint64_t mark = word;
  while (mark > least && kMarks.contains(window.byte(mark - 1))) --mark;
  base::count_steps(word - mark);
  if (mark == word || mark == least) return end;
  const std::string_view marks = window.slice(mark, word);
  const std::string_view head = window.slice(least, mark);
  const std::string_view letters = window.slice(word, end);
  const bool is_exclamation = marks.size() >= 2 && marks.find('!') != marks.npos &&
                              marks.find_first_not_of("!?") == marks.npos;
  if (is_exclamation) {
    const bool is_path = head.find_first_of("?#") == head.npos && head.find("!!") == head.npos;
    return is_path && base::is_ascii_alphanumeric(static_cast<uint8_t>(head.back())) ? mark : end;
  }
  if (marks == "...") {
    const bool is_looked_at = end - word <= kLongestBehindDots || !is_ascii(letters);
    return is_looked_at && !head.ends_with('/') && !joins_with_dots(head, letters) ? mark : end;
  }
  if (!head.starts_with('/') || head.find('?') != head.npos) return end;
  if (marks != "," || !is_lower_case(letters) || head.find(',') != head.npos) return end;
  if (ends_file_or_folder(head)) return mark;
  const bool goes_on =
      letters.size() >= 2 && letter_stands_behind_space(window, end) && ends_in_code(head);
  const bool is_name_over = is_ascii(head) || head.ends_with(')');
  return goes_on || (!is_ascii(letters) && is_name_over) ? mark : end;
}

// …/Ulm,z.B.: behind a comma, letters with dots, the last of them before the end of the link.
uint64_t trim_abbreviation_behind_comma(const Window& window, uint64_t least, uint64_t end) {
  constexpr uint64_t kReach = 12;
  if (!window.has(end, '.')) return end;
  const uint64_t floor = end - least > kReach ? end - kReach : least;
  const std::string_view text = window.slice(floor, end);
  const size_t comma = text.rfind(',');
  if (comma == text.npos) return end;
  constexpr size_t kLongestPart = 2;
  size_t parts = 0;
  size_t letters = 0;
  for (const char c : text.substr(comma + 1)) {
    if (base::is_ascii_letter(static_cast<uint8_t>(c))) {
      if (++letters > kLongestPart) return end;
    } else {
      if (c != '.' || letters == 0) return end;
      letters = 0;
      ++parts;
    }
  }
  return parts > 0 && letters > 0 && floor + comma > least ? floor + comma : end;
}

bool white_space_stands_at(const Window& window, uint64_t at) {
  const Peek next = window.peek(at);
  return next.state == Peek::State::code_point &&
         unicode::properties(next.code_point.value).is_white_space();
}

// Is the syllable of Hangul one with a final consonant? (Unicode 17, section 3.12: 28 finals, the
// first of which is none.)
bool has_final_consonant(char32_t syllable) { return (syllable - 0xAC00) % 28 != 0; }
bool is_hangul_syllable(char32_t c) { return c >= 0xAC00 && c <= 0xD7A3; }

// Korean particles and endings that are joined to a noun and end no noun themselves. The object
// particle has two forms by the sound before it, which tells it from words such as 가을.
uint64_t trim_korean(const Window& window, uint64_t least, uint64_t end) {
  if (end - least < 9) return end;
  const char32_t particle = before(window, least, end).value;
  if (!is_hangul_syllable(particle)) return end;
  for (const std::string_view ending :
       {"입니다", "이에요", "예요", "에서는", "에서도", "에서만", "에서의", "으로부터", "에는",
        "에도", "이라는", "이라고", "에서", "에게", "인데"}) {
    if (end - least <= ending.size() + 3 || window.slice(end - ending.size(), end) != ending)
      continue;
    if (is_hangul_syllable(before(window, least, end - ending.size()).value)) {
      return end - ending.size();
    }
  }
  const char32_t noun = before(window, least, end - 3).value;
  if ((particle != U'를' && particle != U'을') || !is_hangul_syllable(noun)) return end;
  return has_final_consonant(noun) == (particle == U'을') ? end - 3 : end;
}

// Where a particle of Japanese stands right behind a Chinese character or katakana in the last
// segment, with no hiragana before it; `end` if none does.
uint64_t find_particle(const Window& window, uint64_t least, uint64_t end) {
  constexpr CodePointSet kParticles(U"でにへから");
  constexpr uint64_t kReach = 120;
  const uint64_t floor = end - least > kReach ? end - kReach : least;
  uint64_t begin = end;
  while (begin > floor && window.byte(begin - 1) != '/') --begin;
  while (begin < end && (window.byte(begin) & 0xC0) == 0x80) ++begin;  // within a character
  bool is_behind_name = false;
  for (uint64_t at = begin; at < end;) {
    const base::CodePoint here = window.code_point(at);
    base::count_step();
    const unicode::Script script = unicode::script(here.value);
    if (script == unicode::Script::hiragana) {
      return is_behind_name && kParticles.contains(here.value) ? at : end;
    }
    is_behind_name = script == unicode::Script::han || script == unicode::Script::katakana;
    at += here.length;
  }
  return end;
}

// …/断水で公表しました: a polite predicate ends a sentence, and few titles.
uint64_t trim_predicate(const Window& window, uint64_t least, uint64_t end) {
  for (const std::string_view predicate :
       {"ます", "ました", "ません", "ましょう", "ください", "下さい", "どうぞ"}) {
    if (end - least > predicate.size() && window.slice(end - predicate.size(), end) == predicate) {
      return find_particle(window, least, end);
    }
  }
  return end;
}

// Japanese: behind を a sentence goes on that asks or tells, which no title does.
uint64_t trim_japanese(const Window& window, uint64_t least, uint64_t end) {
  constexpr std::string_view kObject = "を";
  constexpr std::string_view kSentence[] = {"ください", "下さい", "ます", "ました", "参照",
                                            "ご覧",     "確認",   "見て", "読んで", "クリック",
                                            "読む",     "読み",   "見る", "参考",   "引用"};
  constexpr uint64_t kReach = 120;
  const uint64_t from = end - least > kReach ? end - kReach : least;
  const std::string_view text = window.slice(from, end);
  if (text.find(kObject[0]) == std::string_view::npos) return end;  // PERF: as in all other writing
  const size_t object = text.rfind(kObject);
  if (object == std::string_view::npos || object == 0) return end;
  base::count_steps(text.size() - object);
  for (const std::string_view word : kSentence) {
    if (text.find(word, object) != std::string_view::npos) return from + object;
  }
  return end;
}

// A copula of Japanese, a particle of politeness in Thai.
uint64_t trim_copula(const Window& window, uint64_t least, uint64_t end) {
  for (const std::string_view ending :
       {"です", "でした", "ですか", "ですね", "だよ", "นะครับ", "ครับ", "ค่ะ"}) {
    if (end - least > ending.size() && window.slice(end - ending.size(), end) == ending) {
      return end - ending.size();
    }
  }
  return end;
}

// Do postpositions and case endings follow a word of another writing without a space? (Unicode 17,
// chapters 7, 12, 13 and 19: Armenian and Georgian, the scripts of India and Sri Lanka, Ethiopic.)
bool joins_postpositions(unicode::Script script) {
  switch (script) {
    case unicode::Script::armenian:
    case unicode::Script::bengali:
    case unicode::Script::devanagari:
    case unicode::Script::ethiopic:
    case unicode::Script::georgian:
    case unicode::Script::gujarati:
    case unicode::Script::gurmukhi:
    case unicode::Script::kannada:
    case unicode::Script::malayalam:
    case unicode::Script::oriya:
    case unicode::Script::sinhala:
    case unicode::Script::tamil:
    case unicode::Script::telugu:
      return true;
    default:
      return false;
  }
}

// …/τεύχος-45-χειμώνας: the words before are in the same script, so that a hyphen joins one more.
bool has_script_in_segment(const Window& window, uint64_t least, uint64_t end,
                           unicode::Script script) {
  constexpr uint64_t kReach = 64;
  const uint64_t floor = end - least > kReach ? end - kReach : least;
  for (uint64_t at = end; at > floor && window.byte(at - 1) != '/';) {
    const base::CodePoint last = before(window, floor, at);
    base::count_step();
    if (last.value >= 0x80 && unicode::script(last.value) == script) return true;
    at -= last.length;
  }
  return false;
}

// A case ending or a postposition in another script behind ASCII: https://example.ge/a-ზე,
// https://example.in/5ल्या. Titles of other writing are joined with a hyphen as well.
uint64_t trim_case_ending(const Window& window, uint64_t least, uint64_t end) {
  constexpr unsigned kLongest = 8;
  const unicode::Script script = unicode::script(before(window, least, end).value);
  uint64_t at = end;
  base::CodePoint last{};
  for (unsigned letters = 0; at > least && letters <= kLongest; ++letters) {
    last = before(window, least, at);
    const unicode::Script here = unicode::script(last.value);
    const bool is_same = here == script || here == unicode::Script::inherited;
    if (last.value < 0x80 || (!is_same && last.value != U'\u200C' && last.value != U'\u200D'))
      break;
    at -= last.length;
  }
  if (at == end || at == least) return end;
  if (base::is_ascii_alphanumeric(last.value)) {
    const bool is_ending =
        joins_postpositions(script) ||
        (script == unicode::Script::cyrillic && is_cyrillic_ending(window.slice(at, end)));
    return is_ending && !ends_escape(window, least, at) ? at : end;
  }
  const bool is_behind_slash = last.value == '-' && at - 1 > least && window.byte(at - 2) == '/';
  if (is_behind_slash) return at - 1;
  const bool is_joined = last.value == '-' && at - 1 > least &&
                         base::is_ascii_alphanumeric(window.byte(at - 2)) &&
                         writing_of(before(window, least, end).value) != Writing::unspaced;
  if (!is_joined || has_script_in_segment(window, least, at - 1, script)) return end;
  constexpr uint64_t kShortEnding = 2 * 2;  // bytes: …/vesti-ју
  const bool is_short = end - at <= kShortEnding && is_ascii(window.slice(least, at));
  const bool is_ending =
      script != unicode::Script::cyrillic || is_short || is_cyrillic_ending(window.slice(at, end));
  return is_ending ? at - 1 : end;
}

// tel:+49301234567.Danke: behind the digits of a telephone and punctuation, a word.
uint64_t trim_word_behind_number(const Window& window, uint64_t link_begin, uint64_t least,
                                 uint64_t end) {
  constexpr uint64_t kLongest = 24;
  constexpr base::AsciiSet kMarks(".!/");
  const bool is_number = window.holds(link_begin, "tel:") == Answer::yes ||
                         window.holds(link_begin, "sms:") == Answer::yes;
  if (!is_number) return end;
  const uint64_t word = find_last_word(window, least, end, kLongest);
  const bool is_behind_number = word < end && word > least + 1 &&
                                kMarks.contains(window.byte(word - 1)) &&
                                base::is_ascii_digit(window.byte(word - 2));
  return is_behind_number ? word - 1 : end;
}

uint64_t trim_soft(const Window& window, uint64_t least, uint64_t end) {
  while (end > least) {
    const base::CodePoint last = before(window, least, end);
    if (role_of(last.value, Style::prose) != Role::soft) break;
    base::count_step();
    end -= last.length;
  }
  return end;
}

bool is_in_a_word(const Window& window, uint64_t end) {
  const Peek next = window.peek(end);
  return next.state == Peek::State::code_point &&
         unicode::properties(next.code_point.value).is_letter();
}

}  // namespace

uint64_t trim_in_prose(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end) {
  uint64_t trimmed = trim_word_behind_number(window, link_begin, least, end);
  trimmed = trim_pictures(window, least, trimmed);
  trimmed = trim_attributes(window, link_begin, least, trimmed);
  trimmed = trim_face(window, least, trimmed);
  trimmed = trim_smiling_eyes(window, least, trimmed);
  if (white_space_stands_at(window, trimmed)) trimmed = trim_next_sentence(window, least, trimmed);
  if (!is_in_a_word(window, trimmed)) {
    trimmed = trim_words_behind_mark(window, least, trimmed);
    trimmed = trim_abbreviation_behind_comma(window, least, trimmed);
  }
  trimmed = trim_emphasis(window, link_begin, least, trim_smiley(window, least, trimmed));
  if (trimmed > least && !is_in_a_word(window, trimmed)) {
    if (window.byte(trimmed - 1) >= 0x80) {
      trimmed = trim_case_ending(window, least, trimmed);
      trimmed = trim_korean(window, least, trimmed);
      trimmed = trim_japanese(window, least, trimmed);
      trimmed = trim_predicate(window, least, trimmed);
      trimmed = trim_copula(window, least, trimmed);
    }
    trimmed = trim_ending_behind_mark(window, link_begin, least, trimmed);
    trimmed = trim_behind_hyphen(window, least, trimmed);
  }
  return trimmed == end ? end : trim_soft(window, least, trimmed);
}

uint64_t trim_place_in_file(const Window& window, uint64_t least, uint64_t end) {
  for (int times = 0; times < 2; ++times) {
    uint64_t at = end;
    while (at > least && window.byte(at - 1) >= '0' && window.byte(at - 1) <= '9') --at;
    base::count_steps(end - at);
    const bool is_place = at < end && at > least + 1 && window.byte(at - 1) == ':';
    if (!is_place) break;
    end = at - 1;
  }
  return end;
}

}  // namespace linkspan::scan
