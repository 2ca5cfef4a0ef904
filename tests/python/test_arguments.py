# SPDX-License-Identifier: Apache-2.0
"""Promise: a wrong argument raises TypeError or ValueError, and the message has the valid values."""

import unittest

import support

import linkspan
import linkspan.iri
import linkspan.mail

ENGINE = linkspan.Engine()

# A call, the exception that it raises, and words of the message.
WRONG = [
    (lambda: linkspan.find(None), TypeError, "text must be a str, or bytes with charset=…, not NoneType"),
    (lambda: linkspan.find(3), TypeError, "not int"),
    (lambda: linkspan.find(["a"]), TypeError, "not list"),
    (lambda: linkspan.find("a", charset="utf-8"), TypeError, "charset is for bytes; text is a str"),
    (lambda: linkspan.find(b"a", charset=3), TypeError, "charset must be a str such as 'utf-8' or 'auto'"),
    (lambda: linkspan.find(b"a", charset="koi9-r"), linkspan.Error, "near it: KOI8-R"),
    (lambda: ENGINE.find_html("<p>"), TypeError, "page must be bytes, such as page.encode(), not a str"),
    (lambda: ENGINE.find_html(b"<p>", links="href"), linkspan.Error, "hrefs"),
    (lambda: ENGINE.contains(b"a"), TypeError, "text must be a str"),
    (lambda: linkspan.Engine("prosa"), ValueError, "prose, uts58, code"),
    (lambda: linkspan.Engine(3), TypeError, "profile must be a str, not 3"),
    (lambda: linkspan.Engine(email="yes"), TypeError, "email must be True or False, not 'yes'"),
    (lambda: linkspan.Engine(bare_domains=1), TypeError, "True or False"),
    (lambda: linkspan.Engine(max_link_bytes=10), ValueError, "from 256 to 2**30, not 10"),
    (lambda: linkspan.Engine(max_link_bytes=10**30), ValueError, "from 256"),
    (lambda: linkspan.Engine(max_link_bytes="1"), TypeError, "max_link_bytes must be an int"),
    (lambda: linkspan.Engine(schemes="ht tp"), ValueError, "ht tp"),
    (lambda: linkspan.Engine(schemes=["a,b"]), ValueError, "has no comma"),
    (lambda: linkspan.Engine(schemes=[3]), TypeError, "a name in schemes must be a str"),
    (lambda: linkspan.Engine(schemes=3), TypeError, "schemes must be a str such as '+a,-b' or a list of names"),
    (lambda: linkspan.Engine(tlds="a b"), ValueError, "a b"),
    (lambda: linkspan.Engine(tlds=",,"), ValueError, ""),
    (lambda: linkspan.Engine(host_form="puny"), ValueError, "ascii"),
    (lambda: linkspan.Engine(default_scheme="ftp"), ValueError, "https"),
    (lambda: linkspan.Engine(rules="no arrow"), ValueError, "=>"),
    (lambda: linkspan.Engine(rules=["( => https://a.example/"]), ValueError, "("),
    (lambda: linkspan.Engine(rules=[3]), TypeError, "a rule must be a Rule, not 3"),
    (lambda: linkspan.Engine(rules=[linkspan.Rule("a", "b", "https://c.example/", "near")]), ValueError, "\"word\" or \"any\""),
    (lambda: linkspan.Engine(rules=[linkspan.Rule("a", 3, "c")]), TypeError, "pattern of a rule must be a str"),
    (lambda: linkspan.parse_rules("[[rule]"), ValueError, "rules"),
    (lambda: ENGINE.find_many("one text"), TypeError, "find() takes a single text"),
    (lambda: ENGINE.find_many(b"one text"), TypeError, "find() takes a single text"),
    (lambda: ENGINE.find_many(None), TypeError, "not NoneType"),
    (lambda: ENGINE.find_many(["a", None]), TypeError, "texts[1] must be a str, not NoneType"),
    (lambda: ENGINE.find_many(["a"] * 5000 + [b"b"]), TypeError, "texts[5000] must be a str, not bytes"),
    (lambda: ENGINE.find_many(each for each in ("a", 3)), TypeError, "texts[1] must be a str, not int"),
    (lambda: ENGINE.find_many([], threads=0), ValueError, "threads must be from 1 to 1024, not 0"),
    (lambda: ENGINE.find_many([], threads=-1), ValueError, "not -1"),
    (lambda: ENGINE.find_many([], threads=1.5), TypeError, "threads must be an int"),
    (lambda: ENGINE.find_many([], threads=True), TypeError, "threads must be an int"),
    (lambda: ENGINE.find_columns(["a", None]), TypeError, "texts[1] must be a str, not NoneType"),
    (lambda: ENGINE.find_columns([], ["hots"]), ValueError, "there is no column 'hots'; there are: row, start"),
    (lambda: ENGINE.find_columns([], "host"), TypeError, "columns must be a list of names"),
    (lambda: ENGINE.find_columns([])["uri"], KeyError, "there is no column 'uri'"),
    (lambda: ENGINE.find_columns([]).uri, AttributeError, "names the columns"),
    (lambda: ENGINE.find_columns([]).host[0], IndexError, "out of range for 0 links"),
    (lambda: ENGINE.linkify_html(b"a"), TypeError, "text must be a str, not bytes"),
    (lambda: ENGINE.linkify_html("a", target=3), TypeError, "target must be a str"),
    (lambda: ENGINE.linkify_html("a", page="yes"), TypeError, "page must be True or False"),
    (lambda: ENGINE.find_markdown(3), TypeError, "text must be a str or bytes, not an int"),
    (lambda: ENGINE.find_markdown("a", links="href"), linkspan.Error, "href"),
    (lambda: ENGINE.link_html(3), TypeError, "page must be a str or bytes, not an int"),
    (lambda: ENGINE.link_html("a", never_in=[3]), TypeError, "never_in must be a str"),
    (lambda: ENGINE.link_html("a", never_in="nosuch"), linkspan.Error, "nosuch"),
    (lambda: ENGINE.link_html(b"a", "utf-7"), linkspan.Error, "UTF-7"),
    (lambda: ENGINE.link_html("a", rewrite="b"), TypeError, "rewrite must be a function or None"),
    (lambda: ENGINE.linkify_html("a", rewrite="b"), TypeError, "rewrite must be a function or None"),
    (lambda: ENGINE.stream().feed(b"a"), TypeError, "use stream(charset=…)"),
    (lambda: ENGINE.stream("utf-8").feed("a"), TypeError, "a chunk must be bytes"),
    (lambda: ENGINE.stream("utf-8").feed(3), TypeError, "bytes-like"),
    (lambda: ENGINE.stream("koi9-r"), ValueError, "KOI8-R"),
    (lambda: linkspan.Stream("engine"), TypeError, "engine must be an Engine"),
    (lambda: linkspan.iri.to_uri("https://a b"), ValueError, ""),
    (lambda: linkspan.iri.to_uri(b"https://a"), TypeError, "iri must be a str, not bytes"),
    (lambda: linkspan.iri.to_uri("https://a", host_form="x"), ValueError, "ascii"),
    (lambda: linkspan.iri.normalize("https://a", "high"), ValueError, "simple"),
    (lambda: linkspan.iri.resolve("a", "b"), ValueError, "scheme"),
    (lambda: linkspan.iri.display("https://a", scripts=["Nope"]), ValueError, "Nope"),
    (lambda: list(linkspan.mail.links(3)), TypeError, ""),
    (lambda: list(linkspan.mail.links(b"", engine=3)), TypeError, "engine must be an Engine"),
    (lambda: list(linkspan.mail.links(b"", headers="To")), TypeError, "headers must be a list"),
    (lambda: list(linkspan.mail.links(b"a: b\n\nc", charset="koi9-r")), ValueError, "KOI8-R"),
    (lambda: list(linkspan.mail.links("/nowhere/at/all")), FileNotFoundError, "/nowhere"),
    (lambda: list(linkspan.mail.links("/")), ValueError, "Maildir"),
]


class Arguments(unittest.TestCase):
    def test_wrong_arguments(self):
        for number, (call, error, words) in enumerate(WRONG):
            with self.subTest(number=number, words=words):
                with self.assertRaises(error) as caught:
                    call()
                self.assertIn(words, str(caught.exception))
                self.assertNotIn("incompatible function arguments", str(caught.exception))

    def test_code_and_position(self):
        with self.assertRaises(linkspan.Error) as caught:
            linkspan.iri.to_uri("https://é.example/ü ")
        self.assertEqual((caught.exception.code, caught.exception.position), ("syntax", 19))

    def test_an_error_in_an_iterator_comes_through(self):
        def texts():
            yield "https://a.example/"
            raise ZeroDivisionError("of the iterator")

        for method in (ENGINE.find_many, ENGINE.find_columns):
            with self.assertRaisesRegex(ZeroDivisionError, "of the iterator"):
                method(texts())


if __name__ == "__main__":
    support.main()
