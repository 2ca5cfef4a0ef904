// SPDX-License-Identifier: Apache-2.0
// Parses and checks the arguments of the command, and answers questions for help.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/commands.h"
#include "iri/verbs.h"
#include "lsp/lsp_command.h"
#include "output/scan_settings.h"

namespace linkspan::command {

struct Answered {
  std::string text;  // to be printed: help or the version
};
struct Wrong {};  // an error was printed

using CommandLine = std::variant<Wrong, Answered, ScanSettings, RenderSettings, PickSettings,
                                 ExplainSettings, IriSettings, LspSettings>;

// `arguments` are those after the name of the program.
CommandLine parse_command_line(const std::vector<std::string>& arguments);

// Prints the sentence on standard error, and where to find help.
void report_wrong_usage(std::string_view sentence);

}  // namespace linkspan::command
