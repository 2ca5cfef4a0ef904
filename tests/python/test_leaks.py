# SPDX-License-Identifier: Apache-2.0
"""Promise: a million calls, including failing ones, leak no memory.

    test_leaks.py [CALLS]     the default is 1,000,000

The test compares the resident memory (VmRSS) after a tenth of the calls and after all of them.
"""

import gc
import pathlib
import sys


import linkspan
import linkspan.iri
import linkspan.mail

CALLS = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
MOST_KIB = 2048
ENGINE = linkspan.Engine()
RULES = linkspan.Engine(rules=[r"BUG-(\d+) => https://b.example/{1}"])
TEXT = "é see https://example.org/ü, BUG-7 and lena@example.net or <https://example.org/a\nb>"
MESSAGE = b"Subject: x https://example.org/\n\nsee https://example.org/\n"


def failing(function, *arguments):
    try:
        function(*arguments)
    except (TypeError, ValueError):
        return
    raise AssertionError("it did not fail")


def generator():
    yield TEXT
    raise ValueError("of the generator")


def everything():
    """About twenty calls."""
    links = ENGINE.find(TEXT)
    for link in links:
        repr(link), link.uri, link.warnings, link.pieces, hash(link), link == links[0], link.host
    ENGINE.find(TEXT.encode())
    RULES.find(TEXT)
    ENGINE.contains(TEXT)
    ENGINE.find_many([TEXT, "no"])
    found = ENGINE.find_columns([TEXT, "no"], ["host", "uri", "warnings"])
    found["uri"].to_list(), found.__arrow_c_array__(), found.__arrow_c_stream__()
    ENGINE.find_columns(found.host)
    stream = ENGINE.stream()
    stream.feed(TEXT), stream.finish()
    ENGINE.linkify_html(TEXT), ENGINE.linkify_html(TEXT, rewrite=lambda link: link.uri)
    linkspan.iri.parse("https://example.org/a?b"), linkspan.iri.diagnose("https://a.example@b.example/")
    failing(ENGINE.find, 3)
    failing(ENGINE.find_many, [TEXT, None])
    failing(ENGINE.find_columns, generator())
    failing(linkspan.iri.to_uri, "https://a b")
    failing(linkspan.Engine, "prosa")
    list(linkspan.mail.links(MESSAGE, headers=["Subject"]))


CALLS_OF_EVERYTHING = 20


def kib_in_memory():
    gc.collect()
    status = pathlib.Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def main():
    rounds = CALLS // CALLS_OF_EVERYTHING
    for _ in range(rounds // 10):
        everything()
    before = kib_in_memory()
    for _ in range(rounds - rounds // 10):
        everything()
    after = kib_in_memory()
    print(f"{rounds * CALLS_OF_EVERYTHING} calls: {before} KiB after a tenth, {after} KiB after all")
    if after - before > MOST_KIB:
        sys.exit(f"they left {after - before} KiB")


if __name__ == "__main__":
    main()
