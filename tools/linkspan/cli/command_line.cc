// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>

#include "base/printable.h"
#include "cli/arguments.h"
#include "cli/help.h"
#include "common/io.h"
#include "common/option_values.h"
#include "input/formats.h"
#include "linkspan/linkspan.h"

namespace linkspan::command {
namespace {

constexpr const char* kOtherCommands[] = {"help", "version", "completions"};

std::string version_line() { return fmt::format("linkspan {}\n", version()); }

CommandLine settings_of(Of command, const Arguments& given) {
  switch (command) {
    case kRender:
      return render_settings(given);
    case kPick:
      return pick_settings(given);
    case kExplain:
      return explain_settings(given);
    case kIri:
      return iri_settings(given);
    case kLsp:
      return lsp_settings(given);
    default:
      return scan_settings(given);
  }
}

CommandLine parse(const Command& command, const std::vector<std::string>& words) {
  // -h is --no-filename in scan, as in grep; alone it can only mean help.
  if (words == std::vector<std::string>{"-h"}) return Answered{short_help(command)};
  const Arguments given(command.of, words);
  if (given.has("--help")) return Answered{long_help(command)};
  if (given.has("--version")) return Answered{version_line()};
  if ((command.of & (kScan | kRender | kPick)) != 0 && given.value("--from") == kHelpOnFormats) {
    return Answered{help_on_formats()};
  }
  return settings_of(command.of, given);
}

const Command* command_named(std::string_view name) {
  const auto& commands = all_commands();
  const auto found = std::find_if(commands.begin(), commands.end(),
                                  [name](const Command& command) { return name == command.name; });
  return found == commands.end() ? nullptr : &*found;
}

// Names the nearest command to a word that is neither a command nor a file.
[[noreturn]] void throw_unknown_command(const std::string& word) {
  std::vector<std::string> names(std::begin(kOtherCommands), std::end(kOtherCommands));
  std::string listed;
  for (const Command& command : all_commands()) {
    names.emplace_back(command.name);
    (listed += listed.empty() ? "" : ", ") += command.name;
  }
  const std::string nearest = nearest_word(word, names);
  if (nearest.empty()) {
    throw WrongUsage{
        fmt::format("there is no command and no file '{}'; the commands are: {}", word, listed)};
  }
  throw WrongUsage{
      fmt::format("there is no command and no file '{}'; did you mean {}?", word, nearest)};
}

CommandLine help(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return Answered{summary()};
  const std::string& name = arguments[0];
  if (const Command* const command = command_named(name)) return Answered{long_help(*command)};
  const bool is_in_summary =
      std::count(std::begin(kOtherCommands), std::end(kOtherCommands), name) > 0;
  if (is_in_summary) return Answered{summary()};
  throw_unknown_command(name);
}

CommandLine completions(const std::vector<std::string>& arguments) {
  const std::string shell = arguments.size() == 1 ? arguments[0] : std::string();
  const std::optional<std::string> script = completion_script(shell);
  if (!script) throw WrongUsage{"completions are for bash, zsh or fish: linkspan completions bash"};
  return Answered{*script};
}

bool is_there(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0;
}

CommandLine parse_any(const std::vector<std::string>& arguments) {
  const Command& scan = *command_named("scan");
  // Without arguments, and with a terminal as standard input, the user wants help.
  if (arguments.empty()) {
    return isatty(STDIN_FILENO) == 1 ? Answered{summary()} : parse(scan, arguments);
  }
  const std::string& word = arguments[0];
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (const Command* const command = command_named(word)) return parse(*command, rest);
  if (word == "help") return help(rest);
  if (word == "version" || word == "--version") return Answered{version_line()};
  if (word == "completions") return completions(rest);
  if (word == "--help") return Answered{full_help()};
  if (word == "-h" && rest.empty()) return Answered{summary()};
  if (word.starts_with('-') || is_there(word)) return parse(scan, arguments);
  throw_unknown_command(word);
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
  try {
    return parse_any(arguments);
  } catch (const WrongUsage& wrong) {
    report_wrong_usage(wrong.sentence);
    return Wrong{};
  }
}

// Lines after the first, such as a pattern with a caret, are printed as they are.
void report_wrong_usage(std::string_view sentence) {
  const size_t end = std::min(sentence.find('\n'), sentence.size());
  report_problem(sentence.substr(0, end));
  for (std::string_view rest = sentence.substr(end); !rest.empty();) {
    const size_t line = std::min(rest.find('\n', 1), rest.size());
    const std::string shown = base::printable(rest.substr(1, line - 1));
    std::fprintf(stderr, "%s\n", shown.c_str());
    rest.remove_prefix(line);
  }
  std::fputs("Try 'linkspan help' or 'linkspan --help'.\n", stderr);
}

}  // namespace linkspan::command
