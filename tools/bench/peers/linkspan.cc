// SPDX-License-Identifier: Apache-2.0
// The driver of linkspan itself. Modes: bare (the default of the library: links with a scheme,
// addresses, bare domains) and no-bare (the same without bare domains).

#include "linkspan/linkspan.h"

#include "driver.h"

int main(int argc, char** argv) {
  using linkspan::bench::Request;
  const Request request = linkspan::bench::request_from(argc, argv);
  linkspan::Options options;
  if (request.mode == "no-bare") {
    options.bare_domains = false;
  } else if (request.mode != "bare") {
    return linkspan::bench::wrong_mode(request);
  }
  const linkspan::Result<linkspan::Engine> engine = linkspan::Engine::create(options);
  if (!engine.ok()) {
    std::fprintf(stderr, "%s\n", engine.error().message.c_str());
    return 1;
  }
  return linkspan::bench::measure(request, [&engine](std::string_view text) {
    uint64_t links = 0;
    engine.value().scan(text, [&links](const linkspan::Span&) { ++links; });
    return links;
  });
}
