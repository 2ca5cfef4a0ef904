#!/bin/sh
# tarfile of Python 3.11: a header that is not the first and whose checksum is wrong is taken for the end of the archive.
# One flipped bit in the second of three headers: `getnames()` has one name, and no error is raised or can be asked for
# (`errorlevel=2`, `ignore_zeros=False`). GNU tar 1.34 skips to the next header, has two names, and says so by its status, 2.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 - <<'END'
import io
import sys
import tarfile
whole = io.BytesIO()
with tarfile.open(fileobj=whole, mode="w") as archive:
    for name in ("a", "b", "c"):
        member = tarfile.TarInfo(name)
        member.size = 10
        archive.addfile(member, io.BytesIO(b"x" * 10))
damaged = bytearray(whole.getvalue())
damaged[1024 + 5] ^= 1
open("damaged.tar", "wb").write(damaged)
seen = tarfile.open("damaged.tar", errorlevel=2).getnames()
print("tarfile", sys.version.split()[0], seen)
sys.exit(0 if seen == ["a"] else 1)
END
status=0
names=$(tar tf damaged.tar 2>/dev/null | tr '\n' ' ') || status=$?
tar tf damaged.tar >/dev/null 2>&1 || status=$?
echo "tar: $names, status $status"
[ "$names" = "a c " ] && [ "$status" = 2 ]
