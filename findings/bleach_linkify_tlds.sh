#!/bin/sh
# PyPI bleach 6.2.0, whose `linkify` has a list of top-level domains of its own, without those since 2013:
#   https://example.app and example.shop are no links, with a scheme or without; example.museum is one
#   joe@example.cloud is a link to joe@example.cl, another address, and `oud` is left as text: nothing is required after the domain
#   example.xn--p1ai is a link to example.xn, for the same reason
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q bleach==6.2.0
"$work/venv/bin/python" - <<'END'
import sys
from bleach.linkifier import Linker
linker = Linker(callbacks=[], parse_email=True)
expected = {
    "https://example.app": "https://example.app",
    "example.shop": "example.shop",
    "example.museum": '<a href="http://example.museum">example.museum</a>',
    "joe@example.cloud": '<a href="mailto:joe@example.cl">joe@example.cl</a>oud',
    "example.xn--p1ai": '<a href="http://example.xn">example.xn</a>--p1ai',
}
seen = {text: linker.linkify(text) for text in expected}
for text, html in seen.items():
    print(text, "->", html)
sys.exit(0 if seen == expected else 1)
END
