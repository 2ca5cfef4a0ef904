#!/bin/sh
# PyPI courlan 1.4.0 (of the crawler trafilatura): what `normalize_url` makes is not always the same resource (RFC 3986, 6.2.2 allows none of
# these):
#   https://web.archive.org/web/2020/http://example.org/a   //, in a path, becomes /: http:/example.org/a
#   https://example.org/?a&b=                               parameters without a value are gone
#   https://example.org/a;v=1  https://example.org/?a;b     ; is a delimiter, and becomes %3B (or is gone)
# So two pages of a corpus may count as one, and an archived page is asked by another address.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q courlan==1.4.0
"$work/venv/bin/python" - <<'END'
import sys
from courlan import normalize_url
expected = {
    "https://web.archive.org/web/2020/http://example.org/a": "https://web.archive.org/web/2020/http:/example.org/a",
    "https://example.org/?a&b=": "https://example.org/",
    "https://example.org/a;v=1": "https://example.org/a%3Bv=1",
    "https://example.org/?b=1;a=2": "https://example.org/?b=1%3Ba%3D2",
}
seen = {url: normalize_url(url) for url in expected}
for url, made in seen.items():
    print(url, "->", made)
sys.exit(0 if seen == expected else 1)
END
