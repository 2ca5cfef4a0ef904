#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the core needs only the C++ standard library, without exceptions and run-time type
# information. Compiles and links it alone, runs it, and checks the libraries of the program.
#
#   core_alone.sh SOURCE_DIR BUILD_DIR CXX
set -euo pipefail
source_dir=$1 build_dir=$2 cxx=$3
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
"$cxx" -std=c++20 -O1 -fno-exceptions -fno-rtti -DLINKSPAN_VERSION='"test"' \
  -I"$source_dir/include" -I"$source_dir/src" -I"$build_dir/generated" \
  "$work/main.cc" "$source_dir"/src/base/*.cc "$source_dir"/src/unicode/*.cc "$source_dir"/src/scan/*.cc "$source_dir"/src/scan/*/*.cc \
  "$source_dir"/src/index/*.cc -o "$work/alone"
"$work/alone"
libraries=$(ldd "$work/alone" | awk '{print $1}' |
  grep -vE '^(linux-vdso|libstdc\+\+|libc\+\+|libm|libgcc_s|libc|libunwind|/.*ld-linux|/lib.*ld-)' || true)
if [ -n "$libraries" ]; then
  echo "the core was linked with more than the C++ library: $libraries" >&2
  exit 1
fi
