// What stands beside a dotted word: words that tell what it is, and the sentence that it may be the
// end of.

#include <algorithm>
#include <string_view>

#include "automata/clauses.h"
#include "automata/function_words.h"
#include "automata/tlds.h"
#include "automata/words_before_hosts.h"
#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/code_point_set.h"
#include "scan/folded_text.h"
#include "scan/judgement_questions.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// In the order of VALUES in src/CMakeLists.txt.
enum class WordBefore : uint8_t { none, file, lead, plural, romanian, slavic, somali, site };

base::CodePoint last_character(std::string_view text) {
  const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
  return base::decode_before(bytes, bytes + text.size());
}

// May it stand between a word and the name that it tells of? Белый сайт — «example.md»
bool stands_before_name(char32_t character) {
  constexpr CodePointSet kMarks(U"\u00A0–—„“”«»‘’‚‹›");
  return character < 0x80 ? std::string_view(" \"'([:-").find(static_cast<char>(character)) !=
                                std::string_view::npos
                          : kMarks.contains(character);
}

// The last word of a text, with white space behind it, and perhaps quotes, a bracket, a colon or a
// dash.
std::string_view last_word(std::string_view text) {
  constexpr unsigned kMostMarks = 8;
  std::string_view rest = text;
  for (unsigned marks = 0; marks < kMostMarks && !rest.empty(); ++marks) {
    const base::CodePoint last = last_character(rest);
    if (!stands_before_name(last.value)) break;
    base::count_step();
    rest.remove_suffix(last.length);
  }
  if (rest.size() == text.size()) return {};
  const size_t gap = rest.find_last_of(" \n(\"-");
  return rest.substr(gap + 1);
}

bool is_of_word(uint8_t byte) { return byte >= 0x80 || base::is_ascii_letter(byte); }

WordBefore meaning_of(std::string_view word) {
  constexpr size_t kLongest = 32;
  FoldedText<kLongest> folded;
  if (word.empty() || !folded.append(word)) return WordBefore::none;
  return static_cast<WordBefore>(automata::kWordsBeforeHosts.find(folded.view()));
}

// The letters around sites that end as suffixes of files do, in countries that do not write them in
// Latin letters: сообщает novosti.rs, بحسب example.ps
bool ends_in_writing_of_country(std::string_view word, const BareHost& host) {
  if (word.empty()) return false;
  const unicode::Script script = unicode::script(last_character(word).value);
  if (host.tld_is({"ps"})) return script == unicode::Script::arabic;
  return host.tld_is({"mk", "rs"}) && script == unicode::Script::cyrillic;
}

// Leaves off what joins two names of a list at the end of a text; false if there is none.
bool drop_joint(std::string_view& text) {
  constexpr std::string_view kComma = ", ";
  if (text.ends_with(kComma)) {
    text.remove_suffix(kComma.size());
    return true;
  }
  if (!text.ends_with(' ')) return false;
  const std::string_view words = text.substr(0, text.size() - 1);
  const size_t space = words.rfind(' ');
  if (space == words.npos || !is_conjunction(words.substr(space + 1))) return false;
  text = words.substr(0, space);
  return true;
}

// Leaves off another host with the same top-level domain, and what joins the two, at the end of a
// text; false if there is none: blic.rs, danas.rs i
bool drop_host_in_list(std::string_view& text, std::string_view tld) {
  std::string_view rest = text;
  if (!drop_joint(rest) || !rest.ends_with(tld)) return false;
  rest.remove_suffix(tld.size());
  const size_t name = rest.find_last_of(" \"'(:") + 1;  // 0: all of it
  if (!rest.ends_with('.') || name + 1 >= rest.size()) return false;
  text = text.substr(0, name);
  return true;
}

// Does a number end the text, and a space? 200 gr.de fariña, ½ l.de leche
bool ends_with_number(std::string_view text) {
  if (!text.ends_with(' ')) return false;
  const size_t number_end = text.find_last_not_of(' ');
  if (number_end == text.npos) return false;
  return unicode::properties(last_character(text.substr(0, number_end + 1)).value).is_digit() ||
         text.substr(0, number_end + 1).ends_with("½");
}

// 18h30.si tu, 3km.to jest, 200 gr.de fariña, 2-0.is: a time, a measure or a score ends a sentence.
bool is_behind_measure(const BareHost& host) {
  uint64_t unit = host.first.begin;
  while (unit < host.first.end && base::is_ascii_digit(host.window.byte(unit))) ++unit;
  if (host.places.labels != 2 || unit == host.first.end) return false;
  base::count_steps(unit - host.first.begin);
  const bool has_number = unit > host.first.begin;
  const bool is_unit = host.abbreviation({host.window, unit, host.first.end}) == Abbreviation::unit;
  const bool is_joined = has_number && host.first.end > unit + 1;  // but 3m.it
  if (is_unit && (is_joined || ends_with_number(host.text_before()))) return true;
  if (!has_number) return false;
  const uint8_t joint = host.window.byte(unit);
  const std::string_view number = host.window.slice(unit + 1, host.first.end);
  if (number.empty() || number.find_first_not_of("0123456789") != number.npos) return false;
  const bool is_score =
      joint == '-' && unit == host.first.begin + 1 && number.size() == 1;  // but 24-7.it
  return is_score || (joint == 'h' && number.size() == 2);
}

bool is_of_script(char32_t c, unicode::Script script) {
  const unicode::Properties properties = unicode::properties(c);
  return properties.is_mark() || (properties.is_letter() && unicode::script(c) == script);
}

// How many letters a word has at least that is no abbreviation: ת.ד, د.أحمد, ಡಾ.ಭಟ್ಟ. Of writing in
// syllables fewer, and one where words are as short as in Korean.
unsigned least_letters_of_word(unicode::Script script) {
  switch (script) {
    case unicode::Script::arabic:
    case unicode::Script::georgian:
    case unicode::Script::hebrew:
      return 3;
    case unicode::Script::hangul:
      return 1;
    default:
      return 2;
  }
}

// Does it join two consonants of a syllable? (Unicode 17, chapters 12 and 13: the virama of the
// scripts of India and Sri Lanka.)
bool joins_consonants(char32_t c) {
  return (c >= 0x0900 && c < 0x0D80 && (c & 0x7F) == 0x4D) || c == 0x0DCA;
}

// Could a sentence end with what stands in [begin, end)? With a word, but for an abbreviation; and
// with a number, but for that of an item: 2:1.זהו, 1948.הוא; 1.פרטים
bool may_end_sentence(const Window& window, uint64_t begin, uint64_t end, unicode::Script script) {
  const unsigned least = least_letters_of_word(script);
  unsigned letters = 0, digits = 0;
  char32_t last = 0;
  for (uint64_t at = end; at > begin;) {
    const base::CodePoint here = window.code_point_before(at, begin);
    base::count_step();
    last = here.value;
    if (letters == 0 && base::is_ascii_digit(last)) {
      if (++digits == 3) return true;
    } else if (digits > 0) {
      return last == U':' || last == U'-' || unicode::properties(last).is_letter();
    } else if (!is_of_script(last, script)) {
      break;
    } else if (unicode::properties(last).is_letter()) {
      if (++letters > least) return true;
    } else if (letters > 0 && joins_consonants(last)) {
      --letters;
    }
    at -= here.length;
  }
  return letters >= least && (letters > 1 || last != U'.');  // 화.목.토요일
}

// Are two words of this script joined by a full stop in [begin, end), of which the second is no
// top-level domain?
bool has_glued_words_in(const Window& window, uint64_t begin, uint64_t end,
                        unicode::Script script) {
  for (uint64_t at = begin; at < end; ++at) {
    base::count_step();
    if (window.byte(at) != '.' || at == begin || at + 1 == end) continue;
    if (!may_end_sentence(window, begin, at, script)) continue;
    uint64_t word_end = at + 1;
    unsigned characters = 0;
    bool is_cut = false;
    while (word_end < end) {
      const base::CodePoint here = window.code_point(word_end);
      is_cut = here.length == 0 || word_end + here.length > end;
      if (is_cut || !is_of_script(here.value, script)) break;
      base::count_step();
      word_end += here.length;
      ++characters;
    }
    const bool is_word =
        characters > 1 && !is_cut && text_ends_word(window, word_end, end) &&
        !(window.has(word_end, '.') && word_end + 1 < end && window.byte(word_end + 1) >= 0x80);
    if (!is_word) continue;
    if (find_by_steps<automata::kTlds>(window, {window, at + 1, word_end}) == 0) return true;
  }
  return false;
}

// The families of languages that a word is a function word of, as bits; 0 if it is none.
uint8_t families_of(const Window& window, const Label& word) {
  return find_by_steps<automata::kFunctionWords>(window, word);
}

// The families that the words in [begin, end) are of. Those that are top-level domains tell
// nothing: most of them are words of many languages.
uint8_t families_in(const Window& window, uint64_t begin, uint64_t end) {
  constexpr uint64_t kLongestTld = 2;
  uint8_t families = 0;
  for (uint64_t at = begin; at < end;) {
    uint64_t word_end = at;
    while (word_end < end && is_of_word(window.byte(word_end))) ++word_end;
    base::count_steps(word_end - at + 1);
    if (word_end - at > kLongestTld && text_ends_word(window, word_end, end)) {
      families |= families_of(window, {window, at, word_end});
    }
    at = word_end + 1;
  }
  return families;
}

// Is the word before one that sites stand behind? auf haus.es, na bolha.si
bool leads_to_site(const BareHost& host) {
  switch (meaning_of(last_word(host.text_before()))) {
    case WordBefore::none:
    case WordBefore::file:
    case WordBefore::plural:
      return false;
    default:
      return true;
  }
}

// Does it stand between two words of a sentence?
bool is_between_words(const BareHost& host) {
  const std::string_view before = host.text_before();
  const std::string_view behind = host.word_behind();
  return before.size() >= 2 && before.ends_with(' ') && !behind.empty() &&
         is_of_word(static_cast<uint8_t>(before[before.size() - 2])) &&
         !base::is_ascii_upper(static_cast<uint8_t>(behind[0]));
}

// Le film est fini.la salle était vide: is the top-level domain a function word of a language that
// the words around it are of?
bool is_function_word_here(const BareHost& host) {
  const uint8_t families = families_of(host.window, host.tld);
  if (families == 0 || host.places.labels != 2 || !is_between_words(host)) return false;
  const std::string_view word = host.window.slice(host.first.begin, host.first.end);
  const bool is_word = std::all_of(word.begin(), word.end(),
                                   [](char c) { return is_of_word(static_cast<uint8_t>(c)); });
  if (!is_word) return false;
  // kruh.na mizi: hardly anybody has a name of two labels there.
  if (host.tld_is({"er", "gu", "na", "ne", "za"})) return true;
  // kući.na stolu: of registries that take no letters beyond ASCII, or none of Latin.
  const bool is_of_ascii =
      host.tld_is({"au", "er", "et", "il", "ke", "ma", "my", "na", "ne", "sa", "su", "ug", "za"});
  const bool is_latin = writing_of(last_character(word).value) == Writing::latin;
  if (is_of_ascii && is_latin && host.letters_of(host.first).length < word.size()) return true;
  // Behind one word, it may be what the sentence is about: hier telegram.me était en panne
  const std::string_view before = host.text_before();
  if (before.find(' ') + 1 == before.size()) return false;
  const uint64_t begin = host.places.begin;
  const uint64_t behind = host.places.run_end;
  const uint8_t around = families_in(host.window, begin - host.text_before().size(), begin) |
                         families_in(host.window, behind, behind + host.text_behind().size());
  return (around & families) != 0;
}

// .cn域名, .jpドメイン, .ai檔: what a top-level domain, or a suffix of files, is called.
bool tells_of_top_level_domain(const Window& window, uint64_t end) {
  constexpr std::string_view kWords[] = {"域名",     "網域",   "网域", "后缀",   "後綴", "ドメイン",
                                         "도메인",   "档",     "檔",   "文件",   "格式", "形式",
                                         "ファイル", "データ", "파일", " 확장자"};
  return end < window.end && (window.byte(end) >= 0x80 || window.byte(end) == ' ') &&
         std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return window.holds(end, word) == Answer::yes; });
}

}  // namespace

bool is_conjunction(std::string_view word) {
  constexpr std::string_view kConjunctions[] = {
      "&",  "a",    "and", "dan", "e",  "et", "i",  "ili", "ja", "och", "oder", "og", "or",
      "ou", "oraz", "sau", "und", "ve", "y",  "és", "și",  "и",  "или", "і",    "та", "και"};
  return base::is_one_of(word, kConjunctions);
}

// The file logo.ai, das Skript: „start.pl“, the start.pl file, start.pl 파일
bool is_beside_word_for_file(const BareHost& host) {
  constexpr std::string_view kNounsBehind[] = {
      "file",  "script", "scripts", "dosyası", "dosyasına", "dosyasında", "dosyasını",
      "fayli", "файлы",  "파일",    "파일은",  "파일을",    "파일이",     "파일과"};
  const bool may_be_file = is_suffix_in_use(host) || host.tld_is({"info"});  // of GNU
  if (host.places.labels != 2 || !may_be_file) return false;
  return meaning_of(last_word(host.text_before())) == WordBefore::file ||
         base::is_one_of(host.word_behind(), kNounsBehind);
}

// Does the text before say that a site is meant: website lobste.rs, or in a language of the
// country, na politika.rs, sajt nova.rs, pe point.md? It may say so of a list: na blic.rs i
// danas.rs
bool is_behind_word_for_site(const BareHost& host) {
  constexpr int kMostInList = 4;
  if (host.places.labels != 2) return false;
  const bool is_romanian = host.tld_is({"md"});
  const bool is_slavic = host.tld_is({"mk", "rs"});
  const bool is_somali = host.tld_is({"so"}) && !host.labels_before_tld().starts_with("lib");
  std::string_view text = host.text_before();
  for (int i = 0; i < kMostInList; ++i) {
    const std::string_view word = last_word(text);
    const WordBefore meaning = meaning_of(word);
    if (meaning == WordBefore::file) return false;  // в файле common.mk
    if (meaning == WordBefore::site || (is_romanian && meaning == WordBefore::romanian) ||
        (is_slavic && meaning == WordBefore::slavic) ||
        (is_somali && meaning == WordBefore::somali) || ends_in_writing_of_country(word, host)) {
      return true;
    }
    if (!drop_host_in_list(text, host.window.slice(host.tld.begin, host.tld.end))) return false;
  }
  return false;
}

// N1info.rs-a, danas.rs-om: one of Serbian or Macedonian behind a hyphen.
bool has_slavic_ending(const BareHost& host) {
  constexpr std::string_view kEndings[] = {"a", "e", "em", "i", "im", "om", "ov", "ova", "u"};
  constexpr uint64_t kLongest = 3;
  const Window& window = host.window;
  const uint64_t hyphen = host.places.end;
  if (!host.tld_is({"mk", "rs"}) || !window.has(hyphen, '-')) return false;
  uint64_t end = hyphen + 1;
  while (end < window.end && end <= hyphen + 1 + kLongest &&
         base::is_ascii_letter(window.byte(end))) {
    ++end;
  }
  return base::is_one_of(window.slice(hyphen + 1, end), kEndings);
}

// Nutzer.in, invité.es, les étudiant.es: forms for more than one gender. (Of names in French and
// German; domains as these are hardly ever written so.)
bool is_form_of_word(const BareHost& host) {
  if (host.places.labels != 2) return false;
  const std::string_view word = host.window.slice(host.first.begin, host.first.end);
  if (host.tld_is({"in"})) return host.begins_upper(host.first) && word.ends_with("er");
  return host.tld_is({"es"}) &&
         (word.ends_with("é") || meaning_of(last_word(host.text_before())) == WordBefore::plural);
}

// there.it was raining.no idea: a space is missing between two sentences, and the second begins
// with the top-level domain and the word behind it.
bool begins_next_clause(const BareHost& host) {
  if (!host.tld_is_of_country() || host.places.run_end != host.places.end) return false;
  if (!host.is_before_word()) return false;
  if (leads_to_site(host)) return false;
  if (host.tld_is(TldTrait::function) && is_behind_measure(host)) return true;
  if (is_function_word_here(host)) return true;
  const std::string_view word = host.word_behind();
  int state = step_label<automata::kClauses>(host.window, host.tld);
  if (state != base::WordDfa::kNone) state = automata::kClauses.step(state, '_');
  base::count_steps(word.size());
  return state != base::WordDfa::kNone && automata::kClauses.find(word, state) != 0;
}

// רגע.ישראל ניצחה 2:1.זהו: who leaves out the space behind a full stop does so again. Of writing
// without capitals, which would tell.
bool is_beside_glued_words(const BareHost& host) {
  if (host.places.labels != 2 || !host.tld_is_beyond_ascii()) return false;
  const char32_t letter = host.window.code_point(host.tld.begin).value;
  const unicode::Script script = unicode::script(letter);
  const bool has_no_capitals =
      writing_of(letter) == Writing::spaced && script != unicode::Script::cyrillic &&
      script != unicode::Script::greek && script != unicode::Script::armenian;
  const bool is_hangul = script == unicode::Script::hangul;
  if (!has_no_capitals && !is_hangul) return false;
  const Window& window = host.window;
  const uint64_t begin = host.places.begin;
  const uint64_t behind = host.places.run_end;
  return has_glued_words_in(window, begin - host.text_before().size(), begin, script) ||
         has_glued_words_in(window, behind, behind + host.text_behind().size(), script);
}

// 什么是.cn域名, 日本の.jp, 아니다.한국: a word that no name ends with, or that tells of a
// top-level domain itself.
bool reads_as_text(const BareHost& host) {
  const Label& first = host.first;
  if (host.places.labels != 2 || host.window.byte(first.end - 1) < 0x80) return false;
  constexpr std::string_view kBeforeAscii[] = {"是", "嘅", "は", "が",  "の", "を",  "和",
                                               "了", "把", "或", "หรือ", "ใส่", "ด้วย", "ไฟล์"};
  constexpr std::string_view kEndingsOfSentences[] = {
      "ந்தது", "கிறது", "ింది",   "ಿತು",   "ಿದೆ",    "ന്നു",   "ച്ചു",   "니다", "이다", "했다", "었다",
      "았다", "졌다",  "갔다", "왔다", "어요", "아요", "해요", "에요", "예요", "세요"};
  const std::string_view word = host.window.slice(first.begin, first.end);
  if (host.tld_is_beyond_ascii()) return base::ends_with_one_of(word, kEndingsOfSentences);
  return base::ends_with_one_of(word, kBeforeAscii) ||
         tells_of_top_level_domain(host.window, host.places.end);
}

}  // namespace linkspan::scan
