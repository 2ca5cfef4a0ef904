// SPDX-License-Identifier: Apache-2.0
#include "abnfc/reader.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>
#include <utility>

#include "abnfc/utf8.h"

namespace linkspan::abnfc {
namespace {

bool is_alpha(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_name_char(char c) { return is_alpha(c) || is_digit(c) || c == '-'; }
bool begins_element(char c) {
  return is_alpha(c) || is_digit(c) || c == '*' || c == '(' || c == '[' || c == '"' || c == '%' ||
         c == '<';
}

// The value of a digit in any base up to 16; 99 for other characters.
uint32_t digit_value(char c) {
  if (is_digit(c)) return static_cast<uint32_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<uint32_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<uint32_t>(c - 'A' + 10);
  return 99;
}

struct Base {
  uint32_t value;
  const char* digits;  // for messages
};

std::optional<Base> base_of(char letter) {
  switch (letter) {
    case 'x':
    case 'X':
      return Base{16, "hexadecimal"};
    case 'd':
    case 'D':
      return Base{10, "decimal"};
    case 'b':
    case 'B':
      return Base{2, "binary"};
    default:
      return std::nullopt;
  }
}

enum class Case : uint8_t { insensitive, sensitive };

CharSet char_set_of(char c, Case letter_case) {
  const uint32_t code_point = static_cast<unsigned char>(c);
  if (letter_case == Case::sensitive || !is_alpha(c)) return CharSet({{code_point, code_point}});
  return CharSet(
      {{code_point & ~0x20u, code_point & ~0x20u}, {code_point | 0x20, code_point | 0x20}});
}

// Reads one file. A method that returns nullopt has reported an error.
class Reader {
 public:
  Reader(const Source& source, uint32_t index, Grammar& grammar, Diagnostics& diagnostics)
      : text_(source.text), index_(index), grammar_(grammar), diagnostics_(diagnostics) {}

  void read();

 private:
  // Layout.
  char peek(size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool at_end() const { return at_ == text_.size(); }
  bool at_line_end() const;
  size_t column_of(size_t offset) const;
  void skip_line();
  void skip_comment();
  bool continues_below();
  bool skip_space();
  bool skip_to_rule();
  void skip_rest_of_rule();

  // Grammar.
  void read_rule();
  std::optional<std::string> read_name();
  std::optional<NodeId> read_alternation();
  std::optional<NodeId> read_concatenation();
  std::optional<NodeId> read_repetition();
  bool read_bounds(Node& repetition);
  std::optional<uint32_t> read_count();
  std::optional<NodeId> read_element();
  std::optional<NodeId> read_bracketed();
  std::optional<NodeId> read_percent();
  std::optional<NodeId> read_string(Case letter_case);
  std::optional<NodeId> read_number(Base base);
  std::optional<NodeId> read_range(Base base, size_t begin, uint32_t first);
  std::optional<NodeId> read_series(Base base, size_t begin, uint32_t first);
  std::optional<uint32_t> read_value(Base base);
  bool refuse_surrogate(size_t begin, uint32_t value);

  Node node_at(Node::Kind kind, size_t offset) const;
  NodeId add_list(Node::Kind kind, size_t offset, std::vector<NodeId> children);
  NodeId add_chars(size_t offset, CharSet chars);
  Position position(size_t offset) const { return {index_, static_cast<uint32_t>(offset)}; }
  std::nullopt_t fail(size_t offset, std::string message);
  std::nullopt_t fail_here(std::string_view expected);
  std::string describe_here() const;

  std::string_view text_;
  uint32_t index_;
  Grammar& grammar_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  std::optional<size_t> margin_;  // the column of the first rule
  uint32_t depth_ = 0;
  // The last place at which continues_below() returned false: each level of groups calls it again.
  size_t known_end_ = std::string_view::npos;
};

bool Reader::at_line_end() const {
  return at_end() || peek() == '\n' || (peek() == '\r' && peek(1) == '\n');
}

size_t Reader::column_of(size_t offset) const {
  size_t begin = offset;
  while (begin > 0 && text_[begin - 1] != '\n') --begin;
  return offset - begin;
}

void Reader::skip_line() {
  const size_t line_feed = text_.find('\n', at_);
  at_ = line_feed == text_.npos ? text_.size() : line_feed + 1;
}

// Stops before the line end.
void Reader::skip_comment() {
  at_ = std::min(text_.find('\n', at_), text_.size());
  if (at_ > 0 && !at_end() && text_[at_ - 1] == '\r') --at_;
}

// Whether the next line that is not blank or a comment continues this rule. If so, moves to its
// first element. REQUIRES: at a line end.
bool Reader::continues_below() {
  if (at_ == known_end_) return false;
  const size_t line_end = at_;
  while (!at_end()) {
    skip_line();
    const size_t begin = at_;
    while (is_blank(peek())) ++at_;
    if (at_end()) break;
    if (at_line_end() || peek() == ';') continue;
    if (at_ - begin > margin_.value_or(0)) return true;
    break;
  }
  at_ = known_end_ = line_end;
  return false;
}

// Skips white space, comments and the line ends inside a rule. Returns whether there were any.
bool Reader::skip_space() {
  const size_t begin = at_;
  while (true) {
    while (is_blank(peek())) ++at_;
    if (peek() == ';') skip_comment();
    if (!at_line_end() || !continues_below()) break;
  }
  return at_ != begin;
}

// Moves to the first character of the next rule. Returns false at the end of the file.
bool Reader::skip_to_rule() {
  while (!at_end()) {
    const size_t begin = at_;
    while (is_blank(peek())) ++at_;
    if (peek() == ';') skip_comment();
    if (at_line_end()) {
      skip_line();
      continue;
    }
    if (!margin_) margin_ = at_ - begin;
    return true;
  }
  return false;
}

void Reader::skip_rest_of_rule() {
  // After an error, any text may be left; only the indentation of lines matters here.
  skip_comment();
  while (at_line_end() && continues_below()) skip_comment();
}

void Reader::read() {
  while (skip_to_rule()) {
    read_rule();
    skip_rest_of_rule();
  }
}

void Reader::read_rule() {
  const size_t begin = at_;
  if (column_of(begin) != *margin_) {
    fail(begin, "this rule is not indented like the first rule of the file");
    return;
  }
  const auto name = read_name();
  if (!name) return;
  skip_space();
  if (peek() != '=') {
    fail_here("`=` or `=/` after the name of the rule");
    return;
  }
  ++at_;
  const bool adds = peek() == '/';
  if (adds) ++at_;
  auto body = read_alternation();
  if (body && !at_line_end()) fail_here("`/`, white space and an element, or the end of the rule");
  // Define a rule even if its body has an error: otherwise each reference would be another error.
  if (!body) body = grammar_.add(node_at(Node::Kind::concatenation, begin));
  Rule rule{*name, position(begin), *body};
  if (adds) {
    grammar_.extend(rule, diagnostics_);
  } else {
    grammar_.define(std::move(rule), diagnostics_);
  }
}

std::optional<std::string> Reader::read_name() {
  if (!is_alpha(peek())) return fail_here("the name of a rule, which begins with a letter");
  const size_t begin = at_;
  while (is_name_char(peek())) ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

// alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)
std::optional<NodeId> Reader::read_alternation() {
  const size_t begin = at_;
  std::vector<NodeId> choices;
  do {
    if (!choices.empty()) ++at_;
    skip_space();
    const auto choice = read_concatenation();
    if (!choice) return std::nullopt;
    choices.push_back(*choice);
    skip_space();
  } while (peek() == '/');
  return add_list(Node::Kind::alternation, begin, std::move(choices));
}

// concatenation = repetition *(1*c-wsp repetition)
std::optional<NodeId> Reader::read_concatenation() {
  const size_t begin = at_;
  std::vector<NodeId> parts;
  while (true) {
    const auto part = read_repetition();
    if (!part) return std::nullopt;
    parts.push_back(*part);
    const bool spaced = skip_space();
    if (!begins_element(peek())) break;
    if (!spaced) return fail(at_, "white space is missing between these two elements");
  }
  return add_list(Node::Kind::concatenation, begin, std::move(parts));
}

// repetition = [repeat] element
std::optional<NodeId> Reader::read_repetition() {
  const size_t begin = at_;
  Node repetition = node_at(Node::Kind::repetition, begin);
  if (!read_bounds(repetition)) return std::nullopt;
  const bool repeated = at_ != begin;
  const auto element = read_element();
  if (!element || !repeated) return element;
  repetition.children = {*element};
  return grammar_.add(std::move(repetition));
}

// repeat = 1*DIGIT / (*DIGIT "*" *DIGIT)
bool Reader::read_bounds(Node& repetition) {
  const size_t begin = at_;
  if (is_digit(peek())) {
    const auto count = read_count();
    if (!count) return false;
    repetition.min = repetition.max = *count;
  }
  if (peek() != '*') return true;
  if (at_ == begin) repetition.min = 0;
  ++at_;
  repetition.max = Node::kNoLimit;
  if (is_digit(peek())) {
    const auto count = read_count();
    if (!count) return false;
    repetition.max = *count;
  }
  if (repetition.min > repetition.max) {
    fail(begin, fmt::format("the minimum {} is greater than the maximum {}", repetition.min,
                            repetition.max));
    return false;
  }
  return true;
}

std::optional<uint32_t> Reader::read_count() {
  const size_t begin = at_;
  uint32_t count = 0;
  for (; is_digit(peek()); ++at_) {
    if (count <= kMaxRepetition) count = count * 10 + digit_value(peek());
  }
  if (count > kMaxRepetition) {
    return fail(begin, fmt::format("a repetition count can be at most {}", kMaxRepetition));
  }
  return count;
}

std::optional<NodeId> Reader::read_element() {
  const size_t begin = at_;
  switch (peek()) {
    case '(':
    case '[':
      return read_bracketed();
    case '"':
      return read_string(Case::insensitive);
    case '%':
      return read_percent();
    case '<':
      return fail(at_, "prose in `<…>` cannot be compiled; write what it means as a rule");
    default:
      break;
  }
  if (!is_alpha(peek())) return fail_here("an element: a rule name, `(`, `[`, a string or `%`");
  Node reference = node_at(Node::Kind::reference, begin);
  reference.name = *read_name();
  return grammar_.add(std::move(reference));
}

// group = "(" alternation ")", option = "[" alternation "]"
std::optional<NodeId> Reader::read_bracketed() {
  const size_t begin = at_;
  const bool option = peek() == '[';
  if (depth_ == kMaxGroupDepth) {
    return fail(begin, fmt::format("groups are nested deeper than {}", kMaxGroupDepth));
  }
  ++at_;
  ++depth_;
  const auto inner = read_alternation();
  --depth_;
  if (!inner) return std::nullopt;
  if (at_line_end()) {
    return fail(begin, fmt::format("this {} is not closed", option ? "option" : "group"));
  }
  if (peek() != (option ? ']' : ')')) {
    return fail_here(option ? "`/`, white space and an element, or `]`"
                            : "`/`, white space and an element, or `)`");
  }
  ++at_;
  if (!option) return inner;
  Node repetition = node_at(Node::Kind::repetition, begin);
  repetition.min = 0;
  repetition.children = {*inner};
  return grammar_.add(std::move(repetition));
}

// num-val = "%" (bin-val / dec-val / hex-val), and RFC 7405: %s"…", %i"…"
std::optional<NodeId> Reader::read_percent() {
  const char letter = peek(1);
  if ((letter == 's' || letter == 'S' || letter == 'i' || letter == 'I') && peek(2) == '"') {
    at_ += 2;
    return read_string(letter == 's' || letter == 'S' ? Case::sensitive : Case::insensitive);
  }
  if (const auto base = base_of(letter)) return read_number(*base);
  ++at_;
  return fail_here("`x`, `d` or `b` and a number, or `s` or `i` and a string, after `%`");
}

// char-val = DQUOTE *(%x20-21 / %x23-7E) DQUOTE
std::optional<NodeId> Reader::read_string(Case letter_case) {
  const size_t begin = at_++;
  std::vector<NodeId> chars;
  for (; peek() != '"'; ++at_) {
    if (at_line_end()) return fail(begin, "this string is not closed");
    if (peek() < 0x20 || peek() > 0x7E) {
      return fail(at_,
                  describe_here() + " is not allowed in a string; write its number as in `%xE9`");
    }
    chars.push_back(add_chars(at_, char_set_of(peek(), letter_case)));
  }
  ++at_;
  return add_list(Node::Kind::concatenation, begin, std::move(chars));
}

// hex-val = "x" 1*HEXDIG [ 1*("." 1*HEXDIG) / ("-" 1*HEXDIG) ]
std::optional<NodeId> Reader::read_number(Base base) {
  const size_t begin = at_;
  at_ += 2;
  const auto first = read_value(base);
  if (!first) return std::nullopt;
  return peek() == '-' ? read_range(base, begin, *first) : read_series(base, begin, *first);
}

std::optional<NodeId> Reader::read_range(Base base, size_t begin, uint32_t first) {
  ++at_;
  const auto last = read_value(base);
  if (!last) return std::nullopt;
  if (first > *last) {
    return fail(begin,
                fmt::format("the range begins at U+{:04X}, after its end U+{:04X}", first, *last));
  }
  std::vector<CodePointRange> ranges;
  if (first < kFirstSurrogate) ranges.push_back({first, std::min(*last, kFirstSurrogate - 1)});
  if (*last > kLastSurrogate) ranges.push_back({std::max(first, kLastSurrogate + 1), *last});
  if (ranges.empty()) return fail(begin, "the range contains only surrogates");
  return add_chars(begin, CharSet(std::move(ranges)));
}

std::optional<NodeId> Reader::read_series(Base base, size_t begin, uint32_t first) {
  std::vector<NodeId> chars;
  size_t value_begin = begin;
  for (uint32_t value = first;;) {
    if (refuse_surrogate(value_begin, value)) return std::nullopt;
    chars.push_back(add_chars(value_begin, CharSet({{value, value}})));
    if (peek() != '.') break;
    value_begin = ++at_;
    const auto next = read_value(base);
    if (!next) return std::nullopt;
    value = *next;
  }
  return add_list(Node::Kind::concatenation, begin, std::move(chars));
}

std::optional<uint32_t> Reader::read_value(Base base) {
  const size_t begin = at_;
  uint32_t value = 0;
  for (; digit_value(peek()) < base.value; ++at_) {
    if (value <= kMaxCodePoint) value = value * base.value + digit_value(peek());
  }
  if (at_ == begin) return fail_here(fmt::format("a {} number", base.digits));
  if (value > kMaxCodePoint)
    return fail(begin, "this number is greater than the last code point, 10FFFF");
  return value;
}

bool Reader::refuse_surrogate(size_t begin, uint32_t value) {
  if (value < kFirstSurrogate || value > kLastSurrogate) return false;
  fail(begin, fmt::format("U+{:04X} is a surrogate, which UTF-8 cannot encode", value));
  return true;
}

Node Reader::node_at(Node::Kind kind, size_t offset) const {
  Node node;
  node.kind = kind;
  node.position = position(offset);
  return node;
}

// A list with one child is replaced by the child.
NodeId Reader::add_list(Node::Kind kind, size_t offset, std::vector<NodeId> children) {
  if (children.size() == 1) return children[0];
  Node list = node_at(kind, offset);
  list.children = std::move(children);
  return grammar_.add(std::move(list));
}

NodeId Reader::add_chars(size_t offset, CharSet chars) {
  Node node = node_at(Node::Kind::chars, offset);
  node.chars = std::move(chars);
  return grammar_.add(std::move(node));
}

std::nullopt_t Reader::fail(size_t offset, std::string message) {
  diagnostics_.error(position(offset), std::move(message));
  return std::nullopt;
}

std::nullopt_t Reader::fail_here(std::string_view expected) {
  return fail(at_, fmt::format("expected {}, not {}", expected, describe_here()));
}

std::string Reader::describe_here() const {
  if (at_end()) return "the end of the file";
  if (at_line_end()) return "the end of the rule";
  const auto decoded = decode_utf8(text_.substr(at_));
  if (!decoded) return fmt::format("the ill-formed byte {:02X}", static_cast<uint8_t>(peek()));
  if (decoded->code_point > 0x20 && decoded->code_point < 0x7F) return fmt::format("`{}`", peek());
  return fmt::format("U+{:04X}", decoded->code_point);
}

}  // namespace

Grammar read_grammar(const std::vector<Source>& sources, Diagnostics& diagnostics) {
  Grammar grammar;
  for (uint32_t index = 0; index < sources.size(); ++index) {
    Reader(sources[index], index, grammar, diagnostics).read();
  }
  grammar.check(diagnostics);
  return grammar;
}

}  // namespace linkspan::abnfc
