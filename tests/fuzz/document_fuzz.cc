// SPDX-License-Identifier: Apache-2.0
// Fuzzes documents: any bytes in any charset and any line layout must give the same links, whole
// and in chunks. Every piece of a link must be inside the bytes, after the piece before it.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "charset/labels.h"
#include "linkspan/document.h"

namespace {

using linkspan::DocumentOptions;
using linkspan::DocumentStream;
using linkspan::Engine;
using linkspan::Flow;
using linkspan::Link;
using linkspan::OffsetUnit;
using linkspan::Piece;
using linkspan::Quoting;
using linkspan::Range;
using linkspan::Wrapping;

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

const Engine& engine() {
  static const Engine one = Engine::create({.max_link_bytes = 512}).value();
  return one;
}

// The first two bytes select the charset and the layout.
DocumentOptions choose_options(uint8_t charset, uint8_t layout) {
  const auto known = linkspan::charset::known_charsets();
  const size_t index = charset % (known.size() + 2);
  DocumentOptions options;
  if (index < known.size()) options.charset = known[index].name;
  if (index == known.size()) options.charset = "auto";
  options.layout.flow = static_cast<Flow>(layout % 3);
  if ((layout & 4) != 0) options.layout.quoting = Quoting::prefixes;
  if ((layout & 8) != 0) options.layout.wrapping = Wrapping::join;
  options.offsets = static_cast<OffsetUnit>((layout >> 4) % 6);
  return options;
}

struct Found {
  std::string text, uri;
  std::vector<Range> pieces;
  std::vector<uint64_t> places;
  bool operator==(const Found&) const = default;
};

std::vector<Found> find(std::string_view bytes, const DocumentOptions& options, size_t chunk) {
  std::vector<Found> links;
  const auto sink = [&](const Link& link) {
    Found found{std::string(link.text), link.uri, {}, {}};
    for (const Piece& piece : link.pieces) {
      found.pieces.push_back(piece.bytes);
      found.places.push_back(piece.begin.offset);
    }
    links.push_back(std::move(found));
  };
  DocumentStream stream = DocumentStream::open(engine(), options).value();
  while (!bytes.empty()) {
    const std::string exact(bytes.substr(
        0, chunk));  // a buffer of its exact size, so that sanitizers report an overrun
    stream.feed(exact, sink);
    bytes.remove_prefix(exact.size());
  }
  const auto summary = stream.finish(sink);
  require(summary.links == links.size(), "the summary counts the links");
  return links;
}

void check_pieces(const std::vector<Found>& links, uint64_t size) {
  uint64_t last = 0;
  for (const Found& link : links) {
    require(!link.pieces.empty(), "a link has a piece");
    for (const Range& piece : link.pieces) {
      require(last <= piece.begin && piece.begin < piece.end, "pieces are in order, none is empty");
      last = piece.end;
    }
  }
  require(last <= size, "pieces lie in the bytes");
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3 || size > 4096) return 0;
  const DocumentOptions options = choose_options(data[0], data[1]);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 3, size - 3);
  const std::vector<Found> whole = find(bytes, options, bytes.size() + 1);
  check_pieces(whole, bytes.size());
  require(find(bytes, options, 1 + data[2] % 61) == whole, "the links do not depend on the cut");
  return 0;
}
