// SPDX-License-Identifier: Apache-2.0
// Links that the index of a document does not have: matches of rules (linkspan/rules.h), and, with
// the setting `linkFiles`, names of files that are in the workspace.
//
//   BUG-12                              what the rule says
//   see src/main.cc:7, ./a/b.md         file:///…/src/main.cc#L7, file:///…/a/b.md
//   main.cc                             not a link: there is no `/` in it
//   ../../etc/passwd, /etc/passwd       not links: not below a workspace folder, not relative
//
// A relative name counts from the folder of the document, then from each workspace folder. What it
// leads to is looked up without symbolic links, so that none of them leads out of the workspace.
//
// They are worked out for a whole document when they are first needed after an edit.
//
// Guarded by tests/command_lsp_settings_test.cc and tests/command_lsp_files_test.cc.
#pragma once

#include "lsp/session.h"

namespace linkspan::command::lsp {

// Sets document.extra_links, unless they are known. REQUIRES: document.is_read().
void find_extra_links(Session& session, OpenDocument& document);

}  // namespace linkspan::command::lsp
