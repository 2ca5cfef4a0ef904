/* SPDX-License-Identifier: Apache-2.0 */
/* The C interface, for compare.py: the records of library.cc. */
#include <linkspan/linkspan_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_form(linkspan_status status, char* form, size_t size, linkspan_error* error) {
  if (status == LINKSPAN_OK) {
    fwrite(form, 1, size, stdout);
    linkspan_string_free(form);
  } else {
    printf("E%zu", (size_t)linkspan_error_position(error));
    linkspan_error_free(error);
  }
  putchar('\t');
}

static int print_warning(void* context, const linkspan_diagnostic* found) {
  (void)context;
  printf("%s@%llu-%llu ", linkspan_warning_name(found->warning),
         (unsigned long long)found->range.begin, (unsigned long long)found->range.end);
  return 0;
}

int main(void) {
  char* line = NULL;
  size_t room = 0;
  ssize_t got;
  while ((got = getline(&line, &room, stdin)) > 0) {
    const size_t size = (size_t)got - (line[got - 1] == '\n' ? 1 : 0);
    char* form = NULL;
    size_t form_size = 0;
    linkspan_error* error = NULL;
    linkspan_status status = linkspan_iri_to_uri(line, size, &form, &form_size, &error);
    print_form(status, form, form_size, error);
    error = NULL;
    status = linkspan_iri_display(line, size, &form, &form_size, &error);
    print_form(status, form, form_size, error);
    linkspan_iri_diagnose(line, size, print_warning, NULL);
    putchar('\n');
  }
  free(line);
  return 0;
}
