# SPDX-License-Identifier: Apache-2.0
"""Finds the links of a column of texts in Parquet files, and writes them to one.

    python3 -m linkspan.parquet texts.parquet links.parquet --text body --keep id

    links("texts.parquet", "links.parquet", "body", keep=["id"])    the same; returns the number of links

Batch by batch with pyarrow, so that a file may be larger than the memory. The command writes no Parquet: DuckDB makes
it of the parts of `linkspan scan --output` (docs/corpora.md).

Guarded by tests/python/test_polars.py.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import Optional, Sequence, Union

from . import _tasks
from ._engine import Engine
from ._tasks import COLUMNS

__all__ = ["links"]

BATCH = 64 << 10  # rows


def links(source: Union[str, "os.PathLike[str]"], to: Union[str, "os.PathLike[str]"], text: str = "text", *, keep: Sequence[str] = (),
          columns: Sequence[str] = COLUMNS, engine: Optional[Engine] = None) -> int:
    """A row for each link: the columns `keep` of its text, then those of find_columns(). The file has its name only
    when it is complete."""
    import pyarrow.parquet

    _tasks.check_columns(columns, keep)
    file, partial = pyarrow.parquet.ParquetFile(source), os.fspath(to) + ".partial"
    names = list(dict.fromkeys([text, *keep]))
    missing = [name for name in names if name not in file.schema_arrow.names]
    if missing:
        raise ValueError(f"{os.fspath(source)} has no column {missing[0]!r}; it has: {', '.join(file.schema_arrow.names)}")
    empty = _tasks.links_of(file.schema_arrow.empty_table(), text, keep, columns, engine)
    count = 0
    with pyarrow.parquet.ParquetWriter(partial, empty.schema, compression="zstd") as writer:
        for batch in file.iter_batches(BATCH, columns=names):
            found = _tasks.links_of(batch, text, keep, columns, engine)
            count += len(found)
            writer.write_table(found)
    os.replace(partial, to)
    return count


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="linkspan.parquet", description="Finds the links of a column of texts.")
    parser.add_argument("source", metavar="TEXTS.parquet")
    parser.add_argument("to", metavar="LINKS.parquet")
    parser.add_argument("--text", default="text", help="the column of the texts (default: %(default)s)")
    parser.add_argument("--keep", action="append", default=[], metavar="COLUMN", help="a column to repeat for each link")
    given = parser.parse_args(arguments)
    try:
        count = links(given.source, given.to, given.text, keep=given.keep)
    except (ImportError, OSError, ValueError) as error:
        sys.exit(f"linkspan.parquet: {error}")
    print(f"{count} links")
    return 0


if __name__ == "__main__":
    sys.exit(main())
