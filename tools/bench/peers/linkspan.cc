// SPDX-License-Identifier: Apache-2.0
// The driver of linkspan. Modes: bare (the default of the library: links with a scheme, addresses,
// bare domains), no-bare (the same without bare domains), and lines (like bare, but each line is a
// text; the split into lines is not timed).

#include "linkspan/linkspan.h"

#include <algorithm>
#include <vector>

#include "driver.h"

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines.push_back(line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

}  // namespace

int main(int argc, char** argv) {
  using linkspan::bench::Request;
  const Request request = linkspan::bench::request_from(argc, argv);
  linkspan::Options options;
  if (request.mode == "no-bare") {
    options.bare_domains = false;
  } else if (request.mode != "bare" && request.mode != "lines") {
    return linkspan::bench::wrong_mode(request);
  }
  const linkspan::Result<linkspan::Engine> engine = linkspan::Engine::create(options);
  if (!engine.ok()) {
    std::fprintf(stderr, "%s\n", engine.error().message.c_str());
    return 1;
  }
  std::vector<std::string_view> texts = {request.text};
  if (request.mode == "lines") texts = lines_of(request.text);
  return linkspan::bench::measure(request, [&](std::string_view) {
    uint64_t links = 0;
    for (const std::string_view text : texts) {
      engine->scan(text, [&links](const linkspan::Span&) { ++links; });
    }
    return links;
  });
}
