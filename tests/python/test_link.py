# SPDX-License-Identifier: Apache-2.0
"""Promise: a Link has the fields of the C++ Link, with the same names; it can be compared, hashed and pickled."""

import copy
import pickle
import unittest

import support

import linkspan

TEXT = ("https://lena:pw@Example.org:8080/a/b?c=d#e www.example.org lena@example.net mailto:lena@example.net?subject=x "
        "<https://example.org/a\nb> https://www.paypal.com@evil.example/ urn:isbn:0451450523 https://bücher.example/ü?#")


class Links(unittest.TestCase):
    links = linkspan.find(TEXT)

    def test_components(self):
        link = self.links[0]
        self.assertEqual((link.scheme, link.userinfo, link.host, link.port, link.path, link.query, link.fragment),
                         ("https", "lena:pw", "Example.org", "8080", "/a/b", "c=d", "e"))
        self.assertEqual((link.kind, link.form, link.ended_by, link.rule), ("url", "scheme", "hard", ""))

    def test_absent_and_empty_components(self):
        link = self.links[-1]
        self.assertEqual((link.query, link.fragment, link.userinfo, link.port), ("", "", None, None))
        self.assertIsNone(next(link for link in self.links if link.scheme == "urn").host)

    def test_kinds_and_forms(self):
        self.assertEqual([link.form for link in self.links[:5]], ["scheme", "www", "address", "mailto", "delimited"])
        self.assertEqual([link.kind for link in self.links[:5]], ["url", "url", "email", "email", "url"])

    def test_iri_and_uri(self):
        link = self.links[-1]
        self.assertEqual(link.uri, "https://xn--bcher-kva.example/%C3%BC?#")
        self.assertEqual((link.iri, link.display), ("https://bücher.example/ü?#",) * 2)
        self.assertEqual(linkspan.Engine(default_scheme="https").find("www.example.org")[0].uri, "https://www.example.org")
        self.assertEqual(linkspan.Engine(host_form="percent").find("https://ü.example/")[0].uri, "https://%C3%BC.example/")

    def test_pieces(self):
        link = self.links[4]
        self.assertEqual([TEXT[start:end] for start, end in link.pieces], ["https://example.org/a", "b"])
        self.assertEqual(link.uri, "https://example.org/ab")
        self.assertEqual(self.links[0].pieces, ((self.links[0].start, self.links[0].end),))

    def test_warnings(self):
        link = self.links[5]
        self.assertEqual((link.warnings, link.is_serious), (("userinfo-like-host",), True))
        self.assertEqual((self.links[1].warnings, self.links[1].is_serious), ((), False))

    def test_pickle_and_copy(self):
        for link in self.links:
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
                back = pickle.loads(pickle.dumps(link, protocol))
                self.assertEqual((back, hash(back), repr(back)), (link, hash(link), repr(link)))
                self.assertEqual((back.host, back.pieces, back.warnings), (link.host, link.pieces, link.warnings))
            self.assertEqual(copy.deepcopy(link), link)

    def test_malformed_pickle(self):
        state = self.links[0].__getstate__()
        wrong = [(), state[:-1], ((),) + state[1:], (state[0], ((5, 999),) * 7) + state[2:],
                 (state[0], ((5, 2),) * 7) + state[2:], state[:2] + ("nothing",) + state[3:], state[:6] + (7,) + state[7:]]
        for each in wrong:
            link = linkspan.Link.__new__(linkspan.Link)
            with self.assertRaises((ValueError, TypeError, RuntimeError)):
                link.__setstate__(each)

    def test_comparison(self):
        again = linkspan.find(TEXT)
        self.assertEqual(again, self.links)
        self.assertEqual(len({*again, *self.links}), len(self.links))
        self.assertNotEqual(self.links[0], self.links[1])
        self.assertNotEqual(self.links[0], "https")

    def test_does_not_change(self):
        with self.assertRaises(AttributeError):
            self.links[0].start = 3
        with self.assertRaises(TypeError):
            linkspan.Link()

    def test_repr(self):
        self.assertEqual(repr(self.links[1]), "<Link 43:58 url 'www.example.org'>")
        self.assertEqual(repr(linkspan.Engine("code", email=False)), "Engine(profile='code', email=False)")

    def test_engine_is_pickled(self):
        engine = linkspan.Engine("code", schemes=["https", "mailto"], rules=[r"BUG-(\d+) => https://b.example/{1}"])
        back = pickle.loads(pickle.dumps(engine))
        self.assertEqual((back, hash(back)), (engine, hash(engine)))
        self.assertEqual(back.find("BUG-7 http://a.example/"), engine.find("BUG-7 http://a.example/"))
        self.assertNotEqual(engine, linkspan.Engine())


if __name__ == "__main__":
    support.main()
