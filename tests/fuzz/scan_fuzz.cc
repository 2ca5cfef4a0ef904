// SPDX-License-Identifier: Apache-2.0
// Fuzzes the scanner: any bytes, any cut. The spans of the whole text, of the text in chunks, with
// every byte as a trigger, and of the reference scanner (for the profiles that it implements) must
// be the same. Spans must be inside the text and in order, components inside their span.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/reference_scanner.h"
#include "tests/support/scan.h"

namespace {

using linkspan::Options;
using linkspan::Part;
using linkspan::Profile;
using linkspan::Span;

void require(bool promise, const char* what) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

// The first bytes select the options and the size of the chunks.
Options choose_options(uint8_t choice) {
  Options options;
  options.profile = static_cast<Profile>(choice & 3);
  options.bare_domains = (choice & 4) == 0;
  options.email = (choice & 8) == 0;
  if ((choice & 16) != 0) options.max_link_bytes = 256;
  if ((choice & 32) != 0) options.schemes.allow = {"https", "mailto", "x"};
  if ((choice & 64) != 0) options.schemes = {.add = {"javascript"}, .remove = {"http"}};
  return options;
}

void check_span(const Span& span, uint64_t at, uint64_t size) {
  require(span.range.begin >= at, "spans are in order and do not overlap");
  require(span.range.begin < span.range.end && span.range.end <= size, "spans lie in the text");
  for (const Part& part : {span.parts.scheme, span.parts.userinfo, span.parts.host, span.parts.port,
                           span.parts.path, span.parts.query, span.parts.fragment}) {
    if (!part.present()) continue;
    require(part.begin <= part.end && part.end <= span.range.size(), "components lie in the span");
  }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2 || size > 8192) return 0;
  const Options options = choose_options(data[0]);
  const size_t chunk = 1 + data[1] % 67;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);

  const linkspan::Engine engine = linkspan::Engine::create(options).value();
  const std::vector<Span> spans = engine.find_all(text);
  uint64_t at = 0;
  for (const Span& span : spans) {
    check_span(span, at, text.size());
    at = span.range.end;
  }

  std::vector<Span> streamed;
  const auto collect = [&](const Span& span) { streamed.push_back(span); };
  linkspan::Stream stream = engine.open();
  for (size_t begin = 0; begin < text.size(); begin += chunk) {
    const std::string copy(text.substr(begin, chunk));
    stream.feed(copy, collect);
  }
  stream.finish(collect);
  require(streamed == spans, "chunks give the spans of the whole text");
  require(linkspan::test::scan_slow_path(options, text) == spans,
          "the trigger stage loses and moves no link");
  if (linkspan::test::reference_knows(options.profile)) {
    require(linkspan::test::reference_scan(text, options) == spans, "the reference scanner agrees");
  }
  return 0;
}
