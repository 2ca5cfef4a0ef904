// SPDX-License-Identifier: Apache-2.0
// The command abnfc compiles ABNF grammars, lists of words and lists of decisions to tables of C++
// constants. Its --help describes the options. This file parses them, reads files and prints.
// Exit status: 0 success; 1 an error in an input file, or a text that does not match; 2 wrong
// usage.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "abnfc/compile.h"
#include "abnfc/emit.h"
#include "abnfc/groups.h"
#include "abnfc/pack.h"
#include "abnfc/reader.h"
#include "abnfc/reference_matcher.h"
#include "abnfc/words.h"
#include "flags.h"

namespace linkspan::abnfc {
namespace {

// Exit status.
constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kWrongUsage = 2;

constexpr uintmax_t kMaxFileBytes = uintmax_t{16} << 20;

constexpr const char* kAbout =
    "Compiles ABNF grammars (RFC 5234, RFC 7405) into minimal automata over UTF-8 bytes, and "
    "writes\n"
    "them as tables of C++ constants for src/base/dfa.h.";

constexpr const char* kExamples =
    "Rules may refer to rules of any file given; core rules such as ALPHA are in core.abnf.\n"
    "grammars/README.md describes the dialect.\n"
    "\n"
    "Examples, in the folder grammars:\n"
    "  Check whether a text matches, and print its parts:\n"
    "    abnfc --match IRI 'http://example.org/é' --label ihost --label ipath-abempty \\\n"
    "          iri.abnf uri.abnf core.abnf\n"
    "  Write the header scheme.h with the constant linkspan::automata::kScheme:\n"
    "    abnfc --name scheme --rule scheme --output scheme.h uri.abnf core.abnf\n"
    "\n"
    "Exit status: 0 success; 1 an error in an input file, or a text that does not match; 2 wrong "
    "usage.";

struct Options {
  std::string name;
  std::string output;
  std::vector<std::string> rules;
  std::vector<std::string> labels;
  std::string words;
  std::string decisions;
  std::string groups;
  WordColumns word_columns;
  std::string dump;
  bool rows = false;
  bool short_words = false;
  bool packed = false;
  bool sizes = false;
  bool check = false;
  std::vector<std::string> match;
  std::vector<std::string> grammars;
};

void declare(tools::Flags& flags, Options& options) {
  flags.add("--name", options.name, "NAME",
            "write a C++ header; for the name iri_reference, it defines\n"
            "the constant linkspan::automata::kIriReference");
  flags.add("--output", options.output, "FILE", "the file for --name; default: standard output");
  flags.add("--rule", options.rules, "RULE",
            "a root of the automaton; may be repeated up to 8 times:\n"
            "the i-th root is bit i of Dfa::accepts");
  flags.add("--label", options.labels, "RULE",
            "report where a rule begins; may be repeated up to 16 times:\n"
            "the i-th is bit i of Dfa::begins; A/B is one label for two rules");
  flags.add("--packed", options.packed, "make a small PackedDfa of one rule without labels");
  flags.add("--words", options.words, "FILE",
            "make a WordDfa of this list: on each line a word, then optionally\n"
            "a value or flags");
  flags.add("--value", options.word_columns.values, "NAME",
            "a name for a value in --words; may be repeated; numbered from 1");
  flags.add("--flag", options.word_columns.flags, "NAME",
            "a name for a flag in --words; may be repeated up to 8 times:\n"
            "the i-th is bit i of the value");
  flags.add("--key", options.word_columns.keys, "NAME",
            "a key of the pairs key=text in --words; may be repeated");
  flags.add("--rows", options.rows,
            "with --words: write a table of the words and their texts, by key");
  flags.add("--short", options.short_words,
            "with --words: write a table of the words of at most eight bytes, too");
  flags.add("--decisions", options.decisions, "FILE",
            "make a table of this list: id | when | verdict | example | reason");
  flags.add("--groups", options.groups, "FILE",
            "make arrays of these lists: on each line the name of a list, then words");
  flags.add("--dump", options.dump, "states|dot|rules",
            "print the automaton, or the rules and their references");
  flags.add("--sizes", options.sizes, "print the size of the automaton");
  flags.add("--check", options.check, "check all rules, report all errors, write nothing");
  flags.add("--match", options.match, "RULE TEXT",
            "check whether the whole text matches; with --label, print where\n"
            "the labels are",
            2);
}

int wrong_usage(const std::string& message) {
  fmt::print(stderr, "abnfc: error: {}\nTry abnfc --help for the options and two examples.\n",
             message);
  return kWrongUsage;
}

// The first error in the options, if any.
std::optional<std::string> usage_error(const Options& options) {
  const bool makes_automaton =
      !options.name.empty() || options.sizes || options.dump == "states" || options.dump == "dot";
  if (!makes_automaton && options.dump.empty() && !options.check && options.match.empty()) {
    return "nothing to do: use --name, --dump, --sizes, --check or --match";
  }
  if (!options.dump.empty() && options.dump != "states" && options.dump != "dot" &&
      options.dump != "rules") {
    return "--dump is states, dot or rules";
  }
  if (!options.output.empty() && options.name.empty()) return "--output needs --name";
  if (!options.name.empty() && !is_automaton_name(options.name)) {
    return "--name consists of a-z, 0-9 and _, and begins with a letter";
  }
  if (options.rules.size() > kMaxRoots) return fmt::format("more than {} times --rule", kMaxRoots);
  if (options.labels.size() > kMaxLabels)
    return fmt::format("more than {} times --label", kMaxLabels);
  if (!options.decisions.empty() || !options.groups.empty()) {
    const bool has_more = !options.grammars.empty() || !options.words.empty() ||
                          !options.rules.empty() || !options.labels.empty() || options.packed ||
                          (!options.decisions.empty() && !options.groups.empty());
    if (has_more) {
      return "--decisions and --groups exclude grammars, --rule, --label, --words, --packed and "
             "each other";
    }
    return std::nullopt;
  }
  if (!options.words.empty()) {
    if (!options.grammars.empty() || !options.rules.empty() || !options.labels.empty()) {
      return "--words excludes grammars, --rule and --label";
    }
    if (!options.dump.empty() || !options.match.empty())
      return "--words excludes --dump and --match";
    if (options.packed) return "--words excludes --packed";
    if (options.rows && options.short_words) return "--rows excludes --short";
    const WordColumns& columns = options.word_columns;
    if (columns.values.size() > 255) return "more than 255 times --value";
    if (columns.flags.size() > kMaxWordFlags) {
      return fmt::format("more than {} times --flag", kMaxWordFlags);
    }
    if (!columns.values.empty() && !columns.flags.empty()) return "--value excludes --flag";
    return std::nullopt;
  }
  if (options.rows || options.short_words || !options.word_columns.values.empty() ||
      !options.word_columns.flags.empty() || !options.word_columns.keys.empty()) {
    return "--value, --flag, --key, --rows and --short need --words";
  }
  if (options.packed && (options.rules.size() != 1 || !options.labels.empty())) {
    return "--packed needs exactly one --rule and excludes --label";
  }
  if (options.grammars.empty()) return "no grammar given";
  if (makes_automaton && options.rules.empty()) return "an automaton needs at least one --rule";
  return std::nullopt;
}

std::optional<Source> read_source(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) {
    fmt::print(stderr, "abnfc: error: cannot read {}\n", path);
    return std::nullopt;
  }
  if (size > kMaxFileBytes) {
    fmt::print(stderr, "abnfc: error: {} is larger than {} bytes\n", path, kMaxFileBytes);
    return std::nullopt;
  }
  return Source{path, {std::istreambuf_iterator<char>(file), {}}};
}

std::optional<std::vector<Source>> read_sources(const std::vector<std::string>& paths) {
  std::vector<Source> sources;
  for (const std::string& path : paths) {
    auto source = read_source(path);
    if (!source) return std::nullopt;
    sources.push_back(std::move(*source));
  }
  return sources;
}

int report(const Diagnostics& diagnostics) {
  fmt::print(stderr, "{}", diagnostics.text());
  return kFailed;
}

int write_header(const Options& options, const std::string& header) {
  if (options.output.empty()) {
    fmt::print("{}", header);
    return kDone;
  }
  std::ofstream file(options.output, std::ios::binary);
  file << header;
  file.close();
  if (file) return kDone;
  fmt::print(stderr, "abnfc: error: cannot write {}\n", options.output);
  return kFailed;
}

Provenance provenance_of(const Options& options, const std::vector<Source>& sources) {
  Provenance provenance{options.name, {}, options.rules, options.labels, options.word_columns};
  for (const Source& source : sources) {
    provenance.sources.push_back(std::filesystem::path(source.name).filename().string());
  }
  return provenance;
}

int run_words(const Options& options) {
  const auto sources = read_sources({options.words});
  if (!sources) return kFailed;
  Diagnostics diagnostics(*sources);
  const auto write = [&](const auto& table) {
    if (!table) return report(diagnostics);
    if (options.sizes) fmt::print("{}\n", to_sizes(*table));
    if (options.name.empty()) return kDone;
    return write_header(options, to_header(*table, provenance_of(options, *sources)));
  };
  const WordColumns& columns = options.word_columns;
  if (options.rows) return write(read_word_rows(sources->front(), 0, columns, diagnostics));
  std::optional<WordAutomaton> words = compile_words(sources->front(), 0, columns, diagnostics);
  if (words && options.short_words) {
    words->short_words = make_short_words(words->view());
    if (!words->short_words) {
      diagnostics.error("the table of short words has no place for some of them");
      words.reset();
    }
  }
  return write(words);
}

// For read_decisions() and read_groups().
template <class Read>
int run_list(const Options& options, const std::string& file, const Read& read) {
  const auto sources = read_sources({file});
  if (!sources) return kFailed;
  Diagnostics diagnostics(*sources);
  const auto list = read(sources->front(), 0, diagnostics);
  if (!list) return report(diagnostics);
  if (options.sizes) fmt::print("{}\n", to_sizes(*list));
  if (options.name.empty()) return kDone;
  return write_header(options, to_header(*list, provenance_of(options, *sources)));
}

std::optional<RuleId> find_rule(const Grammar& grammar, const std::string& name,
                                Diagnostics& diagnostics) {
  const auto rule = grammar.find(name);
  if (!rule) diagnostics.error(fmt::format("there is no rule `{}` in these files", name));
  return rule;
}

// "ipath-abempty/ipath-absolute" → both rules.
std::vector<RuleId> find_label(const Grammar& grammar, const std::string& names,
                               Diagnostics& diagnostics) {
  std::vector<RuleId> rules;
  for (size_t begin = 0; begin <= names.size();) {
    const size_t end = std::min(names.find('/', begin), names.size());
    if (const auto rule = find_rule(grammar, names.substr(begin, end - begin), diagnostics)) {
      rules.push_back(*rule);
    }
    begin = end + 1;
  }
  return rules;
}

Request find_request(const Grammar& grammar, const std::vector<std::string>& roots,
                     const std::vector<std::string>& labels, Diagnostics& diagnostics) {
  Request request;
  for (const std::string& root : roots) {
    if (const auto rule = find_rule(grammar, root, diagnostics)) request.roots.push_back(*rule);
  }
  for (const std::string& label : labels) {
    request.labels.push_back(find_label(grammar, label, diagnostics));
  }
  return request;
}

void print_rules(const Grammar& grammar, const std::vector<Source>& sources) {
  for (RuleId id = 0; id < grammar.rules().size(); ++id) {
    const Rule& rule = grammar.rules()[id];
    std::vector<std::string> names;
    for (NodeId reference : grammar.references_of(id))
      names.push_back(grammar.node(reference).name);
    fmt::print("{:<24} {:<16} {}\n", rule.name,
               std::filesystem::path(sources[rule.position.source].name).filename().string(),
               fmt::join(names, " "));
  }
}

int run_match(const Options& options, const Grammar& grammar, Diagnostics& diagnostics) {
  const std::string& text = options.match[1];
  const Request request = find_request(grammar, {options.match[0]}, options.labels, diagnostics);
  if (!diagnostics.ok()) return report(diagnostics);
  const auto automaton = compile(grammar, request, diagnostics);
  if (!automaton) return report(diagnostics);
  if (!automaton->view().matches(text)) {
    fmt::print("no match\n");
    return kFailed;
  }
  fmt::print("match\n");
  if (options.labels.empty()) return kDone;
  const auto spans = ReferenceMatcher(grammar, text).labels(request.roots[0], request);
  for (const LabelSpan& span : *spans) {
    fmt::print("{:<16} {}..{}  {}\n", options.labels[span.label], span.begin, span.end,
               text.substr(span.begin, span.end - span.begin));
  }
  return kDone;
}

int run_pack(const Options& options, const std::vector<Source>& sources, const Automaton& automaton,
             Diagnostics& diagnostics) {
  const auto packed = pack(automaton, diagnostics);
  if (!packed) return report(diagnostics);
  if (options.sizes) fmt::print("packed: {}\n", to_sizes(*packed));
  if (options.name.empty()) return kDone;
  return write_header(options, to_header(*packed, provenance_of(options, sources)));
}

int run_compile(const Options& options, const std::vector<Source>& sources, const Grammar& grammar,
                Diagnostics& diagnostics) {
  const Request request = find_request(grammar, options.rules, options.labels, diagnostics);
  if (!diagnostics.ok()) return report(diagnostics);
  const auto automaton = compile(grammar, request, diagnostics);
  if (!automaton) return report(diagnostics);
  if (options.sizes) fmt::print("{}\n", to_sizes(*automaton));
  if (options.dump == "states") fmt::print("{}", to_listing(*automaton));
  if (options.dump == "dot") fmt::print("{}", to_dot(*automaton));
  if (options.packed) return run_pack(options, sources, *automaton, diagnostics);
  if (options.name.empty()) return kDone;
  return write_header(options, to_header(*automaton, provenance_of(options, sources)));
}

int run_grammars(const Options& options) {
  const auto sources = read_sources(options.grammars);
  if (!sources) return kFailed;
  Diagnostics diagnostics(*sources);
  const Grammar grammar = read_grammar(*sources, diagnostics);
  if (!diagnostics.ok()) return report(diagnostics);
  if (options.check) fmt::print("{} rules, no errors\n", grammar.rules().size());
  if (options.dump == "rules") print_rules(grammar, *sources);
  if (!options.match.empty()) return run_match(options, grammar, diagnostics);
  return options.rules.empty() ? kDone : run_compile(options, *sources, grammar, diagnostics);
}

}  // namespace

int run(int argc, char** argv) {
  Options options;
  tools::Flags flags;
  declare(flags, options);
  try {
    options.grammars = flags.parse(argc, argv);
  } catch (const tools::WrongFlags& wrong) {
    return wrong_usage(wrong.what());
  }
  if (flags.wants_help()) {
    fmt::print("{}\n\nUsage: abnfc [OPTION]... [GRAMMAR]...\n\n{}\n{}\n", kAbout, flags.help(),
               kExamples);
    return kDone;
  }
  if (const auto error = usage_error(options)) return wrong_usage(*error);
  if (!options.decisions.empty()) return run_list(options, options.decisions, read_decisions);
  if (!options.groups.empty()) return run_list(options, options.groups, read_groups);
  return options.words.empty() ? run_grammars(options) : run_words(options);
}

}  // namespace linkspan::abnfc

int main(int argc, char** argv) {
  try {
    return linkspan::abnfc::run(argc, argv);
  } catch (const std::exception& error) {  // out of memory, or standard output is closed
    std::fputs("abnfc: error: ", stderr);
    std::fputs(error.what(), stderr);
    std::fputs("\n", stderr);
    return 1;
  }
}
