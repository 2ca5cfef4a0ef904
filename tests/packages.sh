#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the Debian packages of tools/package have no errors by lintian, install into a root without
# linkspan, suffice there to run the command and to build and run programs in C and C++ by pkg-config
# and CMake, and leave no files when they are removed.
#
#   packages.sh SOURCE_DIR [ROOT]
#
# ROOT is a whole Debian system, as debootstrap makes it. There apt-get installs the packages with their
# dependencies, and programs are built inside. Without it, the test makes a root in which dpkg installs
# only the packages; their dependencies are those of this machine. Requires root. Exits with 77,
# "skipped", if a requirement is absent.
set -euo pipefail
source_dir=$1 root=${2-}
skip() { echo "packages: skipped: $*"; exit 77; }
[ "$(id -u)" -eq 0 ] || skip 'dpkg installs as root only'
for program in dpkg-deb dpkg-shlibdeps lintian; do
  command -v $program >/dev/null || skip "$program is not installed (tools/setup package)"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "packages: $*" >&2; exit 1; }

"$source_dir/tools/package" --check > "$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }
packages=("$source_dir"/build/package/packages/*.deb)
[ "${#packages[@]}" -eq 5 ] || fail "there are not 5 packages but ${packages[*]}"
names=(linkspan liblinkspan-dev liblinkspan0 liblinkspan-core-dev liblinkspan-core0)

# Programs that use the installed files in the ways of README.
mkdir "$work/user"
cp "$source_dir/corpus/samples/choir-tour.txt" "$work/user"
cp -r "$source_dir/tools/examples" "$work/user"
cat > "$work/user/text.cc" <<'CC'
#include <linkspan/linkspan.h>
int main() {
  const auto engine = linkspan::Engine::create({});
  return engine && engine->find_all("see https://example.org/a.").size() == 1 ? 0 : 1;
}
CC
cat > "$work/user/spans.c" <<'C'
#include <linkspan/linkspan_core_c.h>
int main(void) {
  linkspan_engine* engine = NULL;
  linkspan_place place;
  if (linkspan_engine_create(NULL, &engine, NULL) != LINKSPAN_OK) return 1;
  const size_t count = linkspan_find_all(engine, "see https://example.org/a.", 26, &place, 1);
  linkspan_engine_free(engine);
  return count == 1 && place.offset == 4 && place.size == 21 ? 0 : 1;
}
C
cat > "$work/user/document.cc" <<'CC'
#include <linkspan/document.h>
int main() {
  const auto engine = linkspan::Engine::create({});
  if (!engine) return 1;
  linkspan::Document document;
  document.bytes = "\xE9 http://example.org/\xE9";
  document.options.charset = "iso-8859-1";
  std::string uri;
  const auto summary = linkspan::linkify(document, *engine, [&](const linkspan::Link& link) { uri = link.uri; });
  return summary && uri == "http://example.org/%C3%A9" ? 0 : 1;
}
CC
cat > "$work/user/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(user CXX)
find_package(linkspan 0.1 REQUIRED)
add_executable(text text.cc)
target_link_libraries(text PRIVATE linkspan::core)
add_executable(document document.cc)
target_link_libraries(document PRIVATE linkspan::document)
CMAKE

export CMAKE_GENERATOR=Ninja
if [ -n "$root" ]; then
  inside() { env -i CMAKE_GENERATOR=Ninja PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 chroot "$root" "$@"; }
  mkdir -p "$root/packages" "$root/user"
  cp "${packages[@]}" "$root/packages"
  cp -r "$work"/user/* "$root/user"
  inside sh -c 'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    /packages/*.deb' > "$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }
  inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends g++ cmake ninja-build pkg-config' \
    > "$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }
  user=/user prefix=
else
  root=$work/root
  mkdir -p "$root"/var/lib/dpkg/{info,updates,triggers}
  touch "$root"/var/lib/dpkg/{status,available}
  with_dpkg() { dpkg --root="$root" --force-depends --force-script-chrootless --log=/dev/null "$@" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }
  with_dpkg -i "${packages[@]}"
  libraries=$root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
  export LD_LIBRARY_PATH=$libraries PKG_CONFIG_PATH=$libraries/pkgconfig
  user=$work/user prefix=$root
  inside() { "$@"; }
fi

# Spans in C, with the two packages of the core alone, and no other library.
inside sh -c "gcc -std=c99 $user/spans.c \$(pkg-config --cflags --libs linkspan-core-c) -o $user/spans && $user/spans" ||
  fail 'a program that is built with pkg-config linkspan-core-c does not work'
core_needs=$(dpkg-deb -f "$source_dir"/build/package/packages/liblinkspan-core0_*.deb Depends)
! grep -qvE '^(libc6|libgcc-s1|libstdc\+\+6)( |$)' <(tr ',' '\n' <<< "$core_needs" | sed 's/^ *//') || fail "liblinkspan-core0 depends on $core_needs"
[ "$(dpkg-deb -f "$source_dir"/build/package/packages/liblinkspan-core-dev_*.deb Depends | tr ',' '\n' | wc -l)" -eq 1 ] ||
  fail 'liblinkspan-core-dev needs more than its library'

[ "$(inside "$prefix/usr/bin/linkspan" scan "$user/choir-tour.txt" | wc -l)" -gt 3 ] || fail 'the command finds no links'
inside cmake -S "$user" -B "$user/build" -DCMAKE_PREFIX_PATH="$prefix/usr" > "$work/log" 2>&1 &&
  inside cmake --build "$user/build" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
inside "$user/build/text"
inside "$user/build/document"
inside cmake -S "$user/examples" -B "$user/examples-build" -DCMAKE_PREFIX_PATH="$prefix/usr" > "$work/log" 2>&1 &&
  inside cmake --build "$user/examples-build" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
[ "$(inside "$user/examples-build/example_cpp_document" auto "$user/choir-tour.txt")" = \
  "$(inside "$prefix/usr/bin/linkspan" scan --to uri "$user/choir-tour.txt")" ] || fail 'an example differs from the command'
for module in linkspan:text linkspan-document:document; do
  inside sh -c "g++ -std=c++20 $user/${module#*:}.cc \$(pkg-config --cflags --libs ${module%:*}) -o $user/program && $user/program" ||
    fail "a program that is built with pkg-config ${module%:*} does not work"
done

# After removal, no files are left.
if [ -n "$prefix" ]; then
  with_dpkg -P "${names[@]}"
else
  inside dpkg -P "${names[@]}" > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
fi
left=$(find "$root/usr" -name '*linkspan*' 2>/dev/null || true)
[ -z "$left" ] || fail "these are left: $left"
