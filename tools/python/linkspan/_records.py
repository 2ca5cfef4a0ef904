# SPDX-License-Identifier: Apache-2.0
"""The links of a piece of a file, as records. Each record becomes a line of output.

    text    {"source":"a.txt","start":4,"end":25,"kind":"url","form":"scheme","text":…,"host":…,"uri":…}
    jsonl   also "line_start", the byte offset of the line; start and end count characters of the text
    mail    also "message_start", the byte offset of the message, and "part"; start and end count bytes of
            the part after its transfer encoding is decoded

In text and HTML, start and end count bytes of the file after decompression. A link of a user-defined rule
also has "rule", the name of the rule. The records of a file do not depend on where it was cut.

Guarded by tests/python/test_corpus.py.
"""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import itertools
import json
import lzma
import os
import zlib
from typing import Any, BinaryIO, Callable, Dict, Iterator, List, Tuple, Type

from . import _core, _mail
from ._core import Link
from ._engine import Engine
from ._parts import Piece

_CHUNK = 1024 * 1024

Record = Dict[str, Any]
Group = Tuple[Record, int, List[Link]]  # the common members of some links, a number to add to offsets, the links

to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class BadInput(Exception):
    """A file cannot be read. The message gives the reason."""


def records_of(piece: Piece, engine: Engine, field: str = "text", base: str = "") -> Iterator[Record]:
    """The links of a piece, in order. Raises BadInput, possibly after some records.

    `field` is the key of the text in JSON lines, and relative paths start at the folder `base`.
    """
    for place, offset, links in _groups_of(piece, engine, field, base):
        for link in links:
            yield {**place, **record_of(link, offset)}


def lines_of(piece: Piece, engine: Engine, field: str = "text", base: str = "") -> Iterator[List[bytes]]:
    """The same as lines of JSON without line feeds, in lists of several lines.

    PERF: `linkspan.corpus part` takes 0.16 s for 36 MB of text with 56,011 links, 0.28 s with an f-string for each,
    and 0.41 s with json.dumps (text/00005.txt, 00007, 00009 and 00011 of tools/bench/big_corpus).
    """
    for place, offset, links in _groups_of(piece, engine, field, base):
        if links:
            yield _core.json_lines(links, to_json(place).encode("utf-8", "replace")[:-1], offset)


def record_of(link: Link, offset: int = 0) -> Record:
    """A link without its source."""
    record = {"start": offset + link.start, "end": offset + link.end, "kind": link.kind, "form": link.form,
              "text": link.text, "host": link.host, "uri": link.uri}
    if link.rule:
        record["rule"] = link.rule
    return record


def _groups_of(piece: Piece, engine: Engine, field: str, base: str) -> Iterator[Group]:
    readers: Dict[str, Callable[[BinaryIO, Piece, Engine, str], Iterator[Group]]] = {
        "text": _of_text, "html": _of_html, "jsonl": _of_json_lines, "mbox": _of_mailbox,
        "mail": _of_message}
    try:
        with _open(piece, base) as file:
            yield from readers[piece.format](file, piece, engine, field)
    except (OSError, EOFError, lzma.LZMAError, ValueError, zlib.error, _zstd_error()) as error:
        raise BadInput(f"{type(error).__name__}: {error}") from error


def _zstd_error() -> Type[Exception]:
    """What zstandard raises for damaged data; where it is not installed, nothing raises it."""
    try:
        import zstandard
    except ImportError:
        return EOFError
    error: Type[Exception] = zstandard.ZstdError
    return error


def _of_text(file: BinaryIO, piece: Piece, engine: Engine, _: str) -> Iterator[Group]:
    place = {"source": piece.path}
    stream = engine.stream(charset="auto" if piece.is_whole else "utf-8")
    for chunk in iter(lambda: file.read(_CHUNK), b""):
        yield place, piece.begin, stream.feed(chunk)
    yield place, piece.begin, stream.finish()


def _of_html(file: BinaryIO, piece: Piece, engine: Engine, _: str) -> Iterator[Group]:
    yield {"source": piece.path}, 0, engine.find_html(file.read())


def _of_json_lines(file: BinaryIO, piece: Piece, engine: Engine, field: str) -> Iterator[Group]:
    begin = piece.begin
    for line in file:
        if line.strip():
            links = engine.find(_text_of_line(line, field, begin))
            if links:
                yield {"source": piece.path, "line_start": begin}, 0, links
        begin += len(line)


def _text_of_line(line: bytes, field: str, begin: int) -> str:
    try:
        value = json.loads(line)
    except ValueError as error:
        raise ValueError(f"the line at byte {begin} is not JSON: {error}") from None
    text = value.get(field) if isinstance(value, dict) else None
    if text is not None and not isinstance(text, str):
        raise ValueError(f"the line at byte {begin} has no text in {field!r}")
    return text or ""


def _of_mailbox(file: BinaryIO, piece: Piece, engine: Engine, _: str) -> Iterator[Group]:
    content = file.read()
    for begin, end in _mail.messages(content) if content else ():
        yield from _of_mail(content, begin, end, piece, engine)


def _of_message(file: BinaryIO, piece: Piece, engine: Engine, _: str) -> Iterator[Group]:
    content = file.read()
    yield from _of_mail(content, 0, len(content), piece, engine)


def _of_mail(content: bytes, begin: int, end: int, piece: Piece, engine: Engine) -> Iterator[Group]:
    found = _mail.links(engine._core, content, begin, end, "auto", [])
    for part, group in itertools.groupby(found, key=lambda each: each[0]):
        yield ({"source": piece.path, "message_start": piece.begin + begin, "part": part}, 0,
               [link for *_, link in group])


@contextlib.contextmanager
def _open(piece: Piece, base: str) -> Iterator[BinaryIO]:
    """The bytes of a piece, decompressed."""
    with open(os.path.join(base, piece.path), "rb") as file:
        status = os.fstat(file.fileno())
        if (status.st_size, status.st_mtime_ns) != (piece.file_size, piece.file_time):
            raise ValueError("the file has changed since the plan was made")
        if piece.compression:
            yield _decompressed(file, piece.compression)
        else:
            yield io.BufferedReader(_Range(file, piece.begin, piece.end), _CHUNK)


def _decompressed(file: BinaryIO, compression: str) -> BinaryIO:
    if compression == ".gz":
        return gzip.GzipFile(fileobj=file)  # type: ignore[return-value]
    if compression == ".bz2":
        return bz2.BZ2File(file)  # type: ignore[return-value]
    if compression in (".xz", ".lzma"):
        return lzma.LZMAFile(file)  # type: ignore[return-value]
    try:
        import zstandard
    except ImportError:
        raise ValueError("zstd needs the module zstandard (python3-zstandard)") from None
    reader: BinaryIO = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
    return reader


class _Range(io.RawIOBase):
    """A range of the bytes of a file."""

    def __init__(self, file: BinaryIO, begin: int, end: int) -> None:
        self._file = file
        self._left = end - begin
        file.seek(begin)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._file.read(min(len(buffer), self._left))
        if not data and self._left:
            raise OSError("the file has become shorter")
        buffer[:len(data)] = data
        self._left -= len(data)
        return len(data)
