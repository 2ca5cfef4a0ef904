// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/domain_context.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "automata/at_words.h"
#include "automata/prose_rules.h"
#include "automata/word_lists.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/prose/bare_domain.h"
#include "scan/prose/host_joint.h"
#include "scan/prose/prose_rules.h"
#include "scan/syntax/grammar_sets.h"
#include "scan/syntax/run_characters.h"
#include "scan/text/link_edges.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// Dots that somebody has made harmless, in brackets: example[.]com, example(dot)com

constexpr uint8_t closing_bracket(uint8_t opening) {
  switch (opening) {
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    case '<':
      return '>';
    default:
      return 0;
  }
}

// Does the bracket at `opening` close at `at`?
Answer closes_bracket(const Window& window, uint64_t opening, uint64_t at) {
  if (at >= window.end) return window.complete() ? Answer::no : Answer::unknown;
  return window.byte(at) == closing_bracket(window.byte(opening)) ? Answer::yes : Answer::no;
}

// The word of grammars/at_words.txt, case-insensitive.
using AtWord = automata::at_words::Value;
constexpr size_t kLongestAtWord = 24;
AtWord find_at_word(std::string_view word) {
  std::array<char, kLongestAtWord> lower;
  if (word.empty() || word.size() > lower.size()) return AtWord::none;
  std::transform(word.begin(), word.end(), lower.begin(),
                 [](char c) { return base::to_ascii_lower(c); });
  return static_cast<AtWord>(automata::kAtWords.find({lower.data(), word.size()}));
}

// Does a dot or an `@` that was made harmless end at `end`? anna[at]example[dot]org,
// anna (at) example.org
enum class Spaces : uint8_t { none, around };
bool is_hidden_sign(const Window& window, uint64_t floor, uint64_t end, Spaces spaces) {
  if (!is_on(ProseRule::hidden_at) || end < floor + 2) return false;
  static constexpr base::AsciiSet kNotInSign("([{<)]}>\n");  // PERF: `> ` of a quotation ends here
  const uint64_t first = std::max(floor + kLongestAtWord + 2, end) - kLongestAtWord - 2;
  uint64_t sign_begin = end - 1;
  while (sign_begin > first && !kNotInSign.contains(window.byte(sign_begin - 1))) --sign_begin;
  base::count_steps(end - sign_begin);
  window.reads_from(std::max(floor, sign_begin - 1));
  if (sign_begin == floor || closes_bracket(window, sign_begin - 1, end - 1) != Answer::yes) {
    return false;
  }
  const std::string_view sign = window.slice(sign_begin, end - 1);
  const AtWord at_word = find_at_word(sign);
  const bool is_dot = base::is_one_of(sign, automata::word_lists::kHarmlessDots);
  if (spaces == Spaces::none) return at_word != AtWord::none || is_dot;
  window.reads_from(floor);
  const std::string_view text = window.slice(floor, sign_begin - 1);
  const size_t word_end = text.find_last_not_of(' ') + 1;
  const auto last = static_cast<uint8_t>(word_end == 0 ? 0 : text[word_end - 1]);
  const bool is_after_word = last >= 0x80 || base::is_ascii_alphanumeric(last);
  return is_after_word && (at_word == AtWord::apart || is_dot);
}

// Is the word before the last one the start of a line that names a sender, or of a sentence about
// mail? From: anna at example.org, mail anna at example.org; but: to point at example.org
bool announces_address(std::string_view before) {
  namespace lists = automata::word_lists;
  constexpr size_t kLongest = 8;
  if (before.ends_with(' ')) before.remove_suffix(1);
  const bool has_colon = before.ends_with(':');
  if (has_colon) before.remove_suffix(1);
  size_t begin = before.size();
  while (begin > 0 && base::is_ascii_letter(static_cast<uint8_t>(before[begin - 1]))) --begin;
  const std::string_view word = before.substr(begin);
  if (word.size() > kLongest) return false;
  std::array<char, kLongest> lower;
  std::transform(word.begin(), word.end(), lower.begin(),
                 [](char c) { return base::to_ascii_lower(c); });
  const std::string_view name(lower.data(), word.size());
  if (name == "to")
    return has_colon || base::contains_one_of(before.substr(0, begin), lists::kBeforeTo);
  return base::is_one_of(name, lists::kAnnouncesAddress);
}

// Does the word have a form that is frequent in local parts, and rare in words? anna.b, an_b,
// bob99, ann-b; but Sign-up, HTML5 and v2.0
bool has_form_of_local_part(std::string_view word) {
  static constexpr base::AsciiSet kJoins("._-+");
  const auto is_letter = [](char c) { return base::is_ascii_letter(static_cast<uint8_t>(c)); };
  const auto is_name = [](char c) { return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)); };
  const auto letters = std::count_if(word.begin(), word.end(), is_letter);
  const bool has_form = letters > 1 && static_cast<size_t>(letters) < word.size() &&
                        is_name(word.front()) && is_name(word.back()) &&
                        std::all_of(word.begin(), word.end(), [&](char c) {
                          return is_name(c) || kJoins.contains(static_cast<uint8_t>(c));
                        });
  const auto first = static_cast<uint8_t>(word.front());
  const bool may_be_word = base::is_ascii_upper(first) || base::is_ascii_digit(first);
  return has_form && (!may_be_word || word.find_first_of("._") != word.npos);
}

// Docs at docs.example.com, Node.js at nodejs.org: is the first label of the host the word?
bool is_name_of_host(std::string_view word, std::string_view host) {
  size_t at = 0;
  for (const char c : word) {
    if (!base::is_ascii_alphanumeric(static_cast<uint8_t>(c))) continue;
    if (at == host.size() || base::to_ascii_lower(c) != base::to_ascii_lower(host[at]))
      return false;
    ++at;
  }
  return at < host.size() && host[at] == '.';
}

bool may_be_in_name(uint8_t byte) {
  static constexpr base::AsciiSet kAround("/{*`'");
  return byte < 0x80 && kInLocalPart.contains(byte) && !kAround.contains(byte);
}

// Anna B.        anna at example.org: is the name alone in the last column of a row of text?
bool is_column(const Window& window, std::string_view before, uint64_t end) {
  const size_t gap = before.find_last_not_of(" \t");
  if (gap == before.npos || before[gap] == '\n') return false;
  const bool is_wide = before.size() - gap > 2 || before.ends_with('\t');
  return is_wide && (end == window.end || window.byte(end) == '\n' || window.byte(end) == '\r');
}

// Anna <anna at example.org>, mail anna at example.org, anna.b at example.org
bool is_in_spelled_address(const Window& window, std::string_view text, uint64_t begin,
                           uint64_t end) {
  size_t word = text.size();
  while (word > 0 && may_be_in_name(static_cast<uint8_t>(text[word - 1]))) --word;
  base::count_steps(text.size() - word);
  if (word == text.size()) return false;
  const std::string_view name = text.substr(word);
  const std::string_view before = text.substr(0, word);
  const uint8_t opening = before.empty() ? uint8_t{' '} : static_cast<uint8_t>(before.back());
  if (opening == '<') return true;
  if (opening == '/' || opening == '@' || opening >= 0x80) return false;
  if (closing_bracket(opening) != 0) {
    return window.has(end, static_cast<char>(closing_bracket(opening)));
  }
  const bool is_site = tail_may_follow(window, end) || window.holds(begin, "www.") == Answer::yes ||
                       is_name_of_host(name, window.slice(begin, end));
  return !is_site &&
         (has_form_of_local_part(name) || is_column(window, before, end) ||
          (announces_address(before) && !base::is_one_of(name, automata::word_lists::kPronouns)));
}

// Is a word for `@` before the spaces before the host, and a name before it? `AT` and `'at'` are
// such words after any name.
bool is_after_at(const Window& window, uint64_t floor, uint64_t begin, uint64_t end) {
  if (!is_on(ProseRule::spelled_at)) return false;
  static constexpr base::AsciiSet kAround("-'\"_*");
  const uint8_t before = window.byte(begin - 2);
  // PERF: true of most words
  if ((before | 0x20) != 't' && before != ' ' && !kAround.contains(before)) return false;
  std::string_view text = window.slice(floor, begin);
  const auto remove_spaces = [&text] {
    text.remove_suffix(text.size() - (text.find_last_not_of(' ') + 1));
  };
  remove_spaces();
  const bool is_marked = !text.empty() && kAround.contains(static_cast<uint8_t>(text.back()));
  const size_t size = is_marked ? 4 : 2;
  window.reads_from(floor + text.size() - std::min(text.size(), size + 1));
  if (text.size() <= size + 1 || text[text.size() - size - 1] != ' ') return false;
  std::string_view sign = text.substr(text.size() - size);
  if (is_marked && sign.front() != sign.back()) return false;
  if (is_marked) sign = sign.substr(1, 2);
  if (sign != "at" && sign != "AT") return false;
  window.reads_from(floor);
  text.remove_suffix(size);
  remove_spaces();
  if (text.empty()) return false;
  const auto last = static_cast<uint8_t>(text.back());
  if (is_marked) return base::is_ascii_alphanumeric(last);
  if (sign == "AT") return base::is_ascii_alphanumeric(last) && !base::is_ascii_upper(last);
  return is_in_spelled_address(window, text, begin, end);
}

// item->info.id
bool is_member(const Window& window, uint64_t floor, uint64_t begin) {
  if (!is_on(ProseRule::arrow)) return false;
  if (begin < floor + 3 || window.byte(begin - 2) != '-') return false;
  const uint8_t object = window.byte(begin - 3);
  if (object == ')' || object == ']' || object == '_') return true;
  uint64_t at = begin - 2;
  while (at > floor && base::is_ascii_alphanumeric(window.byte(at - 1))) --at;
  base::count_steps(begin - at);
  const bool is_port =
      at > floor && window.byte(at - 1) == ':';  // a.example.org:1023->b.example.org
  return base::is_ascii_alphanumeric(object) && !is_port;
}

// The characters of the local part of a Matrix identifier.
constexpr base::AsciiSet kOfMatrixName = [] {
  base::AsciiSet set("-._=/+");
  for (uint8_t c = 0; c < 0x80; ++c) {
    if (base::is_ascii_alphanumeric(c)) set.add(c);
  }
  return set;
}();

// Is the text after the colon not a host of its own? file:notes.org, @anna:matrix.example.org
bool names_a_part(const Window& window, uint64_t floor, uint64_t colon) {
  if (!is_on(ProseRule::part_of_name)) return false;
  constexpr std::string_view kFile = "file";
  static constexpr base::AsciiSet kSigils(
      "@!#");  // users, rooms and their aliases (Matrix, appendix 4.3)
  uint64_t at = colon;
  while (at > floor && kOfMatrixName.contains(window.byte(at - 1))) --at;
  base::count_steps(colon - at);
  if (window.slice(at, colon) == kFile) return true;
  return at > floor && at < colon && kSigils.contains(window.byte(at - 1)) &&
         (at - 1 == floor || !base::is_ascii_alphanumeric(window.byte(at - 2)));
}

// After these, a domain is part of something else.
constexpr base::AsciiSet kPartOfSomethingElse("@/\\%+");

// White space, and the marks of quotations and comments.
constexpr base::AsciiSet kBeforeLines(" \t\r\n>|*#/%;");

// https://⏎example.org/a, https://⏎> example.org/a: does the line before end with `://`, and only
// the mark of a quotation or comment precede the domain? Then it has that scheme, and would get
// another.
bool is_after_broken_scheme(const Window& window, uint64_t floor, uint64_t begin) {
  const std::string_view text = window.slice(floor, begin);
  const size_t line = text.rfind('\n');
  base::count_steps(text.size());
  const bool is_first =
      line != text.npos &&
      std::all_of(text.begin() + static_cast<ptrdiff_t>(line), text.end(),
                  [](char c) { return kBeforeLines.contains(static_cast<uint8_t>(c)); });
  return is_first && text.substr(0, text.find_last_not_of(" \t\r\n", line) + 1).ends_with("://");
}

// GET /a.html?c=Feed:+main+(example.com+-+Ann) HTTP/1.1: is the domain within the query of a path?
bool is_in_query_of_path(const Window& window, uint64_t begin) {
  constexpr uint64_t kReach = 256;
  const uint64_t floor = window.furthest<kReach>(begin, 0);
  uint64_t at = begin;
  bool has_query = false;
  while (at > floor && window.byte(at - 1) > ' ' && window.byte(at - 1) != '"') {
    --at;
    has_query |= window.byte(at) == '?';
  }
  window.reads_from(at);
  base::count_steps(begin - at);
  return has_query && window.byte(at) == '/' && !window.has(at + 1, '/');
}

// joe@(example.org), joe@ example.org: does the `@` of an address precede the bracket or space
// before the domain?
bool is_after_divided_at(const Window& window, uint64_t floor, uint64_t begin) {
  return begin >= floor + 3 && window.byte(begin - 2) == '@' &&
         base::is_ascii_alphanumeric(window.byte(begin - 3));
}

// The same as below, after a space that follows something.
bool continues_before_space(const Window& window, uint64_t floor, uint64_t begin, uint64_t end) {
  const uint8_t before = window.byte(begin - 2);
  if (kBeforeLines.contains(before)) window.reads_from(floor);
  if (kBeforeLines.contains(before) && is_after_broken_scheme(window, floor, begin)) return true;
  return kClosingBrackets.contains(before)
             ? is_hidden_sign(window, floor, begin - 1, Spaces::around)
             : is_after_at(window, floor, begin, end);
}

// Is the domain that begins here a part of something that began before it: an address that is
// disguised for programs (name[@]example.org, name (at) example.org), the value of a query, the
// member of an object (b->info.id), a file (file:notes.org) or a Matrix identifier?
bool continues_something(const Window& window, uint64_t begin, uint64_t end) {
  constexpr uint64_t kReach = 64;
  const uint64_t floor = window.furthest<kReach>(begin, 0);
  if (begin == floor) return false;
  window.reads_from(begin - std::min<uint64_t>(begin - floor, 3));
  const uint8_t last = window.byte(begin - 1);
  static constexpr base::AsciiSet kDividesAt(" ([{<\"'");
  if (kDividesAt.contains(last) && is_after_divided_at(window, floor, begin)) return true;
  switch (last) {
    case ')':
    case ']':
    case '}':
      return is_after_name_in_brackets(window, begin);  // which asks itself
    case ' ':
      return begin - 1 > floor && continues_before_space(window, floor, begin, end);
    case '>':
      window.reads_from(floor);
      return is_member(window, floor, begin) || is_after_name_in_brackets(window, begin) ||
             is_after_broken_scheme(window, floor, begin);
    case '\n':
      window.reads_from(floor);
      return begin - 1 > floor && (window.byte(begin - 2) == '@' ||  // broken after its `@`
                                   is_after_broken_scheme(window, floor, begin));
    case ':':
      window.reads_from(floor);
      return names_a_part(window, floor, begin - 1) || is_in_query_of_path(window, begin);
    case '(':
    case '=':
    case '&':
      return is_in_query_of_path(window, begin);
    default:
      return false;
  }
}

// [//example.org/a name], src="//cdn.example.org/a.js": do only two slashes precede the host
// [begin, end), and does it have `www.`, or a path, a query or a port? (RFC 3986, section 4.2) Else
// it is more often a comment.
bool begins_network_path(const Window& window, uint64_t begin, uint64_t end) {
  if (!is_on(ProseRule::network_path)) return false;
  static constexpr base::AsciiSet kBefore(" \t\r\n[(<\"'`=");
  const uint64_t floor = window.back_to<3>(begin, 0);
  if (begin < floor + 2 || window.slice(begin - 2, begin) != "//") return false;
  const bool is_apart = begin == floor + 2 || kBefore.contains(window.byte(begin - 3)) ||
                        window.byte(begin - 3) == ';';  // https;//www.example.org/a
  return is_apart && (tail_follows(window, end) || window.holds(begin, "www.") == Answer::yes);
}

// _example.org_: is there no word before the underscores that end at `begin`?
bool opens_emphasis(const Window& window, uint64_t begin) {
  constexpr uint64_t kReach = 4;
  const uint64_t floor = window.back_to<kReach>(begin, 0);
  uint64_t at = begin;
  while (at > floor && window.byte(at - 1) == '_') --at;
  if (begin - at == kReach) return false;
  return at == 0 || begins_run_after(window.byte(at - 1));
}

// _example.org is down_: does an underscore after text of the line close emphasis? REQUIRES: as
// much text is known as is_known_after_domain() says.
bool closes_emphasis(const Window& window, uint64_t run_end) {
  std::string_view text = window.slice(run_end, std::min(run_end + kReadAfterDomain, window.end));
  text = text.substr(0, text.find('\n'));
  base::count_steps(text.size());
  for (size_t at = text.find('_', 1); at != text.npos; at = text.find('_', at + 1)) {
    const auto after = static_cast<uint8_t>(at + 1 < text.size() ? text[at + 1] : ' ');
    if (text[at - 1] != ' ' && after != '_' && !base::is_ascii_alphanumeric(after)) return true;
  }
  return false;
}

// After a hyphen, a domain begins only with `www.`, or if another script precedes the hyphen, or
// the number of an item in non-ASCII digits.
bool may_begin_after_hyphen(const Window& window, uint64_t begin) {
  const uint64_t floor = window.furthest<kMaxFirstLabelBytes>(begin, 0);
  uint64_t at = begin;
  while (at > floor && window.byte(at - 1) == '-') --at;
  window.reads_from(at - std::min(at - floor, kLongestCharacter));
  const char32_t before = at > floor ? window.code_point_before(at, floor).value : U' ';
  const unicode::Properties properties = unicode::properties(before);
  const bool is_after_word = before >= 0x80 && (properties.is_letter() || properties.is_digit());
  return is_after_word || window.holds(begin, "www.") == Answer::yes;
}

// url=example.org, "Hello!example.org", x&y.example: the name of a value, or the end of a sentence,
// may precede these.
bool may_be_key(uint8_t sign) { return sign == '=' || sign == '!' || sign == '&'; }

// see**example.org**: does the sign before the domain follow it, too?
bool closes_around(const Window& window, uint64_t begin, uint64_t run_end) {
  return window.has(run_end, static_cast<char>(window.byte(begin - 1)));
}

// joe@example.org...example.net, where the address is a link.
bool only_dots_between(const Window& window, uint64_t link_end, uint64_t begin) {
  uint64_t at = begin;
  while (at > window.begin && at > link_end && window.byte(at - 1) == '.') --at;
  base::count_steps(begin - at);
  return at == link_end;
}

}  // namespace

[[gnu::hot]] bool text_before_allows_domain(const Window& window, uint64_t begin, uint64_t run_end,
                                            uint64_t link_end, Style style) {
  if (begin == window.begin) return true;
  if (is_in_path(window, begin, link_end)) return false;
  const uint8_t before = window.byte(begin - 1);
  if (kPartOfSomethingElse.contains(before)) {
    const bool is_next_site =  // work.ua/robota.ua, olx.pt+vinted.pt
        (before == '/' || before == '+') && begin - 1 == link_end;
    return style == Style::prose && (is_next_site || begins_network_path(window, begin, run_end));
  }
  if (style == Style::uts58) return true;
  if (before >= 0x80) return !is_after_joint(window, begin);
  if (before == '.' && is_after_joint(window, begin) &&
      !only_dots_between(window, link_end, begin)) {
    return false;
  }
  const bool is_joined = kSignsInHost.contains(before) && begin - 1 != link_end &&
                         !may_be_key(before) && is_after_joint(window, begin) &&
                         !closes_around(window, begin, run_end);
  if (is_joined) return false;
  if (before == '-' && !may_begin_after_hyphen(window, begin)) return false;
  const bool is_emphasised = before == '_' && opens_emphasis(window, begin) &&
                             (window.has(run_end, '_') || closes_emphasis(window, run_end));
  if (before == '_' && !is_emphasised && window.holds(begin, "www.") != Answer::yes) return false;
  static constexpr base::AsciiSet kTagOrVariable("#$");  // #example.com, $HOST.example.com
  return !kTagOrVariable.contains(before) && !continues_something(window, begin, run_end);
}

bool name_in_brackets_precedes(const Window& window, uint64_t begin) {
  constexpr uint64_t kReach = 64;
  const uint64_t floor = window.furthest<kReach>(begin, 0);
  window.reads_from(begin - 2);
  if (window.byte(begin - 1) == ' ') {
    return kClosingBrackets.contains(window.byte(begin - 2)) &&
           is_hidden_sign(window, floor, begin - 1, Spaces::around);
  }
  return is_hidden_sign(window, floor, begin, Spaces::none) ||
         (is_on(ProseRule::placeholder) && is_after_placeholder(window, begin));
}

// Is a word of the name right before, or its end, one of the list? client, remote_addr,
// remoteAddress, x-client-ip
bool names_peer(const Window& window, uint64_t begin) {
  constexpr uint64_t kReach = 48;
  const uint64_t floor = window.back_to<kReach>(begin, 0);
  uint64_t end = begin;
  static constexpr base::AsciiSet kBetween(" \t:=\"'([/");
  while (end > floor && kBetween.contains(window.byte(end - 1))) --end;
  const auto joins = [&](uint64_t at) { return window.byte(at) == '_' || window.byte(at) == '-'; };
  const auto is_of_name = [&](uint64_t at) {
    return joins(at) || base::is_ascii_alphanumeric(window.byte(at)) || window.byte(at) == ']';
  };
  for (uint64_t at = end; at > floor && is_of_name(at - 1); --at) {
    base::count_step();
    const bool begins_word = at - 1 == floor || !is_of_name(at - 2) || joins(at - 2);
    for (const std::string_view name : automata::word_lists::kNamesPeer) {
      if (window.holds(at - 1, name) != Answer::yes) continue;
      const uint64_t after = at - 1 + name.size();
      if (after == end || (begins_word && after < end && joins(after))) return true;
    }
  }
  return false;
}

Answer harmless_dot_follows(const Window& window, uint64_t end) {
  if (!is_on(ProseRule::defanged)) return Answer::no;
  if (end >= window.end || closing_bracket(window.byte(end)) == 0) return Answer::no;
  Answer follows = Answer::no;
  for (const std::string_view dot : automata::word_lists::kHarmlessDots) {
    const Answer here = window.holds(end + 1, dot);
    if (here == Answer::no) continue;
    const Answer closed =
        here == Answer::yes ? closes_bracket(window, end, end + 1 + dot.size()) : here;
    if (closed == Answer::yes) return closed;
    if (closed == Answer::unknown) follows = closed;
  }
  return follows;
}

Answer password_follows(const Window& window, uint64_t begin, uint64_t& at) {
  if (!is_on(ProseRule::password)) return Answer::no;
  static constexpr base::AsciiSet kEnds("\"' \t\r\n");
  constexpr uint64_t kLongest = 128;
  const bool is_quoted = window.has(begin, '\'') || window.has(begin, '"');  // 'so%me'@
  const uint64_t limit = std::min(begin + kLongest, window.end);
  at = is_quoted ? begin + 1 : begin;
  const auto continues = [&](uint8_t byte) {
    return is_quoted ? byte != window.byte(begin) && byte != '\n'
                     : byte != '@' && !kEnds.contains(byte);
  };
  while (at < limit && continues(window.byte(at))) ++at;
  if (is_quoted && at < limit && window.byte(at) != '\n') ++at;
  base::count_steps(at - begin);
  if (at == window.end && at < begin + kLongest && !window.complete()) return Answer::unknown;
  return at > begin && at < limit && window.byte(at) == '@' ? Answer::yes : Answer::no;
}

}  // namespace linkspan::scan
