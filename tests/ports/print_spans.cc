// SPDX-License-Identifier: Apache-2.0
// Prints the spans of files in all profiles, and whether a stream finds the same: what must be
// equal on every machine, byte by byte (tools/check nightly ports).
//
//   print_spans LIST        LIST has the names of the files, one on each line
//
//   prose 17 38 url scheme soft 17 22 24 38 …     the range of a span, and its parts
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/explain.h"
#include "linkspan/linkspan.h"

namespace linkspan {
namespace {

constexpr Profile kProfiles[] = {Profile::prose, Profile::uts58, Profile::code, Profile::strict};
constexpr size_t kChunk = 61;  // bytes; no divisor of a block

// Without streams, which the C++ library of WebAssembly has not.
std::string read_file(const std::string& path) {
  std::string text;
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    std::printf("cannot be read\n");
    return text;
  }
  char block[4096];
  for (size_t size = 1; size > 0;) {
    size = std::fread(block, 1, sizeof block, file);
    text.append(block, size);
  }
  std::fclose(file);
  return text;
}

std::vector<Span> find_in_chunks(const Engine& engine, std::string_view text) {
  std::vector<Span> spans;
  const auto keep = [&spans](const Span& span) { spans.push_back(span); };
  Stream stream = engine.open();
  for (; !text.empty(); text.remove_prefix(std::min(kChunk, text.size()))) {
    stream.feed(text.substr(0, kChunk), keep);
  }
  stream.finish(keep);
  return spans;
}

void print(const Part& part) {
  if (part.present()) {
    std::printf(" %lu-%lu", static_cast<unsigned long>(part.begin),
                static_cast<unsigned long>(part.end));
  } else {
    std::printf(" -");
  }
}

void print(Profile profile, const Span& span) {
  std::printf("%s %llu-%llu %s %s %s", std::string(to_string(profile)).c_str(),
              static_cast<unsigned long long>(span.range.begin),
              static_cast<unsigned long long>(span.range.end),
              std::string(to_string(span.kind)).c_str(), std::string(to_string(span.form)).c_str(),
              std::string(to_string(span.ended_by)).c_str());
  const Parts& parts = span.parts;
  for (const Part& part : {parts.scheme, parts.userinfo, parts.host, parts.port, parts.path,
                           parts.query, parts.fragment}) {
    print(part);
  }
  std::printf("\n");
}

int print_files(const std::string& list) {
  std::vector<Engine> engines;
  for (const Profile profile : kProfiles) {
    Options options;
    options.profile = profile;
    engines.push_back(Engine::create(options).value());
  }
  std::string_view names = list;
  for (size_t end = 0; (end = names.find('\n')) != names.npos; names.remove_prefix(end + 1)) {
    const std::string name(names.substr(0, end));
    std::printf("file %s\n", name.c_str());
    const std::string text = read_file(name);
    for (size_t i = 0; i < engines.size(); ++i) {
      const std::vector<Span> spans = engines[i].find_all(text);
      for (const Span& span : spans) print(kProfiles[i], span);
      if (spans != find_in_chunks(engines[i], text)) std::printf("differs in chunks\n");
    }
  }
  return 0;
}

}  // namespace
}  // namespace linkspan

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: print_spans LIST\n");
    return 2;
  }
  return linkspan::print_files(linkspan::read_file(argv[1]));
}
