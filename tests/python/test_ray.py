# SPDX-License-Identifier: Apache-2.0
"""Promise: linkspan.ray has the links of one process, with two workers: of 100,000 texts and of 2,000 files.

    test_ray.py [TEXTS [FILES]]
"""

import os
import pathlib
import sys
import tempfile
import unittest

import support

support.need("ray", "ray.data", "pyarrow", "pandas", name="ray")

import engines
import pyarrow
import ray
import ray.data

from linkspan import corpus
import linkspan.ray

TEXTS = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
FILES = int(sys.argv[2]) if len(sys.argv) > 2 else 2000


class Ray(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        os.environ["PYTHONPATH"] = engines.python_path()
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=300 << 20,
                 runtime_env={"env_vars": {"PYTHONPATH": engines.python_path()}})
        cls.addClassCleanup(ray.shutdown)

    def test_texts(self):
        texts = list(engines.texts(TEXTS))
        dataset = ray.data.from_arrow(pyarrow.table({"id": range(len(texts)), "body": texts})).repartition(8)
        found = linkspan.ray.links(dataset, "body", keep=["id"])
        rows = [tuple(row[name] for name in ("id", *engines.COLUMNS)) for row in found.take_all()]
        self.assertTrue(sorted(rows, key=lambda row: (row[0], row[1])) == engines.expected(texts), "other links")

    def test_files(self):
        source, to = self.folder / "in", self.folder / "out"
        expected = engines.files(source, FILES)
        result = linkspan.ray.scan(str(source), str(to), tasks=4)
        self.assertEqual((result.links, result.checksum), expected)
        self.assertEqual((result.parts_finished, result.errors), (result.parts, 0))
        with self.assertRaisesRegex(corpus.CommandFailed, "another run"):
            linkspan.ray.scan(str(source), str(to), tasks=2, options=["--no-bare"])


if __name__ == "__main__":
    support.main()
