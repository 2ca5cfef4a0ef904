#!/bin/sh
# PyPI html2text 2025.4.15: lines are wrapped at 78 columns inside URLs, after a hyphen, in the text and in the destination of a
# Markdown link. The destination then has a line break, so CommonMark (markdown-it-py 4.0.0) shows `[page](https://…` as text.
# Mailing list archives and mail clients that make the text part of a mail with it send URLs in two pieces; body_width=0 avoids it.
# Exit status: 0 as seen, 1 something has changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q html2text==2025.4.15 markdown-it-py==4.0.0
"$work/venv/bin/python" - <<'END'
import sys
import html2text
import markdown_it
url = "https://example.org/some-long-path-with-hyphens/and-more-words-in-it/until-it-is-longer-than-a-line-of-78-characters.html"
text = html2text.html2text(f'<p>See <a href="{url}">this page</a>.</p>')
html = markdown_it.MarkdownIt().render(text)
print(text.strip(), html.strip(), sep="\n")
expected = "(https://example.org/some-long-path-with-hyphens/and-more-\nwords-in-it/" in text and "<a " not in html
sys.exit(0 if expected else 1)
END
