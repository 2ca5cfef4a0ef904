// SPDX-License-Identifier: Apache-2.0
#include "tests/support/reference_escapes.h"

#include <array>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "tests/support/data.h"
#include "unicode/properties.h"

namespace linkspan::test {
namespace {

struct Meaning {
  size_t size;
  std::string text;
};

std::string utf8(uint32_t c) {
  std::string out;
  const auto trail = [&](int shift) { out += static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | c >> 6), trail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | c >> 12), trail(6), trail(0);
  } else {
    out += static_cast<char>(0xF0 | c >> 18), trail(12), trail(6), trail(0);
  }
  return out;
}

std::string at_most(std::string_view text, size_t at, size_t size) {
  return std::string(text.substr(std::min(at, text.size()), size));
}

// The match of an expression at the start of a text.
std::optional<std::smatch> begins(const std::string& text, const char* expression) {
  static std::map<std::string, std::regex> known;
  const auto [found, is_new] = known.try_emplace(expression);
  if (is_new) found->second = std::regex(expression);
  std::smatch match;
  if (!std::regex_search(text, match, found->second, std::regex_constants::match_continuous)) {
    return {};
  }
  return match;
}

// --- references: the names of a file of the library, as text

// What the expression matches in the declaration of `name`, one after another.
std::vector<std::string> all_in(const std::string& source, const std::string& name,
                                const char* expression) {
  const size_t begin = source.find('=', source.find(name + "[]"));
  const std::string declared = source.substr(begin, source.find(";\n", begin) - begin);
  const std::regex each(expression);
  std::vector<std::string> found;
  for (std::sregex_iterator at(declared.begin(), declared.end(), each), end; at != end; ++at)
    found.push_back(at->str());
  return found;
}

const std::map<std::string, std::string>& names() {
  static const std::map<std::string, std::string> all = [] {
    std::map<std::string, std::string> found;
    const std::string source = read_file(source_dir() / "src/base/references.inc");
    const auto number = [](const std::string& digits) {
      return static_cast<uint32_t>(std::stoul(digits, nullptr, 0));
    };
    std::map<size_t, uint32_t> seconds;
    const std::vector<std::string> pairs = all_in(source, "kSeconds", "\\w+");
    for (size_t i = 0; i + 1 < pairs.size(); i += 2)
      seconds[number(pairs[i])] = number(pairs[i + 1]);
    const std::vector<std::string> steps = all_in(source, "kSteps", "\\w+");
    uint32_t code_point = 0;
    size_t step = 0;
    size_t name = 0;
    for (const std::string& word : all_in(source, "kNames", "\\w+")) {
      const bool is_long = steps[step] == "255";
      code_point += !is_long ? number(steps[step])
                             : number(steps[step + 1]) + 256 * number(steps[step + 2]) +
                                   65536 * number(steps[step + 3]);
      step += is_long ? 4 : 1;
      const auto second = seconds.find(name++);
      found[word + ';'] =
          utf8(code_point) + (second == seconds.end() ? std::string() : utf8(second->second));
    }
    return found;
  }();
  return all;
}

// Those that the HTML standard reads as windows-1252.
uint32_t of_number(uint64_t number) {
  constexpr std::array<uint16_t, 32> kHigh = {
      0x20AC, 0x81,   0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6,  0x2030, 0x160,
      0x2039, 0x152,  0x8D,   0x17D,  0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x2DC,  0x2122, 0x161,  0x203A, 0x153,  0x9D,   0x17E,  0x178};
  if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number < 0xE000)) return 0xFFFD;
  if (number >= 0x80 && number < 0xA0) return kHigh[number - 0x80];
  return static_cast<uint32_t>(number);
}

bool is_sign(const std::string& meant) {
  const auto* const at = reinterpret_cast<const uint8_t*>(meant.data());
  const char32_t c = base::decode(at, at + meant.size(), base::Text::complete).value;
  const unicode::Properties of = unicode::properties(c);
  return c >= 0x80 && !of.is_letter() && !of.is_mark() && !of.is_white_space() &&
         !of.is_punctuation();
}

bool is_dash_or_quote(const std::string& meant) {
  return meant.size() == 3 && meant >= utf8(0x2010) && meant <= utf8(0x2027);
}

std::optional<Meaning> reference(std::string_view text, size_t at) {
  const std::string rest = at_most(text, at, 41);
  if (const auto hex = begins(rest, "&#[xX]([0-9A-Fa-f]+);")) {
    return Meaning{hex->str().size(),
                   utf8(of_number(std::stoull(hex->str(1).substr(0, 15), nullptr, 16)))};
  }
  if (const auto decimal = begins(rest, "&#([0-9]+);")) {
    return Meaning{decimal->str().size(),
                   utf8(of_number(std::stoull(decimal->str(1).substr(0, 15))))};
  }
  const auto name = begins(rest, "&([A-Za-z0-9]+;)");
  if (!name || names().count(name->str(1)) == 0) return {};
  const std::string& meant = names().at(name->str(1));
  const std::string next = at_most(text, at + name->str().size(), 11);
  const bool continues = begins(next, "[0-9A-Za-z/_%\\x80-\\xFF-]|\\\\{1,10}/").has_value();
  return Meaning{name->str().size(), is_sign(meant) && !continues ? utf8(0xFFFD) : meant};
}

// --- control sequences, after ESC as one character

// A string of a terminal after its first letter, of which BEL or the String Terminator is a part.
std::optional<size_t> end_of_string(std::string_view rest) {
  for (size_t at = 1; at < rest.size() && at <= 512; ++at) {
    const std::string_view here = rest.substr(at);
    if (here[0] == '\x07') return at + 1;
    if (here.starts_with("\x1B\\") || here.starts_with("\u009C")) return at + 2;
    const bool is_c1 = here[0] == '\xC2' && here.size() > 1 && static_cast<uint8_t>(here[1]) < 0xA0;
    if (static_cast<uint8_t>(here[0]) < 0x20 || is_c1) return {};
  }
  return {};
}

// `rest` begins with the letter after ESC.
std::optional<Meaning> control_of(const std::string& rest) {
  if (const auto target = begins(rest, "\\]8;[^;\\x00-\\x1F]*;(?=[^\\x07\\x1B\\xC2])")) {
    return Meaning{target->str().size(), "\x1B"};
  }
  if (begins(rest, "\\\\")) return Meaning{1, "\x1B"};
  if (begins(rest, "[\\]PX^_]")) {
    const std::optional<size_t> end = end_of_string(rest);
    return end ? std::optional(Meaning{*end, ""}) : std::nullopt;
  }
  for (const char* const expression :
       {"\\[[0-?]{0,256}[ -/]*[@-~]", "[!-/][ -/]{0,3}[0-~]", "[06789<=>DEHMcno|}~]"}) {
    if (const auto found = begins(rest, expression)) return Meaning{found->str().size(), ""};
  }
  return {};
}

std::optional<Meaning> control(std::string_view text, size_t at) {
  return control_of(at_most(text, at, 514));
}

bool introduces_c1(std::string_view character) {
  if (character.size() != 2 || character[0] != '\xC2') return false;
  const auto c = static_cast<uint8_t>(character[1]);
  return c == 0x90 || c == 0x98 || (c >= 0x9B && c <= 0x9F);
}

// After the C1 control that `character` is.
std::optional<Meaning> control_after_c1(std::string_view character, std::string_view text,
                                        size_t at) {
  const auto letter = static_cast<char>(static_cast<uint8_t>(character[1]) - 0x40);
  auto found = control_of(letter + at_most(text, at, 513));
  if (found) --found->size;
  return found;
}

// --- backslashes

struct Backslash {
  enum { none, letter, character } kind = none;
  size_t size = 0;  // up to the end of the sequence
  size_t backslashes = 0;
  std::string text;
  bool is_simple = false;  // one character after the backslashes
  char last = 0;
};

uint32_t hex(const std::string& digits) {
  return static_cast<uint32_t>(std::stoul(digits, nullptr, 16));
}

Backslash backslash(std::string_view text, size_t at) {
  Backslash found;
  while (at + found.backslashes < text.size() && text[at + found.backslashes] == '\\') {
    ++found.backslashes;
  }
  if (found.backslashes > 10 || at + found.backslashes == text.size()) return found;
  const std::string slashes(found.backslashes, '\\');
  const std::string rest = at_most(text, at + found.backslashes, 300);
  found.size = found.backslashes + 1;
  found.last = rest[0];
  const auto take = [&](size_t size, const std::string& meant) {
    found.kind = Backslash::character;
    found.size = found.backslashes + size;
    found.text = meant;
    return found;
  };
  if (const auto u = begins(rest, "u([0-9A-Fa-f]{4})")) {
    const uint32_t first = hex(u->str(1));
    if (first < 0xD800 || first > 0xDFFF) return take(5, utf8(first));
    const bool is_next = rest.compare(5, slashes.size() + 1, slashes + "u") == 0;
    const std::string after = at_most(rest, 5 + slashes.size(), 5);
    const auto low = is_next ? begins(after, "u([Dd][C-Fc-f][0-9A-Fa-f]{2})") : std::nullopt;
    if (first > 0xDBFF || !low) return take(5, utf8(0xFFFD));
    const uint32_t pair = 0x10000 + ((first - 0xD800) << 10) + (hex(low->str(1)) - 0xDC00);
    return take(10 + slashes.size(), utf8(pair));
  }
  if (const auto whole = begins(rest, "U([0-9A-Fa-f]{8})")) {
    const uint32_t c = hex(whole->str(1));
    return take(9, utf8(c > 0x10FFFF || (c >= 0xD800 && c < 0xE000) ? 0xFFFD : c));
  }
  if (const auto x = begins(rest, "x([0-9A-Fa-f]{2})")) {
    const uint32_t first = hex(x->str(1));
    std::string bytes(1, static_cast<char>(first));
    const size_t length = first < 0xC2   ? 1
                          : first < 0xE0 ? 2
                          : first < 0xF0 ? 3
                          : first < 0xF5 ? 4
                                         : 1;
    size_t size = 3;
    while (bytes.size() < length) {
      const std::string next = at_most(text, at + found.backslashes + size, 40);
      if (next.rfind(slashes, 0) != 0) break;
      const std::string after = next.substr(slashes.size());
      const auto byte = begins(after, "x([0-9A-Fa-f]{2})");
      if (!byte) break;
      bytes += static_cast<char>(hex(byte->str(1)));
      size += slashes.size() + 3;
    }
    static const std::regex kWell(
        "[\\xC2-\\xDF][\\x80-\\xBF]|\\xE0[\\xA0-\\xBF][\\x80-\\xBF]|[\\xE1-\\xEC\\xEE\\xEF][\\x80-"
        "\\xBF]{2}|"
        "\\xED[\\x80-\\x9F][\\x80-\\xBF]|\\xF0[\\x90-\\xBF][\\x80-\\xBF]{2}|[\\xF1-\\xF3][\\x80-"
        "\\xBF]{3}|"
        "\\xF4[\\x80-\\x8F][\\x80-\\xBF]{2}");
    const bool is_well = length > 1 && bytes.size() == length && std::regex_match(bytes, kWell);
    return is_well ? take(size, bytes) : take(3, utf8(first));
  }
  if (begins(rest, "[eE](?![a-z])")) return take(1, "\x1B");
  if (begins(rest, "033")) return take(3, "\x1B");
  found.is_simple = true;
  if (begins(rest, "[nrt]")) return take(1, rest[0] == 'n' ? "\n" : rest[0] == 'r' ? "\r" : "\t");
  if (begins(rest, "[!-/:-@\\[\\]^_`{|}~]")) return take(1, rest.substr(0, 1));
  found.is_simple = false;
  if (begins(rest, "[A-Za-z0-9\\x80-\\xFF]")) found.kind = Backslash::letter;
  return found;
}

bool ends_token(char c) {
  const auto byte = static_cast<uint8_t>(c);
  return byte <= ' ' || byte == 0x7F ||
         std::string_view("\"<>{}`").find(c) != std::string_view::npos;
}

// Signs of regular expressions in a token, of which `before` bytes precede its first backslash.
bool has_sign(std::string_view token, size_t dot, char before, char after) {
  const auto at = [&](size_t i) { return i < token.size() ? token[i] : after; };
  bool has_colon = false;
  for (size_t i = 0; i < token.size(); ++i) {
    has_colon |= token[i] == ':';
    if (token[i] == '\\') {
      const Backslash found = backslash(token, i);
      i += (found.kind == Backslash::character && !(found.is_simple && found.last == '"')
                ? found.size
                : std::max<size_t>(found.backslashes, 1)) -
           1;
      continue;
    }
    const char last = i > 0 ? token[i - 1] : before;
    const bool is_last = i + 1 == token.size();
    switch (token[i]) {
      case '?':
        if (std::string_view(":/|*+([").find(at(i + 1)) != std::string_view::npos) return true;
        if ((last == ')' || last == ']') && (i < 2 || token[i - 2] != '\\')) return true;
        break;
      case '*':
      case '+':
        if (!is_last && (i > dot || std::string_view(".)]").find(last) != std::string_view::npos))
          return true;
        break;
      case '(':
      case '[':
        if (i > dot) return true;
        break;
      case '^':
        if (i == 0) return true;
        break;
      case '$':
        if (is_last && !has_colon) return true;
        break;
      default:
        break;
    }
  }
  return false;
}

enum class Judged { none, string, any };

// The judgement of the token around the backslash at `at`, and where it ends.
std::pair<Judged, size_t> judge(std::string_view text, size_t at, Profile profile) {
  size_t begin = at;
  while (begin > 0 && at - begin < 64 && !ends_token(text[begin - 1])) --begin;
  size_t end = at;
  bool has_letter = false;
  bool has_space = false;
  size_t dot = std::string_view::npos;
  bool has_name = false;
  bool has_other = false;
  const auto take = [&](size_t place, const Backslash& found) {
    static const std::regex kName(
        "[0-9A-Za-z\\x80-\\xFF "
        "\\t\\n\\v\\f\\r]\\\\+[nrt](\x1B|(?!www\\.|[a-z]{1,13}://)[-_.a-z])[^]*");
    const std::string around = place > 0 ? at_most(text, place - 1, found.size + 17)
                                         : " " + at_most(text, place, found.size + 16);
    const bool is_name = found.kind == Backslash::character && std::regex_match(around, kName);
    has_name |= is_name;
    has_other |= !is_name && found.kind == Backslash::character;
  };
  const auto look = [&](size_t i, const Backslash& found) {
    take(begin + i, found);
    has_letter |= found.kind == Backslash::letter;
    has_space |=
        found.is_simple && std::string_view("nrt").find(found.last) != std::string_view::npos;
    if (found.is_simple && found.last == '.' && dot == std::string_view::npos) dot = i;
  };
  while (end < text.size() && end - at < 4096 && !ends_token(text[end])) {
    if (text[end] != '\\') {
      ++end;
      continue;
    }
    const Backslash found = backslash(text, end);
    look(end - begin, found);
    const bool is_whole =
        found.kind == Backslash::character && !(found.is_simple && found.last == '"');
    end += is_whole ? found.size : found.backslashes;
  }
  for (size_t i = begin; i < at; ++i) {
    if (text[i] != '\\') continue;
    const Backslash found = backslash(text.substr(0, at), i);
    take(i, found);
    has_letter |= found.kind == Backslash::letter;
    has_space |=
        found.is_simple && std::string_view("nrt").find(found.last) != std::string_view::npos;
    i += found.backslashes;
  }
  const std::string before(text.substr(begin, at - begin));
  const std::string around = before + at_most(text, at, 80);
  static const std::regex kDrive("(.*[^A-Za-z0-9])?[A-Za-z]:|[^]*file:///");
  static const std::regex kFolder("\\.\\.?|%\\w+%|file://[^/]*");
  static const std::regex kAccount("[A-Z][A-Z0-9-]+\\\\+[_A-Za-z][a-z][^]*");
  const Backslash first = backslash(text, at);
  const bool is_number = first.kind == Backslash::character && !first.is_simple &&
                         std::string_view("uUx").find(first.last) != std::string_view::npos;
  const auto is_slash = [](const Backslash& one) { return one.is_simple && one.last == '/'; };
  const size_t next = at + first.size;
  const bool is_scheme = is_slash(first) && next < text.size() && text[next] == '\\' &&
                         is_slash(backslash(text, next));
  const bool is_folder = profile != Profile::code && std::regex_match(before, kFolder);
  const bool is_name =
      std::regex_match(before, kDrive) || is_folder || std::regex_match(around, kAccount);
  const bool is_path = is_name && !is_number && !is_scheme;
  const char outside = begin > 0 ? text[begin - 1] : ' ';
  const char after = end < text.size() ? text[end] : ' ';
  const bool is_expression =
      dot != std::string_view::npos &&
      has_sign(text.substr(begin, end - begin), dot, ends_token(outside) ? ' ' : outside, after);
  const bool is_login = profile != Profile::code && has_name && !has_other;
  if (has_letter || is_path || is_login || is_expression) return {Judged::none, end};
  return {has_space ? Judged::string : Judged::any, end};
}

// A control sequence that does not begin with ESC, with what introduces it.
bool is_short(const Meaning& introducer, const std::optional<Meaning>& rest) {
  return rest && introducer.size + rest->size <= 56;
}

// An escape that stands for `meant` may begin a longer one.
Meaning go_on(std::string_view text, size_t at, Meaning meaning) {
  if (meaning.text == "\x1B") {
    const auto found = control(text, at + meaning.size);
    return is_short(meaning, found) ? Meaning{meaning.size + found->size, found->text} : meaning;
  }
  if (introduces_c1(meaning.text)) {
    const auto found = control_after_c1(meaning.text, text, at + meaning.size);
    return is_short(meaning, found) ? Meaning{meaning.size + found->size, found->text} : meaning;
  }
  for (int nested = 0; nested < 3 && meaning.text == "&"; ++nested) {
    const std::string inner = "&" + at_most(text, at + meaning.size, 40);
    const auto found = reference(inner, 0);
    if (!found) break;
    meaning = {meaning.size + found->size - 1, found->text};
  }
  return meaning;
}

}  // namespace

ReferenceMeaning reference_meaning(std::string_view written, Profile profile) {
  ReferenceMeaning meaning;
  size_t judged_until = 0;
  Judged judged = Judged::any;
  const auto escape_at = [&](size_t at) -> std::optional<Meaning> {
    if (written[at] == '&') {
      auto found = reference(written, at);
      if (found) found = go_on(written, at, *found);
      return found;
    }
    if (written[at] == '\x1B') {
      const auto found = control(written, at + 1);
      return found ? std::optional(Meaning{1 + found->size, found->text}) : std::nullopt;
    }
    if (introduces_c1(written.substr(at, 2))) {
      const auto found = control_after_c1(written.substr(at, 2), written, at + 2);
      const bool is_one = is_short({2, ""}, found);
      return is_one ? std::optional(Meaning{2 + found->size, found->text}) : std::nullopt;
    }
    if (written[at] != '\\') return {};
    if (at >= judged_until) std::tie(judged, judged_until) = judge(written, at, profile);
    if (judged == Judged::none || (at > 0 && written[at - 1] == '\\')) return {};
    const Backslash found = backslash(written, at);
    if (found.kind != Backslash::character) return {};
    const bool is_markup =
        found.is_simple && std::string_view("nrt/\"'").find(found.last) == std::string_view::npos;
    if (judged == Judged::string && is_markup && found.backslashes == 1) return {};
    const Meaning longer = go_on(written, at, {found.size, found.text});
    const bool is_esc = found.text == "\x1B" && found.size - found.backslashes != 5 &&
                        written[at + found.backslashes] != 'x' &&
                        written[at + found.backslashes] != 'U';
    if (is_esc && longer.size == found.size) return {};
    return longer;
  };
  for (size_t at = 0; at < written.size();) {
    auto found = escape_at(at);
    const bool is_reference = found && written[at + found->size - 1] == ';';
    if (is_reference && is_dash_or_quote(found->text) && meaning.text.ends_with('/')) {
      found->text = utf8(0xFFFD);
    }
    const Meaning here = found.value_or(Meaning{1, std::string(1, written[at])});
    for (const char c : here.text) {
      meaning.text += c;
      meaning.begins.push_back(at);
      meaning.ends.push_back(at + here.size);
    }
    at += here.size;
  }
  return meaning;
}

Span ReferenceMeaning::placed(const Span& span) const {
  Span found = span;
  const auto begin_of = [&](uint64_t at) { return begins.at(at); };
  const auto end_of = [&](uint64_t at) { return ends.at(at - 1); };
  found.range = {begin_of(span.range.begin), end_of(span.range.end)};
  found.has_escapes = found.range.size() != span.range.size();
  for (Part* const part :
       {&found.parts.scheme, &found.parts.userinfo, &found.parts.host, &found.parts.port,
        &found.parts.path, &found.parts.query, &found.parts.fragment}) {
    if (!part->present()) continue;
    const uint64_t end = end_of(span.range.begin + part->end);
    const uint64_t begin =
        part->begin == part->end ? end : begin_of(span.range.begin + part->begin);
    *part = {static_cast<uint32_t>(begin - found.range.begin),
             static_cast<uint32_t>(end - found.range.begin)};
  }
  return found;
}

}  // namespace linkspan::test
