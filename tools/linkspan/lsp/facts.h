// SPDX-License-Identifier: Apache-2.0
// The facts about a link that tooltips and hovers show.
//
//   URI: https://xn--bcher-kva.example/%C3%BC
//   IRI: https://bücher.example/ü
//   Host: bücher.example = xn--bcher-kva.example
//   Warning: … (deviation)
//
// The IRI is that of iri::to_iri(), which shows no character that is invisible or reorders text;
// controls and bidi controls are written as their bytes (base/printable.h). In Markdown, text of
// the document is in code spans, where it is neither markup nor a link.
//
// Guarded by tests/command/lsp/command_lsp_links_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/iri.h"

namespace linkspan::command::lsp {

struct LinkFacts {
  std::string uri;
  Warnings warnings = {};
  std::string rule = {};  // that found the link; empty: none
};

std::string plain_text(const LinkFacts& facts);
std::string markdown(const LinkFacts& facts);

// For people; the URI itself if it is the same.
std::string iri_for_people(const std::string& uri);

}  // namespace linkspan::command::lsp
