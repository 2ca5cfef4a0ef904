// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/address_context.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "automata/joined_words.h"
#include "automata/local_part.h"
#include "automata/prose_rules.h"
#include "automata/word_lists.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/short_words.h"
#include "base/steps.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"
#include "scan/syntax/grammar_sets.h"
#include "scan/text/roles.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

bool ends_with_top_level_domain(const Window& window, uint64_t begin, uint64_t end,
                                const TopLevelDomains& tlds) {
  uint64_t label = end;
  while (label > begin && window.byte(label - 1) != '.') --label;
  return label > begin && tlds.contains(window, label, end);
}

// Is [begin, end) the key of a value that ends at `value_end`, at an `=` or an `@`? `user` and
// `mail_from` are, and `smtp.mailfrom` and `x-sender` unless a domain follows. Not in
// `bounces-anna=example.org@…`, `list-name=anna=example.org@…` and `prvs=0123=anna@…` (Bounce
// Address Tag Validation), which mailers make of an address.
bool is_key(const Window& window, uint64_t begin, uint64_t end, uint64_t value_end,
            const TopLevelDomains& tlds) {
  bool is_joined = false;
  bool has_dot = false;
  if (begin == end || !base::is_ascii_letter(window.byte(begin))) return false;
  for (uint64_t at = begin; at < end; ++at) {
    const uint8_t byte = window.byte(at);
    const bool joins = byte == '.' || byte == '-';
    if (!joins && byte != '_' && !base::is_ascii_letter(byte)) return false;
    is_joined |= joins;
    has_dot |= byte == '.';
  }
  if (is_joined) {
    // Of words with hyphens, only the key of Received-SPF (RFC 7208, section 9.1).
    const bool may_be_key_here = has_dot || window.slice(begin, end) == "envelope-from";
    if (window.byte(value_end) == '=' && !may_be_key_here) return false;
    return !ends_with_top_level_domain(window, end + 1, value_end, tlds);
  }
  return end - begin != 4 || window.holds(begin, "prvs") != Answer::yes;
}

// --contact-email=anna@…: the start of the value; `begin` if there is no option of a command.
uint64_t begin_after_option(const Window& window, uint64_t begin, uint64_t at) {
  if (!is_on(ProseRule::key)) return begin;
  const std::string_view text = window.slice(begin, at);
  const size_t equals_sign = text.find('=');
  if (!text.starts_with('-') || equals_sign == text.npos) return begin;
  const std::string_view name = text.substr(0, equals_sign);
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    return c == '-' || c == '_' || base::is_ascii_alphanumeric(static_cast<uint8_t>(c));
  });
  return is_name ? begin + equals_sign + 1 : begin;
}

// `user=alice@…`, `smtp.mailfrom=alice@…`, `/account?q=x&mail=alice@…`: the start of the value;
// `begin` if there is no key. Angle brackets hold only an address (RFC 5322, section 3.4).
uint64_t begin_after_key(const Window& window, uint64_t begin, uint64_t at,
                         const TopLevelDomains& tlds) {
  if (!is_on(ProseRule::key)) return begin;
  if (begin > window.begin && window.byte(begin - 1) == '<') return begin;
  const std::string_view text = window.slice(begin, at);
  const size_t last = text.rfind('=');
  if (last == text.npos) return begin;
  const size_t parameter = text.find_last_of("?&", last) + 1;  // 0: it is not a query
  const size_t equals_sign = text.find('=', parameter);
  const size_t value_end = std::min(text.find('=', equals_sign + 1), text.size());
  const bool has_key =
      is_key(window, begin + parameter, begin + equals_sign, begin + value_end, tlds);
  return has_key ? begin + equals_sign + 1 : begin;
}

// l'accueil@example.fr, all'ufficio@example.it: an article before the address.
uint64_t begin_after_elision(const Window& window, uint64_t begin, uint64_t at) {
  if (!is_on(ProseRule::key)) return begin;
  const std::string_view local = window.slice(begin, at);
  const size_t apostrophe = local.find('\'');
  if (apostrophe == local.npos || apostrophe + 2 >= local.size()) return begin;
  const std::string_view article = local.substr(0, apostrophe);
  return base::is_one_of(article, automata::joined_words::kArticle) ? begin + apostrophe + 1
                                                                    : begin;
}

// 请发到728193645@qq.com: only digits, five or more, and an ASCII host.
bool is_number_of_account(const Window& window, uint64_t begin, uint64_t at) {
  if (!is_on(ProseRule::domain_start)) return false;
  constexpr uint64_t kShortest = 5;
  if (at - begin < kShortest || at + 1 >= window.end || window.byte(at + 1) >= 0x80) return false;
  const std::string_view number = window.slice(begin, at);
  base::count_steps(number.size());
  return std::all_of(number.begin(), number.end(),
                     [](char c) { return base::is_ascii_digit(static_cast<uint8_t>(c)); });
}

// Does `%41` begin here?
bool begins_escape(const Window& window, uint64_t begin, uint64_t end) {
  return begin + 3 <= end && ends_escape(window, begin, begin + 3);
}

// +46701234567@sms.example: an address of a gateway to telephones.
bool is_number_of_telephone(const Window& window, uint64_t begin, uint64_t at) {
  if (!is_on(ProseRule::domain_start)) return false;
  constexpr uint64_t kLeast = 6;
  constexpr uint64_t kMost = 15;  // ITU-T E.164, section 6.1
  const std::string_view text = window.slice(begin, at);
  if (!text.starts_with('+') || text.size() <= kLeast || text.size() > kMost + 1) return false;
  base::count_steps(text.size());
  return text.find_first_not_of("0123456789", 1) == text.npos;
}

// The marks that people put around an address. All of them may be in one (RFC 5322, section 3.2.3).
constexpr base::AsciiSet kMarks("+$~_*`");

// The marks of an address whose `@` is at `at`: which of them close?
class MarksAround {
 public:
  MarksAround(const Window& window, uint64_t at)
      : window_(window), after_(at + 1), limit_(std::min(after_ + kReach, window.end)) {}

  bool closes(uint8_t mark) {
    if (mark != last_) closes_last_ = find(mark);
    last_ = mark;
    return closes_last_;
  }
  // Was all of the line in the window that closes() may read?
  bool is_known() const {
    return last_ == 0 || window_.complete() || limit_ == after_ + kReach ||
           window_.slice(after_, limit_).find('\n') != std::string_view::npos;
  }

 private:
  static constexpr uint64_t kReach = 256;
  static bool ends_host(char c) {
    const auto byte = static_cast<uint8_t>(c);
    return byte < 0x80 && byte != '.' && byte != '-' && !base::is_ascii_alphanumeric(byte);
  }
  bool find(uint8_t mark) const {
    const std::string_view line = window_.slice(after_, limit_);
    const std::string_view text = line.substr(0, line.find('\n'));
    base::count_steps(text.size());
    const size_t host = std::min(
        static_cast<size_t>(std::find_if(text.begin(), text.end(), ends_host) - text.begin()),
        text.size());
    if (mark == '`' && text.substr(host).starts_with('\'')) return true;
    static constexpr base::AsciiSet kOnlyAround("+$~");
    if (kOnlyAround.contains(mark))
      return host < text.size() && text[host] == static_cast<char>(mark);
    const auto sign = static_cast<char>(mark);
    for (size_t at = text.find(sign, 1); at != text.npos;) {
      const size_t end = std::min(text.find_first_not_of(sign, at), text.size());
      const auto next = static_cast<uint8_t>(end < text.size() ? text[end] : ' ');
      if (text[at - 1] != ' ' && !base::is_ascii_alphanumeric(next)) return true;
      at = text.find(sign, end);
    }
    return false;
  }

  const Window& window_;
  uint64_t after_;
  uint64_t limit_;
  uint8_t last_ = 0;  // the mark that was asked for last
  bool closes_last_ = false;
};

// *anna@example.org, only in writing: is the star at `at` that of a note?
bool is_star_of_note(const Window& window, uint64_t from, uint64_t at) {
  return window.byte(at) == '*' && at == from &&
         (at == window.begin || base::is_ascii_white_space(window.byte(at - 1)));
}

// Moves start.begin to the first place where a local part may begin; skips characters of the text
// before it: 'orders@…, /user@…, ל-info@….
// Without `marks`, all of them are around it.
void skip_text_before(const Window& window, uint64_t at, MarksAround* marks,
                      LocalPartStart& start) {
  const uint64_t from = start.begin;
  while (start.begin < at) {
    const base::CodePoint first = window.code_point(start.begin);
    const bool may_begin_one = first.value < 0x80
                                   ? base::is_ascii_alphanumeric(first.value) || first.value == '.'
                                   : !is_symbol(first.value);
    if (may_begin_one || is_number_of_telephone(window, start.begin, at)) return;
    const auto mark = static_cast<uint8_t>(first.value < 0x80 ? first.value : 0);
    const bool is_own = marks != nullptr && kMarks.contains(mark) && !marks->closes(mark) &&
                        !is_star_of_note(window, from, start.begin);
    if (is_own) {
      start.is_whole = mark == '+' || mark == '~' || mark == '_';
      return;
    }
    start.begin += begins_escape(window, start.begin, at) ? 3 : first.length;
  }
}

}  // namespace

uint64_t skip_text_before_mailto(const Window& window, uint64_t begin, uint64_t at) {
  static constexpr base::AsciiSet kMayBegin(
      "!#$&+-=_~");  // of atext (RFC 5322), not put around addresses
  const bool is_meant =
      begins_escape(window, begin, at) || (begin < at && kMayBegin.contains(window.byte(begin)));
  if (is_meant) return begin;
  LocalPartStart start{begin};
  skip_text_before(window, at, nullptr, start);
  return start.begin;
}

LocalPartStart start_of_local_part(const Window& window, uint64_t from, uint64_t at,
                                   const TopLevelDomains& tlds) {
  MarksAround marks(window, at);
  const bool is_native = at + 1 < window.end && window.byte(at + 1) >= 0x80;  // 阿Q@例子.中国
  ScriptKind label_kind = ScriptKind::neutral;
  uint64_t begin = at;
  bool may_be_masked = false;
  while (begin > from) {
    base::count_step();
    const base::CodePoint before = window.code_point_before(begin, from);
    const auto byte = static_cast<uint8_t>(before.value < 0x80 ? before.value : 0);
    const bool is_mark = byte == '*' || byte == '`';
    may_be_masked |= byte == '*' || before.value == U'·';
    if (byte != 0 && kAroundAddresses.contains(byte) && (!is_mark || marks.closes(byte))) break;
    const ScriptKind here = script_kind_of(before.value);
    const bool changes =
        label_kind == ScriptKind::latin && here != ScriptKind::latin && here != ScriptKind::neutral;
    if (changes && !(is_native && at - begin == 1)) break;
    const bool is_ascii = begin < at && window.byte(begin) < 0x80;
    if (is_ascii && is_fullwidth(before.value)) break;
    if (here == ScriptKind::unspaced && is_number_of_account(window, begin, at)) break;
    if (label_kind == ScriptKind::neutral) label_kind = here;
    begin -= before.length;
  }
  begin = begin_after_option(window, begin, at);
  begin = begin_after_key(window, begin, at, tlds);
  LocalPartStart start{begin_after_elision(window, begin, at)};
  skip_text_before(window, at, &marks, start);
  if (may_be_masked) {
    const std::string_view local = window.slice(start.begin, at);
    const bool is_masked = local.find("**") != local.npos || local.find("··") != local.npos;
    start.is_whole = start.is_whole && !is_masked;
  }
  start.is_known = marks.is_known();
  return start;
}

// twitterは@yuki.cafe, IGคือ@bangkok.cafe: no local part ends with a particle, or changes from Latin
// letters to a script without spaces.
bool leads_to_name(const Window& window, uint64_t begin, uint64_t at) {
  if (!is_on(ProseRule::mention)) return false;
  if (begin >= at || window.byte(at - 1) < 0x80 || at + 1 >= window.end) return false;
  if (window.byte(at + 1) >= 0x80) return false;
  const base::CodePoint last = window.code_point_before(at, begin);
  if (script_kind_of(last.value) != ScriptKind::unspaced) return false;
  const std::string_view word = window.slice(at - last.length, at);
  if (base::is_one_of(word, automata::word_lists::kParticlesBeforeAt)) return true;
  uint64_t letters = at;
  while (letters > begin && window.byte(letters - 1) >= 0x80) --letters;
  base::count_steps(at - letters);
  return letters > begin && base::is_ascii_letter(window.byte(letters - 1));
}

namespace {

// Scripts with many letters that look like Latin ones. Their languages join no word of one letter
// to an address, as Amharic and Hebrew do.
bool looks_like_latin(unicode::Script script) {
  return script == unicode::Script::cyrillic || script == unicode::Script::greek ||
         script == unicode::Script::armenian;
}

}  // namespace

bool is_rest_of_mixed_word(const Window& window, uint64_t from, uint64_t begin) {
  unsigned letters = 0;
  uint64_t at = begin;
  while (at > from) {
    const base::CodePoint before = window.code_point_before(at, from);
    const ScriptKind kind = script_kind_of(before.value);
    if (kind == ScriptKind::latin && letters > 0) return true;
    if (!looks_like_latin(unicode::script(before.value))) break;
    at -= before.length;
    ++letters;
    base::count_step();
  }
  return letters == 1;  // оffice@example.com
}

bool is_rest_of_mailto(const Window& window, uint64_t mailto_colon, uint64_t begin) {
  constexpr uint64_t kReach = 256;
  if (mailto_colon == kNowhere || mailto_colon + 1 >= begin) return false;
  if (mailto_colon != window.back_to<kReach>(begin, mailto_colon)) return false;
  const std::string_view between = window.slice(mailto_colon + 1, begin);
  base::count_steps(between.size());
  return between.find('%') != between.npos &&
         between.find_first_of(" \t\r\n<>\"") == between.npos && between.ends_with(':');
}

Answer quoted_local_part_ends(const Window& window, uint64_t end) {
  return window.has(end, '"') ? window.holds(end + 1, "@") : Answer::no;
}

bool local_part_is_sound(const Window& window, uint64_t begin, uint64_t at, uint64_t most) {
  return at - begin <= most && automata::kLocalPart.matches(window.slice(begin, at));
}

bool is_rest_of_something(const Window& window, uint64_t from, uint64_t begin) {
  if (!is_on(ProseRule::rest_of_path)) return false;
  if (begin == from) return false;
  const std::string_view before = window.slice(from, begin - 1);
  const uint8_t last = window.byte(begin - 1);
  if (last == '/') return before.find('/') != before.npos;
  if (last == '%') return true;  // %s@example.org
  const size_t shown = before.find_last_not_of('*');
  return last == '*' && before.ends_with('*') && shown != before.npos &&
         base::is_ascii_alphanumeric(static_cast<uint8_t>(before[shown]));
}

bool is_of_mask(const Window& window, uint64_t begin, uint64_t at) {
  if (!is_on(ProseRule::rest_of_path)) return false;
  const std::string_view local = window.slice(begin, at);
  const size_t sign = local.find('!');
  return sign != local.npos && sign > 0 && sign + 1 < local.size();
}

bool is_password_of_site(const Window& window, uint64_t begin, uint64_t at) {
  if (!is_on(ProseRule::rest_of_path)) return false;
  constexpr uint64_t kReach = 32;
  if (window.holds(at + 1, "www.") != Answer::yes) return false;
  const uint64_t floor = window.back_to<kReach>(begin, 0);
  uint64_t word = begin - 1;  // the colon
  while (word > floor && base::is_ascii_alphanumeric(window.byte(word - 1))) --word;
  base::count_steps(begin - word);
  const std::string_view label = window.slice(word, begin - 1);
  return !label.empty() && std::none_of(std::begin(automata::word_lists::kAnnouncesAddress),
                                        std::end(automata::word_lists::kAnnouncesAddress),
                                        [&](std::string_view name) {
                                          return label.size() == name.size() &&
                                                 window.holds(word, name) == Answer::yes;
                                        });
}

bool is_rest_of_password(const Window& window, uint64_t begin) {
  if (!is_on(ProseRule::rest_of_path)) return false;
  constexpr uint64_t kReach = 64;
  const uint64_t floor = window.furthest<kReach>(begin, 0);
  uint64_t at = begin - 1;  // the colon
  while (at > floor && window.byte(at - 1) < 0x80 && window.byte(at - 1) != '/' &&
         kInLocalPart.contains(window.byte(at - 1))) {
    --at;
  }
  window.reads_from(at - std::min<uint64_t>(at - floor, 2));
  base::count_steps(begin - at);
  return at >= floor + 2 && at + 1 < begin && window.slice(at - 2, at) == "//";
}

bool begins_identifier(const Window& window, uint64_t begin) {
  if (!is_on(ProseRule::message_id)) return false;
  constexpr std::string_view kOfCalendar = "UID:";
  constexpr std::string_view kOfPart = "cid:";
  const uint64_t floor = window.back_to<kOfPart.size() + 1>(begin, 0);
  if (begin - floor < kOfPart.size()) return false;
  const uint64_t name = begin - kOfPart.size();
  const uint8_t before = name > floor ? window.byte(floor) : uint8_t{'\n'};
  if (window.slice(name, begin) == kOfCalendar) return before == '\n';
  return window.holds(name, kOfPart) == Answer::yes && !base::is_ascii_alphanumeric(before);
}

namespace {

using automata::word_lists::kIdFields;

// Does the name of a field that has message identifiers end at `end`?
bool names_id_field(const Window& window, uint64_t floor, uint64_t end) {
  constexpr std::string_view kInLogs = "msgid";
  const bool is_in_log =
      end >= floor + kInLogs.size() && window.holds(end - kInLogs.size(), kInLogs) == Answer::yes;
  if (is_in_log) return true;
  if (end < floor + base::kLongestShortWord) return false;
  const uint64_t begin = end - base::kLongestShortWord;
  const base::PackedWord ending(window.at(begin), base::kLongestShortWord, window.end_of_bytes());
  // PERF: nearly all addresses in angle brackets follow the name of another field.
  if (!base::is_one_of<kIdFields>(ending)) return false;
  return std::any_of(std::begin(kIdFields), std::end(kIdFields), [&](std::string_view field) {
    return end - floor >= field.size() && window.holds(end - field.size(), field) == Answer::yes;
  });
}

}  // namespace

[[gnu::hot]] bool opens_message_id(const Window& window, uint64_t begin) {
  if (!is_on(ProseRule::message_id)) return false;
  const uint64_t floor = window.furthest<kSpaceReach>(begin, 0);
  if (begin == floor || window.byte(begin - 1) != '<') return false;
  static constexpr base::AsciiSet kPassed("\"' \t\r\n");
  uint64_t colon = begin - 1;
  while (colon > floor && kPassed.contains(window.byte(colon - 1))) --colon;
  if (colon == floor || (window.byte(colon - 1) != ':' && window.byte(colon - 1) != '=')) {
    window.reads_from(colon == floor ? floor : colon - 1);
    return false;
  }
  window.reads_from(floor);
  --colon;
  while (colon > floor && kPassed.contains(window.byte(colon - 1))) --colon;
  return names_id_field(window, floor, colon);
}

bool continues_message_ids(const Window& window, uint64_t begin, uint64_t last_end) {
  constexpr uint64_t kReach = 16;
  const uint64_t floor = window.furthest<kReach>(begin, last_end);
  if (last_end == 0 || begin == floor || window.byte(begin - 1) != '<') return false;
  window.reads_from(floor);
  uint64_t at = begin - 1;
  while (at > floor &&
         (base::is_ascii_white_space(window.byte(at - 1)) || window.byte(at - 1) == ',')) {
    --at;
  }
  return at > floor && window.byte(at - 1) == '>' && at - 1 == last_end;
}

namespace {

// info@example.fi:stä: are at most three letters, and no more of a path, at `at`?
Answer ending_follows(const Window& window, uint64_t at) {
  constexpr unsigned kMost = 3;
  for (unsigned letters = 0;; ++letters) {
    const Peek next = window.peek(at);
    if (next.unknown()) return Answer::unknown;
    if (next.state == Peek::State::end_of_text) return letters > 0 ? Answer::yes : Answer::no;
    const unicode::Properties properties = unicode::properties(next.code_point.value);
    if (!properties.is_letter()) {
      const bool continues =
          properties.is_digit() || next.is('/') || next.is('-') || next.is('_') || next.is('~');
      return letters > 0 && !continues ? Answer::yes : Answer::no;
    }
    if (letters == kMost) return Answer::no;
    base::count_step();
    at += next.code_point.length;
  }
}

}  // namespace

Answer path_follows_address(const Window& window, uint64_t end) {
  if (!is_on(ProseRule::git_path)) return Answer::no;
  if (!window.has(end, ':')) return Answer::no;
  const Peek next = window.peek(end + 1);
  if (next.unknown()) return Answer::unknown;
  if (next.state == Peek::State::end_of_text) return Answer::no;
  const char32_t code_point = next.code_point.value;
  const unicode::Properties properties = unicode::properties(code_point);
  const bool is_path = (code_point < 0x80 && properties.is_letter()) || code_point == '/' ||
                       code_point == '~' || code_point == '_' || code_point == '.' ||
                       code_point == '$';
  if (!is_path) return Answer::no;
  return opposite(ending_follows(window, end + 1));
}

}  // namespace linkspan::scan
