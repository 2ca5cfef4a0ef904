# SPDX-License-Identifier: Apache-2.0
"""Promise: the COPY of docs/corpora.md, run by DuckDB, makes a Parquet file of compressed parts.

    test_parquet.py FOLDER        whose node_modules has @duckdb/node-api (tools/setup corpus)
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import support

import linkspan
from linkspan import corpus

FOLDER = pathlib.Path(sys.argv[1])
READER = pathlib.Path(__file__).parent / "duckdb" / "parquet.mjs"
if not (FOLDER / "node_modules" / "@duckdb").is_dir():
    support.skip("DuckDB is not installed (tools/setup corpus)")
TEXT = "see www.example.co.uk/é and\nhttps://user.example@evil.example/ or lena@b.example\n"


class Parquet(unittest.TestCase):
    def test_copy(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "a.txt").write_text(TEXT)
        corpus.scan(folder / "a.txt", folder / "out", options=["--compress", "zstd"])
        done = subprocess.run(["node", READER, FOLDER, folder / "out" / "part-*.jsonl*", folder / "links.parquet"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([row["uri"] for row in json.loads(done.stdout)], [link.uri for link in linkspan.find(TEXT)])
        self.assertEqual((folder / "links.parquet").read_bytes()[:4], b"PAR1")


if __name__ == "__main__":
    support.main()
