#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the example for GTK shows a text with its links. A click on a link opens its URI, a click on other text
# opens nothing.
#
#   gtk_view.sh SOURCE_DIR PROGRAM     exits with 77, "skipped", if a requirement is absent
set -euo pipefail
source_dir=$(readlink -f "$1") program=$(readlink -f "$2")
skip() { echo "gtk_view: skipped: $* (tools/setup clients)"; exit 77; }
fail() { echo "gtk_view: $*" >&2; exit 1; }
for needed in Xvfb xdotool; do
  command -v $needed > /dev/null || skip "$needed is not installed"
done
pkg-config --exists gtk+-3.0 || skip 'libgtk-3-dev is not installed'
work=$(mktemp -d)
# shellcheck source=gtk_screen.sh
. "$source_dir/tests/gtk_screen.sh"
trap end_programs EXIT
use_own_environment
mkdir "$work/bin"
make_browser "$work/bin/xdg-open"
sed '1,/^$/d' "$source_dir/tools/clients/letter.eml" > "$work/letter.txt"

start_screen 800x400
report_places
PATH=$work/bin:$PATH "$program" auto "$work/letter.txt" &

click_on 'without a scheme'
click_on 'παράδειγμα.ελ'
wait_until has_opened 1 || fail 'a click on the first link opened nothing'
click_on 'before you have looked twice'
click_on 'pаypal.com'
wait_until has_opened 2 || fail 'a click on the last link opened nothing'
diff <(sed -n '1p;$p' "$source_dir/tools/clients/letter.uris") "$work/opened" ||
  fail 'these (left) are to be opened, and these (right) were'
