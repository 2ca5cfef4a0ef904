// SPDX-License-Identifier: Apache-2.0
// The C interface of render.h.
#include "linkspan/render.h"

#include <optional>

#include "capi/capi.h"
#include "capi/links.h"
#include "capi/renderer.h"

namespace linkspan::capi {
namespace {

linkspan_render_options default_render_options() {
  linkspan_render_options options = {};
  options.struct_size = sizeof(options);
  options.rel = "noopener noreferrer";
  return options;
}

std::string text_or_empty(const char* text) { return text != nullptr ? text : ""; }

render::HtmlForm form_of(const linkspan_render_options& wanted) {
  if (wanted.phrasing != 0) return render::HtmlForm::phrasing;
  return wanted.page != 0 ? render::HtmlForm::page : render::HtmlForm::fragment;
}

using Attributes = std::vector<render::Attribute>;

std::optional<Attributes> attributes_of(const char* const* names_and_values) {
  if (names_and_values == nullptr) return std::nullopt;
  Attributes attributes;
  for (; names_and_values[0] != nullptr && names_and_values[1] != nullptr; names_and_values += 2) {
    attributes.push_back({names_and_values[0], names_and_values[1]});
  }
  return attributes;
}

render::HtmlOptions html_options_of(const linkspan_render_options& wanted,
                                    render::OpenableSchemes openable) {
  return {.form = form_of(wanted),
          .title = text_or_empty(wanted.title),
          .openable = std::move(openable),
          .target = text_or_empty(wanted.target),
          .rel = text_or_empty(wanted.rel),
          .css_class = text_or_empty(wanted.css_class)};
}

std::unique_ptr<render::Writer> make_writer(const linkspan_render_options& wanted,
                                            render::OpenableSchemes openable, std::string& out) {
  switch (wanted.format) {
    case LINKSPAN_RENDER_ANSI:
      return render::ansi_writer(out,
                                 {.colours = wanted.keep_colours != 0 ? render::TextColours::keep
                                                                      : render::TextColours::show,
                                  .openable = std::move(openable)});
    case LINKSPAN_RENDER_MARKDOWN:
      return render::markdown_writer(out, {.openable = std::move(openable)});
    default:
      return render::html_writer(out, html_options_of(wanted, std::move(openable)));
  }
}

// Passes a document on to a Renderer, which writes the output after each piece of text.
class DocumentFlusher final : public Receiver {
 public:
  explicit DocumentFlusher(Renderer& renderer)
      : renderer_(renderer), document_(renderer.writer(), renderer.options()) {}
  void link(const Link& link) override { document_.link(link); }
  void text(std::string_view decoded) override {
    document_.text(decoded);
    renderer_.flush();
  }
  void piece(std::string_view decoded, const Link& link) override {
    document_.piece(decoded, link);
  }
  Visit next() const override { return renderer_.next(); }

 private:
  Renderer& renderer_;
  render::DocumentRenderer document_;
};

// What the C++ interface calls the options of a caller.
struct RenderSettings {
  linkspan_render_options wanted;
  render::OpenableSchemes openable;
  render::RenderOptions options;
};

Result<RenderSettings> settings_of(const linkspan_render_options* given) {
  enum class Format : uint8_t { html, ansi, markdown };
  const Result<linkspan_render_options> known = known_part(given, default_render_options());
  if (!known.ok()) return known.error();
  const linkspan_render_options& wanted = *known;
  const auto format = same(wanted.format, Format::markdown, "linkspan_render_format");
  const auto destination = same(wanted.show_destination, render::ShowDestination::where_hidden,
                                "linkspan_show_destination");
  const auto title = same(wanted.show_title, render::ShowTitle::never, "linkspan_show_title");
  if (wanted.page != 0 && wanted.phrasing != 0) {
    return Error{ErrorCode::invalid_argument, 0, "page and phrasing exclude each other"};
  }
  auto openable =
      render::OpenableSchemes::create(strings_of(wanted.open_schemes, wanted.open_schemes_count));
  if (!format.ok()) return format.error();
  if (!destination.ok()) return destination.error();
  if (!title.ok()) return title.error();
  if (!openable.ok()) return openable.error();

  RenderSettings settings{wanted, std::move(openable).value(), {}};
  render::RenderOptions& options = settings.options;
  options.destination = *destination;
  options.title = *title;
  if (wanted.first_id != 0) options.first_id = wanted.first_id;
  if (wanted.rewrite != nullptr) {
    options.rewrite = [wanted, link_struct = LinkStruct()](
                          const Link& link) mutable -> std::optional<std::string> {
      const char* const uri = wanted.rewrite(wanted.rewrite_context, &link_struct.set(link));
      return uri != nullptr ? std::optional<std::string>(uri) : std::nullopt;
    };
  }
  if (wanted.attributes != nullptr) {
    options.attributes = [wanted, link_struct = LinkStruct()](const Link& link) mutable {
      return attributes_of(wanted.attributes(wanted.attributes_context, &link_struct.set(link)));
    };
  }
  options.most_characters = wanted.most_characters;
  if (wanted.shorten_in_the_middle != 0) options.shorten = render::Shorten::middle;
  return settings;
}

}  // namespace

Result<Renderer> Renderer::create(const linkspan_render_options* given) {
  Result<RenderSettings> settings = settings_of(given);
  if (!settings.ok()) return settings.error();
  Renderer renderer;
  renderer.options_ = std::move(settings->options);
  renderer.writer_ = make_writer(settings->wanted, std::move(settings->openable), *renderer.out_);
  return renderer;
}

void Renderer::flush() {
  if (!is_stopped_ && write_ != nullptr && !out_->empty()) {
    is_stopped_ = write_(context_, out_->data(), out_->size()) != 0;
  }
  out_->clear();
}

}  // namespace linkspan::capi

struct linkspan_renderer {
  linkspan_renderer(linkspan::capi::Renderer made, linkspan::DocumentStream opened)
      : renderer(std::move(made)), stream(std::move(opened)), flusher(renderer) {}

  linkspan::capi::Renderer renderer;
  linkspan::DocumentStream stream;
  linkspan::capi::DocumentFlusher flusher;
};

namespace {

linkspan::Result<std::unique_ptr<linkspan_renderer>> open_renderer(
    const linkspan_engine* engine, const linkspan_document_options* document_options,
    const linkspan_render_options* render_options) {
  const auto document = linkspan::capi::options_of(document_options);
  if (!document.ok()) return document.error();
  auto renderer = linkspan::capi::Renderer::create(render_options);
  if (!renderer.ok()) return renderer.error();
  auto stream = linkspan::DocumentStream::open(engine->engine, *document, linkspan::Wants::text);
  if (!stream.ok()) return stream.error();
  auto made =
      std::make_unique<linkspan_renderer>(std::move(renderer).value(), std::move(stream).value());
  made->renderer.writer().begin();
  return made;
}

}  // namespace

void linkspan_render_options_init(linkspan_render_options* options, size_t struct_size) {
  linkspan::capi::initialize(options, struct_size, linkspan::capi::default_render_options());
}

linkspan_status linkspan_renderer_open(const linkspan_engine* engine,
                                       const linkspan_document_options* document_options,
                                       const linkspan_render_options* render_options,
                                       linkspan_renderer** renderer, linkspan_error** error) {
  *renderer = nullptr;
  if (error != nullptr) *error = nullptr;
  return linkspan::capi::guarded([&] {
    auto made = open_renderer(engine, document_options, render_options);
    if (!made.ok()) return linkspan::capi::fail(made.error(), error);
    *renderer = std::move(made).value().release();
    return LINKSPAN_OK;
  });
}

linkspan_status linkspan_renderer_feed(linkspan_renderer* renderer, const char* bytes, size_t size,
                                       linkspan_text_callback write, void* context) {
  return linkspan::capi::guarded([&] {
    renderer->renderer.begin_call(write, context);
    renderer->stream.feed(linkspan::capi::view(bytes, size), renderer->flusher);
    renderer->renderer.flush();
    return renderer->renderer.status();
  });
}

linkspan_status linkspan_renderer_finish(linkspan_renderer* renderer, linkspan_text_callback write,
                                         void* context, linkspan_summary* summary) {
  if (linkspan::capi::fault_of(summary)) return LINKSPAN_INVALID_ARGUMENT;
  return linkspan::capi::guarded([&] {
    renderer->renderer.begin_call(write, context);
    linkspan::capi::fill_summary(renderer->stream.finish(renderer->flusher), summary);
    renderer->renderer.writer().end();
    renderer->renderer.flush();
    return renderer->renderer.status();
  });
}

void linkspan_renderer_free(linkspan_renderer* renderer) { delete renderer; }

linkspan_status linkspan_render(const linkspan_engine* engine, const char* bytes, size_t size,
                                const linkspan_document_options* document_options,
                                const linkspan_render_options* render_options,
                                linkspan_text_callback write, void* context,
                                linkspan_summary* summary, linkspan_error** error) {
  linkspan_renderer* renderer = nullptr;
  if (error != nullptr) *error = nullptr;
  if (const auto fault = linkspan::capi::fault_of(summary)) {
    return linkspan::capi::guarded([&] { return linkspan::capi::fail(*fault, error); });
  }
  const linkspan_status opened =
      linkspan_renderer_open(engine, document_options, render_options, &renderer, error);
  if (opened != LINKSPAN_OK) return opened;
  linkspan_status status = linkspan_renderer_feed(renderer, bytes, size, write, context);
  const linkspan_status finished = linkspan_renderer_finish(renderer, write, context, summary);
  if (status == LINKSPAN_OK) status = finished;
  linkspan_renderer_free(renderer);
  return status;
}

linkspan_status linkspan_link_html(const linkspan_engine* engine, const char* page, size_t size,
                                   const linkspan_document_options* document_options,
                                   const linkspan_render_options* render_options,
                                   const char* const* never_in, size_t never_in_count,
                                   char** result, size_t* result_size, linkspan_summary* summary,
                                   linkspan_error** error) {
  namespace capi = linkspan::capi;
  return capi::give_string(result, result_size, error, [&]() -> linkspan::Result<std::string> {
    const linkspan::Engine kept = engine->engine;  // a callback may free the handle
    if (const auto fault = capi::fault_of(summary)) return *fault;
    linkspan::Document document{capi::view(page, size), {}};
    auto options = capi::options_of(document_options);
    if (!options.ok()) return options.error();
    document.options = std::move(options).value();
    document.options.in_place = capi::strings_of(never_in, never_in_count);
    auto settings = capi::settings_of(render_options);
    if (!settings.ok()) return settings.error();
    if (settings->wanted.format != LINKSPAN_RENDER_HTML) {
      return linkspan::Error{linkspan::ErrorCode::invalid_argument, 0,
                             "linkspan_link_html writes HTML; format is LINKSPAN_RENDER_HTML"};
    }
    std::string out;
    const auto read = linkspan::render::link_html(
        document, kept, out, capi::html_options_of(settings->wanted, std::move(settings->openable)),
        std::move(settings->options));
    if (!read.ok()) return read.error();
    capi::fill_summary(*read, summary);
    return out;
  });
}

int linkspan_is_openable(const char* uri, size_t size) {
  return linkspan::render::is_openable(linkspan::capi::view(uri, size)) ? 1 : 0;
}
