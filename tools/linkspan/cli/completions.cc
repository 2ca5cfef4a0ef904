// SPDX-License-Identifier: Apache-2.0
// Scripts that complete the command line in bash, zsh and fish. The build installs them where the
// shells look for them. Guarded by tests/command/cli/command_words_test.cc.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/help.h"

namespace linkspan::command {
namespace {

// Without a command, linkspan scans.
constexpr std::string_view kDefaultCommand = "scan";

template <class Parts>
std::string joined(const Parts& parts, std::string_view separator) {
  std::string all;
  for (const auto& part : parts) (all += all.empty() ? "" : separator) += part;
  return all;
}

std::vector<const Option*> options_of(const Command& command) {
  std::vector<const Option*> options;
  for (const Option& option : all_options()) {
    if ((option.of & command.of) != 0) options.push_back(&option);
  }
  return options;
}

// "-m" and "--max-count".
std::vector<std::string> names_of(const Option& option) {
  std::vector<std::string> names;
  if (option.letter() != 0) names.push_back({'-', option.letter()});
  if (option.long_name().starts_with("--")) names.emplace_back(option.long_name());
  return names;
}

std::string all_names(const Command& command) {
  std::vector<std::string> names;
  for (const Option* const option : options_of(command)) {
    for (const std::string& name : names_of(*option)) names.push_back(name);
  }
  return joined(names, " ");
}

std::string command_names() {
  std::vector<std::string_view> names;
  for (const Command& command : all_commands()) names.push_back(command.name);
  return joined(names, " ");
}

// The first word after the name of the command, if not a file.
std::vector<std::string> verbs_of(const Command& command) {
  return command.of == kIri ? iri_verbs() : std::vector<std::string>();
}

// --- bash

std::string bash_values(const Command& command) {
  std::string cases;
  for (const Option* const option : options_of(command)) {
    if (option->is_flag()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : names_of(*option)) {
      patterns.push_back(fmt::format("{}:{}", command.name, name));
    }
    const std::string values = option->words().empty()
                                   ? "COMPREPLY=($(compgen -f -- \"$current\"))"
                                   : fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$current\"))",
                                                 joined(option->words(), " "));
    cases += fmt::format("    {}) {}; return;;\n", joined(patterns, "|"), values);
  }
  return cases;
}

// The word after the name of a command with verbs.
std::string bash_verbs(const Command& command) {
  const std::vector<std::string> verbs = verbs_of(command);
  if (verbs.empty()) return {};
  return fmt::format(
      "  if [[ $command == {0} && ${{COMP_WORDS[1]}} == {0} ]] && ((COMP_CWORD == 2)); then\n"
      "    COMPREPLY=($(compgen -W '{1}' -- \"$current\"))\n"
      "    return\n"
      "  fi\n",
      command.name, joined(verbs, " "));
}

std::string bash_script() {
  std::string values, options, verbs;
  for (const Command& command : all_commands()) {
    values += bash_values(command);
    options += fmt::format("      {}) COMPREPLY=($(compgen -W '{}' -- \"$current\"));;\n",
                           command.name, all_names(command));
    verbs += bash_verbs(command);
  }
  const std::string names = command_names();
  return fmt::format(R"(# Completion of linkspan for bash; made by `linkspan completions bash`.
_linkspan() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  local command={}
  case " {} " in *" ${{COMP_WORDS[1]}} "*) ((COMP_CWORD > 1)) && command=${{COMP_WORDS[1]}};; esac
  case $command:$previous in
{}  esac
  if [[ $current == -* ]]; then
    case $command in
{}    esac
    return
  fi
{}  COMPREPLY=($(compgen -f -- "$current"))
  ((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W '{}' -- "$current"))
}}
complete -o filenames -F _linkspan linkspan
)",
                     kDefaultCommand, names, values, options, verbs, names);
}

// --- zsh

// Text in the brackets of an option of _arguments, in single quotes.
std::string zsh_text(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') quoted += '\\';
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted;
}

std::string zsh_options(const Command& command) {
  std::string lines;
  for (const Option* const option : options_of(command)) {
    for (const std::string& name : names_of(*option)) {
      std::string value;
      if (!option->words().empty()) {
        value = fmt::format(":value:({})", zsh_text(joined(option->words(), " ")));
      } else if (!option->is_flag()) {
        value = fmt::format(":{}:_files", zsh_text(option->value));
      }
      lines += fmt::format("      '{}[{}]{}' \\\n", name, zsh_text(option->brief), value);
    }
  }
  return lines;
}

std::string zsh_script() {
  std::string names, cases;
  for (const Command& command : all_commands()) {
    names += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.summary));
    const std::string listed = joined(verbs_of(command), " ");
    const std::string verbs = listed.empty() ? "" : fmt::format("      '1:verb:({})' \\\n", listed);
    cases += fmt::format("    {}) _arguments -s \\\n{}{}      '*:file:_files';;\n", command.name,
                         zsh_options(command), verbs);
  }
  return fmt::format(R"(#compdef linkspan
# Completion of linkspan for zsh; made by `linkspan completions zsh`.
_linkspan() {{
  local -a commands
  commands=(
{0}  )
  local command={1}
  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
    _describe command commands
    _files
    return
  fi
  local -a names=({2})
  if ((${{names[(Ie)$words[2]]}})); then
    command=$words[2]
    shift words
    ((CURRENT--))
  fi
  case $command in
{3}  esac
}}
_linkspan "$@"
)",
                     names, kDefaultCommand, command_names(), cases);
}

// --- fish

std::string fish_text(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted;
}

std::string fish_options(const Command& command, const std::string& condition) {
  std::string lines;
  for (const Option* const option : options_of(command)) {
    std::string names;
    for (const std::string& name : names_of(*option)) {
      const bool is_long = name.starts_with("--");
      names += fmt::format(" -{} {}", is_long ? 'l' : 's', name.substr(is_long ? 2 : 1));
    }
    std::string value;
    if (!option->words().empty()) {
      value = fmt::format(" -x -a '{}'", joined(option->words(), " "));
    } else if (!option->is_flag()) {
      value = " -r";
    }
    lines += fmt::format("complete -c linkspan -n '{}'{}{} -d '{}'\n", condition, names, value,
                         fish_text(option->brief));
  }
  return lines;
}

std::string fish_script() {
  std::string script = "# Completion of linkspan for fish; made by `linkspan completions fish`.\n";
  std::vector<std::string_view> others;
  for (const Command& command : all_commands()) {
    if (command.name != kDefaultCommand) others.push_back(command.name);
    script += fmt::format("complete -c linkspan -n __fish_use_subcommand -a {} -d '{}'\n",
                          command.name, fish_text(command.summary));
  }
  for (const Command& command : all_commands()) {
    const std::string condition = command.name == kDefaultCommand
                                      ? "not __fish_seen_subcommand_from " + joined(others, " ")
                                      : fmt::format("__fish_seen_subcommand_from {}", command.name);
    script += fish_options(command, condition);
    const std::string verbs = joined(verbs_of(command), " ");
    if (!verbs.empty()) {
      script += fmt::format("complete -c linkspan -n '{}' -f -a '{}'\n", condition, verbs);
    }
  }
  return script;
}

}  // namespace

std::optional<std::string> completion_script(std::string_view shell) {
  if (shell == "bash") return bash_script();
  if (shell == "zsh") return zsh_script();
  if (shell == "fish") return fish_script();
  return std::nullopt;
}

}  // namespace linkspan::command
