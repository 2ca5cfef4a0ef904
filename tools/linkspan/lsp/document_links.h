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
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/iri.h"
#include "lsp/server_session.h"

namespace linkspan::command::lsp {

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
struct LinkFacts {
  std::string uri;
  Warnings warnings = {};
  std::string rule = {};  // that found the link; empty: none
};

std::string plain_text(const LinkFacts& facts);
std::string markdown(const LinkFacts& facts);

// For people; the URI itself if it is the same.
std::string iri_for_people(const std::string& uri);

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
bool is_markdown(const Session& session, const OpenDocument& document);

// REQUIRES: is_markdown(). They live until the next edit.
const std::vector<MarkdownLink>& markdown_links(Session& session, OpenDocument& document);

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
Reply code_action(Session& session, const Json& params);

}  // namespace linkspan::command::lsp
