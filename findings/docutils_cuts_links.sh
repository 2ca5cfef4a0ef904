#!/bin/sh
# PyPI docutils 0.23: a URL in reStructuredText is linked up to where its pattern still fits, and the rest is text beside the link:
#   `https://example.org/find?q=where?&n=1`   → https://example.org/find?q=where    a query or fragment ends at a `?`
#   `https://example.org/app#/list?page=2`    → https://example.org/app#/list
#   `https://example.org/list/page$`          → https://example.org/list            a `$`, `&` or `@` at the end takes its segment along
#   `https://example.org/wiki/Zürich`         → https://example.org/wiki            so does any letter that is not of ASCII,
#   `https://bücher.example/wiki`             → https:/                             in a host too
# `?` is a character of queries and fragments (RFC 3986, 3.4 and 3.5; RFC 2396 too, which the specification of reStructuredText names), and `$`,
# `&` and `@` are characters of a segment (3.3). No message says that something was cut. `<…>` around it does not help; a target
# (`.. _name: URL`) and `` `text <URL>`_ `` have the whole of it.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q docutils==0.23
PYTHONIOENCODING=utf-8 "$work/venv/bin/python" - <<'END'
import io
import sys
import docutils.core
import docutils.nodes
EXPECTED = {
    "https://example.org/find?q=where?&n=1": "https://example.org/find?q=where",
    "https://example.org/app#/list?page=2": "https://example.org/app#/list",
    "https://example.org/login?to=https://example.org/a?b=c": "https://example.org/login?to=https://example.org/a",
    "https://example.org/list/page$": "https://example.org/list",
    "https://example.org/list/@": "https://example.org/list",
    "https://example.org/wiki/Zürich": "https://example.org/wiki",
    "https://bücher.example/wiki": "https:/",
    "<https://example.org/app#/list?page=2>": "https://example.org/app#/list",
    "`x <https://example.org/wiki/Zürich?a?b>`__": "https://example.org/wiki/Zürich?a?b",
}
same = True
for text, expected in EXPECTED.items():
    messages = io.StringIO()
    tree = docutils.core.publish_doctree(text + " in a text", settings_overrides={"warning_stream": messages})
    links = [link["refuri"] for link in tree.findall(docutils.nodes.reference)]
    print(text, "→", *links, messages.getvalue())
    same = same and links == [expected] and not messages.getvalue()
sys.exit(0 if same else 1)
END
