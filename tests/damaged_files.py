#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Promise: damage of compressed files and archives is said: a message and exit status 1 for each file that the
format's own tool refuses, none for those that it accepts.

    damaged_files.py LINKSPAN [COUNT]

Files of every format are made here, intact and then damaged: single flipped bits (in the first bytes, too), cuts,
wrong trailers, and bytes after the end; of a tar also flipped bits of headers, and bytes that were inserted or are
missing. The oracles are `gzip -t`, `bzip2 -t`, `xz -t`, `zstd -t`, `unzip -t` and `tar -xO`;
a format whose tool is not installed is left out, with a line that says so. COUNT damaged files are tried, 500 by
default, spread evenly over the formats. Some inputs are also tried with several jobs, from standard input, with
`render`, and with `--output`.

Exit status: 0 as promised, 1 not, 77 no tool is installed.
"""

import bz2
import gzip
import io
import lzma
import pathlib
import random
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

sys.dont_write_bytecode = True

TOOLS = {"gz": "gzip", "bz2": "bzip2", "xz": "xz", "zst": "zstd", "zip": "unzip", "tar": "tar"}


def text_of(lines, dice):
    return "".join(f"line {n}: https://example.org/{dice.randrange(10**9)}?q={dice.random()}\n"
                   for n in range(lines)).encode()


def tar_of(members, form=tarfile.GNU_FORMAT):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for name, data in members:
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()


def zip_of(members, method):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return out.getvalue()


def zstd(data):
    return subprocess.run(["zstd", "-q", "-c"], input=data, capture_output=True, check=True).stdout


COMPRESS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress, "zst": zstd}


def intact_files(dice):
    """(kind, extension, bytes), all of which the tools accept."""
    short, long = text_of(3, dice), text_of(3000, dice)
    members = [("a.txt", short), ("b/picture.png", bytes(range(256)) * 8), ("c.txt", text_of(40, dice))]
    for kind, compress in COMPRESS.items():
        if shutil.which(TOOLS[kind]) is None:
            continue
        yield kind, f".txt.{kind}", compress(short)
        yield kind, f".txt.{kind}", compress(long)
        yield kind, f".txt.{kind}", compress(b"")
        yield kind, f".txt.{kind}", compress(short) + compress(b"") + compress(long)
        yield kind, f".tar.{kind}", compress(tar_of(members))
    if shutil.which("tar"):
        long_name = [("d/" + "n" * 150 + ".txt", short)]
        for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
            yield "tar", ".tar", tar_of(members + (long_name if form != tarfile.USTAR_FORMAT else []), form)
    if shutil.which("unzip"):
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            yield "zip", ".zip", zip_of(members, method)
            yield "zip", ".zip", zip_of(members[:1], method)


def with_rest(kind, data):
    """Bytes after the end: whether the tool accepts them is its own matter."""
    return [data + b"\0" * 4, data + b"\0" * 510, data + b"\0" * 1024, data + b"rubbish", data + b"\0\0\0\0rubbish",
            data + data[:3], data + data[:7], data + data[:-1]]


def damaged_tar(data, dice, number):
    """Of headers, as nothing guards what is in the members."""
    if number % 4 == 0:
        heads = [at for at in range(0, len(data), 512) if data[at + 257:at + 262] == b"ustar"]
        flipped = bytearray(data)
        flipped[dice.choice(heads) + dice.randrange(345)] ^= 1 << dice.randrange(8)
        return bytes(flipped)
    at = dice.randrange(len(data))
    if number % 4 == 1:
        return data[:at] + dice.randbytes(dice.choice([1, 3, 512])) + data[at:]
    if number % 4 == 2:
        return data[:at] + data[at + dice.choice([1, 3, 512]):]
    return data[:dice.randrange(1, len(data))]


def damaged(kind, data, dice, number):
    """One damaged copy; `number` chooses the kind of damage."""
    if kind == "tar":
        return damaged_tar(data, dice, number)
    if number % 4 == 0 and data:  # in the first bytes
        at = dice.randrange(min(len(data), 16))
    elif number % 4 == 1:  # in the last bytes, where trailers are
        at = len(data) - 1 - dice.randrange(min(len(data), 64))
    elif number % 4 == 2:
        at = dice.randrange(len(data))
    else:
        return data[:dice.randrange(1, len(data))]
    flipped = bytearray(data)
    flipped[at] ^= 1 << dice.randrange(8)
    return bytes(flipped)


def refuses(kind, file):
    arguments = {"zip": ["unzip", "-tqq"], "tar": ["tar", "-xOf"]}.get(kind, [TOOLS[kind], "-t", "-q"])
    return subprocess.run([*arguments, str(file)], stdin=subprocess.DEVNULL, capture_output=True,
                          check=False).returncode != 0


def read(linkspan, file, arguments=("scan", "--to", "uri")):
    return subprocess.run([linkspan, *arguments, str(file)], stdin=subprocess.DEVNULL, capture_output=True,
                          check=False, timeout=60)


def check(linkspan, kind, file, is_intact):
    """What is wrong, or an empty string. unzip does not compare all of what a zip says twice, and tar stops at the first
    block of zeros; we may say more."""
    expected = 1 if refuses(kind, file) else 0
    done = read(linkspan, file)
    if kind in ("zip", "tar") and expected == 0 and not is_intact and done.returncode == 1:
        return ""
    if done.returncode != expected:
        return f"status {done.returncode}, and {TOOLS[kind]} -t {'refuses' if expected else 'accepts'} it"
    if expected == 1 and str(file).encode() not in done.stderr:
        return "no message"
    return ""


WAYS = [("scan", "--to", "uri", "--jobs", "2"), ("scan", "--count"), ("scan", "-c"), ("render", "--to", "html")]


def main(linkspan, count):
    dice = random.Random(38)
    for kind, tool in TOOLS.items():
        if shutil.which(tool) is None:
            print(f"damaged_files: {tool} is not installed; files of its format are left out")
    faults = tried = refused = 0

    def say(fault, file, what):
        nonlocal faults
        if fault:
            faults += 1
            kept = pathlib.Path(tempfile.gettempdir()) / f"damaged_files_{faults}{what}"
            shutil.copy(file, kept)
            print(f"{kept}: {fault}")

    with tempfile.TemporaryDirectory() as folder:
        intact = list(intact_files(dice))
        if not intact:
            print("damaged_files: skipped: no tool is installed (tools/setup build)")
            return 77
        for kind, extension, data in intact:
            file = pathlib.Path(folder) / f"intact{extension}"
            file.write_bytes(data)
            say(check(linkspan, kind, file, True) or (refuses(kind, file) and "the tool refuses an intact file"), file, extension)
            for more in with_rest(kind, data):
                file.write_bytes(more)
                tried += 1
                say(check(linkspan, kind, file, kind != "tar"), file, extension)
        for number in range(count):
            kind, extension, data = intact[number % len(intact)]
            file = pathlib.Path(folder) / f"damaged{extension}"
            file.write_bytes(damaged(kind, data, dice, number // len(intact)))
            tried += 1
            say(check(linkspan, kind, file, False), file, extension)
            if not refuses(kind, file):
                continue
            refused += 1
            if number % 10 == 0:
                for way in WAYS:
                    done = read(linkspan, file, way)
                    say(done.returncode != 1 and f"{' '.join(way)}: status {done.returncode}", file, extension)
                done = read(linkspan, file, ("scan", "--output", f"{folder}/parts{number}"))
                say(done.returncode != 1 and f"--output: status {done.returncode}", file, extension)
    print(f"damaged_files: {tried} files tried, of which the tools refuse {refused} of {count} damaged ones; "
          f"{faults} faults")
    return 1 if faults or refused < count // 3 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 500))
