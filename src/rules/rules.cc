// SPDX-License-Identifier: Apache-2.0
// The user's own rules: how they are made, and the search in a text in memory.
#include "linkspan/rules.h"

#include "base/ascii.h"
#include "rules/compiled_rules.h"

namespace linkspan {
namespace {

std::string_view without_blanks_around(std::string_view text) {
  while (!text.empty() && base::is_ascii_white_space(static_cast<unsigned char>(text.front()))) {
    text.remove_prefix(1);
  }
  while (!text.empty() && base::is_ascii_white_space(static_cast<unsigned char>(text.back()))) {
    text.remove_suffix(1);
  }
  return text;
}

}  // namespace

Result<Rule> parse_rule(std::string_view text) {
  constexpr std::string_view kArrow = " => ";
  const size_t arrow = text.rfind(kArrow);
  const std::string_view pattern = without_blanks_around(text.substr(0, arrow));
  const std::string_view uri = arrow == std::string_view::npos
                                   ? std::string_view()
                                   : without_blanks_around(text.substr(arrow + kArrow.size()));
  if (pattern.empty() || uri.empty()) {
    return Error{ErrorCode::syntax, 0,
                 "'" + std::string(text) +
                     "' is not a rule; a rule is a pattern and the URI of its links, such as "
                     "BUG-(\\d+) => https://bugs.example.org/{1}"};
  }
  return Rule{std::string(pattern), std::string(pattern), std::string(uri)};
}

Result<Rules> Rules::create(std::vector<Rule> rules, const BuiltIn& built_in) {
  if (rules.empty() && built_in.empty()) return Rules();
  auto compiled = rules::CompiledRules::create(std::move(rules), built_in);
  if (!compiled) return compiled.error();
  return Rules(std::move(compiled).value());
}

void find_links(const Engine& engine, const Rules& rules, std::string_view utf8,
                Sink<RuleLink> sink) {
  if (rules.empty()) {
    engine.scan(utf8, [&](const Span& span) { return sink({span, {}, {}}); });
    return;
  }
  Stream stream = engine.open();
  const std::unique_ptr<rules::Search> search = rules.matcher()->open();
  search->feed(utf8, stream, sink);
  search->finish(stream, sink);
}

}  // namespace linkspan
