# SPDX-License-Identifier: Apache-2.0
"""Shared by the tests of linkspan.corpus and linkspan.dask: a corpus, and its links by one run of the command."""

import pathlib
import subprocess

import support

from linkspan import corpus


def make(folder, data, size):
    """About `size` bytes of the public texts, in files of 15 MB, and as a mailbox."""
    if not (pathlib.Path(data) / "text").is_dir():
        support.skip(f"there is no {data}/text")
    folder.mkdir()
    texts = [path.read_bytes() for path in sorted((pathlib.Path(data) / "text").rglob("*")) if path.is_file()]
    content = b"\n\n".join(texts) + b"\n"
    for number in range(size // len(content)):
        (folder / f"text{number}.txt").write_bytes(content)
    with open(folder / "inbox.mbox", "wb") as inbox:
        for text in texts:
            inbox.write(b"From a@b Fri Jul  8 12:08:34 2011\nContent-Type: text/plain; charset=utf-8\n\n")
            inbox.write(text.replace(b"\nFrom ", b"\n>From ") + b"\n\n")


def lines_of(folder):
    """All lines of the parts in a folder."""
    files = sorted(folder.glob("part-*.jsonl")) + sorted(folder.glob("remote-*.jsonl"))
    return [line for file in files for line in file.read_bytes().splitlines()]


def expected(folder, *options):
    """The number and the checksum of the links of a folder, in one run."""
    done = subprocess.run([corpus.command(), "scan", "-s", "--to", "jsonl", *options, str(folder)], capture_output=True, check=False)
    lines = done.stdout.splitlines()
    return len(lines), corpus.checksum(lines)


def finished(folder):
    """The times of the parts that are finished."""
    return {file.name: file.stat().st_mtime_ns for file in folder.glob("part-*.jsonl")}
