// SPDX-License-Identifier: Apache-2.0
// textDocument/codeAction: other ways to write the link at a place, as edits of the document.
//
//   https://e.org/%C3%BC        Percent-decode: https://e.org/ü
//   https://xn--bcher-kva.example/%C3%BC     Percent-encode minimally (UTS #58):
//                                            https://xn--bcher-kva.example/ü
//   http://e.org/               Use https (quickfix)
//   e.org/start                 Add http://
//   <https://e.org/a⏎  b>       Join the lines of the link
//
// An action is only offered if it changes the text, and if the new text is found again as one link,
// in its place, with the same URI (except the scheme, for `Use https`).
//
// Copying is a command that the client implements, as the protocol has no method for it and the
// server may run on another machine: with the setting `copyCommand`, the actions `Copy as URI` and
// `Copy as IRI` name that command, with the text as its only argument. Without the setting they are
// not offered, as they would do nothing.
//
// Guarded by tests/command/lsp/command_lsp_actions_test.cc.
#pragma once

#include "lsp/server_session.h"

namespace linkspan::command::lsp {

Reply code_action(Session& session, const Json& params);

}  // namespace linkspan::command::lsp
