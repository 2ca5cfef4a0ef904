# SPDX-License-Identifier: Apache-2.0
"""Promise: linkspan.polars has the links of one process, of 100,000 texts in DataFrames, LazyFrames and expressions;
its examples are right.

    test_polars.py [TEXTS]
"""

import doctest
import sys
import unittest

import support

support.need("polars", "pyarrow", "pandas", name="polars")

import engines
import polars

import linkspan.polars

TEXTS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000


class Polars(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.texts = list(engines.texts(TEXTS))
        cls.frame = polars.DataFrame({"id": range(len(cls.texts)), "body": cls.texts})
        cls.expected = engines.expected(cls.texts)

    def test_frames(self):
        found = linkspan.polars.links(self.frame, "body", keep=["id"])
        self.assertTrue(found.rows() == self.expected, "other links")
        lazy = linkspan.polars.links(self.frame.lazy(), "body", keep=["id"])
        self.assertEqual(lazy.collect_schema(), found.schema)
        self.assertTrue(lazy.collect().rows() == self.expected, "other links")
        self.assertEqual(lazy.select("host").head(3).collect().to_series().to_list(), [row[5] for row in self.expected[:3]])

    def test_expressions(self):
        lists = self.frame.select("id", polars.col("body").linkspan.links(engines.COLUMNS).alias("links"))
        self.assertEqual(len(lists), len(self.texts))
        rows = lists.filter(polars.col("links").list.len() > 0).explode("links").unnest("links").rows()
        self.assertTrue(rows == self.expected, "other links")
        with_links = {row[0] for row in self.expected}
        contains = self.frame.select("id", polars.col("body").linkspan.contains().alias("has")).filter("has")
        self.assertEqual(set(contains.get_column("id")), with_links)

    def test_nothing(self):
        for texts in ([], [None], ["no", None]):
            frame = polars.DataFrame({"text": texts}, schema={"text": polars.String})
            self.assertEqual(linkspan.polars.links(frame).rows(), [])
            lists = frame.select(polars.col("text").linkspan.links(["uri"])).to_series().to_list()
            self.assertEqual(lists, [[] for _ in texts])

    def test_examples(self):
        failed, tried = doctest.testmod(linkspan.polars)
        self.assertEqual((failed, tried > 3), (0, True))


if __name__ == "__main__":
    support.main()
