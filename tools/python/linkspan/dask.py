# SPDX-License-Identifier: Apache-2.0
"""Finds links in Bags, DataFrames and files, on one machine or on a Dask cluster.

    links(bag)                             a Bag of dicts, one for each link
    links(frame, text="body")              a DataFrame with the index of the texts
    links("mails/*.mbox")                  a Bag of dicts; the files are read when it is computed
    links("mails/*.mbox", to="links/")     writes files, and returns a Summary at the end

    linkspan-dask scan mails/ --to links/ --local 4
    linkspan-dask scan mails/ --to links/ --scheduler tcp://10.0.0.1:8786

linkspan.corpus describes the output, and what happens if a process is killed or a disk is full. With `to`,
the files and the folder must have the same paths on all machines. A worker should have one thread
(`dask worker --nworkers 8 --nthreads 1`).

Guarded by tests/python/test_dask_collections.py and test_dask_cluster.py.
"""

from __future__ import annotations

import argparse
import asyncio
import concurrent.futures
import itertools
import logging
import os
import queue
import sys
import time
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple

import dask.bag as dask_bag
import dask.dataframe as dask_frame

from . import corpus, default_engine
from ._engine import Engine
from ._parts import PART_BYTES, Part, files_of, parts_of
from ._records import BadInput, record_of, records_of
from .corpus import Plan, Summary

__all__ = ["ClusterLost", "links", "scan"]

WAIT = 60  # seconds
COLUMNS = ("start", "end", "kind", "form", "host", "text", "uri")


def links(source: Any, *, text: Optional[str] = None, keep: Sequence[str] = (), to: Optional[str] = None,
          client: Any = None, engine: Optional[Engine] = None, part_bytes: int = PART_BYTES, **options: Any) -> Any:
    """The links of a Bag, a DataFrame or files. The type of the result depends on `source`.

    A Bag contains str, or dicts with the text at the key `text`. Its links are dicts with start, end, kind, form,
    text, host, uri, and the keys in `keep` of the dict with the text. For a DataFrame, `text` is the name of a
    column. For files, the records are those of linkspan.corpus. With `to`, scan() writes them there, and `options`
    are those of corpus.plan(). Without `to`, a file that cannot be read raises an error.
    """
    engine = engine or default_engine()
    if isinstance(source, dask_bag.Bag):
        return source.map_partitions(_links_of_texts, engine=engine, text=text, keep=tuple(keep))
    if isinstance(source, dask_frame.DataFrame):
        if text is None:
            raise TypeError("text must be the name of the column of a DataFrame")
        meta = _links_of_frame(source._meta.iloc[:0].astype({text: object}), engine, text)
        return source.map_partitions(_links_of_frame, engine, text, meta=meta)
    if to is not None:
        return scan(corpus.plan(source, to, engine, part_bytes=part_bytes, **options), client)
    parts = list(parts_of(files_of(source), part_bytes, max_link_bytes=engine._options["max_link_bytes"]))
    if not parts:
        raise ValueError(f"no file is named by {source!r}")
    return dask_bag.from_sequence(parts, npartitions=len(parts)).map_partitions(_links_of_parts, engine=engine, base=os.getcwd())


def _links_of_texts(texts: Iterable[Any], engine: Engine, text: Optional[str], keep: Sequence[str]) -> List[Dict[str, Any]]:
    found = []
    for each in texts:
        kept = {name: each[name] for name in keep}
        found += [{**kept, **record_of(link)} for link in engine.find(each if text is None else each[text])]
    return found


def _links_of_frame(frame: Any, engine: Engine, text: str) -> Any:
    import linkspan.pandas  # adds `.linkspan`

    found = frame[text].astype(object).linkspan.links(engine, COLUMNS)
    return found.astype({"kind": object, "form": object})  # the same type in every partition


def _links_of_parts(parts: Iterable[Part], engine: Engine, base: str) -> List[Dict[str, Any]]:
    return [record for part in parts for piece in part.pieces for record in records_of(piece, engine, base=base)]


# ---- Files ----

class ClusterLost(Exception):
    """The connection to the cluster was lost and not restored in time. Finished parts remain."""


def scan(plan: Plan, client: Any = None, progress: bool = False, wait: float = WAIT) -> Summary:
    """Searches the unfinished parts of a plan on the cluster of `client` (default: the current client), and writes
    the manifest. A part that fails is listed in the errors of the Summary; the other parts continue.

    If a scheduler was killed, its parts are submitted to the scheduler that replaces it. Raises ClusterLost if
    there is none before the timeout of `client`, or no worker for `wait` seconds.
    """
    from distributed import default_client

    meter = _Progress(sum(part.size for part in plan.parts), progress)
    left = corpus.unfinished(plan)
    meter.begin(meter.total - sum(part.size for part in left))
    errors: List[Dict[str, str]] = []
    for part, failure in _Tasks(plan, client or default_client(), wait, meter.say).results(left):
        meter.add(part.size)
        if failure is not None:
            errors += [{"source": piece.path, "error": failure} for piece in part.pieces]
    summary = corpus.summarize(plan, errors)
    if progress:
        corpus.print_summary(summary, meter.seconds(), meter.done - meter.before)
    return summary


class _Tasks:
    """The parts that were submitted to the scheduler: only some at a time.

    If the scheduler ends, the client cancels its futures and connects again to the same address. So the part of
    a cancelled future is submitted again when the client is connected.
    """

    def __init__(self, plan: Plan, client: Any, wait: float, say: Callable[[str], None]) -> None:
        self.folder, self.base = os.path.abspath(plan.folder), os.getcwd()  # workers may have another current folder
        self.engine, self.field = plan.engine(), plan.options["field"]
        self.client, self.wait, self.say = client, wait, say
        self.at_work: Dict[str, Tuple[Any, Part]] = {}  # Dask cancels a future without references
        self.ended: queue.Queue[Any] = queue.Queue()

    def results(self, parts: Sequence[Part]) -> Iterator[Tuple[Part, Optional[str]]]:
        """Each part when it ends, with the reason if it failed, or None."""
        waiting = iter(parts)
        for part in itertools.islice(waiting, max(16, 4 * self._threads())):
            self._submit(part)
        while self.at_work:
            future = self._next()
            _, part = self.at_work.pop(future.key)
            try:
                yield part, _failure_of(future)
            except _Cancelled:
                self._submit(part)
                continue
            for part in itertools.islice(waiting, 1):
                self._submit(part)

    def _submit(self, part: Part) -> None:
        self._wait_for_scheduler()
        future = self.client.submit(_attempt, part, self.folder, self.base, self.engine, self.field, pure=False)
        self.at_work[future.key] = future, part
        future.add_done_callback(self.ended.put)

    def _wait_for_scheduler(self) -> None:
        if self.client.status == "connecting":
            self.say("the scheduler is gone; waiting for another at the same address")
            while self.client.status == "connecting":
                time.sleep(0.1)
            if self.client.status == "running":
                self.say(f"connected again; {len(self.at_work) + 1} parts are submitted again")
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


class PartFailed(Exception):
    """A part failed. The reason is text, as not every exception can be sent between processes."""


class _Cancelled(Exception):
    """It is not known whether a part is finished, as its scheduler or worker has ended."""


def _failure_of(future: Any) -> Optional[str]:
    # The status and the exception of a task are known here. Its result is not: fetching it from the worker could fail
    # if the scheduler ends. The status is read only once, as the future may be cancelled at any time.
    status = future.status
    if status == "finished":
        return None
    error = future.exception() if status == "error" else None
    if error is None:
        raise _Cancelled
    # Other exceptions are Dask's: the workers of the part died repeatedly.
    return str(error) if isinstance(error, PartFailed) else f"{type(error).__name__}: {error}"


def _attempt(part: Part, folder: str, base: str, engine: Engine, field: str) -> None:
    try:
        if not corpus.is_finished(part, folder):  # a worker that lost its scheduler may have finished it
            corpus.scan_part(part, folder, engine, field, base)
    except Exception as error:
        raise PartFailed(f"{type(error).__name__}: {error}") from None


class _Progress:
    """Prints progress to standard error, at most every two seconds."""

    def __init__(self, total: int, is_shown: bool) -> None:
        self.total, self.is_shown = total, is_shown
        self.done = self.before = 0
        self.began = self.shown = time.monotonic()

    def begin(self, before: int) -> None:
        self.done = self.before = before
        if before:
            self.say(f"{before} bytes are finished")

    def say(self, sentence: str) -> None:
        if self.is_shown:
            print(sentence, file=sys.stderr, flush=True)

    def seconds(self) -> float:
        return time.monotonic() - self.began

    def add(self, size: int) -> None:
        self.done += size
        now = time.monotonic()
        if self.is_shown and now - self.shown >= 2:
            self.shown = now
            rate = (self.done - self.before) / self.seconds()
            left = (self.total - self.done) / rate if rate else 0
            self.say(f"{self.done / 1e9:.2f} of {self.total / 1e9:.2f} GB, {rate / 1e6:.0f} MB/s, {left:.0f} s left")


# ---- The command ----

def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command. Returns 1 if a file could not be read, a part could not be written, or the cluster was lost."""
    parser = argparse.ArgumentParser(prog="linkspan-dask", description="Finds the links of a large corpus with Dask.")
    scan_parser = parser.add_subparsers(dest="verb", required=True).add_parser("scan")
    corpus.add_plan_options(scan_parser)
    where = scan_parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler of a cluster: tcp://host:8786, or file:///… for a scheduler file")
    where.add_argument("--local", type=int, metavar="N", help="use N processes on this machine")
    scan_parser.add_argument("--wait", type=float, default=WAIT, metavar="SECONDS",
                             help="how long to wait if there is no scheduler or worker (default: %(default)g)")
    options = parser.parse_args(arguments)
    try:
        plan = corpus.plan_of(options)
    except (OSError, ValueError) as error:
        sys.exit(f"linkspan-dask: {error}")
    try:
        with _client(options) as client:
            summary = scan(plan, client, progress=True, wait=options.wait)
    except (ClusterLost, OSError) as error:
        left = len(corpus.unfinished(plan))
        sys.exit(f"linkspan-dask: {error}\n{left} of {len(plan.parts)} parts are left; the same command continues with these")
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
