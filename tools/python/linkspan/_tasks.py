# SPDX-License-Identifier: Apache-2.0
"""What Dask, Spark, Ray and Polars have in common.

    links_of(table, "text", ["id"], COLUMNS, engine)   the links of an Arrow table of texts, as one
    attempt(17, 100, work)                             task 17 of 100 of corpus.scan(), as often as needed

An engine shares out batches or numbers of tasks; nothing else is decided there.

Guarded by the tests of these engines: tests/python/test_dask_cluster.py, test_spark.py, test_ray.py, test_polars.py.
"""

from __future__ import annotations

import os
import time
from typing import Any, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from . import _core, corpus, default_engine
from ._columns import NUMBERS, TEXTS
from ._engine import Engine
from .corpus import CommandFailed, Paths

COLUMNS = ("start", "end", "kind", "form", "host", "text", "uri")
NAMES = {"kind": _core.KINDS, "form": _core.FORMS, "ended_by": _core.ENDINGS}  # of their numbers


class TaskFailed(Exception):
    """A task failed. The reason is text, as not every exception can be sent between processes."""


class Work(NamedTuple):
    """What all tasks of a run have in common."""

    paths: List[str]
    folder: str
    base: str  # relative names start here
    engine: Optional[Engine]
    options: Tuple[str, ...]


def work_of(paths: Paths, folder: Any, engine: Optional[Engine], options: Sequence[str]) -> Work:
    """Raises FileNotFoundError for what does not exist."""
    corpus._split(paths)
    names = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    return Work([os.fspath(name) for name in names], os.path.abspath(folder), os.getcwd(), engine, tuple(options))


def attempt(task: int, count: int, work: Work) -> None:
    """Does a task; waits if the command of a worker that was killed is still at it."""
    try:
        os.chdir(work.base)
        while True:
            try:
                corpus.scan(work.paths, work.folder, task=task, of=count, engine=work.engine, options=work.options, summarize=False)
                return
            except CommandFailed as error:
                if "another run writes" not in str(error):
                    raise
                time.sleep(1)
    except Exception as error:
        raise TaskFailed(f"{type(error).__name__}: {error}") from None


def check_columns(columns: Sequence[str], keep: Sequence[str]) -> None:
    """Raises ValueError for a name that is not one, or is twice."""
    for name in columns:
        if name not in NUMBERS and name not in TEXTS:
            raise ValueError(f"there is no column {name!r}; there are: {', '.join((*NUMBERS, *TEXTS))}")
    twice = [name for name in keep if name in columns]
    if twice:
        raise ValueError(f"the links have a column {twice[0]!r}, too; rename that of the texts")


def links_of(table: Any, text: str, keep: Sequence[str], columns: Sequence[str], engine: Optional[Engine]) -> Any:
    """A pyarrow.Table with a row for each link, of a Table or RecordBatch with texts; null is a text without links."""
    import pyarrow

    texts = table.column(text)
    if isinstance(texts, pyarrow.ChunkedArray):
        texts = texts.combine_chunks()
    if not (pyarrow.types.is_string(texts.type) or pyarrow.types.is_large_string(texts.type)):
        texts = texts.cast(pyarrow.large_string())
    found = (engine or default_engine()).find_columns(texts, [name for name in columns if name in TEXTS])
    links = pyarrow.record_batch(found)
    rows = links.column("row")
    kept = [table.column(name).take(rows) for name in keep]
    return pyarrow.table([*kept, *(_plain(links.column(name)) for name in columns)], names=[*keep, *columns])


def _plain(column: Any) -> Any:
    """Strings in place of a dictionary or of large strings, which not every engine reads."""
    import pyarrow

    is_number = pyarrow.types.is_integer(column.type)
    return column.cast(pyarrow.int64() if is_number else pyarrow.string())


def links_of_batches(batches: Iterable[Any], text: str, keep: Sequence[str], columns: Sequence[str],
                     engine: Optional[Engine]) -> Iterator[Any]:
    """The same for RecordBatches."""
    for batch in batches:
        yield from links_of(batch, text, keep, columns, engine).combine_chunks().to_batches()
