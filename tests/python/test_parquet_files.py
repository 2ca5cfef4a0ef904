# SPDX-License-Identifier: Apache-2.0
"""Promise: linkspan.parquet, and the command with --from parquet and --to parquet, have the links of one process: a row for
each link, whatever members it has, and an answer for each text, whatever the sizes of texts are.

    test_parquet_files.py [TEXTS]
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import support

support.need("pyarrow", "pandas", name="polars")

import engines
import pyarrow
import pyarrow.parquet

from linkspan import corpus
import linkspan.parquet

TEXTS = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
HTML = "<p><a href=\"https://a.example/x\">www.bank.example</a> <a href='rel'>r</a> <img src=i.png></p>"
MAIL = "From: a@a.example\nSubject: www.s.example/x\nContent-Type: text/{}\n\n{}"


def without_nulls(value):
    """As the lines of the command, which leave out what a link does not have."""
    if isinstance(value, dict):
        return {name: without_nulls(each) for name, each in value.items() if each is not None}
    return [without_nulls(each) for each in value] if isinstance(value, list) else value


class Parquet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.texts = list(engines.texts(TEXTS))
        cls.table = pyarrow.table({"id": range(TEXTS), "body": cls.texts})

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def scan(self, *arguments, **more):
        environment = {**os.environ, "PATH": os.path.dirname(sys.executable) + ":" + os.environ["PATH"],
                       "PYTHONPATH": engines.python_path()}
        return subprocess.run([corpus.command(), "scan", *arguments], capture_output=True, text=True, env=environment, check=False, **more)

    def test_files(self):
        source, to = self.folder / "texts.parquet", self.folder / "links.parquet"
        pyarrow.parquet.write_table(self.table, source, row_group_size=7000)
        expected = engines.expected(self.texts)
        self.assertEqual(linkspan.parquet.links(source, to, "body", keep=["id"]), len(expected))
        found = pyarrow.parquet.read_table(to).to_pylist()
        self.assertTrue([tuple(row.values()) for row in found] == expected, "other links")
        done = subprocess.run([sys.executable, "-m", "linkspan.parquet", source, to, "--text", "texts"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("has no column 'texts'; it has: id, body", done.stderr)
        self.assertIn("--from parquet", self.scan(source).stderr)
        pyarrow.parquet.write_table(self.table.slice(0, 0), source)
        self.assertEqual(linkspan.parquet.links(source, to, "body"), 0)
        self.assertEqual(pyarrow.parquet.read_table(to).num_rows, 0)

    def test_the_command_reads_parquet(self):
        names = ["a.parquet", "b.parquet"]
        table = self.table.slice(0, 3000)
        for name in names:
            pyarrow.parquet.write_table(table, self.folder / name, row_group_size=700)
        lines = "".join(json.dumps({"id": row["id"], "body": row["body"] or ""}) + "\n" for row in table.to_pylist())
        (self.folder / "lines").write_text(lines * 2)
        files = [self.folder / name for name in names]
        given = self.scan("--from", "parquet", "--text-field", "body", *files)
        self.assertEqual((given.returncode, given.stderr), (0, ""))
        self.assertTrue(given.stdout == self.scan("--from", "jsonl", "--text-field", "body", self.folder / "lines").stdout, "other answers")
        together = self.scan("--from", "parquet", "--text-field", "body", "--jobs", "2", *files)
        self.assertTrue(together.stdout == given.stdout, "other answers with --jobs")
        pyarrow.parquet.write_table(table.select(["body"]), files[0])
        numbered = self.scan("--from", "parquet", "--text-field", "body", files[0]).stdout.splitlines()
        self.assertEqual([json.loads(line)["id"] for line in numbered], list(range(3000)))
        for field in ("--text-field", "--id-field"):
            wrong = self.scan("--from", "parquet", field, "none", files[1])
            self.assertEqual(wrong.returncode, 1)
            self.assertIn("there is no column", wrong.stderr)

    def test_batches_have_about_as_many_bytes(self):
        """Each row is in one, in its order; with long texts, and short ones, a list beside them, and no rows at all."""
        sizes = [200_000] * 300 + [3] * 5000 + [30_000_000, 0, 1]
        table = pyarrow.table({"id": range(len(sizes)), "text": ["x" * size for size in sizes], "text.more": [["y"]] * len(sizes)})
        for options in ({"row_group_size": 100}, {"use_dictionary": False, "row_group_size": 300}, {"use_dictionary": False}):
            pyarrow.parquet.write_table(table, self.folder / "a.parquet", **options)
            file = pyarrow.parquet.ParquetFile(self.folder / "a.parquet")
            batches = list(linkspan.parquet._batches(file, ["text", "id"]))
            self.assertEqual([each for batch in batches for each in batch.column("id").to_pylist()], list(range(len(sizes))))
            if options.get("row_group_size") == 300:
                self.assertLess(sorted(batch.nbytes for batch in batches)[-2], 2 * linkspan.parquet.BLOCK)
            self.assertLess(len(batches), 150)
        pyarrow.parquet.write_table(table.slice(0, 0), self.folder / "a.parquet")
        self.assertEqual(list(linkspan.parquet._batches(pyarrow.parquet.ParquetFile(self.folder / "a.parquet"), ["text"])), [])

    def test_rows_that_are_not_read_are_named(self):
        path = self.folder / "a.parquet"
        pyarrow.parquet.write_table(self.table.slice(0, 300), path, row_group_size=100, compression="none", use_dictionary=False)
        column = pyarrow.parquet.ParquetFile(path).metadata.row_group(2).column(1)
        content = bytearray(path.read_bytes())
        content[column.data_page_offset:column.data_page_offset + 40] = b"\xff" * 40
        path.write_bytes(content)
        done = self.scan("--from", "parquet", "--text-field", "body", path)
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (1, 200))
        self.assertIn("the rows from 200 to 299 were not read", done.stderr)
        self.assertIn("a.parquet: --from parquet", done.stderr)

    def test_the_command_writes_parquet(self):
        """Its rows are the lines of --to jsonl, for links with each member."""
        files = {"a.txt": "see www.example.org/é and\nhttps://user.example@evil.example/ or lena@b.example hxxp://d[.]example/\n" * 50,
                 "b.txt": "see <https://example.org/a\nb>, src/a.cc:3:4: error\n", "c.html": HTML, "none.txt": "nothing",
                 "d.eml": MAIL.format("html", HTML), "e.eml": MAIL.format("plain", "see <https://example.org/a\n b>\n")}
        for name, text in files.items():
            (self.folder / name).write_text(text)
        for number in range(100):
            (self.folder / f"{number}.eml").write_text(MAIL.format("plain", f"see <https://example.org/a\nb{number}>\n"))
        names, seen = sorted(path.name for path in self.folder.iterdir()), set()
        for number, (offsets, *more) in enumerate((
                ("bytes",), ("bytes", "--html", "all", "--relative", "--defanged", "--files"), ("lines",), ("lines:bytes",), ("codepoints", "--jobs", "2"),
                ("lines", "--fields", "pieces"), ("utf16", "--fields", "uri,raw_start,pieces,host,registered_domain"))):
            options = ["--offsets", offsets, *more, *names]
            lines = [json.loads(line) for line in self.scan("--to", "jsonl", *options, cwd=self.folder).stdout.splitlines()]
            given = self.scan("--to", "parquet", "--output", f"out{number}", *options, cwd=self.folder)
            self.assertEqual((given.returncode, given.stderr), (0, ""), options)
            rows = without_nulls(pyarrow.parquet.read_table(self.folder / f"out{number}" / "part-000000.parquet").to_pylist())
            self.assertEqual(rows, lines)
            seen.update(*lines)
        self.assertLess({"pieces", "raw_start", "relative", "defanged", "warnings", "host", "attribute", "line"}, seen)
        empty = self.scan("--to", "parquet", "--fields", "uri,start", "--output", "empty", "none.txt", cwd=self.folder)
        self.assertEqual(empty.returncode, 0)
        schema = pyarrow.parquet.read_schema(self.folder / "empty" / "part-000000.parquet")
        self.assertEqual(schema, pyarrow.schema([("start", pyarrow.int64()), ("uri", pyarrow.string())]))


if __name__ == "__main__":
    support.main()
