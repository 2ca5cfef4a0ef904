// SPDX-License-Identifier: Apache-2.0
#include "cli/help.h"

#include <fmt/format.h>

#include <iterator>

#include "cli/markup.h"
#include "linkspan/iri.h"
#include "linkspan/linkspan.h"

namespace linkspan::command {
namespace {

constexpr size_t kNamesWidth = 30;  // before the brief texts of -h

constexpr std::string_view kWhereOptionsAre =
    "\n'linkspan scan -h' lists the options of a command, --help explains all.\n";

std::string names_and_value(const Option& option) {
  return option.is_flag() ? std::string(option.names)
                          : fmt::format("{} {}", option.names, option.value);
}

// `describe` writes one option.
template <class Describe>
std::string help_with(const Command& command, Describe describe) {
  std::string out = for_terminal(command.description, 0);
  out += fmt::format("\nUsage: linkspan {} {}\n", command.name, command.usage);
  const Option* before = nullptr;
  for (const Option& option : all_options()) {
    if ((option.of & command.of) == 0) continue;
    if (before == nullptr || before->group != option.group) {
      out += fmt::format("\n{}:\n", option.group);
    }
    out += describe(option);
    before = &option;
  }
  return out;
}

std::string in_one_line(const Option& option) {
  const std::string names = names_and_value(option);
  const bool fits = names.size() + 4 <= kNamesWidth;
  return fmt::format("  {:<{}}{}{}\n", names, fits ? kNamesWidth - 2 : 0,
                     fits ? "" : '\n' + std::string(kNamesWidth, ' '), option.brief);
}

std::string in_full(const Option& option) {
  std::string out = fmt::format("  {}\n{}", names_and_value(option), for_terminal(option.help, 6));
  if (!option.example.empty()) out += fmt::format("\n      Example: {}\n", option.example);
  return out + '\n';
}

// "For scan and pick." for an option that scan does not have, or that only it has.
std::string commands_with(const Option& option) {
  std::string names;
  for (const Command& command : all_commands()) {
    if ((option.of & command.of) == 0) continue;
    names += fmt::format("{}`{}`", names.empty() ? "" : ", ", command.name);
  }
  return "For " + names + '.';
}

std::string manual_options() {
  std::string out;
  const Option* before = nullptr;
  for (const Option& option : all_options()) {
    if (before == nullptr || before->group != option.group) {
      out += fmt::format("### {}\n\n", option.group);
    }
    before = &option;
    std::string about(option.help);
    about += "\n\n" + commands_with(option) + '\n';
    if (!option.example.empty()) about += fmt::format("\n> {}\n", option.example);
    const std::string body = indented(about);
    out += fmt::format("- `{}`  {}\n", names_and_value(option),
                       body.substr(body.find_first_not_of(' ')));
  }
  return out;
}

std::string manual_warnings() {
  std::string out;
  for (const Warning warning : kAllWarnings) {
    out += fmt::format("- `{}`  {}{}\n", to_string(warning), description(warning),
                       severity(warning) == Severity::serious ? " (serious)" : "");
  }
  return out;
}

void replace(std::string& text, std::string_view place, std::string_view by) {
  if (const size_t at = text.find(place); at != std::string::npos) {
    text.replace(at, place.size(), by);
  }
}

}  // namespace

std::string summary() { return fmt::format("{}\n{}", summary_text(), kWhereOptionsAre); }

std::string short_help(const Command& command) {
  const std::string_view examples = command.examples.substr(0, command.examples.find("\n\n"));
  return help_with(command, in_one_line) +
         fmt::format("\n{}\n\n'linkspan {} --help' explains the options.\n", examples,
                     command.name);
}

std::string long_help(const Command& command) {
  return help_with(command, in_full) + std::string(command.examples) + '\n';
}

std::string full_help() {
  std::string text = fmt::format("{}\n", summary_text());
  for (const Command& command : all_commands()) {
    const std::string title = fmt::format("linkspan {}", command.name);
    text += fmt::format("\n{}\n{:=<{}}\n{}", title, "", title.size(), long_help(command));
  }
  return text;
}

std::string manual_page(std::string_view page) {
  std::string text(page);
  replace(text, "@OPTIONS@\n", manual_options());
  replace(text, "@WARNINGS@\n", manual_warnings());
  return fmt::format(
      ".\\\" Made of man/linkspan.1.txt and the table of options in "
      "tools/linkspan/cli/options.cc.\n"
      ".TH LINKSPAN 1 \"\" \"linkspan {}\" \"User Commands\"\n{}",
      version(), for_man(text));
}

}  // namespace linkspan::command
