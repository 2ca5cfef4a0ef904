/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the URIs of the links in a text file in any charset, one on each line. Uses the C interface.
 *
 *   c_document shift_jis brief.txt
 *   c_document auto letter.txt */
#include <linkspan/linkspan_c.h>
#include <stdio.h>

static int print_uri(void* context, const linkspan_link* link) {
  (void)context;
  puts(link->uri);
  return 0;
}

static int complain(linkspan_error* error) {
  fprintf(stderr, "%s\n", linkspan_error_message(error));
  linkspan_error_free(error);
  return 2;
}

int main(int argc, char** argv) {
  linkspan_engine* engine = NULL;
  linkspan_document_stream* stream = NULL;
  linkspan_document_options options;
  linkspan_error* error = NULL;
  char chunk[64 * 1024];
  size_t size = 0;
  FILE* file = NULL;

  if (argc != 3) {
    fprintf(stderr, "Usage: c_document CHARSET FILE\n");
    return 2;
  }
  file = fopen(argv[2], "rb");
  if (file == NULL) {
    perror(argv[2]);
    return 1;
  }
  linkspan_document_options_init(&options, sizeof(options));
  options.charset = argv[1];
  if (linkspan_engine_create(NULL, &engine, &error) != LINKSPAN_OK) return complain(error);
  if (linkspan_document_stream_open(engine, &options, &stream, &error) != LINKSPAN_OK) return complain(error);

  while ((size = fread(chunk, 1, sizeof(chunk), file)) > 0) {
    linkspan_document_stream_feed(stream, chunk, size, print_uri, NULL);
  }
  linkspan_document_stream_finish(stream, print_uri, NULL, NULL);

  linkspan_document_stream_free(stream);
  linkspan_engine_free(engine);
  fclose(file);
  return 0;
}
