// SPDX-License-Identifier: Apache-2.0
// From the arguments of a command to its settings. All functions throw WrongUsage.
//
//   cli/settings_read.cc      what is read, and which links are found and kept
//   cli/settings_scan.cc      scan
//   cli/settings_commands.cc  the other commands
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "iri/verbs.h"
#include "lsp/lsp_command.h"
#include "output/scan_settings.h"

namespace linkspan::command {

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
