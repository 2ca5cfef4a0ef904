// SPDX-License-Identifier: Apache-2.0
// The arguments of the command, read and checked; and the help that lists them.
//
// Options are declared in groups (option_groups.h), and --help is printed from there. The
// manual page is written by hand; tests/command_test.cc holds its list of options against --help.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "settings.h"

namespace linkspan::command {

struct CommandLine {
  enum class Outcome : uint8_t {
    scan,      // to be done now
    render,    // likewise
    explain,   // likewise
    pick,      // likewise
    iri,       // likewise
    lsp,       // likewise
    answered,  // help or the version was asked for, and is to be printed
    wrong,     // what is wrong has been printed
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

// Prints the sentence on standard error, with where to read on.
void report_wrong_usage(std::string_view sentence);

}  // namespace linkspan::command
