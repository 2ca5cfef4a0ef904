/* SPDX-License-Identifier: Apache-2.0 */
/* Promise: a program in C may use the whole interface as linkspan_c.h specifies: callbacks may stop at any
 * time, handles may be freed in any order, also before the end of a text, wrong arguments are errors, and
 * nothing is lost, read out of bounds or thrown. Runs under sanitizers and under valgrind. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <linkspan/linkspan_c.h>

static int failures = 0;

#define CHECK(condition)                                                    \
  do {                                                                      \
    if (!(condition)) {                                                     \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                           \
    }                                                                       \
  } while (0)

static const char kText[] =
    "see https://example.org/\xC3\xA9, www.example.com; me@example.net BUG-1 <http://a.example/\n b>";
static const char kRules[] =
    "[[rule]]\nname = 'bug'\npattern = 'BUG-(\\d+)'\nuri = 'https://{host}/{1}'\n[parameters]\nhost = ''\n";

/* Counts the calls, and stops at call number `stop_at`; reads every byte of the arguments. */
typedef struct seen {
  unsigned count, stop_at;
  uint64_t sum, text_size;
  unsigned rules;
} seen;

static void touch(seen* all, const char* bytes, size_t size) {
  size_t i;
  for (i = 0; i < size; ++i) all->sum += (unsigned char)bytes[i];
}

static int take_span(void* context, const linkspan_span* span) {
  seen* const all = context;
  CHECK(span->struct_size == sizeof(*span));
  CHECK(span->range.begin < span->range.end);
  CHECK(linkspan_kind_name(span->kind) != NULL && linkspan_form_name(span->form) != NULL);
  CHECK(linkspan_ended_by_name(span->ended_by) != NULL);
  return ++all->count == all->stop_at;
}

static int take_link(void* context, const linkspan_link* link) {
  seen* const all = context;
  size_t i;
  CHECK(link->pieces_count > 0);
  for (i = 0; i < link->pieces_count; ++i) all->sum += link->pieces[i].bytes.begin + link->pieces[i].end.offset;
  CHECK(strlen(link->uri) == link->uri_size);
  CHECK(strlen(link->iri) == link->iri_size);
  CHECK(strlen(link->display) == link->display_size);
  CHECK(strlen(link->rule) == link->rule_size);
  CHECK((link->span.form == LINKSPAN_FORM_RULE) == (link->rule_size > 0));
  touch(all, link->text, link->text_size + 1);
  touch(all, link->uri, link->uri_size + 1);
  if (link->rule_size > 0) ++all->rules;
  CHECK(link->in_text.end <= all->text_size || all->text_size == 0);
  return ++all->count == all->stop_at;
}

static int take_text(void* context, const char* utf8, size_t size) {
  seen* const all = context;
  touch(all, utf8, size);
  all->text_size += size;
  return all->stop_at == UINT32_MAX;
}

static int take_diagnostic(void* context, const linkspan_diagnostic* diagnostic) {
  seen* const all = context;
  touch(all, diagnostic->message, strlen(diagnostic->message) + 1);
  CHECK(linkspan_warning_name(diagnostic->warning) != NULL);
  CHECK(linkspan_warning_description(diagnostic->warning) != NULL);
  (void)linkspan_warning_is_serious(diagnostic->warning);
  return ++all->count == all->stop_at;
}

/* A copy of exactly this size, so that sanitizers report an overrun. */
static char* exact_copy(const char* text, size_t size) {
  char* const copy = malloc(size > 0 ? size : 1);
  memcpy(copy, text, size);
  return copy;
}

static linkspan_engine* new_engine(void) {
  linkspan_engine* engine = NULL;
  CHECK(linkspan_engine_create(NULL, &engine, NULL) == LINKSPAN_OK);
  return engine;
}

static linkspan_rules* new_rules(void) {
  static const char* const kParameters[] = {"host=bugs.example.org"};
  linkspan_rules* rules = NULL;
  CHECK(linkspan_rules_create(kRules, sizeof(kRules) - 1, "r.toml", kParameters, 1, &rules, NULL) == LINKSPAN_OK);
  return rules;
}

static void check_options(void) {
  static const char* const kSchemes[] = {"+coap", "-ftp"};
  static const char* const kWrong[] = {"no scheme"};
  linkspan_options options;
  linkspan_engine* engine = NULL;
  linkspan_error* error = NULL;
  linkspan_options_init(&options, sizeof(options));
  options.schemes = kSchemes;
  options.schemes_count = 2;
  CHECK(linkspan_engine_create(&options, &engine, &error) == LINKSPAN_OK);
  CHECK(error == NULL);
  linkspan_engine_free(engine);
  options.schemes = kWrong;
  options.schemes_count = 1;
  CHECK(linkspan_engine_create(&options, &engine, &error) == LINKSPAN_INVALID_ARGUMENT);
  CHECK(engine == NULL && error != NULL && strlen(linkspan_error_message(error)) > 0);
  CHECK(linkspan_error_status(error) == LINKSPAN_INVALID_ARGUMENT);
  CHECK(linkspan_error_position(error) == 0);
  linkspan_error_free(error);
  CHECK(linkspan_engine_create(&options, &engine, NULL) == LINKSPAN_INVALID_ARGUMENT);
  options.struct_size = 0; /* never initialized */
  CHECK(linkspan_engine_create(&options, &engine, NULL) == LINKSPAN_INVALID_ARGUMENT);
  CHECK(linkspan_error_status(NULL) == LINKSPAN_OK && strcmp(linkspan_error_message(NULL), "") == 0);
  options.struct_size = offsetof(linkspan_options, schemes); /* as in an older program */
  CHECK(linkspan_engine_create(&options, &engine, NULL) == LINKSPAN_OK);
  linkspan_engine_free(engine);
  linkspan_engine_free(NULL);
  linkspan_error_free(NULL);
  linkspan_string_free(NULL);
}

static void check_spans(void) {
  const size_t size = sizeof(kText) - 1;
  char* const text = exact_copy(kText, size);
  unsigned stop_at;
  for (stop_at = 0; stop_at <= 6; ++stop_at) {
    linkspan_engine* const engine = new_engine();
    linkspan_stream* const stream = linkspan_stream_open(engine);
    seen whole = {0}, chunked = {0};
    linkspan_span first;
    size_t at;
    whole.stop_at = chunked.stop_at = stop_at;
    CHECK(linkspan_scan(engine, text, size, take_span, &whole) ==
          (stop_at >= 1 && stop_at <= 4 ? LINKSPAN_STOPPED : LINKSPAN_OK));
    first.struct_size = sizeof(first);
    CHECK(linkspan_find_first(engine, text, size, &first) == 1 && first.range.begin == 4);
    CHECK(linkspan_find_first(engine, "nothing", 7, NULL) == 0);
    CHECK(linkspan_scan(engine, NULL, 0, NULL, NULL) == LINKSPAN_OK);
    linkspan_engine_free(engine); /* before the stream */
    for (at = 0; at < size; ++at) {
      char* const byte = exact_copy(text + at, 1);
      (void)linkspan_stream_feed(stream, byte, 1, take_span, &chunked);
      free(byte);
    }
    (void)linkspan_stream_retain_from(stream);
    if (stop_at != 6) (void)linkspan_stream_finish(stream, take_span, &chunked);
    CHECK(stop_at == 6 || whole.count == chunked.count);
    CHECK(linkspan_stream_links_cut(stream) == 0);
    linkspan_stream_free(stream); /* 6: before the end of a text */
  }
  linkspan_stream_free(NULL);
  free(text);
}

/* A text that is read one byte at a time, up to its first `readable` bytes. */
typedef struct edited {
  const char* text;
  size_t readable;
  char byte;
} edited;

static const char* read_byte(void* context, uint64_t offset, size_t* size) {
  edited* const text = context;
  if (offset >= text->readable) return NULL;
  text->byte = text->text[offset];
  *size = 1;
  return &text->byte;
}

static void check_index(void) {
  linkspan_engine* const engine = new_engine();
  linkspan_index* const index = linkspan_index_create(engine);
  linkspan_link_change change;
  linkspan_error* error = NULL;
  linkspan_span span;
  linkspan_text_position position;
  const linkspan_range insert = {8, 8}, wrong = {5, 400};
  linkspan_range all = {0, 100};
  edited before = {"see\nhttp://a.example and me@example.net", 39, 0};
  edited after = {"see\nhttps://a.example and me@example.net", 40, 0};
  seen links = {0};
  unsigned i;
  linkspan_engine_free(engine); /* before the index */
  memset(&change, 0, sizeof(change));
  change.struct_size = sizeof(change);
  CHECK(linkspan_index_assign(index, 39, read_byte, &before, &change, &error) == LINKSPAN_OK);
  CHECK(change.removed_count == 0 && change.added_count == 2);
  CHECK(linkspan_index_replace(index, insert, 1, read_byte, &after, &change, &error) == LINKSPAN_OK);
  CHECK(change.removed_count == 1 && change.removed[0].range.begin == 4);
  for (i = 0; i < change.added_count; ++i) CHECK(change.added[i].struct_size == sizeof(span));
  CHECK(change.moved_from == 8 && change.moved_by == 1);
  CHECK(linkspan_index_replace(index, wrong, 0, read_byte, &after, NULL, &error) ==
        LINKSPAN_INVALID_ARGUMENT);
  CHECK(strstr(linkspan_error_message(error), "40 bytes") != NULL);
  linkspan_error_free(error);
  CHECK(linkspan_index_size(index) == 40 && linkspan_index_line_count(index) == 2);
  links.stop_at = 1;
  CHECK(linkspan_index_links_in(index, all, take_span, &links) == LINKSPAN_STOPPED);
  CHECK(linkspan_index_links_in(index, all, NULL, NULL) == LINKSPAN_OK);
  span.struct_size = sizeof(span);
  CHECK(linkspan_index_at(index, 30, &span) == 1 && span.kind == LINKSPAN_KIND_EMAIL);
  CHECK(linkspan_index_at(index, 1, NULL) == 0);
  position = linkspan_index_position_of(index, 30, LINKSPAN_TEXT_UNIT_UTF16, read_byte, &after);
  CHECK(position.line == 1 && position.character == 26);
  CHECK(linkspan_index_offset_of(index, position, LINKSPAN_TEXT_UNIT_UTF16, read_byte, &after) == 30);
  after.readable = 10;
  CHECK(linkspan_index_assign(index, 40, read_byte, &after, NULL, NULL) == LINKSPAN_IO);
  CHECK(linkspan_index_link_count(index) == 0 && linkspan_index_size(index) == 0);
  linkspan_index_free(index);
  linkspan_index_free(NULL);
}

static void check_documents(void) {
  const size_t size = sizeof(kText) - 1;
  char* const text = exact_copy(kText, size);
  unsigned stop_at;
  for (stop_at = 0; stop_at <= 7; ++stop_at) {
    linkspan_engine* const engine = new_engine();
    linkspan_rules* const rules = new_rules();
    linkspan_document_options options;
    linkspan_document_stream* stream = NULL;
    linkspan_summary summary;
    seen whole = {0}, chunked = {0}, with_text = {0};
    size_t at;
    linkspan_document_options_init(&options, sizeof(options));
    options.charset = stop_at % 2 == 0 ? "auto" : "utf-8";
    options.offsets = LINKSPAN_OFFSETS_LINES_UTF16;
    options.html = stop_at == 5;
    options.rules = rules;
    whole.stop_at = chunked.stop_at = with_text.stop_at = stop_at;
    memset(&summary, 0, sizeof(summary));
    summary.struct_size = sizeof(summary);
    (void)linkspan_linkify(engine, text, size, &options, take_link, &whole, &summary, NULL);
    CHECK(strcmp(summary.charset, "UTF-8") == 0);
    CHECK(stop_at != 0 || whole.rules == 1);
    (void)linkspan_linkify_text(engine, text, size, &options, take_link, take_text, &with_text, NULL, NULL);
    CHECK(with_text.count == whole.count);
    CHECK(linkspan_document_stream_open(engine, &options, &stream, NULL) == LINKSPAN_OK);
    if (stop_at % 2 == 0) linkspan_rules_free(rules); /* before the stream */
    linkspan_engine_free(engine);
    for (at = 0; at < size; ++at) {
      char* const byte = exact_copy(text + at, 1);
      (void)linkspan_document_stream_feed(stream, byte, 1, take_link, &chunked);
      free(byte);
    }
    if (stop_at != 7) (void)linkspan_document_stream_finish(stream, take_link, &chunked, &summary);
    CHECK(stop_at == 7 || chunked.count == whole.count);
    linkspan_document_stream_free(stream);
    if (stop_at % 2 != 0) linkspan_rules_free(rules);
  }
  {
    linkspan_engine* const engine = new_engine();
    linkspan_document_options options;
    linkspan_document_stream* stream = NULL;
    linkspan_error* error = NULL;
    seen all = {0};
    linkspan_document_options_init(&options, sizeof(options));
    options.charset = "no-such-charset";
    CHECK(linkspan_linkify(engine, text, size, &options, take_link, &all, NULL, &error) == LINKSPAN_NOT_FOUND);
    CHECK(error != NULL);
    linkspan_error_free(error);
    CHECK(linkspan_document_stream_open(engine, &options, &stream, &error) == LINKSPAN_NOT_FOUND);
    CHECK(stream == NULL);
    linkspan_error_free(error);
    all.stop_at = UINT32_MAX; /* the callback for text stops at once */
    CHECK(linkspan_linkify_text(engine, text, size, NULL, take_link, take_text, &all, NULL, NULL) == LINKSPAN_STOPPED);
    CHECK(linkspan_linkify(engine, text, size, NULL, NULL, NULL, NULL, NULL) == LINKSPAN_OK);
    linkspan_engine_free(engine);
  }
  linkspan_document_stream_free(NULL);
  free(text);
}

/* Refuses every second link, and changes the destination of the others to a proxy. */
static const char* rewrite(void* context, const linkspan_link* link) {
  seen* const all = context;
  touch(all, link->uri, link->uri_size + 1);
  return ++all->count % 2 == 0 ? NULL : "https://proxy.example/";
}

static void check_rendering(void) {
  const size_t size = sizeof(kText) - 1;
  char* const text = exact_copy(kText, size);
  static const char* const kSchemes[] = {"+steam"};
  static const char* const kWrong[] = {"+javascript"};
  int format, stop;
  for (format = 0; format <= 2; ++format) {
    for (stop = 0; stop <= 1; ++stop) {
      linkspan_engine* const engine = new_engine();
      linkspan_render_options options;
      linkspan_renderer* renderer = NULL;
      linkspan_summary summary;
      seen whole = {0}, chunked = {0}, links = {0};
      size_t at;
      linkspan_render_options_init(&options, sizeof(options));
      options.format = (linkspan_render_format)format;
      options.page = 1;
      options.title = "<title>";
      options.target = "_blank";
      options.open_schemes = kSchemes;
      options.open_schemes_count = 1;
      options.rewrite = rewrite;
      options.rewrite_context = &links;
      whole.stop_at = chunked.stop_at = stop ? UINT32_MAX : 0;
      summary.struct_size = sizeof(summary);
      CHECK(linkspan_render(engine, text, size, NULL, &options, take_text, &whole, &summary, NULL) ==
            (stop ? LINKSPAN_STOPPED : LINKSPAN_OK));
      CHECK(stop || (summary.links == 4 && links.count == 4));
      CHECK(linkspan_renderer_open(engine, NULL, &options, &renderer, NULL) == LINKSPAN_OK);
      linkspan_engine_free(engine); /* before the renderer */
      for (at = 0; at < size; ++at) {
        char* const byte = exact_copy(text + at, 1);
        (void)linkspan_renderer_feed(renderer, byte, 1, take_text, &chunked);
        free(byte);
      }
      (void)linkspan_renderer_finish(renderer, take_text, &chunked, NULL);
      CHECK(stop || (chunked.text_size == whole.text_size && chunked.sum == whole.sum));
      linkspan_renderer_free(renderer);
    }
  }
  {
    linkspan_engine* const engine = new_engine();
    linkspan_render_options options;
    linkspan_document_options document;
    linkspan_renderer* renderer = NULL;
    linkspan_error* error = NULL;
    linkspan_render_options_init(&options, sizeof(options));
    options.format = (linkspan_render_format)7;
    CHECK(linkspan_render(engine, text, size, NULL, &options, take_text, NULL, NULL, NULL) == LINKSPAN_INVALID_ARGUMENT);
    options.format = LINKSPAN_RENDER_HTML;
    options.open_schemes = kWrong;
    options.open_schemes_count = 1;
    CHECK(linkspan_render(engine, text, size, NULL, &options, take_text, NULL, NULL, &error) == LINKSPAN_INVALID_ARGUMENT);
    linkspan_error_free(error);
    linkspan_document_options_init(&document, sizeof(document));
    document.charset = "no-such-charset";
    CHECK(linkspan_renderer_open(engine, &document, NULL, &renderer, &error) == LINKSPAN_NOT_FOUND);
    CHECK(renderer == NULL);
    linkspan_error_free(error);
    CHECK(linkspan_renderer_open(engine, NULL, NULL, &renderer, NULL) == LINKSPAN_OK);
    CHECK(linkspan_renderer_feed(renderer, text, size, NULL, NULL) == LINKSPAN_OK);
    linkspan_renderer_free(renderer); /* before the end of a text */
    linkspan_renderer_free(NULL);
    linkspan_engine_free(engine);
  }
  CHECK(linkspan_is_openable("https://a.example/", 18) == 1);
  CHECK(linkspan_is_openable("javascript:1", 12) == 0);
  CHECK(linkspan_is_openable(NULL, 0) == 0);
  free(text);
}

static const char kMessage[] =
    "Subject: a\nContent-Type: multipart/mixed; boundary=b\n\n"
    "--b\nContent-Type: text/plain; charset=utf-8; format=flowed\n\nhttp://a.example/ www.b.org\n"
    "--b\nContent-Type: text/html; charset=koi8-r\n\n<a href='http://c.example/'>d</a>\n"
    "--b--\n";

static int take_field(void* context, const linkspan_message_field* field) {
  seen* const all = context;
  CHECK(strcmp(field->name, "Subject") == 0 && strcmp(field->value, "a") == 0);
  return ++all->count == all->stop_at;
}

static int take_part(void* context, const linkspan_message_part* part) {
  seen* const all = context;
  linkspan_document_options options;
  linkspan_document_options_init(&options, sizeof(options));
  linkspan_message_part_apply(part, &options);
  CHECK(strcmp(options.charset, part->charset) == 0);
  CHECK(options.html == (strcmp(part->media_type, "text/html") == 0));
  CHECK(part->raw_begin < sizeof(kMessage) && strcmp(part->transfer_encoding, "7bit") == 0);
  return ++all->count == all->stop_at;
}

static int take_bytes(void* context, const char* bytes, size_t size) {
  touch(context, bytes, size);
  return ++((seen*)context)->count == ((seen*)context)->stop_at;
}

static int take_end(void* context) { return ++((seen*)context)->count == ((seen*)context)->stop_at; }

static int take_sentence(void* context, const char* sentence) {
  touch(context, sentence, strlen(sentence) + 1);
  return 0;
}

static int take_message_link(void* context, const linkspan_message_part* part, const linkspan_link* link) {
  CHECK(strlen(part->path) == 1);
  return take_link(context, link);
}

static int take_place(void* context, const linkspan_message_place* place) {
  seen* const all = context;
  CHECK(place->from_line <= place->begin && place->begin <= place->end);
  return ++all->count == all->stop_at;
}

static void check_mail(void) {
  static const char* const kFields[] = {"Subject"};
  static const char kMbox[] = "From a@b Fri Jul  8 12:08:34 2011\nA: b\n\nc\n\nFrom a@b Fri Jul  8 12:08:34 2011\nA: b\n\nd\n";
  const size_t size = sizeof(kMessage) - 1;
  char* const message = exact_copy(kMessage, size);
  linkspan_engine* const engine = new_engine();
  linkspan_message_visitor visitor;
  linkspan_message_options options;
  linkspan_message_summary summary;
  unsigned stop_at;
  memset(&visitor, 0, sizeof(visitor));
  visitor.struct_size = sizeof(visitor);
  visitor.field = take_field;
  visitor.begin_part = take_part;
  visitor.bytes = take_bytes;
  visitor.end_part = take_end;
  visitor.warning = take_sentence;
  linkspan_message_options_init(&options, sizeof(options));
  options.fields = kFields;
  options.fields_count = 1;
  summary.struct_size = sizeof(summary);
  for (stop_at = 0; stop_at <= 8; ++stop_at) {
    seen parts = {0}, links = {0}, html = {0};
    parts.stop_at = links.stop_at = stop_at;
    html.stop_at = stop_at == 1 ? UINT32_MAX : 0;
    (void)linkspan_message_read(message, size, &options, &visitor, &parts, &summary, NULL);
    CHECK(stop_at == 0 || parts.count <= stop_at);
    CHECK(summary.text_parts == 2 && summary.all_was_read == 1 && summary.warnings == 0);
    CHECK(linkspan_message_linkify(engine, message, size, NULL, NULL, take_message_link, &links, &summary, NULL) ==
          (stop_at >= 1 && stop_at <= 3 ? LINKSPAN_STOPPED : LINKSPAN_OK));
    CHECK(links.count == (stop_at >= 1 && stop_at <= 3 ? stop_at : 3));
    CHECK(linkspan_message_render(engine, message, size, &options, NULL, NULL, take_text, &html, NULL, NULL) ==
          (html.stop_at != 0 ? LINKSPAN_STOPPED : LINKSPAN_OK));
    CHECK(html.text_size > 0);
  }
  options.charset = "no-such-charset";
  CHECK(linkspan_message_linkify(engine, message, size, &options, NULL, NULL, NULL, NULL, NULL) == LINKSPAN_NOT_FOUND);
  options.charset = NULL;
  visitor.struct_size = 0;
  CHECK(linkspan_message_read(message, size, NULL, &visitor, NULL, NULL, NULL) == LINKSPAN_INVALID_ARGUMENT);
  options.block_lines = (linkspan_block_lines)9;
  CHECK(linkspan_message_read(message, size, &options, NULL, NULL, NULL, NULL) == LINKSPAN_INVALID_ARGUMENT);
  CHECK(linkspan_message_read(message, size, NULL, NULL, NULL, NULL, NULL) == LINKSPAN_OK);
  CHECK(linkspan_message_linkify(engine, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL) == LINKSPAN_OK);
  for (stop_at = 0; stop_at <= 1; ++stop_at) {
    linkspan_mbox* const mbox = linkspan_mbox_open();
    seen places = {0};
    size_t at;
    places.stop_at = stop_at;
    for (at = 0; at < sizeof(kMbox) - 1; ++at) (void)linkspan_mbox_feed(mbox, kMbox + at, 1, take_place, &places);
    CHECK(linkspan_mbox_retain_from(mbox) <= sizeof(kMbox));
    (void)linkspan_mbox_finish(mbox, take_place, &places);
    CHECK(places.count == 2);
    linkspan_mbox_free(mbox);
  }
  linkspan_mbox_free(NULL);
  linkspan_engine_free(engine);
  free(message);
}

static void check_rules(void) {
  linkspan_rules* rules = (linkspan_rules*)&failures;
  linkspan_error* error = NULL;
  CHECK(linkspan_rules_create("[[rule]]\nname = 1", 17, "r.toml", NULL, 0, &rules, &error) == LINKSPAN_INVALID_ARGUMENT);
  CHECK(rules == NULL && error != NULL);
  CHECK(strncmp(linkspan_error_message(error), "r.toml:2:8: ", 12) == 0);
  linkspan_error_free(error);
  CHECK(linkspan_rules_create("= x", 3, NULL, NULL, 0, &rules, NULL) == LINKSPAN_SYNTAX);
  linkspan_rules_free(NULL);
}

typedef linkspan_status (*iri_function)(const char*, size_t, char**, size_t*, linkspan_error**);

static void check_iris(void) {
  static const char* const kIris[] = {"http://b\xC3\xBC\x63her.example/\xC3\xA9", "http://xn--bcher-kva.example/%C3%A9", "",
                                      "\xFF\xFE", "a b", "http://[::1", "mailto:a@b", "https://www.paypal.com@evil.example/"};
  static const iri_function kFunctions[] = {linkspan_iri_to_uri, linkspan_iri_to_iri, linkspan_iri_display, linkspan_iri_skeleton};
  size_t i, j;
  for (i = 0; i < sizeof(kIris) / sizeof(*kIris); ++i) {
    const size_t size = strlen(kIris[i]);
    char* const iri = exact_copy(kIris[i], size);
    seen all = {0}, one = {0};
    char* result;
    linkspan_error* error;
    linkspan_parts parts;
    linkspan_host_kind host;
    for (j = 0; j < sizeof(kFunctions) / sizeof(*kFunctions); ++j) {
      size_t result_size = 0;
      const linkspan_status status = kFunctions[j](iri, size, &result, &result_size, &error);
      CHECK((status == LINKSPAN_OK) == (result != NULL));
      CHECK((status == LINKSPAN_OK) == (error == NULL));
      if (result != NULL) CHECK(strlen(result) == result_size);
      linkspan_string_free(result);
      linkspan_error_free(error);
    }
    (void)linkspan_iri_minimal(iri, size, 1, &result, NULL, NULL);
    linkspan_string_free(result);
    (void)linkspan_iri_normalize(iri, size, LINKSPAN_LADDER_SCHEME, &result, NULL, NULL);
    linkspan_string_free(result);
    (void)linkspan_iri_resolve("http://a.example/b/c", 20, iri, size, &result, NULL, NULL);
    linkspan_string_free(result);
    (void)linkspan_iri_relativize("http://a.example/b/c", 20, iri, size, &result, NULL, NULL);
    linkspan_string_free(result);
    (void)linkspan_iri_parse(iri, size, LINKSPAN_GRAMMAR_IRI, &parts, &host, NULL);
    CHECK(linkspan_iri_equal(iri, size, iri, size, LINKSPAN_LADDER_SIMPLE) == 1);
    one.stop_at = 1;
    (void)linkspan_iri_diagnose(iri, size, take_diagnostic, &all);
    (void)linkspan_iri_diagnose(iri, size, take_diagnostic, &one);
    CHECK(one.count == (all.count > 0 ? 1 : 0));
    free(iri);
  }
  CHECK(linkspan_scheme_opens("javascript", 10) == LINKSPAN_OPENS_RUNS_CODE);
  CHECK(linkspan_warning_name((linkspan_warning)3) == NULL);
}

int main(void) {
  CHECK(strlen(linkspan_version()) > 0);
  CHECK(linkspan_kind_name((linkspan_kind)99) == NULL);
  check_options();
  check_spans();
  check_index();
  check_documents();
  check_rendering();
  check_mail();
  check_rules();
  check_iris();
  return failures == 0 ? 0 : 1;
}
