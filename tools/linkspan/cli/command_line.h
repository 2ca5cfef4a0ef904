// SPDX-License-Identifier: Apache-2.0
// Parses and checks the arguments of the command, and makes the help.
//
// Options are declared in groups (cli/option_groups.h), and --help is printed from there. The
// manual page is written by hand; tests/command/cli/command_test.cc compares its list of options with --help.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/explain.h"
#include "cli/pick.h"
#include "cli/render.h"
#include "iri/verbs.h"
#include "lsp/lsp_command.h"
#include "output/scan_settings.h"

namespace linkspan::command {

struct CommandLine {
  enum class Outcome : uint8_t {
    scan,      // run this command
    render,    // likewise
    explain,   // likewise
    pick,      // likewise
    iri,       // likewise
    lsp,       // likewise
    answered,  // print `answer`: help or the version
    wrong,     // an error was printed
  };
  Outcome outcome = Outcome::wrong;
  ScanSettings scan;
  RenderSettings render;
  ExplainSettings explain;
  PickSettings pick;
  IriSettings iri;
  LspSettings lsp;
  std::string answer;
};

// `arguments` are those after the name of the program.
CommandLine parse_command_line(const std::vector<std::string>& arguments);

// Prints the sentence on standard error, and where to find help.
void report_wrong_usage(std::string_view sentence);

}  // namespace linkspan::command
