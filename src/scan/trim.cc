#include "scan/trim.h"

#include <string_view>

#include "base/ascii.h"
#include "base/steps.h"
#include "scan/roles.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

base::CodePoint before(const Window& window, uint64_t least, uint64_t at) {
  return base::decode_before(window.at(least), window.at(at));
}

// Emphasis is told by its mark before the link as well: identifiers may end in `_` or `--`. A
// comment of HTML ends in `-->`.
uint64_t trim_emphasis(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end) {
  if (end == least) return end;
  const uint8_t mark = window.byte(end - 1);
  if (mark != '_' && mark != '~' && mark != '-') return end;
  uint64_t begin = end;
  while (begin > least && window.byte(begin - 1) == mark) --begin;
  const bool is_opened =
      mark != '-' && link_begin > window.begin && window.byte(link_begin - 1) == mark;
  const bool ends_comment = mark == '-' && end - begin >= 2 && window.has(end, '>');
  return is_opened || ends_comment ? begin : end;
}

uint64_t trim_possessive(const Window& window, uint64_t least, uint64_t end) {
  for (const std::string_view suffix : {"'s", "’s"}) {
    if (end - least > suffix.size() && window.slice(end - suffix.size(), end) == suffix) {
      return end - suffix.size();
    }
  }
  return end;
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
  for (const std::string_view ending : {"입니다", "이에요", "예요", "에서", "에게"}) {
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

// Japanese: behind を a sentence goes on that asks or tells, which no title does.
uint64_t trim_japanese(const Window& window, uint64_t least, uint64_t end) {
  constexpr std::string_view kObject = "を";
  constexpr std::string_view kSentence[] = {"ください", "下さい", "ます", "ました", "参照",
                                            "ご覧",     "確認",   "見て", "読んで", "クリック"};
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

uint64_t trim_copula(const Window& window, uint64_t least, uint64_t end) {
  for (const std::string_view ending : {"です", "でした", "ですか", "ですね", "だよ"}) {
    if (end - least > ending.size() && window.slice(end - ending.size(), end) == ending) {
      return end - ending.size();
    }
  }
  return end;
}

// A case ending in another script, joined with a hyphen: https://example.ge/a-ზე
uint64_t trim_case_ending(const Window& window, uint64_t least, uint64_t end) {
  constexpr unsigned kLongest = 5;
  uint64_t at = end;
  for (unsigned letters = 0; at > least && letters <= kLongest; ++letters) {
    const base::CodePoint last = before(window, least, at);
    if (last.value == '-') {
      const bool is_joined =
          letters > 0 && at - 1 > least && base::is_ascii_letter(window.byte(at - 2));
      return is_joined ? at - 1 : end;
    }
    if (last.value < 0x80) return end;
    at -= last.length;
  }
  return end;
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
  uint64_t trimmed = trim_emphasis(window, link_begin, least, end);
  if (trimmed > least && !is_in_a_word(window, trimmed)) {
    if (window.byte(trimmed - 1) >= 0x80) {
      trimmed = trim_case_ending(window, least, trimmed);
      trimmed = trim_korean(window, least, trimmed);
      trimmed = trim_japanese(window, least, trimmed);
      trimmed = trim_copula(window, least, trimmed);
    } else {
      trimmed = trim_possessive(window, least, trimmed);
    }
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
