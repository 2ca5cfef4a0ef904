// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/host_joint.h"

#include <algorithm>
#include <string_view>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/prose/prose_rules.h"
#include "scan/syntax/run_characters.h"
#include "scan/text/code_point_set.h"
#include "scan/text/roles.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

enum class Joint : uint8_t {
  none,
  mark,    // kSignsInHost; or ○ and other shapes, for letters that are masked
  symbol,  // any other
  invisible,
  control,  // of a terminal: invisible, and nobody writes one
  sign,     // like `-`, `.` or `@`
  dash,     // longer: separates words, but no label from the rest of its host
  slash,    // ends a host for a reader as well, but the text after it is not a host of its own
};

Joint joint_of(char32_t c) {
  constexpr CodePointSet kSigns(
      U"\u02D7\u06D4\u0701\u0702\u2010\u2011\u2012\u2013\u2024\u2027\u2043\u2212\u2219\u22C5\u2796"
      U"\u2CBA\uA60E\uFE52\uFE58\uFE63\uFE6B\uFF0D\uFF20\U00010A50\U0001D16D");
  constexpr CodePointSet kSlashes(
      U"\u1735\u2041\u2044\u2215\u2571\u27CB\u29F6\u29F8\u2AFB\u2AFD\u2CC6\u2F03\u3033\u31D3"
      U"\U0001D23A");
  constexpr CodePointSet kDashes(U"\u058A\u05BE\u1806\u2014\u2015\u2E3A\u2E3B\uFE31\uFE32");
  constexpr CodePointSet kMasks(
      U"\u00D7\u2022\u2217\u2219\u2588\u2591\u2592\u2593\u25A0\u25A1\u25CB\u25CF\u25EF"
      U"\u26AA\u26AB\u2B1B\u2B1C\u2B24\uFF0A");
  if (introduces_c1(c) || c == U'\a') return Joint::control;
  if (c < 0x80) return kSignsInHost.contains(static_cast<uint8_t>(c)) ? Joint::mark : Joint::none;
  if (c > unicode::kMaxCodePoint) return Joint::none;
  if (kMasks.contains(c)) return Joint::mark;
  if (is_run_character(c, Style::prose)) return Joint::none;
  const unicode::Properties properties = unicode::properties(c);
  if (properties.is_default_ignorable() || properties.is_bidi_control()) return Joint::invisible;
  if (kSigns.contains(c)) return Joint::sign;
  if (kDashes.contains(c)) return Joint::dash;
  if (kSlashes.contains(c)) return Joint::slash;
  return is_symbol(c) && !properties.is_white_space() ? Joint::symbol : Joint::none;
}

// http://exa%mple.example.org/, http://www.**.example/: what follows a mark is a part of the same
// host if that has no known end. After a host that may be whole, `*`, `~` and the like only join if
// one with a dot follows; `+`, `&` and `!` separate sites, and `!` ends a sentence.
bool separates_sites(char32_t c) {
  constexpr char32_t kBullet = 0x2022;
  return c == U'+' || c == U'&' || c == U'!' || c == kBullet;
}

// Between words of scripts without spaces, and beside right-to-left text, invisible characters are
// ordinary: U+200B in Khmer and Thai, U+200F in Arabic.
bool is_of_host(char32_t c) {
  if (!is_run_character(c, Style::prose) || is_label_dot(c)) return c == U'.';
  return script_kind_of(c) != ScriptKind::unspaced && !is_right_to_left(unicode::script(c));
}

constexpr uint64_t kReachBack = 48;
constexpr uint64_t kLongestRest = 256;
constexpr unsigned kMostJoints = 16;

// Reads the rest of a host after its joint.
class RestReader {
 public:
  RestReader(const Window& window, uint64_t end)
      : window_(window), at_(end), limit_(end + kLongestRest) {}

  RestOfHost find(HostSoFar host);

 private:
  Answer skip_joints();
  Answer read_run();
  RestOfHost result(Answer answer) const { return {answer, at_}; }

  const Window& window_;
  uint64_t at_;
  uint64_t limit_;
  Joint joint_ = Joint::none;
  bool separates_ = false;
  bool ends_sentence_ = false;
  bool has_dot_ = false;  // within the run
};

// Yes if there is a joint here.
Answer RestReader::skip_joints() {
  for (unsigned i = 0; i < kMostJoints; ++i) {
    const Peek next = window_.peek(at_);
    if (next.unknown()) return Answer::unknown;
    if (next.state == Peek::State::end_of_text) return Answer::no;
    const Joint here = joint_of(next.code_point.value);
    if (here == Joint::none || here == Joint::slash || here == Joint::symbol) break;
    joint_ = here;
    separates_ |= separates_sites(next.code_point.value);
    ends_sentence_ |= next.is('!');
    at_ += next.code_point.length;
    base::count_step();
  }
  return joint_ == Joint::none ? Answer::no : Answer::yes;
}

// Yes if a label begins here, perhaps after a dot; reads to the end of the run.
Answer RestReader::read_run() {
  bool has_label = false;
  bool is_after_dot = false;
  for (; at_ < limit_; base::count_step()) {
    const Peek next = window_.peek(at_);
    if (next.unknown()) return Answer::unknown;
    if (next.state == Peek::State::end_of_text) break;
    const char32_t c = next.code_point.value;
    const bool is_dot = is_label_dot(c);
    const bool is_first = !has_label && !is_after_dot;
    if (!is_dot && !(is_first ? is_of_host(c) : is_run_character(c, Style::prose))) break;
    if (is_dot && is_after_dot) break;
    has_dot_ |= is_after_dot;
    has_label |= !is_dot;
    is_after_dot = is_dot;
    at_ += next.code_point.length;
  }
  return has_label ? Answer::yes : Answer::no;
}

RestOfHost RestReader::find(HostSoFar host) {
  const Answer is_joined = skip_joints();
  if (is_joined != Answer::yes) return result(is_joined);
  const Answer has_rest = read_run();
  if (has_rest != Answer::yes) return result(has_rest);
  const Answer is_scheme = window_.holds(at_, "://");  // the next link
  if (is_scheme != Answer::no) return result(opposite(is_scheme));
  if (joint_ == Joint::mark) {
    const bool is_rest = host == HostSoFar::is_part
                             ? !ends_sentence_ || has_dot_
                             : host == HostSoFar::may_be_whole && has_dot_ && !separates_;
    return result(is_rest ? Answer::yes : Answer::no);
  }
  if (joint_ == Joint::dash) {
    const bool is_label = host == HostSoFar::is_part && has_dot_;  // https://bank—login.com
    return result(is_label ? Answer::yes : Answer::no);
  }
  const bool is_rest =
      host == HostSoFar::is_part || has_dot_ ||
      (host == HostSoFar::may_be_whole && (joint_ == Joint::invisible || joint_ == Joint::control));
  return result(is_rest ? Answer::yes : Answer::no);
}

constexpr uint8_t opening_of(uint8_t closing) {
  return closing == ')'   ? '('
         : closing == ']' ? '['
         : closing == '}' ? '{'
         : closing == '>' ? '<'
                          : 0;
}

bool is_of_placeholder(uint8_t byte) {
  static constexpr base::AsciiSet kJoins("_.:-|?,");
  return base::is_ascii_alphanumeric(byte) || kJoins.contains(byte);
}

constexpr base::AsciiSet kBeforePlaceholder("$%#");  // ${name}, %(name)s, #{name}

// \textbf{Mail}: is the word before the brace at `brace` a command of TeX, or another argument?
bool is_argument_of_command(const Window& window, uint64_t floor, uint64_t brace) {
  uint64_t at = brace;
  while (at > floor && base::is_ascii_letter(window.byte(at - 1))) --at;
  base::count_steps(brace - at);
  if (at == floor) return false;
  return window.byte(at - 1) == '\\' ||
         (at == brace && (window.byte(at - 1) == '}' || window.byte(at - 1) == ']'));
}

}  // namespace

bool is_after_placeholder(const Window& window, uint64_t begin) {
  const uint64_t floor = window.furthest<kReachBack>(begin, 0);
  uint64_t end = begin;
  while (end > floor && (window.byte(end - 1) == '-' || window.byte(end - 1) == '.')) --end;
  if (end == floor || !kClosingBrackets.contains(window.byte(end - 1))) {
    window.reads_from(end == floor ? floor : end - 1);
    return false;
  }
  window.reads_from(floor);
  const uint8_t closing = window.byte(end - 1);
  if (closing == '}' && end - 1 > floor && window.byte(end - 2) == closing) return true;
  uint64_t word = end - 1;
  while (word > floor && is_of_placeholder(window.byte(word - 1))) --word;
  base::count_steps(begin - word);
  const bool is_word = word < end - 1 && base::is_ascii_letter(window.byte(word));
  if (!is_word || word == floor || window.byte(word - 1) != opening_of(closing)) return false;
  const uint64_t opening = word - 1;
  if (opening > floor && kBeforePlaceholder.contains(window.byte(opening - 1))) return true;
  if (end < begin) return true;
  return closing == '}' && (opening == floor || !is_argument_of_command(window, floor, opening));
}

RestOfHost placeholder_in_host(const Window& window, uint64_t end) {
  static constexpr base::AsciiSet kOpening("([{<");
  constexpr uint64_t kLongest = 40;
  const Answer at_end = window.complete() ? Answer::no : Answer::unknown;
  const uint64_t limit = std::min(window.end, end + kLongest);
  uint64_t at = end;
  while (at < limit && window.byte(at) == '-') ++at;
  const bool has_sign = at < limit && kBeforePlaceholder.contains(window.byte(at));
  if (has_sign) ++at;
  if (at >= limit) return {at >= window.end ? at_end : Answer::no, end};
  const uint8_t opening = window.byte(at);
  if (!kOpening.contains(opening)) return {Answer::no, end};
  const bool is_doubled = opening == '{' && window.has(at + 1, '{');
  const uint64_t word = ++at;
  while (at < limit && is_of_placeholder(window.byte(at))) ++at;
  base::count_steps(at - end);
  if (at == window.end && !window.complete()) return {Answer::unknown, end};
  if (has_sign || is_doubled) return {Answer::yes, at};
  if (at == window.end) return {Answer::no, end};
  if (at == word || at == limit || opening_of(window.byte(at)) != opening) return {Answer::no, end};
  uint64_t rest = ++at;
  while (rest < std::min(window.end, end + 2 * kLongest) &&
         (window.byte(rest) == '.' || window.byte(rest) == '-')) {
    ++rest;
  }
  if (rest == window.end) return {at_end, at};
  const bool continues =
      base::is_ascii_alphanumeric(window.byte(rest)) || kOpening.contains(window.byte(rest));
  return {continues ? Answer::yes : Answer::no, at};
}

namespace {

// The start of the ellipsis that ends at `end`, or of dots that stand for one; `end` if there is
// none.
uint64_t start_of_ellipsis(const Window& window, uint64_t floor, uint64_t end) {
  const std::string_view before = window.slice(floor, end);
  for (const std::string_view sign : {"…", "‥"}) {
    if (before.ends_with(sign)) return end - sign.size();
  }
  uint64_t at = end;
  while (at > floor && window.byte(at - 1) == '.') --at;
  base::count_steps(end - at);
  return end - at >= 2 ? at : end;
}

// joe@exam…ple.org, joe@exam..ple.org: does an ellipsis divide the host of an address before
// `begin`?
bool is_after_cut_address(const Window& window, uint64_t floor, uint64_t begin) {
  if (!is_on(ProseRule::cut_host)) return false;
  const uint64_t end = start_of_ellipsis(window, floor, begin);
  if (end == begin) return false;
  uint64_t at = end;
  const auto is_of_run = [&](uint8_t byte) { return byte >= 0x80 || may_stand_in_plain_run(byte); };
  while (at > floor && is_of_run(window.byte(at - 1))) --at;
  base::count_steps(end - at);
  return at < end && at > floor + 1 && window.byte(at - 1) == '@' &&
         !base::is_ascii_white_space(window.byte(at - 2));
}

}  // namespace

bool is_after_joint(const Window& window, uint64_t begin) {
  const uint64_t floor = window.furthest<kReachBack>(begin, 0);
  if (begin == floor) return false;
  const uint8_t byte = window.byte(begin - 1);
  if (byte < 0x80 && byte != '.' && !kSignsInHost.contains(byte)) return false;
  window.reads_from(floor);
  if (is_after_cut_address(window, floor, begin)) return true;
  uint64_t at = begin;
  Joint last = Joint::none;
  bool has_control = false;
  while (at > floor) {
    const base::CodePoint before = window.code_point_before(at, floor);
    const bool is_word_joiner = is_invisible_in_word(before.value);
    const Joint here = is_word_joiner ? Joint::invisible : joint_of(before.value);
    const bool is_other = last != Joint::none && (here == Joint::symbol) != (last == Joint::symbol);
    if (here == Joint::none || here == Joint::dash || is_other) break;
    last = here;
    has_control |= here == Joint::control;
    at -= before.length;
    base::count_step();
  }
  if (begin - at + kLongestCharacter > kReachBack) return true;  // nobody writes so many
  if (last == Joint::none || at == floor) return false;
  const char32_t before = window.code_point_before(at, floor).value;
  if (last == Joint::symbol) return before == U'@' || window.slice(floor, at).ends_with("//");
  if (last == Joint::mark) {
    return before == U'@' || window.slice(floor, at).ends_with("//") ||
           (before < 0x80 && base::is_ascii_alphanumeric(before)) || before == U'.';
  }
  static constexpr CodePointSet kOfQuery(U"?#=&");  // https://bank.com/?<U+009C>evil.example
  if (has_control && kOfQuery.contains(before)) return true;
  return before == U'/' || before == U'@' || before == U'-' || is_of_host(before);
}

Answer masked_label_follows(const Window& window, uint64_t begin) {
  uint64_t at = begin;
  for (unsigned marks = 0; marks < kMostJoints; ++marks) {
    const Peek next = window.peek(at);
    if (next.unknown()) return Answer::unknown;
    if (next.state == Peek::State::end_of_text) return Answer::no;
    if (joint_of(next.code_point.value) != Joint::mark) {
      return at > begin && next.is('/') ? Answer::yes : Answer::no;
    }
    at += next.code_point.length;
    base::count_step();
  }
  return Answer::yes;  // nobody writes so many
}

RestOfHost read_rest_of_host(const Window& window, uint64_t end, HostSoFar host) {
  return RestReader(window, end).find(host);
}

}  // namespace linkspan::scan
