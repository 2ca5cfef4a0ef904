// SPDX-License-Identifier: Apache-2.0
// `linkspan lsp`: a server of the Language Server Protocol 3.17 over standard input and output, for
// editors that show, explain and rewrite the links of texts.
//
// docs/lsp.md is for its users; server.h says how it works. Guarded by tests/command/lsp/.
#pragma once

#include <string>

namespace linkspan::command {

struct LspSettings {
  std::string log;    // a file that every message is written to; empty: none
  std::string check;  // a file of such messages, to be compared with the answers of the server now
};

// Returns the exit status: 0 after `shutdown` and `exit`, else 1.
int run_lsp(const LspSettings& settings);

}  // namespace linkspan::command
