# SPDX-License-Identifier: Apache-2.0
"""Divides files into parts of about the same size, which can be searched separately.

    part 0   letters/a.txt, letters/b.txt     small files are combined
    part 1   dump.txt        0:67108912       a long file is cut where there can be no link
    part 2   dump.txt 67108912:90000000
    part 3   crawl.txt.gz                     a compressed file is not cut

Text is cut at a seam (find_seam of linkspan/seams.h), JSON lines after a line feed, and a mailbox before a
From_ line. A text file is cut only if its first 64 KiB are UTF-8 without a NUL: otherwise its charset must be
guessed from the whole file. HTML and messages are not cut, as they are parsed as a whole. A file without a
place to cut is one part.

Guarded by tests/python/test_parts.py.
"""

from __future__ import annotations

import glob
import mmap
import os
import re
import stat
from typing import Any, BinaryIO, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Union

from . import _core, _mail

PART_BYTES = 64 * 1024 * 1024
COMPRESSED = (".gz", ".bz2", ".xz", ".lzma", ".zst", ".zstd")
FORMATS = {".jsonl": "jsonl", ".ndjson": "jsonl", ".mbox": "mbox", ".mbx": "mbox", ".eml": "mail",
           ".html": "html", ".htm": "html", ".xhtml": "html", ".shtml": "html"}

_HEAD = 64 * 1024  # how much text is checked to be UTF-8
_WINDOW = 16 * 1024  # how much text is searched for a seam at a time
_DELIVERED = re.compile(r"(.*/)?(cur|new)/[0-9]+\.[^/]*\.[^/]*")  # 1741000500.M1P2.host:2,S

Paths = Union[str, "os.PathLike[str]", Iterable[Union[str, "os.PathLike[str]"]]]


class Piece(NamedTuple):
    """A file, or a range of its bytes, that is searched separately."""

    path: str
    format: str  # "text", "html", "jsonl", "mbox", or "mail", which is a file with one message
    begin: int
    end: int
    file_size: int  # when the plan was made
    file_time: int  # the modification time then, in nanoseconds

    @property
    def size(self) -> int:
        return self.end - self.begin

    @property
    def is_whole(self) -> bool:
        return self.size == self.file_size

    @property
    def compression(self) -> str:
        """".gz" and the like, or "" if the file is not compressed."""
        extension = os.path.splitext(self.path)[1].lower()
        return extension if extension in COMPRESSED else ""


class Part(NamedTuple):
    """Pieces that are searched together; their links are one file of output."""

    number: int
    pieces: Sequence[Piece]

    @property
    def size(self) -> int:
        return sum(piece.size for piece in self.pieces)

    def to_json(self) -> Dict[str, Any]:
        return {"part": self.number, "pieces": [list(piece) for piece in self.pieces]}

    @staticmethod
    def from_json(record: Dict[str, Any]) -> Part:
        return Part(record["part"], tuple(Piece(*piece) for piece in record["pieces"]))


def files_of(paths: Paths) -> List[str]:
    """The files that paths, patterns such as "mails/*.mbox" and folders name.

    The files of a folder or pattern are sorted by name. A path that does not exist is included, so that it
    is reported like any other unreadable file. Hidden files in folders are left out. In a Maildir, the
    messages come first, and tmp is left out. Maildirs in it, whose names may begin with a dot (Maildir++), are
    included.
    """
    if isinstance(paths, (str, os.PathLike)):
        paths = [paths]
    found: Dict[str, None] = {}
    for path in [os.fspath(each) for each in paths]:
        if os.path.isdir(path):
            found.update(dict.fromkeys(_files_in(path)))
        elif os.path.exists(path) or not glob.has_magic(path):
            found[path] = None
        else:
            found.update(dict.fromkeys(files_of(sorted(glob.glob(path, recursive=True)))))
    return list(found)


def _files_in(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        if _mail.is_maildir(place):
            yield from map(os.fsdecode, _mail.maildir_messages(place))
            folders[:] = sorted(name for name in folders if name not in ("cur", "new", "tmp") and
                                (not name.startswith(".") or _mail.is_maildir(os.path.join(place, name))))
        else:
            folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (os.path.join(place, name) for name in sorted(names) if not name.startswith("."))


def parts_of(files: Iterable[str], part_bytes: int = PART_BYTES, format: Optional[str] = None,
             max_link_bytes: int = 64 * 1024) -> Iterator[Part]:
    """Parts of about `part_bytes`. `format` is that of all files; by default it depends on their names."""
    pieces: List[Piece] = []
    number = 0
    for path in files:
        for piece in pieces_of(path, part_bytes, format or format_of(path), max_link_bytes):
            # Only whole files are combined: each piece of a cut file is a part.
            if pieces and (sum(each.size for each in pieces) + piece.size > part_bytes or not piece.is_whole):
                yield Part(number, tuple(pieces))
                number, pieces = number + 1, []
            pieces.append(piece)
            if not piece.is_whole:
                yield Part(number, tuple(pieces))
                number, pieces = number + 1, []
    if pieces:
        yield Part(number, tuple(pieces))


def format_of(path: str) -> str:
    """The format of a file by its name, without the extension of a compressed file. Recognizes Maildir messages.

    >>> format_of("crawl.jsonl.gz"), format_of("inbox.mbox"), format_of("README")
    ('jsonl', 'mbox', 'text')
    >>> format_of("inbox/cur/1741000500.M1P2.host:2,S")
    'mail'
    """
    if _DELIVERED.fullmatch(path):
        return "mail"
    name, extension = os.path.splitext(path.lower())
    if extension in COMPRESSED:
        extension = os.path.splitext(name)[1]
    return FORMATS.get(extension, "text")


def pieces_of(path: str, part_bytes: int, format: str, max_link_bytes: int = 64 * 1024) -> Iterator[Piece]:
    """A file in pieces of at least `part_bytes`, in order. A file that cannot be read is one piece."""
    try:
        status = os.stat(path)
    except OSError:
        yield Piece(path, format, 0, 0, 0, 0)  # the error is reported when it is read
        return
    size = status.st_size if stat.S_ISREG(status.st_mode) else 0
    whole = Piece(path, format, 0, size, size, status.st_mtime_ns)
    if size <= part_bytes or whole.compression or format in ("html", "mail"):
        yield whole
        return
    try:
        with open(path, "rb") as file:
            cuts = _cuts_of(file, whole, part_bytes, max_link_bytes)
    except OSError:
        cuts = []
    ends = [*cuts, size]
    for begin, end in zip([0, *cuts], ends):
        yield whole._replace(begin=begin, end=end)


def _cuts_of(file: BinaryIO, whole: Piece, part_bytes: int, max_link_bytes: int) -> List[int]:
    cuts: List[int] = []
    if whole.format == "text" and not _is_utf8(file.read(_HEAD)):
        return cuts
    with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        if whole.format == "mbox" and content[:5] != b"From ":
            return cuts  # it is one message
        cut: Optional[int] = 0
        while cut is not None and whole.end - cut > part_bytes:
            if whole.format == "jsonl":
                cut = _after_line_feed(content, cut + part_bytes)
            elif whole.format == "mbox":
                cut = _from_line(content, cut + part_bytes)
            else:
                cut = _seam(content, cut + part_bytes, max_link_bytes)
            if cut is not None:
                cuts.append(cut)
    return cuts


def _is_utf8(head: bytes) -> bool:
    if b"\0" in head:
        return False
    for cut_off in range(4):  # the bytes of a character that continues after the head
        try:
            head[:len(head) - cut_off].decode("utf-8")
            return True
        except UnicodeDecodeError:
            continue
    return False


def _after_line_feed(content: mmap.mmap, begin: int) -> Optional[int]:
    place = content.find(b"\n", begin - 1) + 1
    return place if 0 < place < len(content) else None


def _from_line(content: mmap.mmap, begin: int) -> Optional[int]:
    # Include two whole lines before `begin`: a From_ line must follow an empty line.
    start = begin
    for _ in range(2):
        start = content.rfind(b"\n", 0, start)
        if start < 0:
            return None
    with memoryview(content) as view, view[start + 1:] as rest:
        place = _mail.next_from_line(rest, begin - start - 1)
    return None if place is None else start + 1 + place


def _seam(content: mmap.mmap, begin: int, max_link_bytes: int) -> Optional[int]:
    context = _core.seam_context(max_link_bytes)
    while begin < len(content):
        start = max(0, begin - context)
        place = _core.find_seam(content[start:begin + _WINDOW], begin - start, start == 0, max_link_bytes)
        if place is not None:
            return start + place
        begin += _WINDOW
    return None
