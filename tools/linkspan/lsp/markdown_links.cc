// SPDX-License-Identifier: Apache-2.0
#include "lsp/markdown_links.h"

#include <string>

#include "linkspan/document.h"

namespace linkspan::command::lsp {

bool is_markdown(const Session& session, const OpenDocument& document) {
  constexpr uint64_t kMost = 1 << 20;
  return session.settings.markdown == MarkdownDocuments::markdown && document.is_read() &&
         document.language == "markdown" && document.text.size() <= kMost;
}

const std::vector<MarkdownLink>& markdown_links(Session& session, OpenDocument& document) {
  if (document.markdown_links) return *document.markdown_links;
  std::vector<MarkdownLink>& links = document.markdown_links.emplace();
  const std::string text = document.text.copy({0, document.text.size()});
  DocumentOptions options;
  options.markup = Markup::markdown;
  options.default_scheme = session.settings.default_scheme;
  const auto take = [&links](const Link& link) {
    links.push_back({link.span.range, link.span.form, link.uri, link.iri, std::string(link.text),
                     link.warnings});
  };
  // The options are right, and the text is in memory.
  (void)linkify({text, options}, session.scanner(document.language).engine, take);
  return links;
}

}  // namespace linkspan::command::lsp
