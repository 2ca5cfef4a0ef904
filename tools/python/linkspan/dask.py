# SPDX-License-Identifier: Apache-2.0
"""The links of Bags, DataFrames and files, on one machine or on a cluster of Dask.

    links(bag)                             a Bag of dicts, one for each link
    links(frame, text="body")              a DataFrame with the index of the texts
    links("mails/*.mbox")                  a Bag of dicts, read when it is computed
    links("mails/*.mbox", to="links/")     files; returns a Summary when all is done

    linkspan-dask scan mails/ --to links/ --local 4
    linkspan-dask scan mails/ --to links/ --scheduler tcp://10.0.0.1:8786

linkspan.corpus says what is written, and what happens when a process is killed or a disk is full. With
`to`, all machines need the files and the folder under the same names. A worker should have one thread
(`dask worker --nworkers 8 --nthreads 1`).

Guarded by tests/python/test_dask_collections.py and test_dask_cluster.py.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence

import dask.bag as dask_bag
import dask.dataframe as dask_frame

from . import corpus, default_engine
from ._engine import Engine
from ._parts import PART_BYTES, Part, files_of, parts_of
from ._records import BadInput, record_of, records_of
from .corpus import Plan, Summary

__all__ = ["links", "scan"]

COLUMNS = ("start", "end", "kind", "form", "host", "text", "uri")


def links(source: Any, *, text: Optional[str] = None, keep: Sequence[str] = (), to: Optional[str] = None,
          client: Any = None, engine: Optional[Engine] = None, part_bytes: int = PART_BYTES, **options: Any) -> Any:
    """The links of a Bag, a DataFrame or files; which of them decides what is returned.

    A Bag has str, or dicts of which `text` is the key of the text; each link is a dict with start, end, kind,
    form, text, host, uri and those keys of its text that `keep` names. `text` is the column of a DataFrame. Of
    files, records are those of linkspan.corpus; with `to`, scan() writes them there, and `options` are its.
    A file that cannot be read raises an error where there is no `to`.
    """
    if to is not None and engine is not None:
        raise TypeError("with to=…, the plan has the options: profile=… and not engine=…")
    engine = engine or default_engine()
    if isinstance(source, dask_bag.Bag):
        return source.map_partitions(_links_of_texts, engine=engine, text=text, keep=tuple(keep))
    if isinstance(source, dask_frame.DataFrame):
        if text is None:
            raise TypeError("text must be the name of the column of a DataFrame")
        meta = _links_of_frame(source._meta.iloc[:0].astype({text: object}), engine, text)
        return source.map_partitions(_links_of_frame, engine, text, meta=meta)
    if to is not None:
        return scan(corpus.plan(source, to, part_bytes=part_bytes, **options), client)
    parts = list(parts_of(files_of(source), part_bytes, max_link_bytes=engine._options["max_link_bytes"]))
    if not parts:
        raise ValueError(f"no file is named by {source!r}")
    return dask_bag.from_sequence(parts, npartitions=len(parts)).map_partitions(_links_of_parts, engine=engine)


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


def _links_of_parts(parts: Iterable[Part], engine: Engine) -> List[Dict[str, Any]]:
    return [record for part in parts for piece in part.pieces for record in records_of(piece, engine)]


# ---- Files ----

def scan(plan: Plan, client: Any = None, progress: bool = False) -> Summary:
    """Searches the parts of a plan that are not finished, on the cluster of `client` (by default the current
    one), and writes the manifest. A part that fails is among the errors of the Summary; the rest goes on."""
    from distributed import default_client

    meter = _Progress(sum(part.size for part in plan.parts), progress)
    left = corpus.unfinished(plan)
    meter.begin(meter.total - sum(part.size for part in left))
    errors: List[Dict[str, str]] = []
    for part, failure in _results(plan, left, client or default_client()):
        meter.add(part.size)
        if failure is not None:
            errors += [{"source": piece.path, "error": failure} for piece in part.pieces]
    summary = corpus.summarize(plan, errors)
    if progress:
        corpus.print_summary(summary, meter.seconds(), meter.done - meter.before)
    return summary


def _results(plan: Plan, parts: Sequence[Part], client: Any) -> Iterator[Any]:
    """Each part with why it failed, or None, as it ends. Only some are with the scheduler at a time."""
    from distributed import as_completed

    engine, field = plan.engine(), plan.options["field"]
    waiting = iter(parts)
    at_work: Dict[str, Part] = {}

    def submit(part: Part) -> Any:
        future = client.submit(_attempt, part, plan.folder, engine, field, pure=False)
        at_work[future.key] = part
        return future

    threads = sum(client.nthreads().values())
    ended = as_completed([submit(part) for part in itertools.islice(waiting, max(16, 4 * threads))])
    for future in ended:
        error = future.exception()  # that of Dask: a part whose workers died again and again
        failure = future.result() if error is None else f"{type(error).__name__}: {error}"
        yield at_work.pop(future.key), failure
        for part in itertools.islice(waiting, 1):
            ended.add(submit(part))


def _attempt(part: Part, folder: str, engine: Engine, field: str) -> Optional[str]:
    """Why a part failed. As text, as not every exception can be sent from one process to another."""
    try:
        corpus.scan_part(part, folder, engine, field)
        return None
    except Exception as error:
        return f"{type(error).__name__}: {error}"


class _Progress:
    """A line on standard error, at most every two seconds."""

    def __init__(self, total: int, is_shown: bool) -> None:
        self.total, self.is_shown = total, is_shown
        self.done = self.before = 0
        self.began = self.shown = time.monotonic()

    def begin(self, before: int) -> None:
        self.done = self.before = before
        if before and self.is_shown:
            print(f"{before} bytes are finished", file=sys.stderr)

    def seconds(self) -> float:
        return time.monotonic() - self.began

    def add(self, size: int) -> None:
        self.done += size
        now = time.monotonic()
        if self.is_shown and now - self.shown >= 2:
            self.shown = now
            rate = (self.done - self.before) / self.seconds()
            left = (self.total - self.done) / rate if rate else 0
            print(f"{self.done / 1e9:.2f} of {self.total / 1e9:.2f} GB, {rate / 1e6:.0f} MB/s, {left:.0f} s left",
                  file=sys.stderr, flush=True)


# ---- The command ----

def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command. Returns 1 where a file could not be read or a part not be written."""
    parser = argparse.ArgumentParser(prog="linkspan-dask", description="Finds the links of a large corpus with Dask.")
    scan_parser = parser.add_subparsers(dest="verb", required=True).add_parser("scan")
    corpus.add_plan_options(scan_parser)
    where = scan_parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="of a cluster: tcp://host:8786, or a file:///… of it")
    where.add_argument("--local", type=int, metavar="N", help="in N processes of this machine")
    options = parser.parse_args(arguments)
    try:
        plan = corpus.plan_of(options)
    except (OSError, ValueError) as error:
        sys.exit(f"linkspan-dask: {error}")
    with _client(options) as client:
        summary = scan(plan, client, progress=True)
    return 1 if summary.errors or summary.parts_finished < summary.parts else 0


def _client(options: argparse.Namespace) -> Any:
    from distributed import Client

    if options.scheduler is None:
        return Client(n_workers=options.local, threads_per_worker=1, dashboard_address=None)
    if options.scheduler.startswith("file://"):
        return Client(scheduler_file=options.scheduler[len("file://"):])
    return Client(options.scheduler)


if __name__ == "__main__":
    sys.exit(main())
