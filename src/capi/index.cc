// SPDX-License-Identifier: Apache-2.0
// The C interface of index.h.
#include "linkspan/index.h"

#include <new>
#include <vector>

#include "capi/capi.h"

namespace {

using linkspan::LinkChange;
using linkspan::Result;
using linkspan::Span;

static_assert(LINKSPAN_TEXT_UNIT_UTF32 == static_cast<int>(linkspan::TextUnit::utf32));

// Adapts the C callback of the caller. If it returns NULL, the index gets an empty text.
class Reader {
 public:
  Reader(linkspan_text_reader read, void* context) : read_(read), context_(context) {}
  std::string_view operator()(uint64_t offset) const {
    size_t size = 0;
    const char* const bytes = read_(context_, offset, &size);
    return bytes == nullptr ? std::string_view() : std::string_view(bytes, size);
  }

 private:
  linkspan_text_reader read_;
  void* context_;
};

void set_spans(const std::vector<Span>& spans, std::vector<linkspan_span>& to) {
  to.clear();
  for (const Span& span : spans) to.push_back(linkspan::capi::span_of(span));
}

linkspan::TextUnit unit_of(linkspan_text_unit unit) {
  const auto known = linkspan::capi::same(unit, linkspan::TextUnit::utf32, "linkspan_text_unit");
  return known.ok() ? *known : linkspan::TextUnit::utf8;
}

}  // namespace

struct linkspan_index {
  explicit linkspan_index(const linkspan::Engine& engine) : index(engine), empty(engine) {}

  linkspan::LinkIndex index;
  linkspan::LinkIndex empty;  // the new index if an allocation fails
  std::vector<linkspan_span> removed, added;

  // Makes an edit, which returns a Result<LinkChange>, and reports the change.
  template <class Edit>
  linkspan_status change(linkspan_link_change* to, linkspan_error** error, Edit edit) {
    if (error != nullptr) *error = nullptr;
    const linkspan_status status = linkspan::capi::guarded([&] {
      if (const auto fault = linkspan::capi::fault_of(to)) {
        return linkspan::capi::fail(*fault, error);
      }
      const Result<LinkChange> made = edit();
      if (!made.ok()) return linkspan::capi::fail(made.error(), error);
      set_spans(made->removed, removed);
      set_spans(made->added, added);
      linkspan::capi::fill(to, {sizeof(linkspan_link_change), removed.data(), removed.size(),
                                added.data(), added.size(), made->moved_from, made->moved_by});
      return LINKSPAN_OK;
    });
    if (status == LINKSPAN_NO_MEMORY) std::swap(index, empty);
    return status;
  }
};

linkspan_index* linkspan_index_create(const linkspan_engine* engine) {
  linkspan_index* created = nullptr;
  linkspan::capi::guarded([&] {
    created = new linkspan_index(engine->engine);
    return LINKSPAN_OK;
  });
  return created;
}

linkspan_status linkspan_index_assign(linkspan_index* index, uint64_t size,
                                      linkspan_text_reader read, void* context,
                                      linkspan_link_change* change, linkspan_error** error) {
  Reader reader(read, context);
  return index->change(change, error, [&] { return index->index.assign(size, reader); });
}

linkspan_status linkspan_index_replace(linkspan_index* index, linkspan_range range,
                                       uint64_t new_size, linkspan_text_reader read, void* context,
                                       linkspan_link_change* change, linkspan_error** error) {
  Reader reader(read, context);
  return index->change(change, error, [&] {
    return index->index.replace({range.begin, range.end}, new_size, reader);
  });
}

linkspan_status linkspan_index_links_in(const linkspan_index* index, linkspan_range range,
                                        linkspan_span_callback callback, void* context) {
  return linkspan::capi::guarded([&] {
    linkspan::capi::Caller<linkspan_span> caller(callback, context);
    for (const Span& span : index->index.links_in({range.begin, range.end})) {
      if (caller(linkspan::capi::span_of(span)) == linkspan::Visit::stop) break;
    }
    return caller.status();
  });
}

int linkspan_index_at(const linkspan_index* index, uint64_t offset, linkspan_span* span) {
  int found = 0;
  linkspan::capi::guarded([&] {
    const std::optional<Span> link = index->index.at(offset);
    if (link) linkspan::capi::fill(span, linkspan::capi::span_of(*link));
    found = link ? 1 : 0;
    return LINKSPAN_OK;
  });
  return found;
}

uint64_t linkspan_index_size(const linkspan_index* index) { return index->index.size(); }
uint64_t linkspan_index_link_count(const linkspan_index* index) {
  return index->index.link_count();
}
uint64_t linkspan_index_line_count(const linkspan_index* index) {
  return index->index.line_count();
}

linkspan_text_position linkspan_index_position_of(const linkspan_index* index, uint64_t offset,
                                                  linkspan_text_unit unit,
                                                  linkspan_text_reader read, void* context) {
  linkspan_text_position found = {0, 0};
  Reader reader(read, context);
  linkspan::capi::guarded([&] {
    const auto position = index->index.position_of(offset, unit_of(unit), reader);
    found = {position.line, position.character};
    return LINKSPAN_OK;
  });
  return found;
}

uint64_t linkspan_index_offset_of(const linkspan_index* index, linkspan_text_position position,
                                  linkspan_text_unit unit, linkspan_text_reader read,
                                  void* context) {
  uint64_t found = 0;
  Reader reader(read, context);
  linkspan::capi::guarded([&] {
    found = index->index.offset_of({position.line, position.character}, unit_of(unit), reader);
    return LINKSPAN_OK;
  });
  return found;
}

void linkspan_index_free(linkspan_index* index) { delete index; }
