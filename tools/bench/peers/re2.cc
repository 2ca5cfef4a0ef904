// SPDX-License-Identifier: Apache-2.0
// The driver of RE2: all matches of one expression that do not overlap. It matches bytes instead of
// code points, which is faster and finds the same links.

#include <re2/re2.h>

#include "driver.h"
#include "url_expression.h"

int main(int argc, char** argv) {
  using linkspan::bench::Request;
  const Request request = linkspan::bench::request_from(argc, argv);
  const re2::RE2 expression("(" + std::string(linkspan::bench::kUrlExpression) + ")",
                            re2::RE2::Latin1);
  if (!expression.ok()) {
    std::fprintf(stderr, "%s\n", expression.error().c_str());
    return 1;
  }
  return linkspan::bench::measure(request, [&expression](std::string_view text) {
    re2::StringPiece rest(text.data(), text.size());
    re2::StringPiece link;
    uint64_t links = 0;
    while (re2::RE2::FindAndConsume(&rest, expression, &link)) ++links;
    return links;
  });
}
