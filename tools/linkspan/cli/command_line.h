// SPDX-License-Identifier: Apache-2.0
// Parses and checks the arguments of the command, and answers questions for help.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "iri/verbs.h"
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

// From the arguments of a command to its settings. All functions throw WrongUsage.
//
//   cli/settings_read.cc      what is read, and which links are found and kept
//   cli/settings_scan.cc      scan
//   cli/settings_commands.cc  the other commands
ScanSettings scan_settings(const Arguments& given);
RenderSettings render_settings(const Arguments& given);
PickSettings pick_settings(const Arguments& given);
ExplainSettings explain_settings(const Arguments& given);
IriSettings iri_settings(const Arguments& given);
LspSettings lsp_settings(const Arguments& given);

// The verbs of `linkspan iri`, for completions.
std::vector<std::string> iri_verbs();

// Parts of several commands.
ReadSettings read_settings(const Arguments& given);
Options engine_options(const Arguments& given);
Rules user_rules(const Arguments& given);
LinkFilter::Wanted wanted_links(const Arguments& given);

}  // namespace linkspan::command
