# SPDX-License-Identifier: Apache-2.0
"""Finds links in Bags, DataFrames and files, on one machine or on a Dask cluster.

    links(bag)                             a Bag of dicts, one for each link
    links(frame, text="body")              a DataFrame with the index of the texts
    links("mails/*.mbox")                  a Bag of dicts; the files are read when it is computed
    links("mails/*.mbox", to="links/")     writes files, and returns a Summary at the end

    linkspan-dask mails/ --to links/ --local 4
    linkspan-dask mails/ --to links/ --scheduler tcp://10.0.0.1:8786 -- --from jsonl --compress zstd

Files are read by the command, `linkspan scan --output DIR --task I --of N` for each of N tasks: linkspan.corpus
describes it. With `to`, the files and the folder must have the same paths on all machines. A worker should have
one thread (`dask worker --nworkers 8 --nthreads 1`).

Guarded by tests/python/test_dask_collections.py and test_dask_cluster.py.
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import logging
import os
import queue
import sys
import time
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

import dask.bag as dask_bag
import dask.dataframe as dask_frame

from . import _tasks, corpus, default_engine
from ._engine import Engine
from ._tasks import COLUMNS
from .corpus import CommandFailed, Paths, Summary, record_of

__all__ = ["ClusterLost", "links", "scan"]

WAIT = 60  # seconds
TASKS_PER_THREAD = 8  # so that the machines end at about the same time


def links(source: Any, *, text: Optional[str] = None, keep: Sequence[str] = (), fields: Optional[Sequence[str]] = None,
          to: Optional[str] = None, client: Any = None, engine: Optional[Engine] = None, options: Sequence[str] = ()) -> Any:
    """The links of a Bag, a DataFrame or files. The type of the result depends on `source`.

    A Bag contains str, or dicts with the text at the key `text`. Its links are dicts with the keys of the command, or
    with those in `fields`, after the keys in `keep` of the dict with the text. For a DataFrame, `text` is the name of a
    column. For files, the links are those of corpus.links(); with `to`, scan() writes them there. `options` are more
    options of the command. Without `to`, a file that cannot be read raises an error.
    """
    engine = engine or default_engine()
    if isinstance(source, dask_bag.Bag):
        return source.map_partitions(_links_of_texts, engine=engine, text=text, keep=tuple(keep), fields=fields)
    if isinstance(source, dask_frame.DataFrame):
        if text is None:
            raise TypeError("text must be the name of the column of a DataFrame")
        meta = _links_of_frame(source._meta.iloc[:0].astype({text: object}), engine, text)
        return source.map_partitions(_links_of_frame, engine, text, meta=meta)
    if to is not None:
        return scan(source, to, client, engine=engine, options=options)
    local, remote = corpus._split(source)
    names = [*(os.path.abspath(name) for name in local), *remote]
    return dask_bag.from_sequence(names, npartitions=len(names)).map_partitions(_links_of_files, engine=engine, options=tuple(options))


def _links_of_texts(texts: Iterable[Any], engine: Engine, text: Optional[str], keep: Sequence[str],
                    fields: Optional[Sequence[str]]) -> List[Dict[str, Any]]:
    found = []
    for each in texts:
        kept = {name: each[name] for name in keep}
        found += [{**kept, **record_of(link, fields)} for link in engine.find(each if text is None else each[text])]
    return found


def _links_of_frame(frame: Any, engine: Engine, text: str) -> Any:
    import linkspan.pandas  # adds `.linkspan`

    found = frame[text].astype(object).linkspan.links(engine, COLUMNS)
    return found.astype({"kind": object, "form": object})  # the same type in every partition


def _links_of_files(names: Iterable[str], engine: Engine, options: Sequence[str]) -> List[Dict[str, Any]]:
    return list(corpus.links(list(names), engine, options))


# ---- Files ----

class ClusterLost(Exception):
    """The connection to the cluster was lost and not restored in time. Finished parts remain."""


def scan(paths: Paths, folder: str, client: Any = None, *, engine: Optional[Engine] = None, options: Sequence[str] = (),
         tasks: Optional[int] = None, progress: bool = False, wait: float = WAIT) -> Summary:
    """Writes the links into parts in a folder, by corpus.scan() in many tasks on the cluster of `client` (default: the
    current client). The same call continues a run that was interrupted. Raises CommandFailed if a task failed; the
    others are finished before.

    If a scheduler was killed, its tasks are submitted to the scheduler that replaces it. Raises ClusterLost if
    there is none before the timeout of `client`, or no worker for `wait` seconds.
    """
    from distributed import default_client

    client = client or default_client()
    work = _tasks.work_of(paths, folder, engine, options)
    several = _Tasks(work, client, wait, (lambda text: print(text, file=sys.stderr, flush=True)) if progress else (lambda text: None))
    count = tasks or TASKS_PER_THREAD * max(1, several._threads())
    failures = [failure for _, failure in several.results(count) if failure is not None]
    if failures:
        raise CommandFailed("\n".join(sorted(set(failures))))
    return corpus.summary(folder)


class _Tasks:
    """The tasks that were submitted to the scheduler.

    If the scheduler ends, the client cancels its futures and connects again to the same address. So the task of
    a cancelled future is submitted again when the client is connected.
    """

    def __init__(self, work: _tasks.Work, client: Any, wait: float, say: Callable[[str], None]) -> None:
        self.work, self.client, self.wait, self.say = work, client, wait, say
        self.count = 0
        self.at_work: Dict[str, Tuple[Any, int]] = {}  # Dask cancels a future without references
        self.ended: queue.Queue[Any] = queue.Queue()

    def results(self, count: int) -> Iterator[Tuple[int, Optional[str]]]:
        """Each task when it ends, with the reason if it failed, or None."""
        self.count = count
        for task in range(count):
            self._submit(task)
        done = 0
        while self.at_work:
            future = self._next()
            _, task = self.at_work.pop(future.key)
            try:
                yield task, _failure_of(future)
            except _Cancelled:
                self._submit(task)
                continue
            done += 1
            self.say(f"{done} of {count} tasks are done")

    def _submit(self, task: int) -> None:
        self._wait_for_scheduler()
        future = self.client.submit(_tasks.attempt, task, self.count, self.work, pure=False)
        self.at_work[future.key] = future, task
        future.add_done_callback(self.ended.put)

    def _wait_for_scheduler(self) -> None:
        if self.client.status == "connecting":
            self.say("the scheduler is gone; waiting for another at the same address")
            while self.client.status == "connecting":
                time.sleep(0.1)
            if self.client.status == "running":
                self.say(f"connected again; {len(self.at_work) + 1} tasks are submitted again")
        if self.client.status != "running":
            raise ClusterLost("the scheduler is gone")

    def _next(self) -> Any:
        """The next future that has ended. Raises ClusterLost if there was no worker for too long."""
        last_seen = time.monotonic()
        while True:
            try:
                return self.ended.get(timeout=2)
            except queue.Empty:
                now = time.monotonic()
                if self._threads() or self.client.status == "connecting":
                    last_seen = now
                elif now - last_seen > self.wait:
                    raise ClusterLost(f"the scheduler has had no worker for {self.wait:g} s") from None

    def _threads(self) -> int:
        try:
            return sum(self.client.nthreads().values())
        except _SCHEDULER_GONE:  # the client will connect again, or close
            return 0


_SCHEDULER_GONE = (OSError, asyncio.CancelledError, concurrent.futures.CancelledError)  # depends on the version of Dask


class _Cancelled(Exception):
    """It is not known whether a task is finished, as its scheduler or worker has ended."""


def _failure_of(future: Any) -> Optional[str]:
    # The status and the exception of a task are known here. Its result is not: fetching it from the worker could fail
    # if the scheduler ends. The status is read only once, as the future may be cancelled at any time.
    status = future.status
    if status == "finished":
        return None
    error = future.exception() if status == "error" else None
    if error is None:
        raise _Cancelled
    # Other exceptions are Dask's: the workers of the task died repeatedly.
    return str(error) if isinstance(error, _tasks.TaskFailed) else f"{type(error).__name__}: {error}"


# ---- The command ----

def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command. Returns 1 if a file could not be read, a part could not be written, or the cluster was lost."""
    parser = argparse.ArgumentParser(prog="linkspan-dask", description="Finds the links of a large corpus with Dask.",
                                     epilog="Options after -- are those of linkspan scan.")
    parser.add_argument("paths", nargs="+", help="files, folders, patterns or URLs")
    parser.add_argument("--to", required=True, metavar="DIR", help="the folder for the links")
    parser.add_argument("--tasks", type=int, metavar="N", help=f"how many tasks (default: {TASKS_PER_THREAD} for each thread)")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler of a cluster: tcp://host:8786, or file:///… for a scheduler file")
    where.add_argument("--local", type=int, metavar="N", help="use N processes on this machine")
    parser.add_argument("--wait", type=float, default=WAIT, metavar="SECONDS",
                        help="how long to wait if there is no scheduler or worker (default: %(default)g)")
    given = list(sys.argv[1:] if arguments is None else arguments)
    end = given.index("--") if "--" in given else len(given)
    options = parser.parse_args(given[:end])
    try:
        with _client(options) as client:
            summary = scan(options.paths, options.to, client, options=given[end + 1:], tasks=options.tasks, progress=True,
                           wait=options.wait)
    except (ClusterLost, CommandFailed, OSError) as error:
        sys.exit(f"linkspan-dask: {error}\nthe same command continues with what is left")
    corpus.print_summary(summary)
    return 1 if summary.errors or summary.parts_finished < summary.parts else 0


def _client(options: argparse.Namespace) -> Any:
    from distributed import Client

    # When a scheduler goes away, Dask logs the lost connection with its traceback; scan() reports it in a line.
    logging.getLogger("distributed.batched").setLevel(logging.WARNING)
    if options.scheduler is None:
        return Client(n_workers=options.local, threads_per_worker=1, dashboard_address=None)
    if options.scheduler.startswith("file://"):
        return Client(scheduler_file=options.scheduler[len("file://"):], timeout=options.wait)
    return Client(options.scheduler, timeout=options.wait)


if __name__ == "__main__":
    sys.exit(main())
