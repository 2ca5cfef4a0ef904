// SPDX-License-Identifier: Apache-2.0
// Fuzzes the C interface: any bytes as text, options and rules, any cuts, callbacks that stop, and
// handles that are freed early.
//
// Promises: nothing is read out of bounds, lost or thrown; a text gives the same links, and the
// same output with its links, whole and in chunks; after a callback has stopped, it is not called
// again for that text. Any bytes are accepted as a message.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/linkspan_c.h"

namespace {

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

struct Seen {
  size_t stop_at = 0;  // 0: never
  std::vector<std::string> uris;
  bool is_stopped = false;
};

int take(void* context, const linkspan_link* link) {
  Seen& seen = *static_cast<Seen*>(context);
  require(!seen.is_stopped, "a callback that stopped is called no more");
  seen.uris.emplace_back(link->uri, link->uri_size);
  seen.is_stopped = seen.uris.size() == seen.stop_at;
  return seen.is_stopped ? 1 : 0;
}

int take_text(void* context, const char* text, size_t size) {
  static_cast<std::string*>(context)->append(text, size);
  return 0;
}

// The text with its links, in any form, whole and in chunks.
void render(const linkspan_engine* engine, const linkspan_document_options& document,
            linkspan_render_format format, std::string_view text, size_t chunk) {
  linkspan_render_options options;
  linkspan_render_options_init(&options, sizeof(options));
  options.format = format;
  options.show_destination = LINKSPAN_SHOW_DESTINATION_WHERE_HIDDEN;
  std::string whole, chunked;
  require(linkspan_render(engine, text.data(), text.size(), &document, &options, take_text, &whole,
                          nullptr, nullptr) == LINKSPAN_OK,
          "a text is rendered");
  linkspan_renderer* renderer = nullptr;
  require(linkspan_renderer_open(engine, &document, &options, &renderer, nullptr) == LINKSPAN_OK,
          "a renderer");
  for (size_t at = 0; at < text.size(); at += chunk) {
    const std::string part(text.substr(at, chunk));
    (void)linkspan_renderer_feed(renderer, part.data(), part.size(), take_text, &chunked);
  }
  (void)linkspan_renderer_finish(renderer, take_text, &chunked, nullptr);
  linkspan_renderer_free(renderer);
  require(whole == chunked, "the same output whole and in chunks");
}

void read_message(const linkspan_engine* engine, std::string_view message) {
  std::string page;
  require(linkspan_message_render(engine, message.data(), message.size(), nullptr, nullptr, nullptr,
                                  take_text, &page, nullptr, nullptr) == LINKSPAN_OK,
          "a message is rendered");
  require(linkspan_message_linkify(engine, message.data(), message.size(), nullptr, nullptr,
                                   nullptr, nullptr, nullptr, nullptr) == LINKSPAN_OK,
          "a message is read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 4) return 0;
  const uint8_t choice = data[0];
  const size_t chunk = data[1] % 32u + 1;
  const std::string_view text(reinterpret_cast<const char*>(data) + 4, size - 4);

  linkspan_options options;
  linkspan_options_init(&options, sizeof(options));
  options.profile = static_cast<linkspan_profile>(choice & 3u);
  options.max_link_bytes = 256;
  linkspan_engine* engine = nullptr;
  require(linkspan_engine_create(&options, &engine, nullptr) == LINKSPAN_OK, "an engine is made");

  static constexpr std::string_view kRules =
      "[[rule]]\nname='n'\npattern='#(\\d+)'\nuri='x:{1}'\nbeside='any'\nwins=true\n"
      "[[rule]]\nname='w'\npattern='[a-z]+-\\d+'\nuri='y:{0}'\n";
  linkspan_rules* rules = nullptr;
  linkspan_error* error = nullptr;
  const std::string_view toml = (choice & 4u) != 0 ? text : kRules;
  (void)linkspan_rules_create(toml.data(), toml.size(), "f", nullptr, 0, &rules, &error);
  require((rules == nullptr) == (error != nullptr), "rules or an error");
  linkspan_error_free(error);

  linkspan_document_options document;
  linkspan_document_options_init(&document, sizeof(document));
  document.charset = (choice & 8u) != 0 ? "auto" : "utf-8";
  document.flow = (choice & 16u) != 0 ? LINKSPAN_FLOW_FLOWED : LINKSPAN_FLOW_FIXED;
  document.markup = (choice & 32u) != 0 ? LINKSPAN_MARKUP_HTML : LINKSPAN_MARKUP_NONE;
  document.offsets = static_cast<linkspan_offsets>(data[2] % 6u);
  document.rules = rules;

  Seen whole, chunked;
  whole.stop_at = chunked.stop_at = data[3] % 8u;
  (void)linkspan_linkify(engine, text.data(), text.size(), &document, take, &whole, nullptr,
                         nullptr);
  std::string given;
  (void)linkspan_linkify_text(engine, text.data(), text.size(), &document, nullptr, take_text,
                              &given, nullptr, nullptr);
  render(engine, document, static_cast<linkspan_render_format>(data[2] % 3u), text, chunk);
  read_message(engine, text);
  linkspan_document_stream* stream = nullptr;
  require(linkspan_document_stream_open(engine, &document, &stream, nullptr) == LINKSPAN_OK,
          "a stream");
  linkspan_rules_free(rules);
  linkspan_engine_free(engine);
  for (size_t at = 0; at < text.size(); at += chunk) {
    const std::string part(text.substr(at, chunk));
    (void)linkspan_document_stream_feed(stream, part.data(), part.size(), take, &chunked);
  }
  if ((choice & 64u) == 0) {
    (void)linkspan_document_stream_finish(stream, take, &chunked, nullptr);
    require(whole.uris == chunked.uris, "the same links whole and in chunks");
  }
  linkspan_document_stream_free(stream);
  return 0;
}
