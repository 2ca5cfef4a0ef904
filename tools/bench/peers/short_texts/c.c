/* SPDX-License-Identifier: Apache-2.0 */
/* The C interface on short texts (tools/bench/bindings). */
#include "driver.h"

#include <linkspan/linkspan_c.h>

static size_t find_places(void* engine, const char* text, size_t size) {
  linkspan_place places[16];
  return linkspan_find_all((const linkspan_engine*)engine, text, size, places, 16);
}

static size_t find_with_uris(void* linker, const char* text, size_t size) {
  const linkspan_text_link* links;
  return linkspan_text_linker_find((linkspan_text_linker*)linker, text, size, &links);
}

int main(int argc, char** argv) {
  linkspan_engine* engine = NULL;
  linkspan_text_linker* linker = NULL;
  int status;
  if (argc != 4) return 2;
  if (linkspan_engine_create(NULL, &engine, NULL) != LINKSPAN_OK) return 1;
  if (linkspan_text_linker_open(engine, NULL, &linker, NULL) != LINKSPAN_OK) return 1;
  if (strcmp(argv[3], "find_all") == 0) {
    status = measure_lines(argv[1], atoi(argv[2]), find_places, engine);
  } else {
    status = measure_lines(argv[1], atoi(argv[2]), find_with_uris, linker);
  }
  linkspan_text_linker_free(linker);
  linkspan_engine_free(engine);
  return status;
}
