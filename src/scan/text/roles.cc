// SPDX-License-Identifier: Apache-2.0
#include "scan/text/roles.h"

#include <array>
#include <string_view>

#include "base/ascii.h"
#include "scan/text/code_point_set.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

using unicode::LinkTerm;
using unicode::Properties;
using unicode::Script;

Role from_link_term(LinkTerm term) {
  switch (term) {
    case LinkTerm::include:
      return Role::include;
    case LinkTerm::soft:
      return Role::soft;
    case LinkTerm::open:
      return Role::open;
    case LinkTerm::close:
      return Role::close;
    case LinkTerm::hard:
      break;
  }
  return Role::stop;
}

// Characters that RFC 3986 allows in no component and people put around links: quotes of strings,
// tags, escapes, code spans, cells of tables. Not braces, as templates have them in pairs.
constexpr std::u32string_view kAsciiStops = U"\"<>\\`|";

// Emphasis of Markdown and of plain text; within a path it is an ordinary character.
constexpr std::u32string_view kAsciiSofts = U"*";

constexpr CodePointSet kStops(
    // Quotation marks that no word contains, unlike the apostrophes ‘ and ’.
    U"“”„‟«»‹›〝〞〟＂"
    // Typed as brackets, or in emoticons.
    U"＜＞≪≫＾＼￣｀"
    // Full stops of scripts with spaces (in the others, all punctuation ends a link), and the
    // punctuation of Arabic, which people type without a space after it.
    U"۔।॥։።෴᠃،؛؟"
    // Dashes, ellipses and bars that join sentences, not words, and the zero-width space.
    U"—―⸺⸻…‥⋯｜￨\u200B"
    // Replaces bytes that a decoder could not read.
    U"\uFFFD");

// Footnote marks, the wave dash that looks like punctuation, the stroke that lengthens Arabic
// letters, and symbols that people type as punctuation: an accent for a quotation mark, signs for
// multiplication for a close button or the dots between items.
constexpr CodePointSet kSofts(
    U"\u0640¹²³\u2070\u2071\u2072\u2073\u2074\u2075\u2076\u2077\u2078\u2079\uFF5E´×∙⋅");

constexpr bool holds(std::u32string_view set, char32_t code_point) {
  return set.find(code_point) != std::u32string_view::npos;
}

constexpr char32_t kTatweel = 0x0640;  // the stroke that lengthens Arabic letters

bool is_east_asian_punctuation(char32_t code_point, Properties properties) {
  return properties.is_east_asian_wide() || (code_point >= 0xFF61 && code_point <= 0xFF65);
}

Role prose_role(char32_t code_point) {
  const Properties properties = unicode::properties(code_point);
  const Role role = from_link_term(properties.link_term());
  if (role == Role::stop || role == Role::open || role == Role::close) return role;
  if (is_plain_letter(code_point)) return role;  // PERF: it is on no list below
  const bool is_border = code_point >= 0x2500 && code_point <= 0x257F;  // Box Drawing: tables
  if (is_border || kStops.contains(code_point)) return Role::stop;
  if (properties.is_bidi_control() || code_point == 0x2060 || code_point == 0xFEFF) {
    return Role::soft;
  }
  if (role == Role::soft) {
    const bool needs_no_space = is_east_asian_punctuation(code_point, properties) ||
                                script_kind_of(code_point) == ScriptKind::unspaced;
    return needs_no_space ? Role::stop : Role::soft;
  }
  // All other punctuation: within a word (col·lecció, フィンセント・ファン・ゴッホ), not at
  // its end.
  const bool is_soft = properties.is_punctuation() || kSofts.contains(code_point);
  return is_soft ? Role::soft : Role::include;
}

ScriptKind kind_of_script(Script script) {
  switch (script) {
    case Script::common:
    case Script::inherited:
    case Script::unknown:
      return ScriptKind::neutral;
    case Script::latin:
      return ScriptKind::latin;
    // Unicode 18, chapters 6, 16, 17 and 18, about the spaces of each.
    case Script::han:
    case Script::hiragana:
    case Script::katakana:
    case Script::bopomofo:
    case Script::hangul:
    case Script::yi:
    case Script::nushu:
    case Script::tangut:
    case Script::jurchen:
    case Script::seal:
    case Script::thai:
    case Script::lao:
    case Script::khmer:
    case Script::myanmar:
    case Script::tibetan:
    case Script::tai_le:
    case Script::new_tai_lue:
    case Script::tai_tham:
    case Script::tai_viet:
    case Script::javanese:
    case Script::balinese:
      return ScriptKind::unspaced;
    default:
      return ScriptKind::spaced;
  }
}

using AsciiRoles = std::array<std::array<Role, 128>, 2>;

AsciiRoles make_ascii_roles() {
  AsciiRoles made{};
  for (char32_t c = 0; c < 128; ++c) {
    const Role role = from_link_term(unicode::properties(c).link_term());
    made[static_cast<size_t>(Style::uts58)][c] = role;
    Role& prose = made[static_cast<size_t>(Style::prose)][c];
    prose = role;
    if (holds(kAsciiStops, c)) prose = Role::stop;
    if (holds(kAsciiSofts, c)) prose = Role::soft;
  }
  return made;
}

// `?` and `#` begin components. In prose, the others may begin an end of the link or close a quote
// (TailPunctuation); in uts58 they clear the stack of brackets.
constexpr std::u32string_view kLookedAt[] = {U"?#/=&:", U"?#&*[:,;'\"`"};

using Steps = std::array<std::array<Step, 256>, 2>;

Step step_of(char32_t c, Style style) {
  if (holds(kLookedAt[static_cast<size_t>(style)], c)) return Step::look;
  switch (role_of(c, style)) {
    case Role::include:
      if (c == '/' || c == '=') return Step::delimiter;
      return base::is_ascii_alphanumeric(c) ? Step::alphanumeric : Step::include;
    case Role::soft:
      return Step::soft;
    default:
      return Step::look;
  }
}

Steps make_steps() {
  Steps made{};
  for (const Style style : {Style::uts58, Style::prose}) {
    for (char32_t c = 0; c < 128; ++c) made[static_cast<size_t>(style)][c] = step_of(c, style);
  }
  return made;
}

PlainTail make_plain_tail() {
  static constexpr base::AsciiSet kMayBePlain("?#:&,;");
  PlainTail tail;
  for (uint8_t c = 0; c < 128; ++c) {
    const Role role = role_of(c, Style::prose);
    const bool may_belong = c == '|';  // between the values of a query
    if ((role == Role::stop || role == Role::close) && !may_belong) tail.ends.add(c);
    if (step_of(c, Style::prose) == Step::look && !kMayBePlain.contains(c)) continue;
    if (role == Role::include) tail.included.add(c);
    if (role == Role::include || role == Role::soft) tail.passed.add(c);
  }
  return tail;
}

}  // namespace

const AsciiRoles kAsciiRoles = make_ascii_roles();
const Steps kSteps = make_steps();  // INVARIANT: after kAsciiRoles, from which they are made
const PlainTail kPlainTail = make_plain_tail();

Role non_ascii_role(char32_t code_point, Style style) {
  if (style == Style::prose) return prose_role(code_point);
  return from_link_term(unicode::properties(code_point).link_term());
}

bool is_plain_letter(char32_t code_point) {
  const Properties properties = unicode::properties(code_point);
  return (properties.is_letter() || properties.is_mark()) &&
         properties.link_term() == LinkTerm::include && code_point != kTatweel &&
         !is_picture(code_point);
}

ScriptKind non_ascii_script_kind(char32_t code_point) {
  // Shared by several scripts (UAX #24, Script_Extensions).
  constexpr CodePointSet kOfKana(U"\u3099\u309A゛゜ーｰﾞﾟ");
  if (kOfKana.contains(code_point)) return ScriptKind::unspaced;
  if (code_point == kTatweel) return ScriptKind::spaced;
  return kind_of_script(unicode::script(code_point));
}

bool is_upper_case(char32_t code_point) {
  if (code_point < 0x80) return base::is_ascii_upper(code_point);
  if (code_point == U'İ') return true;  // folded to two characters
  return unicode::properties(code_point).is_letter() &&
         unicode::host_fold(code_point) != code_point;
}

bool is_symbol(char32_t code_point) {
  if (code_point < 0x80) return false;
  const bool stands_for_letter = base::is_ascii_letter(unicode::host_fold(code_point));  // ⓐ
  return !unicode::properties(code_point).is_letter() && !stands_for_letter &&
         script_kind_of(code_point) == ScriptKind::neutral;
}

}  // namespace linkspan::scan
