// SPDX-License-Identifier: Apache-2.0
// The capabilities of the client, from `initialize`.
//
// Guarded by tests/command/lsp/command_lsp_test.cc.
#pragma once

#include "linkspan/index.h"
#include "lsp/json.h"

namespace linkspan::command::lsp {

struct ClientCapabilities {
  TextUnit unit = TextUnit::utf16;       // general.positionEncodings
  bool hover_markdown = false;           // textDocument.hover.contentFormat
  bool link_tooltips = false;            // textDocument.documentLink.tooltipSupport
  bool action_literals = false;          // textDocument.codeAction.codeActionLiteralSupport
  bool code_descriptions = false;        // textDocument.publishDiagnostics
  bool versioned_edits = false;          // workspace.workspaceEdit.documentChanges
  bool configuration = false;            // workspace.configuration
  bool registers_configuration = false;  // workspace.didChangeConfiguration
  bool registers_watched_files = false;  // workspace.didChangeWatchedFiles
  bool work_done_progress = false;       // window.workDoneProgress
};

// Of utf-8, utf-16 and utf-32, the first that the client names; utf-16 if it names none.
ClientCapabilities parse_capabilities(const Json& capabilities);

// "utf-8", "utf-16" or "utf-32".
const char* encoding_name(TextUnit unit);

}  // namespace linkspan::command::lsp
