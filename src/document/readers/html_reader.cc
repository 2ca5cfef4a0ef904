// SPDX-License-Identifier: Apache-2.0
#include "document/readers/html_reader.h"

#include <algorithm>

#include "base/printable.h"

namespace linkspan::document {

std::string_view scheme_of_hosts(const DocumentOptions& options) {
  if (options.relative_hosts == RelativeHosts::leave_out) return {};
  return options.default_scheme == DefaultScheme::https ? "https" : "http";
}

namespace {

std::optional<Error> add_elements(const std::vector<std::string>& names,
                                  html::FixedElements& fixed) {
  for (size_t i = 0; i < names.size(); ++i) {
    if (fixed.add(names[i])) continue;
    return Error{ErrorCode::invalid_argument, i,
                 "'" + base::printable(names[i]) + "' is no element of HTML"};
  }
  return std::nullopt;
}

}  // namespace

Result<html::FixedElements> fixed_elements(const DocumentOptions& options) {
  html::FixedElements fixed;
  if (options.in_place) fixed = html::elements_without_links();
  std::optional<Error> error = add_elements(options.never_in, fixed);
  if (!error && options.in_place) error = add_elements(*options.in_place, fixed);
  if (error) return *std::move(error);
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
  if (has_fixed_elements(options)) fixed = fixed_elements(options);
  if (has_fixed_elements(options) && fixed.ok()) context.fixed = &*fixed;
  return html::read_page(source_, context);
}

}  // namespace linkspan::document
