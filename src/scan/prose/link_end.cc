// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/link_end.h"

#include <algorithm>
#include <string_view>

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"
#include "scan/prose/tail_punctuation.h"
#include "scan/text/code_point_set.h"
#include "scan/text/roles.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

bool is_in_a_word(const Window& window, uint64_t end) {
  const Peek next = window.peek(end);
  return next.state == Peek::State::code_point &&
         unicode::properties(next.code_point.value).is_letter();
}

// Can emphasis begin at `at`: at the start of a line or of text in brackets or quotes, or after
// white space, a dash or punctuation of Markdown? Not in `"_id"`, `a=_b`, `$_GET` and `,_c`.
bool may_open_emphasis(const Window& window, uint64_t at) {
  constexpr CodePointSet kBefore(U" \t\r\n\u00A0\u3000([{*~>“”„‚‘«»‹「『（—–");
  return at == window.begin || kBefore.contains(window.code_point_before(at, window.begin).value);
}

bool is_letter_or_digit(char32_t c) {
  const unicode::Properties properties = unicode::properties(c);
  return properties.is_letter() || properties.is_digit();
}

// .. _name: https://a.example/b_: the name of a target in reStructuredText.
bool names_target(const Window& window, uint64_t begin) {
  constexpr std::string_view kMarkup = ".. ";
  return begin >= window.begin + kMarkup.size() &&
         window.holds(begin - kMarkup.size(), kMarkup) == Answer::yes;
}

// _Read more: https://a.example/b_, ==Read more: https://a.example/b==: do such marks before a word
// of the line open emphasis that no later ones close? A single one does only if it is an
// underscore.
bool is_in_emphasis(const Window& window, uint64_t link_begin, uint8_t mark) {
  constexpr uint64_t kReach = 200;
  const uint64_t floor = window.back_to<kReach>(link_begin, 0);
  bool has_space = false;  // between the delimiter and the link
  for (uint64_t at = link_begin; at > floor && window.byte(at - 1) != '\n'; --at) {
    base::count_step();
    has_space |= window.byte(at - 1) == ' ';
    if (window.byte(at - 1) != mark) continue;
    const bool is_before_word = is_letter_or_digit(window.code_point(at).value);
    const uint64_t end = at;
    while (at > floor + 1 && window.byte(at - 2) == mark) --at;
    if (mark != '_' && end == at) continue;
    if (!is_before_word) return false;
    if (may_open_emphasis(window, at - 1)) return has_space && !names_target(window, at - 1);
  }
  return false;
}

// Marks that people put around links, in pairs of one or of several. `-` is one only at the end of
// a comment or a sentence.
constexpr base::AsciiSet kEmphasis("_~=^+$%-");
constexpr base::AsciiSet kEmphasisAlone("_~=^");

// Do the marks [begin, end) at the end of the link close emphasis that opened before it?
bool closes_emphasis(const Window& window, uint64_t link_begin, uint64_t begin, uint64_t end) {
  const uint8_t mark = window.byte(begin);
  uint64_t opening = link_begin;
  while (opening > window.begin && end - begin > link_begin - opening &&
         window.byte(opening - 1) == mark) {
    --opening;
  }
  base::count_steps(link_begin - opening);
  const bool is_alone = end - begin == 1;
  if (mark == '_' || mark == '~') {
    if (opening < link_begin) return true;
  } else if (opening < link_begin && link_begin - opening == end - begin &&
             may_open_emphasis(window, opening)) {
    return !is_alone || kEmphasisAlone.contains(mark);
  }
  return (mark == '_' || !is_alone) && !is_in_a_word(window, end) &&
         is_in_emphasis(window, link_begin, mark);
}

// Emphasis must also have its delimiter before the link or before a word of the line: identifiers
// may end in `_` or `--`. A comment of HTML ends in `-->`, and an official Spanish sentence in
// `.-`.
uint64_t trim_emphasis(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end) {
  if (!is_on(ProseRule::emphasis)) return end;
  if (end == least) return end;
  const uint8_t mark = window.byte(end - 1);
  if (mark >= 0x80 || !kEmphasis.contains(mark)) return end;
  uint64_t begin = end;
  while (begin > least && window.byte(begin - 1) == mark) --begin;
  base::count_steps(end - begin);
  const bool is_opened = mark != '-' && closes_emphasis(window, link_begin, begin, end);
  const bool ends_comment = mark == '-' && end - begin >= 2 && window.has(end, '>');
  const bool ends_sentence = mark == '-' && begin > least && end - begin == 1 &&
                             (window.byte(begin - 1) == '.' || window.byte(begin - 1) == ',');
  return is_opened || ends_comment || ends_sentence ? begin : end;
}

// Does the macro {name} or {name:…} open in the line before the link? One after a slash or an
// equals sign could be a value of the link: it must open right before.
bool opens_macro(const Window& window, uint64_t link_begin, std::string_view name,
                 uint8_t before_closing) {
  constexpr uint64_t kReach = 200;
  const bool may_be_value = before_closing == '/' || before_closing == '=';
  if (may_be_value && (link_begin == window.begin || window.byte(link_begin - 1) != '}')) {
    return false;
  }
  const uint64_t floor = window.back_to<kReach>(link_begin, 0);
  std::string_view text = window.slice(floor, link_begin);
  base::count_steps(text.size());
  text.remove_prefix(text.rfind('\n') + 1);
  for (size_t at = text.find('{'); at != text.npos; at = text.find('{', at + 1)) {
    const size_t end = at + 1 + name.size();
    const bool is_same = end < text.size() && text.substr(at + 1, name.size()) == name &&
                         (text[end] == '}' || text[end] == ':' || text[end] == '=');
    const bool is_apart = at == 0 || text[at - 1] == '}' || text[at - 1] == '|' ||
                          may_open_emphasis(window, link_begin - text.size() + at);
    if (is_same && is_apart) return true;
  }
  return false;
}

// The place of the opening bracket for the one right before `end`, with no other between; `end` if
// it is not near.
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

// Is it the parameter of a route as a whole segment: [id], [...slug]? Not [Title],
// [cvs-fast-export] and [4], nor after a macro of AsciiDoc: link:https://example.org/[name]
bool is_route_parameter(const Window& window, uint64_t link_begin, std::string_view brackets) {
  std::string_view name = brackets.substr(1, brackets.size() - 2);
  const bool takes_all = name.starts_with("...");
  if (takes_all) name.remove_prefix(3);
  const auto is_of_name = [](char c) {
    return c == '_' || base::is_ascii_alphanumeric(static_cast<uint8_t>(c));
  };
  if (name.empty() || !std::all_of(name.begin(), name.end(), is_of_name)) return false;
  const bool is_after_macro = link_begin > window.begin && window.byte(link_begin - 1) == ':';
  return takes_all || (name.front() >= 'a' && name.front() <= 'z' && !is_after_macro);
}

// Removes text in brackets right after a path or a fragment: the attributes of a link in AsciiDoc
// (…/page.html[Title^], image::https://…/logo.png[Logo,120]), and the numbers of notes
// (…/2023[4][5], …/2023.[4], …/[1]). A URI has such brackets only in its query, and a route as
// whole segments: …/items/[id]
uint64_t trim_attributes(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end) {
  if (!is_on(ProseRule::notes)) return end;
  if (end <= least + 2 || window.byte(end - 1) != ']') return end;
  const std::string_view tail = window.slice(least, end);
  base::count_steps(tail.size());
  if (tail.find('?') != tail.npos) return end;  // ?a[]=1
  uint64_t begin = end;
  while (begin > least + 2 && window.byte(begin - 1) == ']') {
    const uint64_t opening = find_opening(window, least, begin, '[');
    if (opening == begin || opening == least) return end;
    begin = opening;
  }
  const char32_t last = window.code_point_before(begin, least).value;
  if (last == '/' && is_route_parameter(window, link_begin, window.slice(begin, end))) return end;
  const bool is_after_name =  // but …/blah_[other]
      last == '/' || is_word_character(last) || role_of(last, Style::prose) == Role::soft;
  return is_after_name ? begin : end;
}

// Removes what closes the markup of a wiki around the link, and opened before it:
// {color:red}https://…/a{color}, {quote}See https://…/a{quote}. Not …/users/{id}.
uint64_t trim_macros(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end) {
  if (!is_on(ProseRule::emphasis)) return end;
  constexpr size_t kLongestName = 16;
  while (end > least + 2 && window.byte(end - 1) == '}') {
    const uint64_t opening = find_opening(window, least, end, '{');
    if (opening == end || opening == least) break;
    const std::string_view name = window.slice(opening + 1, end - 1);
    const bool is_name = name == "*" || name == "_" ||
                         (!name.empty() && name.size() <= kLongestName &&
                          std::all_of(name.begin(), name.end(), [](char c) {
                            return base::is_ascii_letter(static_cast<uint8_t>(c));
                          }));
    if (!is_name || !opens_macro(window, link_begin, name, window.byte(opening - 1))) break;
    end = opening;
  }
  return end;
}

}  // namespace

uint64_t trim_in_prose(const Window& window, uint64_t link_begin, uint64_t least, uint64_t end) {
  uint64_t trimmed = trim_macros(window, link_begin, least, end);
  trimmed = trim_attributes(window, link_begin, least, trimmed);
  trimmed = trim_emphasis(window, link_begin, least, trimmed);
  return trimmed == end ? end : trim_soft(window, least, trimmed);
}

uint64_t trim_place_in_file(const Window& window, uint64_t least, uint64_t end) {
  if (!is_on(ProseRule::line_of_file)) return end;
  uint64_t file_end = end;
  for (int times = 0; times < 2; ++times) {
    uint64_t at = file_end;
    while (at > least && base::is_ascii_digit(window.byte(at - 1))) --at;
    base::count_steps(file_end - at);
    if (at == file_end || at == least || window.byte(at - 1) != ':') break;
    file_end = at - 1;
  }
  if (file_end == end) return end;
  const std::string_view path = window.slice(least, file_end);
  base::count_steps(path.size());
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const size_t dot = name.rfind('.');
  const bool is_file = path.starts_with('/') && path.find_first_of("?#") == path.npos &&
                       dot != name.npos && dot > 0 && dot + 1 < name.size();
  return is_file ? trim_soft(window, least, file_end) : end;
}

bool plain_end_may_be_trimmed(const Window& window, uint64_t begin, uint64_t end, bool has_colon,
                              bool is_code) {
  const uint8_t last = window.byte(end - 1);
  if (last == '_') return true;
  if (last == '-') {
    return window.has(end, '>') || window.byte(end - 2) == '.' || window.byte(end - 2) == ',';
  }
  if (last < 0x80 && kEmphasis.contains(last)) {
    return (begin > window.begin && window.byte(begin - 1) == last) || window.byte(end - 2) == last;
  }
  return is_code && has_colon && base::is_ascii_digit(last);  // trim_place_in_file()
}

}  // namespace linkspan::scan
