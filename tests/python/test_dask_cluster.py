# SPDX-License-Identifier: Apache-2.0
"""Promise: a scan on a cluster has the links of one process, in count and checksum, also when a worker is
killed, the scheduler is killed and another takes its place, the command is killed and started again, a disk is
full for one part, and a file is bad. Finished parts are not done again.

    test_dask_cluster.py DATA
"""

import json
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import corpora
import support

support.need("dask.bag", "dask.dataframe", "distributed")

from distributed import Client

from linkspan import corpus
import linkspan.dask

DATA = sys.argv[1]
COMMAND = [sys.executable, "-m", "linkspan.dask", "scan"]


def limit_files():
    """Runs in a worker: limits the size of files to 8 MB, to simulate a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (8_000_000, resource.RLIM_INFINITY))


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def state_of(process):
    """The state and the parent of a process, from proc(5)."""
    try:
        state, parent = pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[:2]
        return state, int(parent)
    except (FileNotFoundError, ProcessLookupError):
        return "X", 0


def is_running(process):
    return state_of(process)[0] not in "XZ"


def processes_under(process):
    """The children of a process, and theirs."""
    everything = [int(folder.name) for folder in pathlib.Path("/proc").iterdir() if folder.name.isdigit()]
    children = [one for one in everything if state_of(one)[1] == process]
    return children + [one for child in children for one in processes_under(child)]


class Cluster(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.corpus_folder = cls.enterClassContext(tempfile.TemporaryDirectory())
        cls.source = pathlib.Path(cls.corpus_folder) / "in"
        corpora.make(cls.source, DATA, 78_000_000)
        cls.expected = corpora.expected(cls.source)
        cls.bytes = sum(file.stat().st_size for file in cls.source.iterdir())

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.to = self.folder / "out"

    def client(self):
        return self.enterContext(Client(n_workers=2, threads_per_worker=1, dashboard_address=None,
                                        local_directory=str(self.folder / "dask")))

    def assert_complete(self, summary):
        self.assertEqual((summary.links, summary.checksum), self.expected)
        self.assertEqual((summary.parts_finished, summary.bytes), (summary.parts, self.bytes))
        self.assertEqual(corpus.checksum(corpora.lines_of(self.to)), summary.checksum)
        self.assertEqual(len(list((self.to / "links").iterdir())), summary.parts, "nothing else is left")

    def test_command(self):
        self.assertGreater(self.bytes, 100_000_000)
        done = subprocess.run([*COMMAND, self.source, "--to", self.to, "--local", "2", "--part-bytes", "4000000"],
                              capture_output=True, text=True, check=True, cwd=self.folder)
        self.assertIn(f"{self.expected[0]} links, 0 errors", done.stdout)
        self.assertIn(f"checksum {self.expected[1]}", done.stdout)
        self.assert_complete(corpus.summarize(corpus.read_plan(str(self.to))))

    def test_worker_is_killed(self):
        client = self.client()
        plan = corpus.plan(str(self.source), str(self.to), part_bytes=1_000_000)
        killed = []
        whole_result = linkspan.dask._Progress.add

        def kill_one(progress, size):
            whole_result(progress, size)
            if not killed and progress.done > progress.total / 4:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        linkspan.dask._Progress.add = kill_one
        self.addCleanup(setattr, linkspan.dask._Progress, "add", whole_result)
        summary = linkspan.dask.scan(plan, client)
        self.assertEqual(len(killed), 1)
        self.assertEqual(summary.errors, [])
        self.assert_complete_after_kill(summary)

    def assert_complete_after_kill(self, summary):
        for file in (self.to / "links").glob("*.tmp"):  # unfinished files of the killed process
            file.unlink()
        self.assert_complete(summary)

    def start(self, *command, **options):
        """Starts a process that is killed at the end of the test."""
        options = {"cwd": self.folder, "stderr": subprocess.DEVNULL, **options}
        process = subprocess.Popen([sys.executable, *command], **options)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_for_parts(self, count, process):
        """The finished parts, as soon as there are `count` of them."""
        def are_there():
            self.assertIsNone(process.poll(), "it ended before it could be killed")
            return len(self.finished()) >= count

        self.wait_until(are_there, f"there are no {count} finished parts")
        return self.finished()

    def wait_until(self, condition, otherwise):
        deadline = time.monotonic() + 120
        while not condition():
            self.assertLess(time.monotonic(), deadline, otherwise)
            time.sleep(0.01)

    def finished(self):
        """The times of the files that mark finished parts."""
        return {file.name: file.stat().st_mtime_ns for file in (self.to / "done").glob("*.json")}

    def assert_not_done_again(self, finished):
        for name, when in finished.items():
            self.assertEqual((self.to / "done" / name).stat().st_mtime_ns, when, f"{name} was done twice")

    def test_command_is_killed(self):
        command = ["-m", "linkspan.dask", "scan", self.source, "--to", self.to, "--local", "2", "--part-bytes", "500000"]
        first = self.start(*command, stdout=subprocess.DEVNULL)
        self.wait_for_parts(20, first)
        workers = processes_under(first.pid)
        self.assertGreaterEqual(len(workers), 2)
        first.kill()
        first.wait()
        self.wait_until(lambda: not any(map(is_running, workers)), "its workers do not end")
        finished = self.finished()
        plan = corpus.read_plan(str(self.to))
        self.assertLess(len(finished), len(plan.parts))
        again = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True, cwd=self.folder)
        self.assertRegex(again.stderr, "[1-9][0-9]* bytes are finished")
        self.assert_not_done_again(finished)
        self.assert_complete_after_kill(corpus.summarize(plan))

    def start_scheduler(self, port):
        return self.start("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")

    def start_cluster(self, port):
        """A scheduler and two workers, in another folder than the command. They end with the scheduler."""
        scheduler = self.start_scheduler(port)
        for number in range(2):
            self.start("-m", "distributed.cli.dask_worker", f"tcp://127.0.0.1:{port}", "--nthreads", "1", "--no-nanny",
                       "--no-dashboard", "--local-directory", str(self.folder / f"dask{number}"), cwd=self.corpus_folder)
        with Client(f"tcp://127.0.0.1:{port}", timeout=60) as client:
            client.wait_for_workers(2, timeout=60)
        return scheduler

    def scan_with_a_killed_scheduler(self, port, wait):
        scheduler = self.start_cluster(port)
        command = self.start("-m", "linkspan.dask", "scan", self.source, "--to", "out", "--part-bytes", "500000",
                             "--scheduler", f"tcp://127.0.0.1:{port}", "--wait", str(wait),
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        finished = self.wait_for_parts(20, command)
        scheduler.kill()
        scheduler.wait()
        return command, finished

    def test_scheduler_is_killed_and_another_takes_its_place(self):
        port = free_port()
        command, finished = self.scan_with_a_killed_scheduler(port, wait=60)
        self.start_cluster(port)
        output, messages = command.communicate(timeout=120)
        self.assertEqual(command.returncode, 0, messages)
        self.assertRegex(messages, "(?s)the scheduler is gone; waiting .*connected again")
        self.assertIn(f"checksum {self.expected[1]}", output)
        self.assert_not_done_again(finished)
        self.assert_complete_after_kill(corpus.summarize(corpus.read_plan(str(self.to))))

    def test_scheduler_is_killed_for_good(self):
        command, finished = self.scan_with_a_killed_scheduler(free_port(), wait=10)
        _, messages = command.communicate(timeout=120)
        self.assertEqual(command.returncode, 1)
        self.assertRegex(messages, r"linkspan-dask: the scheduler is gone\n[1-9]\d* of \d+ parts are left")
        self.assertNotIn("Traceback", messages)
        summary = linkspan.dask.scan(corpus.read_plan(str(self.to)), self.client())
        self.assert_not_done_again(finished)
        self.assert_complete_after_kill(summary)

    def test_no_worker_and_no_scheduler(self):
        address = f"tcp://127.0.0.1:{free_port()}"
        command = [*COMMAND, self.source, "--to", self.to, "--scheduler", address, "--wait", "1"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"linkspan-dask: .*1 s\n(\d+) of \1 parts are left; the same command continues with these\n$")
        self.start_scheduler(int(address.rpartition(":")[2]))
        Client(address, timeout=60).close()
        command[-1] = "5"
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("linkspan-dask: the scheduler has had no worker for 5 s\n", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_full_disk_for_one_part(self):
        dense = self.source / "dense.jsonl"
        dense.write_text(json.dumps({"text": "https://a.example/ " * 60000}) + "\n")
        self.addCleanup(dense.unlink)
        client = self.client()
        limits = client.run(resource.getrlimit, resource.RLIMIT_FSIZE)
        client.run(limit_files)
        plan = corpus.plan(str(self.source), str(self.to), part_bytes=1_000_000)
        summary = linkspan.dask.scan(plan, client)
        self.assertEqual([pathlib.Path(error["source"]).name for error in summary.errors if "dense" in error["source"]],
                         ["dense.jsonl"])
        self.assertIn("File too large", summary.errors[0]["error"])
        self.assertEqual(len(corpus.unfinished(plan)), 1)
        self.assertEqual(summary.parts_finished, summary.parts - 1)
        for limit in limits.values():
            client.run(resource.setrlimit, resource.RLIMIT_FSIZE, limit)
        summary = linkspan.dask.scan(plan, client)
        self.assertEqual((summary.errors, summary.parts_finished), ([], summary.parts))
        self.assertEqual(summary.links, self.expected[0] + 60000)

    def test_bad_file(self):
        bad = self.source / "bad.txt.gz"
        bad.write_bytes(b"this is not gzip")
        self.addCleanup(bad.unlink)
        done = subprocess.run([*COMMAND, self.source, "--to", self.to, "--local", "2"], capture_output=True, text=True,
                              check=False, cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(re.search(r"bad\.txt\.gz: BadGzipFile", done.stderr), done.stderr)
        self.assertIn(f"{self.expected[0]} links, 1 errors", done.stdout)
        self.assertIn(f"checksum {self.expected[1]}", done.stdout)


if __name__ == "__main__":
    support.main()
