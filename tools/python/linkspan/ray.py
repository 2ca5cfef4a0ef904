# SPDX-License-Identifier: Apache-2.0
"""Finds links in Ray: in the texts of a Dataset, by Arrow, and in files, by the command in remote tasks.

    links(dataset, text="body", keep=["id"])      a Dataset with a row for each link
    scan("/data/mails", "/data/links")            writes parts, and returns a Summary (linkspan.corpus)

The wheel must be installed on each node. For scan(), files and folder must have the same paths everywhere.

Guarded by tests/python/test_ray.py.
"""

from __future__ import annotations

import functools
from typing import Any, Optional, Sequence

from . import _tasks, corpus
from ._engine import Engine
from ._tasks import COLUMNS
from .corpus import CommandFailed, Paths, Summary

__all__ = ["links", "scan"]

TASKS_PER_CPU = 8


def links(dataset: Any, text: str = "text", *, keep: Sequence[str] = (), columns: Sequence[str] = COLUMNS,
          engine: Optional[Engine] = None, **options: Any) -> Any:
    """The links of a column of texts: the columns `keep` of their rows, then those of find_columns(). `options` are
    those of map_batches()."""
    _tasks.check_columns(columns, keep)
    function = functools.partial(_tasks.links_of, text=text, keep=tuple(keep), columns=tuple(columns), engine=engine)
    return dataset.map_batches(function, batch_format="pyarrow", **options)


def scan(paths: Paths, folder: str, *, tasks: Optional[int] = None, engine: Optional[Engine] = None,
         options: Sequence[str] = ()) -> Summary:
    """Writes the links of files into parts in a folder, in many tasks on the cluster. The same call continues a run
    that was interrupted. Raises CommandFailed if a task failed, after the others."""
    import ray

    work = _tasks.work_of(paths, folder, engine, options)
    count = tasks or TASKS_PER_CPU * max(1, int(ray.cluster_resources().get("CPU", 1)))
    remote = ray.remote(max_retries=3)(_tasks.attempt)
    failures = []
    for future in [remote.remote(task, count, work) for task in range(count)]:
        try:
            ray.get(future)
        except ray.exceptions.RayTaskError as error:
            failures.append(str(error.cause))
        except ray.exceptions.RayError as error:
            failures.append(f"{type(error).__name__}: {error}")
    if failures:
        raise CommandFailed("\n".join(sorted(set(failures))))
    return corpus.summary(folder)
