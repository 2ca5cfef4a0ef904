# SPDX-License-Identifier: Apache-2.0
"""Promise: the package and the command find the same links in the same text.

    test_command.py LINKSPAN corpus        every file of the corpus
    test_command.py LINKSPAN text DATA     every text of the public data, skipped where there is none

For str, the offsets are in characters (--offsets codepoints), and the text between them is the link; for
bytes, in the guessed charset, they are in bytes.
"""

import json
import pathlib
import subprocess
import sys
import unittest

import support

import linkspan

COMMAND, WHICH, *DATA = sys.argv[1:]
ENGINE = linkspan.Engine()
COMPONENTS = ("start", "end", "kind", "form", "text", "iri", "uri", "ended_by")


def of_command(data, *options):
    done = subprocess.run([COMMAND, "scan", "--to", "jsonl", "--from", "text", "--profile", "prose", *options, "-"], input=data,
                          capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def as_record(link):
    """The output of the command for the same link."""
    record = {"source": "-", **{name: getattr(link, name) for name in COMPONENTS}}
    if len(link.pieces) > 1:
        record["pieces"] = [{"start": start, "end": end} for start, end in link.pieces]
    if link.display != link.iri:
        record["display"] = link.display
    if link.warnings:
        record["warnings"] = list(link.warnings)
    return record


def files():
    if WHICH == "corpus":
        return [path for path in sorted(support.CORPUS.rglob("*")) if path.is_file()]
    folder = pathlib.Path(DATA[0]) / "text"
    if not folder.is_dir():
        support.skip(f"there is no {folder}")
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


FILES = files()


class SameLinks(unittest.TestCase):
    def test_str(self):
        compared = 0
        for path in FILES:
            try:
                text = path.read_bytes().decode("utf-8-sig")
            except UnicodeDecodeError:
                continue  # another charset, tested by the other test
            with self.subTest(path.name):
                links = ENGINE.find(text)
                self.assertEqual([as_record(link) for link in links],
                                 of_command(text.encode(), "--charset", "utf-8", "--offsets", "codepoints"))
                self.assertEqual([text[link.start:link.end] for link in links], [link.text for link in links])
                compared += len(links)
        self.assertGreater(compared, 1000)

    def test_bytes(self):
        compared = 0
        for path in FILES:
            data = path.read_bytes()
            with self.subTest(path.name):
                links = ENGINE.find(data)
                self.assertEqual([as_record(link) for link in links], of_command(data))
                compared += len(links)
        self.assertGreater(compared, 1000)


if __name__ == "__main__":
    support.main()
