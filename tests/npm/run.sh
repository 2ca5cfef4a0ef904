#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs one test of the npm package (tools/npm).
#
#   run.sh build SOURCE_DIR             makes the package in SOURCE_DIR/build/npm_package
#   run.sh TEST SOURCE_DIR ARGUMENT…    runs TEST.mjs with the package, the npm packages, and the arguments
#
# Exit status 77, skipped: something that `tools/setup web` installs is missing.
set -euo pipefail
test=$1 source_dir=$2
shift 2
export LINKSPAN_PACKAGE=$source_dir/build/npm_package LINKSPAN_NODE_MODULES=$source_dir/build/npm/npm/node_modules
export LINKSPAN_SOURCE_DIR=$source_dir
skip() { printf 'skipped: %s; run: tools/setup web\n' "$1"; exit 77; }
command -v node >/dev/null || skip 'there is no node'
[ -d "$LINKSPAN_NODE_MODULES" ] || skip 'there are no npm packages'
[ -d "$source_dir/build/npm/needs/node_modules" ] || skip 'there is no esbuild or binaryen'
if [ "$test" = build ]; then
  command -v clang++-19 >/dev/null && command -v wasm-ld-19 >/dev/null && command -v xz >/dev/null ||
    skip 'there is no clang++-19, wasm-ld-19 or xz'
  exec "$source_dir/tools/npm/build"
fi
[ -f "$LINKSPAN_PACKAGE/package.json" ] || skip 'the package is not built'
# Where Node finds `linkspan` and the libraries that it is tested with.
ln -sfn "$LINKSPAN_PACKAGE" "$LINKSPAN_NODE_MODULES/linkspan"
exec node --no-warnings --expose-gc --import "$source_dir/tests/npm/resolve.mjs" "$source_dir/tests/npm/$test.mjs" "$@"
