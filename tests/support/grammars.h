// SPDX-License-Identifier: Apache-2.0
// Compiles rules of grammars/*.abnf in the test itself, with tools/abnfc as a library.
#pragma once

#include <string>
#include <vector>

#include "abnfc/compile.h"
#include "abnfc/grammar.h"
#include "abnfc/source.h"

namespace linkspan::test {

// core.abnf, uri.abnf, iri.abnf, email.abnf and text.abnf. Throws std::runtime_error where one is
// missing.
std::vector<abnfc::Source> all_grammars();

// Throws std::runtime_error with abnfc's messages when the grammar has errors.
abnfc::Grammar read_or_throw(const std::vector<abnfc::Source>& sources);

// An automaton for the rules, where bit i of accepts is for rule i; labels as in `abnfc --label`,
// without the grouping by `/`. Throws std::runtime_error when a rule is missing.
abnfc::Automaton compile_or_throw(const abnfc::Grammar& grammar,
                                  const std::vector<std::string>& roots,
                                  const std::vector<std::string>& labels = {});

}  // namespace linkspan::test
