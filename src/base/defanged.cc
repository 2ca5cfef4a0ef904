// SPDX-License-Identifier: Apache-2.0
#include "base/defanged.h"

#include <algorithm>

#include "base/ascii.h"

namespace linkspan::base {
namespace {

using Token = DefangedReader::Token;

bool is_label(char c) {
  return is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '-' || c == '_' ||
         static_cast<uint8_t>(c) >= 0x80;
}
bool is_digit(char c) { return is_ascii_digit(static_cast<uint8_t>(c)); }
bool is_local(char c) { return is_label(c) || c == '.' || c == '+'; }

char at(std::string_view text, size_t place) { return place < text.size() ? text[place] : '\0'; }

// `lower_case` at the start of the text, in any case.
bool begins_with(std::string_view text, std::string_view lower_case) {
  return text.size() >= lower_case.size() &&
         std::equal(lower_case.begin(), lower_case.end(), text.begin(),
                    [](char wanted, char c) { return wanted == to_ascii_lower(c); });
}

// --- signs in brackets

struct Sign {
  std::string_view written, meant;
};
// Longer ones first.
constexpr Sign kSigns[] = {{"://", "://"}, {"dot", "."}, {"//", "//"}, {"at", "@"},
                           {".", "."},     {"@", "@"},   {":", ":"},   {"/", "/"}};

struct Bracketed {
  size_t size = 0;  // 0: it is none
  std::string_view meant;
};

// `[.]`, `(dot)`, `{ at }`, and `[.` without the other bracket
Bracketed read_brackets(std::string_view text) {
  constexpr std::string_view kOpen = "[({", kClose = "])}";
  constexpr size_t kMostSpaces = 2;
  const size_t kind = text.empty() ? kOpen.npos : kOpen.find(text[0]);
  if (kind == kOpen.npos) return {};
  size_t begin = 1;
  while (begin <= kMostSpaces && at(text, begin) == ' ') ++begin;
  for (const Sign& sign : kSigns) {
    if (!begins_with(text.substr(std::min(begin, text.size())), sign.written)) continue;
    const size_t after = begin + sign.written.size();
    size_t end = after;
    while (end < after + kMostSpaces && at(text, end) == ' ') ++end;
    if (at(text, end) == kClose[kind]) return {end + 1, sign.meant};
    if (sign.written == "." && begin == 1 && kind == 0) return {2, sign.meant};
    return {};
  }
  return {};
}

// The dot in brackets or as a word, with the spaces around it, at the start of the text. 0: none.
size_t size_of_dot(std::string_view text) {
  if (begins_with(text, " dot ")) return 5;
  const bool is_spaced = at(text, 0) == ' ';
  const Bracketed found = read_brackets(text.substr(is_spaced ? 1 : 0));
  if (found.size == 0 || found.meant != ".") return 0;
  if (!is_spaced) return found.size;
  return at(text, 1 + found.size) == ' ' ? found.size + 2 : 0;
}

size_t size_of_label(std::string_view text) {
  return static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_label) - text.begin());
}

// `example dot com`, `example[.]com`
bool begins_with_domain(std::string_view text) {
  const size_t label = size_of_label(text);
  const size_t dot = label > 0 ? size_of_dot(text.substr(label)) : 0;
  return dot > 0 && is_label(at(text, label + dot));
}

// --- schemes

// The names, and whether they are written so to open them, too.
struct Scheme {
  std::string_view written, meant;
  bool is_real = false;
};
constexpr Scheme kSchemes[] = {
    {"hxxps", "https"},     {"hxxp", "http"},    {"h**ps", "https"}, {"h**p", "http"},
    {"hzzps", "https"},     {"hzzp", "http"},    {"htxps", "https"}, {"htxp", "http"},
    {"hxtps", "https"},     {"hxtp", "http"},    {"httxs", "https"}, {"htttp", "http"},
    {"h__ps", "https"},     {"h__p", "http"},    {"fxps", "ftps"},   {"fxp", "ftp"},
    {"ftx", "ftp"},         {"meows", "https"},  {"meow", "http"},   {"https", "https", true},
    {"http", "http", true}, {"ftp", "ftp", true}};

// `://` in its forms; 0: there is none. `is_plain`: it is written as it is meant.
size_t size_of_delimiter(std::string_view text, bool& is_plain) {
  is_plain = text.starts_with("://");
  if (is_plain) return 3;
  const Bracketed whole = read_brackets(text);
  if (whole.size > 0 && whole.meant == "://") return whole.size;
  const bool is_colon = whole.size > 0 && whole.meant == ":";
  size_t end = is_colon ? whole.size : at(text, 0) == ':' ? 1 : 0;
  if (end == 0) return 0;
  const std::string_view rest = text.substr(end);
  if (rest.starts_with("//") || rest.starts_with("\\\\")) return end + 2;
  const Bracketed slashes = read_brackets(rest);
  if (slashes.size == 0) return 0;
  if (slashes.meant == "//") return end + slashes.size;
  const Bracketed second = read_brackets(rest.substr(slashes.size));
  const bool are_two = slashes.meant == "/" && second.size > 0 && second.meant == "/";
  return are_two ? end + slashes.size + second.size : 0;
}

// Where a token may begin.
bool may_begin(char before, char c) {
  switch (c) {
    case '[':
    case '(':
    case '{':
    case ' ':
    case '.':
      return is_local(before) || before == '/' || before == ']';
    case 'h':
    case 'H':
    case 'f':
    case 'F':
    case 'm':
    case 'M':
      return !is_label(before);
    default:
      return is_digit(c) && !is_label(before) && before != '.' && before != '/';
  }
}

}  // namespace

Token DefangedReader::next(std::string_view text, Text extent) {
  size_t run = 0;
  for (char before = before_; run < text.size(); before = text[run++]) {
    if (!may_begin(before, text[run])) continue;
    const std::string_view ahead = text.substr(run, kAhead);
    const bool is_cut = ahead.size() < kAhead && extent == Text::more_may_follow;
    if (is_cut || run > 0) break;  // the next call reads it, with its state
    const Token token = token_at(ahead);
    if (token.size > 0) return token;
  }
  if (run == 0 && extent == Text::more_may_follow && text.size() < kAhead &&
      may_begin(before_, text[0])) {
    return {};
  }
  if (run == 0) run = 1;
  note_copied(text.substr(0, run));
  return {run, Token::Is::copied, {}};
}

void DefangedReader::note_copied(std::string_view text) {
  before_ = text.back();
  if (text.find_first_of(" \t\r\n<>\"") != text.npos) evidence_ = Evidence::none;
}

Token DefangedReader::replaced(size_t size, std::string_view meant, Evidence evidence) {
  before_ = meant.back();
  evidence_ = std::max(evidence_, evidence);
  return {size, Token::Is::replaced, meant};
}

Token DefangedReader::token_at(std::string_view ahead) {
  const char c = ahead[0];
  if (c == ' ') return after_space(ahead);
  if (is_digit(c)) return address_at(ahead);
  if (c == '.') {
    const bool is_dot = at(ahead, 1) == ']' && is_label(before_) && is_label(at(ahead, 2));
    return is_dot ? replaced(2, ".") : Token();
  }
  return is_label(c) ? scheme_at(ahead) : in_brackets(ahead);
}

Token DefangedReader::in_brackets(std::string_view ahead) {
  const Bracketed found = read_brackets(ahead);
  if (found.size == 0) return {};
  const char after = at(ahead, found.size);
  const bool fits = found.meant == "."   ? is_label(before_) && is_label(after)
                    : found.meant == "@" ? is_local(before_) && is_label(after)
                    : found.meant == ":" ? is_label(before_) && is_digit(after)
                                         : evidence_ != Evidence::none;
  return fits ? replaced(found.size, found.meant) : Token();
}

Token DefangedReader::after_space(std::string_view ahead) {
  const Bracketed found = read_brackets(ahead.substr(1));
  const bool is_spaced = found.size > 0 && (found.meant == "." || found.meant == "@") &&
                         at(ahead, 1 + found.size) == ' ' && is_label(at(ahead, 2 + found.size));
  if (is_spaced) return replaced(found.size + 2, found.meant);
  if (begins_with(ahead, " dot ") && is_label(at(ahead, 5))) {
    const bool is_one = evidence_ != Evidence::none || begins_with_domain(ahead.substr(5));
    return is_one ? replaced(5, ".") : Token();
  }
  const std::string_view domain = ahead.substr(std::min<size_t>(3, ahead.size()));
  const std::string_view after_label = domain.substr(size_of_label(domain));
  if (ahead.starts_with(" @ ") && size_of_label(domain) > 0 && after_label.starts_with(" . ")) {
    return replaced(3, "@", Evidence::scheme);
  }
  if (begins_with(ahead, " at ") && begins_with_domain(ahead.substr(4))) return replaced(4, "@");
  if (evidence_ != Evidence::scheme) return {};
  const size_t dot = ahead.starts_with(" . ") ? 3 : ahead.starts_with(" .") ? 2 : 0;
  if (dot > 0 && is_label(at(ahead, dot))) return replaced(dot, ".");
  return ahead.starts_with(" /") && is_label(at(ahead, 2)) ? replaced(2, "/") : Token();
}

Token DefangedReader::scheme_at(std::string_view ahead) {
  for (const Scheme& scheme : kSchemes) {
    if (!begins_with(ahead, scheme.written)) continue;
    bool is_plain = false;
    size_t size = scheme.written.size();
    const size_t delimiter = size_of_delimiter(ahead.substr(size), is_plain);
    if (delimiter == 0) continue;
    if (is_plain && scheme.is_real) return {};
    size += delimiter;
    if (at(ahead, size) == ' ' && is_label(at(ahead, size + 1))) ++size;
    made_.assign(scheme.meant).append("://");
    return replaced(size, made_, Evidence::scheme);
  }
  return {};
}

// Four numbers, of which a dot is defanged.
Token DefangedReader::address_at(std::string_view ahead) {
  if (evidence_ == Evidence::scheme) return {};
  made_ = "http://";
  size_t size = 0;
  bool is_defanged = false;
  for (int number = 0; number < 4; ++number) {
    if (number > 0) {
      const std::string_view rest = ahead.substr(size);
      const size_t dot = size_of_dot(rest);
      const size_t other = rest.starts_with(".]") || rest.starts_with(" .") ? 2 : 0;
      const size_t spaced = rest.starts_with(" . ") ? 3 : other;
      const size_t length = dot > 0 ? dot : spaced > 0 ? spaced : at(rest, 0) == '.' ? 1 : 0;
      if (length == 0) return {};
      is_defanged |= length > 1;
      size += length;
      made_ += '.';
    }
    size_t digits = 0;
    unsigned value = 0;
    for (; digits < 4 && is_digit(at(ahead, size + digits)); ++digits) {
      value = value * 10 + static_cast<unsigned>(at(ahead, size + digits) - '0');
    }
    if (digits == 0 || digits > 3 || value > 255) return {};
    made_.append(ahead.substr(size, digits));
    size += digits;
  }
  const bool ends = !is_label(at(ahead, size)) && size_of_dot(ahead.substr(size)) == 0;
  return is_defanged && ends ? replaced(size, made_) : Token();
}

}  // namespace linkspan::base
