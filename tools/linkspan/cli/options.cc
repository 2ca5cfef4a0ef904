// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "common/option_values.h"
#include "input/formats.h"
#include "output/form.h"

namespace linkspan::command {

// man/options.txt; made by CMakeLists.txt.
extern const std::string_view kOptionsText;

namespace {

// Placeholders of values whose words are in a table of the code.
constexpr std::pair<std::string_view, std::string_view> kWordTables[] = {
    {"FORMS", kAlternatives<kOutputForms>},
    {"HOST-FORMS", kAlternatives<kHostForms>},
    {"INPUT-FORMATS", kAlternatives<kOffered<Offered::to_scan>>},
    {"INPUT-FORMATS-SHOWN", kAlternatives<kOffered<Offered::to_all>>}};

constexpr std::pair<std::string_view, Of> kNames[] = {{"scan", kScan}, {"render", kRender},
                                                      {"pick", kPick}, {"explain", kExplain},
                                                      {"iri", kIri},   {"lsp", kLsp}};

struct Tables {
  std::string_view summary;
  std::vector<Command> commands;
  std::vector<Option> options;
};

// Takes the text up to `mark`, and that from the text.
std::string_view take_until(std::string_view& text, std::string_view mark) {
  const size_t end = std::min(text.find(mark), text.size());
  const std::string_view taken = text.substr(0, end);
  text.remove_prefix(std::min(end + mark.size(), text.size()));
  return taken;
}

std::string_view trimmed(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of('\n'), text.size());
  return text.substr(begin, text.find_last_not_of('\n') + 1 - begin);
}

Of command_of(std::string_view name) {
  for (const auto& [word, of] : kNames) {
    if (word == name) return of;
  }
  throw std::logic_error(fmt::format("man/options.txt: no command {}", name));
}

Command command_of(std::string_view head, std::string_view body) {
  Command command;
  command.name = take_until(head, " ");
  command.of = command_of(command.name);
  command.usage = head;
  command.summary = take_until(body, "\n");
  const size_t examples = std::min(body.find("\nExamples"), body.size());
  command.description = trimmed(body.substr(0, examples));
  command.examples = trimmed(body.substr(examples));
  return command;
}

// `-m, --max-count N  scan pick`, and the texts below it.
Option option_of(std::string_view head, std::string_view body, std::string_view group) {
  Option option;
  std::string_view value = take_until(head, "  ");
  const size_t of_names = std::min(value.find(' ', value.find(", ") == 2 ? 4 : 0), value.size());
  option.names = value.substr(0, of_names);
  option.value = value.substr(std::min(of_names + 1, value.size()));
  for (const auto& [placeholder, words] : kWordTables) {
    if (option.value == placeholder) option.value = words;
  }
  option.group = group;
  while (!head.empty()) {
    const std::string_view word = take_until(head, " ");
    if (word == "several") {
      option.takes = Takes::several;
    } else if (word == "list") {
      option.takes = Takes::list;
    } else if (word == "optional") {
      option.takes = Takes::optional;
    } else {
      option.of |= command_of(word);
    }
  }
  option.brief = take_until(body, "\n");
  option.help = trimmed(take_until(body, "\n> "));
  option.example = body;
  return option;
}

bool is_head(std::string_view line) {
  return line.starts_with('#') || (line.size() > 1 && line[0] == '-' && line[1] != ' ');
}

Tables read_tables(std::string_view text) {
  Tables tables;
  std::string_view group;
  while (!text.empty()) {
    std::string_view head = take_until(text, "\n");
    size_t end = 0;  // of its body
    while (end < text.size() && !is_head(text.substr(end))) {
      end = std::min(text.find('\n', end), text.size() - 1) + 1;
    }
    const std::string_view body = trimmed(text.substr(0, end));
    text.remove_prefix(end);
    if (head.starts_with("## ")) {
      group = head.substr(3);
    } else if (head == "# linkspan") {
      tables.summary = body;
    } else if (head.starts_with("# ")) {
      tables.commands.push_back(command_of(head.substr(2), body));
    } else {
      tables.options.push_back(option_of(head, body, group));
    }
  }
  return tables;
}

const Tables& tables() {
  static const Tables kTables = read_tables(kOptionsText);
  return kTables;
}

}  // namespace

std::string_view summary_text() { return tables().summary; }
const std::vector<Command>& all_commands() { return tables().commands; }
const std::vector<Option>& all_options() { return tables().options; }

char Option::letter() const { return names.size() > 1 && names[1] != '-' ? names[1] : '\0'; }

std::string_view Option::long_name() const {
  const size_t comma = names.find(", ");
  return comma == std::string_view::npos ? names : names.substr(comma + 2);
}

bool Option::is_named(std::string_view name) const {
  return name == long_name() || (name.size() == 2 && name[0] == '-' && name[1] == letter());
}

bool Option::may_be_value(std::string_view word) const {
  const std::vector<std::string_view> known = words();
  if (std::find(known.begin(), known.end(), word) != known.end()) return true;
  return known.back() == "REGIONS" && !word.empty() &&
         std::all_of(word.begin(), word.end(),
                     [](char c) { return (c >= 'A' && c <= 'Z') || c == ','; });
}

std::vector<std::string_view> Option::words() const {
  std::vector<std::string_view> words;
  if (value.find('|') == std::string_view::npos) return words;
  for (std::string_view rest = value; !rest.empty();) words.push_back(take_until(rest, "|"));
  return words;
}

}  // namespace linkspan::command
