/* SPDX-License-Identifier: Apache-2.0 */
/* The common part, in C, of the drivers of tools/bench/bindings.
 *
 *   bench_short_texts_c FILE RUNS find_all|text_linker   →   4711 0.021894 0.021102
 *
 * Each line of the file is a text. A driver prints the number of links, and the seconds of
 * processor time of each run. */
#ifndef LINKSPAN_BENCH_SHORT_TEXTS_DRIVER_H_
#define LINKSPAN_BENCH_SHORT_TEXTS_DRIVER_H_

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 199309L
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Returns the number of links in a text. */
typedef size_t (*find_links)(void* context, const char* text, size_t size);

/* Of processor time, so that other programs do not count. */
static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Reads the file, runs `find` and prints the line. Returns the exit status. */
static int measure_lines(const char* name, int runs, find_links find, void* context) {
  FILE* const file = fopen(name, "rb");
  char *bytes, *end;
  long size;
  size_t links = 0;
  int run;
  if (!file || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) <= 0 || runs < 1) {
    fprintf(stderr, "cannot read %s\n", name);
    return 1;
  }
  rewind(file);
  bytes = (char*)malloc((size_t)size);
  if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size) return 1;
  fclose(file);
  end = bytes + size;
  for (run = 0; run <= runs; ++run) { /* the first run is not counted */
    const double begin = seconds_now();
    const char* text = bytes;
    links = 0;
    while (text < end) {
      const char* const past = (const char*)memchr(text, '\n', (size_t)(end - text));
      links += find(context, text, (size_t)(past - text));
      text = past + 1;
    }
    if (run == 1) printf("%zu", links);
    if (run > 0) printf(" %.6f", seconds_now() - begin);
  }
  putchar('\n');
  free(bytes);
  return 0;
}

#endif
