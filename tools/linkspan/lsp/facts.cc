// SPDX-License-Identifier: Apache-2.0
#include "lsp/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "linkspan/render.h"

namespace linkspan::command::lsp {
namespace {

struct Fact {
  std::string_view label;
  std::vector<std::string> values;  // from the document, shown with ` = ` between them
  std::string sentence = {};        // our own text
};

std::vector<std::string> hosts_of(const std::string& uri) {
  Link link;
  link.uri = uri;
  link.span.kind = uri.starts_with("mailto:") ? Kind::email : Kind::url;
  const std::string ascii(render::destination_of(link));
  if (ascii.empty()) return {};
  const std::string unicode = iri::host_to_unicode(ascii).value_or(ascii);
  if (unicode == iri::fold_host(ascii)) return {ascii};
  return {unicode, ascii};
}

std::vector<Fact> facts_of(const LinkFacts& facts) {
  std::vector<Fact> all = {{"URI", {facts.uri}}};
  if (std::string iri = iri_for_people(facts.uri); iri != facts.uri) {
    all.push_back({"IRI", {std::move(iri)}});
  }
  if (std::vector<std::string> hosts = hosts_of(facts.uri); !hosts.empty()) {
    all.push_back({"Host", std::move(hosts)});
  }
  if (!facts.rule.empty()) all.push_back({"Rule", {facts.rule}});
  for (const Warning warning : facts.warnings) {
    const std::string_view label =
        severity(warning) == Severity::serious ? "\u26A0 Warning" : "Note";
    all.push_back({label, {}, fmt::format("{} ({})", description(warning), to_string(warning))});
  }
  return all;
}

// A code span of CommonMark (0.31, section 6.1): its fence is longer than any row of back-quotes in
// the text.
std::string code_span(std::string_view text) {
  size_t row = 0, longest = 0;
  for (const char c : text) {
    row = c == '`' ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  const std::string fence(longest + 1, '`');
  const char* const space = longest > 0 ? " " : "";
  return fmt::format("{0}{1}{2}{1}{0}", fence, space, text);
}

}  // namespace

std::string iri_for_people(const std::string& uri) {
  const Result<std::string> iri = iri::to_iri(uri);
  return iri.ok() ? base::printable(iri.value()) : uri;
}

std::string plain_text(const LinkFacts& facts) {
  std::string text;
  for (const Fact& fact : facts_of(facts)) {
    text += fmt::format("{}{}: ", text.empty() ? "" : "\n", fact.label);
    for (size_t i = 0; i < fact.values.size(); ++i) {
      (text += i > 0 ? " = " : "") += base::printable(fact.values[i]);
    }
    text += fact.sentence;
  }
  return text;
}

std::string markdown(const LinkFacts& facts) {
  std::string text;
  for (const Fact& fact : facts_of(facts)) {
    text += fmt::format("{}**{}:** ", text.empty() ? "" : "  \n", fact.label);
    for (size_t i = 0; i < fact.values.size(); ++i) {
      (text += i > 0 ? " = " : "") += code_span(base::printable(fact.values[i]));
    }
    text += fact.sentence;
  }
  return text;
}

}  // namespace linkspan::command::lsp
