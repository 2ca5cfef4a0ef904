// SPDX-License-Identifier: Apache-2.0
// Places in files, as compilers, interpreters and people write them: a path and what says the line.
//
//   src/a.cc:12:5: error       a.ts(12,5): error      File "my lib/a.py", line 3, in f
//   at f (C:\x\a.js:3:9)       Foo.java:10            a.rs#L12       a.hs:(3,5)-(4,7)
//   [Makefile:3: all]          foo.pl line 12.        file:///x/a.mjs:3:9
//   line 4 of "mem.c"
//
//   example.com:80, 10:30:05, owner/image:3, printf(3) and std::vector are not places.
//
// A line is read once, word by word. A word is a run of characters of paths; what follows it may
// say a line (read_position), and then the shape of the word decides (is_path): the less a position
// can mean anything else, the less the word has to look like the name of a file.
//
//   `: error: src/a.cc:12:5: `       words  error  src/a.cc       position  :12:5
//
// A path with spaces is one in quotes, or one that begins with a drive (`C:\My Code\a.cs(3)`).
// Guarded by tests/render/places_test.cc, with the rates on text of real programs.
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "base/ascii.h"
#include "base/code_names.h"
#include "base/file_uri.h"
#include "base/utf8.h"
#include "rules/recognizer.h"
#include "unicode/properties.h"

namespace linkspan::rules {
namespace {

constexpr size_t kLongestPath = 512;
constexpr size_t kMostDigitsOfPosition = 9;

// ---- Characters ----

constexpr std::string_view kPathPunctuation = "_-./\\+~@%$!#";

constexpr std::array<bool, 256> kPathByte = [] {
  std::array<bool, 256> is{};
  for (unsigned c = 0; c < 0x80; ++c) is[c] = base::is_ascii_alphanumeric(static_cast<uint8_t>(c));
  for (const char c : kPathPunctuation) is[static_cast<uint8_t>(c)] = true;
  return is;
}();

bool is_path_byte(char c) { return kPathByte[static_cast<uint8_t>(c)]; }
bool is_decimal(char c) { return base::is_ascii_digit(static_cast<uint8_t>(c)); }
bool is_letter(char c) { return base::is_ascii_letter(static_cast<uint8_t>(c)); }
bool is_separator(char c) { return c == '/' || c == '\\'; }
bool is_of_word(char c) { return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) || c == '_'; }

// Each with its closing one.
struct Quotes {
  std::string_view open, close;
};
constexpr Quotes kQuotes[] = {{"\"", "\""}, {"'", "'"}, {"`", "`"},   {"“", "”"},
                              {"‘", "’"},   {"«", "»"}, {"「", "」"}, {"『", "』"}};

// ---- Positions ----

// How much a position says that a path is before it.
enum class Says : uint8_t {
  number,    // a:12
  call,      // a(12), a(12,5)
  fragment,  // a#L12
  column,    // a:12:5, a:12-15
  spaced,    // a.sh: 12: x
  words,     // a line 12, "a", line 12, a:(3,5)-(4,7)
};

struct Position {
  size_t end = 0;
  uint32_t line = 0, column = 0;
  Says says = Says::number;
};

// Reads what says a line, from a place in one line on.
class PositionReader {
 public:
  PositionReader(std::string_view text, size_t at, size_t limit)
      : text_(text.substr(0, limit)), at_(at) {}

  // REQUIRES: a path ends at `at`.
  std::optional<Position> read() {
    switch (peek()) {
      case '#':
        return after_fragment();
      case '(':
        return after_bracket();
      case ':':
        if (auto found = after_colon()) return found;
        break;
      default:
        break;
    }
    return after_words();
  }

  // REQUIRES: the word `line` is at `at`.
  std::optional<Position> read_words() { return words_of_line(); }

 private:
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    for (size_t i = 0; i < word.size(); ++i) {
      if ((peek(i) | 0x20) != word[i]) return false;
    }
    at_ += word.size();
    return true;
  }
  bool take_spaces() {
    const size_t from = at_;
    while (peek() == ' ') ++at_;
    return at_ > from;
  }
  std::optional<uint32_t> number() {
    uint32_t value = 0;
    const size_t from = at_;
    while (is_decimal(peek()) && at_ - from < kMostDigitsOfPosition) {
      value = value * 10 + static_cast<uint32_t>(text_[at_++] - '0');
    }
    return at_ > from && !is_decimal(peek()) ? std::optional(value) : std::nullopt;
  }

  // The position, unless it is the start of something longer: 12a, 1.5, 12%.
  std::optional<Position> done(Says says, uint32_t line, uint32_t column) const {
    const bool is_longer = is_of_word(peek()) || peek() == '%' || peek() == '@' ||
                           (peek() == '.' && is_decimal(peek(1)));
    if (line == 0 || is_longer) return std::nullopt;
    return Position{at_, line, column, says};
  }

  // `,5` `:5` after a line, if that is a column; else nothing is taken.
  uint32_t column_after(std::string_view separators) {
    const size_t from = at_;
    if (separators.find(peek()) != std::string_view::npos && peek() != '\0') {
      ++at_;
      if (peek() == ' ' && text_[from] == ',') ++at_;
      if (const auto column = number(); column && !is_of_word(peek())) return *column;
    }
    at_ = from;
    return 0;
  }

  // `-15`, `-13:2`, `-(4,7)`: where the range ends.
  bool take_range() {
    const size_t from = at_;
    if (take('-')) {
      const bool has_bracket = take('(');
      if (number() && !is_of_word(peek())) {
        column_after(has_bracket ? "," : ":.");
        if (!has_bracket || take(')')) return true;
      }
    }
    at_ = from;
    return false;
  }

  // :12  :12:5  :12:5-9  :12.5-9  :12-15  :(3,5)-(4,7)  :line 12
  std::optional<Position> after_colon() {
    const size_t from = at_++;
    if (take('(')) {
      const auto line = number();
      const uint32_t column = line ? column_after(",") : 0;
      if (column > 0 && take(')') && take_range()) return done(Says::words, *line, column);
      at_ = from;
      return std::nullopt;
    }
    const auto line = number();
    if (!line) {
      at_ = from;
      return std::nullopt;
    }
    const size_t after_line = at_;
    const bool has_column = peek() == ':' && is_decimal(peek(1));
    uint32_t column = column_after(":");
    if (has_column && at_ == after_line && is_of_word(peek(2))) {
      return done(Says::number, *line, 0);  // grep -n: a.c:12:5a
    }
    if (!has_column && peek() == '.' && is_decimal(peek(1))) column = column_before_range();
    const bool has_range = take_range();
    if (has_column && peek() == ':' && is_decimal(peek(1))) return std::nullopt;  // 10:00:00
    if (peek() == '/' && !has_column) return std::nullopt;                        // host:80/path
    return done(has_column || has_range ? Says::column : Says::number, *line, column);
  }

  // Bison: `.5-9`, `.5:`
  uint32_t column_before_range() {
    const size_t from = at_;
    const uint32_t column = column_after(".");
    if (column > 0 && (peek() == '-' || peek() == ':')) return column;
    at_ = from;
    return 0;
  }

  // (12)  (12,5)  (12, 5)  (12:5)  (12,5,12,9)
  std::optional<Position> after_bracket() {
    if ((peek(1) | 0x20) == 'l') return bracket_of_words();
    ++at_;
    const auto line = number();
    if (!line) return std::nullopt;
    const uint32_t column = column_after(",:");
    column_after(",-");
    column_after(",:");
    if (!take(')')) return std::nullopt;
    return done(Says::call, *line, column);
  }

  // #L12  #L12-L15  #L12C5
  std::optional<Position> after_fragment() {
    ++at_;
    if (!take('L')) return std::nullopt;
    const auto line = number();
    if (!line) return std::nullopt;
    uint32_t column = 0;
    if (peek() == 'C' && is_decimal(peek(1))) {
      ++at_;
      column = number().value_or(0);
    }
    if (peek() == '-' && (is_decimal(peek(1)) || (peek(1) == 'L' && is_decimal(peek(2))))) {
      at_ += peek(1) == 'L' ? 2 : 1;
      number();
      if (take('C')) number();
    }
    return done(Says::fragment, *line, column);
  }

  // `, line 12`  ` line 12`  ` on line 12`  `: line 12, column 5`  ` (line 12)`
  std::optional<Position> after_words() {
    const size_t from = at_;
    const bool has_mark = take(',') || take(':');
    const bool has_space = take_spaces();
    if (!has_mark && !has_space) return std::nullopt;
    if (peek() == '(') return has_space ? bracket_of_words() : std::nullopt;
    if (is_decimal(peek())) {
      const auto line = text_[from] == ':' ? number() : std::nullopt;
      return line && peek() == ':' && peek(1) == ' ' ? done(Says::spaced, *line, 0) : std::nullopt;
    }
    if ((take_word("on") || take_word("at")) && !take_spaces()) return std::nullopt;
    return words_of_line();
  }

  std::optional<Position> bracket_of_words() {
    ++at_;
    const auto found = words_of_line();
    return found && take(')') ? done(Says::words, found->line, found->column) : std::nullopt;
  }

  // line 12  line 12, column 5  line 12:5  line 12 col 5
  std::optional<Position> words_of_line() {
    if (!take_word("line") || !take_spaces()) return std::nullopt;
    const auto line = number();
    if (!line) return std::nullopt;
    uint32_t column = column_after(":");
    if (column == 0) column = words_of_column();
    take_range();
    return done(Says::words, *line, column);
  }

  uint32_t words_of_column() {
    const size_t from = at_;
    take(',');
    if (take_spaces() && (take_word("column") || take_word("col") || take_word("char")) &&
        take_spaces()) {
      if (const auto column = number(); column && !is_of_word(peek())) return *column;
    }
    at_ = from;
    return 0;
  }

  std::string_view text_;
  size_t at_;
};

// ---- Paths ----

bool has_letter(std::string_view text) {
  for (const char c : text) {
    if (is_letter(c) || (c & 0x80) != 0) return true;
  }
  return false;
}

// What a path shows.
struct PathShape {
  std::string_view name;       // after the last separator
  std::string_view extension;  // of letters and digits, the first a letter; may be empty
  bool has_separator = false;
  bool is_rooted = false;  // /a ./a ../a ~/a C:\a
  bool is_code = false;    // the name of a file of source text (base/code_names.inc)
};

bool is_rooted(std::string_view path) {
  if (path.size() > 2 && is_letter(path[0]) && path[1] == ':') return is_separator(path[2]);
  if (path.starts_with('~')) path.remove_prefix(1);
  while (path.starts_with('.')) path.remove_prefix(1);
  return path.size() > 1 && is_separator(path[0]);
}

std::string_view extension_of(std::string_view name) {
  constexpr size_t kLongest = 12;
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return {};
  const std::string_view extension = name.substr(dot + 1);
  if (extension.empty() || extension.size() > kLongest || !is_letter(extension[0])) return {};
  for (const char c : extension) {
    if (!is_of_word(c) && c != '+' && c != '-') return {};
  }
  return extension;
}

PathShape shape_of(std::string_view path) {
  PathShape shape;
  const size_t separator = path.find_last_of("/\\");
  shape.has_separator = separator != std::string_view::npos;
  shape.name = shape.has_separator ? path.substr(separator + 1) : path;
  shape.extension = extension_of(shape.name);
  shape.is_rooted = is_rooted(path);
  const std::string lower = base::to_ascii_lower(shape.name);
  // Makefile2 and Makefile.am are files as Makefile is.
  const std::string_view stem =
      std::string_view(lower).substr(0, lower.find_first_of(".0123456789"));
  shape.is_code = base::is_code_file(lower) || (!stem.empty() && base::is_code_file(stem)) ||
                  base::is_code_extension(base::to_ascii_lower(shape.extension));
  return shape;
}

// `: error TS1005: …` after file(12,5).
bool is_message(std::string_view after) {
  constexpr std::string_view kMessages[] = {": error", ": warning", ": note", ": fatal", ": info"};
  return std::any_of(std::begin(kMessages), std::end(kMessages),
                     [after](std::string_view message) { return after.starts_with(message); });
}

enum class Quoted : uint8_t { no, yes };

// Is the text before this position the path of a file? `after` is the text after it.
bool is_path(std::string_view path, const Position& position, std::string_view after,
             Quoted quoted) {
  if (path.empty() || path.size() > kLongestPath || path.starts_with("//")) return false;
  if (path.starts_with('<')) return false;  // <stdin>, <string>
  const PathShape shape = shape_of(path);
  if (shape.name.empty() || !has_letter(shape.name)) return false;
  const bool has_extension = !shape.extension.empty();
  const bool is_head = after.starts_with(':') || after.starts_with(" :");
  switch (position.says) {
    case Says::words:
      return has_extension || shape.has_separator || shape.is_code;
    case Says::column:
      return has_extension || shape.is_code || shape.has_separator;
    case Says::spaced:
      return has_extension;
    case Says::fragment:
      return true;
    case Says::call:  // not printf(3), x.at(1, 2)
      if (shape.has_separator) return has_extension || shape.is_code;
      if (!shape.is_code && !has_extension) return is_message(after);
      return shape.is_code && (is_head || quoted == Quoted::yes);
    case Says::number:
      break;
  }
  if (shape.is_code) return true;
  if (!shape.has_separator) return has_extension && is_head && has_letter(path);
  return has_extension || (shape.is_rooted && !after.starts_with('.')) || is_head;
}

// ---- The search ----

class PlaceSearch {
 public:
  PlaceSearch(const Window& window, FilePlaces::Which which)
      : text_(window.text),
        end_(window.end),
        limit_(window.limit),
        which_(which),
        at_(window.begin) {
    // The middle of a word is not its start.
    if (at_ > 0 && at_ < limit_ && is_path_byte(text_[at_ - 1])) {
      while (at_ < limit_ && is_path_byte(text_[at_])) ++at_;
    }
  }

  std::optional<Found> next() {
    while (at_ < limit_) {
      if (at_ >= end_ && quote_ == nullptr) return std::nullopt;
      const char c = text_[at_];
      std::optional<Found> found;
      if (c == '\n') {
        ++at_;
        forget();
      } else if (is_path_byte(c) || (c & 0x80) != 0) {
        found = at_word();
      } else if (c == '"' || c == '\'' || c == '`') {
        found = at_quote();
      } else {
        if (c != ' ') drive_ = kNone, inside_ = Inside::other;
        ++at_;
      }
      if (found && found->begin < end_) return found;
    }
    return std::nullopt;
  }

 private:
  static constexpr size_t kNone = static_cast<size_t>(-1);

  void forget() {
    quote_ = nullptr;
    drive_ = kNone;
    inside_ = Inside::other;
  }

  base::CodePoint decode(size_t at) const {
    const auto* const bytes = reinterpret_cast<const uint8_t*>(text_.data());
    return base::decode(bytes + at, bytes + limit_, base::Text::complete);
  }

  // The end of the character of a path that begins here; `at` if it is none.
  size_t end_of_path_character(size_t at) const {
    if ((text_[at] & 0x80) == 0) return is_path_byte(text_[at]) ? at + 1 : at;
    const base::CodePoint c = decode(at);
    if (c.value == base::kIllFormed) return at;
    const unicode::Properties properties = unicode::properties(c.value);
    const bool is_name = properties.is_letter() || properties.is_mark() || properties.is_digit();
    return is_name ? at + c.length : at;
  }

  bool is_drive(size_t at) const {
    return is_letter(text_[at]) && at + 2 < limit_ && text_[at + 1] == ':' &&
           is_separator(text_[at + 2]) && (at + 3 >= limit_ || text_[at + 3] != '/');
  }

  // Sets begin_ and at_ to the word that begins here. What is before an `@` or between letters of a
  // script without spaces and ASCII is not part of a name: 见a.cc:3, f@a.js:1:2.
  void read_word() {
    begin_ = at_;
    if (is_drive(at_)) at_ += 2;
    bool has_separator = false;
    int brackets = 0;
    bool was_wide = false;
    while (at_ < limit_) {
      const char c = text_[at_];
      if (c == '#' && at_ + 2 < limit_ && text_[at_ + 1] == 'L' && is_decimal(text_[at_ + 2]))
        break;
      const bool opens = (c == '[' || c == '(') && at_ > begin_ && is_separator(text_[at_ - 1]);
      const bool closes = (c == ']' || c == ')') && brackets > 0;
      if (opens || closes) {
        brackets += opens ? 1 : -1;
        ++at_;
        continue;
      }
      const size_t after = end_of_path_character(at_);
      if (after == at_) break;
      const bool is_wide =
          after > at_ + 1 && unicode::properties(decode(at_).value).is_east_asian_wide();
      if (was_wide && !is_wide && !has_separator && is_of_word(c)) begin_ = at_;
      if (c == '@' && at_ > begin_ && !has_separator) begin_ = after;
      if (is_separator(c)) has_separator = true;
      was_wide = is_wide;
      at_ = after;
    }
  }

  std::optional<Found> at_word() {
    if (const Quotes* const quotes = quotes_at(at_)) return at_quotes(*quotes);
    const size_t from = at_;
    read_word();
    if (at_ == from) {  // another character, such as 。
      at_ += std::max<size_t>(decode(at_).length, 1);
      drive_ = kNone;
      inside_ = Inside::other;
      return std::nullopt;
    }
    if (auto found = line_before_path(from)) return found;
    if (is_drive(from)) drive_ = from;
    if (text_.substr(from, at_ - from) == "file" && text_.substr(at_, 3) == "://") at_ = url_path();
    return take_place(begin_, at_, Quoted::no);
  }

  // line 12 of src/a.c, Line 4 of "mem.c", line 38 in file x.pod. The word at `from` was read.
  // Unless a path follows, nothing is taken.
  std::optional<Found> line_before_path(size_t from) {
    constexpr size_t kWord = 4;
    if (at_ - from != kWord || (text_[from] | 0x20) != 'l') return std::nullopt;
    const auto position = PositionReader(text_, from, limit_).read_words();
    if (!position) return std::nullopt;
    const size_t after_word = at_;
    at_ = position->end;
    const bool has_path =
        (take(" of ") || take(" in ")) && read_named(take("file ") ? Named::file : Named::no);
    const size_t end = at_;
    if (!has_path || end - from > Rule::kMostBytes) {
      at_ = after_word;
      return std::nullopt;
    }
    const size_t path_end = begin_ + path_size_;
    drive_ = kNone;
    return Found{from, end - from, begin_, path_end - begin_, position->line, position->column};
  }

  bool take(std::string_view text) {
    if (!text_.substr(at_, limit_ - at_).starts_with(text)) return false;
    at_ += text.size();
    return true;
  }

  // A path, perhaps in quotes: sets begin_ and path_size_, and at_ to its end.
  enum class Named : uint8_t { no, file };  // by the word before it
  bool read_named(Named named) {
    if (at_ >= limit_) return false;
    const Quotes* const quotes = quotes_at(at_);
    if (quotes != nullptr) at_ += quotes->open.size();
    read_word();
    path_size_ = at_ - begin_;
    while (path_size_ > 0 && text_[begin_ + path_size_ - 1] == '.') --path_size_;
    at_ = begin_ + path_size_;
    if (quotes != nullptr && !take(quotes->close)) return false;
    const PathShape shape = shape_of(text_.substr(begin_, path_size_));
    const bool is_named = shape.has_separator || named == Named::file;
    return shape.is_code || (is_named && !shape.extension.empty());
  }

  // Of file:///x/a.c and file://host/x: the end of the path; begin_ stays at `file`.
  size_t url_path() {
    size_t end = at_ + 3;
    while (end < limit_ && end_of_path_character(end) > end) end = end_of_path_character(end);
    return end;
  }

  std::optional<Found> take_place(size_t begin, size_t end, Quoted quoted) {
    const size_t after = quoted == Quoted::yes ? end + quote_->close.size() : end;
    const auto position = PositionReader(text_, after, limit_).read();
    if (!position) return take_name(begin, end, quoted);
    std::string_view path = text_.substr(begin, end - begin);
    size_t path_begin = begin;
    if (path.starts_with("file://")) {
      path_begin = begin + std::min(path.find('/', 7), path.size());
      path = text_.substr(path_begin, end - path_begin);
    }
    // node:internal/x:3:5 is not in the file system.
    const bool has_scheme = begin > 1 && text_[begin - 1] == ':' && is_letter(text_[begin - 2]);
    if (has_scheme && shape_of(path).extension.empty() && !is_rooted(path)) return std::nullopt;
    if (!is_path(path, *position, text_.substr(position->end, limit_ - position->end), quoted)) {
      return std::nullopt;
    }
    if (quoted == Quoted::no && path_begin == begin) {
      begin = path_begin = begin_with_spaces(begin, position->end);
    }
    const size_t first = quoted == Quoted::yes ? begin - quote_->open.size() : begin;
    if (position->end - first > Rule::kMostBytes) return std::nullopt;
    at_ = position->end;
    drive_ = kNone;
    return Found{first,          position->end - first, path_begin, end - path_begin,
                 position->line, position->column};
  }

  // A name without a line, such as `src/a.cc`, or `src/a b.cc` in quotes.
  std::optional<Found> take_name(size_t begin, size_t end, Quoted quoted) {
    if (which_ != FilePlaces::Which::with_uri || end - begin > kLongestPath) return std::nullopt;
    if (quoted == Quoted::yes && inside_ != Inside::path) return std::nullopt;
    std::string_view path = text_.substr(begin, end - begin);
    while (!path.empty() && (path.back() == '.' || path.back() == '!')) path.remove_suffix(1);
    const size_t from = path.starts_with("file://") ? std::min(path.find('/', 7), path.size()) : 0;
    const std::string_view name = path.substr(path.find_last_of("/\\") + 1);
    if (name.size() == path.size() || !has_letter(name) || path.substr(from).starts_with("//")) {
      return std::nullopt;
    }
    return Found{begin, path.size(), begin + from, path.size() - from};
  }

  // Where a path with spaces begins: at its drive, or at the quote that ends after its position.
  size_t begin_with_spaces(size_t begin, size_t end) const {
    if (drive_ != kNone && drive_ < begin) return drive_;
    if (quote_ == nullptr || inside_ != Inside::path ||
        !text_.substr(end).starts_with(quote_->close)) {
      return begin;
    }
    const std::string_view first = text_.substr(inside_begin_, begin - inside_begin_);
    const bool is_path = first.substr(0, first.find(' ')).find_first_of("/\\") != first.npos;
    return is_path ? inside_begin_ : begin;
  }

  // ---- Quotes ----

  const Quotes* quotes_at(size_t at) const {
    const std::string_view rest = text_.substr(at, limit_ - at);
    for (const Quotes& quotes : kQuotes) {
      if (rest.starts_with(quotes.open) || rest.starts_with(quotes.close)) return &quotes;
    }
    return nullptr;
  }

  std::optional<Found> at_quote() { return at_quotes(*quotes_at(at_)); }

  std::optional<Found> at_quotes(const Quotes& quotes) {
    const bool closes = quote_ == &quotes && text_.substr(at_).starts_with(quotes.close);
    const bool is_apostrophe =
        !closes && quotes.open.size() == 1 && at_ > 0 && is_of_word(text_[at_ - 1]);
    std::optional<Found> found;
    if (closes) {
      const size_t end = at_;
      at_ += quotes.close.size();
      const size_t after = at_;
      found = take_place(inside_begin_, end, Quoted::yes);
      if (!found) at_ = after;
      quote_ = nullptr;
    } else {
      at_ += text_.substr(at_).starts_with(quotes.open) ? quotes.open.size() : quotes.close.size();
      if (!is_apostrophe) {
        quote_ = &quotes;
        inside_begin_ = at_;
        inside_ = Inside::path;
      }
    }
    drive_ = kNone;
    return found;
  }

  const std::string_view text_;
  const size_t end_, limit_;
  const FilePlaces::Which which_;
  size_t at_;
  size_t begin_ = 0;               // of the word that was read last
  size_t path_size_ = 0;           // by read_named()
  size_t drive_ = kNone;           // of a path that may have spaces
  const Quotes* quote_ = nullptr;  // the quotes that are open
  size_t inside_begin_ = 0;        // the text in them
  enum class Inside : uint8_t { path, other } inside_ = Inside::other;  // has what is in them
};

class Places final : public Recognizer {
 public:
  explicit Places(FilePlaces options) : options_(std::move(options)) {}

  Wins wins() const override {
    return options_.which == FilePlaces::Which::with_uri ? Wins::over_domains : Wins::over_files;
  }

  std::optional<Found> next(const Window& window) const override {
    PlaceSearch search(window, options_.which);
    auto found = search.next();
    while (found && options_.which == FilePlaces::Which::with_uri && !uri_of(window.text, *found)) {
      found = search.next();
    }
    return found;
  }

  void describe(std::string_view text, const Found& found, RuleLink& link) const override {
    link.span.kind = Kind::file;
    link.rule = "places";
    link.place = {path_of(text, found), found.line, found.column};
    link.uri = uri_of(text, found).value_or(std::string());
  }

 private:
  std::optional<std::string> uri_of(std::string_view text, const Found& found) const {
    if (!options_.uri_of) return std::nullopt;
    return options_.uri_of(path_of(text, found));
  }

  static std::string path_of(std::string_view text, const Found& found) {
    const std::string_view path = text.substr(found.path_begin, found.path_size);
    const bool is_uri = found.path_begin > found.begin + 1;  // file://
    return (is_uri ? base::path_of_uri("file://" + std::string(path)) : std::nullopt)
        .value_or(std::string(path));
  }

  FilePlaces options_;
};

}  // namespace

std::unique_ptr<Recognizer> places_recognizer(const FilePlaces& options) {
  return std::make_unique<Places>(options);
}

}  // namespace linkspan::rules

namespace linkspan {
namespace {

namespace fs = std::filesystem;

bool is_below(const std::string& root, const std::string& path) {
  return path.starts_with(root.ends_with('/') ? root : root + '/');
}

}  // namespace

FilePlaces places_below(std::string_view root, FilePlaces::Which which) {
  FilePlaces places;
  places.which = which;
  if (which == FilePlaces::Which::all) {
    places.uri_of = [root =
                         std::string(root)](std::string_view path) -> std::optional<std::string> {
      const std::string absolute = base::absolute_path(root, path);
      return absolute.empty() ? std::nullopt : std::optional(base::uri_of_path(absolute));
    };
    return places;
  }
  std::error_code error;
  const std::string canonical = fs::canonical(root, error).string();
  places.uri_of = [canonical](std::string_view path) -> std::optional<std::string> {
    const std::string absolute = base::absolute_path(canonical, path);
    std::error_code failed;
    const std::string found = fs::canonical(absolute, failed).string();
    if (absolute.empty() || failed || !is_below(canonical, found) ||
        !fs::is_regular_file(found, failed)) {
      return std::nullopt;
    }
    return base::uri_of_path(found);
  };
  return places;
}

}  // namespace linkspan
