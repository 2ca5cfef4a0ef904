// SPDX-License-Identifier: Apache-2.0
// Glob: a pattern for names of files, as in .gitignore (gitignore(5)).
//
//   *.txt         a.txt, .txt; not a/b.txt: neither * nor ? nor a set in brackets matches a slash
//   [!a-z]?.c     Xy.c; sets may have ranges and classes such as [:alpha:]
//   **/a/b        a/b, x/y/a/b          **/ at the start, or between slashes: any directories
//   a/**          all that is below a   /** at the end
//   \*            *
//   [a            nothing: a set without an end
//
// A pattern is compiled into tokens, which are matched as a nondeterministic finite automaton: the
// time is proportional to the product of the two lengths, also for patterns such as *a*a*a*b, for
// which backtracking takes exponential time. Patterns are untrusted.
//
// Names are bytes, as in git: ? matches one byte. Guarded by tests/command/common/glob_test.cc, and
// with git as the oracle by tests/command/input/ignore_rules_test.cc.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>
#include <vector>

namespace linkspan::command {

class Glob {
 public:
  explicit Glob(std::string_view pattern);

  bool matches(std::string_view name) const;

 private:
  struct Token {
    enum class Kind : uint8_t {
      byte_of,      // one byte of a set
      star,         // any bytes but slashes
      anything,     // any bytes: /** at the end
      directories,  // nothing, or any bytes up to a slash: **/
    };
    Kind kind;
    std::bitset<256> set = {};
  };
  enum class Valid : uint8_t { no, yes };

  Valid compile(std::string_view pattern);
  size_t add_stars(std::string_view pattern, size_t at);
  size_t add_set(std::string_view pattern, size_t at);
  static size_t add_class(std::string_view pattern, size_t at, std::bitset<256>& set);
  void add_byte(char byte);
  void follow(std::vector<bool>& states, bool is_after_slash) const;

  std::vector<Token> tokens_;
  Valid valid_;
};

}  // namespace linkspan::command
