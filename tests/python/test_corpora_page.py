# SPDX-License-Identifier: Apache-2.0
"""Promise: every line of code in docs/corpora.md works, in the order of the page, on small files.

    test_corpora_page.py

Blocks of Python run in this interpreter, those with Dask in one where it is installed; SQL is run by DuckDB.
"""

import gzip
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import support

support.need("pyarrow", "duckdb", "pandas", name="spark ray polars")

import duckdb
import pyarrow
import pyarrow.parquet

from linkspan import corpus

PAGE = support.SOURCE_TREE / "docs" / "corpora.md"
MAIL = "Message-ID: <a@b>\nReceived: x\nSubject: x\n\nsee https://example.org/{0} and www.example.com/{0}\n"
PAYLOAD = "<html><body>https://warc.example/page</body></html>"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# What a block needs that the page does not define, by the module that it imports.
NEEDS = {
    "linkspan.dask": "import dask.bag, dask.dataframe, pandas, linkspan\n"
                     "bag = dask.bag.from_sequence(['see https://a.example/'], npartitions=1)\n",
    "linkspan.spark": "from pyspark.sql import SparkSession\nspark = SparkSession.builder.master('local[2]').getOrCreate()\n"
                      "frame = spark.read.parquet('texts.parquet')\n",
    "linkspan.ray": "import ray, ray.data\nray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)\n"
                    "dataset = ray.data.read_parquet('texts.parquet')\n",
    "linkspan.polars": "import polars\nframe = polars.read_parquet('texts.parquet')\n",
}


def has(python, module):
    return subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0


class Page(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        for mails in (self.folder / "mails", self.folder / "data" / "mails"):
            mails.mkdir(parents=True)
            for number in range(5):
                (mails / f"{number}.eml").write_text(MAIL.format(number))
            (mails / "a.mbox").write_text("From a@b Fri Jul  8 12:08:34 2011\n" + MAIL.format("m") + "\n")
        record = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{PAYLOAD}"
        head = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://p.example/\r\nContent-Length: {len(record)}\r\n\r\n"
        with gzip.open(self.folder / "crawl.warc.gz", "wt") as crawl:
            crawl.write(head + record + "\r\n\r\n")
        pyarrow.parquet.write_table(pyarrow.table({"id": [1, 2], "text": ["see https://a.example/", None]}), self.folder / "texts.parquet")
        bin_folder = self.folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "linkspan").symlink_to(os.path.abspath(corpus.command()))
        python = bin_folder / "python3"  # a link to that of a virtual environment would not be in it
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        python.chmod(0o755)
        self.environment = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}", "PYTHONPATH": os.pathsep.join(map(os.path.abspath, os.environ.get("PYTHONPATH", "").split(os.pathsep))),
                            "SPARK_LOCAL_IP": "127.0.0.1"}

    def here(self, code):
        return code.replace("/data/", f"{self.folder}/data/").replace("s3://bucket/", f"file://{self.folder}/")

    def run_command(self, arguments, code):
        done = subprocess.run(arguments, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, f"{code}\n{done.stdout[-1000:]}{done.stderr[-3000:]}")
        return done.stdout

    def run_python(self, code):
        module = next((name for name in NEEDS if name in code), None)
        python, needs = sys.executable, NEEDS.get(module, "import linkspan\nlink = linkspan.find('www.example.org')[0]\n")
        if module == "linkspan.dask":
            needs += "link = linkspan.find('www.example.org')[0]\nframe = dask.dataframe.from_pandas(pandas.DataFrame({'body': ['x']}), npartitions=1)\n"
            code = code.replace('links(bag, text="body", keep=["id"])', 'links(bag.map(lambda text: {"body": text, "id": 1}), text="body", keep=["id"])')
            python = "/usr/bin/python3"
        if module and not has(python, module.partition(".")[2] if module != "linkspan.spark" else "pyspark"):
            print(f"not installed: {module}")
            return
        self.run_command([python, "-c", needs + code], code)

    def test_lines_in_order(self):
        database = duckdb.connect()
        os.chdir(self.folder)
        kinds = []
        for kind, block in BLOCK.findall(PAGE.read_text()):
            kinds.append(kind)
            if kind == "sql":
                for statement in block.split(";"):
                    if re.sub("--.*", "", statement).strip():
                        database.execute(statement)
            elif kind == "python":
                self.run_python(self.here(block))
            else:
                for line in block.splitlines():
                    self.run_command(["bash", "-c", self.here(line)], line)
        self.assertEqual(database.execute("SELECT count(*) > 3 FROM 'all.parquet'").fetchone(), (True,))
        self.assertGreater(kinds.count("python"), 3)
        self.assertIn("sql", kinds)


if __name__ == "__main__":
    support.main()
