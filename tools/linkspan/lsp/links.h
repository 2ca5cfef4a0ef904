// SPDX-License-Identifier: Apache-2.0
// The links of a document with their destinations, and the requests for them:
// textDocument/documentLink, documentLink/resolve, textDocument/hover, and linkspan/links, which is
// documentLink for a range.
//
//   see bücher.de/ü     {"range":…, "target":"http://xn--bcher-kva.de/%C3%BC",
//                        "data":{"form":"domain"}}
//   see README.md       nothing
//
// Links of rules and files are merged with those of the index, in the order of the text. A link of
// the index that overlaps one of them is left out: the rule or the file wins.
//
// `data` has what a tooltip needs besides the target. So resolve does not need the document, which
// may have changed.
//
// Guarded by tests/command/lsp/command_lsp_links_test.cc.
#pragma once

#include <functional>

#include "lsp/session.h"

namespace linkspan::command::lsp {

struct DocumentLink {
  Range range;
  Form form = Form::scheme;
  std::string uri, iri;
  std::string text;  // its visible text, without line breaks
  Warnings warnings = {};
  std::string rule = {};            // its name; empty: no rule found it
  std::string_view form_name = {};  // to_string(form), or "file"; lives for ever
};
using VisitLink = std::function<void(const DocumentLink& link)>;

// Those that overlap the range; with an empty range, those that touch it. REQUIRES: is_read(), or
// too_large.
void visit_links(Session& session, OpenDocument& document, Range range, const VisitLink& visit);

// Warnings and URIs of links of the index, in order. REQUIRES: is_read().
void describe(Session& session, const OpenDocument& document, const std::vector<Span>& spans,
              const std::function<void(const Link& link, Range range)>& take);

Reply document_link(Session& session, const Json& params);
Reply links_of_range(Session& session, const Json& params);
Reply resolve(Session& session, const Json& params);
Reply hover(Session& session, const Json& params);

}  // namespace linkspan::command::lsp
