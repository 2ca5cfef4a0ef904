// SPDX-License-Identifier: Apache-2.0
// The C interface of TextLinker (document.h): the links of a text as an array.
//
// What the links point to, their strings and pieces, is in two arrays of the handle, which grow
// while the links are found. So the pointers are set when all are.
#include <string>
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

// The links of one text.
class LinkArray {
 public:
  void clear();
  void add(const Link& link);
  void add_in_document(const Link& link);
  void set_pointers();
  const std::vector<linkspan_text_link>& links() const { return links_; }

 private:
  size_t keep(std::string_view string);

  std::vector<linkspan_text_link> links_;
  std::vector<linkspan_piece> pieces_;  // of all links, one after another
  std::string strings_;                 // of each link: text, IRI, URI, display, each with a NUL
};

void LinkArray::clear() {
  links_.clear();
  pieces_.clear();
  strings_.clear();
}

size_t LinkArray::keep(std::string_view string) {
  (strings_ += string) += '\0';
  return string.size();
}

void LinkArray::add(const Link& link) {
  for (const Piece& piece : link.pieces) pieces_.push_back(piece_of(piece));
  linkspan_text_link added = {};
  added.place = place_of(link.span);
  added.first = position_of(link.pieces.front().begin);
  added.past = position_of(link.pieces.back().end);
  added.text_size = keep(link.text);
  added.iri_size = keep(link.iri);
  added.uri_size = keep(link.uri);
  added.display_size = keep(link.display);
  added.pieces_count = link.pieces.size();
  added.warnings = bits(link.warnings);
  links_.push_back(added);
}

// The range of a span is in the text that was scanned.
void LinkArray::add_in_document(const Link& link) {
  add(link);
  linkspan_place& place = links_.back().place;
  place.offset = link.pieces.front().bytes.begin;
  place.size = link.pieces.back().bytes.end - place.offset;
}

void LinkArray::set_pointers() {
  const char* next = strings_.data();
  const linkspan_piece* piece = pieces_.data();
  for (linkspan_text_link& link : links_) {
    link.text = std::exchange(next, next + link.text_size + 1);
    link.iri = std::exchange(next, next + link.iri_size + 1);
    link.uri = std::exchange(next, next + link.uri_size + 1);
    link.display = std::exchange(next, next + link.display_size + 1);
    link.pieces = std::exchange(piece, piece + link.pieces_count);
  }
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
    array.set_pointers();
    return LINKSPAN_OK;
  });
  if (status != LINKSPAN_OK) return SIZE_MAX;
  *links = array.links().data();
  return array.links().size();
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
    array.set_pointers();
    *links = array.links().data();
    *count = array.links().size();
    return LINKSPAN_OK;
  });
}

void linkspan_text_linker_free(linkspan_text_linker* linker) { delete linker; }
