// SPDX-License-Identifier: Apache-2.0
#include "common/glob.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace linkspan::command {
namespace {

constexpr size_t kNotValid = std::string_view::npos;

struct CharacterClass {
  std::string_view name;  // POSIX.1-2017, section 9.3.5, in the C locale
  int (*contains)(int);
};
constexpr std::array kClasses = {
    CharacterClass{"alnum", std::isalnum}, CharacterClass{"alpha", std::isalpha},
    CharacterClass{"blank", std::isblank}, CharacterClass{"cntrl", std::iscntrl},
    CharacterClass{"digit", std::isdigit}, CharacterClass{"graph", std::isgraph},
    CharacterClass{"lower", std::islower}, CharacterClass{"print", std::isprint},
    CharacterClass{"punct", std::ispunct}, CharacterClass{"space", std::isspace},
    CharacterClass{"upper", std::isupper}, CharacterClass{"xdigit", std::isxdigit},
};

size_t index(char byte) { return static_cast<unsigned char>(byte); }

}  // namespace

Glob::Glob(std::string_view pattern) : valid_(compile(pattern)) {}

Glob::Valid Glob::compile(std::string_view pattern) {
  for (size_t at = 0; at < pattern.size();) {
    const char c = pattern[at];
    if (c == '*') {
      at = add_stars(pattern, at);
    } else if (c == '[') {
      at = add_set(pattern, at);
      if (at == kNotValid) return Valid::no;
    } else if (c == '?') {
      Token& token = tokens_.emplace_back(Token{Token::Kind::byte_of});
      token.set.set().reset('/');
      ++at;
    } else {
      if (c == '\\' && ++at == pattern.size()) return Valid::no;
      add_byte(pattern[at++]);
    }
  }
  return Valid::yes;
}

void Glob::add_byte(char byte) {
  tokens_.emplace_back(Token{Token::Kind::byte_of}).set.set(index(byte));
}

// Returns where the pattern continues. Several stars mean directories only if they are alone
// between slashes or the ends.
size_t Glob::add_stars(std::string_view pattern, size_t at) {
  const size_t end = std::min(pattern.find_first_not_of('*', at), pattern.size());
  const bool is_alone =
      (at == 0 || pattern[at - 1] == '/') && (end == pattern.size() || pattern[end] == '/');
  if (end - at == 1 || !is_alone) {
    tokens_.push_back({Token::Kind::star});
    return end;
  }
  if (end == pattern.size()) {
    tokens_.push_back({Token::Kind::anything});
    return end;
  }
  tokens_.push_back({Token::Kind::directories});
  return end + 1;
}

// A bracket expression. The first byte after [ or [! is in the set even if it is ].
size_t Glob::add_set(std::string_view pattern, size_t at) {
  std::bitset<256> set;
  ++at;
  const bool is_negated = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (is_negated) ++at;
  int low = -1;  // of a range that may follow
  for (const size_t first = at; at == first || at >= pattern.size() || pattern[at] != ']'; ++at) {
    if (at >= pattern.size()) return kNotValid;
    const bool is_range =
        pattern[at] == '-' && low >= 0 && at + 1 < pattern.size() && pattern[at + 1] != ']';
    if (is_range) ++at;
    if (!is_range && pattern.substr(at).starts_with("[:")) {
      const size_t end = add_class(pattern, at, set);
      if (end == kNotValid) return kNotValid;
      low = -1;
      if (end != at) {
        at = end;
        continue;
      }
    }
    if (pattern[at] == '\\' && ++at == pattern.size()) return kNotValid;
    const size_t high = index(pattern[at]);
    for (size_t i = is_range ? static_cast<size_t>(low) : high; i <= high; ++i) set.set(i);
    low = is_range ? -1 : static_cast<int>(high);
  }
  if (is_negated) set.flip();
  set.reset('/');
  tokens_.push_back({Token::Kind::byte_of, set});
  return at + 1;
}

// A class like [:digit:]. Returns its last byte; `at` if the bracket there does not begin one.
size_t Glob::add_class(std::string_view pattern, size_t at, std::bitset<256>& set) {
  const size_t end = pattern.find(']', at + 2);
  if (end == std::string_view::npos) return kNotValid;
  if (end == at + 2 || pattern[end - 1] != ':') return at;
  const std::string_view name = pattern.substr(at + 2, end - at - 3);
  const auto* const known =
      std::find_if(kClasses.begin(), kClasses.end(),
                   [name](const CharacterClass& candidate) { return candidate.name == name; });
  if (known == kClasses.end()) return kNotValid;
  for (int byte = 0; byte < 128; ++byte) {
    if (known->contains(byte) != 0) set.set(static_cast<size_t>(byte));
  }
  return end;
}

// State i: the tokens before i have matched. Adds the states that are reached without a byte.
void Glob::follow(std::vector<bool>& states, bool is_after_slash) const {
  for (size_t i = 0; i < tokens_.size(); ++i) {
    if (!states[i] || tokens_[i].kind == Token::Kind::byte_of) continue;
    if (tokens_[i].kind != Token::Kind::directories || is_after_slash) states[i + 1] = true;
  }
}

bool Glob::matches(std::string_view name) const {
  if (valid_ == Valid::no) return false;
  std::vector<bool> states(tokens_.size() + 1);
  std::vector<bool> next(tokens_.size() + 1);
  states[0] = true;
  follow(states, true);
  for (const char byte : name) {
    std::fill(next.begin(), next.end(), false);
    bool is_any = false;
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (!states[i]) continue;
      const Token& token = tokens_[i];
      const bool stays =
          token.kind == Token::Kind::star ? byte != '/' : token.kind != Token::Kind::byte_of;
      const bool passes = token.kind == Token::Kind::byte_of && token.set.test(index(byte));
      if (stays) next[i] = true;
      if (passes) next[i + 1] = true;
      is_any = is_any || stays || passes;
    }
    if (!is_any) return false;
    states.swap(next);
    follow(states, byte == '/');
  }
  return states.back();
}

}  // namespace linkspan::command
