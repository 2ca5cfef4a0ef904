// SPDX-License-Identifier: Apache-2.0
#include "html/style.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace linkspan::html {
namespace {

constexpr size_t kMostHexDigits = 6;  // CSS Syntax 3, section 4.3.7

bool is_space(char c) { return base::is_ascii_white_space(static_cast<uint8_t>(c)); }

bool is_hex(char c) { return base::is_ascii_hex_digit(static_cast<uint8_t>(c)); }

uint32_t hex_value(char c) {
  if (c >= '0' && c <= '9') return static_cast<uint32_t>(c - '0');
  return static_cast<uint32_t>((c | 0x20) - 'a' + 10);
}

// Reads one declaration after another: its name and its value in lower case, without white space,
// comments and escapes.
class Declarations {
 public:
  explicit Declarations(std::string_view style) : style_(style) {}

  bool next();
  const std::string& name() const { return name_; }
  const std::string& value() const { return value_; }

 private:
  void take(std::string& out);
  void take_escape(std::string& out);
  void skip_comment();
  void skip_string();

  std::string_view style_;
  size_t at_ = 0;
  unsigned depth_ = 0;  // of brackets
  std::string name_, value_;
};

bool Declarations::next() {
  name_.clear();
  value_.clear();
  depth_ = 0;
  if (at_ >= style_.size()) return false;
  while (at_ < style_.size() && style_[at_] != ':' && style_[at_] != ';') take(name_);
  if (at_ < style_.size() && style_[at_] == ':') ++at_;
  while (at_ < style_.size() && (style_[at_] != ';' || depth_ > 0)) take(value_);
  ++at_;
  return true;
}

void Declarations::take(std::string& out) {
  const char c = style_[at_];
  if (c == '\\') return take_escape(out);
  if (c == '"' || c == '\'') return skip_string();
  if (style_.substr(at_).starts_with("/*")) return skip_comment();
  if (c == '(' || c == '[' || c == '{') ++depth_;
  if ((c == ')' || c == ']' || c == '}') && depth_ > 0) --depth_;
  if (!is_space(c)) out += base::to_ascii_lower(c);
  ++at_;
}

// `\69 ` is `i`. Characters that no name has here are replaced.
void Declarations::take_escape(std::string& out) {
  const size_t begin = ++at_;
  uint32_t value = 0;
  while (at_ < style_.size() && at_ - begin < kMostHexDigits && is_hex(style_[at_])) {
    value = value * 16 + hex_value(style_[at_++]);
  }
  if (at_ == begin) {
    if (at_ < style_.size()) out += base::to_ascii_lower(style_[at_++]);
    return;
  }
  out += value < 0x80 ? base::to_ascii_lower(static_cast<char>(value)) : '?';
  if (at_ < style_.size() && is_space(style_[at_])) ++at_;
}

void Declarations::skip_comment() {
  const size_t end = style_.find("*/", at_ + 2);
  at_ = end == style_.npos ? style_.size() : end + 2;
}

void Declarations::skip_string() {
  const char quote = style_[at_++];
  while (at_ < style_.size() && style_[at_] != quote) at_ += style_[at_] == '\\' ? 2 : 1;
  at_ = std::min(at_ + 1, style_.size());
}

bool is_zero(std::string_view number) {
  return number.find('0') != number.npos && number.find_first_not_of("0.%+-") == number.npos;
}

// The properties that hide an element with all in it, and whether they do.
struct Property {
  std::string_view name;
  bool hides = false;
  bool is_important = false;
};

bool hides(std::string_view name, std::string_view value) {
  if (name == "display") return value == "none";
  if (name == "visibility") return value == "hidden" || value == "collapse";
  if (name == "opacity") return is_zero(value);
  return value == "all";  // mso-hide
}

}  // namespace

bool style_hides(std::string_view style) {
  constexpr std::string_view kImportant = "!important";
  std::array<Property, 4> properties = {Property{"display"}, Property{"visibility"},
                                        Property{"opacity"}, Property{"mso-hide"}};
  for (Declarations declarations(style); declarations.next();) {
    std::string_view value = declarations.value();
    const bool is_important = value.ends_with(kImportant);
    if (is_important) value.remove_suffix(kImportant.size());
    for (Property& each : properties) {
      if (each.name != declarations.name() || (each.is_important && !is_important)) continue;
      each.hides = hides(each.name, value);
      each.is_important = is_important;
    }
  }
  return std::any_of(properties.begin(), properties.end(),
                     [](const Property& each) { return each.hides; });
}

}  // namespace linkspan::html
