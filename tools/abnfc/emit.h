// SPDX-License-Identifier: Apache-2.0
// Writes automata out: as C++ tables, as a graph for dot, as a listing for people.
// Guarded by tests/abnfc_test.cc (Emit) and by every automaton of the library, which is such a
// header.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "abnfc/compile.h"
#include "abnfc/decisions.h"
#include "abnfc/pack.h"
#include "abnfc/words.h"

namespace linkspan::abnfc {

// What the header says about itself.
struct Provenance {
  std::string name;                  // lower_case_with_underscores, as is_automaton_name() wants it
  std::vector<std::string> sources;  // file names without directories
  std::vector<std::string> roots;
  std::vector<std::string> labels;
  WordColumns word_columns;
};

bool is_automaton_name(std::string_view name);

// iri_reference → kIriReference. REQUIRES: is_automaton_name(name).
std::string constant_name(std::string_view name);

// A header with `linkspan::automata::<constant_name>`.
std::string to_header(const Automaton& automaton, const Provenance& provenance);
std::string to_header(const PackedAutomaton& automaton, const Provenance& provenance);
std::string to_header(const WordAutomaton& automaton, const Provenance& provenance);
std::string to_header(const std::vector<WordRow>& rows, const Provenance& provenance);
// The rules, and in a namespace of the automaton's name the enumerations Id and Feature.
std::string to_header(const Decisions& decisions, const Provenance& provenance);

// Every state with its accept bits, its begin bits and where bytes lead:  7  accepts 0  A-Z a-z → 7
std::string to_listing(const Automaton& automaton);
// The same as a graph in the language of Graphviz.
std::string to_dot(const Automaton& automaton);
// In one line: states before and after, classes, bytes.
std::string to_sizes(const Automaton& automaton);
std::string to_sizes(const PackedAutomaton& automaton);
std::string to_sizes(const WordAutomaton& automaton);
std::string to_sizes(const std::vector<WordRow>& rows);
std::string to_sizes(const Decisions& decisions);

}  // namespace linkspan::abnfc
