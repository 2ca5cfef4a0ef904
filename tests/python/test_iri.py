# SPDX-License-Identifier: Apache-2.0
"""Promise: linkspan.iri returns the output of `linkspan iri`, for the examples of RFC 3986 and the links of
the corpus.

    test_iri.py LINKSPAN
"""

import subprocess
import sys
import unittest

import support

import linkspan
from linkspan import iri

COMMAND = sys.argv[1]
BASE = "http://a/b/c/d;p?q"
REFERENCES = ["g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "", ".", "./",
              "..", "../", "../g", "../..", "../../g", "../../../g", "/./g", "g.", "..g", "./g/.", "g;x=1/../y", "http:g"]


def is_iri(text):
    try:
        iri.parse(text)
    except linkspan.Error:  # `[` in a query: a link, but not an IRI
        return False
    return True


IRIS = sorted({link.iri for link in linkspan.find("\n".join(support.corpus_lines())) if is_iri(link.iri)})


def of_command(verb, values, *arguments):
    done = subprocess.run([COMMAND, "iri", verb, *arguments], input="\n".join(values).encode(), capture_output=True, check=False)
    return done.stdout.decode().splitlines()


def mapped(function, values):
    return [function(value) for value in values]


class Iris(unittest.TestCase):
    def test_as_the_command(self):
        self.assertGreater(len(IRIS), 1000)
        self.assertEqual(mapped(iri.to_uri, IRIS), of_command("to-uri", IRIS))
        uris = mapped(iri.to_uri, IRIS)
        self.assertEqual(mapped(iri.to_iri, uris), of_command("to-iri", uris))
        self.assertEqual(mapped(iri.minimal, IRIS), of_command("minimal", IRIS))
        self.assertEqual(mapped(iri.normalize, IRIS), of_command("normalize", IRIS))

    def test_resolve(self):
        expected = of_command("resolve", REFERENCES, BASE)
        for reference in REFERENCES:
            self.assertIn(iri.resolve(BASE, reference), [*expected, BASE])
        self.assertEqual(iri.resolve(BASE, "../g"), "http://a/b/g")

    def test_relativize(self):
        for reference in REFERENCES:
            target = iri.resolve(BASE, reference)
            self.assertEqual(iri.resolve(BASE, iri.relativize(BASE, target)), target)

    def test_parse(self):
        for text in IRIS:
            parts = iri.parse(text)
            put_together = "".join([parts.scheme + ":" if parts.scheme is not None else "",
                                    "//" + parts.authority if parts.authority is not None else "", parts.path,
                                    "?" + parts.query if parts.query is not None else "",
                                    "#" + parts.fragment if parts.fragment is not None else ""])
            self.assertEqual(put_together, text)
        self.assertEqual(iri.parse("http://[::1]:80/").host_kind, "ipv6")

    def test_equal(self):
        left, right = "http://EXAMPLE.org:80/%7ea", "http://example.org/~a"
        self.assertEqual([iri.equal(left, right, rung) for rung in ("simple", "syntax", "scheme")], [False, False, True])
        self.assertEqual(iri.normalize(left), iri.normalize(right))

    def test_offsets_are_characters(self):
        found = iri.diagnose("https://é.example/ü\u202e")
        self.assertIn(("bidi-control", 19, 20), [(each.warning, each.start, each.end) for each in found])
        with self.assertRaises(linkspan.Error) as caught:
            iri.parse("é\ud800")
        self.assertEqual(caught.exception.position, 1)

    def test_hosts(self):
        self.assertEqual(iri.host_to_ascii("bücher.example"), "xn--bcher-kva.example")
        self.assertEqual(iri.host_to_unicode("xn--bcher-kva.example"), "bücher.example")
        self.assertIsNone(iri.host_to_ascii("a\u202eb"))
        self.assertEqual(iri.fold_host("BÜCHER"), "bücher")

    def test_tables(self):
        self.assertEqual(iri.scheme_info("https").default_port, 443)
        self.assertIsNone(iri.scheme_info("nothing-of-that-name"))
        self.assertEqual(iri.scheme_info("javascript").opens, "runs_code")
        self.assertEqual(len({warning.name for warning in iri.warnings()}), 24)


if __name__ == "__main__":
    support.main()
