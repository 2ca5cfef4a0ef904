#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the plugin of tools/clients/claws-mail builds against the packages of Debian, and in Claws Mail
# the five links of tools/clients/letter.eml open the right URIs when they are clicked on; the address opens
# a new message. The test clicks at many places of the text, because the places of the links on the screen
# are unknown.
#
#   clients_claws.sh SOURCE_DIR LIBRARY      exits with 77, "skipped", if a requirement is absent
#
# With LINKSPAN_WRITE_SCREENS in the environment, the screen becomes tools/clients/claws-mail/screen.png.
set -euo pipefail
source_dir=$(readlink -f "$1") library=$(readlink -f "$2")
for needed in claws-mail Xvfb xdotool dbus-run-session import; do
  command -v $needed >/dev/null || { echo "clients_claws: skipped: $needed is not installed (tools/setup clients)"; exit 77; }
done
pkg-config --exists claws-mail gtk+-3.0 || { echo 'clients_claws: skipped: libclaws-mail-dev is not installed (tools/setup clients)'; exit 77; }
work=$(mktemp -d)
session=  # the process group of Claws Mail and its children
trap 'kill ${session:+-- -$session} $(jobs -p) 2>/dev/null; wait 2>/dev/null; rm -rf "$work" || true' EXIT
fail() { echo "clients_claws: $*" >&2; exit 1; }

mkdir -p "$work/pc" "$work"/home/{.claws-mail,Mail/{inbox,sent,draft,queue,trash}}
cat > "$work/pc/linkspan-c.pc" <<PC
Name: linkspan-c
Description: as it is built
Version: 0
Cflags: -I$source_dir/include
Libs: -L$(dirname "$library") -Wl,-rpath,$(dirname "$library") -llinkspan
PC
PKG_CONFIG_PATH=$work/pc make -s -C "$work" -f "$source_dir/tools/clients/claws-mail/Makefile" \
  VPATH="$source_dir/tools/clients/claws-mail" CFLAGS=-Werror

cp "$source_dir/tools/clients/letter.eml" "$work/home/Mail/inbox/1"
printf '#!/bin/sh\nprintf "%%s\\n" "$1" >> "%s/opened"\n' "$work" > "$work/browser"
chmod +x "$work/browser"
cat > "$work/home/.claws-mail/accountrc" <<'RC'
[Account: 1]
account_name=test
is_default=1
name=A Reader
address=reader@example.net
protocol=5
smtp_server=localhost
RC
cat > "$work/home/.claws-mail/folderlist.xml" <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<folderlist>
  <folder type="mh" name="Mailbox" path="Mail">
    <folderitem type="inbox" name="inbox" path="inbox" />
    <folderitem type="outbox" name="sent" path="sent" />
    <folderitem type="draft" name="draft" path="draft" />
    <folderitem type="queue" name="queue" path="queue" />
    <folderitem type="trash" name="trash" path="trash" />
  </folder>
</folderlist>
XML
cat > "$work/home/.claws-mail/clawsrc" <<RC
[Common]
config_version=4
cmds_use_system_default=0
uri_open_command=$work/browser '%s'
enable_aspell=0
[Plugins_GTK3]
$work/linkspan.so
RC

Xvfb -displayfd 3 -screen 0 1000x700x24 -nolisten tcp 3> "$work/display" 2>/dev/null &
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
[ -s "$work/display" ] || { echo 'clients_claws: skipped: Xvfb does not start here'; exit 77; }
export DISPLAY=:$(cat "$work/display") HOME=$work/home LANG=C.UTF-8
setsid dbus-run-session claws-mail --select '#mh/Mailbox/inbox/1' > "$work/log" 2>&1 &
session=$!
timeout 60 xdotool search --sync --onlyvisible --name 'Claws Mail' >/dev/null || fail 'Claws Mail shows no window'
sleep 3
[ -z "${LINKSPAN_WRITE_SCREENS-}" ] ||
  import -window root -crop 800x600+64+64 +repage +dither -colors 16 "$source_dir/tools/clients/claws-mail/screen.png"

# click_over FROM STEP TO: clicks at many places of the lines between.
click_over() {
  for y in $(seq "$1" "$2" "$3"); do
    for x in $(seq 345 35 805); do xdotool mousemove "$x" "$y" click 1; sleep 0.01; done
  done
}
has_new_message=no
touch "$work/opened"
grep -v '^mailto:' "$source_dir/tools/clients/letter.uris" | sort > "$work/expected"
for _ in 1 2 3; do
  click_over 404 8 548   # three links
  click_over 620 -8 612  # the last one
  sleep 1
  sort -u "$work/opened" > "$work/found"
  cmp -s "$work/expected" "$work/found" && break
done
for x in $(seq 405 20 600); do  # and the address, whose new message covers the text
  xdotool mousemove "$x" 568 click 1
  sleep 0.3
  xdotool search --onlyvisible --name 'Compose message' > /dev/null 2>&1 && has_new_message=yes && break
done
[ "$has_new_message" = yes ] || fail 'the address did not open a new message'
diff "$work/expected" "$work/found" || fail 'these (left) are to be opened, and these (right) were'
