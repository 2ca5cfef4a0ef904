# SPDX-License-Identifier: Apache-2.0
"""Promise: `series.linkspan.links()` has a row for each link, with the index of its text."""

import unittest

import support

support.need("numpy", "pandas")

import pandas

import linkspan
import linkspan.pandas

TEXTS = ["see https://a.example/é", None, "lena@b.example https://c.example/", float("nan"), "none", pandas.NA]


class Accessor(unittest.TestCase):
    frame = pandas.DataFrame({"text": TEXTS[:5]}, index=["p", "q", "r", "s", "t"])

    def test_links(self):
        links = self.frame.text.linkspan.links()
        self.assertEqual(links.index.tolist(), ["p", "r", "r"])
        self.assertEqual(links.host.tolist(), ["a.example", "b.example", "c.example"])
        self.assertEqual(links.uri.tolist(), ["https://a.example/%C3%A9", "mailto:lena@b.example", "https://c.example/"])
        self.assertEqual(links.kind.tolist(), ["url", "email", "url"])
        self.assertEqual(str(links.kind.dtype), "category")
        texts = self.frame.text
        self.assertEqual([texts[place][row.start:row.end] for place, row in links.iterrows()], links.text.tolist())

    def test_index_joins(self):
        joined = self.frame.join(self.frame.text.linkspan.links(columns=["host"]))
        self.assertEqual(joined.index.tolist(), ["p", "q", "r", "r", "s", "t"])

    def test_repeated_index_and_no_links(self):
        series = pandas.Series(["https://a.example/", "no", "https://b.example/"], index=[7, 7, 7])
        self.assertEqual(series.linkspan.links().index.tolist(), [7, 7, 7][:2])
        self.assertEqual(len(pandas.Series(["no"]).linkspan.links()), 0)
        self.assertEqual(len(pandas.Series([], dtype=object).linkspan.links()), 0)

    def test_string_dtype(self):
        for values in (TEXTS, [text if isinstance(text, str) else None for text in TEXTS]):
            series = pandas.Series(values, dtype="string")
            self.assertEqual(series.linkspan.links(columns=["row", "host"]).row.tolist(), [0, 2, 2])

    def test_contains_and_engine(self):
        self.assertEqual(self.frame.text.linkspan.contains().tolist(), [True, False, True, False, False])
        only = linkspan.Engine(email=False)
        self.assertEqual(self.frame.text.linkspan.links(only, threads=2).host.tolist(), ["a.example", "c.example"])

    def test_wrong_series(self):
        with self.assertRaisesRegex(AttributeError, "a Series of str"):
            pandas.Series([1, 2]).linkspan
        with self.assertRaisesRegex(AttributeError, "a Series of str"):
            pandas.Series([b"a"]).linkspan
        with self.assertRaisesRegex(ValueError, "there is no column 'hots'"):
            pandas.Series(["a"]).linkspan.links(columns=["hots"])

    def test_frame_of_all_columns(self):
        found = linkspan.Engine().find_columns(TEXTS[:1]).to_pandas()
        self.assertEqual(found.columns.tolist(), ["row", "start", "end", "kind", "form", "ended_by", "host"])


if __name__ == "__main__":
    support.main()
