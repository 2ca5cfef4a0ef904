// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/word_endings.h"

#include <string_view>

#include "automata/case_endings.h"
#include "automata/joined_words.h"
#include "automata/prose_rules.h"
#include "automata/word_lists.h"
#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/prose/inflection.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"
#include "scan/text/roles.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// The punctuation before a case ending, as the list has it; 0 if it joins no ending.
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

// Are these letters an ending and not part of the path? A hyphen is between all words of a path,
// and a colon in names of pages (/wiki/Special:…, /start:en).
bool is_sure_ending(const Window& window, uint64_t least, uint64_t mark_at, char mark,
                    std::string_view letters) {
  switch (mark) {
    case '-':
      return !base::is_all_ascii(letters);
    case ':':
      return window.slice(least, mark_at).find('/') != std::string_view::npos &&
             !base::is_one_of(letters, automata::word_lists::kLanguagesOfPages);
    default:
      return true;
  }
}

// …/2024'e, …com.tr/kurulum'a: one vowel, after a digit or on a site of a country whose language
// has such endings.
bool is_ending_of_vowel(const Window& window, uint64_t link_begin, uint64_t least, uint64_t mark_at,
                        std::string_view letters) {
  const std::string_view host = window.slice(link_begin, least);
  const bool is_after_digit = mark_at > least && base::is_ascii_digit(window.byte(mark_at - 1));
  return (is_after_digit || host.ends_with(".tr") || host.ends_with(".az")) &&
         base::is_one_of(letters, automata::word_lists::kVowelsOfEndings);
}

// /wiki/को: a page of a dictionary about the ending.
bool stands_for_page(const Window& window, uint64_t least, uint64_t slash) {
  const std::string_view path = window.slice(least, slash);
  return path.ends_with("/wiki") || path.ends_with("/w");
}

// Removes a case ending or a particle and the punctuation before it: https://example.org/a's,
// …/haber’den, …/Sauna:n
uint64_t trim_ending_after_mark(const Window& window, uint64_t link_begin, uint64_t least,
                                uint64_t end) {
  if (!is_on(ProseRule::case_ending)) return end;
  constexpr uint64_t kLongest = 24;
  const uint64_t floor = end - least > kLongest ? end - kLongest : least;
  for (uint64_t at = end; at > floor;) {
    const base::CodePoint last = window.code_point_before(at, floor);
    base::count_step();
    at -= last.length;
    const unicode::Properties properties = unicode::properties(last.value);
    if (properties.is_letter() || properties.is_mark()) continue;
    const char mark = mark_of_ending(last.value);
    if (mark == 0) break;
    const uint64_t begin = at + last.length;
    const std::string_view letters = window.slice(begin, end);
    const int after_mark = automata::kCaseEndings.step(0, static_cast<uint8_t>(mark));
    const bool is_ending =
        (automata::kCaseEndings.find(letters, after_mark) != 0 &&
         is_sure_ending(window, least, at, mark, letters)) ||
        (mark == '\'' && is_ending_of_vowel(window, link_begin, least, at, letters));
    if (mark == '/') return is_ending && !stands_for_page(window, least, at) ? begin : end;
    return is_ending && at > least ? at : end;
  }
  return end;
}

// Does the Hangul syllable have a final consonant? (Unicode 17, section 3.12: each 28th has none.)
bool has_final_consonant(char32_t syllable) { return (syllable - 0xAC00) % 28 != 0; }

bool is_hangul_syllable(char32_t c) { return c >= 0xAC00 && c <= 0xD7A3; }

// Removes Korean particles and endings that are joined to a noun and end no noun themselves. The
// form of the object particle depends on the sound before it, which excludes words such as 가을.
uint64_t trim_korean(const Window& window, uint64_t least, uint64_t end) {
  if (!is_on(ProseRule::particle)) return end;
  if (end - least < 9) return end;
  const char32_t particle = window.code_point_before(end, least).value;
  if (!is_hangul_syllable(particle)) return end;
  for (const std::string_view ending : automata::joined_words::kKorean) {
    if (end - least <= ending.size() + 3 || window.slice(end - ending.size(), end) != ending)
      continue;
    if (is_hangul_syllable(window.code_point_before(end - ending.size(), least).value)) {
      return end - ending.size();
    }
  }
  const char32_t noun = window.code_point_before(end - 3, least).value;
  if ((particle != U'를' && particle != U'을') || !is_hangul_syllable(noun)) return end;
  return has_final_consonant(noun) == (particle == U'을') ? end - 3 : end;
}

// Japanese: removes を and the request or statement after it, which no title has.
uint64_t trim_japanese(const Window& window, uint64_t least, uint64_t end) {
  if (!is_on(ProseRule::particle)) return end;
  constexpr std::string_view kObject = "を";
  constexpr uint64_t kReach = 120;
  const uint64_t from = end - least > kReach ? end - kReach : least;
  const std::string_view text = window.slice(from, end);
  if (text.find(kObject[0]) == std::string_view::npos) return end;  // PERF: as in all other scripts
  const size_t object = text.rfind(kObject);
  if (object == std::string_view::npos || object == 0) return end;
  base::count_steps(text.size() - object);
  for (const std::string_view word : automata::joined_words::kSentence) {
    if (text.find(word, object) != std::string_view::npos) return from + object;
  }
  return end;
}

// Removes a Japanese copula or a polite particle of Thai.
uint64_t trim_copula(const Window& window, uint64_t least, uint64_t end) {
  if (!is_on(ProseRule::particle)) return end;
  for (const std::string_view ending : automata::joined_words::kCopula) {
    if (end - least > ending.size() && window.slice(end - ending.size(), end) == ending) {
      return end - ending.size();
    }
  }
  return end;
}

// Do postpositions and case endings follow a word of another script without a space? (Unicode 17,
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

// …/τεύχος-45-χειμώνας: the words before are in the same script, so a hyphen joins one more.
// PERF: inlined, it leaves no room for the functions that most links need.
[[gnu::noinline]] bool has_script_in_segment(const Window& window, uint64_t least, uint64_t end,
                                             unicode::Script script) {
  constexpr uint64_t kReach = 64;
  const uint64_t floor = end - least > kReach ? end - kReach : least;
  for (uint64_t at = end; at > floor && window.byte(at - 1) != '/';) {
    const base::CodePoint last = window.code_point_before(at, floor);
    base::count_step();
    if (last.value >= 0x80 && unicode::script(last.value) == script) return true;
    at -= last.length;
  }
  return false;
}

// Removes a case ending or a postposition in another script after ASCII: https://example.ge/a-ზე,
// https://example.in/5ल्या. Titles of another script may have a hyphen, too.
uint64_t trim_case_ending(const Window& window, uint64_t least, uint64_t end) {
  if (!is_on(ProseRule::script_ending)) return end;
  constexpr unsigned kLongest = 8;
  const unicode::Script script = unicode::script(window.code_point_before(end, least).value);
  uint64_t at = end;
  base::CodePoint last{};
  for (unsigned letters = 0; at > least && letters <= kLongest; ++letters) {
    last = window.code_point_before(at, least);
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
    return is_ending && !ends_escape(window, least, at) &&
                   !has_script_in_segment(window, least, at, script)
               ? at
               : end;
  }
  const bool is_after_slash = last.value == '-' && at - 1 > least && window.byte(at - 2) == '/';
  if (is_after_slash) return at - 1;
  const bool is_joined =
      last.value == '-' && at - 1 > least && base::is_ascii_alphanumeric(window.byte(at - 2)) &&
      script_kind_of(window.code_point_before(end, least).value) != ScriptKind::unspaced;
  if (!is_joined || has_script_in_segment(window, least, at - 1, script)) return end;
  constexpr uint64_t kShortEnding = 2 * 2;  // bytes: …/vesti-ју
  const bool is_short = end - at <= kShortEnding && base::is_all_ascii(window.slice(least, at));
  const bool is_ending =
      script != unicode::Script::cyrillic || is_short || is_cyrillic_ending(window.slice(at, end));
  return is_ending ? at - 1 : end;
}

}  // namespace

uint64_t trim_endings(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end) {
  if (end == least) return end;
  uint64_t trimmed = end;
  if (window.byte(end - 1) >= 0x80) {
    trimmed = trim_case_ending(window, least, trimmed);
    trimmed = trim_korean(window, least, trimmed);
    trimmed = trim_japanese(window, least, trimmed);
    trimmed = trim_copula(window, least, trimmed);
  }
  return trim_ending_after_mark(window, link_begin, least, trimmed);
}

}  // namespace linkspan::scan
