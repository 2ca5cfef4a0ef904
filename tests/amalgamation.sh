#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the core in two files (tools/amalgamate) compiles without warnings, and passes the corpus.
#
#   amalgamation.sh SOURCE_DIR TABLES_DIR COMPILER [RUNNER [SPANS FILES]]
#
# COMPILER may have options, such as 'clang++ --target=i686-linux-gnu'; RUNNER is a command to run
# programs with. With SPANS, only the spans of FILES (ports/print_spans.cc) are compared, as a machine
# without exceptions cannot read the corpus. Exit status 77, skipped: there is no such compiler.
set -euo pipefail
source_dir=$1 tables=$2 compiler=$3 runner=${4-} spans=${5-} files=${6-}
command -v "${compiler%% *}" >/dev/null && command -v python3 >/dev/null || {
  echo "there is no ${compiler%% *}, or no python3"
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

python3 "$source_dir/tools/amalgamate" --tables "$tables" --output "$work"
mkdir -p "$work/include/linkspan"
for header in linkspan index explain; do
  printf '#include "%s/linkspan_core.h"\n' "$work" >"$work/include/linkspan/$header.h"
done

# PERF: compiling takes g++ 12 9 s with -O1, and 15 s with -O3.
# shellcheck disable=SC2206  # the compiler has options
compile=($compiler -std=c++20)
# clang 19 refuses a function that the C++ library of g++ 12 uses.
"${compile[@]}" -O1 -Wall -Wextra -Werror -Wno-deprecated-declarations -c "$work/linkspan_core.cc" -o "$work/linkspan_core.o"
programs=("$source_dir"/tests/ports/check_corpus.cc "$source_dir"/tests/support/{corpus,data}.cc)
[ -z "$spans" ] || programs=("$source_dir/tests/ports/print_spans.cc")
"${compile[@]}" -I"$work/include" -I"$source_dir" -DLINKSPAN_SOURCE_DIR="\"$source_dir\"" -DLINKSPAN_DATA_DIR='""' \
  "${programs[@]}" "$work/linkspan_core.o" -o "$work/program"
if [ -n "$spans" ]; then
  # shellcheck disable=SC2086  # the runner has arguments
  $runner "$work/program" "$files" | cmp - "$spans"
else
  # shellcheck disable=SC2086
  $runner "$work/program"
fi
