# SPDX-License-Identifier: Apache-2.0
"""Finds the links of a column of texts in Parquet files, and writes them to one.

    python3 -m linkspan.parquet texts.parquet links.parquet --text body --keep id

    links("texts.parquet", "links.parquet", "body", keep=["id"])    the same; returns the number of links

The command reads and writes Parquet by two pipes:

    linkspan scan --from parquet --text-field body texts.parquet     python3 -m linkspan.parquet --read id --text body < texts.parquet
    linkspan scan --to parquet --output links mails/                 python3 -m linkspan.parquet --write TYPES < records > part

The command states the types of the columns, as it writes the records.

Batch by batch with pyarrow, and a batch has about as many bytes as another, so that a file may be larger than the memory. A
row is written or its number is in a message.

Guarded by tests/python/test_parquet_files.py.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from typing import Any, BinaryIO, Iterator, Optional, Sequence, Union

from . import _tasks
from ._engine import Engine
from ._tasks import COLUMNS

__all__ = ["links"]

BLOCK = 8 << 20  # bytes of a batch, or of lines
ROWS = 1024  # of a batch: where few of the rows of a group have nearly all of its bytes, batches are longer than BLOCK


def _batches(file: Any, columns: Sequence[str]) -> Iterator[Any]:
    """RecordBatches of about BLOCK bytes with all rows of a ParquetFile, in their order."""
    read = 0
    try:
        for number in range(file.num_row_groups):
            group = file.metadata.row_group(number)
            parts = [group.column(i) for i in range(group.num_columns)]
            size = sum(part.total_uncompressed_size for part in parts if f"{part.path_in_schema}.".startswith(tuple(f"{name}." for name in columns)))
            for batch in file.iter_batches(max(1, min(ROWS, group.num_rows * BLOCK // max(size, 1))), [number], columns):
                yield batch
                read += len(batch)
        if read != file.metadata.num_rows:
            raise ValueError("there are no more")
    except Exception as error:
        raise ValueError(f"the rows from {read} to {file.metadata.num_rows - 1} were not read: {error}") from error


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
        for batch in _batches(file, names):
            found = _tasks.links_of(batch, text, keep, columns, engine)
            count += len(found)
            writer.write_table(found)
    os.replace(partial, to)
    return count


def write_texts(source: BinaryIO, to: BinaryIO, text: str = "text", key: Optional[str] = None) -> None:
    """Writes a line {key: …, text: "…"} for each row of a Parquet file, as `linkspan scan --from jsonl` reads them. With
    no column `key`, the value is the number of the row, from 0. A text that is null is empty."""
    import pyarrow
    import pyarrow.parquet

    file = pyarrow.parquet.ParquetFile(source)
    names = file.schema_arrow.names
    if text not in names:
        raise ValueError(f"there is no column {text!r}; there are: {', '.join(names)}")
    of_keys = key if key in names else None
    if key not in (None, "id") and of_keys is None:
        raise ValueError(f"there is no column {key!r}; there are: {', '.join(names)}")
    row = 0
    for batch in _batches(file, [text] if of_keys is None else [text, of_keys]):
        texts = batch.column(text).cast(pyarrow.large_string()).to_pylist()
        keys = range(row, row + len(texts)) if of_keys is None else batch.column(of_keys).to_pylist()
        row += len(texts)
        for each, value in zip(keys, texts):
            line = json.dumps({key or "id": each, text: value or ""}, ensure_ascii=False, default=str)
            to.write(f"{line}\n".encode("utf-8", "replace"))


def _type(written: Any) -> Any:
    """The type in Arrow of a type as the command writes it: a word, [type] for a list, {"name": type} for an object."""
    import pyarrow

    if isinstance(written, dict):
        return pyarrow.struct([(name, _type(each)) for name, each in written.items()])
    if isinstance(written, list):
        return pyarrow.list_(_type(written[0]))
    return {"text": pyarrow.string(), "number": pyarrow.int64(), "truth": pyarrow.bool_()}[written]


def write_links(lines: BinaryIO, to: BinaryIO, types: Any) -> int:
    """Makes a Parquet file of links in JSON lines. `types` has the type of each column, whether a link has it or not:
    {"uri": "text", "start": "number"}, as _type() reads it. Returns the number of links."""
    import pyarrow
    import pyarrow.parquet

    schema, count = pyarrow.schema([(name, _type(written)) for name, written in types.items()]), 0
    with pyarrow.parquet.ParquetWriter(to, schema, compression="zstd") as writer:
        while True:
            rows = [json.loads(line) for line in lines.readlines(BLOCK)]
            if not rows:
                return count
            count += len(rows)
            writer.write_table(pyarrow.Table.from_pylist(rows, schema=schema))


def main(arguments: Optional[Sequence[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="linkspan.parquet", description="Finds the links of a column of texts.")
    parser.add_argument("source", metavar="TEXTS.parquet", nargs="?")
    parser.add_argument("to", metavar="LINKS.parquet", nargs="?")
    parser.add_argument("--text", default="text", help="the column of the texts (default: %(default)s)")
    parser.add_argument("--keep", action="append", default=[], metavar="COLUMN", help="a column to repeat for each link")
    pipe = parser.add_argument_group("for linkspan scan").add_mutually_exclusive_group()
    pipe.add_argument("--read", metavar="ID", help="write the texts of standard input as JSON lines, with the column ID, if there is one")
    pipe.add_argument("--write", metavar="TYPES", help="make a Parquet file of links in JSON lines")
    given = parser.parse_args(arguments)
    if (given.to is None) == (given.read is None and given.write is None):
        parser.error("name two files, for the texts and for their links")
    try:
        if given.read is not None:
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # the command may have read enough
            write_texts(sys.stdin.buffer, sys.stdout.buffer, given.text, given.read)
        elif given.write is not None:
            write_links(sys.stdin.buffer, sys.stdout.buffer, json.loads(given.write))
        else:
            print(f"{links(given.source, given.to, given.text, keep=given.keep)} links")
    except Exception as error:  # those of pyarrow have no class in common with others
        sys.exit(f"linkspan.parquet: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
