/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the start and end, in bytes, and the kind of each link in UTF-8 text on standard input.
 *
 *   c_text < letter.txt */
#include <linkspan/linkspan_c.h>
#include <stdio.h>

static int print_span(void* context, const linkspan_span* span) {
  (void)context;
  printf("%llu\t%llu\t%s\n", (unsigned long long)span->range.begin, (unsigned long long)span->range.end,
         linkspan_kind_name(span->kind));
  return 0;
}

int main(void) {
  linkspan_engine* engine = NULL;
  linkspan_stream* stream = NULL;
  char chunk[64 * 1024];
  size_t size = 0;

  if (linkspan_engine_create(NULL, &engine, NULL) != LINKSPAN_OK) return 2;
  stream = linkspan_stream_open(engine);
  if (stream == NULL) return 2;
  while ((size = fread(chunk, 1, sizeof(chunk), stdin)) > 0) {
    linkspan_stream_feed(stream, chunk, size, print_span, NULL);
  }
  linkspan_stream_finish(stream, print_span, NULL);
  linkspan_stream_free(stream);
  linkspan_engine_free(engine);
  return 0;
}
