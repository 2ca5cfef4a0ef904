// SPDX-License-Identifier: Apache-2.0
// The C interface of TextLinker (document.h): the links of a text as an array.
//
// What the links point to, their strings and pieces, is in two arrays of the handle, which grow
// while the links are found. So the pointers are set when all are.
#include <cstring>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "capi/capi.h"
#include "capi/links.h"
#include "linkspan/document.h"

namespace linkspan::capi {
namespace {

linkspan_text_options default_text_options() {
  return {sizeof(linkspan_text_options), 0, 0, LINKSPAN_OFFSETS_BYTES};
}

Result<TextOptions> text_options_of(const linkspan_text_options* given) {
  const Result<linkspan_text_options> wanted = known_part(given, default_text_options());
  if (!wanted.ok()) return wanted.error();
  const auto offsets = same(wanted->offsets, OffsetUnit::lines_bytes, "linkspan_offsets");
  if (!offsets.ok()) return offsets.error();
  TextOptions options;
  if (wanted->percent_host != 0) options.host = HostForm::percent;
  if (wanted->default_to_https != 0) options.default_scheme = DefaultScheme::https;
  options.offsets = *offsets;
  return options;
}

// An array that is filled again for each text, in the memory of the previous one.
// PERF: elements are not initialized, and their members are written once. On the texts `chat` of
// tools/bench/bindings, C took 1.09 times the time of C++; with vectors and strings, 1.19 times.
template <class Element>
class ReusedArray {
 public:
  void clear() { size_ = 0; }
  // Appends elements, which the caller fills.
  Element* add(size_t count) {
    if (capacity_ - size_ < count) grow(count);
    size_ += count;
    return elements_.data() + size_ - count;
  }
  Element* data() { return elements_.data(); }
  std::span<Element> all() { return {elements_.data(), size_}; }

 private:
  void grow(size_t count) {
    elements_.resize(2 * capacity_ + count);
    capacity_ = elements_.size();
  }

  // Never empty: *links is not NULL in a text without links, so that C may add the count to it.
  std::vector<Element> elements_ = std::vector<Element>(8);
  size_t capacity_ = elements_.size();  // which has to divide
  size_t size_ = 0;
};

// The links of one text.
class LinkArray {
 public:
  void clear();
  void add(const Link& link);
  void add_in_document(const Link& link);
  std::span<const linkspan_text_link> finish();

 private:
  void keep(const Link& link, const linkspan_text_link& sizes);

  ReusedArray<linkspan_text_link> links_;
  ReusedArray<linkspan_piece> pieces_;  // of all links, one after another
  ReusedArray<char> strings_;           // of each link: text, IRI, URI, display, each with a NUL
};

void LinkArray::clear() {
  links_.clear();
  pieces_.clear();
  strings_.clear();
}

void LinkArray::keep(const Link& link, const linkspan_text_link& sizes) {
  char* to =
      strings_.add(sizes.text_size + sizes.iri_size + sizes.uri_size + sizes.display_size + 4);
  const auto append = [&to](const char* string, size_t size) {
    std::memcpy(to, string, size);
    to[size] = '\0';
    to += size + 1;
  };
  append(link.text.data(), sizes.text_size);
  append(link.iri.data(), sizes.iri_size);
  append(link.uri.data(), sizes.uri_size);
  append(link.display.data(), sizes.display_size);
}

void LinkArray::add(const Link& link) {
  linkspan_piece* pieces = pieces_.add(link.pieces.size());
  for (const Piece& piece : link.pieces) *pieces++ = piece_of(piece);
  linkspan_text_link& added = *links_.add(1);
  added.place = place_of(link.span);
  added.first = position_of(link.pieces.front().begin);
  added.past = position_of(link.pieces.back().end);
  added.text_size = link.text.size();
  added.iri_size = link.iri.size();
  added.uri_size = link.uri.size();
  added.display_size = link.display.size();
  added.pieces_count = link.pieces.size();
  added.warnings = bits(link.warnings);
  keep(link, added);
}

// The range of a span is in the text that was scanned.
void LinkArray::add_in_document(const Link& link) {
  add(link);
  linkspan_place& place = links_.all().back().place;
  place.offset = link.pieces.front().bytes.begin;
  place.size = link.pieces.back().bytes.end - place.offset;
}

// Sets the pointers, and returns the links.
std::span<const linkspan_text_link> LinkArray::finish() {
  const char* next = strings_.data();
  const linkspan_piece* piece = pieces_.data();
  for (linkspan_text_link& link : links_.all()) {
    link.text = std::exchange(next, next + link.text_size + 1);
    link.iri = std::exchange(next, next + link.iri_size + 1);
    link.uri = std::exchange(next, next + link.uri_size + 1);
    link.display = std::exchange(next, next + link.display_size + 1);
    link.pieces = std::exchange(piece, piece + link.pieces_count);
  }
  return links_.all();
}

}  // namespace
}  // namespace linkspan::capi

struct linkspan_text_linker {
  linkspan::Engine engine;
  linkspan::TextLinker linker;
  linkspan::capi::LinkArray array = {};
};

void linkspan_text_options_init(linkspan_text_options* options, size_t struct_size) {
  linkspan::capi::initialize(options, struct_size, linkspan::capi::default_text_options());
}

linkspan_status linkspan_text_linker_open(const linkspan_engine* engine,
                                          const linkspan_text_options* options,
                                          linkspan_text_linker** linker, linkspan_error** error) {
  *linker = nullptr;
  if (error != nullptr) *error = nullptr;
  return linkspan::capi::guarded([&] {
    const auto wanted = linkspan::capi::text_options_of(options);
    if (!wanted.ok()) return linkspan::capi::fail(wanted.error(), error);
    auto made = linkspan::TextLinker::create(engine->engine, *wanted);
    if (!made.ok()) return linkspan::capi::fail(made.error(), error);
    *linker = new linkspan_text_linker{engine->engine, std::move(made).value()};
    return LINKSPAN_OK;
  });
}

size_t linkspan_text_linker_find(linkspan_text_linker* linker, const char* text, size_t size,
                                 const linkspan_text_link** links) {
  *links = nullptr;
  linkspan::capi::LinkArray& array = linker->array;
  array.clear();
  const linkspan_status status = linkspan::capi::guarded([&] {
    linker->linker.find(linkspan::capi::view(text, size),
                        [&](const linkspan::Link& link) { array.add(link); });
    return LINKSPAN_OK;
  });
  if (status != LINKSPAN_OK) return SIZE_MAX;
  const std::span<const linkspan_text_link> found = array.finish();
  *links = found.data();
  return found.size();
}

linkspan_status linkspan_text_linker_read(linkspan_text_linker* linker, const char* bytes,
                                          size_t size, const linkspan_document_options* options,
                                          const linkspan_text_link** links, size_t* count,
                                          linkspan_summary* summary, linkspan_error** error) {
  *links = nullptr;
  *count = 0;
  if (error != nullptr) *error = nullptr;
  linkspan::capi::LinkArray& array = linker->array;
  array.clear();
  return linkspan::capi::guarded([&] {
    if (const auto fault = linkspan::capi::fault_of(summary))
      return linkspan::capi::fail(*fault, error);
    const auto wanted = linkspan::capi::options_of(options);
    if (!wanted.ok()) return linkspan::capi::fail(wanted.error(), error);
    const auto read =
        linkspan::linkify({linkspan::capi::view(bytes, size), *wanted}, linker->engine,
                          [&](const linkspan::Link& link) { array.add_in_document(link); });
    if (!read.ok()) return linkspan::capi::fail(read.error(), error);
    linkspan::capi::fill_summary(*read, summary);
    const std::span<const linkspan_text_link> found = array.finish();
    *links = found.data();
    *count = found.size();
    return LINKSPAN_OK;
  });
}

void linkspan_text_linker_free(linkspan_text_linker* linker) { delete linker; }
