# SPDX-License-Identifier: Apache-2.0
# Functions for tests of GTK programs, which source this file: a virtual screen, clicks on texts wherever they are on
# it, and waiting for conditions. Whatever is installed, the fonts of this machine and the settings of its user have no
# influence. The test sets `work`, a new folder of its own, and defines `skip` and `fail`.

# Seconds until a condition that never comes true is a failure: many, as the machine may be busy.
patience=60

# wait_until COMMAND…: returns 1 if the command does not succeed in time.
wait_until() {
  local end=$((SECONDS + patience))
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.05
  done
}

# repeat_until CONDITION ACTION…: repeats an action until it has an effect, for a program that may not be ready when it
# is done first.
repeat_until() {
  local condition=$1 end=$((SECONDS + 2 * patience))
  shift
  until
    "$@"
    patience=5 wait_until "$condition"
  do
    [ "$SECONDS" -lt "$end" ] || return 1
  done
}

# end_programs [GROUP]: at the end of the test, ends what it has started, also the programs of a process group, and
# removes its folder.
end_programs() {
  local group=${1-}
  has_no_group() { [ -z "$group" ] || ! kill -0 -- "-$group" 2> /dev/null; }
  # shellcheck disable=SC2046  # numbers are words
  kill ${group:+-- "-$group"} $(jobs -p) 2> /dev/null || true
  patience=10 wait_until has_no_group || kill -KILL -- "-$group" 2> /dev/null || true
  wait 2> /dev/null || true
  rm -rf "$work" || true
}

# use_own_environment: replaces the user's settings by none, in a new home.
use_own_environment() {
  local name
  for name in $(compgen -e); do
    case $name in
      PATH | TMPDIR | CC | PKG_CONFIG_PATH | LD_LIBRARY_PATH | LINKSPAN_*) ;;
      *) unset "$name" ;;
    esac
  done
  mkdir -p -m 700 "$work/home" "$work/runtime"
  export HOME=$work/home XDG_RUNTIME_DIR=$work/runtime LC_ALL=C.UTF-8 GDK_BACKEND=x11
}

# start_screen WIDTHxHEIGHT: starts Xvfb in the background.
start_screen() {
  Xvfb -displayfd 3 -screen 0 "$1x24" -nolisten tcp 3> "$work/display" 2> "$work/xvfb.log" &
  local xvfb=$!
  has_display() { [ -s "$work/display" ] || ! kill -0 "$xvfb" 2> /dev/null; }
  wait_until has_display
  [ -s "$work/display" ] || { cat "$work/xvfb.log"; skip 'Xvfb does not start here'; }
  DISPLAY=:$(cat "$work/display")
  export DISPLAY
}

# report_places: makes GTK programs report the places of texts (gtk_places.c).
report_places() {
  # shellcheck disable=SC2046  # flags are words
  "${CC:-cc}" -std=gnu99 -Wall -Wextra -Werror -O1 -shared -fPIC "$(dirname "${BASH_SOURCE[0]}")/gtk_places.c" \
    -o "$work/gtk_places.so" $(pkg-config --cflags --libs gtk+-3.0)
  export GTK_MODULES=$work/gtk_places.so LINKSPAN_PLACES=$work
}

# place_of TEXT: waits until the program shows the text, and sets x and y to its place on the screen.
place_of() {
  rm -f "$work/place"
  printf %s "$1" > "$work/wanted.new"
  mv "$work/wanted.new" "$work/wanted"
  has_place() { [ -e "$work/place" ] && [[ "$(cat "$work/place")" = *" $wanted" ]]; }
  local wanted=$1
  wait_until has_place || fail "the text '$1' was never shown"
  read -r x y _ < "$work/place"
}

# click_on TEXT
click_on() {
  place_of "$1"
  xdotool mousemove "$x" "$y" click 1
}

# window_of NAME: waits for a window, and prints its id.
window_of() {
  local windows
  local end=$((SECONDS + patience))
  # xdotool fails when a window is closed while it looks at it.
  until windows=$(timeout "$patience" xdotool search --sync --onlyvisible --name "$1" 2>/dev/null); do
    [ $SECONDS -lt $end ] || fail "there is no window '$1'"
    sleep 0.2
  done
  echo "${windows%%$'\n'*}"
}

# make_browser FILE: makes a program that appends its argument to $work/opened as a line.
make_browser() {
  printf '#!/bin/sh\nprintf "%%s\\n" "$1" >> "%s/opened"\n' "$work" > "$1"
  chmod +x "$1"
  touch "$work/opened"
}

# has_opened NUMBER: whether the browser was called so often, or more often.
has_opened() { [ "$(wc -l < "$work/opened")" -ge "$1" ]; }
