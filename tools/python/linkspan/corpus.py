# SPDX-License-Identifier: Apache-2.0
"""Finds the links of a large corpus part by part, so that many processes and machines can share the work.

    python3 -m linkspan.corpus plan mails/ crawl.jsonl --to links/    divides the files into parts
    python3 -m linkspan.corpus part --to links/ --task 0 --of 8       searches parts 0, 8, 16, …
    python3 -m linkspan.corpus summary --to links/                    writes the manifest and the summary

The folder then has

    plan.jsonl               the options, and the parts, one on each line
    links/part-000000.jsonl  the links of a part, one JSON object on each line, as described in _records.py
    done/part-000000.json    written when the part is finished: its counts, checksums and unreadable files
    manifest.jsonl           the contents of done/, one part on each line
    summary.json             files, bytes, links, checksum, errors, and the options

A part is written under another name, synced to disk and renamed, so that a process may be killed at any time.
A part that is finished without an error is not searched again. For an unreadable file no links are written;
the other files of its part are not affected. linkspan.dask does the same on a Dask cluster.

The checksum of a part is the sum of the 64-bit BLAKE2b hashes of its lines, modulo 2**64, and the checksum of
the corpus is the sum of these. It does not depend on the order of the links or on where files were cut.

Guarded by tests/python/test_corpus.py.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import socket
import sys
import time
from typing import Any, BinaryIO, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Union

from . import default_engine
from ._engine import Engine, Rule, parse_rules
from ._parts import PART_BYTES, Part, Paths, files_of, parts_of
from ._records import BadInput, lines_of

__all__ = ["Plan", "Summary", "checksum", "is_finished", "plan", "scan_part", "summarize", "unfinished"]

_MASK = 2**64 - 1


class Plan(NamedTuple):
    """The files to search, the options, and the folder for the links."""

    folder: str
    options: Dict[str, Any]  # sources, field, format, part_bytes, and the options of the Engine as "engine"
    parts: List[Part]

    def engine(self) -> Engine:
        """The Engine of the plan."""
        options = dict(self.options["engine"])
        options["rules"] = [Rule(*rule) for rule in options["rules"]]
        return Engine(**options)


class Summary(NamedTuple):
    """The result of a scan."""

    parts: int
    parts_finished: int
    files: int
    bytes: int
    links: int
    checksum: str  # 16 hexadecimal digits
    errors: List[Dict[str, str]]  # "source" and "error"


class OutputError(Exception):
    """A part cannot be written. The message gives the reason."""


def checksum(lines: Iterable[bytes]) -> str:
    """The checksum of lines of output, without their line feeds, in any order.

    >>> checksum([b"a", b"b"]) == checksum([b"b", b"a"])
    True
    """
    return f"{sum(map(_hash, lines)) & _MASK:016x}"


def _hash(line: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(line, digest_size=8).digest(), "big")


# ---- The plan ----

def plan(paths: Paths, folder: str, engine: Optional[Engine] = None, *, field: str = "text", format: Optional[str] = None,
         part_bytes: int = PART_BYTES) -> Plan:
    """Divides files into parts and writes the plan into `folder`, or reads the existing plan.

    `engine` has the options of the scan, which are stored in the plan. `format` is the format of all files,
    "text", "html", "jsonl", "mbox" or "mail"; by default it depends on their names. `field` is the key of the
    text in JSON lines. Raises ValueError if the existing plan has other paths or options, with the differences.
    """
    engine = engine or default_engine()
    sources = [paths] if isinstance(paths, (str, os.PathLike)) else list(paths)
    names = [os.fspath(path) for path in sources]
    options: Dict[str, Any] = {"sources": names, "field": field, "format": format, "part_bytes": part_bytes,
                               "engine": engine._options}
    options = json.loads(json.dumps(options))  # in the form in which they are read from a file
    if os.path.exists(os.path.join(folder, "plan.jsonl")):
        there = read_plan(folder)
        if there.options != options:
            raise ValueError(f"{folder} has the plan of another scan: {_difference(there.options, options)}")
        return there
    for name in ("links", "done"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    parts = list(parts_of(files_of(names), part_bytes, format, engine._options["max_link_bytes"]))
    lines = [options, *(part.to_json() for part in parts)]
    _write(os.path.join(folder, "plan.jsonl"), "".join(json.dumps(line) + "\n" for line in lines))
    return Plan(folder, options, parts)


def _difference(there: Dict[str, Any], here: Dict[str, Any]) -> str:
    """The options that differ, as text."""
    old, new = ({**options, **options.get("engine", {})} for options in (there, here))
    names = [name for name in {**old, **new} if name != "engine" and old.get(name) != new.get(name)]
    return ", ".join(f"{name} was {old.get(name)!r} and is {new.get(name)!r}" for name in names)


def read_plan(folder: str) -> Plan:
    """The plan in a folder."""
    with open(os.path.join(folder, "plan.jsonl"), encoding="utf-8") as file:
        options, *parts = map(json.loads, file)
    return Plan(folder, options, [Part.from_json(part) for part in parts])


def unfinished(plan: Plan) -> List[Part]:
    """The parts that are not finished or had an error, the largest first."""
    left = [part for part in plan.parts if not is_finished(part, plan.folder)]
    return sorted(left, key=lambda part: -part.size)


def is_finished(part: Part, folder: str) -> bool:
    """Whether the part is finished without an error."""
    return _result(folder, part).get("errors") == []


# ---- A part ----

def scan_part(part: Part, folder: str, engine: Engine, field: str = "text", base: str = "") -> Dict[str, Any]:
    """Writes the links of a part, and returns the contents of done/part-….json. Raises OutputError.

    Relative paths of files start at the folder `base`, by default the current one.
    """
    began = time.time()
    name = f"part-{part.number:06d}"
    path = os.path.join(folder, "links", name + ".jsonl")
    errors: List[Dict[str, str]] = []
    try:
        with _temporary(path) as temporary:
            with open(temporary, "wb+", buffering=1024 * 1024) as file:
                output = _Output(file)
                for piece in part.pieces:
                    _add(output, lines_of(piece, engine, field, base), piece.path, errors)
                output.sync()
            os.replace(temporary, path)
        _sync_folder(path)
        result = {"part": part.number, "file": f"links/{name}.jsonl", "files": sorted({each.path for each in part.pieces}),
                  "bytes": part.size, "links": output.links, "checksum": f"{output.sum:016x}",
                  "sha256": output.sha256.hexdigest(), "seconds": round(time.time() - began, 3), "errors": errors}
        _write(os.path.join(folder, "done", name + ".json"), json.dumps(result) + "\n")
    except OSError as error:
        raise OutputError(f"{path}: {error}") from error
    return result


def _add(output: _Output, lines: Iterator[List[bytes]], source: str, errors: List[Dict[str, str]]) -> None:
    mark = output.mark()
    try:
        for some in lines:
            output.add(some)
    except BadInput as error:
        output.return_to(mark)
        errors.append({"source": source, "error": str(error)})


class _Output:
    """Writes lines to a file, and computes their count and checksums. Lines of an unreadable file can be undone."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.links = self.sum = 0
        self.sha256 = hashlib.sha256()
        self._lines: List[bytes] = []  # not yet written to the file

    def add(self, lines: List[bytes]) -> None:
        self._lines += lines
        self.sum += sum(map(_hash, lines))
        if len(self._lines) > 1000:
            self._write()

    def _write(self) -> None:
        self.links += len(self._lines)
        self._lines.append(b"")
        data = b"\n".join(self._lines)
        self._lines.clear()
        self.sum &= _MASK
        self.sha256.update(data)
        self.file.write(data)

    def mark(self) -> Any:
        self._write()
        return self.file.tell(), self.links, self.sum, self.sha256.copy()

    def return_to(self, mark: Any) -> None:
        place, self.links, self.sum, self.sha256 = mark
        self._lines.clear()
        self.file.seek(place)
        self.file.truncate()

    def sync(self) -> None:
        self._write()
        self.file.flush()
        os.fsync(self.file.fileno())


class _temporary:
    """A file name next to `path` that is unique to this process. The file is removed unless it was renamed."""

    def __init__(self, path: str) -> None:
        self.name = f"{path}.{socket.gethostname()}-{os.getpid()}.tmp"

    def __enter__(self) -> str:
        return self.name

    def __exit__(self, *_: object) -> None:
        if os.path.exists(self.name):
            os.unlink(self.name)


def _write(path: str, text: str) -> None:
    with _temporary(path) as temporary:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    _sync_folder(path)


def _sync_folder(path: str) -> None:
    descriptor = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _result(folder: str, part: Part) -> Dict[str, Any]:
    try:
        with open(os.path.join(folder, "done", f"part-{part.number:06d}.json"), encoding="utf-8") as file:
            return dict(json.load(file))
    except FileNotFoundError:
        return {}


# ---- The summary ----

def summarize(plan: Plan, more_errors: Sequence[Dict[str, str]] = ()) -> Summary:
    """Writes manifest.jsonl and summary.json. `more_errors` are errors of unfinished parts."""
    results = [result for result in (_result(plan.folder, part) for part in plan.parts) if result]
    _write(os.path.join(plan.folder, "manifest.jsonl"), "".join(json.dumps(result) + "\n" for result in results))
    total = sum(int(result["checksum"], 16) for result in results) & _MASK
    summary = Summary(len(plan.parts), len(results), len({file for result in results for file in result["files"]}),
                      sum(result["bytes"] for result in results), sum(result["links"] for result in results),
                      f"{total:016x}", [*(error for result in results for error in result["errors"]), *more_errors])
    _write(os.path.join(plan.folder, "summary.json"),
           json.dumps({**summary._asdict(), "options": plan.options}, indent=1) + "\n")
    return summary


def print_summary(summary: Summary, seconds: float = 0, bytes_now: int = 0) -> None:
    """Prints the summary to standard output and errors to standard error. `bytes_now` were read in `seconds`."""
    for error in summary.errors:
        print(f"{error['source']}: {error['error']}", file=sys.stderr)
    print(f"{summary.parts_finished} of {summary.parts} parts, {summary.files} files, {summary.bytes} bytes, "
          f"{summary.links} links, {len(summary.errors)} errors")
    if seconds and bytes_now:
        print(f"{seconds:.1f} s, {bytes_now / seconds / 1e6:.1f} MB/s")
    print(f"checksum {summary.checksum}")


# ---- The command ----

def add_plan_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options of plan() and Engine, with their names in `linkspan scan`."""
    parser.add_argument("paths", nargs="+", help="files, folders, Maildirs or patterns")
    parser.add_argument("--to", required=True, metavar="DIR", help="the folder for the links")
    parser.add_argument("--part-bytes", type=int, default=PART_BYTES, help="the approximate size of a part (default: %(default)s)")
    parser.add_argument("--format", choices=("text", "html", "jsonl", "mbox", "mail"), help="the format of all files (default: by their names)")
    parser.add_argument("--field", default="text", help="the key of the text in JSON lines (default: %(default)s)")
    parser.add_argument("--profile", default="prose", help="prose, code, uts58 or strict")
    parser.add_argument("--schemes", metavar="LIST", help="the schemes to link, such as https,mailto or +steam,-ftp")
    parser.add_argument("--tlds", metavar="LIST", help="the top-level domains of domains without a scheme, in the same form")
    parser.add_argument("--no-bare", action="store_true", help="do not link domains without a scheme")
    parser.add_argument("--no-email", action="store_true", help="do not link email addresses")
    parser.add_argument("--max-link", type=int, default=64 * 1024, metavar="BYTES",
                        help="the maximum length of a link (default: %(default)s)")
    parser.add_argument("--rule", action="append", default=[], metavar="RULE",
                        help="a rule 'PATTERN => URI' for additional links; may be repeated")
    parser.add_argument("--rules", action="append", default=[], metavar="FILE",
                        help="a TOML file with rules; may be repeated")
    parser.add_argument("--host-form", default="ascii", help="the form of hosts in URIs: ascii (xn--…) or percent")
    parser.add_argument("--default-scheme", default="http", help="the scheme of domains without one: http or https")


def plan_of(options: argparse.Namespace) -> Plan:
    """The plan for the options of the command line."""
    rules: List[Union[str, Rule]] = list(options.rule)
    for name in options.rules:
        with open(name, encoding="utf-8") as file:
            rules += parse_rules(file.read(), name)
    engine = Engine(options.profile, schemes=options.schemes, tlds=options.tlds, bare_domains=not options.no_bare,
                    email=not options.no_email, max_link_bytes=options.max_link, rules=rules,
                    host_form=options.host_form, default_scheme=options.default_scheme)
    return plan(options.paths, options.to, engine, field=options.field, format=options.format,
                part_bytes=options.part_bytes)


def _parts_of_task(plan: Plan, task: int, tasks: int) -> Iterator[Part]:
    wanted = {part.number for part in plan.parts[task::tasks]}
    return (part for part in unfinished(plan) if part.number in wanted)


def _scan_task(options: argparse.Namespace) -> int:
    plan = read_plan(options.to)
    engine, parts = plan.engine(), list(_parts_of_task(plan, options.task, options.of))
    total, done, failures = sum(part.size for part in parts), 0, 0
    for part in parts:
        done += part.size
        try:
            result = scan_part(part, plan.folder, engine, plan.options["field"])
            print(f"part {part.number}: {result['bytes']} bytes, {result['links']} links, {result['seconds']} s; "
                  f"{done} of {total} bytes", flush=True)
            messages = [f"{error['source']}: {error['error']}" for error in result["errors"]]
        except OutputError as error:
            messages = [str(error)]
        failures += len(messages)
        for message in messages:
            print(f"part {part.number}: {message}", file=sys.stderr)
    return 1 if failures else 0


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The command. Returns 1 if a file could not be read or a part could not be written."""
    parser = argparse.ArgumentParser(prog="linkspan-corpus", description="Finds the links of a large corpus.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    add_plan_options(verbs.add_parser("plan", help="divide files into parts"))
    task = verbs.add_parser("part", help="search the parts of one task")
    task.add_argument("--task", type=int, required=True, help="the number of the task, from 0")
    task.add_argument("--of", type=int, required=True, help="the number of tasks")
    for each in (task, verbs.add_parser("summary", help="write the manifest and the summary")):
        each.add_argument("--to", required=True, metavar="DIR", help="the folder of the plan")
    options = parser.parse_args(arguments)
    try:
        if options.verb == "plan":
            parts = plan_of(options).parts
            files = {piece.path for part in parts for piece in part.pieces}
            print(f"{len(parts)} parts, {len(files)} files, {sum(part.size for part in parts)} bytes")
            return 0
        if options.verb == "part":
            return _scan_task(options)
        summary = summarize(read_plan(options.to))
    except (OSError, ValueError) as error:
        sys.exit(f"linkspan-corpus: {error}")
    print_summary(summary)
    return 1 if summary.errors or summary.parts_finished < summary.parts else 0


if __name__ == "__main__":
    sys.exit(main())
