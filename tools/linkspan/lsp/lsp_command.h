// SPDX-License-Identifier: Apache-2.0
// `linkspan lsp`: a server of the Language Server Protocol 3.17 over standard input and output, for
// editors that show, explain and rewrite the links of texts.
//
// docs/lsp.md is for its users; server.h says how it works. Guarded by tests/command_lsp_*_test.cc.
#pragma once

#include "settings.h"

namespace linkspan::command {

// Returns the exit status: 0 after `shutdown` and `exit`, else 1.
int run_lsp(const LspSettings& settings);

}  // namespace linkspan::command
