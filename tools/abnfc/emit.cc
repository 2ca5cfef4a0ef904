// SPDX-License-Identifier: Apache-2.0
#include "abnfc/emit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace linkspan::abnfc {
namespace {

constexpr size_t kLineWidth = 100;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

// `inline constexpr <type> <name>[] = { … };` in lines of kLineWidth.
template <class T>
std::string to_array(std::string_view type, std::string_view name, const std::vector<T>& numbers) {
  std::string text = fmt::format("inline constexpr {} {}[{}] = {{\n", type, name,
                                 std::max<size_t>(numbers.size(), 1));
  std::string line = "   ";
  for (T number : numbers) {
    const std::string next = fmt::format(" {},", number);
    if (line.size() + next.size() > kLineWidth) {
      text += line + "\n";
      line = "   ";
    }
    line += next;
  }
  return text + line + "\n};\n";
}

// `ipath-abempty/ipath-empty` → ipath_abempty
std::string identifier(std::string_view name) {
  std::string text(name.substr(0, name.find('/')));
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

// An enumeration of the names, numbered from 0; if `is_mask`, each is a bit. Empty without names.
std::string to_enum_of(std::string_view head, const std::vector<std::string>& names,
                       bool is_mask = false) {
  if (names.empty()) return "";
  std::string text = fmt::format("enum {} : uint8_t {{", head);
  for (size_t i = 0; i < names.size(); ++i) {
    text += fmt::format("{}{}", i == 0 ? " " : ", ", identifier(names[i]));
    if (is_mask) text += fmt::format(" = {}", 1u << i);
  }
  return text + " };\n";
}

// What the numbers and bits of the tables mean, in a namespace with the name of the list.
std::string to_enums(const Provenance& from) {
  std::vector<std::string> values = from.word_columns.values;
  if (!values.empty()) values.insert(values.begin(), "none");
  const std::string text =
      to_enum_of("Root", from.roots, true) + to_enum_of("class Label", from.labels) +
      to_enum_of("class Value", values) + to_enum_of("class Flag", from.word_columns.flags) +
      to_enum_of("Key", from.word_columns.keys);
  if (text.empty()) return "";
  return fmt::format("namespace {0} {{\n{1}}}  // namespace {0}\n\n", from.name, text);
}

std::string head(const Provenance& from, const std::string& sizes,
                 std::string_view more_headers = "") {
  return fmt::format("// Made from {} by tools/abnfc; do not edit.\n//\n",
                     fmt::join(from.sources, ", ")) +
         fmt::format(
             "// {}\n#pragma once\n\n#include <cstdint>\n\n#include \"base/decision.h\"\n#include "
             "\"base/dfa.h\"\n{}\n"
             "namespace linkspan::automata {{\n\n",
             sizes, more_headers) +
         to_enums(from);
}

std::string byte_name(unsigned byte) {
  if (byte > 0x20 && byte < 0x7F && byte != '-' && byte != '"' && byte != '\\') {
    return std::string(1, static_cast<char>(byte));
  }
  return fmt::format("%{:02X}", byte);
}

// For each successor that is not dead, the ranges of bytes that lead to it.
std::map<uint16_t, std::string> edges_of(const base::Dfa& dfa, uint16_t state) {
  std::map<uint16_t, std::string> edges;
  for (unsigned first = 0, last = 0; first < 256; first = last + 1) {
    const uint16_t target = dfa.step(state, static_cast<uint8_t>(first));
    last = first;
    while (last < 255 && dfa.step(state, static_cast<uint8_t>(last + 1)) == target) ++last;
    if (target == base::Dfa::kDead) continue;
    std::string& bytes = edges[target];
    if (!bytes.empty()) bytes += ' ';
    bytes += byte_name(first);
    if (last > first) bytes += '-' + byte_name(last);
  }
  return edges;
}

// " accepts 0,2"; empty if no bit is set.
std::string bits(std::string_view what, unsigned mask) {
  std::string text;
  for (unsigned bit = 0; mask >> bit != 0; ++bit) {
    if ((mask >> bit & 1) == 0) continue;
    text += text.empty() ? fmt::format(" {} {}", what, bit) : fmt::format(",{}", bit);
  }
  return text;
}

std::string about_state(const base::Dfa& dfa, uint16_t state) {
  return fmt::format("{}{}{}", state, bits("accepts", dfa.accepts[state]),
                     bits("begins", dfa.begins[state]));
}

// A C++ string literal: "a\"b".
std::string to_literal(std::string_view text) {
  std::string literal = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + '"';
}

}  // namespace

bool is_automaton_name(std::string_view name) {
  if (name.empty() || !is_lower(name[0])) return false;
  for (char c : name) {
    if (!is_lower(c) && !(c >= '0' && c <= '9') && c != '_') return false;
  }
  return true;
}

std::string constant_name(std::string_view name) {
  std::string constant = "k";
  bool word_begins = true;
  for (char c : name) {
    if (c != '_') constant += word_begins && is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
    word_begins = c == '_';
  }
  return constant;
}

std::string to_header(const Automaton& automaton, const Provenance& provenance) {
  const std::string name = constant_name(provenance.name);
  return head(provenance, to_sizes(automaton)) +
         to_array("uint8_t", name + "ByteClass", automaton.byte_class) +
         to_array("uint16_t", name + "Next", automaton.next) +
         to_array("uint8_t", name + "Accepts", automaton.accepts) +
         to_array("uint16_t", name + "Begins", automaton.begins) +
         fmt::format(
             "\ninline constexpr base::Dfa {0} = {{\n    {0}ByteClass, {0}Next, {0}Accepts, "
             "{0}Begins, {1}, {2},\n}};\n\n}}  // namespace linkspan::automata\n",
             name, automaton.state_count, automaton.class_count);
}

namespace {

constexpr std::string_view kSmallTables = "#include \"base/small_tables.h\"\n";

// `plain`, or `small` for programs that make their tables when they start (base/small_tables.h).
std::string in_two_forms(std::string_view small, std::string_view plain) {
  return fmt::format("\n#ifdef LINKSPAN_SMALL_TABLES\n{}#else\n{}#endif\n", small, plain);
}

// The tables of base::make_targets().
struct TargetSteps {
  std::vector<uint8_t> sizes;
  std::vector<uint8_t> rows;
  std::vector<int16_t> steps;
};

// SAFETY: fewer than 256 targets, as there are no more classes; pack() refuses more rows.
TargetSteps steps_of(const PackedAutomaton& automaton) {
  TargetSteps to;
  std::map<size_t, std::vector<uint16_t>> last;  // by size
  for (size_t begin = 0; begin < automaton.targets.size();) {
    size_t end = begin + 1;
    while (end < automaton.targets.size() && automaton.targets[end] != base::PackedDfa::kDead)
      ++end;
    const size_t size = end - begin - 1;
    to.sizes.push_back(static_cast<uint8_t>(size));
    std::vector<uint16_t>& of_size = last[size];
    of_size.resize(size);
    for (size_t i = 0; i < size; ++i) {
      const base::PackedDfa::State target = automaton.targets[begin + 1 + i];
      const auto list = static_cast<uint16_t>(target);
      to.rows.push_back(
          static_cast<uint8_t>((target >> base::PackedDfa::kListBits) / automaton.class_count));
      to.steps.push_back(static_cast<int16_t>(list - of_size[i]));
      of_size[i] = list;
    }
    begin = end;
  }
  return to;
}

}  // namespace

std::string to_header(const PackedAutomaton& automaton, const Provenance& provenance) {
  const std::string name = constant_name(provenance.name);
  const TargetSteps to = steps_of(automaton);
  const std::string small =
      to_array("uint8_t", name + "Sizes", to.sizes) + to_array("uint8_t", name + "Rows", to.rows) +
      to_array("int16_t", name + "Steps", to.steps) +
      fmt::format(
          "inline const base::Targets<{1}> {0}Made({0}Sizes, {2}, {0}Rows, {0}Steps, {3});\n"
          "inline constexpr const uint32_t* {0}Targets = {0}Made.targets;\n",
          name, automaton.targets.size(), to.sizes.size(), automaton.class_count);
  return head(provenance, to_sizes(automaton), kSmallTables) +
         to_array("uint8_t", name + "ByteClass", automaton.byte_class) +
         to_array("uint8_t", name + "Choices", automaton.choices) +
         in_two_forms(small, to_array("uint32_t", name + "Targets", automaton.targets)) +
         fmt::format(
             "\ninline constexpr base::PackedDfa {0} = {{\n    {0}ByteClass, {0}Choices, "
             "{0}Targets, "
             "{1}, {2},\n}};\n\n}}  // namespace linkspan::automata\n",
             name, automaton.view().start, automaton.first_accepting);
}

namespace {

// The members of a base::ShortWords, in lines.
template <class T>
std::string to_member(const std::vector<T>& numbers) {
  std::string text = "    {{\n";
  std::string line = "       ";
  for (const T number : numbers) {
    const std::string next = fmt::format(" {:#x},", number);
    if (line.size() + next.size() > kLineWidth) {
      text += line + "\n";
      line = "       ";
    }
    line += next;
  }
  return text + line + "\n    }},\n";
}

std::string type_of(const ShortWordTable& table) {
  return fmt::format("ShortWords<{}, {}, base::Values::{}>", table.words.size(), table.steps.size(),
                     table.values.empty() ? "all_are_1" : "differ");
}

std::string to_constant(const ShortWordTable& table, std::string_view name) {
  return fmt::format("inline constexpr base::{} {}Short = {{\n", type_of(table), name) +
         to_member(table.words) +
         to_member(table.values.empty() ? std::vector<uint8_t>{1} : table.values) +
         to_member(table.steps) + "};\n";
}

std::string to_made_constant(const ShortWordTable& table, const std::string& name) {
  return to_array("uint8_t", name + "ShortSteps", table.steps) +
         fmt::format("inline const base::Made{0} {1}Short({1}, {1}ShortSteps);\n", type_of(table),
                     name);
}

// The list as a tree, its states in the order of their sizes.
std::string to_word_tree(const WordAutomaton& automaton, const std::string& name) {
  std::vector<size_t> states = {0};
  std::vector<uint8_t> edges;
  std::vector<uint8_t> bytes;
  std::vector<uint8_t> values;
  for (size_t i = 0; i < states.size(); ++i) {
    const size_t first = automaton.first_edge[states[i]];
    const size_t end = automaton.first_edge[states[i] + 1];
    values.push_back(automaton.value[states[i]]);
    edges.push_back(static_cast<uint8_t>(end - first));
    for (size_t edge = first; edge < end; ++edge) {
      bytes.push_back(automaton.edge_byte[edge]);
      states.push_back(automaton.edge_target[edge]);
    }
  }
  return to_array("uint8_t", name + "TreeEdges", edges) +
         to_array("uint8_t", name + "TreeBytes", bytes) +
         to_array("uint8_t", name + "TreeValues", values) +
         fmt::format(
             "inline const base::FirstEdges<{1}> {0}Made({0}TreeEdges);\n"
             "inline constexpr base::WordDfa {0} = {{\n    {0}Made.numbers, {0}TreeBytes, "
             "base::kNextStates.states, {0}TreeValues, {1}, {2},\n}};\n",
             name, states.size(), bytes.size());
}

std::string to_word_dfa(const WordAutomaton& automaton, std::string_view name) {
  return fmt::format(
      "inline constexpr base::WordDfa {0} = {{\n    {0}FirstEdge, {0}EdgeByte, "
      "{0}EdgeTarget, {0}Value, {1}, {2},\n}};\n",
      name, automaton.value.size(), automaton.edge_byte.size());
}

}  // namespace

std::string to_header(const WordAutomaton& automaton, const Provenance& provenance) {
  const std::string name = constant_name(provenance.name);
  const auto& short_words = automaton.short_words;
  const std::string dfa = to_word_dfa(automaton, name);
  return head(provenance, to_sizes(automaton), kSmallTables) +
         to_array("uint16_t", name + "FirstEdge", automaton.first_edge) +
         to_array("uint8_t", name + "EdgeByte", automaton.edge_byte) +
         to_array("uint16_t", name + "EdgeTarget", automaton.edge_target) +
         to_array("uint8_t", name + "Value", automaton.value) +
         in_two_forms(fmt::format("namespace constant {{\n{}}}\n", dfa) +
                          to_word_tree(automaton, name) +
                          (short_words ? to_made_constant(*short_words, name) : ""),
                      fmt::format("{}namespace constant {{\nusing automata::{};\n}}\n", dfa, name) +
                          (short_words ? to_constant(*short_words, name) : "")) +
         "\n}  // namespace linkspan::automata\n";
}

std::string to_header(const std::vector<WordRow>& rows, const Provenance& provenance) {
  std::string text =
      head(provenance, to_sizes(rows)) +
      fmt::format("inline constexpr base::WordRow<{}> {}[{}] = {{\n",
                  provenance.word_columns.keys.size(), constant_name(provenance.name), rows.size());
  for (const WordRow& row : rows) {
    std::vector<std::string> texts;
    for (std::string_view known : row.texts) texts.push_back(to_literal(known));
    text += fmt::format("    {{{}, {{{}}}}},\n", to_literal(row.word), fmt::join(texts, ", "));
  }
  return text + "};\n\n}  // namespace linkspan::automata\n";
}

namespace {

std::string to_enum(std::string_view name, const std::vector<std::string_view>& values) {
  return fmt::format("enum class {} : uint8_t {{\n  {},\n}};\n", name, fmt::join(values, ",\n  "));
}

std::string to_row(const Decision& rule) {
  std::vector<std::string> conditions;
  for (const Condition& condition : rule.when) {
    conditions.push_back(fmt::format("{{{}, {}}}", condition.feature, condition.wanted));
  }
  return fmt::format("    {{{}, {}, {}, {}, {}, {{{{{}}}}}}},\n", to_literal(rule.id),
                     to_literal(rule.verdict), to_literal(rule.example), to_literal(rule.reason),
                     rule.when.size(), fmt::join(conditions, ", "));
}

}  // namespace

std::string to_header(const Decisions& decisions, const Provenance& provenance) {
  std::vector<std::string_view> ids;
  for (const Decision& rule : decisions.rules) ids.push_back(rule.id);
  std::string text = head(provenance, to_sizes(decisions)) +
                     fmt::format("namespace {} {{\n\n", provenance.name) + to_enum("Id", ids) +
                     "\n" + to_enum("Feature", decisions.features) +
                     fmt::format("\n}}  // namespace {}\n\n", provenance.name) +
                     fmt::format("inline constexpr base::Decision {}[{}] = {{\n",
                                 constant_name(provenance.name), ids.size());
  for (const Decision& rule : decisions.rules) text += to_row(rule);
  return text + "};\n\n}  // namespace linkspan::automata\n";
}

std::string to_header(const std::vector<WordGroup>& groups, const Provenance& provenance) {
  std::string text = head(provenance, to_sizes(groups), "#include <string_view>\n") +
                     fmt::format("namespace {} {{\n\n", provenance.name);
  for (const WordGroup& group : groups) {
    std::vector<std::string> words;
    for (const std::string_view word : group.words) words.push_back(to_literal(word));
    text += fmt::format("inline constexpr std::string_view {}[] = {{\n    {},\n}};\n",
                        constant_name(group.name), fmt::join(words, ",\n    "));
  }
  return text + fmt::format("\n}}  // namespace {}\n}}  // namespace linkspan::automata\n",
                            provenance.name);
}

std::string to_listing(const Automaton& automaton) {
  const base::Dfa dfa = automaton.view();
  std::string text;
  for (uint16_t state = base::Dfa::kStart; state < dfa.state_count; ++state) {
    text += about_state(dfa, state) + "\n";
    for (const auto& [target, bytes] : edges_of(dfa, state)) {
      text += fmt::format("    {} → {}\n", bytes, target);
    }
  }
  return text;
}

std::string to_dot(const Automaton& automaton) {
  const base::Dfa dfa = automaton.view();
  std::string text = "digraph automaton {\n  rankdir=LR;\n  node [shape=circle];\n";
  for (uint16_t state = base::Dfa::kStart; state < dfa.state_count; ++state) {
    text += fmt::format("  {} [label=\"{}\"{}];\n", state, about_state(dfa, state),
                        dfa.accepts[state] != 0 ? ", shape=doublecircle" : "");
    for (const auto& [target, bytes] : edges_of(dfa, state)) {
      text += fmt::format("  {} -> {} [label=\"{}\"];\n", state, target, bytes);
    }
  }
  return text + "}\n";
}

std::string to_sizes(const Automaton& automaton) {
  return fmt::format(
      "{} states, {} byte classes, {} bytes of tables (NFA {} states, DFA {} before "
      "minimising)",
      automaton.state_count, automaton.class_count, automaton.table_bytes(), automaton.nfa_states,
      automaton.subset_states);
}

std::string to_sizes(const PackedAutomaton& automaton) {
  return fmt::format("{} states, {} bytes of tables", automaton.states.size(),
                     automaton.table_bytes());
}

std::string to_sizes(const WordAutomaton& automaton) {
  return fmt::format("{} words, {} states, {} edges, {} bytes of tables", automaton.word_count,
                     automaton.value.size(), automaton.edge_byte.size(), automaton.table_bytes());
}

std::string to_sizes(const Decisions& decisions) {
  return fmt::format("{} rules, {} features", decisions.rules.size(), decisions.features.size());
}

std::string to_sizes(const std::vector<WordGroup>& groups) {
  return fmt::format("{} lists of words", groups.size());
}

std::string to_sizes(const std::vector<WordRow>& rows) {
  return fmt::format("{} words", rows.size());
}

}  // namespace linkspan::abnfc
