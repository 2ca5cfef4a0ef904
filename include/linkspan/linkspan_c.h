/* SPDX-License-Identifier: Apache-2.0 */
/* linkspan_c.h: linkspan for C (C99), and for every language that can call C.
 *
 *   linkspan_engine* engine = NULL;
 *   if (linkspan_engine_create(NULL, &engine, NULL) != LINKSPAN_OK) return 1;
 *   linkspan_linkify(engine, bytes, size, NULL, print_link, NULL, NULL, NULL);
 *   linkspan_engine_free(engine);
 *
 * Spans of UTF-8 and the index of a text that is edited are in linkspan_core_c.h, with the rules
 * for handles, strings, structs that grow, errors, callbacks and threads. This header adds
 * documents, short texts, rendering, mail and IRIs: it mirrors document.h, rules.h, iri.h, mail.h
 * and render.h, whose comments have the details.
 *
 * What reads mail (GMime) and rules (RE2) is loaded when it is first needed, from the folder
 * linkspan/VERSION beside the library; if it is not there, the function returns LINKSPAN_IO.
 */
#ifndef LINKSPAN_LINKSPAN_C_H_
#define LINKSPAN_LINKSPAN_C_H_

#include "linkspan/linkspan_core_c.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The user's own rules (rules.h) ---- */

typedef struct linkspan_rules linkspan_rules;
/* The rules of a TOML file, whose content is `toml` (docs/own_rules.md). Error messages begin with
 * `source_name`. `parameters` are NUL-terminated: "project=owner/name". On failure *rules is NULL.
 * Rules may be shared by threads, and freed before the streams that use them. */
LINKSPAN_C_API linkspan_status linkspan_rules_create(
    const char* toml, size_t size, const char* source_name, const char* const* parameters,
    size_t parameters_count, linkspan_rules** rules, linkspan_error** error);
LINKSPAN_C_API void linkspan_rules_free(linkspan_rules* rules);

/* What is known without a pattern: places in files (docs/places.md), and telephone numbers
 * (docs/phones.md). */
typedef enum linkspan_places LINKSPAN_C_INT {
  LINKSPAN_PLACES_NONE = 0,
  LINKSPAN_PLACES_ALL = 1,
  LINKSPAN_PLACES_EXISTING = 2 /* those of files that exist below `root` */
} linkspan_places;

typedef enum linkspan_leniency LINKSPAN_C_INT {
  LINKSPAN_LENIENCY_POSSIBLE = 0,
  LINKSPAN_LENIENCY_VALID = 1,
  LINKSPAN_LENIENCY_GROUPED = 2
} linkspan_leniency;

typedef struct linkspan_built_in {
  size_t struct_size;
  linkspan_places places;
  const char* root;           /* of relative names, absolute; NULL: places have no URI */
  int phones;                 /* 1: telephone numbers, also without a region */
  const char* const* regions; /* of ISO 3166-1: "DE"; whose numbers need no code of a country */
  size_t regions_count;
  linkspan_leniency leniency; /* LINKSPAN_LENIENCY_GROUPED by default */
} linkspan_built_in;
LINKSPAN_C_API void linkspan_built_in_init(linkspan_built_in* built_in, size_t struct_size);

/* As linkspan_rules_create, and with these; `size` may be 0. */
LINKSPAN_C_API linkspan_status
linkspan_rules_create_with(const linkspan_built_in* built_in, const char* toml, size_t size,
                           const char* source_name, const char* const* parameters,
                           size_t parameters_count, linkspan_rules** rules, linkspan_error** error);

/* ---- Links of documents (document.h) ---- */

typedef enum linkspan_offsets LINKSPAN_C_INT {
  LINKSPAN_OFFSETS_BYTES = 0,
  LINKSPAN_OFFSETS_UTF16 = 1,
  LINKSPAN_OFFSETS_CODE_POINTS = 2,
  LINKSPAN_OFFSETS_LINES = 3,
  LINKSPAN_OFFSETS_LINES_UTF16 = 4,
  LINKSPAN_OFFSETS_LINES_BYTES = 5
} linkspan_offsets;

typedef enum linkspan_flow LINKSPAN_C_INT {
  LINKSPAN_FLOW_FIXED = 0,
  LINKSPAN_FLOW_FLOWED = 1,
  LINKSPAN_FLOW_FLOWED_DELSP = 2,
  LINKSPAN_FLOW_CONTENT_LINES = 3,
  LINKSPAN_FLOW_ENRICHED = 4,
  LINKSPAN_FLOW_LDIF = 5,
  LINKSPAN_FLOW_ROFF = 6,
  LINKSPAN_FLOW_GETTEXT = 7,
  LINKSPAN_FLOW_RTF = 8,
  LINKSPAN_FLOW_CSV = 9,
  LINKSPAN_FLOW_TSV = 10,
  LINKSPAN_FLOW_ASCIIDOC = 11
} linkspan_flow;

/* What a document is written in. */
typedef enum linkspan_markup LINKSPAN_C_INT {
  LINKSPAN_MARKUP_NONE = 0,
  LINKSPAN_MARKUP_HTML = 1,
  LINKSPAN_MARKUP_XML = 2,
  LINKSPAN_MARKUP_MARKDOWN = 3
} linkspan_markup;

typedef enum linkspan_html_links LINKSPAN_C_INT {
  LINKSPAN_HTML_LINKS_ALL = 0,
  LINKSPAN_HTML_LINKS_TEXT = 1,
  LINKSPAN_HTML_LINKS_HREFS = 2,
  LINKSPAN_HTML_LINKS_ATTRIBUTES = 3
} linkspan_html_links;

typedef struct linkspan_document_options {
  size_t struct_size;
  const char* charset;          /* a name, or "auto"; "utf-8" by default */
  const char* charset_fallback; /* if `charset` is not known; NULL: that is an error */
  int detect_at_hand;           /* 1: Detection::at_hand, for text that is still being written */
  linkspan_markup markup;
  linkspan_html_links html_links;
  linkspan_flow flow;
  int quoting;          /* 1: prefixes of quoted lines are not part of the text */
  int joining;          /* 1: a link that clearly continues in the next line is joined */
  int without_colours;  /* 1: `ESC [ … m` is not part of the text */
  int percent_host;     /* 1: hosts are percent-encoded (RFC 3987) rather than `xn--…` */
  int default_to_https; /* 1: hosts without a scheme get `https:` rather than `http:` */
  linkspan_offsets offsets;
  const linkspan_rules* rules; /* NULL: none */
} linkspan_document_options;
LINKSPAN_C_API void linkspan_document_options_init(linkspan_document_options* options,
                                                   size_t struct_size);

typedef struct linkspan_position {
  uint64_t line;   /* from 1; 0 in units without lines */
  uint64_t offset; /* with a line: the column, from 1 */
} linkspan_position;

/* A visible part of a link. */
typedef struct linkspan_piece {
  linkspan_range bytes; /* of the input */
  linkspan_position begin, end;
} linkspan_piece;

typedef struct linkspan_link {
  size_t struct_size;
  linkspan_span span;
  const linkspan_piece* pieces; /* one or more */
  size_t pieces_count;
  const char* text; /* these four are NUL-terminated, too */
  size_t text_size;
  const char* iri;
  size_t iri_size;
  const char* uri;
  size_t uri_size;
  const char* display; /* empty if it is the same as the IRI */
  size_t display_size;
  uint32_t warnings; /* bits of linkspan_warning */
  const char* rule;  /* its name, of LINKSPAN_FORM_RULE; else empty */
  size_t rule_size;
  linkspan_range in_text; /* of linkspan_linkify_text: bytes of the reported text */
  const char* path;       /* of LINKSPAN_KIND_FILE: as it is written; else empty */
  size_t path_size;
  uint32_t line, column; /* of it; 0: none is written */
} linkspan_link;

typedef int (*linkspan_link_callback)(void* context, const linkspan_link* link);

typedef struct linkspan_summary {
  size_t struct_size;
  char charset[64]; /* that the document was decoded with */
  int confidence;   /* 0 to 100 */
  int fell_back;
  uint64_t ended_by_ill_formed;
  uint64_t ill_formed;
  uint64_t links;
  uint64_t links_cut;
  int is_cut;
  uint64_t links_left_out; /* HTML: relative links that are not reported (document.h) */
  uint64_t first_left_out; /* the place of the tag of the first, in bytes */
} linkspan_summary;

/* All links of a document. `options` and `summary` may be NULL; else summary->struct_size is set by
 * the caller. */
LINKSPAN_C_API linkspan_status linkspan_linkify(const linkspan_engine* engine, const char* bytes,
                                                size_t size,
                                                const linkspan_document_options* options,
                                                linkspan_link_callback callback, void* context,
                                                linkspan_summary* summary, linkspan_error** error);

/* Also reports the text that the links are in, in UTF-8: decoded, without line wrapping, and of
 * HTML the visible text. It comes in pieces, in order and without gaps; a link comes right after
 * its last character. Both callbacks receive `context`, and both may stop. */
typedef int (*linkspan_text_callback)(void* context, const char* utf8, size_t size);
LINKSPAN_C_API linkspan_status linkspan_linkify_text(const linkspan_engine* engine,
                                                     const char* bytes, size_t size,
                                                     const linkspan_document_options* options,
                                                     linkspan_link_callback link_callback,
                                                     linkspan_text_callback text_callback,
                                                     void* context, linkspan_summary* summary,
                                                     linkspan_error** error);

/* The same for a document that comes in chunks of any size. */
typedef struct linkspan_document_stream linkspan_document_stream;
LINKSPAN_C_API linkspan_status linkspan_document_stream_open(
    const linkspan_engine* engine, const linkspan_document_options* options,
    linkspan_document_stream** stream, linkspan_error** error);
LINKSPAN_C_API linkspan_status linkspan_document_stream_feed(linkspan_document_stream* stream,
                                                             const char* bytes, size_t size,
                                                             linkspan_link_callback callback,
                                                             void* context);
LINKSPAN_C_API linkspan_status linkspan_document_stream_finish(linkspan_document_stream* stream,
                                                               linkspan_link_callback callback,
                                                               void* context,
                                                               linkspan_summary* summary);
LINKSPAN_C_API void linkspan_document_stream_free(linkspan_document_stream* stream);

/* The links of many short texts in UTF-8: the same as with linkspan_linkify, but faster, and as an
 * array. */
typedef struct linkspan_text_options {
  size_t struct_size;
  int percent_host;     /* as in linkspan_document_options */
  int default_to_https; /* the same */
  linkspan_offsets offsets;
} linkspan_text_options;
LINKSPAN_C_API void linkspan_text_options_init(linkspan_text_options* options, size_t struct_size);

/* A link in an array. This struct never grows. The strings are NUL-terminated, too. */
typedef struct linkspan_text_link {
  linkspan_place place;
  linkspan_position first; /* the link begins here, and */
  linkspan_position past;  /* ends before this place, in the unit of `offsets` */
  const char* text;        /* as it is shown */
  size_t text_size;
  const char* iri;
  size_t iri_size;
  const char* uri; /* the one to open: an address has its "mailto:" */
  size_t uri_size;
  const char* display; /* empty if it is the same as the IRI */
  size_t display_size;
  const linkspan_piece* pieces; /* one or more */
  size_t pieces_count;
  uint32_t warnings; /* bits of linkspan_warning */
} linkspan_text_link;

typedef struct linkspan_text_linker linkspan_text_linker;
/* `options` may be NULL. On failure *linker is NULL. */
LINKSPAN_C_API linkspan_status linkspan_text_linker_open(const linkspan_engine* engine,
                                                         const linkspan_text_options* options,
                                                         linkspan_text_linker** linker,
                                                         linkspan_error** error);
/* Sets *links to the links of the text, in order, which live until the next call with this linker,
 * and returns their number. SIZE_MAX: no memory; *links is NULL. */
LINKSPAN_C_API size_t linkspan_text_linker_find(linkspan_text_linker* linker, const char* text,
                                                size_t size, const linkspan_text_link** links);
/* The same for a document as with linkspan_linkify; the options of the linker have no effect. The
 * offsets of places are bytes of the document, and their host_offset is that in the IRI's text. */
LINKSPAN_C_API linkspan_status linkspan_text_linker_read(linkspan_text_linker* linker,
                                                         const char* bytes, size_t size,
                                                         const linkspan_document_options* options,
                                                         const linkspan_text_link** links,
                                                         size_t* count, linkspan_summary* summary,
                                                         linkspan_error** error);
LINKSPAN_C_API void linkspan_text_linker_free(linkspan_text_linker* linker);

/* ---- Text with its links, for people (render.h) ---- */

typedef enum linkspan_render_format LINKSPAN_C_INT {
  LINKSPAN_RENDER_HTML = 0,
  LINKSPAN_RENDER_ANSI = 1, /* for terminals, with links by OSC 8 */
  LINKSPAN_RENDER_MARKDOWN = 2
} linkspan_render_format;

typedef enum linkspan_show_destination LINKSPAN_C_INT {
  LINKSPAN_SHOW_DESTINATION_WHERE_SERIOUS = 0,
  LINKSPAN_SHOW_DESTINATION_WHERE_HIDDEN = 1
} linkspan_show_destination;

typedef enum linkspan_show_title LINKSPAN_C_INT {
  LINKSPAN_SHOW_TITLE_WHERE_HIDDEN = 0,
  LINKSPAN_SHOW_TITLE_ALWAYS = 1,
  LINKSPAN_SHOW_TITLE_NEVER = 2
} linkspan_show_title;

/* Returns the URI of the link in the output, absolute and in ASCII, or NULL to show the link as
 * text, as RenderOptions::rewrite does. It is called for links that would be openable. The string
 * must live until the callback is called again or the document ends. */
typedef const char* (*linkspan_rewrite_callback)(void* context, const linkspan_link* link);

/* Returns attributes of the <a> of the link, as RenderOptions::attributes does: an array of names
 * and values in turn, which a NULL ends; or NULL to show the link as text. They must live until the
 * callback is called again or the document ends. */
typedef const char* const* (*linkspan_attributes_callback)(void* context,
                                                           const linkspan_link* link);

typedef struct linkspan_render_options {
  size_t struct_size;
  linkspan_render_format format;
  int page;           /* HTML: 1 for a whole page; 0 for a part of one */
  int keep_colours;   /* ANSI: 1 keeps the colours of the text; set `without_colours`, too */
  const char* title;  /* of a page */
  const char* target; /* attributes of HTML links; NULL or empty: none */
  const char* rel;    /* "noopener noreferrer" by default */
  const char* css_class;
  const char* const* open_schemes; /* as those of OpenableSchemes::create(): "+steam", "-ftp" */
  size_t open_schemes_count;
  linkspan_show_destination show_destination;
  linkspan_show_title show_title;
  linkspan_rewrite_callback rewrite; /* NULL: the URI of the link */
  void* rewrite_context;
  uint64_t first_id; /* the number of the first link (data-link); 0: 1 */
  int phrasing;      /* HTML: 1 for text and <a> alone (HtmlForm::phrasing); then `page` is 0 */
  int shorten_in_the_middle;
  size_t most_characters; /* shown of a link; 0: all. 1 above cuts in the middle, 0 at the end */
  linkspan_attributes_callback attributes; /* NULL: none but target, rel and css_class */
  void* attributes_context;
} linkspan_render_options;
LINKSPAN_C_API void linkspan_render_options_init(linkspan_render_options* options,
                                                 size_t struct_size);

/* Writes the text of a document with its links: `write` receives the output, UTF-8, in pieces of
 * any size. All options and `summary` may be NULL. Fails as linkspan_linkify does, and with
 * LINKSPAN_INVALID_ARGUMENT if a scheme must never be opened; then nothing was written. */
LINKSPAN_C_API linkspan_status linkspan_render(const linkspan_engine* engine, const char* bytes,
                                               size_t size,
                                               const linkspan_document_options* document_options,
                                               const linkspan_render_options* render_options,
                                               linkspan_text_callback write, void* context,
                                               linkspan_summary* summary, linkspan_error** error);

/* The same for a document that comes in chunks of any size. Strings of the options are copied. */
typedef struct linkspan_renderer linkspan_renderer;
LINKSPAN_C_API linkspan_status linkspan_renderer_open(
    const linkspan_engine* engine, const linkspan_document_options* document_options,
    const linkspan_render_options* render_options, linkspan_renderer** renderer,
    linkspan_error** error);
LINKSPAN_C_API linkspan_status linkspan_renderer_feed(linkspan_renderer* renderer,
                                                      const char* bytes, size_t size,
                                                      linkspan_text_callback write, void* context);
/* Ends the document and the output: feed the renderer nothing more. */
LINKSPAN_C_API linkspan_status linkspan_renderer_finish(linkspan_renderer* renderer,
                                                        linkspan_text_callback write, void* context,
                                                        linkspan_summary* summary);
LINKSPAN_C_API void linkspan_renderer_free(linkspan_renderer* renderer);

/* A page of HTML, or a part of one, with <a> around the links of its text, and all its other bytes
 * as they are, in the charset of the page. Nothing is linked in elements that can hold no link, nor
 * in those of `never_in`: names such as "code". Of the render options, those of pages and of what
 * is shown of a link have no effect. The result is to be freed with linkspan_string_free;
 * *result_size may be NULL. All options and `summary` may be NULL. Fails as linkspan_render does,
 * and for a charset in which ASCII cannot be written anywhere; then *result is NULL. */
LINKSPAN_C_API linkspan_status linkspan_link_html(const linkspan_engine* engine, const char* page,
                                                  size_t size,
                                                  const linkspan_document_options* document_options,
                                                  const linkspan_render_options* render_options,
                                                  const char* const* never_in,
                                                  size_t never_in_count, char** result,
                                                  size_t* result_size, linkspan_summary* summary,
                                                  linkspan_error** error);

/* 1 if a program may open the URI with one click: its scheme shows or fetches something. */
LINKSPAN_C_API int linkspan_is_openable(const char* uri, size_t size);

/* ---- Mail (mail.h) ---- */

/* A library that was built without GMime (LINKSPAN_MAIL=OFF) lacks these functions. */

/* A text part of a message. The strings are NUL-terminated. */
typedef struct linkspan_message_part {
  size_t struct_size;
  const char* path;              /* "1.2", as IMAP counts */
  const char* media_type;        /* "text/plain", in lower case */
  const char* charset;           /* as declared; empty if none is */
  linkspan_flow flow;            /* fixed, flowed or flowed_delsp */
  const char* transfer_encoding; /* "7bit", "base64", … */
  uint64_t raw_begin; /* the offset of the part in the message; UINT64_MAX if it is encoded */
} linkspan_message_part;

/* A field of a header, decoded. The strings are NUL-terminated. */
typedef struct linkspan_message_field {
  size_t struct_size;
  const char* path; /* empty for the message itself, else the part that the message is */
  const char* name;
  const char* value;
} linkspan_message_field;

typedef enum linkspan_block_lines LINKSPAN_C_INT {
  LINKSPAN_BLOCK_LINES_KEEP = 0,
  LINKSPAN_BLOCK_LINES_BLANK = 1,
  LINKSPAN_BLOCK_LINES_LEAVE_OUT = 2
} linkspan_block_lines;

typedef struct linkspan_message_options {
  size_t struct_size;
  const char* const* fields; /* which to read: "Subject", "List-*" */
  size_t fields_count;
  const char* const* media_types; /* NULL: all text, also HTML */
  size_t media_types_count;
  int all_alternatives;             /* 0: of alternatives, as linkspan_message_…() says */
  linkspan_block_lines block_lines; /* lines of uuencoded files and yEnc; BLANK by default */
  const char* charset;              /* of parts that declare none; NULL: it is guessed */
} linkspan_message_options;
LINKSPAN_C_API void linkspan_message_options_init(linkspan_message_options* options,
                                                  size_t struct_size);

/* Of the whole message, even if a callback has stopped. */
typedef struct linkspan_message_summary {
  size_t struct_size;
  uint64_t text_parts;  /* of the requested types */
  uint64_t html_parts;  /* of text/html, if it was not requested */
  uint64_t other_parts; /* of other types that were not requested */
  uint64_t encrypted_parts;
  int all_was_read;
  uint64_t warnings;
} linkspan_message_summary;

/* Receives the fields and parts of a message, in order. Each may be NULL, and each may stop. */
typedef struct linkspan_message_visitor {
  size_t struct_size;
  int (*field)(void* context, const linkspan_message_field* field);
  int (*begin_part)(void* context, const linkspan_message_part* part);
  int (*bytes)(void* context, const char* bytes, size_t size); /* after transfer decoding */
  int (*end_part)(void* context);
  int (*warning)(void* context, const char* sentence); /* after all parts */
} linkspan_message_visitor;

/* The text parts of a message, as bytes; of alternatives, the plain one. Both options and `summary`
 * may be NULL. */
LINKSPAN_C_API linkspan_status linkspan_message_read(const char* message, size_t size,
                                                     const linkspan_message_options* options,
                                                     const linkspan_message_visitor* visitor,
                                                     void* context,
                                                     linkspan_message_summary* summary,
                                                     linkspan_error** error);

/* Sets in initialized `options` what the part declares: charset, lines, HTML. The strings live as
 * long as those of the part. */
LINKSPAN_C_API void linkspan_message_part_apply(const linkspan_message_part* part,
                                                linkspan_document_options* options);

typedef int (*linkspan_message_link_callback)(void* context, const linkspan_message_part* part,
                                              const linkspan_link* link);
/* All links of the text parts; of the later ones of alternatives, those to new destinations or with
 * a serious warning. `document_options` apply where the parts declare nothing; their charset is not
 * used. */
LINKSPAN_C_API linkspan_status linkspan_message_linkify(
    const linkspan_engine* engine, const char* message, size_t size,
    const linkspan_message_options* message_options,
    const linkspan_document_options* document_options, linkspan_message_link_callback callback,
    void* context, linkspan_message_summary* summary, linkspan_error** error);

/* Writes a message for people: fields of its header as a heading (From, To, Cc, Date and Subject if
 * none are named), then each text part with its links; of alternatives, the fullest. Lines of
 * uuencoded files are left out. */
LINKSPAN_C_API linkspan_status
linkspan_message_render(const linkspan_engine* engine, const char* message, size_t size,
                        const linkspan_message_options* message_options,
                        const linkspan_document_options* document_options,
                        const linkspan_render_options* render_options, linkspan_text_callback write,
                        void* context, linkspan_message_summary* summary, linkspan_error** error);

/* The messages of a mailbox in the mbox format, which comes in chunks of any size. */
typedef struct linkspan_message_place {
  size_t struct_size;
  uint64_t from_line; /* bytes of the mailbox; the same as `begin` if there is no From_ line */
  uint64_t begin;
  uint64_t end;
} linkspan_message_place;
typedef int (*linkspan_message_place_callback)(void* context, const linkspan_message_place* place);

typedef struct linkspan_mbox linkspan_mbox;
LINKSPAN_C_API linkspan_mbox* linkspan_mbox_open(void); /* NULL: no memory */
LINKSPAN_C_API linkspan_status linkspan_mbox_feed(linkspan_mbox* mbox, const char* chunk,
                                                  size_t size,
                                                  linkspan_message_place_callback callback,
                                                  void* context);
LINKSPAN_C_API linkspan_status linkspan_mbox_finish(linkspan_mbox* mbox,
                                                    linkspan_message_place_callback callback,
                                                    void* context);
/* No later message begins before this offset. */
LINKSPAN_C_API uint64_t linkspan_mbox_retain_from(const linkspan_mbox* mbox);
LINKSPAN_C_API void linkspan_mbox_free(linkspan_mbox* mbox);

/* ---- IRIs (iri.h) ---- */

typedef enum linkspan_warning LINKSPAN_C_INT {
  LINKSPAN_WARNING_HOST_NOT_IDNA = 1 << 0,
  LINKSPAN_WARNING_JOINED_LINES = 1 << 1,
  LINKSPAN_WARNING_TEXT_NAMES_OTHER_HOST = 1 << 2,
  LINKSPAN_WARNING_MIXED_SCRIPTS = 1 << 3,
  LINKSPAN_WARNING_CONFUSABLE_HOST = 1 << 4,
  LINKSPAN_WARNING_LOOKALIKE_DELIMITER = 1 << 5,
  LINKSPAN_WARNING_USERINFO_LIKE_HOST = 1 << 6,
  LINKSPAN_WARNING_BIDI_CONTROL = 1 << 7,
  LINKSPAN_WARNING_INVISIBLE = 1 << 8,
  LINKSPAN_WARNING_BIDI_STRUCTURE = 1 << 9,
  LINKSPAN_WARNING_NOT_NFC = 1 << 10,
  LINKSPAN_WARNING_NOT_NFKC = 1 << 11,
  LINKSPAN_WARNING_PRIVATE_USE = 1 << 12,
  LINKSPAN_WARNING_UNASSIGNED = 1 << 13,
  LINKSPAN_WARNING_DEVIATION = 1 << 14,
  LINKSPAN_WARNING_NOT_IDNA2008 = 1 << 15,
  LINKSPAN_WARNING_ODD_IPV4 = 1 << 16,
  LINKSPAN_WARNING_INVALID_ESCAPE = 1 << 17,
  LINKSPAN_WARNING_LEGACY_ESCAPE = 1 << 18,
  LINKSPAN_WARNING_ESCAPED_DOTS = 1 << 19,
  LINKSPAN_WARNING_UNUSUAL_PORT = 1 << 20,
  LINKSPAN_WARNING_RUNS_CODE = 1 << 21,
  LINKSPAN_WARNING_ESCAPED_HOST = 1 << 22,
  LINKSPAN_WARNING_SECOND_TARGET = 1 << 23
} linkspan_warning;

/* The name in output, and a sentence for people; NULL if the value is not one warning. Live for
 * ever. */
LINKSPAN_C_API const char* linkspan_warning_name(linkspan_warning warning);
LINKSPAN_C_API const char* linkspan_warning_description(linkspan_warning warning);
/* 1 if the destination of the link may not be what it seems. */
LINKSPAN_C_API int linkspan_warning_is_serious(linkspan_warning warning);

/* Each returns a string in *result, to be freed with linkspan_string_free; *result_size, which may
 * be NULL, is its size without the NUL. On failure *result is NULL. */
LINKSPAN_C_API linkspan_status linkspan_iri_to_uri(const char* iri, size_t size, char** result,
                                                   size_t* result_size, linkspan_error** error);
LINKSPAN_C_API linkspan_status linkspan_iri_to_iri(const char* uri, size_t size, char** result,
                                                   size_t* result_size, linkspan_error** error);
/* The URL that a wrapper leads to, such as Safe Links or google.com/url; an error if `uri`
 * is not a wrapper. services_only: not redirectors that are known by their form alone. */
LINKSPAN_C_API linkspan_status linkspan_iri_unwrap(const char* uri, size_t size, int services_only,
                                                   char** result, size_t* result_size,
                                                   linkspan_error** error);
/* Without parameters such as utm_source and fbclid. */
LINKSPAN_C_API linkspan_status linkspan_iri_strip_tracking(const char* uri, size_t size,
                                                           char** result, size_t* result_size,
                                                           linkspan_error** error);
/* hxxps[:]//example[.]com/ as it is meant, and the other way. */
LINKSPAN_C_API linkspan_status linkspan_iri_refang(const char* text, size_t size, char** result,
                                                   size_t* result_size, linkspan_error** error);
LINKSPAN_C_API linkspan_status linkspan_iri_defang(const char* uri, size_t size, char** result,
                                                   size_t* result_size, linkspan_error** error);
/* With so little percent-encoding that a program that follows UTS #58 finds all of it; at_end: no
 * text follows it. */
LINKSPAN_C_API linkspan_status linkspan_iri_minimal(const char* url, size_t size, int at_end,
                                                    char** result, size_t* result_size,
                                                    linkspan_error** error);

typedef enum linkspan_ladder LINKSPAN_C_INT {
  LINKSPAN_LADDER_SIMPLE = 0,
  LINKSPAN_LADDER_SYNTAX = 1,
  LINKSPAN_LADDER_SCHEME = 2
} linkspan_ladder;
LINKSPAN_C_API linkspan_status linkspan_iri_normalize(const char* iri, size_t size,
                                                      linkspan_ladder rung, char** result,
                                                      size_t* result_size, linkspan_error** error);
/* 1 or 0; 0 also for an unknown rung, and if an allocation fails. */
LINKSPAN_C_API int linkspan_iri_equal(const char* left, size_t left_size, const char* right,
                                      size_t right_size, linkspan_ladder rung);
LINKSPAN_C_API linkspan_status linkspan_iri_resolve(const char* base, size_t base_size,
                                                    const char* reference, size_t reference_size,
                                                    char** result, size_t* result_size,
                                                    linkspan_error** error);
LINKSPAN_C_API linkspan_status linkspan_iri_relativize(const char* base, size_t base_size,
                                                       const char* target, size_t target_size,
                                                       char** result, size_t* result_size,
                                                       linkspan_error** error);
/* For a person to read, in an isolate (UAX #9). Not for opening. */
LINKSPAN_C_API linkspan_status linkspan_iri_display(const char* iri, size_t size, char** result,
                                                    size_t* result_size, linkspan_error** error);
LINKSPAN_C_API linkspan_status linkspan_iri_skeleton(const char* host, size_t size, char** result,
                                                     size_t* result_size, linkspan_error** error);

typedef enum linkspan_grammar LINKSPAN_C_INT {
  LINKSPAN_GRAMMAR_IRI_REFERENCE = 0,
  LINKSPAN_GRAMMAR_IRI = 1,
  LINKSPAN_GRAMMAR_ABSOLUTE_IRI = 2,
  LINKSPAN_GRAMMAR_URI_REFERENCE = 3,
  LINKSPAN_GRAMMAR_URI = 4,
  LINKSPAN_GRAMMAR_ABSOLUTE_URI = 5
} linkspan_grammar;

typedef enum linkspan_host_kind LINKSPAN_C_INT {
  LINKSPAN_HOST_NONE = 0,
  LINKSPAN_HOST_NAME = 1,
  LINKSPAN_HOST_IPV4 = 2,
  LINKSPAN_HOST_IPV6 = 3,
  LINKSPAN_HOST_IP_FUTURE = 4
} linkspan_host_kind;

/* The components, as offsets into the text. `parts` and `host` may be NULL. */
LINKSPAN_C_API linkspan_status linkspan_iri_parse(const char* text, size_t size,
                                                  linkspan_grammar grammar, linkspan_parts* parts,
                                                  linkspan_host_kind* host, linkspan_error** error);

typedef struct linkspan_diagnostic {
  size_t struct_size;
  linkspan_warning warning;
  linkspan_range range; /* bytes of the text that was given */
  const char* message;  /* a sentence about this place, NUL-terminated */
} linkspan_diagnostic;
typedef int (*linkspan_diagnostic_callback)(void* context, const linkspan_diagnostic* diagnostic);
LINKSPAN_C_API linkspan_status linkspan_iri_diagnose(const char* iri, size_t size,
                                                     linkspan_diagnostic_callback callback,
                                                     void* context);

typedef enum linkspan_opens LINKSPAN_C_INT {
  LINKSPAN_OPENS_SAFELY = 0,
  LINKSPAN_OPENS_UNKNOWN = 1,
  LINKSPAN_OPENS_AS_PAGE = 2,
  LINKSPAN_OPENS_RUNS_CODE = 3
} linkspan_opens;
/* What a link with this scheme may do when it is opened; LINKSPAN_OPENS_UNKNOWN for a scheme that
 * is not in the table. */
LINKSPAN_C_API linkspan_opens linkspan_scheme_opens(const char* scheme, size_t size);

#ifdef __cplusplus
}
#endif

#endif /* LINKSPAN_LINKSPAN_C_H_ */
