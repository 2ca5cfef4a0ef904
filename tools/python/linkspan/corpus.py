# SPDX-License-Identifier: Apache-2.0
"""Finds the links of many files with the command `linkspan scan`, which this package contains.

    scan("mails/", "links/", jobs=8)               writes parts and a manifest; started again, it continues
    scan("mails/", "links/", task=0, of=100)       one of 100 processes or machines that share the folder
    links(["page.html", "s3://bucket/crawl.warc.gz"])    the links as dicts, one after another
    summary("links/")                              files, bytes, links and checksum of what scan() wrote

    python3 -m linkspan.corpus summary links/      the same, printed

A link is the JSON object that the command writes (`linkspan scan --to jsonl`). Names with a scheme, such as
s3:// and gs://, are read with fsspec, if it is installed. A path that does not exist raises FileNotFoundError at once.
The checksum is the sum of the 64-bit BLAKE2b hashes of all lines, modulo 2**64: it depends on the links and their
sources, but not on their order or on where files were cut.

Guarded by tests/python/test_corpus.py.
"""

from __future__ import annotations

import glob
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from typing import IO, Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _core, default_engine
from ._core import Link
from ._engine import Engine

__all__ = ["CommandFailed", "Summary", "checksum", "command", "links", "main", "record_of", "scan", "summary"]

Path = Union[str, "os.PathLike[str]"]
Paths = Union[Path, Iterable[Path]]


class CommandFailed(Exception):
    """The command could not do its work. The message is what it wrote to standard error."""


class Summary(NamedTuple):
    """What scan() has written."""

    parts: int
    parts_finished: int
    bytes: int  # of the input
    links: int
    errors: int  # parts with an input that could not be read to its end
    checksum: str  # 16 hexadecimal digits
    changed: Tuple[str, ...] = ()  # files that were deleted or changed since they were written; not counted as finished


def _program(name: str) -> Optional[str]:
    """The path of a program in PATH, but not in the current folder, whose files may be of others (CWE-427)."""
    return shutil.which(name, path=os.pathsep.join(filter(os.path.isabs, os.get_exec_path())))


def command() -> str:
    """The path of the program `linkspan`: that of the package, of the build, or else of PATH."""
    here = os.path.dirname(os.path.abspath(__file__))
    for path in (os.path.join(here, "_command", "bin", "linkspan"), os.path.join(here, "..", "..", "bin", "linkspan")):
        if os.access(path, os.X_OK):
            return os.path.normpath(path)
    found = _program("linkspan")
    if found is None:
        raise FileNotFoundError("the command linkspan is neither in the package nor on PATH")
    return found


def main_of_command() -> None:
    """The console script `linkspan`."""
    path = command()
    os.execv(path, [path, *sys.argv[1:]])


# ---- Links ----

FIELDS = ("start", "end", "kind", "form", "rule", "text", "iri", "uri", "ended_by", "pieces", "display", "warnings")


def record_of(link: Link, fields: Optional[Sequence[str]] = None) -> Dict[str, Any]:
    """A Link as the command writes it, or some of its keys; "host" and "registered_domain" only by name.

    >>> record_of(linkspan.find("see www.example.co.uk")[0], ["start", "uri", "host", "registered_domain"])
    {'start': 4, 'uri': 'http://www.example.co.uk', 'host': 'www.example.co.uk', 'registered_domain': 'example.co.uk'}
    """
    record: Dict[str, Any] = {}
    for name in fields or FIELDS:
        value: Any = None
        if name == "host":
            value = _core.host_of_uri(link.uri)
        elif name == "registered_domain":
            value = _core.registered_domain(_core.host_of_uri(link.uri))
        elif name == "display":
            value = link.display if link.display != link.iri else ""
        elif name == "warnings":
            value = list(link.warnings)
        elif name == "pieces":
            value = [{"start": start, "end": end} for start, end in link.pieces] if len(link.pieces) > 1 else None
        else:
            value = getattr(link, name)
        if value or value == 0:
            record[name] = value
    return record


def links(paths: Paths, engine: Optional[Engine] = None, options: Sequence[str] = ()) -> Iterator[Dict[str, Any]]:
    """The links of files, folders and URLs, as the command writes them. `options` are more options of the command.

    Raises CommandFailed at the end if an input could not be read.
    """
    local, remote = _split(paths)
    return _links(local, remote, [*_options_of(engine), *options])


def _links(local: List[str], remote: List[str], options: List[str]) -> Iterator[Dict[str, Any]]:
    if local:
        yield from map(json.loads, _lines(_operands(local), options))
    for url in remote:
        with _open(url) as content:
            yield from map(json.loads, _lines(["--label", url, "-"], options, content))


def _lines(inputs: List[str], options: List[str], content: Optional[IO[bytes]] = None) -> Iterator[bytes]:
    """The lines that the command writes."""
    process = subprocess.Popen([command(), "scan", "--to", "jsonl", *options, *inputs], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, stdin=subprocess.DEVNULL if content is None else subprocess.PIPE)
    assert process.stdout is not None and process.stderr is not None
    import threading

    messages: List[bytes] = []
    threads = [threading.Thread(target=lambda: messages.append(process.stderr.read()), daemon=True)]  # type: ignore[union-attr]
    if content is not None:
        threads.append(threading.Thread(target=_copy, args=(content, process.stdin), daemon=True))
    for thread in threads:
        thread.start()
    try:
        yield from process.stdout
    finally:
        process.stdout.close()
        status = process.wait()
        for thread in threads:
            thread.join()
        process.stderr.close()
    if status != 0:
        raise CommandFailed(b"".join(messages).decode("utf-8", "replace").strip())


def _copy(content: IO[bytes], to: IO[bytes]) -> None:
    try:
        shutil.copyfileobj(content, to, 1 << 20)
        to.close()
    except BrokenPipeError:  # the command has ended
        pass


# ---- Inputs ----

def _split(paths: Paths) -> Tuple[List[str], List[str]]:
    """Local paths and URLs, each of which exists. Patterns are replaced by what they match."""
    local: List[str] = []
    remote: List[str] = []
    for path in [paths] if isinstance(paths, (str, os.PathLike)) else paths:
        name = os.fspath(path)
        if "://" in name:
            remote += _expand(name)
        elif os.path.lexists(name):
            local.append(name)
        else:
            found = sorted(glob.glob(name, recursive=True)) if glob.has_magic(name) else []
            if not found:
                raise FileNotFoundError(f"no file is named by {name!r}")
            local += found
    return local, remote


def _operands(names: List[str]) -> List[str]:
    return ["--", *names] if any(name.startswith("-") for name in names) else names


def _filesystem(url: str) -> Any:
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise ImportError(f"{url}: URLs are read with fsspec (python3-fsspec), which is not installed") from None
    return url_to_fs(url)


def _expand(url: str) -> List[str]:
    files, path = _filesystem(url)
    if glob.has_magic(path):
        found = sorted(files.glob(path))
    elif files.isdir(path):
        found = sorted(files.find(path))
    else:
        found = [path] if files.exists(path) else []
    if not found:
        raise FileNotFoundError(f"no file is named by {url!r}")
    scheme = url[:url.index("://") + 3]
    return [scheme + each.lstrip("/") if scheme != "file://" else scheme + each for each in found]


def _open(url: str) -> IO[bytes]:
    files, path = _filesystem(url)
    return files.open(path, "rb")


def _options_of(engine: Optional[Engine]) -> List[str]:
    """The options of the command that mean those of an Engine: only those that are not the default, as they identify
    a run."""
    options, default = (engine or default_engine())._options, default_engine()._options
    given: List[str] = []
    for name, option in (("profile", "--profile"), ("schemes", "--schemes"), ("tlds", "--tlds"), ("max_link_bytes", "--max-link"),
                         ("host_form", "--host-form"), ("default_scheme", "--default-scheme")):
        given += [option, str(options[name])] if options[name] != default[name] else []
    given += [] if options["bare_domains"] else ["--no-bare"]
    given += [] if options["email"] else ["--no-email"]
    for rule in options["rules"]:
        text = f"{rule[1]} => {rule[2]}"
        if _core.parse_rule(text) != tuple(rule):
            raise ValueError(f"rule {rule[0]!r}: only files of rules have names, `beside` and `wins`; use options=['--rules', FILE]")
        given += ["--rule", text]
    return given


# ---- Parts ----

def scan(paths: Paths, folder: Path, *, jobs: Optional[int] = None, task: int = 0, of: int = 1,
         engine: Optional[Engine] = None, options: Sequence[str] = (), summarize: bool = True) -> Summary:
    """Writes the links into parts in a folder, by `linkspan scan --output`, and returns summary() of the folder.

    Of `of` tasks that share the folder, this is number `task`. `jobs` is the number of processes, by default that of
    processors, or 1 if there are several tasks. Parts that are finished are not written again. A URL is a part by
    itself. Without `summarize`, the Summary is empty. Raises CommandFailed if the folder has the parts of other inputs or options, or a part cannot be written.
    """
    local, remote = _split(paths)
    given = [*_options_of(engine), *options]
    processes = jobs if jobs is not None else (os.cpu_count() or 1) if of == 1 else 1
    if local:
        shared = [] if of == 1 else ["--task", str(task), "--of", str(of)]
        done = subprocess.run([command(), "scan", "--to", "jsonl", *given, "--output", os.fspath(folder), "--no-progress",
                               "--jobs", str(processes), *shared, *_operands(local)], capture_output=True, check=False)
        if done.returncode != 0:
            message = done.stderr.decode("utf-8", "replace").strip()
            if done.returncode != 1 or "parts are done" in message or "another run" in message:
                raise CommandFailed(message)
    for number in range(task, len(remote), of):
        _write_remote(number, remote[number], os.fspath(folder), given)
    return summary(folder) if summarize else Summary(0, 0, 0, 0, 0, "")


def _write_remote(number: int, url: str, folder: str, options: List[str]) -> None:
    """A part for a URL, and its entry of a manifest: both under another name until they are complete."""
    os.makedirs(folder, exist_ok=True)
    size = _filesystem(url)[0].size(_filesystem(url)[1])
    name = f"remote-{number:06d}"
    entry: Dict[str, Any] = {"file": name + ".jsonl", "first": url, "input_bytes": size, "options": options}
    manifest = os.path.join(folder, name + ".manifest.json")
    if os.path.exists(manifest):
        with open(manifest, encoding="utf-8") as file:
            before = json.load(file)
        if any(before[key] != entry[key] for key in entry):
            raise CommandFailed(f"{manifest}: the part of another run; name another folder, or remove this one")
        if before["status"] == 0:
            return
    entry.update(links=0, status=0)
    partial = os.path.join(folder, name + ".partial")
    with open(partial, "wb") as output, _open(url) as content:
        try:
            for line in _lines(["--label", url, "-"], options, content):
                output.write(line)
                entry["links"] += 1
        except CommandFailed:
            entry["status"] = 1
        output.flush()
        os.fsync(output.fileno())
    os.replace(partial, os.path.join(folder, entry["file"]))
    with open(partial, "w", encoding="utf-8") as file:
        json.dump(entry, file)
    os.replace(partial, manifest)


# ---- The summary ----

_MASK = 2**64 - 1


def checksum(lines: Iterable[bytes]) -> str:
    """The checksum of lines of output, without their line feeds, in any order.

    >>> checksum([b"a", b"b"]) == checksum([b"b", b"a"])
    True
    """
    return f"{sum(map(_hash, lines)) & _MASK:016x}"


def _hash(line: bytes) -> int:
    return int.from_bytes(hashlib.blake2b(line, digest_size=8).digest(), "big")


def summary(folder: Path) -> Summary:
    """The sums of the manifests in a folder, and the checksum of the parts that they list."""
    parts: Dict[Any, Dict[str, Any]] = {}
    planned = 0
    for path in sorted(glob.glob(os.path.join(glob.escape(os.fspath(folder)), "manifest*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                try:
                    entry = json.loads(line)
                except ValueError:  # a line is incomplete if the machine stopped
                    continue
                planned = entry.get("parts", planned)
                if "part" in entry:
                    parts[entry["part"]] = entry
    remote = sorted(glob.glob(os.path.join(glob.escape(os.fspath(folder)), "remote-*.manifest.json")))
    for path in remote:
        with open(path, encoding="utf-8") as file:
            parts[path] = json.load(file)
    whole = [entry for entry in parts.values() if _is_whole(folder, entry)]
    changed = tuple(entry["file"] for entry in parts.values() if entry not in whole)
    total = sum(int(checksum(_lines_of(os.path.join(os.fspath(folder), entry["file"]))), 16) for entry in whole)
    size, links, errors = (sum(entry[key] for entry in whole) for key in ("input_bytes", "links", "status"))
    return Summary(planned + len(remote), len(whole), size, links, errors, f"{total & _MASK:016x}", changed)


def _is_whole(folder: Path, entry: Dict[str, Any]) -> bool:
    path = os.path.join(os.fspath(folder), entry["file"])
    return os.path.isfile(path) and os.path.getsize(path) == entry.get("bytes", os.path.getsize(path))


def _lines_of(path: str) -> Iterator[bytes]:
    if path.endswith(".zst"):
        program = _program("zstd")
        if program is None:
            raise FileNotFoundError(f"{path}: the program zstd, which reads it, is not on PATH")
        with subprocess.Popen([program, "-dcq", "--", path], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            yield from (line.rstrip(b"\n") for line in process.stdout)
        if process.returncode != 0:
            raise CommandFailed(f"{path}: zstd cannot read it; delete it, and start the same command again")
        return
    opener: Any = gzip.open if path.endswith(".gz") else open
    with opener(path, "rb") as file:
        yield from (line.rstrip(b"\n") for line in file)


def print_summary(result: Summary) -> None:
    """Prints the summary to standard output."""
    for file in result.changed:
        print(f"{file} was deleted or changed since it was written; start the same command again")
    print(f"{result.parts_finished} of {result.parts} parts, {result.bytes} bytes, {result.links} links, {result.errors} errors")
    print(f"checksum {result.checksum}")


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """`python3 -m linkspan.corpus summary DIR`. Returns 1 if a part is missing or an input could not be read."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if len(given) != 2 or given[0] != "summary" or not os.path.isdir(given[1]):
        sys.exit("usage: python3 -m linkspan.corpus summary DIR\nParts are written by `linkspan scan --output DIR`.")
    result = summary(given[1])
    print_summary(result)
    return 1 if result.errors or result.parts_finished < result.parts or not result.parts else 0


if __name__ == "__main__":
    sys.exit(main())
