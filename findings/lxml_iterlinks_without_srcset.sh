#!/bin/sh
# PyPI lxml 6.0.2: `iterlinks()`, and so `make_links_absolute()` and `rewrite_links()`, know `style`, `formaction`, `cite` and the URL of
# `meta refresh`, but not `srcset`, `imagesrcset`, `poster`, `ping` and `xlink:href`. A page that was rewritten by it has images that are
# loaded from the old place by every browser that takes `srcset`, which is all of them.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q lxml==6.0.2
"$work/venv/bin/python" - <<'END'
import sys
import lxml.html
page = lxml.html.fromstring("""<div><img src="a" srcset="no1 2x"><video src="b" poster="no2"></video><a href="c" ping="no3">x</a>
<link href="d" imagesrcset="no4 2x"><button formaction="e">x</button><p style="background: url(f)">x</p>
<blockquote cite="g">x</blockquote><svg><use xlink:href="no5"/></svg></div>""")
seen = [link for _, _, link, _ in page.iterlinks()]
print(seen)
sys.exit(0 if seen == list("abcdefg") else 1)
END
