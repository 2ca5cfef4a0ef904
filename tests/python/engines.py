# SPDX-License-Identifier: Apache-2.0
"""Shared by the tests of engines (Spark, Ray, Polars): texts, their links in one process, and files."""

import subprocess
import sys

import support

import linkspan
from linkspan import corpus

COLUMNS = ("start", "end", "kind", "form", "host", "text", "uri")


def texts(count):
    """Texts of all sorts, some of them without links, and some that are null."""
    lines = support.corpus_lines()
    for number in range(count):
        if number % 1000 == 999:
            yield None
        else:
            yield f"{lines[number % len(lines)]} {number}"


def expected(all_texts, columns=COLUMNS):
    """The rows of links, each with the number of its text first, by find_columns() in this process."""
    found = linkspan.default_engine().find_columns([text or "" for text in all_texts], columns)
    table = found.to_pandas()[["row", *columns]]
    return sorted(table.astype(object).where(table.notna(), None).itertuples(index=False, name=None), key=lambda row: (row[0], row[1]))


def files(folder, count):
    """Writes that many files into a folder, and returns the number and checksum of their links."""
    folder.mkdir()
    lines = support.corpus_lines()
    for number in range(count):
        text = "\n".join(f"{line} {number}" for line in lines[number * 7 % len(lines):][:50])
        (folder / f"{number}.txt").write_text(text, errors="surrogateescape")
    done = subprocess.run([corpus.command(), "scan", "-s", "--to", "jsonl", str(folder)], capture_output=True, check=False)
    return done.stdout.count(b"\n"), corpus.checksum(done.stdout.splitlines())


def python_path():
    """For the processes of the engine, which import linkspan, too."""
    return ":".join(path for path in sys.path if path)
