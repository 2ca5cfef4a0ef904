// SPDX-License-Identifier: Apache-2.0
// Writes automata as C++ tables, as a graph for Graphviz, and as a listing.
// Guarded by tests/grammars/abnfc_test.cc (Emit), and by every test of the library, which is built
// with these headers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "abnfc/compile.h"
#include "abnfc/decisions.h"
#include "abnfc/groups.h"
#include "abnfc/pack.h"
#include "abnfc/words.h"

namespace linkspan::abnfc {

// What an automaton is made of.
struct Provenance {
  std::string name;                  // REQUIRES: is_automaton_name(name)
  std::vector<std::string> sources;  // file names without directories
  std::vector<std::string> roots;
  std::vector<std::string> labels;
  WordColumns word_columns;
};

// A lower-case letter, then lower-case letters, digits and `_`.
bool is_automaton_name(std::string_view name);

// iri_reference → kIriReference. REQUIRES: is_automaton_name(name).
std::string constant_name(std::string_view name);

// A header that defines `linkspan::automata::<constant_name>`, and in `linkspan::automata::<name>`
// what the numbers in it mean: Root (bits of Dfa::accepts), Label (bits of Dfa::begins), Value,
// Flag (bits of the value) and Key (of WordRow::texts).
std::string to_header(const Automaton& automaton, const Provenance& provenance);
std::string to_header(const PackedAutomaton& automaton, const Provenance& provenance);
std::string to_header(const WordAutomaton& automaton, const Provenance& provenance);
std::string to_header(const std::vector<WordRow>& rows, const Provenance& provenance);
// Also defines the enumerations Id and Feature, in a namespace with the name of the list.
std::string to_header(const Decisions& decisions, const Provenance& provenance);

// A header that defines an array of each list, in a namespace with the name of the file.
std::string to_header(const std::vector<WordGroup>& groups, const Provenance& provenance);

// Each state with its accept bits, begin bits and transitions:  7  accepts 0  A-Z a-z → 7
std::string to_listing(const Automaton& automaton);
// The same as a graph in Graphviz's DOT language.
std::string to_dot(const Automaton& automaton);
// One line with the sizes.
std::string to_sizes(const Automaton& automaton);
std::string to_sizes(const PackedAutomaton& automaton);
std::string to_sizes(const WordAutomaton& automaton);
std::string to_sizes(const std::vector<WordRow>& rows);
std::string to_sizes(const Decisions& decisions);
std::string to_sizes(const std::vector<WordGroup>& groups);

}  // namespace linkspan::abnfc
