// SPDX-License-Identifier: Apache-2.0
// ABNF as an RE2 expression: the second route from the grammar files to a matcher.
//
// It shares no code with tools/abnfc, so a mistake in the reader or in the automata of abnfc is not
// repeated here. It is as simple as possible: rules are kept as text, a reference is replaced by
// the expression of its rule, and RE2 does the rest. It accepts only correct grammars whose rules
// begin in the first column, and throws std::runtime_error at any other text.
//
//   scheme = ALPHA *( ALPHA / DIGIT )   →   (?:…)(?:(?:…)|(?:…))*
//
// Two traps of RE2: `(?i:k)` also matches U+212A KELVIN SIGN, so letters become classes of their
// two cases; and a repetition count goes up to 1000 only, which RFC grammars never reach.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::test {

class AbnfToRe2 {
 public:
  // Adds the rules of one file.
  void add(std::string_view grammar);

  // The expression of a rule, in UTF-8 syntax, without anchors.
  std::string expression(const std::string& rule);

  // In the spelling of their definitions, in the order of the files.
  const std::vector<std::string>& rules() const { return names_; }

 private:
  void add_rule(std::string_view line);

  std::vector<std::string> names_;
  std::map<std::string, std::string> definitions_;  // by name in lower case; the text after `=`
  std::map<std::string, std::string> expressions_;
};

}  // namespace linkspan::test
