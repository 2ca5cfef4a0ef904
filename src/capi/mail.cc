// SPDX-License-Identifier: Apache-2.0
// The C interface of mail.h.
#include "linkspan/mail.h"

#include "capi/capi.h"
#include "capi/links.h"
#include "capi/modules.h"
#include "capi/renderer.h"

namespace linkspan::capi {
namespace {

static_assert(LINKSPAN_BLOCK_LINES_LEAVE_OUT == static_cast<int>(mail::BlockLines::leave_out));

linkspan_message_options default_message_options() {
  linkspan_message_options options = {};
  options.struct_size = sizeof(options);
  options.block_lines = LINKSPAN_BLOCK_LINES_BLANK;
  return options;
}

Result<mail::ReadOptions> read_options_of(const linkspan_message_options* given) {
  const Result<linkspan_message_options> known = known_part(given, default_message_options());
  if (!known.ok()) return known.error();
  const linkspan_message_options& wanted = *known;
  const auto lines = same(wanted.block_lines, mail::BlockLines::leave_out, "linkspan_block_lines");
  if (!lines.ok()) return lines.error();
  mail::ReadOptions options;
  options.headers = strings_of(wanted.fields, wanted.fields_count);
  if (wanted.media_types != nullptr) {
    options.media_types = strings_of(wanted.media_types, wanted.media_types_count);
  }
  options.block_lines = *lines;
  if (wanted.all_alternatives != 0) options.alternatives = mail::Alternatives::all;
  return options;
}

Result<mail::MessageOptions> message_options_of(const linkspan_message_options* message,
                                                const linkspan_document_options* document) {
  mail::MessageOptions options;
  auto read = read_options_of(message);
  if (!read.ok()) return read.error();
  options.read = std::move(read).value();
  if (document != nullptr) {
    auto wanted = options_of(document);
    if (!wanted.ok()) return wanted.error();
    options.document = std::move(wanted).value();
  }
  if (message != nullptr) {
    const char* const charset = known_part(message, default_message_options())->charset;
    if (charset != nullptr) options.charset = charset;
  }
  return options;
}

linkspan_message_part part_of(const mail::TextPart& part) {
  return {sizeof(linkspan_message_part),
          part.path.c_str(),
          part.media_type.c_str(),
          part.charset.c_str(),
          static_cast<linkspan_flow>(part.flow),
          to_string(part.transfer_encoding).data(),  // a literal, which ends with a NUL
          part.raw_begin.value_or(UINT64_MAX)};
}

linkspan_message_part no_part() {
  return {sizeof(linkspan_message_part), "", "", "", LINKSPAN_FLOW_FIXED, "", UINT64_MAX};
}

void fill_message_summary(const mail::Summary& read, linkspan_message_summary* summary) {
  fill(summary, {0, read.text_parts, read.html_parts, read.other_parts, read.encrypted_parts,
                 read.all_was_read ? 1 : 0, read.warnings.size() + read.warnings_left_out});
}

linkspan_message_visitor no_callbacks() {
  linkspan_message_visitor visitor = {};
  visitor.struct_size = sizeof(visitor);
  return visitor;
}

// Passes a message on to the callbacks of a visitor, until one stops.
class VisitorCaller final : public mail::Visitor {
 public:
  VisitorCaller(const linkspan_message_visitor& visitor, void* context)
      : visitor_(visitor), context_(context) {}

  void header(const mail::Header& header) override {
    const linkspan_message_field field = {sizeof(field), header.path.c_str(), header.name.c_str(),
                                          header.value.c_str()};
    call(visitor_.field, &field);
  }
  void begin_part(const mail::TextPart& part) override {
    const linkspan_message_part declared = part_of(part);
    call(visitor_.begin_part, &declared);
  }
  void block(std::string_view bytes) override { call(visitor_.bytes, bytes.data(), bytes.size()); }
  void end_part() override { call(visitor_.end_part); }
  void warn(const mail::Summary& summary) {
    for (const mail::Warning& warning : summary.warnings) {
      call(visitor_.warning, warning.message.c_str());
    }
  }
  linkspan_status status() const { return is_stopped_ ? LINKSPAN_STOPPED : LINKSPAN_OK; }

 private:
  template <class... Arguments>
  void call(int (*callback)(void*, Arguments...), std::type_identity_t<Arguments>... arguments) {
    if (!is_stopped_ && callback != nullptr) is_stopped_ = callback(context_, arguments...) != 0;
  }

  const linkspan_message_visitor visitor_;
  void* context_;
  bool is_stopped_ = false;
};

class MessageFlusher final : public mail::MessageReceiver {
 public:
  explicit MessageFlusher(Renderer& renderer)
      : renderer_(renderer), message_(renderer.writer(), renderer.options()) {}
  void header(const mail::Header& header) override { message_.header(header); }
  void begin_part(const mail::TextPart& part) override { message_.begin_part(part); }
  void link(const Link& link) override { message_.link(link); }
  void text(std::string_view decoded) override {
    message_.text(decoded);
    renderer_.flush();
  }
  void piece(std::string_view decoded, const Link& link) override { message_.piece(decoded, link); }
  Visit next() const override { return renderer_.next(); }
  void end_message() { message_.end_message(); }

 private:
  Renderer& renderer_;
  mail::MessageRenderer message_;
};

}  // namespace
}  // namespace linkspan::capi

namespace capi = linkspan::capi;
namespace mail = linkspan::mail;

void linkspan_message_options_init(linkspan_message_options* options, size_t struct_size) {
  capi::initialize(options, struct_size, capi::default_message_options());
}

linkspan_status linkspan_message_read(const char* message, size_t size,
                                      const linkspan_message_options* options,
                                      const linkspan_message_visitor* visitor, void* context,
                                      linkspan_message_summary* summary, linkspan_error** error) {
  if (error != nullptr) *error = nullptr;
  return capi::guarded([&] {
    if (const auto fault = capi::fault_of(summary)) return capi::fail(*fault, error);
    if (const auto fault = capi::load_mail()) return capi::fail(*fault, error);
    auto wanted = capi::read_options_of(options);
    if (!wanted.ok()) return capi::fail(wanted.error(), error);
    if (wanted->alternatives == mail::Alternatives::merged) {
      wanted->alternatives = mail::Alternatives::plain_first;
    }
    const auto callbacks = capi::known_part(visitor, capi::no_callbacks());
    if (!callbacks.ok()) return capi::fail(callbacks.error(), error);
    capi::VisitorCaller caller(*callbacks, context);
    const mail::Summary read = mail::read_message(capi::view(message, size), *wanted, caller);
    caller.warn(read);
    capi::fill_message_summary(read, summary);
    return caller.status();
  });
}

void linkspan_message_part_apply(const linkspan_message_part* part,
                                 linkspan_document_options* options) {
  const auto from = capi::known_part(part, capi::no_part());
  const auto to = capi::known_part(options, capi::default_document_options());
  if (!from.ok() || !to.ok()) return;
  mail::TextPart declared;
  declared.media_type = from->media_type;
  declared.charset = from->charset;
  declared.flow = static_cast<linkspan::Flow>(from->flow);
  const linkspan::DocumentOptions made = mail::document_options(declared);
  linkspan_document_options set = *to;
  set.charset = made.charset == declared.charset ? from->charset : "auto";
  set.markup = made.markup == linkspan::Markup::html ? LINKSPAN_MARKUP_HTML : LINKSPAN_MARKUP_NONE;
  set.flow = static_cast<linkspan_flow>(made.layout.flow);
  set.quoting = made.layout.quoting == linkspan::Quoting::prefixes ? 1 : 0;
  capi::fill(options, set);
}

linkspan_status linkspan_message_linkify(const linkspan_engine* engine, const char* message,
                                         size_t size,
                                         const linkspan_message_options* message_options,
                                         const linkspan_document_options* document_options,
                                         linkspan_message_link_callback callback, void* context,
                                         linkspan_message_summary* summary,
                                         linkspan_error** error) {
  if (error != nullptr) *error = nullptr;
  return capi::guarded([&] {
    if (const auto fault = capi::fault_of(summary)) return capi::fail(*fault, error);
    if (const auto fault = capi::load_mail()) return capi::fail(*fault, error);
    const auto wanted = capi::message_options_of(message_options, document_options);
    if (!wanted.ok()) return capi::fail(wanted.error(), error);
    capi::LinkStruct link_struct;
    bool is_stopped = false;
    const auto read = mail::linkify(
        capi::view(message, size), engine->engine,
        [&](const mail::MessageLink& found) {
          const linkspan_message_part part = capi::part_of(found.part);
          is_stopped =
              callback != nullptr && callback(context, &part, &link_struct.set(found.link)) != 0;
          return is_stopped ? linkspan::Visit::stop : linkspan::Visit::go_on;
        },
        *wanted);
    if (!read.ok()) return capi::fail(read.error(), error);
    capi::fill_message_summary(*read, summary);
    return is_stopped ? LINKSPAN_STOPPED : LINKSPAN_OK;
  });
}

linkspan_status linkspan_message_render(const linkspan_engine* engine, const char* message,
                                        size_t size,
                                        const linkspan_message_options* message_options,
                                        const linkspan_document_options* document_options,
                                        const linkspan_render_options* render_options,
                                        linkspan_text_callback write, void* context,
                                        linkspan_message_summary* summary, linkspan_error** error) {
  if (error != nullptr) *error = nullptr;
  return capi::guarded([&] {
    if (const auto fault = capi::fault_of(summary)) return capi::fail(*fault, error);
    if (const auto fault = capi::load_mail()) return capi::fail(*fault, error);
    auto wanted = capi::message_options_of(message_options, document_options);
    if (!wanted.ok()) return capi::fail(wanted.error(), error);
    auto renderer = capi::Renderer::create(render_options);
    if (!renderer.ok()) return capi::fail(renderer.error(), error);
    renderer->begin_call(write, context);
    capi::MessageFlusher flusher(*renderer);
    renderer->writer().begin();
    const auto read = mail::read_documents(capi::view(message, size), engine->engine, flusher,
                                           mail::options_for_people(std::move(wanted).value()));
    if (!read.ok()) return capi::fail(read.error(), error);
    flusher.end_message();
    renderer->writer().end();
    renderer->flush();
    capi::fill_message_summary(*read, summary);
    return renderer->status();
  });
}

struct linkspan_mbox {
  mail::MboxSplitter splitter;

  template <class Feed>
  static linkspan_status pass(linkspan_message_place_callback callback, void* context, Feed feed) {
    return capi::guarded([&] {
      capi::Caller<linkspan_message_place> caller(callback, context);
      feed([&](const mail::MessagePlace& place) {
        caller({sizeof(linkspan_message_place), place.from_line, place.begin, place.end});
      });
      return caller.status();
    });
  }
};

linkspan_mbox* linkspan_mbox_open(void) {
  linkspan_mbox* opened = nullptr;
  capi::guarded([&] {
    opened = new linkspan_mbox;
    return LINKSPAN_OK;
  });
  return opened;
}

linkspan_status linkspan_mbox_feed(linkspan_mbox* mbox, const char* chunk, size_t size,
                                   linkspan_message_place_callback callback, void* context) {
  return mbox->pass(callback, context, [&](const mail::PlaceSink& sink) {
    mbox->splitter.feed(capi::view(chunk, size), sink);
  });
}

linkspan_status linkspan_mbox_finish(linkspan_mbox* mbox, linkspan_message_place_callback callback,
                                     void* context) {
  return mbox->pass(callback, context,
                    [&](const mail::PlaceSink& sink) { mbox->splitter.finish(sink); });
}

uint64_t linkspan_mbox_retain_from(const linkspan_mbox* mbox) {
  return mbox->splitter.retain_from();
}

void linkspan_mbox_free(linkspan_mbox* mbox) { delete mbox; }
