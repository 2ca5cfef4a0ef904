# SPDX-License-Identifier: Apache-2.0
"""Finds links in the texts of a pandas Series: `import linkspan.pandas` adds `series.linkspan`.

>>> import pandas
>>> import linkspan.pandas
>>> series = pandas.Series(["see https://a.example/x", None, "https://b.example lena@c.example"], index=["p", "q", "r"])
>>> series.linkspan.links()[["start", "end", "kind", "host"]]
   start  end   kind       host
p      4   23    url  a.example
r      0   17    url  b.example
r     18   32  email  c.example

Guarded by tests/python/test_pandas.py.
"""

from __future__ import annotations

from typing import Optional, Sequence

import pandas

from . import default_engine
from ._engine import Engine

__all__ = ["LinkspanAccessor"]

DEFAULT_COLUMNS = ("start", "end", "kind", "form", "host", "text", "uri")


@pandas.api.extensions.register_series_accessor("linkspan")
class LinkspanAccessor:
    """`series.linkspan`, of a Series of str; a missing value is a text without links."""

    def __init__(self, series: pandas.Series) -> None:
        if pandas.api.types.infer_dtype(series, skipna=True) not in ("string", "empty"):
            raise AttributeError(f"linkspan is for a Series of str, not of {series.dtype}")
        self._series = series

    def links(self, engine: Optional[Engine] = None, columns: Sequence[str] = DEFAULT_COLUMNS, *,
              threads: int = 1) -> pandas.DataFrame:
        """A DataFrame with a row for each link. Its index is that of the texts, so `df.join(links)` combines both.

        `columns` are those of Engine.find_columns(); "row" is the number of the text.
        """
        found = (engine or default_engine()).find_columns(self._texts(), columns, threads=threads)
        frame = pandas.DataFrame({name: found._to_pandas(name) for name in columns})
        frame.index = self._series.index.take(found.row)
        return frame

    def contains(self, engine: Optional[Engine] = None) -> pandas.Series:
        """Whether each text has a link.

        >>> pandas.Series(["www.example.org", "no"]).linkspan.contains().tolist()
        [True, False]
        """
        contains = (engine or default_engine()).contains
        return pandas.Series([contains(text) for text in self._texts()], index=self._series.index, dtype=bool)

    def _texts(self) -> list[str]:
        series = self._series
        return (series.fillna("") if series.hasnans else series).tolist()
