// SPDX-License-Identifier: Apache-2.0
#include "cli/completions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <sstream>

namespace linkspan::command {
namespace {

// Without a command, linkspan scans.
constexpr std::string_view kDefaultCommand = "scan";

struct ListedOption {
  std::vector<std::string> names;   // "-m", "--max-count"
  std::string placeholder;          // of its value; empty if it takes none
  std::vector<std::string> values;  // if there are only these
  std::string summary;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string all;
  for (const std::string& part : parts) (all += all.empty() ? "" : separator) += part;
  return all;
}

// The line of help `  NAMES PLACEHOLDER   summary`; the summary may be in the next line.
ListedOption parse_option(const std::string& line, const std::string& next) {
  constexpr size_t kIndent = 2;
  const size_t end_of_names = std::min(line.find(' ', kIndent), line.size());
  ListedOption option;
  option.names = split(line.substr(kIndent, end_of_names - kIndent), ',');
  size_t at = end_of_names;
  const bool has_placeholder = at + 1 < line.size() && line[at + 1] != ' ';
  if (has_placeholder) {
    const size_t end = std::min(line.find(' ', at + 1), line.size());
    option.placeholder = line.substr(at + 1, end - at - 1);
    at = end;
  }
  if (option.placeholder.find('|') != std::string::npos) {
    option.values = split(option.placeholder, '|');
  }
  size_t summary = line.find_first_not_of(' ', at);
  const std::string& from = summary == std::string::npos ? next : line;
  if (summary == std::string::npos) summary = next.find_first_not_of(' ');
  if (summary != std::string::npos) option.summary = from.substr(summary);
  return option;
}

std::vector<ListedOption> options_in(const std::string& help) {
  const std::vector<std::string> lines = split(help, '\n');
  std::vector<ListedOption> options;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].starts_with("  -")) continue;
    options.push_back(parse_option(lines[i], i + 1 < lines.size() ? lines[i + 1] : ""));
  }
  return options;
}

std::string all_names(const std::vector<ListedOption>& options) {
  std::vector<std::string> names;
  for (const ListedOption& option : options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return joined(names, " ");
}

std::string command_names(const std::vector<CommandHelp>& commands) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const CommandHelp& command : commands) names.push_back(command.name);
  return joined(names, " ");
}

// --- bash

std::string bash_values(const CommandHelp& command) {
  std::string cases;
  for (const ListedOption& option : options_in(command.help)) {
    if (option.placeholder.empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) patterns.push_back(command.name + ':' + name);
    const std::string values = option.values.empty()
                                   ? "COMPREPLY=($(compgen -f -- \"$current\"))"
                                   : fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$current\"))",
                                                 joined(option.values, " "));
    cases += fmt::format("    {}) {}; return;;\n", joined(patterns, "|"), values);
  }
  return cases;
}

// The word after the name of a command with verbs.
std::string bash_verbs(const CommandHelp& command) {
  if (command.verbs.empty()) return {};
  return fmt::format(
      "  if [[ $command == {0} && ${{COMP_WORDS[1]}} == {0} ]] && ((COMP_CWORD == 2)); then\n"
      "    COMPREPLY=($(compgen -W '{1}' -- \"$current\"))\n"
      "    return\n"
      "  fi\n",
      command.name, joined(command.verbs, " "));
}

std::string bash_script(const std::vector<CommandHelp>& commands) {
  std::string values, options, verbs;
  for (const CommandHelp& command : commands) {
    values += bash_values(command);
    options += fmt::format("      {}) COMPREPLY=($(compgen -W '{}' -- \"$current\"));;\n",
                           command.name, all_names(options_in(command.help)));
    verbs += bash_verbs(command);
  }
  const std::string names = command_names(commands);
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
std::string zsh_text(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') quoted += '\\';
    quoted += c == '\'' ? "'\\''" : std::string(1, c);
  }
  return quoted;
}

std::string zsh_options(const CommandHelp& command) {
  std::string lines;
  for (const ListedOption& option : options_in(command.help)) {
    for (const std::string& name : option.names) {
      std::string value;
      if (!option.values.empty()) {
        value = fmt::format(":value:({})", zsh_text(joined(option.values, " ")));
      } else if (!option.placeholder.empty()) {
        value = fmt::format(":{}:_files", zsh_text(option.placeholder));
      }
      lines += fmt::format("      '{}[{}]{}' \\\n", name, zsh_text(option.summary), value);
    }
  }
  return lines;
}

std::string zsh_script(const std::vector<CommandHelp>& commands) {
  std::string names, cases;
  for (const CommandHelp& command : commands) {
    names += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.summary));
    const std::string verbs =
        command.verbs.empty() ? ""
                              : fmt::format("      '1:verb:({})' \\\n", joined(command.verbs, " "));
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
                     names, kDefaultCommand, command_names(commands), cases);
}

// --- fish

std::string fish_text(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted;
}

std::string fish_options(const CommandHelp& command, const std::string& condition) {
  std::string lines;
  for (const ListedOption& option : options_in(command.help)) {
    std::string names;
    for (const std::string& name : option.names) {
      const bool is_long = name.starts_with("--");
      names += fmt::format(" -{} {}", is_long ? 'l' : 's', name.substr(is_long ? 2 : 1));
    }
    std::string value;
    if (!option.values.empty()) {
      value = fmt::format(" -x -a '{}'", joined(option.values, " "));
    } else if (!option.placeholder.empty()) {
      value = " -r";
    }
    lines += fmt::format("complete -c linkspan -n '{}'{}{} -d '{}'\n", condition, names, value,
                         fish_text(option.summary));
  }
  return lines;
}

std::string fish_script(const std::vector<CommandHelp>& commands) {
  std::string script = "# Completion of linkspan for fish; made by `linkspan completions fish`.\n";
  std::vector<std::string> others;
  for (const CommandHelp& command : commands) {
    if (command.name != kDefaultCommand) others.push_back(command.name);
    script += fmt::format("complete -c linkspan -n __fish_use_subcommand -a {} -d '{}'\n",
                          command.name, fish_text(command.summary));
  }
  for (const CommandHelp& command : commands) {
    const std::string condition = command.name == kDefaultCommand
                                      ? "not __fish_seen_subcommand_from " + joined(others, " ")
                                      : "__fish_seen_subcommand_from " + command.name;
    script += fish_options(command, condition);
    if (!command.verbs.empty()) {
      script += fmt::format("complete -c linkspan -n '{}' -f -a '{}'\n", condition,
                            joined(command.verbs, " "));
    }
  }
  return script;
}

}  // namespace

std::optional<std::string> completion_script(std::string_view shell,
                                             const std::vector<CommandHelp>& commands) {
  if (shell == "bash") return bash_script(commands);
  if (shell == "zsh") return zsh_script(commands);
  if (shell == "fish") return fish_script(commands);
  return std::nullopt;
}

}  // namespace linkspan::command
