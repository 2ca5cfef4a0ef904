// SPDX-License-Identifier: Apache-2.0
#include "document/readers/markdown_reader.h"

#include <algorithm>
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
  const DocumentOptions& options = tools_.options;
  html::PageContext context;
  const html::Base base(html::absolute_href(options.base, {}));
  if (!options.base.empty()) context.base = &base;
  context.relative_room = html::max_relative_text(std::min(source_.size(), markdown::kMaxSource));
  context.scheme_of_hosts = scheme_of_hosts(options);
  if (options.relative_links == RelativeLinks::keep) context.relative = html::KeepRelative::yes;
  Result<html::FixedElements> fixed = html::FixedElements();
  if (!options.never_in.empty()) fixed = fixed_elements(options);
  if (!options.never_in.empty() && fixed.ok()) {
    fixed->tags.add(html::Tag::code);
    fixed->also = html::FixedElements::Also::unwritable;  // as without
    context.fixed = &*fixed;
  }
  html::Page page = markdown::read_page(source_, context);
  tools_.summary.is_cut = page.is_cut;
  page_.read(std::move(page), source_, receiver);
  page_.finish(receiver);
}

}  // namespace linkspan::document
