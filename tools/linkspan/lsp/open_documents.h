// SPDX-License-Identifier: Apache-2.0
// Documents that are opened, changed and closed (textDocument/didOpen, didChange, didClose).
//
//   didChange {"contentChanges":[{"range":…,"text":"s"}]}   an edit; the index follows it
//   didChange {"contentChanges":[{"text":"…"}]}             a new text
//
// A position past the end of its line counts as the end of the line, as the specification demands;
// a range whose end is before its start is reversed.
//
// Guarded by tests/command/lsp/command_lsp_edits_test.cc.
#pragma once

#include "lsp/server_session.h"

namespace linkspan::command::lsp {

// They take the texts out of the parameters.
void did_open(Session& session, Json& params);
void did_change(Session& session, Json& params);
void did_close(Session& session, Json& params);

// Makes the index of a document and publishes its diagnostics.
void read_document(Session& session, OpenDocument& document);

// After a change of settings or of rules.
void read_documents_again(Session& session);

}  // namespace linkspan::command::lsp
