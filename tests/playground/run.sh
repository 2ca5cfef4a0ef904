#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs page.mjs, if there is Node.js: run.sh SOURCE_DIR [ARGUMENT…]
set -euo pipefail
command -v node >/dev/null || { echo 'playground: skipped: there is no node; run: tools/setup web'; exit 77; }
exec node "$(dirname "$0")/page.mjs" "$@"
