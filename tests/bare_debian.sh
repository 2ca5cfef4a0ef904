#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: linkspan builds, and its tests pass, on a Debian with nothing else installed. Run as root by `tools/check nightly`:
#
#   tests/bare_debian.sh bookworm   step bare: both commands of README. `tools/run` prints the links of a sample, and every test of
#                                   `tools/test` passes
#   tests/bare_debian.sh trixie     step debian13: every test of the release preset passes, with newer libraries and g++ 14
#
# The system is made with debootstrap in build/SUITE, and removed after success. A second run starts with a new copy of the
# sources and keeps the installed packages, unless build/SUITE is removed.
set -euo pipefail
cd "$(dirname "$(dirname "$(readlink -f "$0")")")"
suite=${1?bare_debian: name a suite of Debian}
[ "$(id -u)" -eq 0 ] || { echo 'bare_debian: debootstrap works as root only' >&2; exit 1; }
command -v debootstrap >/dev/null || { echo 'bare_debian: debootstrap is not installed (tools/setup nightly)' >&2; exit 1; }
root=$PWD/build/$suite
mirror=$(find /etc/apt -maxdepth 2 \( -name '*.list' -o -name '*.sources' \) -exec cat {} + |
  sed -n 's/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) .*/\2/p; s/^URIs: *//p' | sed -n 1p)
mirror=${mirror:-http://deb.debian.org/debian}

inside() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 chroot "$root" "$@"
}
# debootstrap makes the usual devices; terminals and shared memory are file systems.
unmount() {
  local folder
  for folder in dev/shm dev/pts proc; do
    ! mountpoint -q "$root/$folder" || umount "$root/$folder"
  done
}
trap unmount EXIT

if [ ! -e "$root/bare.done" ]; then
  rm -rf --one-file-system "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase "$suite" "$root" "$mirror"
  touch "$root/bare.done"
fi
# How this machine reaches its packages, its own certificates included; those of the suite.
cp /etc/resolv.conf "$root/etc/"
for kept in /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/apt.conf.d /etc/apt/keyrings; do
  [ ! -e "$kept" ] || cp -rT "$kept" "$root$kept"
done
find "$root/etc/apt" \( -name '*.list' -o -name '*.sources' \) \
  -exec sed -i "s/\b$(. /etc/os-release && echo "$VERSION_CODENAME")\b/$suite/g" {} +
mkdir -p "$root/dev/pts" "$root/dev/shm"
mount -t proc proc "$root/proc"
mount -t devpts devpts "$root/dev/pts" -o newinstance,ptmxmode=0666
ln -sf pts/ptmx "$root/dev/ptmx"
mount -t tmpfs tmpfs "$root/dev/shm"

rm -rf "$root/linkspan"
mkdir "$root/linkspan"
git ls-files -z --cached --others --exclude-standard | tar --null --files-from=- --ignore-failed-read -cf - | tar -xf - -C "$root/linkspan"
if [ "$suite" = bookworm ]; then
  inside /linkspan/tools/run /linkspan/corpus/samples/choir-tour.txt | grep -q 'choir-tour\|example' || {
    echo 'bare_debian: tools/run printed no link' >&2
    exit 1
  }
  inside /linkspan/tools/test
else
  inside /linkspan/tools/test release
fi
unmount
rm -rf --one-file-system "$root"
