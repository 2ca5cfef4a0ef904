#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the example for GTK shows a text with its links, and a click on one opens its URI.
#
#   gtk_view.sh SOURCE_DIR PROGRAM     exits with 77, "skipped", without Xvfb and xdotool
set -euo pipefail
letter=$1/tools/clients/letter.eml program=$2
for needed in Xvfb xdotool; do
  command -v $needed >/dev/null || { echo "gtk_view: skipped: $needed is not installed (tools/setup clients)"; exit 77; }
done
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$work"' EXIT
mkdir "$work/bin"
printf '#!/bin/sh\necho "$1" >> "%s/opened"\n' "$work" > "$work/bin/xdg-open"
chmod +x "$work/bin/xdg-open"
sed '1,/^$/d' "$letter" > "$work/letter.txt"

Xvfb -displayfd 3 -screen 0 800x400x24 -nolisten tcp 3> "$work/display" 2>/dev/null &
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
[ -s "$work/display" ] || { echo 'gtk_view: skipped: Xvfb does not start here'; exit 77; }
export DISPLAY=:$(cat "$work/display") LANG=C.UTF-8 PATH=$work/bin:$PATH
"$program" auto "$work/letter.txt" &
timeout 60 xdotool search --sync --onlyvisible --name '.*' >/dev/null

# The first line has plain text up to its middle, and then a link.
xdotool mousemove 20 8 click 1
for x in 280 300 320; do
  xdotool mousemove "$x" 8 click 1
  for _ in $(seq 20); do [ -s "$work/opened" ] && break 2; sleep 0.1; done
done
head -1 "$1/tools/clients/letter.uris" | cmp - <(head -1 "$work/opened")
