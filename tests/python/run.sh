#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs a test of the built Python package. Exits with 77, "skipped", if it is not built.
#
#   run.sh BUILD_DIR PYTHON TEST.py [ARGUMENTS…]
set -euo pipefail
build=$1 python=$2
shift 2
modules=("$build"/python/linkspan/_core*.so)
if [ ! -x "$(command -v "$python")" ]; then
  echo "python: skipped: there is no $python (tools/setup spark ray polars)"
  exit 77
fi
[ -e "${modules[0]}" ] || { echo 'python: skipped: the Python package is not built (tools/setup python)'; exit 77; }
PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 exec "$python" "$@"
