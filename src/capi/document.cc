// SPDX-License-Identifier: Apache-2.0
// The C interface of document.h.
#include "linkspan/document.h"

#include "capi/capi.h"
#include "capi/links.h"

namespace {

using linkspan::Link;
using linkspan::capi::fault_of;
using linkspan::capi::LinkPasser;
using linkspan::capi::options_of;

}  // namespace

struct linkspan_document_stream {
  linkspan::DocumentStream stream;

  template <class Feed>
  static linkspan_status pass(linkspan_link_callback callback, void* context, Feed feed) {
    return linkspan::capi::guarded([&] {
      LinkPasser passer(callback, context);
      feed([&](const Link& link) { return passer(link); });
      return passer.status();
    });
  }
};

void linkspan_document_options_init(linkspan_document_options* options, size_t struct_size) {
  linkspan::capi::initialize(options, struct_size, linkspan::capi::default_document_options());
}

linkspan_status linkspan_linkify(const linkspan_engine* engine, const char* bytes, size_t size,
                                 const linkspan_document_options* options,
                                 linkspan_link_callback callback, void* context,
                                 linkspan_summary* summary, linkspan_error** error) {
  if (error != nullptr) *error = nullptr;
  return linkspan::capi::guarded([&] {
    if (const auto fault = fault_of(summary)) return linkspan::capi::fail(*fault, error);
    linkspan::Result<linkspan::DocumentOptions> wanted = options_of(options);
    if (!wanted.ok()) return linkspan::capi::fail(wanted.error(), error);
    LinkPasser passer(callback, context);
    const linkspan::Result<linkspan::Summary> read =
        linkspan::linkify({linkspan::capi::view(bytes, size), std::move(wanted).value()},
                          engine->engine, [&](const Link& link) { return passer(link); });
    if (!read.ok()) return linkspan::capi::fail(read.error(), error);
    linkspan::capi::fill_summary(*read, summary);
    return passer.status();
  });
}

linkspan_status linkspan_linkify_text(const linkspan_engine* engine, const char* bytes, size_t size,
                                      const linkspan_document_options* options,
                                      linkspan_link_callback link_callback,
                                      linkspan_text_callback text_callback, void* context,
                                      linkspan_summary* summary, linkspan_error** error) {
  if (error != nullptr) *error = nullptr;
  return linkspan::capi::guarded([&] {
    if (const auto fault = fault_of(summary)) return linkspan::capi::fail(*fault, error);
    linkspan::Result<linkspan::DocumentOptions> wanted = options_of(options);
    if (!wanted.ok()) return linkspan::capi::fail(wanted.error(), error);
    LinkPasser passer(link_callback, context);
    bool is_stopped = false;
    const auto take_text = [&](const std::string_view& text) {
      is_stopped =
          text_callback != nullptr && text_callback(context, text.data(), text.size()) != 0;
      return is_stopped ? linkspan::Visit::stop : linkspan::Visit::go_on;
    };
    const linkspan::Result<linkspan::Summary> read = linkspan::linkify_text(
        {linkspan::capi::view(bytes, size), std::move(wanted).value()}, engine->engine,
        [&](const Link& link) { return passer(link); }, take_text);
    if (!read.ok()) return linkspan::capi::fail(read.error(), error);
    linkspan::capi::fill_summary(*read, summary);
    return is_stopped ? LINKSPAN_STOPPED : passer.status();
  });
}

linkspan_status linkspan_document_stream_open(const linkspan_engine* engine,
                                              const linkspan_document_options* options,
                                              linkspan_document_stream** stream,
                                              linkspan_error** error) {
  *stream = nullptr;
  if (error != nullptr) *error = nullptr;
  return linkspan::capi::guarded([&] {
    const linkspan::Result<linkspan::DocumentOptions> wanted = options_of(options);
    if (!wanted.ok()) return linkspan::capi::fail(wanted.error(), error);
    linkspan::Result<linkspan::DocumentStream> opened =
        linkspan::DocumentStream::open(engine->engine, *wanted);
    if (!opened.ok()) return linkspan::capi::fail(opened.error(), error);
    *stream = new linkspan_document_stream{std::move(opened).value()};
    return LINKSPAN_OK;
  });
}

linkspan_status linkspan_document_stream_feed(linkspan_document_stream* stream, const char* bytes,
                                              size_t size, linkspan_link_callback callback,
                                              void* context) {
  return stream->pass(callback, context, [&](linkspan::LinkSink sink) {
    stream->stream.feed(linkspan::capi::view(bytes, size), sink);
  });
}

linkspan_status linkspan_document_stream_finish(linkspan_document_stream* stream,
                                                linkspan_link_callback callback, void* context,
                                                linkspan_summary* summary) {
  if (fault_of(summary)) return LINKSPAN_INVALID_ARGUMENT;
  return stream->pass(callback, context, [&](linkspan::LinkSink sink) {
    linkspan::capi::fill_summary(stream->stream.finish(sink), summary);
  });
}

void linkspan_document_stream_free(linkspan_document_stream* stream) { delete stream; }
