// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/run_start.h"

#include <algorithm>
#include <string_view>

#include "automata/joined_words.h"
#include "automata/prose_rules.h"
#include "automata/word_lists.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/prose/prose_rules.h"
#include "scan/syntax/run_characters.h"
#include "scan/text/code_point_set.h"
#include "scan/text/folded_text.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// No label begins with a symbol, a mark or punctuation between words.
bool begins_no_label(char32_t code_point) {
  constexpr CodePointSet kBetweenWords(U"-_·・");
  return kBetweenWords.contains(code_point) ||
         (is_symbol(code_point) && !unicode::properties(code_point).is_digit());
}

// بـموقع, وكـموقع: the place after the prepositions at `begin` and the tatweel that joins them to a
// foreign word; `begin` if there is no tatweel before `end`.
uint64_t skip_joined_preposition(const Window& window, uint64_t begin, uint64_t end) {
  if (!is_on(ProseRule::domain_start)) return begin;
  constexpr char32_t kStroke = U'ـ';
  constexpr unsigned kMost = 3;
  uint64_t at = begin;
  unsigned letters = 0;
  for (; at < end && letters <= kMost; ++letters) {
    const base::CodePoint here = window.code_point(at);
    base::count_step();
    const std::string_view letter = window.slice(at, at + here.length);
    if (!base::is_one_of(letter, automata::word_lists::kJoinedPrepositions)) break;
    at += here.length;
  }
  if (letters == 0 || letters > kMost) return begin;
  const uint64_t stroke = at;
  while (at < end && window.code_point(at).value == kStroke) at += window.code_point(at).length;
  base::count_steps(at - stroke);
  return at > stroke && at < end ? at : begin;
}

// Finds the start of a run in prose. Each function moves a start that was found to the right, over
// text that is not part of the first label.
class RunStart {
 public:
  RunStart(const Window& window, uint64_t dot, uint64_t floor)
      : window_(window), dot_(dot), floor_(floor) {}

  uint64_t find() const;

 private:
  uint64_t start_of_number(uint64_t begin) const;
  uint64_t skip_non_letters(uint64_t begin) const;
  uint64_t skip_connective(uint64_t begin) const;
  uint64_t skip_lead(uint64_t begin) const;
  uint64_t skip_symbols(uint64_t begin) const;
  bool is_prefix_of_www(uint64_t begin) const;

  const Window& window_;
  uint64_t dot_;
  uint64_t floor_;  // the start is not before it
};

uint64_t RunStart::find() const {
  const uint64_t floor = window_.furthest<kMaxFirstLabelBytes + 4>(dot_, floor_);
  uint64_t begin = dot_;
  ScriptKind label_script = ScriptKind::neutral;
  while (begin > floor && dot_ - begin <= kMaxFirstLabelBytes) {
    const base::CodePoint before = window_.code_point_before(begin, floor);
    if (!is_run_character(before.value, Style::prose) || is_label_dot(before.value)) break;
    const ScriptKind here = script_kind_of(before.value);
    const bool is_other = here != label_script && here != ScriptKind::neutral;
    if (label_script == ScriptKind::latin && is_other) break;
    if (label_script == ScriptKind::neutral) label_script = here;
    begin -= before.length;
    base::count_step();
  }
  window_.reads_from(begin - std::min(begin - floor, kLongestCharacter));
  begin = skip_joined_preposition(window_, begin, dot_);
  if (label_script == ScriptKind::unspaced) begin = start_of_number(begin);
  return skip_non_letters(begin);
}

// 请在12306.cn买: after a script without spaces, a label of digits begins with them.
uint64_t RunStart::start_of_number(uint64_t begin) const {
  if (!is_on(ProseRule::domain_start)) return begin;
  uint64_t digits = dot_;
  while (digits > begin && base::is_ascii_digit(window_.byte(digits - 1))) --digits;
  base::count_steps(dot_ - digits);
  const bool is_number = dot_ - digits >= 2 && digits > begin && window_.byte(digits - 1) >= 0x80 &&
                         window_.byte(dot_) == '.' && dot_ + 1 < window_.end &&
                         base::is_ascii_letter(window_.byte(dot_ + 1));
  return is_number ? digits : begin;
}

// ב-example.com, -www.example.com, _www.example.com_, 👉example.com: no host begins with a hyphen. A
// symbol is beside a host, unless the label has nothing else, as in 🍕.ws.
uint64_t RunStart::skip_non_letters(uint64_t begin) const {
  if (is_prefix_of_www(begin)) return dot_ - 3;
  const uint64_t from = skip_lead(skip_connective(begin));
  for (uint64_t at = from; at < dot_;) {
    const base::CodePoint first = window_.code_point(at);
    if (!begins_no_label(first.value)) return skip_symbols(at);
    base::count_step();
    at += first.length;
  }
  return from;
}

// 例え.jpと日本語.jp: right after a link, skips a word that joins it with the next.
uint64_t RunStart::skip_connective(uint64_t begin) const {
  if (!is_on(ProseRule::domain_start)) return begin;
  const bool is_after_link = begin == floor_ && begin > window_.begin &&
                             base::is_ascii_alphanumeric(window_.byte(begin - 1));
  if (!is_after_link) return begin;
  const std::string_view label = window_.slice(begin, dot_);
  for (const std::string_view one : automata::joined_words::kConnective) {
    if (label.size() > one.size() && label.starts_with(one)) return begin + one.size();
  }
  return begin;
}

// 网址是例子.中国: skips the word that announces the domain.
uint64_t RunStart::skip_lead(uint64_t begin) const {
  if (!is_on(ProseRule::domain_start)) return begin;
  const std::string_view label = window_.slice(begin, dot_);
  if (label.empty() || static_cast<uint8_t>(label.back()) < 0x80) return begin;
  base::count_steps(label.size());
  for (const std::string_view lead : automata::joined_words::kLead) {
    const size_t at = label.find(lead);
    if (at != label.npos && at + lead.size() < label.size()) return begin + at + lead.size();
  }
  return begin;
}

// сайт👉пример.рф, link👉www.example.in, ל-דוגמה.ישראל, ۱-example.com: the start is after the last
// symbol in the label that points or is beside another script, or after a Hebrew prefix or the
// number of an item.
uint64_t RunStart::skip_symbols(uint64_t begin) const {
  if (!is_on(ProseRule::domain_start)) return begin;
  const base::CodePoint first = window_.code_point(begin);
  const bool may_be_prefix = (unicode::script(first.value) == unicode::Script::hebrew ||
                              unicode::properties(first.value).is_digit()) &&
                             first.value >= 0x80 && window_.has(begin + first.length, '-');
  if (may_be_prefix) return begin + first.length + 1;
  if (base::is_all_ascii(window_.slice(begin, dot_))) return begin;
  bool is_after_symbol = false;
  bool is_pointed_at = false;
  bool has_other_letters = false;
  uint64_t found = begin;
  for (uint64_t at = begin; at < dot_;) {
    const base::CodePoint here = window_.code_point(at);
    base::count_step();
    const unicode::Properties properties = unicode::properties(here.value);
    if (is_symbol(here.value) && !properties.is_mark() && !properties.is_digit() &&
        !properties.is_default_ignorable()) {
      is_after_symbol = true;
      is_pointed_at |= is_pointing(here.value);
    } else if (properties.is_letter()) {
      has_other_letters |= here.value >= 0x80;
      if (is_after_symbol && (has_other_letters || is_pointed_at)) found = at;
      is_after_symbol = is_pointed_at = false;
    }
    at += here.length;
  }
  return found;
}

// Does a prefix of the language around it precede `www`? ku-www.example.org (Zulu, Xhosa and other
// languages whose syllables end with a vowel), il-www.example.org (Maltese), non-www.example.org
bool RunStart::is_prefix_of_www(uint64_t begin) const {
  if (!is_on(ProseRule::domain_start)) return false;
  constexpr uint64_t kLongest = 4;
  if (dot_ < begin + 5 || dot_ > begin + 4 + kLongest || !is_after_www(window_, dot_)) return false;
  const std::string_view prefix = window_.slice(begin, dot_ - 3);
  const std::string_view letters = prefix.substr(0, prefix.size() - 1);
  const bool is_word = std::all_of(letters.begin(), letters.end(), [](char c) {
    return base::is_ascii_letter(static_cast<uint8_t>(c));
  });
  if (!is_word || !prefix.ends_with('-')) return false;
  static constexpr base::AsciiSet kVowels("aeiouAEIOU");
  FoldedText<4 * kLongest + 4> lower;
  lower.append(letters);
  return kVowels.contains(static_cast<uint8_t>(letters.back())) ||
         base::is_one_of(lower.view(), automata::joined_words::kPrefix);
}

uint64_t start_by_standard(const Window& window, uint64_t dot, uint64_t floor) {
  uint64_t begin = dot;
  while (begin > floor && dot - begin <= kMaxFirstLabelBytes) {
    const base::CodePoint before = window.code_point_before(begin, floor);
    if (!is_run_character(before.value, Style::uts58)) break;
    begin -= before.length;
    base::count_step();
  }
  return begin;
}

}  // namespace

uint64_t start_of_run(const Window& window, uint64_t dot, uint64_t floor, Style style) {
  if (style == Style::prose) return RunStart(window, dot, floor).find();
  return start_by_standard(window, dot, window.back_to<kMaxFirstLabelBytes + 4>(dot, floor));
}

}  // namespace linkspan::scan
