#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the plugin of tools/clients/claws-mail builds against the packages of Debian, and in Claws Mail
# the five links of tools/clients/letter.eml open the right URIs when they are clicked on; the address opens
# a new message to it.
#
#   clients_claws.sh SOURCE_DIR LIBRARY      exits with 77, "skipped", if a requirement is absent
#
# With LINKSPAN_WRITE_SCREENS in the environment, the screen becomes tools/clients/claws-mail/screen.png.
set -euo pipefail
source_dir=$(readlink -f "$1") library=$(readlink -f "$2")
skip() { echo "clients_claws: skipped: $* (tools/setup clients)"; exit 77; }
fail() { tail -20 "$work/log" >&2 2> /dev/null || true; echo "clients_claws: $*" >&2; exit 1; }
for needed in claws-mail Xvfb xdotool dbus-run-session import make; do
  command -v $needed >/dev/null || skip "$needed is not installed"
done
pkg-config --exists claws-mail gtk+-3.0 || skip 'libclaws-mail-dev is not installed'
work=$(mktemp -d)
session=  # the process group of Claws Mail and its children
# shellcheck source=gtk_screen.sh
. "$source_dir/tests/gtk_screen.sh"
trap 'end_programs $session' EXIT
use_own_environment

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
make_browser "$work/browser"
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

start_screen 1000x700
report_places
setsid dbus-run-session claws-mail --select '#mh/Mailbox/inbox/1' > "$work/log" 2>&1 &
session=$!

place_of 'www.xn--pypal-4ve.com]'  # only the plugin shows it
[ -z "${LINKSPAN_WRITE_SCREENS-}" ] ||
  import -window root -crop 800x600+64+64 +repage +dither -colors 16 "$source_dir/tools/clients/claws-mail/screen.png"

# What opens nothing is clicked on before what does. The link over two lines is two texts.
click_on 'before you have looked twice'
opened=0
for text in 'παράδειγμα.ελ' '例え.テスト' 'karten.example.org' 'eingang?lat' 'pаypal.com'; do
  click_on "$text"
  opened=$((opened + 1))
  wait_until has_opened $opened || fail "a click on $text opened nothing"
done
uniq "$work/opened" |
  diff <(grep -v '^mailto:' "$source_dir/tools/clients/letter.uris") - ||
  fail 'these (left) are to be opened, and these (right) were'
click_on 'jürgen.müller@'
window_of 'Compose message' > /dev/null
place_of 'jürgen.müller@xn--bcher-kva.example'  # in the line "To:"
