// SPDX-License-Identifier: Apache-2.0
// The C interface of linkspan.h.
#include <optional>
#include <vector>

#include "capi/capi.h"

namespace {

using linkspan::Span;
using linkspan::capi::Caller;
using SpanCaller = Caller<linkspan_span>;

static_assert(LINKSPAN_ABSENT == linkspan::Part::kAbsent);
static_assert(LINKSPAN_PROFILE_STRICT == static_cast<int>(linkspan::Profile::strict));
static_assert(LINKSPAN_KIND_PHONE == static_cast<int>(linkspan::Kind::phone));
static_assert(LINKSPAN_FORM_HREF == static_cast<int>(linkspan::Form::href));
static_assert(LINKSPAN_ENDED_BY_END_OF_TEXT == static_cast<int>(linkspan::EndedBy::end_of_text));

// Names with a sign or without: "+coap", "-ftp", "https".
linkspan::Result<linkspan::NameList> names_of(const char* const* names, size_t count) {
  std::string list;
  for (size_t i = 0; i < count; ++i) (list += i == 0 ? "" : ",") += names[i];
  return count == 0 ? linkspan::NameList() : linkspan::parse_names(list);
}

linkspan_options default_options() {
  const linkspan::Options defaults;
  return {sizeof(linkspan_options),
          static_cast<linkspan_profile>(defaults.profile),
          defaults.bare_domains ? 1 : 0,
          defaults.email ? 1 : 0,
          nullptr,
          0,
          nullptr,
          0,
          defaults.max_link_bytes};
}

linkspan::Result<linkspan::Engine> create(const linkspan_options* given) {
  const linkspan::Result<linkspan_options> known =
      linkspan::capi::known_part(given, default_options());
  if (!known.ok()) return known.error();
  const linkspan_options& wanted = *known;
  const auto profile =
      linkspan::capi::same(wanted.profile, linkspan::Profile::strict, "linkspan_profile");
  if (!profile.ok()) return profile.error();
  linkspan::Options options;
  options.profile = *profile;
  options.bare_domains = wanted.bare_domains != 0;
  options.email = wanted.email != 0;
  const auto schemes = names_of(wanted.schemes, wanted.schemes_count);
  if (!schemes.ok()) return schemes.error();
  const auto tlds = names_of(wanted.tlds, wanted.tlds_count);
  if (!tlds.ok()) return tlds.error();
  options.schemes = *schemes;
  options.tlds = *tlds;
  options.max_link_bytes = wanted.max_link_bytes;
  return linkspan::Engine::create(options);
}

// Names are views of literals, which end with a NUL.
template <class Enum>
const char* name_of(int value, Enum last) {
  if (value < 0 || value > static_cast<int>(last)) return nullptr;
  return to_string(static_cast<Enum>(value)).data();
}

}  // namespace

struct linkspan_stream {
  linkspan::Stream stream;

  template <class Feed>
  static linkspan_status pass(linkspan_span_callback callback, void* context, Feed feed) {
    SpanCaller caller(callback, context);
    feed([&](const Span& span) { return caller(linkspan::capi::span_of(span)); });
    return caller.status();
  }
};

const char* linkspan_version(void) { return linkspan::version().data(); }

const char* linkspan_kind_name(linkspan_kind kind) { return name_of(kind, linkspan::Kind::phone); }
const char* linkspan_form_name(linkspan_form form) { return name_of(form, linkspan::Form::href); }
const char* linkspan_ended_by_name(linkspan_ended_by ended_by) {
  return name_of(ended_by, linkspan::EndedBy::end_of_text);
}
const char* linkspan_profile_name(linkspan_profile profile) {
  return name_of(profile, linkspan::Profile::strict);
}

void linkspan_options_init(linkspan_options* options, size_t struct_size) {
  linkspan::capi::initialize(options, struct_size, default_options());
}

linkspan_status linkspan_engine_create(const linkspan_options* options, linkspan_engine** engine,
                                       linkspan_error** error) {
  *engine = nullptr;
  if (error != nullptr) *error = nullptr;
  return linkspan::capi::guarded([&] {
    linkspan::Result<linkspan::Engine> made = create(options);
    if (!made.ok()) return linkspan::capi::fail(made.error(), error);
    *engine = new linkspan_engine{std::move(made).value()};
    return LINKSPAN_OK;
  });
}

void linkspan_engine_free(linkspan_engine* engine) { delete engine; }

linkspan_status linkspan_scan(const linkspan_engine* engine, const char* text, size_t size,
                              linkspan_span_callback callback, void* context) {
  return linkspan::capi::guarded([&] {
    const linkspan::Engine kept = engine->engine;  // the callback may free the handle
    SpanCaller caller(callback, context);
    kept.scan(linkspan::capi::view(text, size),
              [&](const Span& span) { return caller(linkspan::capi::span_of(span)); });
    return caller.status();
  });
}

int linkspan_find_first(const linkspan_engine* engine, const char* text, size_t size,
                        linkspan_span* span) {
  const std::optional<Span> first = engine->engine.find_first(linkspan::capi::view(text, size));
  if (first) linkspan::capi::fill(span, linkspan::capi::span_of(*first));
  return first ? 1 : 0;
}

size_t linkspan_find_all(const linkspan_engine* engine, const char* text, size_t size,
                         linkspan_place* places, size_t capacity) {
  size_t count = 0;
  const linkspan_status status = linkspan::capi::guarded([&] {
    engine->engine.scan(linkspan::capi::view(text, size), [&](const Span& span) {
      if (count < capacity) places[count] = linkspan::capi::place_of(span);
      ++count;
    });
    return LINKSPAN_OK;
  });
  return status == LINKSPAN_OK ? count : SIZE_MAX;
}

linkspan_stream* linkspan_stream_open(const linkspan_engine* engine) {
  linkspan_stream* opened = nullptr;
  linkspan::capi::guarded([&] {
    opened = new linkspan_stream{engine->engine.open()};
    return LINKSPAN_OK;
  });
  return opened;
}

linkspan_status linkspan_stream_feed(linkspan_stream* stream, const char* chunk, size_t size,
                                     linkspan_span_callback callback, void* context) {
  return stream->pass(callback, context, [&](linkspan::SpanSink sink) {
    stream->stream.feed(linkspan::capi::view(chunk, size), sink);
  });
}

linkspan_status linkspan_stream_finish(linkspan_stream* stream, linkspan_span_callback callback,
                                       void* context) {
  return stream->pass(callback, context,
                      [&](linkspan::SpanSink sink) { stream->stream.finish(sink); });
}

uint64_t linkspan_stream_retain_from(const linkspan_stream* stream) {
  return stream->stream.retain_from();
}
uint64_t linkspan_stream_links_cut(const linkspan_stream* stream) {
  return stream->stream.links_cut();
}
void linkspan_stream_free(linkspan_stream* stream) { delete stream; }
