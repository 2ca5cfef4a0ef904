#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: from the archive that `tools/package source` makes, the core builds with CMake and a compiler
# alone, and can be installed and used. fmt may not be found, and no grammar is read. With
# FetchContent several sources are compiled at once. Without a build
# type it is optimised, or CMake warns.
#
#   source_archive.sh SOURCE_DIR TABLES_DIR CXX
set -euo pipefail
source_dir=$1 tables=$2 cxx=$3
git -C "$source_dir" rev-parse --is-inside-work-tree >/dev/null 2>&1 || {
  echo "not a working tree of git"
  exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$source_dir/tools/package" source "$tables" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
tar -xzf "$source_dir"/build/package/source/linkspan-*.tar.gz -C "$work"
cd "$work"/linkspan-*
cmp amalgamation/linkspan_core.cc "$source_dir/build/package/source/linkspan_core.cc"
rm -rf grammars tools/abnfc
# PERF: one translation unit; g++ 12 takes 9 s, and 60 s for each source by itself.
cmake -S . -B "$work/build" -DLINKSPAN_CORE_ONLY=ON -DCMAKE_CXX_COMPILER="$cxx" \
  -DCMAKE_CXX_FLAGS_RELEASE=-O1 -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 -DCMAKE_INSTALL_PREFIX="$work/installed" \
  -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON
grep -qx 'CMAKE_BUILD_TYPE:STRING=Release' "$work/build/CMakeCache.txt"
cmake --build "$work/build" --parallel 2
cmake --install "$work/build" >/dev/null

mkdir "$work/user"
cat >"$work/user/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
find_package(linkspan REQUIRED)
add_executable(user user.cc)
target_link_libraries(user PRIVATE linkspan::core)
CMAKE
cat >"$work/user/user.cc" <<'CC'
#include <linkspan/linkspan.h>
int main() {
  return linkspan::Engine::create({}).value().find_all("see https://example.org/a.").size() == 1 ? 0 : 1;
}
CC
cmake -S "$work/user" -B "$work/user/build" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_PREFIX_PATH="$work/installed"
cmake --build "$work/user/build"
"$work/user/build/user"

archive=$(ls "$source_dir"/build/package/source/linkspan-*.tar.gz)
mkdir "$work/fetch"
cp "$work/user/user.cc" "$work/fetch"
cat >"$work/fetch/CMakeLists.txt" <<CMAKE
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
include(FetchContent)
set(LINKSPAN_CORE_ONLY ON)
FetchContent_Declare(linkspan URL "file://$archive" DOWNLOAD_EXTRACT_TIMESTAMP ON)
FetchContent_MakeAvailable(linkspan)
add_executable(user user.cc)
target_link_libraries(user PRIVATE linkspan::core)
CMAKE
warns() {
  cmake -S "$work/fetch" -B "$work/fetch/warns" -DCMAKE_CXX_COMPILER="$cxx" "$@" 2>&1 | grep 'without optimisation' >/dev/null
}
warns
! warns -DCMAKE_CXX_FLAGS=-O2 || { echo 'source_archive: a warning about flags that optimise'; exit 1; }
fetch() {
  cmake -S "$work/fetch" -B "$work/fetch/build" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_CXX_COMPILER_LAUNCHER= -DCMAKE_BUILD_TYPE=Release &&
    cmake --build "$work/fetch/build" --parallel 2
} >"$work/log" 2>&1
TIMEFORMAT='%U'
seconds=$({ time fetch; } 2>&1) || { cat "$work/log"; exit 1; }
"$work/fetch/build/user"
compiled=$(grep -c 'Building CXX object' "$work/log")
echo "source_archive: with FetchContent $compiled files, $seconds s of processor time"
[ "$compiled" -le 12 ] || { echo 'source_archive: the sources are compiled one by one'; exit 1; }
