#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the files that `cmake --install` installs suffice to build programs, by
# find_package(linkspan) and by pkg-config, and to run the command, also after the tree is moved.
#
#   installed.sh SOURCE_DIR BUILD_DIR CXX          the static libraries and the command
#   installed.sh SOURCE_DIR BUILD_DIR CXX shared   the shared library alone, built for this test
set -euo pipefail
source_dir=$1 build_dir=$2 cxx=$3 kind=${4-static}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ "$kind" = shared ]; then
  build_dir=$work/shared
  {
    cmake -G Ninja -S "$source_dir" -B "$build_dir" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_BUILD_TYPE=Debug \
      -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DBUILD_SHARED_LIBS=ON -DLINKSPAN_COMMAND=OFF -DLINKSPAN_TESTS=OFF &&
      cmake --build "$build_dir"
  } > "$work/log" 2>&1 || { tail -40 "$work/log"; exit 1; }
fi
cmake --install "$build_dir" --prefix "$work/first" > "$work/log" || { cat "$work/log"; exit 1; }
mv "$work/first" "$work/tree"
if [ "$kind" = static ]; then
  [ "$("$work/tree/bin/linkspan" scan --to list - <<< 'see example.org.')" = "1:5: example.org" ]
  [ -s "$work/tree/share/man/man1/linkspan.1" ]
  for completion in bash-completion/completions/linkspan zsh/site-functions/_linkspan fish/vendor_completions.d/linkspan.fish; do
    [ -s "$work/tree/share/$completion" ]
  done
else
  [ -z "$(find "$work/tree" -name '*.a')" ]
  LD_LIBRARY_PATH=$(dirname "$(find "$work/tree" -name liblinkspan.so)")
  export LD_LIBRARY_PATH
  # The library exports only the two interfaces.
  others=$(nm -D --defined-only --demangle "$LD_LIBRARY_PATH/liblinkspan.so" | cut -d' ' -f3- |
    grep -vE '^(linkspan_|LINKSPAN_0|linkspan::|(vtable|typeinfo|typeinfo name) for linkspan::)' || true)
  [ -z "$others" ] || { echo "installed: the library shows $others" >&2; exit 1; }
fi

mkdir "$work/user"
cat > "$work/user/core.cc" <<'CC'
#include <linkspan/linkspan.h>
int main() {
  const auto engine = linkspan::Engine::create({});
  return engine && engine->find_all("see https://example.org/a.").size() == 1 ? 0 : 1;
}
CC
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
cat > "$work/user/iri.cc" <<'CC'
#include <linkspan/iri.h>
int main() {
  const auto uri = linkspan::iri::to_uri("http://r\u00E9sum\u00E9.example.org");
  const auto warnings = linkspan::iri::diagnose("http://0x7f.1/");
  return uri && *uri == "http://xn--rsum-bpad.example.org" && warnings.size() == 1 ? 0 : 1;
}
CC
cat > "$work/user/mail.cc" <<'CC'
#include <linkspan/mail.h>
int main() {
  const auto engine = linkspan::Engine::create({});
  if (!engine) return 1;
  std::string out;
  const auto writer = linkspan::render::markdown_writer(out);
  const auto summary = linkspan::mail::render("Subject: b\n\nhttp://example.org/", *engine, *writer);
  return summary && out.find("<http://example.org/>") != out.npos ? 0 : 1;
}
CC
cat > "$work/user/rules.cc" <<'CC'
#include <linkspan/document.h>
int main() {
  const auto engine = linkspan::Engine::create({});
  auto rules = linkspan::Rules::create({{"bug", "BUG-(\\d+)", "https://bugs.example.org/{1}"}});
  if (!engine || !rules) return 1;
  linkspan::Document document{"see BUG-12", {}};
  document.options.rules = *rules;
  std::string uri;
  (void)linkspan::linkify(document, *engine, [&](const linkspan::Link& link) { uri = link.uri; });
  return uri == "https://bugs.example.org/12" ? 0 : 1;
}
CC
cat > "$work/user/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(user CXX)
find_package(linkspan 0.1 REQUIRED COMPONENTS core document iri rules render mail)
add_executable(core core.cc)
target_link_libraries(core PRIVATE linkspan::core)
add_executable(document document.cc)
target_link_libraries(document PRIVATE linkspan::document)
add_executable(iri iri.cc)
target_link_libraries(iri PRIVATE linkspan::iri)
add_executable(mail mail.cc)
target_link_libraries(mail PRIVATE linkspan::mail)
add_executable(rules rules.cc)
target_link_libraries(rules PRIVATE linkspan::rules linkspan::document)
CMAKE
{
  cmake -G Ninja -S "$work/user" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/tree" -DCMAKE_CXX_COMPILER="$cxx" \
    -DCMAKE_CXX_FLAGS="${LINKSPAN_TEST_FLAGS:-}" &&
    cmake --build "$work/build"
} > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
"$work/build/core"
"$work/build/document"
"$work/build/iri"
"$work/build/rules"
"$work/build/mail"

# A component that does not exist is an error that names those that do.
sed -i 's/COMPONENTS core/COMPONENTS mial core/' "$work/user/CMakeLists.txt"
! cmake -G Ninja -S "$work/user" -B "$work/wrong" -DCMAKE_PREFIX_PATH="$work/tree" > "$work/log" 2>&1 ||
  { echo 'installed: there is a component mial' >&2; exit 1; }
tr -s ' \n' ' ' < "$work/log" | grep -qF "no component 'mial' here; there are: core, iri, rules, document, render, mail" ||
  { cat "$work/log"; exit 1; }
# An older C++ is one error.
! "$cxx" -std=c++17 -I "$work/tree/include" -fsyntax-only "$work/user/document.cc" > "$work/log" 2>&1 ||
  { echo 'installed: the headers need no C++20' >&2; exit 1; }
[ "$(grep -c 'error: ' "$work/log")" = 1 ] && grep -q 'error: .*linkspan needs C++20: compile with -std=c++20' "$work/log" ||
  { cat "$work/log"; exit 1; }

PKG_CONFIG_PATH=$(dirname "$(find "$work/tree" -name linkspan.pc)")
export PKG_CONFIG_PATH
for module in linkspan:core linkspan-document:document linkspan-document:iri linkspan-rules:rules linkspan-mail:mail; do
  program=${module#*:}
  # shellcheck disable=SC2046,SC2086  # the flags are words
  "$cxx" ${LINKSPAN_TEST_FLAGS:-} "$work/user/$program.cc" \
    $(pkg-config --cflags --libs "${module%:*}") -o "$work/$program"
  "$work/$program"
done
