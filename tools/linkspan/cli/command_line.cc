// SPDX-License-Identifier: Apache-2.0
#include "cli/command_line.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <optional>
#include <utility>

#include "base/printable.h"
#include "cli/completions.h"
#include "cli/help_texts.h"
#include "cli/option_groups.h"
#include "cli/option_list.h"
#include "common/io.h"
#include "common/suggestions.h"
#include "common/wrong_usage.h"

namespace linkspan::command {
namespace {

CommandLine answered(std::string_view text) {
  CommandLine line;
  line.outcome = CommandLine::Outcome::answered;
  line.answer = text;
  return line;
}

std::string version_line() { return fmt::format("linkspan {}\n", version()); }

// Declares the options that all commands have, then parses. Answers --help and --version; otherwise
// returns the result of `take` for the operands.
template <class Take>
CommandLine parse_with(OptionList& options, const std::vector<std::string>& arguments, Take take,
                       const char* help = "-h,--help") {
  bool wants_version = false;
  options.add_flag("--version", wants_version, "The version of the program");
  options.add_help(help, "This help");
  if (options.parse(arguments) == OptionList::Asked::help) return answered(options.help());
  return wants_version ? answered(version_line()) : take(options.operands());
}

// The arguments that decide what is written: not those about the number of processes, and about
// messages.
std::vector<std::string> deciding(const std::vector<std::string>& arguments) {
  constexpr std::array<std::string_view, 3> kShares = {"--jobs", "--task", "--of"};
  constexpr std::array<std::string_view, 5> kFlags = {"--progress", "--no-progress", "--verbose",
                                                      "-s", "--no-messages"};
  std::vector<std::string> kept;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    if (std::find(kFlags.begin(), kFlags.end(), argument) != kFlags.end()) continue;
    const std::string_view name = std::string_view(argument).substr(0, argument.find('='));
    if (std::find(kShares.begin(), kShares.end(), name) == kShares.end()) {
      kept.push_back(argument);
    } else if (name.size() == argument.size()) {
      ++i;  // the value
    }
  }
  return kept;
}

CommandLine parse_scan(const std::vector<std::string>& arguments) {
  RawScanOptions raw;
  OptionList options({"linkspan scan", "Usage: linkspan scan [OPTION]... [FILE|DIRECTORY]...\n",
                      kScanDescription, kScanExamples});
  declare_scan_options(options, raw);
  // -h is --no-filename, as in grep; alone it can only mean help.
  const bool is_help = arguments.size() == 1 && arguments[0] == "-h";
  const auto take = [&](std::vector<std::string> inputs) -> CommandLine {
    ScanSettings settings = scan_settings(std::move(inputs), raw);
    settings.output.options = deciding(arguments);
    return {CommandLine::Outcome::scan, std::move(settings), {}, {}, {}, {}, {}, {}};
  };
  return parse_with(options, is_help ? std::vector<std::string>{"--help"} : arguments, take,
                    "--help");
}

CommandLine parse_render(const std::vector<std::string>& arguments) {
  RawRenderOptions raw;
  OptionList options({"linkspan render", "Usage: linkspan render [OPTION]... [FILE|DIRECTORY]...\n",
                      kRenderDescription, kRenderExamples});
  declare_render_options(options, raw);
  return parse_with(options, arguments, [&](std::vector<std::string> inputs) -> CommandLine {
    return {CommandLine::Outcome::render,
            {},
            render_settings(std::move(inputs), raw),
            {},
            {},
            {},
            {},
            {}};
  });
}

CommandLine parse_explain(const std::vector<std::string>& arguments) {
  RawEngineOptions raw;
  RawRuleOptions rules;
  OptionList options({"linkspan explain", "Usage: linkspan explain [OPTION]... [TEXT]...\n",
                      kExplainDescription, kExplainExamples});
  declare_engine_options(options, raw);
  declare_rule_options(options, rules);
  return parse_with(options, arguments, [&](std::vector<std::string> texts) -> CommandLine {
    if (raw.profile == kProfileByName) {
      throw WrongUsage{"--profile auto chooses by the names of files, and explain reads no files"};
    }
    ExplainSettings settings{std::move(texts), engine_options(raw), rules_of(rules)};
    return {CommandLine::Outcome::explain, {}, {}, std::move(settings), {}, {}, {}, {}};
  });
}

CommandLine parse_pick(const std::vector<std::string>& arguments) {
  RawPickOptions raw;
  OptionList options({"linkspan pick", "Usage: linkspan pick [OPTION]... [FILE|DIRECTORY]...\n",
                      kPickDescription, kPickExamples});
  declare_pick_options(options, raw);
  return parse_with(options, arguments, [&](std::vector<std::string> inputs) -> CommandLine {
    PickSettings settings = pick_settings(std::move(inputs), raw);
    return {CommandLine::Outcome::pick, {}, {}, {}, std::move(settings), {}, {}, {}};
  });
}

CommandLine parse_iri(const std::vector<std::string>& arguments) {
  RawIriOptions raw;
  OptionList options({"linkspan iri", "Usage: linkspan iri VERB [OPTION]... [IRI]...\n",
                      kIriDescription, kIriExamples});
  declare_iri_options(options, raw);
  return parse_with(options, arguments, [&](std::vector<std::string> operands) -> CommandLine {
    IriSettings settings = iri_settings(std::move(operands), raw);
    return {CommandLine::Outcome::iri, {}, {}, {}, {}, std::move(settings), {}, {}};
  });
}

CommandLine parse_lsp(const std::vector<std::string>& arguments) {
  RawLspOptions raw;
  OptionList options(
      {"linkspan lsp", "Usage: linkspan lsp [OPTION]...\n", kLspDescription, kLspExamples});
  declare_lsp_options(options, raw);
  return parse_with(
      options, arguments, [&](const std::vector<std::string>& operands) -> CommandLine {
        LspSettings settings = lsp_settings(operands, raw);
        return {CommandLine::Outcome::lsp, {}, {}, {}, {}, {}, std::move(settings), {}};
      });
}

struct Command {
  const char* name;
  const char* summary;
  CommandLine (*parse)(const std::vector<std::string>& arguments);
};
constexpr Command kCommands[] = {{"scan", "find links", parse_scan},
                                 {"render", "the text with clickable links", parse_render},
                                 {"pick", "choose links from a list", parse_pick},
                                 {"explain", "why something is a link, or is not", parse_explain},
                                 {"iri", "map, compare, resolve and inspect IRIs", parse_iri},
                                 {"lsp", "links in an editor, as a language server", parse_lsp}};
constexpr const char* kOtherCommands[] = {"help", "version", "completions"};

const Command* command_named(std::string_view name) {
  const auto found = std::find_if(std::begin(kCommands), std::end(kCommands),
                                  [name](const Command& command) { return name == command.name; });
  return found == std::end(kCommands) ? nullptr : found;
}

// Names the nearest command to a word that is neither a command nor a file.
[[noreturn]] void throw_unknown_command(const std::string& word) {
  std::vector<std::string> names(std::begin(kOtherCommands), std::end(kOtherCommands));
  std::string listed;
  for (const Command& command : kCommands) {
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

std::string help_of(const Command& command) { return command.parse({"--help"}).answer; }

CommandLine short_help() { return answered(std::string(kSummary) += kWhereOptionsAre); }

// The options of all commands.
CommandLine full_help() {
  std::string text(kSummary);
  for (const Command& command : kCommands) {
    const std::string heading = fmt::format("linkspan {}", command.name);
    text += fmt::format("\n{}\n{:=<{}}\n{}", heading, "", heading.size(), help_of(command));
  }
  return answered(text);
}

CommandLine help(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return short_help();
  const std::string& name = arguments[0];
  if (const Command* const command = command_named(name)) return answered(help_of(*command));
  const bool is_in_short_help =
      std::count(std::begin(kOtherCommands), std::end(kOtherCommands), name) > 0;
  if (is_in_short_help) return short_help();
  throw_unknown_command(name);
}

CommandLine completions(const std::vector<std::string>& arguments) {
  std::vector<CommandHelp> commands;
  for (const Command& command : kCommands) {
    commands.push_back({command.name, command.summary, help_of(command), {}});
    if (command.parse == parse_iri) commands.back().verbs = iri_verbs();
  }
  const std::string shell = arguments.size() == 1 ? arguments[0] : std::string();
  const std::optional<std::string> script = completion_script(shell, commands);
  if (!script) throw WrongUsage{"completions are for bash, zsh or fish: linkspan completions bash"};
  return answered(*script);
}

bool is_there(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0;
}

// Without arguments, and with a terminal as standard input, the user wants help.
CommandLine parse_nothing() { return isatty(STDIN_FILENO) == 1 ? short_help() : parse_scan({}); }

CommandLine parse_any(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return parse_nothing();
  const std::string& word = arguments[0];
  const std::vector<std::string> rest(arguments.begin() + 1, arguments.end());
  if (const Command* const command = command_named(word)) return command->parse(rest);
  if (word == "help") return help(rest);
  if (word == "version" || word == "--version") return answered(version_line());
  if (word == "completions") return completions(rest);
  if (word == "--help") return full_help();
  if (word == "-h" && rest.empty()) return short_help();
  if (word.starts_with('-') || is_there(word)) return parse_scan(arguments);
  throw_unknown_command(word);
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& arguments) {
  try {
    return parse_any(arguments);
  } catch (const WrongUsage& wrong) {
    report_wrong_usage(wrong.sentence);
    return {};
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
