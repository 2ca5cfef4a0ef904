/* SPDX-License-Identifier: Apache-2.0 */
/* Promise: a program in C may use the whole interface as linkspan_c.h specifies: callbacks may stop at any
 * time, handles may be freed in any order, also before the end of a text, wrong arguments are errors, and
 * nothing is lost, read out of bounds or thrown. Runs under sanitizers and under valgrind. */
#include <stddef.h>
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

typedef struct {
  char found[256];
} built_in_links;

static int take_built_in(void* context, const linkspan_link* link) {
  built_in_links* const all = context;
  const size_t used = strlen(all->found);
  snprintf(all->found + used, sizeof(all->found) - used, "%s %s %s:%u:%u|", linkspan_kind_name(link->span.kind), link->uri,
           link->path, link->line, link->column);
  return 0;
}

/* Places in files, and telephone numbers. */
static void check_built_in(void) {
  static const char* const kRegions[] = {"DE"};
  static const char* const kWrong[] = {"XX"};
  static const char kText[] = "src/a.cc:12:5: error; Tel. 030 901820; https://e.org/";
  linkspan_built_in built_in;
  linkspan_rules* rules = NULL;
  linkspan_error* error = NULL;
  linkspan_engine* const engine = new_engine();
  linkspan_document_options options;
  built_in_links all = {""};
  linkspan_built_in_init(&built_in, sizeof(built_in));
  built_in.places = LINKSPAN_PLACES_ALL;
  built_in.root = "/r";
  built_in.phones = 1;
  built_in.regions = kRegions;
  built_in.regions_count = 1;
  CHECK(linkspan_rules_create_with(&built_in, NULL, 0, NULL, NULL, 0, &rules, &error) == LINKSPAN_OK && error == NULL);
  linkspan_document_options_init(&options, sizeof(options));
  options.rules = rules;
  CHECK(linkspan_linkify(engine, kText, sizeof(kText) - 1, &options, take_built_in, &all, NULL, NULL) == LINKSPAN_OK);
  CHECK(strcmp(all.found, "file file:///r/src/a.cc src/a.cc:12:5|phone tel:+4930901820 :0:0|url https://e.org/ :0:0|") == 0);
  linkspan_rules_free(rules);
  built_in.regions = kWrong;
  CHECK(linkspan_rules_create_with(&built_in, NULL, 0, NULL, NULL, 0, &rules, &error) == LINKSPAN_INVALID_ARGUMENT);
  CHECK(rules == NULL && error != NULL && strstr(linkspan_error_message(error), "XX") != NULL);
  linkspan_error_free(error);
  built_in.places = (linkspan_places)3;
  CHECK(linkspan_rules_create_with(&built_in, NULL, 0, NULL, NULL, 0, &rules, NULL) == LINKSPAN_INVALID_ARGUMENT);
  linkspan_engine_free(engine);
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

/* The spans of a callback beside those of an array of any capacity. */
typedef struct expected_places {
  const linkspan_place* next;
} expected_places;

static int take_expected(void* context, const linkspan_span* span) {
  expected_places* const expected = context;
  const linkspan_place* const place = expected->next++;
  CHECK(place->offset == span->range.begin && place->size == span->range.end - span->range.begin);
  CHECK(place->kind == (int)span->kind && place->form == (int)span->form && place->ended_by == (int)span->ended_by);
  CHECK(place->host_offset == span->parts.host.begin);
  CHECK(place->host_offset == LINKSPAN_ABSENT || place->host_size == span->parts.host.end - span->parts.host.begin);
  return 0;
}

static void check_places(void) {
  const size_t size = sizeof(kText) - 1;
  char* const text = exact_copy(kText, size);
  linkspan_engine* const engine = new_engine();
  size_t capacity;
  for (capacity = 0; capacity <= 5; ++capacity) {
    linkspan_place* const places = malloc((capacity + 1) * sizeof(*places));
    expected_places expected;
    memset(places, 0xEE, (capacity + 1) * sizeof(*places));
    CHECK(linkspan_find_all(engine, text, size, places, capacity) == 4);
    CHECK((uint32_t)places[capacity < 4 ? capacity : 4].kind == 0xEEEEEEEE);
    expected.next = places;
    if (capacity >= 4) CHECK(linkspan_scan(engine, text, size, take_expected, &expected) == LINKSPAN_OK);
    free(places);
  }
  CHECK(linkspan_find_all(engine, NULL, 0, NULL, 0) == 0);
  linkspan_engine_free(engine);
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
    options.markup = stop_at == 5 ? LINKSPAN_MARKUP_HTML : LINKSPAN_MARKUP_NONE;
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

/* The links of a callback beside those of an array. */
typedef struct expected_links {
  const linkspan_text_link* next;
} expected_links;

static int take_expected_link(void* context, const linkspan_link* link) {
  expected_links* const expected = context;
  const linkspan_text_link* const found = expected->next++;
  CHECK(found->place.offset == link->span.range.begin && found->place.form == (int)link->span.form);
  CHECK(found->text_size == link->text_size && strcmp(found->text, link->text) == 0);
  CHECK(found->iri_size == link->iri_size && strcmp(found->iri, link->iri) == 0);
  CHECK(found->uri_size == link->uri_size && strcmp(found->uri, link->uri) == 0);
  CHECK(found->display_size == link->display_size && strcmp(found->display, link->display) == 0);
  CHECK(found->warnings == link->warnings && found->pieces_count == link->pieces_count);
  CHECK(memcmp(found->pieces, link->pieces, link->pieces_count * sizeof(*link->pieces)) == 0);
  CHECK(memcmp(&found->first, &link->pieces[0].begin, sizeof(found->first)) == 0);
  CHECK(memcmp(&found->past, &link->pieces[link->pieces_count - 1].end, sizeof(found->past)) == 0);
  return 0;
}

static int take_document_link(void* context, const linkspan_link* link) {
  expected_links* const expected = context;
  const linkspan_text_link* const found = expected->next++;
  CHECK(found->place.offset == link->pieces[0].bytes.begin);
  CHECK(found->place.offset + found->place.size == link->pieces[link->pieces_count - 1].bytes.end);
  CHECK(strcmp(found->uri, link->uri) == 0 && found->warnings == link->warnings);
  return 0;
}

/* In UTF-16. */
static void check_links_of_document(linkspan_text_linker* linker, const linkspan_engine* engine, const char* ascii) {
  char bytes[512];
  size_t size = 0;
  const linkspan_text_link* links = NULL;
  size_t count = 0;
  expected_links expected;
  linkspan_document_options options;
  linkspan_summary summary;
  linkspan_error* error = NULL;
  linkspan_document_options_init(&options, sizeof(options));
  options.charset = "utf-16le";
  for (; *ascii != '\0' && size + 2 <= sizeof(bytes); ++ascii) {
    bytes[size++] = *ascii;
    bytes[size++] = '\0';
  }
  memset(&summary, 0, sizeof(summary));
  summary.struct_size = sizeof(summary);
  CHECK(linkspan_text_linker_read(linker, bytes, size, &options, &links, &count, &summary, &error) == LINKSPAN_OK);
  CHECK(summary.links == count && error == NULL);
  expected.next = links;
  CHECK(linkspan_linkify(engine, bytes, size, &options, take_document_link, &expected, NULL, NULL) == LINKSPAN_OK);
  CHECK(expected.next == links + count);
  options.charset = "no-such-charset";
  CHECK(linkspan_text_linker_read(linker, bytes, size, &options, &links, &count, &summary, &error) == LINKSPAN_NOT_FOUND);
  CHECK(links == NULL && count == 0 && error != NULL);
  linkspan_error_free(error);
}

static void check_text_linker(void) {
  static const char* const kTexts[] = {"", kText, "nothing", "http://b\xC3\xBC" "cher.example/ x@b\xC3\xBC" "cher.example",
                                       "https:\\/\\/a.example\\/ \x1B[1mwww.b\x1B[0m.example", kText};
  linkspan_engine* const engine = new_engine();
  linkspan_text_linker* linker = NULL;
  linkspan_text_options options;
  linkspan_document_options same;
  linkspan_error* error = NULL;
  size_t i;
  linkspan_text_options_init(&options, sizeof(options));
  linkspan_document_options_init(&same, sizeof(same));
  options.default_to_https = same.default_to_https = 1;
  options.percent_host = same.percent_host = 1;
  options.offsets = same.offsets = LINKSPAN_OFFSETS_LINES_UTF16;
  CHECK(linkspan_text_linker_open(engine, &options, &linker, &error) == LINKSPAN_OK && error == NULL);
  for (i = 0; i < sizeof(kTexts) / sizeof(kTexts[0]); ++i) {
    const size_t size = strlen(kTexts[i]);
    char* const text = exact_copy(kTexts[i], size);
    const linkspan_text_link* links = NULL;
    const size_t count = linkspan_text_linker_find(linker, text, size, &links);
    expected_links expected;
    free(text); /* the strings are the linker's */
    expected.next = links;
    CHECK(linkspan_linkify(engine, kTexts[i], size, &same, take_expected_link, &expected, NULL, NULL) == LINKSPAN_OK);
    CHECK(expected.next == links + count);
    check_links_of_document(linker, engine, kTexts[i]);
  }
  linkspan_engine_free(engine); /* before the linker */
  linkspan_text_linker_free(linker);
  linkspan_text_linker_free(NULL);
}

/* A base that is too long to be repeated for each relative link. */
static void count_links_left_out(void) {
  static const char kBegin[] = "<base href='https://e.example/", kEnd[] = "/'>", kAnchor[] = "<a href=x>y</a>";
  enum { base_size = 8000, anchors = 20 };
  char page[sizeof(kBegin) + base_size + sizeof(kEnd) + anchors * sizeof(kAnchor)];
  linkspan_engine* const engine = new_engine();
  linkspan_document_options options;
  linkspan_summary summary;
  size_t base_end, size;
  int i;
  strcpy(page, kBegin);
  memset(page + strlen(kBegin), 'a', base_size);
  strcpy(page + strlen(kBegin) + base_size, kEnd);
  base_end = strlen(page);
  for (i = 0; i < anchors; ++i) strcat(page, kAnchor);
  size = strlen(page);
  linkspan_document_options_init(&options, sizeof(options));
  options.markup = LINKSPAN_MARKUP_HTML;
  memset(&summary, 0, sizeof(summary));
  summary.struct_size = sizeof(summary);
  CHECK(linkspan_linkify(engine, page, size, &options, NULL, NULL, &summary, NULL) == LINKSPAN_OK);
  CHECK(summary.links > 0 && summary.links_left_out > 0 && summary.links + summary.links_left_out == anchors);
  CHECK(summary.first_left_out == base_end + summary.links * strlen(kAnchor));
  linkspan_engine_free(engine);
}

/* A number that means nothing is refused, not read as another one. */
static void check_unknown_markup(void) {
  static const int kUnknown[] = {99, 4, -1, 2147483647, -2147483647 - 1, 256};
  linkspan_engine* const engine = new_engine();
  linkspan_document_options options;
  size_t i;
  linkspan_document_options_init(&options, sizeof(options));
  for (i = 0; i < sizeof(kUnknown) / sizeof(kUnknown[0]); ++i) {
    linkspan_error* error = NULL;
    options.markup = (linkspan_markup)kUnknown[i];
    CHECK(linkspan_linkify(engine, "a", 1, &options, NULL, NULL, NULL, &error) == LINKSPAN_INVALID_ARGUMENT);
    CHECK(error != NULL);
    linkspan_error_free(error);
  }
  for (i = LINKSPAN_MARKUP_NONE; i <= LINKSPAN_MARKUP_MARKDOWN; ++i) {
    options.markup = (linkspan_markup)i;
    CHECK(linkspan_linkify(engine, "a", 1, &options, NULL, NULL, NULL, NULL) == LINKSPAN_OK);
  }
  linkspan_engine_free(engine);
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

static const char* const* refuse_second(void* context, const linkspan_link* link) {
  static const char* const kAttributes[] = {"class", "\"&<", NULL};
  (void)link;
  return ++*(int*)context % 2 == 0 ? NULL : kAttributes;
}

static void check_page_in_place(void) {
  const char* const page = "<P id=a>www.a.org <code>b.org/x</code>, c.org/?q&amp;r</P>";
  const char* const linked =
      "<P id=a><a dir=\"ltr\" href=\"http://www.a.org\" target=\"_blank\" class=\"&quot;&amp;&lt;\">www.a.org</a> "
      "<code>b.org/x</code>, c.org/?q&amp;r</P>";
  static const char* const kNever[] = {"code"};
  static const char* const kNoElement[] = {"nosuch"};
  const char utf16[] = "w\0w\0w\0.\0a\0.\0d\0e\0";
  linkspan_engine* const engine = new_engine();
  linkspan_document_options document;
  linkspan_render_options options;
  linkspan_summary summary;
  linkspan_error* error = NULL;
  char* result = NULL;
  size_t size = 0;
  int links = 0;
  linkspan_render_options_init(&options, sizeof(options));
  options.rel = NULL;
  options.target = "_blank";
  options.attributes = refuse_second;
  options.attributes_context = &links;
  summary.struct_size = sizeof(summary);
  CHECK(linkspan_link_html(engine, page, strlen(page), NULL, &options, kNever, 1, &result, &size, &summary, NULL) ==
        LINKSPAN_OK);
  CHECK(result != NULL && strcmp(result, linked) == 0 && size == strlen(linked));
  CHECK(links == 2 && summary.links == 2);
  linkspan_string_free(result);
  /* In the charset of the page, with the defaults. */
  linkspan_document_options_init(&document, sizeof(document));
  document.charset = "utf-16le";
  CHECK(linkspan_link_html(engine, utf16, sizeof(utf16) - 1, &document, NULL, NULL, 0, &result, &size, NULL, NULL) ==
        LINKSPAN_OK);
  CHECK(size > 2 * sizeof(utf16) && memcmp(result, "<\0a\0 \0d\0", 8) == 0);
  linkspan_string_free(result);
  CHECK(linkspan_link_html(engine, NULL, 0, NULL, NULL, NULL, 0, &result, NULL, NULL, NULL) == LINKSPAN_OK);
  CHECK(strcmp(result, "") == 0);
  linkspan_string_free(result);
  /* What fails leaves no result. */
  document.charset = "utf-7";
  CHECK(linkspan_link_html(engine, page, strlen(page), &document, NULL, NULL, 0, &result, &size, NULL, &error) ==
        LINKSPAN_INVALID_ARGUMENT);
  CHECK(result == NULL && size == 0);
  linkspan_error_free(error);
  CHECK(linkspan_link_html(engine, page, strlen(page), NULL, NULL, kNoElement, 1, &result, NULL, NULL, NULL) ==
        LINKSPAN_INVALID_ARGUMENT);
  options.format = LINKSPAN_RENDER_MARKDOWN;
  CHECK(linkspan_link_html(engine, page, strlen(page), NULL, &options, NULL, 0, &result, NULL, NULL, &error) ==
        LINKSPAN_INVALID_ARGUMENT);
  CHECK(result == NULL && strstr(linkspan_error_message(error), "HTML") != NULL);
  linkspan_error_free(error);
  linkspan_engine_free(engine);
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
  CHECK((options.markup == LINKSPAN_MARKUP_HTML) == (strcmp(part->media_type, "text/html") == 0));
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

/* Handles that the first callback frees, whichever it is. */
typedef struct owned {
  linkspan_engine* engine;
  linkspan_rules* rules;
  unsigned calls;
} owned;

static void free_handles(owned* all) {
  ++all->calls;
  linkspan_engine_free(all->engine);
  linkspan_rules_free(all->rules);
  all->engine = NULL;
  all->rules = NULL;
}

static int free_at_span(void* context, const linkspan_span* span) {
  free_handles(context);
  return span->range.begin > 1000;
}
static int free_at_link(void* context, const linkspan_link* link) {
  free_handles(context);
  return strlen(link->uri) != link->uri_size;
}
static int free_at_message_link(void* context, const linkspan_message_part* part, const linkspan_link* link) {
  return strlen(part->path) == 0 || free_at_link(context, link);
}
static int free_at_text(void* context, const char* utf8, size_t size) {
  free_handles(context);
  return size > 0 && utf8[0] == '\0';
}
static const char* free_and_rewrite(void* context, const linkspan_link* link) {
  (void)free_at_link(context, link);
  return "https://proxy.example/";
}
static const char* free_and_read(void* context, uint64_t offset, size_t* size) {
  owned* const all = context;
  free_handles(all);
  *size = sizeof(kText) - 1 - (size_t)offset;
  return kText + offset;
}

enum { kEntryPoints = 15 };

/* Calls the entry point of this number, whose callback frees the handles. */
static void call_entry_point(int number, owned* all) {
  const size_t size = sizeof(kText) - 1;
  const linkspan_engine* const engine = all->engine;
  linkspan_document_options options;
  linkspan_render_options with_rewrite;
  linkspan_stream* stream = NULL;
  linkspan_document_stream* document_stream = NULL;
  linkspan_renderer* renderer = NULL;
  linkspan_index* index = NULL;
  char* page = NULL;
  const linkspan_range everything = {0, 1000}, nothing = {0, 0};
  linkspan_document_options_init(&options, sizeof(options));
  options.rules = all->rules;
  options.markup = number == 3 ? LINKSPAN_MARKUP_HTML : LINKSPAN_MARKUP_NONE;
  linkspan_render_options_init(&with_rewrite, sizeof(with_rewrite));
  with_rewrite.rewrite = free_and_rewrite;
  with_rewrite.rewrite_context = all;
  switch (number) {
    case 0:
      CHECK(linkspan_scan(engine, kText, size, free_at_span, all) == LINKSPAN_OK);
      break;
    case 1:
      stream = linkspan_stream_open(engine);
      (void)linkspan_stream_feed(stream, kText, size, free_at_span, all);
      (void)linkspan_stream_finish(stream, free_at_span, all);
      break;
    case 2:
    case 3:
      (void)linkspan_linkify(engine, kText, size, &options, free_at_link, all, NULL, NULL);
      break;
    case 4:
      (void)linkspan_linkify_text(engine, kText, size, &options, free_at_link, free_at_text, all, NULL, NULL);
      break;
    case 5:
      (void)linkspan_document_stream_open(engine, &options, &document_stream, NULL);
      (void)linkspan_document_stream_feed(document_stream, kText, size, free_at_link, all);
      (void)linkspan_document_stream_finish(document_stream, free_at_link, all, NULL);
      break;
    case 6:
      (void)linkspan_render(engine, kText, size, &options, NULL, free_at_text, all, NULL, NULL);
      break;
    case 7:
      (void)linkspan_render(engine, kText, size, &options, &with_rewrite, NULL, NULL, NULL, NULL);
      break;
    case 8:
      (void)linkspan_renderer_open(engine, &options, NULL, &renderer, NULL);
      (void)linkspan_renderer_feed(renderer, kText, size, free_at_text, all);
      (void)linkspan_renderer_finish(renderer, free_at_text, all, NULL);
      break;
    case 9:
      index = linkspan_index_create(engine);
      (void)linkspan_index_assign(index, size, free_and_read, all, NULL, NULL);
      (void)linkspan_index_replace(index, nothing, 0, free_and_read, all, NULL, NULL);
      break;
    case 10:
      index = linkspan_index_create(engine);
      (void)linkspan_index_assign(index, size, free_and_read, all, NULL, NULL);
      (void)linkspan_index_links_in(index, everything, free_at_span, all);
      break;
    case 11:
      (void)linkspan_message_linkify(engine, kMessage, sizeof(kMessage) - 1, NULL, &options, free_at_message_link, all,
                                     NULL, NULL);
      break;
    case 12:
      (void)linkspan_message_render(engine, kMessage, sizeof(kMessage) - 1, NULL, &options, NULL, free_at_text, all,
                                    NULL, NULL);
      break;
    case 13:
      (void)linkspan_link_html(engine, kText, size, &options, &with_rewrite, NULL, 0, &page, NULL, NULL, NULL);
      linkspan_string_free(page);
      break;
    default:
      (void)linkspan_message_render(engine, kMessage, sizeof(kMessage) - 1, NULL, &options, &with_rewrite, NULL, NULL,
                                    NULL, NULL);
  }
  linkspan_stream_free(stream);
  linkspan_document_stream_free(document_stream);
  linkspan_renderer_free(renderer);
  linkspan_index_free(index);
}

static void check_handles_freed_in_callbacks(void) {
  int number;
  for (number = 0; number < kEntryPoints; ++number) {
    owned all = {0};
    all.engine = new_engine();
    all.rules = new_rules();
    call_entry_point(number, &all);
    CHECK(all.calls > 1 && all.engine == NULL);
    linkspan_engine_free(all.engine);
    linkspan_rules_free(all.rules);
  }
}

/* Where the members of a struct begin and end, for every struct that the caller fills or that the library fills for
 * it. Written apart from the table of the library. */
#define BOUND(type, member) offsetof(type, member), offsetof(type, member) + sizeof(((type*)0)->member)

static int ends_inside(const size_t* bounds, size_t count, size_t size) {
  size_t i;
  for (i = 0; i < count; i += 2) {
    if (bounds[i] < size && size < bounds[i + 1]) return 1;
  }
  return 0;
}

/* Calls `use` for every size up to a little more than that of the struct. */
typedef linkspan_status (*use_of_size)(size_t struct_size);
static void check_sizes(const char* name, const size_t* bounds, size_t count, size_t size_of_struct, use_of_size use) {
  size_t size;
  for (size = 1; size <= size_of_struct + 8; ++size) {
    const linkspan_status expected =
        ends_inside(bounds, count, size) ? LINKSPAN_INVALID_ARGUMENT : LINKSPAN_OK;
    if (use(size) != expected) {
      fprintf(stderr, "%s: struct_size %u: not status %d\n", name, (unsigned)size, (int)expected);
      ++failures;
    }
  }
}

static linkspan_engine* shared_engine = NULL;

static linkspan_status use_options(size_t size) {
  union {
    linkspan_options options;
    char room[sizeof(linkspan_options) + 8];
  } given;
  linkspan_engine* engine = NULL;
  linkspan_status status;
  linkspan_options_init(&given.options, sizeof(given.options));
  given.options.struct_size = size;
  status = linkspan_engine_create(&given.options, &engine, NULL);
  CHECK((status == LINKSPAN_OK) == (engine != NULL));
  linkspan_engine_free(engine);
  return status;
}

static linkspan_status use_text_options(size_t size) {
  union {
    linkspan_text_options options;
    char room[sizeof(linkspan_text_options) + 8];
  } given;
  linkspan_text_linker* linker = NULL;
  linkspan_status status;
  linkspan_text_options_init(&given.options, sizeof(given.options));
  given.options.struct_size = size;
  status = linkspan_text_linker_open(shared_engine, &given.options, &linker, NULL);
  CHECK((status == LINKSPAN_OK) == (linker != NULL));
  linkspan_text_linker_free(linker);
  return status;
}

static linkspan_status use_document_options(size_t size) {
  union {
    linkspan_document_options options;
    char room[sizeof(linkspan_document_options) + 8];
  } given;
  linkspan_document_options_init(&given.options, sizeof(given.options));
  given.options.struct_size = size;
  return linkspan_linkify(shared_engine, "x", 1, &given.options, NULL, NULL, NULL, NULL);
}

static linkspan_status use_render_options(size_t size) {
  union {
    linkspan_render_options options;
    char room[sizeof(linkspan_render_options) + 8];
  } given;
  linkspan_render_options_init(&given.options, sizeof(given.options));
  given.options.struct_size = size;
  return linkspan_render(shared_engine, "x", 1, NULL, &given.options, NULL, NULL, NULL, NULL);
}

static linkspan_status use_summary(size_t size) {
  union {
    linkspan_summary summary;
    char room[sizeof(linkspan_summary) + 8];
  } given;
  linkspan_renderer* renderer = NULL;
  linkspan_document_stream* stream = NULL;
  linkspan_status status, other;
  memset(&given, 0, sizeof(given));
  given.summary.struct_size = size;
  status = linkspan_linkify(shared_engine, "x", 1, NULL, NULL, NULL, &given.summary, NULL);
  other = linkspan_linkify_text(shared_engine, "x", 1, NULL, NULL, NULL, NULL, &given.summary, NULL);
  CHECK(other == status);
  other = linkspan_render(shared_engine, "x", 1, NULL, NULL, NULL, NULL, &given.summary, NULL);
  CHECK(other == status);
  (void)linkspan_document_stream_open(shared_engine, NULL, &stream, NULL);
  CHECK(linkspan_document_stream_finish(stream, NULL, NULL, &given.summary) == status);
  linkspan_document_stream_free(stream);
  (void)linkspan_renderer_open(shared_engine, NULL, NULL, &renderer, NULL);
  CHECK(linkspan_renderer_finish(renderer, NULL, NULL, &given.summary) == status);
  linkspan_renderer_free(renderer);
  return status;
}

static linkspan_status use_link_change(size_t size) {
  union {
    linkspan_link_change change;
    char room[sizeof(linkspan_link_change) + 8];
  } given;
  edited text = {"see http://a.example", 20, 0};
  linkspan_index* const index = linkspan_index_create(shared_engine);
  linkspan_status status;
  memset(&given, 0, sizeof(given));
  given.change.struct_size = size;
  status = linkspan_index_assign(index, 20, read_byte, &text, &given.change, NULL);
  CHECK(linkspan_index_link_count(index) == (status == LINKSPAN_OK ? 1 : 0)); /* nothing was changed */
  linkspan_index_free(index);
  return status;
}

static linkspan_status use_message_options(size_t size) {
  union {
    linkspan_message_options options;
    char room[sizeof(linkspan_message_options) + 8];
  } given;
  linkspan_status status;
  linkspan_message_options_init(&given.options, sizeof(given.options));
  given.options.struct_size = size;
  status = linkspan_message_linkify(shared_engine, "\n", 1, &given.options, NULL, NULL, NULL, NULL, NULL);
  CHECK(linkspan_message_read("\n", 1, &given.options, NULL, NULL, NULL, NULL) == status);
  return status;
}

static linkspan_status use_message_summary(size_t size) {
  union {
    linkspan_message_summary summary;
    char room[sizeof(linkspan_message_summary) + 8];
  } given;
  linkspan_status status;
  memset(&given, 0, sizeof(given));
  given.summary.struct_size = size;
  status = linkspan_message_linkify(shared_engine, "\n", 1, NULL, NULL, NULL, NULL, &given.summary, NULL);
  CHECK(linkspan_message_read("\n", 1, NULL, NULL, NULL, &given.summary, NULL) == status);
  CHECK(linkspan_message_render(shared_engine, "\n", 1, NULL, NULL, NULL, NULL, NULL, &given.summary, NULL) == status);
  return status;
}

static linkspan_status use_visitor(size_t size) {
  union {
    linkspan_message_visitor visitor;
    char room[sizeof(linkspan_message_visitor) + 8];
  } given;
  seen all = {0};
  memset(&given, 0, sizeof(given));
  given.visitor.struct_size = size;
  given.visitor.field = take_field;
  given.visitor.begin_part = take_part;
  given.visitor.bytes = take_bytes;
  given.visitor.end_part = take_end;
  given.visitor.warning = take_sentence;
  return linkspan_message_read(kMessage, sizeof(kMessage) - 1, NULL, &given.visitor, &all, NULL, NULL);
}

/* Functions without a status fill the members that are complete, and nothing more. */
static void check_spans_of_any_size(void) {
  size_t size, at;
  for (size = 0; size <= sizeof(linkspan_span); ++size) {
    union {
      linkspan_span span;
      unsigned char room[sizeof(linkspan_span)];
    } given;
    memset(&given, 0xA5, sizeof(given));
    given.span.struct_size = size;
    CHECK(linkspan_find_first(shared_engine, kText, sizeof(kText) - 1, &given.span) == 1);
    for (at = size < sizeof(size_t) ? sizeof(size_t) : size; at < sizeof(given); ++at) CHECK(given.room[at] == 0xA5);
    if (size == offsetof(linkspan_span, parts) + 4) CHECK(given.room[offsetof(linkspan_span, parts)] == 0xA5);
  }
}

#define CHECK_SIZES(type, use, ...)                                                                    \
  do {                                                                                                 \
    static const size_t kBounds[] = {BOUND(type, struct_size), __VA_ARGS__};                           \
    check_sizes(#type, kBounds, sizeof(kBounds) / sizeof(*kBounds), sizeof(type), use);                \
  } while (0)

static void check_struct_sizes(void) {
  shared_engine = new_engine();
  CHECK_SIZES(linkspan_options, use_options, BOUND(linkspan_options, profile), BOUND(linkspan_options, bare_domains),
              BOUND(linkspan_options, email), BOUND(linkspan_options, schemes), BOUND(linkspan_options, schemes_count),
              BOUND(linkspan_options, tlds), BOUND(linkspan_options, tlds_count),
              BOUND(linkspan_options, max_link_bytes));
  CHECK_SIZES(linkspan_document_options, use_document_options, BOUND(linkspan_document_options, charset),
              BOUND(linkspan_document_options, charset_fallback), BOUND(linkspan_document_options, detect_at_hand),
              BOUND(linkspan_document_options, markup), BOUND(linkspan_document_options, html_links),
              BOUND(linkspan_document_options, flow), BOUND(linkspan_document_options, quoting),
              BOUND(linkspan_document_options, joining), BOUND(linkspan_document_options, without_colours),
              BOUND(linkspan_document_options, percent_host), BOUND(linkspan_document_options, default_to_https),
              BOUND(linkspan_document_options, offsets), BOUND(linkspan_document_options, rules));
  CHECK_SIZES(linkspan_render_options, use_render_options, BOUND(linkspan_render_options, format),
              BOUND(linkspan_render_options, page), BOUND(linkspan_render_options, keep_colours),
              BOUND(linkspan_render_options, title), BOUND(linkspan_render_options, target),
              BOUND(linkspan_render_options, rel), BOUND(linkspan_render_options, css_class),
              BOUND(linkspan_render_options, open_schemes), BOUND(linkspan_render_options, open_schemes_count),
              BOUND(linkspan_render_options, show_destination), BOUND(linkspan_render_options, show_title),
              BOUND(linkspan_render_options, rewrite), BOUND(linkspan_render_options, rewrite_context),
              BOUND(linkspan_render_options, first_id), BOUND(linkspan_render_options, phrasing),
              BOUND(linkspan_render_options, shorten_in_the_middle), BOUND(linkspan_render_options, most_characters),
              BOUND(linkspan_render_options, attributes), BOUND(linkspan_render_options, attributes_context));
  CHECK_SIZES(linkspan_text_options, use_text_options, BOUND(linkspan_text_options, percent_host),
              BOUND(linkspan_text_options, default_to_https), BOUND(linkspan_text_options, offsets));
  CHECK_SIZES(linkspan_summary, use_summary, BOUND(linkspan_summary, charset), BOUND(linkspan_summary, confidence),
              BOUND(linkspan_summary, fell_back), BOUND(linkspan_summary, ended_by_ill_formed),
              BOUND(linkspan_summary, ill_formed), BOUND(linkspan_summary, links), BOUND(linkspan_summary, links_cut),
              BOUND(linkspan_summary, is_cut), BOUND(linkspan_summary, links_left_out),
              BOUND(linkspan_summary, first_left_out));
  CHECK_SIZES(linkspan_link_change, use_link_change, BOUND(linkspan_link_change, removed),
              BOUND(linkspan_link_change, removed_count), BOUND(linkspan_link_change, added),
              BOUND(linkspan_link_change, added_count), BOUND(linkspan_link_change, moved_from),
              BOUND(linkspan_link_change, moved_by));
  CHECK_SIZES(linkspan_message_options, use_message_options, BOUND(linkspan_message_options, fields),
              BOUND(linkspan_message_options, fields_count), BOUND(linkspan_message_options, media_types),
              BOUND(linkspan_message_options, media_types_count), BOUND(linkspan_message_options, all_alternatives),
              BOUND(linkspan_message_options, block_lines), BOUND(linkspan_message_options, charset));
  CHECK_SIZES(linkspan_message_summary, use_message_summary, BOUND(linkspan_message_summary, text_parts),
              BOUND(linkspan_message_summary, html_parts), BOUND(linkspan_message_summary, other_parts),
              BOUND(linkspan_message_summary, encrypted_parts), BOUND(linkspan_message_summary, all_was_read),
              BOUND(linkspan_message_summary, warnings));
  CHECK_SIZES(linkspan_message_visitor, use_visitor, BOUND(linkspan_message_visitor, field),
              BOUND(linkspan_message_visitor, begin_part), BOUND(linkspan_message_visitor, bytes),
              BOUND(linkspan_message_visitor, end_part), BOUND(linkspan_message_visitor, warning));
  check_spans_of_any_size();
  linkspan_engine_free(shared_engine);
}

int main(void) {
  CHECK(strlen(linkspan_version()) > 0);
  CHECK(linkspan_kind_name((linkspan_kind)99) == NULL);
  check_options();
  check_built_in();
  check_spans();
  check_places();
  check_index();
  check_documents();
  count_links_left_out();
  check_unknown_markup();
  check_text_linker();
  check_rendering();
  check_page_in_place();
  check_mail();
  check_rules();
  check_iris();
  check_handles_freed_in_callbacks();
  check_struct_sizes();
  return failures == 0 ? 0 : 1;
}
