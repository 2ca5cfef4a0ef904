// SPDX-License-Identifier: Apache-2.0
// The links of a document that is read as Markdown (setting `markdown`), in the place of those of
// its index: without those in code, and with the destinations of anchors.
//
//   see [here](https://example.org/x)   from `here`, target https://example.org/x
//   `https://example.org/y`             not a link
//
// They are found for a whole document, when they are first needed after an edit; so a document of
// more than 1 MiB is read as text.
//
// Guarded by tests/command/lsp/command_lsp_settings_test.cc.
#pragma once

#include <vector>

#include "lsp/session.h"

namespace linkspan::command::lsp {

bool is_markdown(const Session& session, const OpenDocument& document);

// REQUIRES: is_markdown(). They live until the next edit.
const std::vector<MarkdownLink>& markdown_links(Session& session, OpenDocument& document);

}  // namespace linkspan::command::lsp
