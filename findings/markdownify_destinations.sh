#!/bin/sh
# PyPI markdownify 1.2.3 writes the destination of a link as it is, where CommonMark (section 6.3) wants it in <…> or with escapes:
#   <a href="https://example.org/a b">x</a>    [x](https://example.org/a b), which is no link
#   <a href="https://example.org/a)b">x</a>    [x](https://example.org/a)b), a link to another page
# npm turndown 7.2.5, for the same pages, writes [x](<https://example.org/a b>) and [x](https://example.org/a\)b).
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q markdownify==1.2.3 markdown-it-py==3.0.0
cd "$work"
npm install --silent --no-audit --no-fund turndown@7.2.5
cat > page.html <<'END'
<a href="https://example.org/a b">x</a> <a href="https://example.org/a)b">x</a>
END
"$work/venv/bin/python" - <<'END' > of_markdownify
from markdown_it import MarkdownIt
from markdownify import markdownify
markdown = markdownify(open("page.html").read()).strip()
print(markdown)
print(MarkdownIt().render(markdown).strip())
END
node -e 'console.log(new (require("turndown"))().turndown(require("fs").readFileSync("page.html", "utf8")))' > of_turndown
cat of_markdownify of_turndown
cat > expected <<'END'
[x](https://example.org/a b) [x](https://example.org/a)b)
<p>[x](https://example.org/a b) <a href="https://example.org/a">x</a>b)</p>
[x](<https://example.org/a b>) [x](https://example.org/a\)b)
END
cat of_markdownify of_turndown | cmp - expected
