# SPDX-License-Identifier: Apache-2.0
"""Promise: columns have the same values as the links, in arrays that NumPy reads without a copy, and that
live as long as they are in use."""

import gc
import unittest

import support

support.need("numpy")

import numpy

import linkspan
from linkspan import corpus
from linkspan._columns import ALL_COLUMNS, TEXTS

ENGINE = linkspan.Engine()
LINES = support.corpus_lines()


class ColumnsOfLinks(unittest.TestCase):
    def test_all_columns(self):
        for engine in (ENGINE, linkspan.Engine("code", rules=[r"BUG-(\d+) => https://b.example/{1}"])):
            for threads in (1, 3):
                found = engine.find_columns([*LINES, "BUG-7"], ALL_COLUMNS, threads=threads)
                links = [(row, link) for row, links in enumerate(engine.find_many([*LINES, "BUG-7"])) for link in links]
                self.assertEqual(found.row.tolist(), [row for row, _ in links])
                for name in ("start", "end"):
                    self.assertEqual(found[name].tolist(), [getattr(link, name) for _, link in links])
                for name, labels in (("kind", linkspan.KINDS), ("form", linkspan.FORMS), ("ended_by", linkspan.ENDINGS)):
                    self.assertEqual([labels[code] for code in found[name]], [getattr(link, name) for _, link in links])
                for name in TEXTS:
                    expected = [corpus.record_of(link, [name]).get(name) if name == "registered_domain" else getattr(link, name)
                                for _, link in links]
                    if name == "rule":
                        expected = [rule or None for rule in expected]
                    self.assertEqual(found[name].to_list(), expected, name)
                self.assertEqual([linkspan.warning_names(bits) for bits in found.warnings],
                                 [link.warnings for _, link in links])

    def test_without_uri_they_are_the_same(self):
        fast, slow = ENGINE.find_columns(LINES, ["host", "text"]), ENGINE.find_columns(LINES, ["host", "text", "uri"])
        for name in fast.names:
            self.assertEqual(list(fast[name]), list(slow[name]), name)

    def test_arrays(self):
        found = ENGINE.find_columns(LINES)
        self.assertEqual(found.names, ("row", "start", "end", "kind", "form", "ended_by", "host"))
        for name, kind in (("row", numpy.int64), ("start", numpy.int64), ("kind", numpy.uint8), ("ended_by", numpy.uint8)):
            self.assertEqual((found[name].dtype, found[name].shape), (kind, (len(found),)))
            self.assertFalse(found[name].flags.writeable)

    def test_strings(self):
        host = ENGINE.find_columns(["https://é.example/ urn:isbn:0451450523", "www.example.org"]).host
        self.assertEqual((host.to_list(), host[0], host[-1], host[1:]),
                         (["é.example", None, "www.example.org"], "é.example", "www.example.org", [None, "www.example.org"]))
        self.assertEqual(host.is_present.tolist(), [True, False, True])
        data = host.bytes.tobytes()
        self.assertEqual([data[begin:end].decode() for begin, end in zip(host.offsets, host.offsets[1:])],
                         ["é.example", "", "www.example.org"])
        self.assertEqual(host.to_numpy().dtype, object)
        self.assertEqual((len(host), "www.example.org" in host, repr(host)), (3, True, "<StringColumn of 3>"))

    def test_arrays_outlive_the_columns(self):
        row, host = ENGINE.find_columns(LINES).row, ENGINE.find_columns(LINES).host.bytes
        expected, data = row.tolist(), host.tobytes()
        gc.collect()
        ENGINE.find_columns(LINES[::-1])
        self.assertEqual((row.tolist(), host.tobytes()), (expected, data))

    def test_repr_and_dir(self):
        found = ENGINE.find_columns(["https://a.example/"])
        self.assertEqual(repr(found), "<Columns of 1 links: row, start, end, kind, form, ended_by, host>")
        self.assertIn("host", dir(found))


if __name__ == "__main__":
    support.main()
