# SPDX-License-Identifier: Apache-2.0
"""Finds links in messages, mailboxes and Maildirs, in any charset and transfer encoding.

>>> import linkspan.mail
>>> message = b'''Content-Type: text/plain; charset=koi8-r
... Content-Transfer-Encoding: base64
...
... 88HK1DogaHR0cHM6Ly9leGFtcGxlLm9yZy8='''
>>> [(found.part, found.link.uri) for found in linkspan.mail.links(message)]
[('1', 'https://example.org/')]

Guarded by tests/python/test_mail.py, which compares the links with those of the command.
"""

from __future__ import annotations

import mmap
import os
from typing import Callable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _mail, default_engine
from ._core import Link
from ._engine import BytesLike, Engine

Content = Union[BytesLike, mmap.mmap]
Split = Callable[[Content], List[Tuple[int, int]]]  # returns the ranges of messages

__all__ = ["MessageLink", "is_maildir", "links"]


class MessageLink(NamedTuple):
    """A link of a message. Its offsets are bytes of the part after its transfer encoding is decoded."""

    source: Optional[str]  # the path of the file; None for bytes
    message: int  # the number of the message in the file, from 1
    part: str  # the part number as in IMAP: "1", "2.1"; "" in a header field
    field: Optional[str]  # the name of the header field with the link
    media_type: Optional[str]  # of the part
    charset: Optional[str]  # as the part declares it
    raw_start: Optional[int]  # the offset in the file or bytes, if the part has no transfer encoding
    raw_end: Optional[int]
    link: Link


def links(source: Union[str, os.PathLike[str], BytesLike], engine: Optional[Engine] = None, *, charset: str = "auto",
          headers: Sequence[str] = ()) -> Iterator[MessageLink]:
    """The links of a message or a mailbox, in a file or in bytes, or of a Maildir folder.

    The iterator reads one message at a time; a mailbox may have any size. `headers` are the names of header
    fields that are searched, too; "List-*" means all that begin with "List-". `charset` is for parts that
    declare none. A malformed message is read as far as possible and never raises an error.
    """
    if engine is None:
        engine = default_engine()
    if not isinstance(engine, Engine):
        raise TypeError(f"engine must be an Engine, not {engine!r}")
    if not isinstance(charset, str):
        raise TypeError(f"charset must be a str such as 'utf-8' or 'auto', not {charset!r}")
    if isinstance(headers, str):
        raise TypeError(f"headers must be a list of names, not the str {headers!r}")
    reader = _Reader(engine, charset, list(headers))
    if isinstance(source, (bytes, bytearray, memoryview)):
        return reader.links_of_bytes(source, None)
    path = os.fspath(source)  # raises TypeError if it is not a path
    return reader.links_of_maildir(path) if os.path.isdir(path) else reader.links_of_file(path)


def is_maildir(folder: Union[str, os.PathLike[str]]) -> bool:
    """Whether the folder contains the folders cur, new and tmp of a Maildir.

    >>> linkspan.mail.is_maildir("/")
    False
    """
    return _mail.is_maildir(os.fspath(folder))


def _one_message(content: Content) -> List[Tuple[int, int]]:
    """A file of a Maildir is one message, even if it begins with a From_ line."""
    return [(0, len(content))]


class _Reader:
    def __init__(self, engine: Engine, charset: str, headers: List[str]) -> None:
        self.engine = engine
        self.charset = charset
        self.headers = headers

    def links_of_maildir(self, folder: str) -> Iterator[MessageLink]:
        for name in _mail.maildir_messages(folder):
            yield from self.links_of_file(os.fsdecode(name), _one_message)

    def links_of_file(self, path: str, split: Split = _mail.messages) -> Iterator[MessageLink]:
        with open(path, "rb") as file:
            if os.fstat(file.fileno()).st_size == 0:  # an empty file cannot be mapped
                return
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                yield from self.links_of_bytes(content, path, split)

    def links_of_bytes(self, content: Content, source: Optional[str], split: Split = _mail.messages) -> Iterator[MessageLink]:
        for number, (begin, end) in enumerate(split(content), 1):
            found = _mail.links(self.engine._core, content, begin, end, self.charset, self.headers)
            for part, field, media_type, charset, raw_begin, link in found:
                first = None if raw_begin is None else begin + raw_begin
                yield MessageLink(source, number, part, field or None, media_type or None, charset or None,
                                  None if first is None else first + link.start,
                                  None if first is None else first + link.end, link)
