# SPDX-License-Identifier: Apache-2.0
"""Promise: linkspan.polars has the links of one process, of 100,000 texts in DataFrames, LazyFrames and expressions,
and so has linkspan.parquet;
its examples are right.

    test_polars.py [TEXTS]
"""

import doctest
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import support

support.need("polars", "pyarrow", "pandas", name="polars")

import engines
import polars

from linkspan import corpus
import linkspan.parquet
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

    def test_parquet_files(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        source, to = folder / "texts.parquet", folder / "links.parquet"
        self.frame.write_parquet(source, row_group_size=7000)
        self.assertEqual(linkspan.parquet.links(source, to, "body", keep=["id"]), len(self.expected))
        self.assertTrue(polars.read_parquet(to).rows() == self.expected, "other links")
        done = subprocess.run([sys.executable, "-m", "linkspan.parquet", source, to, "--text", "texts"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("has no column 'texts'; it has: id, body", done.stderr)
        found = subprocess.run([corpus.command(), "scan", source], capture_output=True, text=True, check=False)
        self.assertIn("--from parquet", found.stderr)
        self.frame.head(0).write_parquet(source)
        self.assertEqual(linkspan.parquet.links(source, to, "body"), 0)
        self.assertEqual(polars.read_parquet(to).rows(), [])

    def scan(self, *arguments):
        environment = {**os.environ, "PATH": os.path.dirname(sys.executable) + ":" + os.environ["PATH"],
                       "PYTHONPATH": engines.python_path()}
        return subprocess.run([corpus.command(), "scan", *arguments], capture_output=True, text=True, env=environment, check=False)

    def test_the_command_reads_parquet(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        names = ["a.parquet", "b.parquet"]
        frame = self.frame.head(3000)
        for name in names:
            frame.write_parquet(folder / name, row_group_size=700)
        lines = "".join(json.dumps({"id": row[0], "body": row[1] or ""}) + "\n" for row in frame.rows())
        (folder / "lines").write_text(lines * 2)
        given = self.scan("--from", "parquet", "--text-field", "body", *(folder / name for name in names))
        self.assertEqual((given.returncode, given.stderr), (0, ""))
        self.assertTrue(given.stdout == self.scan("--from", "jsonl", "--text-field", "body", folder / "lines").stdout, "other answers")
        together = self.scan("--from", "parquet", "--text-field", "body", "--jobs", "2", *(folder / name for name in names))
        self.assertTrue(together.stdout == given.stdout, "other answers with --jobs")
        frame.select("body").write_parquet(folder / "a.parquet")
        numbered = self.scan("--from", "parquet", "--text-field", "body", folder / "a.parquet").stdout.splitlines()
        self.assertEqual([json.loads(line)["id"] for line in numbered], list(range(3000)))
        for field in ("--text-field", "--id-field"):
            wrong = self.scan("--from", "parquet", field, "none", folder / "b.parquet")
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("there is no column", wrong.stderr)

    def test_the_command_writes_parquet(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "a.txt").write_text("see www.example.org/é and\nhttps://user.example@evil.example/ or lena@b.example\n" * 50)
        (folder / "none.txt").write_text("nothing")
        for offsets in ("bytes", "lines"):
            options = ["--offsets", offsets, "--jobs", "2", folder / "a.txt", folder / "none.txt"]
            lines = [json.loads(line) for line in self.scan("--to", "jsonl", *options).stdout.splitlines()]
            to = folder / offsets
            given = self.scan("--to", "parquet", "--output", to, *options)
            self.assertEqual((given.returncode, given.stderr), (0, ""))
            rows = polars.read_parquet(to / "part-*.parquet").to_dicts()
            self.assertEqual([{name: value for name, value in row.items() if value is not None} for row in rows], lines)
        empty = self.scan("--to", "parquet", "--fields", "uri,start", "--output", folder / "empty", folder / "none.txt")
        self.assertEqual(empty.returncode, 0)
        self.assertEqual(polars.read_parquet(folder / "empty" / "part-*.parquet").schema, {"start": polars.Int64, "uri": polars.String})

    def test_examples(self):
        failed, tried = doctest.testmod(linkspan.polars)
        self.assertEqual((failed, tried > 3), (0, True))


if __name__ == "__main__":
    support.main()
