#include "scan/trim.h"

#include <algorithm>
#include <string_view>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/code_point_set.h"
#include "scan/joined_words.h"
#include "scan/other_writing.h"
#include "scan/roles.h"
#include "scan/trim_endings.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// …/223456789~, as Koreans end a sentence; but HEAD~. The tildes begin there.
bool is_drawn_out(const Window& window, uint64_t least, uint64_t begin) {
  if (begin == least) return false;
  const uint8_t last = window.byte(begin - 1);
  return last >= 0x80 || base::is_ascii_digit(last) || (last >= 'a' && last <= 'z');
}

bool is_in_a_word(const Window& window, uint64_t end) {
  const Peek next = window.peek(end);
  return next.state == Peek::State::code_point &&
         unicode::properties(next.code_point.value).is_letter();
}

// Can emphasis be opened there: at the begin of a line or of text in brackets or quotes, or behind
// white space, a dash or a mark of Markdown? In `"_id"`, `a=_b`, `$_GET` and `,_c` it is not.
bool may_open_emphasis(const Window& window, uint64_t at) {
  constexpr CodePointSet kBefore(U" \t\r\n\u00A0\u3000([{*~>“”„‚‘«»‹「『（—–");
  return at == window.begin || kBefore.contains(window.code_point_before(at, window.begin).value);
}

bool is_letter_or_digit(char32_t c) {
  const unicode::Properties properties = unicode::properties(c);
  return properties.is_letter() || properties.is_digit();
}

// Emphasis is told by its mark before the link as well, or before a word of its line: identifiers
// may end in `_` or `--`. A comment of HTML ends in `-->`, and an official sentence in Spanish in
// `.-`.
uint64_t trim_emphasis(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end) {
  if (end == least) return end;
  const uint8_t mark = window.byte(end - 1);
  if (mark != '_' && mark != '~' && mark != '-') return end;
  uint64_t begin = end;
  while (begin > least && window.byte(begin - 1) == mark) --begin;
  const bool is_opened =
      (mark != '-' && link_begin > window.begin && window.byte(link_begin - 1) == mark) ||
      (mark == '_' && !is_in_a_word(window, end) && is_in_emphasis(window, link_begin));
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
    if (last == '.') return false;
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
    const base::CodePoint last = window.code_point_before(begin, least);
    if (!is_picture(last.value) && !is_sign_as_punctuation(last.value)) break;
    base::count_step();
    begin -= last.length;
    times = is_emoji(last.value) && last.value == emoji ? times + 1 : 1;
    emoji = last.value;
  }
  if (begin == end || begin == least) return end;
  const char32_t last = window.code_point_before(begin, least).value;
  const bool is_behind_word =
      is_word_character(last) || role_of(last, Style::prose) == Role::close ||
      (last == '/' &&
       (times >= kSeveral || is_pointing(emoji) || ends_identifier(window, least, begin - 1)));
  return is_behind_word ? begin : end;
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
  const char32_t last = window.code_point_before(begin, least).value;
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

// …/angebot?id=7:D, …/video:P: a face that laughs, or up to three mouths; but /wiki/Talk:D,
// /wiki/利用者:D, urn:a:D
uint64_t trim_laughing_face(const Window& window, uint64_t least, uint64_t end) {
  constexpr uint64_t kMostMouths = 3;  // Scanner::may_be_trimmed looks no further back
  const uint8_t mouth = end > least ? window.byte(end - 1) : uint8_t{0};
  if (mouth != 'D' && mouth != 'P') return end;
  uint64_t eyes = end;
  while (eyes > least && end - eyes < kMostMouths && window.byte(eyes - 1) == mouth) --eyes;
  if (eyes < least + 2 || window.byte(eyes - 1) != ':') return end;
  --eyes;
  const std::string_view head = window.slice(least, eyes);
  base::count_steps(head.size());
  const std::string_view name = head.substr(head.find_last_of("/=") + 1);
  const uint8_t first = name.empty() ? uint8_t{'A'} : static_cast<uint8_t>(name[0]);
  const bool may_be_namespace = first >= 0x80 || base::is_ascii_upper(first);
  return may_be_namespace || head.starts_with(name) ? end : eyes;
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
    const base::CodePoint last = window.code_point_before(begin, least);
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
  const bool is_value = head.find_first_of("?#") != head.npos && base::is_all_ascii(letters);
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
    const bool is_looked_at = end - word <= kLongestBehindDots || !base::is_all_ascii(letters);
    return is_looked_at && !head.ends_with('/') && !joins_with_dots(head, letters) ? mark : end;
  }
  if (!head.starts_with('/') || head.find('?') != head.npos) return end;
  if (marks != "," || !is_lower_case(letters) || head.find(',') != head.npos) return end;
  if (ends_file_or_folder(head)) return mark;
  const bool goes_on =
      letters.size() >= 2 && letter_stands_behind_space(window, end) && ends_in_code(head);
  const bool is_name_over = base::is_all_ascii(head) || head.ends_with(')');
  return goes_on || (!base::is_all_ascii(letters) && is_name_over) ? mark : end;
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
    const base::CodePoint last = window.code_point_before(end, least);
    if (role_of(last.value, Style::prose) != Role::soft) break;
    base::count_step();
    end -= last.length;
  }
  return end;
}

}  // namespace

bool is_in_emphasis(const Window& window, uint64_t link_begin) {
  constexpr uint64_t kReach = 200;
  const uint64_t floor = window.back_to(link_begin, 0, kReach);
  bool has_space = false;  // between the mark and the link
  for (uint64_t at = link_begin; at > floor && window.byte(at - 1) != '\n'; --at) {
    base::count_step();
    has_space |= window.byte(at - 1) == ' ';
    if (window.byte(at - 1) != '_') continue;
    const bool is_before_word = is_letter_or_digit(window.code_point(at).value);
    while (at > floor + 1 && window.byte(at - 2) == '_') --at;
    if (!is_before_word) return false;
    if (may_open_emphasis(window, at - 1)) return has_space;
  }
  return false;
}

uint64_t trim_in_prose(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end) {
  uint64_t trimmed = trim_word_behind_number(window, link_begin, least, end);
  trimmed = trim_pictures(window, least, trimmed);
  trimmed = trim_attributes(window, link_begin, least, trimmed);
  trimmed = trim_face(window, least, trimmed);
  trimmed = trim_smiling_eyes(window, least, trimmed);
  trimmed = trim_laughing_face(window, least, trimmed);
  if (white_space_stands_at(window, trimmed)) trimmed = trim_next_sentence(window, least, trimmed);
  if (!is_in_a_word(window, trimmed)) {
    trimmed = trim_words_behind_mark(window, least, trimmed);
    trimmed = trim_abbreviation_behind_comma(window, least, trimmed);
  }
  trimmed = trim_emphasis(window, link_begin, least, trim_smiley(window, least, trimmed));
  if (!is_in_a_word(window, trimmed)) trimmed = trim_endings(window, link_begin, least, trimmed);
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
