// SPDX-License-Identifier: Apache-2.0
// Prints the URIs of the links in a text file in any charset, one on each line.
//
//   document shift_jis brief.txt
//   document auto letter.txt
#include <linkspan/document.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "Usage: document CHARSET FILE\n");
    return 2;
  }
  std::ifstream file(argv[2], std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) {
    std::fprintf(stderr, "%s cannot be read\n", argv[2]);
    return 1;
  }

  const auto engine = linkspan::Engine::create({});
  linkspan::Document document;
  document.bytes = bytes;
  document.options.charset = argv[1];
  const auto summary = linkspan::linkify(
      document, *engine, [](const linkspan::Link& link) { std::puts(link.uri.c_str()); });
  if (!summary) {
    std::fprintf(stderr, "%s\n", summary.error().message.c_str());
    return 2;
  }
}
