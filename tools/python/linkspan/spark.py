# SPDX-License-Identifier: Apache-2.0
"""Finds links in Spark: in the texts of a DataFrame, by Arrow, and in files, by the command on the executors.

    links(frame, text="body", keep=["id"])        a DataFrame with a row for each link
    scan("/data/mails", "/data/links", spark)     writes parts, and returns a Summary (linkspan.corpus)

    python3 -m linkspan.spark TEXTS.parquet LINKS.parquet --text body --keep id
    python3 -m linkspan.spark --files /data/mails --to /data/links

The wheel must be installed on each worker. For scan(), files and folder must have the same paths everywhere. A task
whose executor was killed is done again by another one; parts that are finished are not written again.

Guarded by tests/python/test_spark.py.
"""

from __future__ import annotations

import argparse
import functools
import sys
from typing import Any, Optional, Sequence

from . import _tasks, corpus
from ._columns import TEXTS
from ._engine import Engine
from ._tasks import COLUMNS, NAMES
from .corpus import CommandFailed, Paths, Summary

__all__ = ["links", "scan"]

TASKS_PER_CORE = 8  # so that the executors end at about the same time


def links(frame: Any, text: str = "text", *, keep: Sequence[str] = (), columns: Sequence[str] = COLUMNS,
          engine: Optional[Engine] = None) -> Any:
    """The links of a column of texts: the columns `keep` of their rows, then those of find_columns(), by mapInArrow."""
    from pyspark.sql.types import LongType, StringType, StructField, StructType

    _tasks.check_columns(columns, keep)
    found = [StructField(name, StringType() if name in TEXTS or name in NAMES else LongType()) for name in columns]
    schema = StructType([*(frame.schema[name] for name in keep), *found])
    function = functools.partial(_tasks.links_of_batches, text=text, keep=tuple(keep), columns=tuple(columns), engine=engine)
    return frame.select(*dict.fromkeys([text, *keep])).mapInArrow(function, schema)


def scan(paths: Paths, folder: str, spark: Any = None, *, tasks: Optional[int] = None, engine: Optional[Engine] = None,
         options: Sequence[str] = ()) -> Summary:
    """Writes the links of files into parts in a folder, in many tasks on the executors of `spark` (default: the
    active session). The same call continues a run that was interrupted. Raises CommandFailed if a task failed."""
    from py4j.protocol import Py4JJavaError
    from pyspark.sql import SparkSession

    work = _tasks.work_of(paths, folder, engine, options)
    context = (spark or SparkSession.builder.getOrCreate()).sparkContext
    count = tasks or TASKS_PER_CORE * context.defaultParallelism
    try:
        context.parallelize(range(count), count).foreach(functools.partial(_tasks.attempt, count=count, work=work))
    except Py4JJavaError as error:
        lines = [line for line in str(error.java_exception).splitlines() if "TaskFailed: " in line]
        raise CommandFailed(lines[0].partition("TaskFailed: ")[2] if lines else str(error)) from None
    return corpus.summary(folder)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command. Returns 1 if a file could not be read or a part could not be written."""
    parser = argparse.ArgumentParser(prog="linkspan.spark", description="Finds the links of texts or files with Spark.")
    parser.add_argument("tables", nargs="*", metavar="PARQUET", help="texts and, for the links, another one")
    parser.add_argument("--text", default="text", help="the column of the texts (default: %(default)s)")
    parser.add_argument("--keep", action="append", default=[], metavar="COLUMN", help="a column of the texts to repeat for each link")
    parser.add_argument("--files", nargs="+", metavar="PATH", help="files and folders, in place of a table")
    parser.add_argument("--to", metavar="DIR", help="the folder for the links of --files")
    parser.add_argument("--master", help="of Spark (default: that of spark-submit, else local[*])")
    given = parser.parse_args(arguments)
    if bool(given.files) != bool(given.to) or len(given.tables) != (0 if given.files else 2):
        parser.error("give two tables, or --files and --to")
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.appName("linkspan")
    spark = (builder.master(given.master) if given.master else builder).getOrCreate()
    if not given.files:
        links(spark.read.parquet(given.tables[0]), given.text, keep=given.keep).write.parquet(given.tables[1])
        return 0
    try:
        summary = scan(given.files, given.to, spark)
    except CommandFailed as error:
        sys.exit(f"linkspan.spark: {error}\nthe same command continues with what is left")
    corpus.print_summary(summary)
    return 1 if summary.errors or summary.parts_finished < summary.parts else 0


if __name__ == "__main__":
    sys.exit(main())
