// SPDX-License-Identifier: Apache-2.0
// Links that are not in the index of a document: matches of rules (linkspan/rules.h), and, with
// the setting `linkFiles`, names of files that are in the workspace.
//
//   BUG-12 the URI of the rule, if it is safe to open
//   see src/main.cc:7, ./a/b.md         file:///…/src/main.cc#L7, file:///…/a/b.md
//   cli/main.cc                             not a link: there is no `/` in it
//   ../../etc/passwd, /etc/passwd       not links: not below a workspace folder, not relative
//
// A relative name is resolved against the folder of the document, then against each workspace
// folder. Symbolic links are resolved before the result is compared with the workspace folders.
//
// Rules may come with a workspace that is not trusted, and some editors run URIs such as
// `command:`. So a rule links only to URIs with a scheme that opens safely (render::is_openable).
//
// These links are found for a whole document, when they are first needed after an edit.
//
// Guarded by tests/command/lsp/command_lsp_settings_test.cc and tests/command/lsp/command_lsp_files_test.cc.
#pragma once

#include "lsp/session.h"

namespace linkspan::command::lsp {

// Sets document.extra_links, unless it is set. REQUIRES: document.is_read().
void find_extra_links(Session& session, OpenDocument& document);

}  // namespace linkspan::command::lsp
