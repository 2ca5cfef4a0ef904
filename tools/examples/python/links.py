#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints links with linkspan_ctypes:

    links.py text < letter.txt            start and end, in bytes, and kind of each link in UTF-8 text
    links.py document CHARSET letter.txt  the URIs of a text file in any charset, or in "auto"
    links.py lines < texts.txt            one line of JSON for each line, which is a text of its own
"""

import sys

import linkspan_ctypes


def json_of(link: linkspan_ctypes.Link) -> str:
    """For links without characters that JSON writes as escapes."""
    strings = "".join(f',"{name}":"{getattr(link, name)}"' for name in ("kind", "text", "iri", "uri"))
    warnings = ",".join(f'"{name}"' for name in link.warnings)
    return f'{{"start":{link.start},"end":{link.end}{strings}' + (f',"warnings":[{warnings}]}}' if warnings else "}")


def main(kind: str, *arguments: str) -> None:
    engine = linkspan_ctypes.Engine()
    linker = linkspan_ctypes.Linker(engine)
    sys.stdout.reconfigure(encoding="utf-8")
    if kind == "text":
        for place in engine.find(sys.stdin.buffer.read()):
            print(place.start, place.end, place.kind, sep="\t")
    elif kind == "document":
        charset, name = arguments
        with open(name, "rb") as file:
            for link in linker.read(file.read(), charset):
                print(link.uri)
    else:
        for number, line in enumerate(sys.stdin.buffer, 1):
            text = line.decode().rstrip("\n")
            links = linker.links(text)
            assert [link[:3] for link in links] == [place[:] for place in engine.find(text)]
            assert [link.text for link in links] == [text[link.start:link.end] for link in links]
            print(f'{{"id":{number},"links":[{",".join(map(json_of, links))}]}}')


if __name__ == "__main__":
    if sys.argv[1:2] not in (["text"], ["document"], ["lines"]):
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (OSError, linkspan_ctypes.Error) as error:
        sys.exit(str(error))
