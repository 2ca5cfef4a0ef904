// SPDX-License-Identifier: Apache-2.0
// The driver of the limits (limits/visit.h): the cost of finding the places where a link may be,
// without deciding whether there is one. Modes: marks, filtered. It counts places instead of links.

#include "driver.h"
#include "visit.h"

int main(int argc, char** argv) {
  using linkspan::bench::Limits;
  using linkspan::bench::Request;
  const Request request = linkspan::bench::request_from(argc, argv);
  const Limits limits = linkspan::bench::limits_of_this_cpu().back();
  if (request.mode != "marks" && request.mode != "filtered") {
    return linkspan::bench::wrong_mode(request);
  }
  const auto visit = request.mode == "marks" ? limits.visit_marks : limits.visit_filtered;
  return linkspan::bench::measure(request,
                                  [visit](std::string_view text) { return visit(text).places; });
}
