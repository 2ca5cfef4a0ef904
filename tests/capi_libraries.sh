#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: a program that finds spans with liblinkspan-core.so loads the C++ library and nothing else,
# and prints what it prints with liblinkspan.so, which loads GMime and RE2 when they are first needed.
# Without its modules, that reports an error. A program may load both libraries.
#
#   capi_libraries.sh SOURCE_DIR CC CORE LIBRARY     the two shared libraries
set -euo pipefail
source_dir=$1 cc=$2 core=$3 library=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "capi_libraries: $*" >&2; exit 1; }

libraries_of() { ldd "$1" | awk '{print $1}' | sed 's|.*/||; s|\.so.*||' | grep -vE '^(linux-(vdso|gate)|ld-|ld-linux.*)' | sort | tr '\n' ' '; }
[ "$(libraries_of "$core")" = 'libc libgcc_s libm libstdc++ ' ] || fail "the core needs $(libraries_of "$core")"
! libraries_of "$library" | grep -qE 'lib(gmime|glib|gobject|re2)' || fail "the library needs $(libraries_of "$library")"

cat > "$work/spans.c" <<'C'
#include <linkspan/linkspan_core_c.h>
#include <stdio.h>
#include <string.h>
static int print(void* context, const linkspan_span* span) {
  printf("%d %s %d-%d\n", *(int*)context, linkspan_kind_name(span->kind), (int)span->range.begin, (int)span->range.end);
  return 0;
}
int main(void) {
  const char* text = "see https://example.org/a, www.example.org and anna@example.org";
  linkspan_engine* engine = NULL;
  linkspan_index* index;
  linkspan_range range = {0, 99};
  int of = 1;
  if (linkspan_engine_create(NULL, &engine, NULL) != LINKSPAN_OK) return 1;
  linkspan_scan(engine, text, strlen(text), print, &of);
  index = linkspan_index_create(engine);
  linkspan_engine_free(engine);
  of = (int)linkspan_index_link_count(index);
  linkspan_index_links_in(index, range, print, &of);
  linkspan_index_free(index);
  return 0;
}
C
cat > "$work/modules.c" <<'C'
#include <linkspan/linkspan_c.h>
#include <stdio.h>
static int print(void* context, const linkspan_message_part* part, const linkspan_link* link) {
  (void)context, (void)part;
  printf("%s\n", link->uri);
  return 0;
}
static linkspan_error* error = NULL;
static void report(linkspan_status status) {
  printf("%d %s\n", status, linkspan_error_message(error));
  linkspan_error_free(error);
}
int main(void) {
  const char message[] = "Subject: a\n\nsee https://example.org/\n";
  const char toml[] = "[[rule]]\nname = 'bug'\npattern = 'BUG-(\\d+)'\nuri = 'https://bugs.example/{1}'\n";
  linkspan_engine* engine = NULL;
  linkspan_rules* rules = NULL;
  if (linkspan_engine_create(NULL, &engine, NULL) != LINKSPAN_OK) return 1;
  report(linkspan_message_linkify(engine, message, sizeof message - 1, NULL, NULL, print, NULL, NULL, &error));
  report(linkspan_rules_create(toml, sizeof toml - 1, NULL, NULL, 0, &rules, &error));
  linkspan_rules_free(rules);
  linkspan_engine_free(engine);
  return 0;
}
C
folder=$(dirname "$(readlink -f "$library")")
core_folder=$(dirname "$(readlink -f "$core")")
build() { "$cc" -std=c99 -Wall -Werror -I"$source_dir/include" "$work/$1.c" -o "$work/$2" "${@:3}"; }
build spans with_core -L"$core_folder" -llinkspan-core -Wl,-rpath,"$core_folder"
build spans with_all -L"$folder" -llinkspan -Wl,-rpath,"$folder"
build spans with_both -L"$core_folder" -L"$folder" -Wl,--no-as-needed -llinkspan-core -llinkspan -Wl,-rpath,"$folder:$core_folder"
expected=$'1 url 4-25\n1 url 27-42\n1 email 47-63'
for program in with_core with_all with_both; do
  [ "$("$work/$program")" = "$expected" ] || fail "$program printed $("$work/$program")"
done
[ "$(libraries_of "$work/with_core")" = 'libc libgcc_s liblinkspan-core libm libstdc++ ' ] ||
  fail "a program with the core needs $(libraries_of "$work/with_core")"

# By a link in another folder, the modules are found all the same.
mkdir "$work/link" "$work/alone"
ln -s "$folder/$(basename "$(readlink -f "$library")")" "$work/link/liblinkspan.so.0"
cp "$(readlink -f "$library")" "$work/alone/liblinkspan.so.0"
build modules modules -L"$folder" -llinkspan
[ "$(LD_LIBRARY_PATH=$work/link "$work/modules")" = $'https://example.org/\n0 \n0 ' ] || fail 'a module was not loaded'
LD_LIBRARY_PATH=$work/alone "$work/modules" > "$work/output"
[ "$(grep -c '^4 a part of linkspan is not installed.*linkspan/[0-9.]*/\(mail\|rules\).so' "$work/output")" = 2 ] ||
  fail "without modules, a program printed $(cat "$work/output")"
