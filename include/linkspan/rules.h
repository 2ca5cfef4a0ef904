// SPDX-License-Identifier: Apache-2.0
// rules: links of one's own. A pattern says what is one, a template where it leads.
//
//   auto rules = linkspan::Rules::create({{.name = "bug",
//                                          .pattern = R"(BUG-(\d+))",
//                                          .uri = "https://bugs.example.org/{1}"}});
//   document.options.rules = *rules;
//   …link.span.form == linkspan::Form::rule, link.rule == "bug", link.uri…
//
// A match lies in one line, and is the leftmost one there, then the longest, then that of the rule
// that comes first. It is never in a link or over a part of one, unless its rule wins. Time is
// linear in the text, whatever the pattern is, and the answer does not depend on how the text comes
// in chunks. docs/own_rules.md is for people who write rules. What lies behind this header needs
// RE2 and toml++.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/export.h"
#include "linkspan/linkspan.h"
#include "linkspan/result.h"

namespace linkspan::rules {
class Matcher;
}

namespace LINKSPAN_API linkspan {

// What may stand directly before and after a match.
enum class Beside : uint8_t {
  word,  // no letter, mark, digit or `_`: a whole word is looked for
  any,
};

struct Rule {
  // No match is longer, in bytes. Where a pattern goes on for longer, there is no match, and the
  // search goes on this far after its begin.
  static constexpr size_t kMostBytes = 1024;

  std::string name;     // for people: `rule` of the output
  std::string pattern;  // of RE2, for UTF-8; `^` and `$` are the ends of a line
  // `{1}` and `{name}` are groups of the pattern, `{0}` is the whole match: percent-encoded, but
  // for what is unreserved (RFC 3986, section 2.3). `{1:digits}` is only the digits of it. `{{` and
  // `}}` are braces.
  std::string uri;
  Beside beside = Beside::word;
  bool wins = false;  // over links that it overlaps, as long as they lie in the same line
  bool operator==(const Rule&) const = default;
};

// `PATTERN => URI`, as on the command line. Its name is the pattern. Fails with syntax.
Result<Rule> parse_rule(std::string_view text);

// Values of the parameters of a file: `{project}` in a template of its rules.
using RuleParameters = std::map<std::string, std::string, std::less<>>;

// The rules of a TOML file (docs/own_rules.md): `[[rule]]` with name, pattern, uri, beside, wins,
// and
// `[parameters]` with a default for each. Fails with syntax or invalid_argument; the message begins
// with `source_name`, line and column, and the position is the line.
Result<std::vector<Rule>> parse_rules(std::string_view toml, std::string_view source_name,
                                      const RuleParameters& parameters = {});

// A link of the Engine, or of a rule.
struct RuleLink {
  Span span;  // of a rule: Kind::custom and Form::rule, and no component is present
  std::string_view
      rule;         // the name of the rule; empty: the Engine found it. Lives as long as Rules
  std::string uri;  // from the template; empty where the Engine found it
};

// Rules that are ready to be used. Never changes; any number of threads may share it, and a copy
// costs nothing. Made without create(), it has none.
class Rules {
 public:
  Rules() = default;

  // Fails with invalid_argument where a pattern is none, matches nothing at all, or begins or ends
  // at the ends of the text, not of a line (\A, \z), or where a template makes no URI. The position
  // is the index of the rule; the message shows the place.
  static Result<Rules> create(std::vector<Rule> rules);

  bool empty() const { return matcher_ == nullptr; }
  const std::shared_ptr<const rules::Matcher>& matcher() const { return matcher_; }

 private:
  explicit Rules(std::shared_ptr<const rules::Matcher> matcher) : matcher_(std::move(matcher)) {}
  std::shared_ptr<const rules::Matcher> matcher_;
};

// All links of the text and all matches of the rules, in order; they do not overlap.
void find_links(const Engine& engine, const Rules& rules, std::string_view utf8,
                Sink<RuleLink> sink);

}  // namespace linkspan
