// SPDX-License-Identifier: Apache-2.0
#include "document/readers/markdown_reader.h"

#include <utility>

#include "document/readers/html_reader.h"

namespace linkspan::document {

void MarkdownReader::begin() {
  source_.clear();
  page_.begin();
}

Visit MarkdownReader::feed(std::string_view decoded, Receiver& /*receiver*/) {
  source_ += decoded;
  return is_full() ? Visit::stop : Visit::go_on;
}

void MarkdownReader::finish(Receiver& receiver) {
  html::PageContext context;
  context.scheme_of_hosts = scheme_of_hosts(tools_.options);
  if (tools_.options.relative_links == RelativeLinks::keep) {
    context.relative = html::KeepRelative::yes;
  }
  html::Page page = markdown::read_page(source_, context);
  tools_.summary.is_cut = page.is_cut;
  page_.read(std::move(page), source_, receiver);
  page_.finish(receiver);
}

}  // namespace linkspan::document
