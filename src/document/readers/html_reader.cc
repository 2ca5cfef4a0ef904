// SPDX-License-Identifier: Apache-2.0
#include "document/readers/html_reader.h"

#include <algorithm>

#include "base/printable.h"

namespace linkspan::document {

std::string_view scheme_of_hosts(const DocumentOptions& options) {
  if (options.relative_hosts == RelativeHosts::leave_out) return {};
  return options.default_scheme == DefaultScheme::https ? "https" : "http";
}

Result<html::FixedElements> fixed_elements(const std::vector<std::string>& never_in) {
  html::FixedElements fixed = html::elements_without_links();
  for (size_t i = 0; i < never_in.size(); ++i) {
    if (fixed.add(never_in[i])) continue;
    return Error{ErrorCode::invalid_argument, i,
                 "'" + base::printable(never_in[i]) + "' is no element of HTML"};
  }
  return fixed;
}

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
  const html::Base base(html::absolute_href(options.base, {}));
  if (!options.base.empty()) context.base = &base;
  context.relative_room = html::max_relative_text(std::min(source_.size(), html::kMaxSource));
  context.scheme_of_hosts = scheme_of_hosts(options);
  if (options.html_links == HtmlLinks::attributes) context.urls = html::PageUrls::of_attributes;
  if (options.relative_links == RelativeLinks::keep) context.relative = html::KeepRelative::yes;
  Result<html::FixedElements> fixed = html::FixedElements();
  if (options.in_place) fixed = fixed_elements(*options.in_place);
  if (options.in_place && fixed.ok()) context.fixed = &*fixed;
  return html::read_page(source_, context);
}

}  // namespace linkspan::document
