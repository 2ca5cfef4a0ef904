#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs compare.mjs with these arguments. Exit status 77: Node is absent.
command -v node >/dev/null || { echo 'skipped: node is not installed (tools/setup browser)'; exit 77; }
exec node "$(dirname "$0")/compare.mjs" "$@"
