// SPDX-License-Identifier: Apache-2.0
#include "document/html_reader.h"

#include <algorithm>

#include "document/in_place.h"

namespace linkspan::document {
namespace {

std::string_view scheme_of_hosts(const DocumentOptions& options) {
  if (options.relative_hosts == RelativeHosts::leave_out) return {};
  return options.default_scheme == DefaultScheme::https ? "https" : "http";
}

}  // namespace

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
  const DocumentOptions& options = tools_.options;
  html::PageContext context;
  context.relative_room = html::max_relative_text(std::min(source_.size(), html::kMaxSource));
  context.scheme_of_hosts = scheme_of_hosts(options);
  Result<html::TagSet> fixed = html::TagSet();
  if (options.in_place) fixed = fixed_elements(*options.in_place);
  if (options.in_place && fixed.ok()) context.fixed = &*fixed;
  return html::read_page(source_, context);
}

}  // namespace linkspan::document
