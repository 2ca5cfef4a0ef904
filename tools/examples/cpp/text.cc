// SPDX-License-Identifier: Apache-2.0
// Prints the start and end, in bytes, and the kind of each link in UTF-8 text on standard input.
//
//   text < letter.txt
#include <linkspan/linkspan.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>

int main() {
  const auto engine = linkspan::Engine::create({});
  if (!engine) {
    std::fprintf(stderr, "%s\n", engine.error().message.c_str());
    return 2;
  }
  const auto print = [](const linkspan::Span& span) {
    std::printf("%" PRIu64 "\t%" PRIu64 "\t%s\n", span.range.begin, span.range.end,
                span.kind == linkspan::Kind::email ? "email" : "url");
  };

  linkspan::Stream stream = engine->open();
  char chunk[64 * 1024];
  for (ssize_t size = 0; (size = read(STDIN_FILENO, chunk, sizeof(chunk))) > 0;) {
    stream.feed({chunk, static_cast<size_t>(size)}, print);
  }
  stream.finish(print);
}
