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
fail() { echo "clients_evolution: $*" >&2; exit 1; }
for needed in evolution Xvfb xdotool dbus-run-session import; do
  command -v $needed >/dev/null || skip "$needed is not installed"
done
for needed in evolution-mail-3.0:evolution-dev libebook-1.2:libebook1.2-dev; do
  pkg-config --exists "${needed%:*}" || skip "${needed#*:} is not installed"
done
work=$(mktemp -d)
session=''  # the process group of Evolution, with the services that it starts
trap 'kill ${session:+-- -$session} $(jobs -p) 2>/dev/null; wait 2>/dev/null; rm -rf "$work" || true' EXIT

home=$work/home
mkdir -p -m 700 "$work/pc" "$work/runtime" "$home"/Maildir/{cur,new,tmp} \
  "$home"/.config/{evolution/{mail,sources},glib-2.0/settings} "$home"/.local/share/applications \
  "$home"/.local/share/evolution/mail/local/.Outbox/{cur,new,tmp}  # otherwise a dialog offers to convert old mail
cat > "$work/pc/linkspan-c.pc" <<PC
Name: linkspan-c
Description: as it is built
Version: 0
Cflags: -I$source_dir/include
Libs: -L$(dirname "$library") -Wl,-rpath,$(dirname "$library") -llinkspan
PC
PKG_CONFIG_PATH=$work/pc HOME=$home make -s -C "$work" -f "$source_dir/tools/clients/evolution/Makefile" \
  VPATH="$source_dir/tools/clients/evolution" CFLAGS=-Werror install

cp "$source_dir/tools/clients/letter.eml" "$home/Maildir/cur/1.letter:2,S"
printf '#!/bin/sh\nprintf "%%s\\n" "$1" >> "%s/opened"\n' "$work" > "$work/browser"
chmod +x "$work/browser"
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

Xvfb -displayfd 3 -screen 0 1000x700x24 -nolisten tcp 3> "$work/display" 2>/dev/null &
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
[ -s "$work/display" ] || skip 'Xvfb does not start here'
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME WAYLAND_DISPLAY
export DISPLAY=:$(cat "$work/display") HOME=$home XDG_RUNTIME_DIR=$work/runtime LANG=C.UTF-8 \
  GSETTINGS_BACKEND=keyfile
setsid dbus-run-session evolution --component=mail > "$work/log" 2>&1 &
session=$!

# window_of NAME: waits for a window, and prints its id.
window_of() {
  local windows
  windows=$(timeout 60 xdotool search --sync --onlyvisible --name "$1") || fail "there is no window '$1'"
  echo "${windows%%$'\n'*}"
}
# wait_until_quiet WINDOW: waits until its picture has been the same for two seconds.
wait_until_quiet() {
  local before='' now same=0
  for _ in $(seq 60); do
    now=$(import -window "$1" rgb:- | md5sum)
    if [ "$now" = "$before" ]; then same=$((same + 1)); else same=0; fi
    [ "$same" -lt 4 ] || return 0
    before=$now
    sleep 0.5
  done
}
press() {  # press WINDOW KEY
  xdotool windowfocus --sync "$1" key "$2"
  sleep 0.5
}

# open_links: opens the letter in a window, and each link there.
open_links() {
  local inbox letter
  inbox=$(window_of Inbox)
  wait_until_quiet "$inbox"
  press "$inbox" Return
  letter=$(window_of 'Five links')
  wait_until_quiet "$letter"
  [ -z "${LINKSPAN_WRITE_SCREENS-}" ] ||
    import -window "$letter" +dither -colors 16 "$source_dir/tools/clients/evolution/screen.png"
  for _ in 1 2 3 4 5 6; do  # the link over two lines is two elements
    press "$letter" shift+Tab
    press "$letter" Return
  done
  sleep 2
  press "$letter" Escape
}
# has_new_message: saves the new message as a draft, whose header has the address.
has_new_message() {
  press "$(window_of 'Compose Message')" ctrl+s
  for _ in $(seq 40); do
    grep -rqsx 'To: jürgen.müller@xn--bcher-kva.example' "$home/.local/share/evolution/mail/local/.Drafts/cur" && return
    sleep 0.25
  done
  return 1
}

grep -v '^mailto:' "$source_dir/tools/clients/letter.uris" | sort > "$work/expected"
touch "$work/opened"
for _ in 1 2 3; do  # a key that comes before the letter is loaded is lost
  open_links
  sort -u "$work/opened" > "$work/found"
  cmp -s "$work/expected" "$work/found" && break
done
diff "$work/expected" "$work/found" || fail 'these (left) are to be opened, and these (right) were'
has_new_message || fail 'the address did not open a new message to it'
