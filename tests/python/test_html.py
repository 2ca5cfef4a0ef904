# SPDX-License-Identifier: Apache-2.0
"""Promise: linkify_html returns the output of `linkspan render --to html`, with the destinations that rewrite
returns; link_html that of `linkspan render --keep-html`; find_html and find_markdown find the links of `linkspan scan --from html`
and `--from markdown`.

    test_html.py LINKSPAN
"""

import html
import json
import re
import subprocess
import sys
import unittest

import support

import linkspan

COMMAND = sys.argv[1]
ENGINE = linkspan.Engine()


class Html(unittest.TestCase):
    def test_as_the_command(self):
        for path in [path for path in support.corpus_files() if path.parent == support.CORPUS]:
            data = path.read_bytes()
            done = subprocess.run([COMMAND, "render", "--to", "html", "--from", "text", "--profile", "prose", "--charset", "utf-8", "-"],
                                  input=data, capture_output=True, check=True)
            self.assertEqual(ENGINE.linkify_html(data.decode()), done.stdout.decode(), path.name)

    def test_attributes(self):
        written = ENGINE.linkify_html("https://a.example/", target="_blank", rel="", css_class='a"b')
        self.assertIn('target="_blank"', written)
        self.assertIn("a&quot;b", written)
        self.assertNotIn("rel=", written)

    def test_inline(self):
        self.assertEqual(ENGINE.linkify_html("<b> www.example.org/a/b/c", inline=True, rel="", most_characters=18,
                                             attributes=lambda link: {"title": "t", "data-host": link.host}),
                         '&lt;b&gt; <a dir="ltr" href="http://www.example.org/a/b/c" title="t"'
                         ' data-host="www.example.org">www.example.org/a…</a>')
        self.assertEqual(ENGINE.linkify_html("www.example.org", inline=True, attributes=lambda link: None), "www.example.org")
        self.assertTrue(ENGINE.linkify_html("https://example.org/a/long/path?last=1", inline=True, most_characters=32,
                                            shorten="middle").endswith(">https://example.org/a…ath?last=1</a>"))
        for wrong in ({"onclick": "x()"}, "class", {"class": 1}):
            with self.assertRaises((TypeError, ValueError)):
                ENGINE.linkify_html("www.example.org", attributes=lambda link, wrong=wrong: wrong)
        for wrong in ({"inline": True, "page": True}, {"most_characters": -1}, {"shorten": "start"}, {"attributes": 1}):
            with self.assertRaises((TypeError, ValueError)):
                ENGINE.linkify_html("x", **wrong)

    def test_page(self):
        page = ENGINE.linkify_html("x", page=True, title="<t>")
        self.assertTrue(page.startswith("<!DOCTYPE html>"))
        self.assertIn("<title>&lt;t&gt;</title>", page)

    def test_rewrite(self):
        seen = []

        def rewrite(link):
            seen.append(link)
            return {"a.example": "https://to.example/?u=1", "b.example": None, "c.example": "javascript:x"}[link.host]

        text = "é https://a.example/ <https://a.example/x\ny> https://b.example/ https://c.example/"
        written = ENGINE.linkify_html(text, rewrite=rewrite)
        self.assertEqual(re.findall('href="([^"]*)"', written), ["https://to.example/?u=1"] * 2)
        self.assertEqual(seen, ENGINE.find(text))

    def test_rewrite_that_fails(self):
        calls = []

        def rewrite(link):
            calls.append(link)
            raise ZeroDivisionError("of rewrite")

        with self.assertRaisesRegex(ZeroDivisionError, "of rewrite"):
            ENGINE.linkify_html("https://a.example/ https://b.example/", rewrite=rewrite)
        self.assertEqual(len(calls), 1)
        with self.assertRaisesRegex(TypeError, "what rewrite returns must be a str, not int"):
            ENGINE.linkify_html("https://a.example/", rewrite=lambda link: 3)

    def test_nothing_is_lost(self):
        for text in ("", "\0", "a\ud800b", "<&>\"'", "\u202e"):
            shown = html.unescape(re.sub("<[^>]*>", "", ENGINE.linkify_html(text)))
            self.assertEqual(len(shown.strip("\n")) > 0, text != "", ascii(text))
        self.assertIn("a\ufffdb", ENGINE.linkify_html("a\ud800b"))

    def test_page_in_place_as_the_command(self):
        pages = [ENGINE.linkify_html(path.read_text(encoding="utf-8", errors="replace"), page=True).encode()
                 for path in support.corpus_files() if path.parent == support.CORPUS]
        text = "<p>пример.рф <a href='/a'>a.org/b</a> <code>c.org/d</code> www.<b>example</b>.org &amp; e.org/?x&amp;y"
        pages += [f"<meta charset={charset}>{text}".encode(charset) for charset in ("koi8-r", "utf-8", "utf-16")]
        for page in pages:
            for never in ((), ("code", "pre")):
                done = subprocess.run([COMMAND, "render", "--keep-html", "--profile", "prose", *(["--not-in", ",".join(never)] if never else []), "-"],
                                      input=page, capture_output=True, check=True)
                self.assertEqual(ENGINE.link_html(page, never_in=never), done.stdout)

    def test_page_in_place(self):
        page = "é <i>www.example.org</i> b.example https://a.example/"
        seen = []

        def rewrite(link):
            seen.append(link)
            return None if link.host == "a.example" else "https://to.example/?<"

        linked = ENGINE.link_html(page, rel="", target="_top", css_class="c", rewrite=rewrite)
        self.assertEqual(linked, 'é <i><a dir="ltr" href="https://to.example/?&lt;" class="c" target="_top">www.example.org</a></i>'
                                 " b.example https://a.example/")
        self.assertEqual([page[link.start:link.end] for link in seen], ["www.example.org", "https://a.example/"])
        data = page.encode("utf-8")
        seen.clear()
        self.assertEqual(ENGINE.link_html(bytearray(data), rel="", target="_top", css_class="c", rewrite=rewrite), linked.encode())
        self.assertEqual([data[link.start:link.end] for link in seen], [b"www.example.org", b"https://a.example/"])
        self.assertEqual(ENGINE.link_html("www.example.org", attributes=lambda link: None), "www.example.org")
        with self.assertRaises(ZeroDivisionError):
            ENGINE.link_html(page, rewrite=lambda link: 1 // 0)
        with self.assertRaises(ValueError):
            ENGINE.link_html(page, attributes=lambda link: {"onclick": "x()"})

    def test_links_of_markdown_as_the_command(self):
        texts = [path.read_text(encoding="utf-8") for path in [*support.CORPUS.parent.glob("*.md"), *support.CORPUS.parent.glob("docs/*.md"), *support.CORPUS.glob("**/*.md")]]
        texts.append("[é](https://a.org/) `b.org/x` c.org/é\n\n[d]: <https://d.org/>\n")
        for text in texts:
            done = subprocess.run([COMMAND, "scan", "--from", "markdown", "--profile", "prose", "--offsets", "codepoints", "--to", "jsonl", "-"],
                                  input=text.encode(), capture_output=True, check=True)
            expected = [json.loads(line) for line in done.stdout.decode().splitlines()]
            found = [(link.start, link.end, link.form, link.uri) for link in ENGINE.find_markdown(text)]
            self.assertEqual(found, [(each["start"], each["end"], each["form"], each["uri"]) for each in expected])
            data = text.encode()
            self.assertEqual([link.text for link in ENGINE.find_markdown(data)], [link.text for link in ENGINE.find_markdown(text)])

    def test_links_of_a_page_as_the_command(self):
        pages = [ENGINE.linkify_html(path.read_text(encoding="utf-8", errors="replace"), page=True).encode()
                 for path in support.corpus_files() if path.parent == support.CORPUS]
        pages.append("<meta charset=koi8-r><p>пример.рф <a href='/a'>a</a> <a href='http://b.example'>c.example</a>".encode("koi8-r"))
        for page in pages:
            for ours, theirs in (("all", "auto"), ("text", "text"), ("hrefs", "links")):
                done = subprocess.run([COMMAND, "scan", "--from", "html", "--html", theirs, "--profile", "prose", "--to", "jsonl", "-"],
                                      input=page, capture_output=True, check=True)
                expected = [json.loads(line) for line in done.stdout.decode().splitlines()]
                found = [(link.start, link.end, link.form, link.uri) for link in ENGINE.find_html(page, links=ours)]
                self.assertEqual(found, [(each["start"], each["end"], each["form"], each["uri"]) for each in expected])


if __name__ == "__main__":
    support.main()
