/* SPDX-License-Identifier: Apache-2.0 */
/* linkspan_core_c.h: the links of UTF-8 for C (C99), and for every language that can call C.
 *
 *   linkspan_engine* engine = NULL;
 *   if (linkspan_engine_create(NULL, &engine, NULL) != LINKSPAN_OK) return 1;
 *   linkspan_scan(engine, text, size, print_span, NULL);
 *   linkspan_engine_free(engine);
 *
 * It mirrors linkspan.h and index.h, whose comments have the details. Both liblinkspan-core.so,
 * which needs only the C++ library, and liblinkspan.so have these functions; linkspan_c.h, which
 * includes this header, has those that only liblinkspan.so has. What follows holds for both
 * headers.
 *
 * Text is passed as a pointer and a size in bytes, in UTF-8 unless stated otherwise. A pointer may
 * be NULL if the size is 0. The arguments of a callback live until it returns.
 *
 * Handles (linkspan_engine, …) are made by …_create or …_open and freed once by the …_free of the
 * same name; freeing NULL does nothing. They may be freed in any order: a stream keeps alive what
 * it needs of its engine. Strings that a function returns for the caller to free are
 * NUL-terminated; free them with linkspan_string_free.
 *
 * Structs with a member `struct_size` may grow at their end. Options are initialized by the
 * function of their name that ends with _init, which sets the defaults. In a struct that the
 * library fills for the caller (a summary, the span of linkspan_find_first) and in a visitor, the
 * caller first sets struct_size to sizeof the struct. In a struct that a callback receives,
 * `struct_size` is the size that the library has filled. A struct_size that ends inside a member,
 * and that of options and visitors if it is 0, is LINKSPAN_INVALID_ARGUMENT before anything is read
 * or called; a function without a status uses the members that are complete.
 *
 * Options, summaries, callbacks and `error` may be NULL; handles and pointers to handles may not.
 *
 * Errors: a linkspan_status that is not LINKSPAN_OK, and, if `error` is not NULL, a linkspan_error
 * to be freed with linkspan_error_free; LINKSPAN_NO_MEMORY and LINKSPAN_STOPPED come without a
 * linkspan_error. Text is never an error. No C++ exception leaves the library, and errno is not
 * used.
 *
 * Callbacks return 0 to continue and anything else to stop; the function that calls them then
 * returns LINKSPAN_STOPPED. They must not throw, longjmp, or use the stream that calls them. They
 * may free the engine and the rules that were given to the function that calls them.
 *
 * Threads: an engine never changes and may be used by any number of threads at once. All other
 * handles belong to one thread at a time. Functions without a handle may be called in any thread.
 */
#ifndef LINKSPAN_LINKSPAN_CORE_C_H_
#define LINKSPAN_LINKSPAN_CORE_C_H_

#include <stddef.h>
#include <stdint.h>

/* On Windows: LINKSPAN_C_BUILD when the DLL is compiled, LINKSPAN_C_STATIC without a DLL. */
#if defined(_WIN32) && defined(LINKSPAN_C_BUILD)
#define LINKSPAN_C_API __declspec(dllexport)
#elif defined(_WIN32) && !defined(LINKSPAN_C_STATIC)
#define LINKSPAN_C_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define LINKSPAN_C_API __attribute__((visibility("default")))
#else
#define LINKSPAN_C_API
#endif

/* An enum holds any int, as in C: an unknown value is an error, not undefined behaviour. */
#ifdef __cplusplus
#define LINKSPAN_C_INT : int
#else
#define LINKSPAN_C_INT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ---- */

typedef enum linkspan_status LINKSPAN_C_INT {
  LINKSPAN_OK = 0,
  LINKSPAN_INVALID_ARGUMENT = 1, /* an option is out of its range */
  LINKSPAN_SYNTAX = 2,           /* a list, a rule or the like is malformed */
  LINKSPAN_NOT_FOUND = 3,        /* a file or a name does not exist */
  LINKSPAN_IO = 4,               /* reading or writing failed */
  LINKSPAN_NO_MEMORY = 5,
  LINKSPAN_STOPPED = 6 /* by a callback */
} linkspan_status;

typedef struct linkspan_error linkspan_error;
LINKSPAN_C_API linkspan_status linkspan_error_status(const linkspan_error* error);
/* Byte offset into the argument, index in a list of names, or line number of a file; 0 if none of
 * these. For NULL, these three return LINKSPAN_OK, 0 and "". */
LINKSPAN_C_API size_t linkspan_error_position(const linkspan_error* error);
/* A sentence for people. Lives as long as the error. */
LINKSPAN_C_API const char* linkspan_error_message(const linkspan_error* error);
LINKSPAN_C_API void linkspan_error_free(linkspan_error* error);

LINKSPAN_C_API void linkspan_string_free(char* string);

/* "0.1.0". Lives for ever. */
LINKSPAN_C_API const char* linkspan_version(void);

/* ---- Spans of UTF-8 (linkspan.h) ---- */

typedef enum linkspan_profile LINKSPAN_C_INT {
  LINKSPAN_PROFILE_PROSE = 0,
  LINKSPAN_PROFILE_UTS58 = 1,
  LINKSPAN_PROFILE_CODE = 2,
  LINKSPAN_PROFILE_STRICT = 3
} linkspan_profile;

typedef enum linkspan_kind LINKSPAN_C_INT {
  LINKSPAN_KIND_URL = 0,
  LINKSPAN_KIND_EMAIL = 1,
  LINKSPAN_KIND_CUSTOM = 2,
  LINKSPAN_KIND_FILE = 3, /* with linkspan_built_in */
  LINKSPAN_KIND_PHONE = 4
} linkspan_kind;

typedef enum linkspan_form LINKSPAN_C_INT {
  LINKSPAN_FORM_SCHEME = 0,
  LINKSPAN_FORM_WWW = 1,
  LINKSPAN_FORM_DOMAIN = 2,
  LINKSPAN_FORM_ADDRESS = 3,
  LINKSPAN_FORM_MAILTO = 4,
  LINKSPAN_FORM_DELIMITED = 5,
  LINKSPAN_FORM_RULE = 6,
  LINKSPAN_FORM_HREF = 7
} linkspan_form;

typedef enum linkspan_ended_by LINKSPAN_C_INT {
  LINKSPAN_ENDED_BY_HARD = 0,
  LINKSPAN_ENDED_BY_SOFT = 1,
  LINKSPAN_ENDED_BY_BRACKET = 2,
  LINKSPAN_ENDED_BY_QUOTE = 3,
  LINKSPAN_ENDED_BY_DELIMITER = 4,
  LINKSPAN_ENDED_BY_SCRIPT = 5,
  LINKSPAN_ENDED_BY_LIMIT = 6,
  LINKSPAN_ENDED_BY_END_OF_TEXT = 7
} linkspan_ended_by;

/* The names in output: "url", "scheme", "end_of_text", …; NULL for an unknown value. Live for ever.
 */
LINKSPAN_C_API const char* linkspan_kind_name(linkspan_kind kind);
LINKSPAN_C_API const char* linkspan_form_name(linkspan_form form);
LINKSPAN_C_API const char* linkspan_ended_by_name(linkspan_ended_by ended_by);
LINKSPAN_C_API const char* linkspan_profile_name(linkspan_profile profile);

/* Half-open, in bytes of the text. */
typedef struct linkspan_range {
  uint64_t begin;
  uint64_t end;
} linkspan_range;

/* A component: bytes from the start of the link. Absent: both are LINKSPAN_ABSENT. */
#define LINKSPAN_ABSENT UINT32_MAX
typedef struct linkspan_part {
  uint32_t begin;
  uint32_t end;
} linkspan_part;

typedef struct linkspan_parts {
  linkspan_part scheme, userinfo, host, port, path, query, fragment;
} linkspan_parts;

typedef struct linkspan_span {
  size_t struct_size;
  linkspan_range range;
  linkspan_parts parts;
  linkspan_kind kind;
  linkspan_form form;
  linkspan_ended_by ended_by;
} linkspan_span;

typedef int (*linkspan_span_callback)(void* context, const linkspan_span* span);

typedef struct linkspan_options {
  size_t struct_size;
  linkspan_profile profile;
  int bare_domains; /* 0 or 1 */
  int email;        /* 0 or 1 */
  /* Names, NUL-terminated, as in Options::schemes and Options::tlds. */
  const char* const* schemes;
  size_t schemes_count;
  const char* const* tlds;
  size_t tlds_count;
  uint32_t max_link_bytes; /* from 256 to 2^30 */
} linkspan_options;

/* Sets the defaults. `struct_size` is sizeof(linkspan_options) where the caller was compiled. */
LINKSPAN_C_API void linkspan_options_init(linkspan_options* options, size_t struct_size);

typedef struct linkspan_engine linkspan_engine;
/* `options` may be NULL, for the defaults. On failure *engine is NULL. */
LINKSPAN_C_API linkspan_status linkspan_engine_create(const linkspan_options* options,
                                                      linkspan_engine** engine,
                                                      linkspan_error** error);
LINKSPAN_C_API void linkspan_engine_free(linkspan_engine* engine);

/* All links of the text, in order. LINKSPAN_OK or LINKSPAN_STOPPED. */
LINKSPAN_C_API linkspan_status linkspan_scan(const linkspan_engine* engine, const char* text,
                                             size_t size, linkspan_span_callback callback,
                                             void* context);

/* The first link: 1 and *span, whose struct_size is set by the caller, or 0 if there is none.
 * `span` may be NULL. Scans the text only as far as necessary to find the end of the link. */
LINKSPAN_C_API int linkspan_find_first(const linkspan_engine* engine, const char* text, size_t size,
                                       linkspan_span* span);

/* A link in an array: for languages in which a callback is slow. This struct never grows, and its
 * members have names that are no keywords elsewhere. linkspan_span has more. */
typedef struct linkspan_place {
  uint64_t offset; /* in the text, in bytes */
  uint64_t size;
  int32_t kind;         /* linkspan_kind */
  int32_t form;         /* linkspan_form: an address has no scheme, and is opened with "mailto:" */
  int32_t ended_by;     /* linkspan_ended_by */
  uint32_t host_offset; /* from the start of the link; LINKSPAN_ABSENT if it has no host */
  uint32_t host_size;   /* 0 if it has no host */
  int32_t has_escapes;  /* 1: some characters of the link are written as escapes */
} linkspan_place;

/* Writes the places of the first `capacity` links, and returns the number of links in the text: if
 * it is more than `capacity`, the others can be had with a larger array. `places` may be NULL if
 * `capacity` is 0. SIZE_MAX: no memory. */
LINKSPAN_C_API size_t linkspan_find_all(const linkspan_engine* engine, const char* text,
                                        size_t size, linkspan_place* places, size_t capacity);

/* The same for a text that comes in chunks of any size. After a callback has stopped, the rest of
 * that text is not scanned. */
typedef struct linkspan_stream linkspan_stream;
LINKSPAN_C_API linkspan_stream* linkspan_stream_open(
    const linkspan_engine* engine); /* NULL: no memory */
LINKSPAN_C_API linkspan_status linkspan_stream_feed(linkspan_stream* stream, const char* chunk,
                                                    size_t size, linkspan_span_callback callback,
                                                    void* context);
/* Ends the text; the next feed begins a new one. */
LINKSPAN_C_API linkspan_status linkspan_stream_finish(linkspan_stream* stream,
                                                      linkspan_span_callback callback,
                                                      void* context);
/* No later span begins before this offset. */
LINKSPAN_C_API uint64_t linkspan_stream_retain_from(const linkspan_stream* stream);
LINKSPAN_C_API uint64_t linkspan_stream_links_cut(const linkspan_stream* stream);
LINKSPAN_C_API void linkspan_stream_free(linkspan_stream* stream);

/* ---- The links of a text that is edited (index.h) ---- */

/* Returns contiguous bytes from `offset` on, and sets *size to their number: at least one. NULL:
 * the text cannot be read. The bytes must live until the next call. */
typedef const char* (*linkspan_text_reader)(void* context, uint64_t offset, size_t* size);

typedef enum linkspan_text_unit LINKSPAN_C_INT {
  LINKSPAN_TEXT_UNIT_UTF8 = 0, /* bytes */
  LINKSPAN_TEXT_UNIT_UTF16 = 1,
  LINKSPAN_TEXT_UNIT_UTF32 = 2 /* code points */
} linkspan_text_unit;

/* What an edit did to the links: LinkChange. The arrays live until the next call that changes the
 * index. */
typedef struct linkspan_link_change {
  size_t struct_size; /* set by the caller */
  const linkspan_span* removed;
  size_t removed_count;
  const linkspan_span* added;
  size_t added_count;
  uint64_t moved_from;
  int64_t moved_by;
} linkspan_link_change;

/* Both from 0. A line ends with LF, CR LF or CR. */
typedef struct linkspan_text_position {
  uint64_t line;
  uint64_t character;
} linkspan_text_position;

typedef struct linkspan_index linkspan_index;
/* Of an empty text. NULL: no memory. */
LINKSPAN_C_API linkspan_index* linkspan_index_create(const linkspan_engine* engine);
/* The index of a text of `size` bytes. `change` may be NULL. */
LINKSPAN_C_API linkspan_status linkspan_index_assign(linkspan_index* index, uint64_t size,
                                                     linkspan_text_reader read, void* context,
                                                     linkspan_link_change* change,
                                                     linkspan_error** error);
/* Updates the index after the bytes of `range` were replaced by `new_size` others; `read` reads the
 * text after the edit. LINKSPAN_INVALID_ARGUMENT: the range is not in the text; nothing was
 * changed. LINKSPAN_IO: the text cannot be read; the index is that of an empty text, as after
 * LINKSPAN_NO_MEMORY. */
LINKSPAN_C_API linkspan_status linkspan_index_replace(linkspan_index* index, linkspan_range range,
                                                      uint64_t new_size, linkspan_text_reader read,
                                                      void* context, linkspan_link_change* change,
                                                      linkspan_error** error);
/* The links that overlap the range; for an empty range, those that contain it or have a border
 * there. */
LINKSPAN_C_API linkspan_status linkspan_index_links_in(const linkspan_index* index,
                                                       linkspan_range range,
                                                       linkspan_span_callback callback,
                                                       void* context);
/* The link that contains the byte at `offset`, else the one that ends there: 1 and *span, as with
 * linkspan_find_first; or 0. */
LINKSPAN_C_API int linkspan_index_at(const linkspan_index* index, uint64_t offset,
                                     linkspan_span* span);
LINKSPAN_C_API uint64_t
linkspan_index_size(const linkspan_index* index); /* of the text, in bytes */
LINKSPAN_C_API uint64_t linkspan_index_link_count(const linkspan_index* index);
LINKSPAN_C_API uint64_t linkspan_index_line_count(const linkspan_index* index);
/* An offset or position outside of the text counts as the nearest one in it. */
LINKSPAN_C_API linkspan_text_position linkspan_index_position_of(const linkspan_index* index,
                                                                 uint64_t offset,
                                                                 linkspan_text_unit unit,
                                                                 linkspan_text_reader read,
                                                                 void* context);
LINKSPAN_C_API uint64_t linkspan_index_offset_of(const linkspan_index* index,
                                                 linkspan_text_position position,
                                                 linkspan_text_unit unit, linkspan_text_reader read,
                                                 void* context);
LINKSPAN_C_API void linkspan_index_free(linkspan_index* index);

#ifdef __cplusplus
}
#endif

#endif /* LINKSPAN_LINKSPAN_CORE_C_H_ */
