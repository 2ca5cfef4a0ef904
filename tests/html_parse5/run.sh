#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs compare.mjs or in_place.mjs, named by the first argument, with the other arguments. Exit status 77: Node is
# absent.
command -v node >/dev/null || { echo 'skipped: node is not installed (tools/setup browser)'; exit 77; }
script=$1
shift
exec node "$(dirname "$0")/$script.mjs" "$@"
