// SPDX-License-Identifier: Apache-2.0
#include "tests/support/grammars.h"

#include <stdexcept>

#include "abnfc/reader.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace {

abnfc::RuleId find_or_throw(const abnfc::Grammar& grammar, const std::string& name) {
  const auto rule = grammar.find(name);
  if (!rule) throw std::runtime_error("no rule " + name);
  return *rule;
}

}  // namespace

std::vector<abnfc::Source> all_grammars() {
  std::vector<abnfc::Source> sources;
  for (const char* name : {"core.abnf", "uri.abnf", "iri.abnf", "email.abnf", "text.abnf"}) {
    sources.push_back({name, read_file(source_dir() / "grammars" / name)});
  }
  return sources;
}

abnfc::Grammar read_or_throw(const std::vector<abnfc::Source>& sources) {
  abnfc::Diagnostics diagnostics(sources);
  abnfc::Grammar grammar = abnfc::read_grammar(sources, diagnostics);
  if (!diagnostics.ok()) throw std::runtime_error(diagnostics.text());
  return grammar;
}

abnfc::Automaton compile_or_throw(const abnfc::Grammar& grammar,
                                  const std::vector<std::string>& roots,
                                  const std::vector<std::string>& labels) {
  abnfc::Request request;
  for (const std::string& root : roots) request.roots.push_back(find_or_throw(grammar, root));
  for (const std::string& label : labels) request.labels.push_back({find_or_throw(grammar, label)});
  const std::vector<abnfc::Source> no_sources;
  abnfc::Diagnostics diagnostics(no_sources);
  auto automaton = abnfc::compile(grammar, request, diagnostics);
  if (!automaton) throw std::runtime_error("the automaton is too large");
  return std::move(*automaton);
}

}  // namespace linkspan::test
