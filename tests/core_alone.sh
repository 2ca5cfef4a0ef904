#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the core needs only the C++ standard library, without exceptions and run-time type
# information. Links the built core, whole, with nothing else, runs the program, and checks its libraries.
#
#   core_alone.sh SOURCE_DIR CXX LIBRARY     the static library of the core
set -euo pipefail
source_dir=$1 cxx=$2 library=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat > "$work/main.cc" <<'CC'
#include <cstdio>
#include "linkspan/linkspan.h"
int main() {
  const auto engine = linkspan::Engine::create({});
  if (!engine) return 1;
  int found = 0;
  engine.value().scan("see https://example.org/\xC3\xA9.", [&](const linkspan::Span&) { ++found; });
  std::printf("%d link\n", found);
  return found == 1 ? 0 : 1;
}
CC
# A function that is defined elsewhere is an error here, as all objects of the library are linked.
"$cxx" -std=c++20 -O1 -fno-exceptions -fno-rtti -I"$source_dir/include" "$work/main.cc" \
  -Wl,--whole-archive "$library" -Wl,--no-whole-archive -o "$work/alone"
if nm --demangle "$library" | grep -E ' U (__cxa_throw|__cxa_begin_catch|typeinfo for |__dynamic_cast)' >&2; then
  echo 'the core uses exceptions or type information' >&2
  exit 1
fi
"$work/alone"
libraries=$(ldd "$work/alone" | awk '{print $1}' |
  grep -vE '^(linux-vdso|libstdc\+\+|libc\+\+|libm|libgcc_s|libc|libunwind|/.*ld-linux|/lib.*ld-)' || true)
if [ -n "$libraries" ]; then
  echo "the core was linked with more than the C++ library: $libraries" >&2
  exit 1
fi
