// SPDX-License-Identifier: Apache-2.0
// The source of manual pages: roff with the macros of man(7) and mdoc(7). Escapes are undone, and
// macros stay, as their arguments are words: `.UR`, `.MT`, `.Lk` and `.Mt` have links there.
//
//   https://sr.\&ht/\(tijoe, https://example.org\:/linux\-x   →  https://sr.ht/~joe, …/linux-x
//   https://example.org/\fIuser\fR                            →  https://example.org/user
//   a \" https://example.org/                                 →  a https://example.org/
//   \[u2019], \N'126', \*(Aq                                  →  ’, ~, '
//
// What an escape stands for is in groff(7), "Escape sequences", and groff_char(7). One that stands
// for something that is only known when the page is set, such as a register, stands for nothing
// here.
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "base/utf8.h"
#include "lines/notation.h"

namespace linkspan::lines {
namespace {

// groff_char(7): \(ti, \[ti]. Those that may be part of a link, and what ends one.
constexpr std::pair<std::string_view, std::string_view> kSpecialCharacters[] = {
    {"!=", "≠"}, {"'A", "Á"}, {"'E", "É"}, {"'I", "Í"}, {"'O", "Ó"}, {"'U", "Ú"},  {"'a", "á"},
    {"'e", "é"}, {"'i", "í"}, {"'o", "ó"}, {"'u", "ú"}, {",C", "Ç"}, {",c", "ç"},  {"/O", "Ø"},
    {"/o", "ø"}, {":A", "Ä"}, {":O", "Ö"}, {":U", "Ü"}, {":a", "ä"}, {":e", "ë"},  {":i", "ï"},
    {":o", "ö"}, {":u", "ü"}, {"<-", "←"}, {"->", "→"}, {"AE", "Æ"}, {"Bq", "„"},  {"Do", "$"},
    {"Fc", "»"}, {"Fo", "«"}, {"^a", "â"}, {"^e", "ê"}, {"^i", "î"}, {"^o", "ô"},  {"^u", "û"},
    {"`a", "à"}, {"`e", "è"}, {"`i", "ì"}, {"`o", "ò"}, {"`u", "ù"}, {"a^", "^"},  {"a~", "~"},
    {"aa", "´"}, {"ae", "æ"}, {"aq", "'"}, {"at", "@"}, {"ba", "|"}, {"bq", "‚"},  {"bu", "•"},
    {"bv", "|"}, {"co", "©"}, {"cq", "’"}, {"dd", "‡"}, {"de", "°"}, {"dg", "†"},  {"dq", "\""},
    {"em", "—"}, {"en", "–"}, {"eq", "="}, {"fc", "›"}, {"fo", "‹"}, {"ga", "`"},  {"ha", "^"},
    {"hy", "-"}, {"la", "⟨"}, {"lA", "⇐"}, {"lB", "["}, {"lC", "{"}, {"lq", "“"},  {"mi", "-"},
    {"mu", "×"}, {"oA", "Å"}, {"oa", "å"}, {"oq", "‘"}, {"pc", "·"}, {"pl", "+"},  {"ra", "⟩"},
    {"rB", "]"}, {"rC", "}"}, {"rg", "®"}, {"rn", "‾"}, {"rq", "”"}, {"rs", "\\"}, {"ru", "_"},
    {"sc", "§"}, {"sh", "#"}, {"sl", "/"}, {"ss", "ß"}, {"ti", "~"}, {"tm", "™"},  {"ul", "_"},
    {"~n", "ñ"}, {"~o", "õ"}, {"~a", "ã"}};
// Strings that pages use as if each system had them: those of man(7), and of pod2man's output.
constexpr std::pair<std::string_view, std::string_view> kStrings[] = {
    {"--", "-"}, {"Aq", "'"}, {"L\"", "\""}, {"R\"", "\""}, {"PI", "π"}, {"R", "®"},
    {"Tm", "™"}, {"lq", "“"}, {"rq", "”"},   {"C`", "\""},  {"C'", "\""}};

template <size_t kCount>
std::string_view find_in(const std::pair<std::string_view, std::string_view> (&table)[kCount],
                         std::string_view name) {
  for (const auto& [known, text] : table) {
    if (known == name) return text;
  }
  return {};
}

class Roff final : public Notation {
  // The place after an argument, and the argument. The place is 0 if more bytes are needed.
  struct Argument {
    size_t end = 0;
    std::string_view text;
  };

  void begin() override {}

  size_t take(std::string_view text, Rest rest) override {
    const size_t end = std::min(text.find('\\'), text.size());
    if (end > 0) {
      copy(text.substr(0, end));
      return end;
    }
    if (text.size() < 2 && rest == Rest::unknown) return 0;
    if (text.size() < 2) {
      copy(text);
      return 1;
    }
    // PERF: an argument without an end is searched for no further.
    constexpr size_t kLongestEscape = 128;
    const bool is_long = text.size() > kLongestEscape;
    return take_escape(text.substr(0, kLongestEscape), is_long ? Rest::none : rest);
  }

  size_t take_escape(std::string_view text, Rest rest) {
    const char c = text[1];
    constexpr std::string_view kNothing = "&)/,|^%:{}udrptzq!";
    constexpr std::string_view kNamed = "fFmMgkVYn$";
    constexpr std::string_view kQuoted = "hvwlLoxbDHSXZABR";
    constexpr std::string_view kSpaces = " ~0";
    if (c == 't') return give(2, " ");
    if (kNothing.find(c) != kNothing.npos) return 2;
    if (kSpaces.find(c) != kSpaces.npos) return give(2, " ");
    if (c == 'e' || c == 'E' || c == '\\') return give(2, "\\");
    if (c == '"' || c == '#') return give(2, " ");
    if (c == '\n' || c == '\r' || c == 'c') return take_break(text, rest);
    if (c == 's') return end_of(size_argument(text), text, rest);
    if (kNamed.find(c) != kNamed.npos) return end_of(name_argument(text, 2), text, rest);
    if (c == '(' || c == '[') return take_character(text, rest);
    if (c == '*') return take_string(text, rest);
    if (c == 'N' || c == 'C') return take_numbered(text, rest);
    if (kQuoted.find(c) != kQuoted.npos) return end_of(quoted_argument(text, 2), text, rest);
    copy(text.substr(1, 1), 1);
    return 2;
  }

  size_t give(size_t size, std::string_view with) {
    replace(0, size, with);
    return size;
  }

  // An escape without a text. One that does not end is its first two characters.
  static size_t end_of(const Argument& argument, std::string_view text, Rest rest) {
    if (argument.end > 0) return argument.end;
    return rest == Rest::unknown ? 0 : std::min<size_t>(2, text.size());
  }

  // The line continues in the next one: `\` at its end, and `\c`.
  static size_t take_break(std::string_view text, Rest rest) {
    size_t at = text[1] == 'c' ? 2 : 1;
    if (at < text.size() && text[at] == '\r') ++at;
    if (at == text.size()) return rest == Rest::unknown ? 0 : at;
    return text[at] == '\n' ? at + 1 : at;
  }

  // `x`, `(xx`, `[xxx]`; of a register, also `+x`.
  static Argument name_argument(std::string_view text, size_t at) {
    if (at < text.size() && text[1] == 'n' && (text[at] == '+' || text[at] == '-')) ++at;
    if (at >= text.size()) return {};
    if (text[at] == '(') {
      return at + 3 <= text.size() ? Argument{at + 3, text.substr(at + 1, 2)} : Argument{};
    }
    if (text[at] != '[') return {at + 1, text.substr(at, 1)};
    const size_t end = text.find_first_of("]\n", at);
    if (end == text.npos) return {};
    return {text[end] == ']' ? end + 1 : end, text.substr(at + 1, end - at - 1)};
  }

  // \s0, \s-2, \s+(10, \s[12], \s'12'
  static Argument size_argument(std::string_view text) {
    size_t at = 2;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (at >= text.size()) return {};
    if (text[at] == '\'') return quoted_argument(text, at);
    if (text[at] == '(' || text[at] == '[') return name_argument(text, at);
    // groff(7): sizes from 10 to 39 have two digits.
    const bool may_have_two = text[at] >= '1' && text[at] <= '3' && at == 2;
    if (!may_have_two) return {at + 1, {}};
    if (at + 1 >= text.size()) return {};
    const bool has_two = text[at + 1] >= '0' && text[at + 1] <= '9';
    return {at + (has_two ? 2 : 1), {}};
  }

  // `'…'`, with any character in the place of the quotes.
  static Argument quoted_argument(std::string_view text, size_t at) {
    if (at >= text.size()) return {};
    const std::array<char, 2> ends = {text[at], '\n'};
    const size_t end = text.find_first_of({ends.data(), 2}, at + 1);
    if (end == text.npos) return {};
    return {text[end] == '\n' ? end : end + 1, text.substr(at + 1, end - at - 1)};
  }

  // \(ti, \[ti], \[u2019]. An unknown one is a character, so that words do not become one.
  size_t take_character(std::string_view text, Rest rest) {
    const Argument name = name_argument(text, 1);
    if (name.end == 0) return end_of(name, text, rest);
    const std::string_view known = find_in(kSpecialCharacters, name.text);
    if (!known.empty()) return give(name.end, known);
    return give_code_point(name.end, name.text.starts_with('u') ? number(name.text.substr(1), 16)
                                                                : std::optional<char32_t>());
  }

  size_t take_string(std::string_view text, Rest rest) {
    const Argument name = name_argument(text, 2);
    if (name.end == 0) return end_of(name, text, rest);
    const std::string_view known = find_in(kStrings, name.text);
    if (!known.empty()) replace(0, name.end, known);
    return name.end;
  }

  // \N'126', and \C'ti'.
  size_t take_numbered(std::string_view text, Rest rest) {
    const Argument quoted = quoted_argument(text, 2);
    if (quoted.end == 0) return end_of(quoted, text, rest);
    if (text[1] == 'N') return give_code_point(quoted.end, number(quoted.text, 10));
    const std::string_view known = find_in(kSpecialCharacters, quoted.text);
    return give(quoted.end, known.empty() ? " " : known);
  }

  size_t give_code_point(size_t size, std::optional<char32_t> code_point) {
    if (!code_point) return give(size, " ");
    std::array<char, 4> utf8{};
    char* const end = base::write_utf8(*code_point, utf8.data());
    return give(size, {utf8.data(), static_cast<size_t>(end - utf8.data())});
  }

  static std::optional<char32_t> number(std::string_view digits, int base) {
    char32_t value = 0;
    if (digits.empty() || digits.size() > 6) return {};
    for (const char c : digits) {
      const int digit = hex_value(c);
      if (digit < 0 || digit >= base) return {};
      value = value * static_cast<char32_t>(base) + static_cast<char32_t>(digit);
    }
    const bool is_scalar = value < 0x110000 && (value < 0xD800 || value > 0xDFFF);
    return is_scalar ? std::optional<char32_t>(value) : std::nullopt;
  }
};

}  // namespace

std::unique_ptr<TextStage> make_roff() { return std::make_unique<Roff>(); }

}  // namespace linkspan::lines
