# SPDX-License-Identifier: Apache-2.0
"""The driver of urlextract, linkify-it-py and turbohtml. Its output is described in driver.h.

    python driver.py FILE RUNS urlextract|linkify-it-py|turbohtml

The text is searched line by line, which is in their favour; the split into lines is not timed. Each finds links with a
scheme, addresses and bare domains.
"""

import pathlib
import sys
import time


def urlextract():
    import urlextract

    return urlextract.URLExtract(extract_email=True).find_urls


def linkify_it_py():
    import linkify_it

    match = linkify_it.LinkifyIt().match
    return lambda line: match(line) or ()


def turbohtml():
    from turbohtml.clean import LinkDetector

    return LinkDetector(emails=True).find


FINDERS = {"urlextract": urlextract, "linkify-it-py": linkify_it_py, "turbohtml": turbohtml}


def main(file, runs, tool):
    find = FINDERS[tool]()
    lines = pathlib.Path(file).read_text(encoding="utf-8", errors="replace").split("\n")
    links, seconds = None, []
    for _ in range(int(runs)):
        begin = time.perf_counter()
        found = sum(len(find(line)) for line in lines)
        seconds.append(time.perf_counter() - begin)
        if links not in (None, found):
            sys.exit("the number of links is not that of the first run")
        links = found
    print(links, *(f"{taken:.6f}" for taken in seconds))


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[3] not in FINDERS:
        sys.exit(f"usage: driver.py FILE RUNS {'|'.join(FINDERS)}")
    main(*sys.argv[1:])
