// SPDX-License-Identifier: Apache-2.0
#include "tests/support/abnf_to_re2.h"

#include <cctype>
#include <functional>
#include <stdexcept>

namespace linkspan::test {
namespace {

std::string in_lower_case(std::string_view text) {
  std::string lower;
  for (char c : text) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

// The line up to a `;` that is not inside a string.
std::string_view without_comment(std::string_view line) {
  bool in_string = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') in_string = !in_string;
    if (line[i] == ';' && !in_string) return line.substr(0, i);
  }
  return line;
}

// Translates the text after `=`; `expand` returns the expressions of other rules.
class Translator {
 public:
  using Expand = std::function<std::string(const std::string&)>;
  Translator(std::string_view text, Expand expand) : text_(text), expand_(std::move(expand)) {}

  std::string run() {
    std::string all = alternatives();
    if (!text_.empty()) fail();
    return all;
  }

 private:
  [[noreturn]] void fail() const {
    throw std::runtime_error("cannot translate: " + std::string(text_));
  }
  void skip_space() {
    while (!text_.empty() && is_space(text_[0])) text_.remove_prefix(1);
  }
  bool take(char c) {
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  template <class Predicate>
  std::string take_while(Predicate is_wanted) {
    std::string taken;
    while (!text_.empty() && is_wanted(text_[0])) {
      taken += text_[0];
      text_.remove_prefix(1);
    }
    return taken;
  }

  std::string alternatives() {
    std::string all = "(?:";
    do {
      all += all.size() > 3 ? "|" : "";
      all += sequence();
    } while (take('/'));
    all += ')';
    return all;
  }

  std::string sequence() {
    std::string all;
    for (skip_space(); !text_.empty() && text_[0] != '/' && text_[0] != ')' && text_[0] != ']';
         skip_space()) {
      all += repeated();
    }
    return all;
  }

  std::string repeated() {
    const std::string min = take_while(is_digit);
    const bool star = take('*');
    const std::string max = star ? take_while(is_digit) : min;
    std::string all = "(?:";
    all += element();
    all += ')';
    if (star || !min.empty())
      all.append("{").append(min.empty() ? "0" : min).append(",").append(max).append("}");
    return all;
  }

  std::string element() {
    if (take('(')) return closed(alternatives(), ')');
    if (take('[')) return closed(alternatives(), ']') + "?";
    if (take('"')) return quoted(/*any_case=*/true);
    if (take('%')) return after_percent();
    if (text_.empty() || !is_letter(text_[0])) fail();
    return expand_(take_while([](char c) { return is_letter(c) || is_digit(c) || c == '-'; }));
  }

  std::string closed(std::string inner, char bracket) {
    if (!take(bracket)) fail();
    return inner;
  }

  std::string quoted(bool any_case) {
    const std::string text = take_while([](char c) { return c != '"'; });
    if (!take('"')) fail();
    std::string all;
    for (char c : text) {
      all += '[';
      all += code_point(static_cast<unsigned char>(c));
      if (any_case && is_letter(c)) all += code_point(static_cast<unsigned char>(c ^ 0x20));
      all += ']';
    }
    return all;
  }

  static std::string code_point(unsigned long value) {
    std::string digits;
    for (;; value /= 16) {
      digits.insert(digits.begin(), "0123456789ABCDEF"[value % 16]);
      if (value < 16) break;
    }
    std::string all = "\\x{";
    all.append(digits).append("}");
    return all;
  }

  std::string after_percent() {
    const char kind = text_.empty() ? '\0' : static_cast<char>(std::tolower(text_[0]));
    text_.remove_prefix(kind == '\0' ? 0 : 1);
    if ((kind == 's' || kind == 'i') && take('"')) return quoted(kind == 'i');
    const int base = kind == 'x' ? 16 : kind == 'd' ? 10 : kind == 'b' ? 2 : 0;
    if (base == 0) fail();
    const std::string first = number(base);
    std::string all = first;
    if (take('-')) {
      all.insert(0, "[").append("-").append(number(base)).append("]");
      return all;
    }
    while (take('.')) all += number(base);
    return all;
  }

  std::string number(int base) {
    const std::string digits = take_while([](char c) { return std::isxdigit(c) != 0; });
    if (digits.empty()) fail();
    return code_point(std::stoul(digits, nullptr, base));
  }

  std::string_view text_;
  Expand expand_;
};

}  // namespace

void AbnfToRe2::add(std::string_view grammar) {
  std::string rule;
  while (!grammar.empty()) {
    const size_t end = std::min(grammar.find('\n'), grammar.size());
    const std::string_view line = without_comment(grammar.substr(0, end));
    grammar.remove_prefix(std::min(end + 1, grammar.size()));
    if (!line.empty() && !is_space(line[0])) {
      add_rule(rule);
      rule.clear();
    }
    rule += line;
  }
  add_rule(rule);
}

void AbnfToRe2::add_rule(std::string_view line) {
  const size_t equals = line.find('=');
  if (equals == line.npos) return;
  std::string_view name = line.substr(0, equals);
  while (!name.empty() && is_space(name.back())) name.remove_suffix(1);
  std::string_view body = line.substr(equals + 1);
  std::string& definition = definitions_[in_lower_case(name)];
  if (body.starts_with('/')) {
    definition += body;  // with the `/`: it adds an alternative to the rule
    return;
  }
  if (!definition.empty()) throw std::runtime_error("defined twice: " + std::string(name));
  definition = body;
  names_.emplace_back(name);
}

std::string AbnfToRe2::expression(const std::string& rule) {
  const std::string name = in_lower_case(rule);
  if (const auto known = expressions_.find(name); known != expressions_.end()) return known->second;
  const auto definition = definitions_.find(name);
  if (definition == definitions_.end()) throw std::runtime_error("no rule " + rule);
  const auto expand = [this](const std::string& other) { return expression(other); };
  return expressions_[name] = Translator(definition->second, expand).run();
}

}  // namespace linkspan::test
