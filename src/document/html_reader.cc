// SPDX-License-Identifier: Apache-2.0
#include "document/html_reader.h"

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
  page_.read(html::read_page(source_), source_, receiver);
  page_.finish(receiver);
}

}  // namespace linkspan::document
