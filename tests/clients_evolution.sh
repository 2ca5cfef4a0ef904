#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the module of tools/clients/evolution builds against the packages of Debian, and in Evolution
# the five links of tools/clients/letter.eml open the right URIs; the address opens a new message to it.
# The links are reached with the keyboard, from the last to the first, so that fonts and sizes do not
# matter.
#
#   clients_evolution.sh SOURCE_DIR LIBRARY     exits with 77, "skipped", if a requirement is absent
#
# With LINKSPAN_WRITE_SCREENS in the environment, the screen becomes tools/clients/evolution/screen.png.
set -euo pipefail
source_dir=$(readlink -f "$1") library=$(readlink -f "$2")
skip() { echo "clients_evolution: skipped: $* (tools/setup clients)"; exit 77; }
fail() { tail -20 "$work/log" >&2 2> /dev/null || true; echo "clients_evolution: $*" >&2; exit 1; }
for needed in evolution Xvfb xdotool dbus-run-session import make; do
  command -v $needed >/dev/null || skip "$needed is not installed"
done
for needed in evolution-mail-3.0:evolution-dev libebook-1.2:libebook1.2-dev; do
  pkg-config --exists "${needed%:*}" || skip "${needed#*:} is not installed"
done
work=$(mktemp -d)
session=''  # the process group of Evolution, with the services that it starts
# shellcheck source=gtk_screen.sh
. "$source_dir/tests/gtk_screen.sh"
trap 'end_programs $session' EXIT
use_own_environment

home=$HOME
mkdir -p -m 700 "$work/pc" "$home"/Maildir/{cur,new,tmp} \
  "$home"/.config/{evolution/{mail,sources},glib-2.0/settings} "$home"/.local/share/applications \
  "$home"/.local/share/evolution/mail/local/.Outbox/{cur,new,tmp}  # otherwise a dialog offers to convert old mail
cat > "$work/pc/linkspan-c.pc" <<PC
Name: linkspan-c
Description: as it is built
Version: 0
Cflags: -I$source_dir/include
Libs: -L$(dirname "$library") -Wl,-rpath,$(dirname "$library") -llinkspan
PC
PKG_CONFIG_PATH=$work/pc make -s -C "$work" -f "$source_dir/tools/clients/evolution/Makefile" \
  VPATH="$source_dir/tools/clients/evolution" CFLAGS=-Werror install

cp "$source_dir/tools/clients/letter.eml" "$home/Maildir/cur/1.letter:2,S"
make_browser "$work/browser"
cat > "$home/.local/share/applications/stand-in.desktop" <<DESKTOP
[Desktop Entry]
Type=Application
Name=A stand-in for a browser
Exec=$work/browser %u
MimeType=x-scheme-handler/http;x-scheme-handler/https;
DESKTOP
cat > "$home/.config/mimeapps.list" <<'LIST'
[Default Applications]
x-scheme-handler/http=stand-in.desktop
x-scheme-handler/https=stand-in.desktop
LIST
# The account "On This Computer" shows only messages that Evolution itself stored; this account reads
# a Maildir.
cat > "$home/.config/evolution/sources/reader.source" <<SOURCE
[Data Source]
DisplayName=reader
Enabled=true
Parent=

[Mail Account]
BackendName=maildir
IdentityUid=identity

[Maildir Backend]
Path=$home/Maildir
SOURCE
cat > "$home/.config/evolution/sources/identity.source" <<'SOURCE'
[Data Source]
DisplayName=reader
Enabled=true
Parent=reader

[Mail Identity]
Address=reader@example.net
Name=A Reader
SOURCE
cat > "$home/.config/evolution/mail/state.ini" <<'INI'
[Folder Tree]
Selected=folder://reader/Inbox

[Folder folder://reader/Inbox]
SelectedMessage=1.letter
INI
cat > "$home/.config/glib-2.0/settings/keyfile" <<'SETTINGS'
[org/gnome/evolution/mail]
show-startup-wizard=false
prompt-check-if-default-mailer=false

[org/gnome/evolution/mail/browser-window]
width=900
height=480
SETTINGS

start_screen 1000x700
export GSETTINGS_BACKEND=keyfile
setsid dbus-run-session evolution --component=mail > "$work/log" 2>&1 &
session=$!

# wait_until_quiet WINDOW: waits until its picture has been the same for two seconds.
wait_until_quiet() {
  local before='' now same=0
  is_quiet() {
    now=$(import -window "$1" rgb:- | md5sum)
    if [ "$now" = "$before" ]; then same=$((same + 1)); else same=0; fi
    before=$now
    [ "$same" -ge 4 ] || { sleep 0.5; return 1; }
  }
  wait_until is_quiet "$1" || true  # a cursor may blink
}
press() {  # press WINDOW KEY…
  xdotool windowfocus --sync "$1" key "${@:2}"
}
is_there() { xdotool search --onlyvisible --name "$1" > /dev/null 2>&1; }
has_letter() { is_there 'Five links'; }
has_new_window() { is_there 'Compose Message'; }

inbox=$(window_of Inbox)
wait_until_quiet "$inbox"
repeat_until has_letter press "$inbox" Return || fail 'the letter does not open'
letter=$(window_of 'Five links')
wait_until_quiet "$letter"
[ -z "${LINKSPAN_WRITE_SCREENS-}" ] ||
  import -window "$letter" +dither -colors 16 "$source_dir/tools/clients/evolution/screen.png"

# The effects of keys so far: calls of the browser, and windows of new messages.
effects() {
  local windows
  windows=$(xdotool search --onlyvisible --name 'Compose Message' 2>/dev/null | wc -l || true)
  echo $(($(wc -l < "$work/opened") + windows))
}
# open_links: opens each link of the letter; the link over two lines is two elements.
open_links() {
  local before
  has_more() { [ "$(effects)" -gt "$before" ]; }
  for _ in 1 2 3 4 5 6; do
    before=$(effects)
    press "$letter" shift+Tab Return
    patience=10 wait_until has_more || true  # the next round opens it
  done
}
has_all() {
  sort -u "$work/opened" > "$work/found"
  cmp -s "$work/expected" "$work/found" && has_new_window
}
grep -v '^mailto:' "$source_dir/tools/clients/letter.uris" | sort > "$work/expected"
for _ in 1 2 3 4; do  # a key that comes before the letter is loaded is lost
  open_links
  ! has_all || break
  xdotool windowfocus --sync "$letter"
done
diff "$work/expected" "$work/found" || fail 'these (left) are to be opened, and these (right) were'

# The header of the new message has the address: it is read in the draft.
has_draft() {
  grep -rqsx 'To: jürgen.müller@xn--bcher-kva.example' "$home/.local/share/evolution/mail/local/.Drafts/cur"
}
repeat_until has_draft press "$(window_of 'Compose Message')" ctrl+s ||
  fail 'the address did not open a new message to it'
