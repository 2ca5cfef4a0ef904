# SPDX-License-Identifier: Apache-2.0
"""Finds IRIs, URLs and email addresses in text, where a careful reader would see them.

>>> import linkspan
>>> for link in linkspan.find("See https://example.org/é, or write to lena@example.net."):
...     print(link.start, link.end, link.kind, link.uri)
4 25 url https://example.org/%C3%A9
39 55 email mailto:lena@example.net

An Engine has the options. It finds links in many texts, in texts that arrive in chunks, and in bytes:

>>> engine = linkspan.Engine(bare_domains=False)
>>> engine.linkify_html("example.com or https://example.org")
'<pre class="linkspan" dir="auto">\\nexample.com or <a dir="ltr" href="https://example.org" rel="noopener noreferrer" data-link="1">https://example.org</a></pre>\\n'

linkspan.mail reads messages and mailboxes, linkspan.iri has functions on IRIs, and linkspan.pandas
adds `series.linkspan.links()`.

A lone surrogate in a str is never part of a link and counts as one character.
"""

from __future__ import annotations

import functools
from typing import List, Optional

from . import iri
from ._core import ENDINGS, FORMS, KINDS, Error, Link, __version__
from ._engine import BytesLike, Engine, Rule, Stream, parse_rules
from ._columns import Columns, StringColumn, warning_names

__all__ = [
    "Columns", "ENDINGS", "Engine", "Error", "FORMS", "KINDS", "Link", "Rule", "Stream", "StringColumn",
    "default_engine", "find", "iri", "parse_rules", "warning_names", "__version__",
]


@functools.lru_cache(maxsize=None)
def default_engine() -> Engine:
    """The Engine that find() uses, with default options. It never changes."""
    return Engine()


def find(text: str | BytesLike, charset: Optional[str] = None) -> List[Link]:
    """The links of a text, in order. See Engine.find().

    >>> linkspan.find("地図は「https://example.jp/会場/地図」です。")
    [<Link 4:28 url 'https://example.jp/会場/地図'>]
    """
    return default_engine().find(text, charset)
