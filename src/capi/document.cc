// The C interface of document.h.
#include "linkspan/document.h"

#include <vector>

#include "capi/capi.h"

namespace {

using linkspan::Link;
using LinkCaller = linkspan::capi::Caller<linkspan_link>;

static_assert(LINKSPAN_OFFSETS_LINES_BYTES == static_cast<int>(linkspan::OffsetUnit::lines_bytes));
static_assert(LINKSPAN_FLOW_ENRICHED == static_cast<int>(linkspan::Flow::enriched));
static_assert(LINKSPAN_HTML_LINKS_HREFS == static_cast<int>(linkspan::HtmlLinks::hrefs));

linkspan_document_options default_options() {
  linkspan_document_options options = {};
  options.struct_size = sizeof(options);
  options.charset = "utf-8";
  return options;
}

linkspan::Result<linkspan::DocumentOptions> options_of(const linkspan_document_options* given) {
  const linkspan_document_options wanted = linkspan::capi::known_part(given, default_options());
  const auto offsets =
      linkspan::capi::same(wanted.offsets, linkspan::OffsetUnit::lines_bytes, "linkspan_offsets");
  const auto flow = linkspan::capi::same(wanted.flow, linkspan::Flow::enriched, "linkspan_flow");
  const auto links =
      linkspan::capi::same(wanted.html_links, linkspan::HtmlLinks::hrefs, "linkspan_html_links");
  if (!offsets.ok()) return offsets.error();
  if (!flow.ok()) return flow.error();
  if (!links.ok()) return links.error();

  linkspan::DocumentOptions options;
  if (wanted.charset != nullptr) options.charset = wanted.charset;
  if (wanted.charset_fallback != nullptr) options.charset_fallback = wanted.charset_fallback;
  if (wanted.detect_at_hand != 0) options.detection = linkspan::Detection::at_hand;
  if (wanted.html != 0) options.markup = linkspan::Markup::html;
  options.html_links = *links;
  options.layout.flow = *flow;
  if (wanted.quoting != 0) options.layout.quoting = linkspan::Quoting::prefixes;
  if (wanted.joining != 0) options.layout.wrapping = linkspan::Wrapping::join;
  if (wanted.without_colours != 0) options.layout.colours = linkspan::Colours::remove;
  if (wanted.percent_host != 0) options.host = linkspan::HostForm::percent;
  if (wanted.default_to_https != 0) options.default_scheme = linkspan::DefaultScheme::https;
  options.offsets = *offsets;
  if (wanted.rules != nullptr) options.rules = wanted.rules->rules;
  return options;
}

uint32_t bits(linkspan::Warnings warnings) {
  uint32_t bits = 0;
  for (const linkspan::Warning warning : linkspan::kAllWarnings) {
    if (warnings.has(warning)) bits |= static_cast<uint32_t>(warning);
  }
  return bits;
}

linkspan_position position_of(linkspan::Position position) {
  return {position.line, position.offset};
}

void fill_summary(const linkspan::Summary& read, linkspan_summary* summary) {
  linkspan_summary filled = {};
  const size_t size = std::min(read.charset.size(), sizeof(filled.charset) - 1);
  std::copy_n(read.charset.begin(), size, filled.charset);
  filled.confidence = read.confidence;
  filled.fell_back = read.fell_back ? 1 : 0;
  filled.ended_by_ill_formed = read.ended_by_ill_formed;
  filled.ill_formed = read.ill_formed;
  filled.links = read.links;
  filled.links_cut = read.links_cut;
  filled.is_cut = read.is_cut ? 1 : 0;
  linkspan::capi::fill(summary, filled);
}

// Passes links on, as structs of C.
class LinkPasser {
 public:
  LinkPasser(linkspan_link_callback callback, void* context) : caller_(callback, context) {}

  linkspan::Visit operator()(const Link& link) {
    pieces_.clear();
    for (const linkspan::Piece& piece : link.pieces) {
      pieces_.push_back(
          {{piece.bytes.begin, piece.bytes.end}, position_of(piece.begin), position_of(piece.end)});
    }
    text_ = link.text;
    rule_ = link.rule;
    return caller_({sizeof(linkspan_link),
                    linkspan::capi::span_of(link.span),
                    pieces_.data(),
                    pieces_.size(),
                    text_.c_str(),
                    text_.size(),
                    link.iri.c_str(),
                    link.iri.size(),
                    link.uri.c_str(),
                    link.uri.size(),
                    link.display.c_str(),
                    link.display.size(),
                    bits(link.warnings),
                    rule_.c_str(),
                    rule_.size(),
                    {link.in_text.begin, link.in_text.end}});
  }
  linkspan_status status() const { return caller_.status(); }

 private:
  LinkCaller caller_;
  std::vector<linkspan_piece> pieces_;
  std::string text_, rule_;  // with a NUL at their end
};

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
  options->struct_size = struct_size;
  linkspan::capi::fill(options, default_options());
  options->struct_size = struct_size;
}

linkspan_status linkspan_linkify(const linkspan_engine* engine, const char* bytes, size_t size,
                                 const linkspan_document_options* options,
                                 linkspan_link_callback callback, void* context,
                                 linkspan_summary* summary, linkspan_error** error) {
  if (error != nullptr) *error = nullptr;
  return linkspan::capi::guarded([&] {
    linkspan::Result<linkspan::DocumentOptions> wanted = options_of(options);
    if (!wanted.ok()) return linkspan::capi::fail(wanted.error(), error);
    LinkPasser passer(callback, context);
    const linkspan::Result<linkspan::Summary> read =
        linkspan::linkify({linkspan::capi::view(bytes, size), std::move(wanted).value()},
                          engine->engine, [&](const Link& link) { return passer(link); });
    if (!read.ok()) return linkspan::capi::fail(read.error(), error);
    fill_summary(*read, summary);
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
    fill_summary(*read, summary);
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
  return stream->pass(callback, context, [&](linkspan::LinkSink sink) {
    fill_summary(stream->stream.finish(sink), summary);
  });
}

void linkspan_document_stream_free(linkspan_document_stream* stream) { delete stream; }
