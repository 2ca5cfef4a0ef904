// SPDX-License-Identifier: Apache-2.0
#include "linkspan/explain.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/printable.h"
#include "base/utf8.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "common/io.h"
#include "linkspan/document.h"

namespace linkspan::command {
namespace {

// The trigger.
std::string_view character_at(std::string_view text, uint64_t offset) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  const auto* const end = begin + text.size();
  return text.substr(offset, base::decode(begin + offset, end, base::Text::complete).length);
}

// A rule that decided, and what would be there without it.
void append_rule(std::string& out, std::string_view text, const DecidingRule& rule) {
  const std::string otherwise =
      rule.otherwise ? base::printable(text.substr(rule.otherwise->begin, rule.otherwise->size()))
                     : "no link";
  fmt::format_to(std::back_inserter(out), "      by rule {}: {}; without it: {}\n", rule.id,
                 rule.reason, otherwise);
}

void append_candidate(std::string& out, std::string_view text, const Candidate& candidate) {
  const auto append_to = std::back_inserter(out);
  const std::string place = fmt::format("{}-{}", candidate.range.begin, candidate.range.end);
  fmt::format_to(append_to, "{}  {:<10} {}\n", candidate.link ? "link" : "none", place,
                 base::printable(text.substr(candidate.range.begin, candidate.range.size())));
  if (candidate.link) {
    fmt::format_to(append_to, "      {}, form {}, ended by {}: {}\n",
                   to_string(candidate.link->kind), to_string(candidate.link->form), candidate.rule,
                   candidate.reason);
  } else {
    fmt::format_to(append_to, "      at the '{}' of byte {}, {}: {}\n",
                   base::printable(character_at(text, candidate.trigger)), candidate.trigger,
                   candidate.rule, candidate.reason);
  }
  for (const DecidingRule& rule : candidate.decided_by) append_rule(out, text, rule);
}

// The matches of the user's own rules, after the candidates of the scanner. Returns whether there
// is any.
bool append_rules(Output& output, std::string_view text, const Options& options,
                  const Rules& rules) {
  if (rules.empty()) return false;
  Document document{text, {}};
  document.options.rules = rules;
  bool is_any = false;
  const auto take = [&](const Link& link) {
    if (link.rule.empty()) return;
    is_any = true;
    const std::string place = fmt::format("{}-{}", link.span.range.begin, link.span.range.end);
    fmt::format_to(std::back_inserter(output.buffer()),
                   "link  {:<10} {}\n      {}, form {}, by rule {}: leads to {}\n", place,
                   base::printable(link.text), to_string(link.span.kind), to_string(link.span.form),
                   base::printable(link.rule), link.uri);
    output.flush_when_full();
  };
  const auto read = linkify(document, Engine::create(options).value(), take);
  return read.ok() && is_any;
}

// REQUIRES: the options are valid.
void explain_text(std::string_view text, const Options& options, const Rules& rules,
                  Output& output) {
  const std::vector<Candidate> candidates = explain(text, options).value();
  for (const Candidate& candidate : candidates) {
    append_candidate(output.buffer(), text, candidate);
    output.flush_when_full();
  }
  if (append_rules(output, text, options, rules)) return;
  if (candidates.empty()) output.buffer() += "nothing in it looks like the start of a link\n";
}

// All of it; nothing if it cannot be read, with errno set.
std::optional<std::string> read_standard_input() {
  std::string text;
  for (;;) {
    const size_t before = text.size();
    text.resize(before + kBlockBytes);
    const ssize_t got = read_some(STDIN_FILENO, text.data() + before, kBlockBytes);
    text.resize(before + static_cast<size_t>(std::max<ssize_t>(got, 0)));
    if (got < 0) return std::nullopt;
    if (got == 0) return text;
  }
}

}  // namespace

int run_explain(const ExplainSettings& settings) {
  if (const auto checked = explain({}, settings.options); !checked.ok()) {
    report_wrong_usage(checked.error().message);
    return kWrongUsage;
  }
  Output output(STDOUT_FILENO);
  int status = kDone;
  for (const std::string& given : settings.texts) {
    const std::optional<std::string> text = given == "-" ? read_standard_input() : given;
    if (text) {
      explain_text(*text, settings.options, settings.rules, output);
    } else {
      report_system_error(given, errno);
      status = kIncomplete;
    }
  }
  output.flush();
  return output.state() == Output::State::failed ? kIncomplete : status;
}

}  // namespace linkspan::command
