// SPDX-License-Identifier: Apache-2.0
#include "iri/hosts/odd_letters.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "base/ascii.h"
#include "iri/characters.h"
#include "iri/hosts/spoofing.h"
#include "iri/tables/tables.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

using unicode::Script;

constexpr char32_t kDotlessI = 0x131;
constexpr char32_t kDotAbove = 0x307;

bool is_letter_or_digit(char32_t c) {
  const unicode::Properties properties = unicode::properties(c);
  return properties.is_letter() || properties.is_digit();
}

std::string skeleton_of(char32_t c) {
  const std::vector<Character> one = {{c, Written::plain, {0, 1}}};
  return Spoofing::instance().skeleton(utf8_of(one, 0, 1));
}

// ---- Hyphens

// Signs that look like the hyphen, or like the dashes with the skeleton `ー`: − ˗ ➖ ─
bool is_odd_hyphen(char32_t c) {
  if (c < 0x80 || is_letter_or_digit(c) || unicode::properties(c).is_mark()) return false;
  const std::string seen = skeleton_of(c);
  return seen == "-" || seen == "ー";
}

// ---- Latin letters

// Letters of the African Reference Alphabet (1978) that look like `y` and `u` in a skeleton only.
constexpr std::array<char32_t, 2> kAfricanLetters = {0x0263, 0x028B};  // ɣ ʋ

// The alphabets of Europe: Latin-1 Supplement and Latin Extended-A. Their letters are known under
// every top-level domain.
constexpr char32_t kLastOfEurope = 0x17F;

bool looks_like_one_ascii_letter(char32_t c) {
  const std::string seen = skeleton_of(c);
  return seen.size() == 1 && base::is_ascii_letter(static_cast<uint8_t>(seen[0]));
}

// Is another non-ASCII letter of Turkish in the label? Then the dotless i is one as well: ışık
bool has_other_turkish_letter(const std::vector<Character>& label) {
  const HomeLanguages& turkish = home_languages("tr");
  return std::any_of(label.begin(), label.end(), [&](const Character& each) {
    return each.value >= 0x80 && each.value != kDotlessI && turkish.writes(each.value);
  });
}

// Letters with a canonical decomposition have a mark that can be seen.
bool is_ordinary_latin(char32_t c, const std::vector<Character>& label, const HomeLanguages& home) {
  if (c < 0x80 || home.writes(c)) return true;
  if (tables::decomposition(c) == tables::Decomposition::canonical) return true;
  if (std::find(kAfricanLetters.begin(), kAfricanLetters.end(), c) != kAfricanLetters.end())
    return true;
  if (c == kDotlessI) return has_other_turkish_letter(label);
  return c <= kLastOfEurope && tables::is_recommended(c) && !looks_like_one_ascii_letter(c);
}

// ---- Marks

// Canonical_Combining_Class (UAX #44, table 15).
constexpr uint8_t kOverlay = 1;
constexpr uint8_t kBelow = 220;

// Does a mark hardly change the letter before it: a line through, around or below it, or a dot on
// an i?
bool is_odd_mark(char32_t letter, char32_t mark, const HomeLanguages& home) {
  if (!unicode::properties(mark).is_mark() || unicode::script(mark) != Script::inherited)
    return false;
  constexpr std::u32string_view kWithDot = U"ijl\u0131";
  const uint8_t combining = tables::combining_class(mark);
  const bool is_odd = (combining == kOverlay && unicode::properties(letter).is_letter()) ||
                      (combining == kBelow && letter < 0x80) || tables::is_enclosing_mark(mark) ||
                      (mark == kDotAbove && kWithDot.find(letter) != kWithDot.npos);
  const std::array<char32_t, 2> both = {letter, mark};
  return is_odd && !home.writes(std::u32string_view(both.data(), both.size()));
}

// UTS #46 maps the capital İ of Turkish to `i` with the mark.
bool has_dotted_capital(const Label& label) {
  constexpr char32_t kDottedCapital = 0x130;
  return std::any_of(label.characters.begin(), label.characters.end(),
                     [](const Character& each) { return each.value == kDottedCapital; });
}

// ---- East Asian strokes

bool is_east_asian(char32_t c) {
  constexpr std::array kScripts = {Script::han, Script::hiragana, Script::katakana,
                                   Script::bopomofo, Script::hangul};
  const Script script = unicode::script(c);
  return c == U'ー' || std::find(kScripts.begin(), kScripts.end(), script) != kScripts.end();
}

// Ideographs of one stroke (kTotalStrokes of Unihan), a few that make a Latin letter, and kana that
// make a slash.
constexpr std::u32string_view kStrokes =
    U"一丨丶丿乀乁乙乚乛亅〇"
    U"丁丅七乂丫冂凵匚十卜口囗工"
    U"ノソゾン";

// What looks like one of them has the same skeleton: ト and 卜, ロ and 口.
const std::set<std::string>& skeletons_of_strokes() {
  static const std::set<std::string> all = [] {
    std::set<std::string> skeletons;
    for (const char32_t stroke : kStrokes) skeletons.insert(skeleton_of(stroke));
    return skeletons;
  }();
  return all;
}

// All Bopomofo and the letters of Hangul on their own are such strokes, too.
bool is_stroke(char32_t c) {
  const bool is_letter_of_hangul = (c >= 0x1100 && c <= 0x11FF) || (c >= 0x3130 && c <= 0x318F);
  const bool is_cjk_stroke = c >= 0x31C0 && c <= 0x31EF;
  return unicode::script(c) == Script::bopomofo || is_letter_of_hangul || is_cjk_stroke ||
         (is_east_asian(c) && skeletons_of_strokes().contains(skeleton_of(c)));
}

// The East Asian text around a character.
struct Run {
  size_t begin, end;
};

Run run_around(const std::vector<Character>& label, size_t index) {
  Run run = {index, index + 1};
  while (run.begin > 0 && is_east_asian(label[run.begin - 1].value)) --run.begin;
  while (run.end < label.size() && is_east_asian(label[run.end].value)) ++run.end;
  return run;
}

// Has the text around the stroke only strokes, beside a Latin letter?
bool is_odd_stroke(const std::vector<Character>& label, size_t index) {
  if (!is_stroke(label[index].value)) return false;
  const Run run = run_around(label, index);
  const auto is_latin = [&](size_t at) {
    return at < label.size() && unicode::script(label[at].value) == Script::latin;
  };
  return (is_latin(run.begin - 1) || is_latin(run.end)) &&
         std::all_of(label.begin() + static_cast<ptrdiff_t>(run.begin),
                     label.begin() + static_cast<ptrdiff_t>(run.end),
                     [](const Character& each) { return is_stroke(each.value); });
}

}  // namespace

std::optional<std::string> odd_letter(const Label& label, const HomeLanguages& home) {
  const std::string& text = label.unicode;
  if (base::is_all_ascii(text) || text.size() > kLongestLabel) return std::nullopt;
  const std::vector<Character> characters = characters_of(text, {0, text.size()});
  for (size_t i = 0; i < characters.size(); ++i) {
    const char32_t c = characters[i].value;
    if (c > unicode::kMaxCodePoint) continue;
    if (is_odd_hyphen(c)) return utf8_of(characters, i, i + 1);
    if (!is_letter_or_digit(c)) continue;
    const char32_t next = i + 1 < characters.size() ? characters[i + 1].value : U'\0';
    const bool is_of_capital = next == kDotAbove && has_dotted_capital(label);
    if (is_odd_mark(c, next, home) && !is_of_capital) return utf8_of(characters, i, i + 2);
    const bool is_latin = unicode::script(c) == Script::latin;
    if ((is_latin && !is_ordinary_latin(c, characters, home)) || is_odd_stroke(characters, i))
      return utf8_of(characters, i, i + 1);
  }
  return std::nullopt;
}

}  // namespace linkspan::iri
