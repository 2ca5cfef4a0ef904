#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the extension for VS Code shows the links of linkspan: tools/editors/vscode/test/NAME.mjs.
#
#   editors_vscode.sh session|web|recorded|against_program SOURCE_DIR LINKSPAN
#
# Exit status: 0 success, 1 failure, 77 tools/editors/vscode/build has not been run, or no browser is
# installed.
set -euo pipefail
name=$1 extension=$2/tools/editors/vscode linkspan=$3
if ! command -v node >/dev/null || ! "$extension/build" --check; then
  echo "editors_vscode_$name: skipped: run tools/setup editors and tools/package vscode"
  exit 77
fi
exec node "$extension/test/$name.mjs" "$linkspan"
