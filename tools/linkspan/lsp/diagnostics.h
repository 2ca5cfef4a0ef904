// SPDX-License-Identifier: Apache-2.0
// Diagnostics: serious warnings about links (textDocument/publishDiagnostics).
//
//   https://www.paypal.com@evil.example/    userinfo-like-host, at www.paypal.com
//   https://example.org:8443/               nothing: an unusual port is a note, for hovers only
//
// After an edit, its links and those next to it are diagnosed again. The warnings about all other
// links, which are few, are kept and move with the text.
//
// Guarded by tests/command/lsp/command_lsp_diagnostics_test.cc.
#pragma once

#include "lsp/session.h"

namespace linkspan::command::lsp {

// Of all links of the document.
void diagnose(Session& session, OpenDocument& document);

// After an edit that inserted `edited`.
void diagnose_again(Session& session, OpenDocument& document, const LinkChange& change,
                    Range edited);

// Sends the diagnostics, if there are or were some.
void publish_diagnostics(Session& session, OpenDocument& document);

}  // namespace linkspan::command::lsp
