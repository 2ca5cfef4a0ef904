/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a message as an HTML page with clickable links.
 *
 *   mail_html letter.eml > letter.html
 */
#include <linkspan/linkspan_c.h>
#include <stdio.h>
#include <stdlib.h>

static int write_html(void* context, const char* html, size_t size) {
  return fwrite(html, 1, size, (FILE*)context) != size;
}

int main(int argc, char** argv) {
  linkspan_engine* engine = NULL;
  linkspan_render_options options;
  char* bytes = NULL;
  size_t size = 0, room = 0, got;
  FILE* file;
  linkspan_status status;

  if (argc != 2) {
    fprintf(stderr, "Usage: mail_html FILE\n");
    return 2;
  }
  file = fopen(argv[1], "rb");
  if (file == NULL) {
    perror(argv[1]);
    return 1;
  }
  do {
    if (size == room) {
      room = 2 * room + 65536;
      bytes = realloc(bytes, room);
      if (bytes == NULL) return 1;
    }
    got = fread(bytes + size, 1, room - size, file);
    size += got;
  } while (got > 0);
  fclose(file);

  if (linkspan_engine_create(NULL, &engine, NULL) != LINKSPAN_OK) return 1;
  linkspan_render_options_init(&options, sizeof(options));
  options.page = 1;
  options.title = argv[1];
  status = linkspan_message_render(engine, bytes, size, NULL, NULL, &options, write_html, stdout,
                                   NULL, NULL);
  linkspan_engine_free(engine);
  free(bytes);
  return status == LINKSPAN_OK ? 0 : 1;
}
