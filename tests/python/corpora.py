# SPDX-License-Identifier: Apache-2.0
"""Shared by the tests of linkspan.corpus and linkspan.dask: a corpus, and the links that one process
finds in it in the simplest way."""

import json
import pathlib

import support

import linkspan
import linkspan.mail
from linkspan import corpus


def make(folder, data, size):
    """About `size` bytes of the public texts, in files of 15 MB, also as JSON lines and as a mailbox."""
    if not (pathlib.Path(data) / "text").is_dir():
        support.skip(f"there is no {data}/text")
    folder.mkdir()
    texts = [path.read_bytes() for path in sorted((pathlib.Path(data) / "text").rglob("*")) if path.is_file()]
    content = b"\n\n".join(texts) + b"\n"
    for number in range(size // len(content)):
        (folder / f"text{number}.txt").write_bytes(content)
    with open(folder / "lines.jsonl", "w", encoding="utf-8") as lines, open(folder / "inbox.mbox", "wb") as inbox:
        for number, text in enumerate(texts):
            lines.write(json.dumps({"id": number, "text": text.decode("utf-8", "replace")}) + "\n")
            inbox.write(b"From a@b Fri Jul  8 12:08:34 2011\nContent-Type: text/plain; charset=utf-8\n\n")
            inbox.write(text.replace(b"\nFrom ", b"\n>From ") + b"\n\n")


def lines_of(folder):
    """All output lines of a scan."""
    files = sorted((folder / "links").glob("*.jsonl"))
    return [line for file in files for line in file.read_bytes().splitlines()]


def expected(folder):
    """The number and the checksum of the links of a folder, each file read as a whole."""
    lines = []
    for path in sorted(folder.iterdir()):
        for place, links in _whole(path):
            for link in links:
                record = {"source": str(path), **place, "start": link.start, "end": link.end, "kind": link.kind,
                          "form": link.form, "text": link.text, "host": link.host, "uri": link.uri}
                lines.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode())
    return len(lines), corpus.checksum(lines)


def _whole(path):
    content = path.read_bytes()
    if path.suffix == ".txt":
        yield {}, linkspan.find(content)
    elif path.suffix == ".jsonl":
        begin = 0
        for line in content.splitlines(keepends=True):
            yield {"line_start": begin}, linkspan.find(json.loads(line)["text"])
            begin += len(line)
    elif path.suffix == ".mbox":
        places = linkspan.mail._mail.messages(content)
        for found in linkspan.mail.links(path):
            yield {"message_start": places[found.message - 1][0], "part": found.part}, [found.link]
