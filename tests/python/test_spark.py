# SPDX-License-Identifier: Apache-2.0
"""Promise: on a Spark cluster of two workers, linkspan.spark has the links of one process: of 1,000,000 texts and of
2,000 files, also when a worker is killed meanwhile.

    test_spark.py [TEXTS [FILES]]
"""

import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import support

if shutil.which("java") is None:
    support.skip("there is no Java (tools/setup spark)")
support.need("pyspark", "pyarrow", "pandas", name="spark")

import engines
import pyarrow
import pyarrow.parquet
from pyspark.sql import SparkSession

from linkspan import corpus
import linkspan.spark

TEXTS = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
FILES = int(sys.argv[2]) if len(sys.argv) > 2 else 2000


def executors():
    """The process numbers of the workers."""
    found = subprocess.run(["pgrep", "-f", os.environ["LINKSPAN_TEST"] + " .*CoarseGrainedExecutorBackend"], capture_output=True,
                           text=True, check=False)
    return [int(number) for number in found.stdout.split()]


class Spark(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        os.environ["PYTHONPATH"] = engines.python_path()
        os.environ["PYSPARK_PYTHON"] = sys.executable
        os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
        os.environ["LINKSPAN_TEST"] = f"linkspan.test={os.getpid()}"
        cls.spark = (SparkSession.builder.master("local-cluster[2,1,1024]").appName("linkspan-test")
                     .config("spark.ui.enabled", "false")
                     .config("spark.executor.extraJavaOptions", "-D" + os.environ["LINKSPAN_TEST"])
                     .config("spark.executorEnv.PYTHONPATH", engines.python_path())
                     .config("spark.local.dir", str(cls.folder / "spark"))
                     .config("spark.sql.shuffle.partitions", "8").getOrCreate())
        cls.spark.sparkContext.setLogLevel("OFF")
        cls.addClassCleanup(cls.spark.stop)

    def kill_a_worker(self):
        """Kills one when a stage has done a task and is at another one; returns the list of the killed."""
        tracker = self.spark.sparkContext.statusTracker()
        killed = []
        ended = threading.Event()

        def is_amid(stage):
            info = tracker.getStageInfo(stage)
            return info is not None and info.numCompletedTasks > 0 and info.numActiveTasks > 0

        def kill():
            while not ended.wait(0.02):
                if any(is_amid(stage) for stage in tracker.getActiveStageIds()):
                    worker = executors()[0]
                    os.kill(worker, signal.SIGKILL)
                    killed.append(worker)
                    return

        thread = threading.Thread(target=kill)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(ended.set)
        return killed

    def table(self, count):
        texts = list(engines.texts(count))
        path = str(self.folder / f"texts{count}.parquet")
        pyarrow.parquet.write_table(pyarrow.table({"id": pyarrow.array(range(count), pyarrow.int64()), "body": texts}), path,
                                    row_group_size=max(1, count // 16))
        return self.spark.read.parquet(path).repartition(16), texts

    def rows(self, frame):
        return sorted((tuple(row) for row in frame.collect()), key=lambda row: (row[0], row[1]))

    def test_texts_and_a_killed_worker(self):
        frame, texts = self.table(TEXTS)
        found = linkspan.spark.links(frame, "body", keep=["id"])
        to = str(self.folder / "links.parquet")
        killed = self.kill_a_worker()
        found.write.parquet(to)
        self.assertTrue(killed, "the job ended before the worker was killed")
        table = pyarrow.parquet.read_table(to)
        self.assertEqual(table.column_names, ["id", *engines.COLUMNS])
        rows = sorted(zip(*(column.to_pylist() for column in table.columns)), key=lambda row: (row[0], row[1]))
        self.assertTrue(rows == engines.expected(texts), "other links")

    def test_few_texts(self):
        frame, texts = self.table(50)
        self.assertEqual(self.rows(linkspan.spark.links(frame, "body", keep=["id"])), engines.expected(texts))
        hosts = linkspan.spark.links(frame, "body", columns=["host"])
        self.assertEqual(hosts.schema.simpleString(), "struct<host:string>")
        with self.assertRaisesRegex(ValueError, "no column 'hosts'"):
            linkspan.spark.links(frame, "body", columns=["hosts"])
        with self.assertRaisesRegex(ValueError, "rename"):
            linkspan.spark.links(frame.withColumnRenamed("id", "uri"), "body", keep=["uri"])

    def test_files_and_a_killed_worker(self):
        source, to = self.folder / "in", self.folder / "out"
        expected = engines.files(source, FILES)
        (source / "long.txt").write_text("see https://example.org/long\n" * 3_000_000)
        done = subprocess.run([corpus.command(), "scan", "-s", "--to", "jsonl", str(source)], capture_output=True, check=False)
        expected = done.stdout.count(b"\n"), corpus.checksum(done.stdout.splitlines())
        killed = self.kill_a_worker()
        result = linkspan.spark.scan(str(source), str(to), self.spark, tasks=6)
        self.assertTrue(killed, "the job ended before the worker was killed")
        self.assertEqual((result.links, result.checksum), expected)
        self.assertEqual((result.parts_finished, result.errors), (result.parts, 0))
        with self.assertRaisesRegex(corpus.CommandFailed, "another run"):
            linkspan.spark.scan(str(source), str(to), self.spark, tasks=2, options=["--no-bare"])
        with self.assertRaises(FileNotFoundError):
            linkspan.spark.scan(str(self.folder / "missing"), str(to), self.spark)


if __name__ == "__main__":
    support.main()
