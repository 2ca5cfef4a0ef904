// SPDX-License-Identifier: Apache-2.0
// Settings, workspace folders and rules, which decide the links of documents.
//
// Settings come with `initialize` (initializationOptions), and later in the response to
// `workspace/configuration` or with `workspace/didChangeConfiguration`; later ones take precedence
// over those of `initialize`. A client without the section `linkspan` changes nothing. Invalid
// settings and rules are reported with window/showMessage, and the old ones stay.
//
// Rules are those of the setting `rules`, and of the file .linkspan/rules of each workspace folder.
//
// Guarded by tests/command/lsp/command_lsp_settings_test.cc.
#pragma once

#include "lsp/session.h"

namespace linkspan::command::lsp {

// Takes the parameters of `initialize`.
void take_initial_configuration(Session& session, const Json& params);

void initialized(Session& session, Json& params);
void did_change_configuration(Session& session, Json& params);
void did_change_workspace_folders(Session& session, Json& params);
void did_change_watched_files(Session& session, Json& params);

}  // namespace linkspan::command::lsp
