// SPDX-License-Identifier: Apache-2.0
#include "xml/reader.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "html/href.h"
#include "xml/part_reader.h"

namespace linkspan::xml {
namespace {

// At most so much, without an incomplete sequence of UTF-8.
std::string_view bounded(std::string_view source) {
  if (source.size() <= html::kMaxSource) return source;
  size_t size = html::kMaxSource;
  while (size > html::kMaxSource - 4 && (static_cast<uint8_t>(source[size]) & 0xC0) == 0x80) --size;
  return source.substr(0, size);
}

}  // namespace

void Reader::begin(Relationships* relationships, const std::string& base) {
  relationships_ = relationships;
  open_ = Open();
  std::string iri = html::absolute_href(base, {});
  if (!iri.empty()) open_.bases.push_back(std::make_shared<const html::Base>(std::move(iri)));
  wanted_ = 2 * kLeastPart;
}

size_t Reader::read(std::string_view source, Extent extent, html::Page& page) {
  if (source.size() > html::kMaxSource) extent = Extent::whole;
  const std::string_view part = bounded(source);
  Open open = open_;
  html::Page made;
  const size_t size = PartReader(part, extent, open, relationships_, made).read();
  if (size == 0) {
    wanted_ = std::max(2 * wanted_, source.size() + 1);
    return 0;
  }
  wanted_ = 2 * kLeastPart;
  open_ = std::move(open);
  page = std::move(made);
  return size;
}

}  // namespace linkspan::xml
