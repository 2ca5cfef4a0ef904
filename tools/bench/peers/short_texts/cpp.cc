// SPDX-License-Identifier: Apache-2.0
// The C++ interface on short texts (tools/bench/bindings).
#include <string_view>

#include "driver.h"
#include "linkspan/document.h"

namespace {

size_t find_places(void* engine, const char* text, size_t size) {
  size_t count = 0;
  static_cast<const linkspan::Engine*>(engine)->scan({text, size},
                                                     [&](const linkspan::Span&) { ++count; });
  return count;
}

size_t find_with_uris(void* linker, const char* text, size_t size) {
  size_t count = 0;
  static_cast<linkspan::TextLinker*>(linker)->find({text, size},
                                                   [&](const linkspan::Link&) { ++count; });
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  linkspan::Engine engine = linkspan::Engine::create({}).value();
  linkspan::TextLinker linker = linkspan::TextLinker::create(engine).value();
  const int runs = std::atoi(argv[2]);  // NOLINT: 0 is wrong, too
  if (std::string_view(argv[3]) == "find_all")
    return measure_lines(argv[1], runs, find_places, &engine);
  return measure_lines(argv[1], runs, find_with_uris, &linker);
}
