// SPDX-License-Identifier: Apache-2.0
// Fuzzes HTML, XML and Markdown: any bytes must give a page whose characters all have a place in
// the source, in order. The links must be the same whole and in chunks, with their pieces inside
// the bytes.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "html/page.h"
#include "html/tree.h"
#include "linkspan/document.h"

namespace {

using namespace linkspan;  // NOLINT: a fuzz target

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

const Engine& engine() {
  static const Engine one = Engine::create({.max_link_bytes = 512}).value();
  return one;
}

void check_page(std::string_view source) {
  const std::string exact(
      source);  // a buffer of its exact size, so that sanitizers report an overrun
  const html::Page page = html::read_page(exact);
  require(html::parse(exact).nodes.size() <= exact.size() + 4096, "a tree is linear");
  uint32_t last = 0;
  for (const html::Anchor& anchor : page.anchors) {
    require(last <= anchor.tag.begin, "anchors are in order");
    last = anchor.tag.begin;
    require(anchor.attribute.end <= exact.size(), "an attribute is in the source");
    require(anchor.place <= page.text.size(), "an anchor has a place in the text");
    uint32_t text_end = 0;
    for (const html::TextRange& range : anchor.text) {
      require(text_end <= range.begin && range.begin < range.end, "lines are in order");
      text_end = range.end;
      require(text_end <= page.text.size(), "lines are in the text");
      const html::SourceRange place = page.source_of(range);
      require(place.begin < place.end && place.end <= exact.size(), "text is in the source");
    }
  }
}

struct Found {
  std::string text, uri;
  std::vector<Range> pieces;
  bool operator==(const Found&) const = default;
};

std::vector<Found> find(std::string_view bytes, const DocumentOptions& options, size_t chunk) {
  std::vector<Found> links;
  const uint64_t size = bytes.size();
  const auto sink = [&](const Link& link) {
    Found found{std::string(link.text), link.uri, {}};
    require(!link.pieces.empty(), "a link has a piece");
    for (const Piece& piece : link.pieces) {
      require(piece.bytes.begin <= piece.bytes.end && piece.bytes.end <= size, "in the bytes");
      found.pieces.push_back(piece.bytes);
    }
    links.push_back(std::move(found));
  };
  DocumentStream stream = DocumentStream::open(engine(), options).value();
  while (!bytes.empty()) {
    const std::string exact(bytes.substr(0, chunk));
    stream.feed(exact, sink);
    bytes.remove_prefix(exact.size());
  }
  require(stream.finish(sink).links == links.size(), "the summary counts the links");
  return links;
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2 || size > 16384) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  check_page(bytes);
  DocumentOptions options;
  options.html_links = static_cast<HtmlLinks>(data[0] % 3);
  options.offsets = static_cast<OffsetUnit>(data[0] / 4 % 6);
  options.charset = (data[0] & 0x80) != 0 ? "auto" : "utf-8";
  for (const Markup markup : {Markup::html, Markup::xml, Markup::markdown}) {
    options.markup = markup;
    const std::vector<Found> whole = find(bytes, options, bytes.size() + 1);
    require(find(bytes, options, 1 + data[0] % 61) == whole, "the links do not depend on the cut");
  }
  return 0;
}
