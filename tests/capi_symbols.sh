#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: a shared library exports exactly the functions of src/capi/symbols.txt, and works with
# every program that was built against the ABI of src/capi/abi.xml. liblinkspan-core.so: of
# symbols_core.txt and abi_core.xml, and these functions are in liblinkspan.so, too.
#
#   capi_symbols.sh symbols SOURCE_DIR LIBRARY
#   capi_symbols.sh abi SOURCE_DIR LIBRARY     exits with 77, "skipped", without Debian's abigail-tools
#
# After an intended change, write both files with WRITE=1.
set -euo pipefail
source_dir=$2 library=$3 part=
case ${library##*/} in liblinkspan-core.so*) part=_core ;; esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

case $1 in
  symbols)
    list=$source_dir/src/capi/symbols$part.txt
    nm -D --defined-only "$library" | awk '{ sub(/@.*/, "", $3); print $3 }' | grep -v '^LINKSPAN_' |
      LC_ALL=C sort > "$work/shown"
    if [ -n "${WRITE-}" ]; then
      { grep '^#' "$list"; cat "$work/shown"; } > "$work/list"
      cp "$work/list" "$list"
    fi
    diff <(grep -v '^#' "$list") "$work/shown" || {
      echo 'capi_symbols: the library (right) does not show what its list in src/capi (left) says' >&2
      exit 1
    }
    others=$(grep -vxFf "$source_dir/src/capi/symbols.txt" "$work/shown") || [ $? -eq 1 ]
    [ -z "$others" ] || { echo "capi_symbols: src/capi/symbols.txt lacks $others" >&2; exit 1; } ;;
  abi)
    command -v abidw >/dev/null || { echo 'capi_symbols: skipped: abidw is not installed (tools/setup package)'; exit 77; }
    description=$source_dir/src/capi/abi$part.xml
    [ -z "${WRITE-}" ] ||
      abidw --no-corpus-path --no-comp-dir-path --no-show-locs --headers-dir "$source_dir/include" "$library" > "$description"
    # Value 8 in the exit status is an incompatible change; added functions are allowed.
    abidiff --no-show-locs --headers-dir2 "$source_dir/include" "$description" "$library" || {
      [ $(($? & 9)) -eq 0 ] || { echo 'capi_symbols: programs built before would break' >&2; exit 1; }
    } ;;
esac
