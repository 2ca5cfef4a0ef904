#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the binding of tools/examples/LANGUAGE finds what the command finds, in texts, documents (of the public charset data, one
# of five) and 1,000 short texts (examples.sh), and is a page to copy: at most 120 lines. Exit status 77: the language is not installed.
#
#   bindings.sh SOURCE_DIR DATA_DIR COMMAND LIBRARY go|rust|python|luajit|node [memcheck SUPPRESSIONS]
#
# memcheck: only the samples and the short texts, under valgrind.
set -euo pipefail
source_dir=$1 data=$2 command=$3 library=$4 language=$5
[ "${6-}" != memcheck ] || suppressions=$7
example=$source_dir/tools/examples/$language
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
need() {
  command -v "$1" >/dev/null || { echo "skipped: $1 is not installed (tools/setup bindings)"; exit 77; }
}
libraries=$(dirname "$library")

offsets=bytes
case $language in
  go)
    need go
    binding=$example/linkspan/linkspan.go
    (cd "$example" && GOFLAGS=-mod=mod GOPROXY=off GOCACHE=$work/cache CGO_CFLAGS=-I$source_dir/include \
      CGO_LDFLAGS="-L$libraries -Wl,-rpath,$libraries" go build -o "$work/links" .)
    # Since Go 1.21 the strict check belongs to the build, and a program that is asked for it does not start.
    export GODEBUG=cgocheck=1
    ! go version | grep -qE 'go1\.(1[0-9]|20)([. ]|$)' || export GODEBUG=cgocheck=2
    program=("$work/links") ;;
  rust)
    need rustc
    binding=$example/linkspan.rs
    rustc --edition 2021 -O -D warnings -L "$libraries" -C "link-arg=-Wl,-rpath,$libraries" "$example/links.rs" -o "$work/links"
    program=("$work/links") ;;
  python)
    need python3
    binding=$example/linkspan_ctypes.py offsets=codepoints
    program=(python3 -B "$example/links.py") ;;
  luajit)
    need luajit
    binding=$example/linkspan.lua
    program=(luajit "$example/links.lua") ;;
  node)
    need node
    export NODE_PATH=$source_dir/build/npm/node/node_modules
    [ -d "$NODE_PATH/koffi" ] || { echo "skipped: npm's koffi is not installed (tools/setup bindings)"; exit 77; }
    binding=$example/linkspan.js offsets=utf16
    program=(node "$example/links.js") ;;
  *)
    echo "bindings: there is no language $language" >&2
    exit 2 ;;
esac
lines=$(wc -l < "$binding")
[ "$lines" -le 120 ] || { echo "bindings: $binding has $lines lines, which is more than 120" >&2; exit 1; }

export LINKSPAN_LIBRARY=$library
if [ -n "${suppressions-}" ]; then
  need valgrind
  program=(valgrind --quiet --error-exitcode=1 "--suppressions=$suppressions" "${program[@]}")
  data=
fi
for kind in text document "lines:$offsets"; do
  LINKSPAN_ONE_OF=5 "$source_dir/tests/examples.sh" "$source_dir" "$data" "$command" "$kind" "${program[@]}" "${kind%:*}"
done
# A wrong name of a charset is an error of the language, with the library's sentence.
if "${program[@]}" document no-such-charset "$source_dir/README.md" > "$work/output" 2>&1; then
  echo "bindings: a wrong charset is not an error in $language" >&2
  exit 1
fi
grep -q 'there is no charset' "$work/output" || { cat "$work/output" >&2; exit 1; }
