#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: tools/run reports its steps and progress on standard error only; a second run reports
# nothing; standard input, output and exit status are those of the program.
#
#   tests/run_script.sh SOURCE_TREE
#
# The test makes a tree in which a program of twelve build steps replaces linkspan.
set -euo pipefail
source_tree=$1
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
fail() { printf 'run_script: %s\n' "$*" >&2; exit 1; }
command -v ninja >/dev/null || { echo 'run_script: skipped: there is no ninja'; exit 77; }

mkdir -p "$tree/tools" "$tree/path"
cp "$source_tree/tools/run" "$tree/tools/run"
printf '#!/bin/sh\nexit 0\n' >"$tree/tools/setup"
# Replaces cmake: writes the steps of ninja.
cat >"$tree/path/cmake" <<'CMAKE'
#!/usr/bin/env bash
echo '-- Configuring'
mkdir -p build/release/bin
{
  echo 'rule step'
  echo '  command = cat $in > $out && test ! -e fail'
  echo 'rule link'
  echo '  command = cp program bin/linkspan && chmod +x bin/linkspan'
  for i in 1 2 3 4 5 6 7 8 9 10 11; do echo "build step$i: step source"; done
  echo 'build bin/linkspan: link step1 step2 step3 step4 step5 step6 step7 step8 step9 step10 step11'
  echo 'build linkspan_command: phony bin/linkspan'
} >build/release/build.ninja
touch build/release/source
printf '#!/bin/sh\necho "arguments: $*"\ncat\nexit 3\n' >build/release/program
CMAKE
chmod +x "$tree/tools/setup" "$tree/path/cmake"
export PATH=$tree/path:$PATH

run() {
  status=0
  printf 'input\n' | "$tree/tools/run" a 'b c' >"$tree/out" 2>"$tree/err" || status=$?
}
check_program() {
  [ "$status" = 3 ] || fail "the exit status is $status"
  [ "$(cat "$tree/out")" = $'arguments: a b c\ninput' ] || fail "the output is $(cat "$tree/out")"
}

run
check_program
grep -q '^tools/run: configuring$' "$tree/err" || fail "does not say that it configures"
grep -Eq "^tools/run: building linkspan, once: some minutes" "$tree/err" ||
  fail 'does not say how long it takes'
grep -q '^tools/run: built 12 of 12$' "$tree/err" || fail 'does not say how far it is'
[ "$(wc -l <"$tree/err")" -le 13 ] || fail "says too much: $(cat "$tree/err")"

run
check_program
[ ! -s "$tree/err" ] || fail "a second run says: $(cat "$tree/err")"

sleep 0.01
touch "$tree/build/release/source"
run
check_program
grep -q '^tools/run: building what has changed$' "$tree/err" || fail 'is silent about a change'

touch "$tree/build/release/source" "$tree/build/release/fail"
run
[ "$status" = 1 ] || fail "a build that fails ends with $status"
[ ! -s "$tree/out" ] || fail 'a build that fails writes to standard output'
grep -q '^FAILED: step' "$tree/err" || fail 'hides why a build failed'
grep -q '^tools/run: linkspan could not be built' "$tree/err" || fail 'does not say that it failed'
echo 'run_script: passed'
