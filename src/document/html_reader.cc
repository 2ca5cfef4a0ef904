// SPDX-License-Identifier: Apache-2.0
#include "document/html_reader.h"

#include "document/in_place.h"

namespace linkspan::document {

void HtmlReader::begin() {
  source_.clear();
  page_.begin();
}

Visit HtmlReader::feed(std::string_view decoded, Receiver& /*receiver*/) {
  source_ += decoded;
  return is_full() ? Visit::stop : Visit::go_on;
}

void HtmlReader::finish(Receiver& receiver) {
  tools_.summary.is_cut = is_full();
  page_.read(read_page(), source_, receiver);
  page_.finish(receiver);
}

html::Page HtmlReader::read_page() const {
  if (!tools_.options.in_place) return html::read_page(source_);
  const Result<html::TagSet> fixed = fixed_elements(*tools_.options.in_place);
  html::PageContext context;  // no anchors are given, so there need be no room for them
  if (fixed.ok()) context.fixed = &*fixed;
  return html::read_page(source_, context);
}

}  // namespace linkspan::document
