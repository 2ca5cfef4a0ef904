# SPDX-License-Identifier: Apache-2.0
"""Finds links in Polars: `import linkspan.polars` adds `.linkspan` to expressions.

>>> import polars
>>> import linkspan.polars
>>> frame = polars.DataFrame({"id": [7, 8], "text": ["see https://a.example/x", None]})
>>> linkspan.polars.links(frame, keep=["id"], columns=["start", "end", "host"]).rows()
[(7, 4, 23, 'a.example')]
>>> frame.select(polars.col("text").linkspan.contains()).to_series().to_list()
[True, None]
>>> frame.select(polars.col("text").linkspan.links(["uri"])).to_series().to_list()
[[{'uri': 'https://a.example/x'}], []]

Texts and links pass through Arrow; pyarrow must be installed.

Guarded by tests/python/test_polars.py.
"""

from __future__ import annotations

from typing import Any, Optional, Sequence

import polars

from . import _tasks, default_engine
from ._columns import TEXTS
from ._engine import Engine
from ._tasks import COLUMNS, NAMES

__all__ = ["Links", "links"]


def links(frame: Any, text: str = "text", *, keep: Sequence[str] = (), columns: Sequence[str] = COLUMNS,
          engine: Optional[Engine] = None) -> Any:
    """A DataFrame with a row for each link: the columns `keep` of the texts, then those of find_columns(). Of a
    LazyFrame, a LazyFrame."""
    _tasks.check_columns(columns, keep)

    def links_of(texts: Any) -> Any:
        found = _tasks.links_of(texts.to_arrow(), text, keep, columns, engine)
        return polars.from_arrow(found)

    if isinstance(frame, polars.LazyFrame):
        kept = frame.collect_schema()
        schema = {**{name: kept[name] for name in keep}, **{name: _type_of(name) for name in columns}}
        return frame.select(*dict.fromkeys([text, *keep])).map_batches(links_of, schema=schema, predicate_pushdown=False,
                                                                      projection_pushdown=False, slice_pushdown=False)
    return links_of(frame)


def _type_of(column: str) -> Any:
    return polars.String if column in TEXTS or column in NAMES else polars.Int64


@polars.api.register_expr_namespace("linkspan")
class Links:
    """`polars.col("text").linkspan`, of a column of str."""

    def __init__(self, texts: Any) -> None:
        self._texts = texts

    def links(self, columns: Sequence[str] = COLUMNS, engine: Optional[Engine] = None) -> Any:
        """For each text a list of its links, each a struct of these columns. Null is a text without links."""
        _tasks.check_columns(columns, ())
        of_link = polars.Struct({name: _type_of(name) for name in columns})

        def lists_of(texts: Any) -> Any:
            rows = polars.DataFrame({"text": texts.alias("text")}).with_row_index("_row")
            found = links(rows, keep=["_row"], columns=columns, engine=engine)
            lists = found.group_by("_row", maintain_order=True).agg(polars.struct(*columns).alias("_links"))
            joined = rows.select("_row").join(lists, on="_row", how="left", maintain_order="left").get_column("_links")
            return joined.fill_null(polars.Series([[]], dtype=polars.List(of_link)).first()).alias(texts.name)

        return self._texts.map_batches(lists_of, return_dtype=polars.List(of_link), is_elementwise=True)

    def contains(self, engine: Optional[Engine] = None) -> Any:
        """Whether each text has a link; null for null."""
        contains = (engine or default_engine()).contains
        return self._texts.map_elements(contains, return_dtype=polars.Boolean)
