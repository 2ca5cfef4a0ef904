# SPDX-License-Identifier: Apache-2.0
"""Promise: a scan on a cluster has the links of one run, in count and checksum, also when a worker is killed, the
scheduler is killed and another takes its place, the command is killed and started again, a disk is full for one part,
and a file is bad. Finished parts are not done again.

    test_dask_cluster.py DATA
"""

import os
import pathlib
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import corpora
import support

support.need("dask.bag", "dask.dataframe", "distributed")

from distributed import Client

from linkspan import corpus
import linkspan.dask

DATA = sys.argv[1]
COMMAND = [sys.executable, "-m", "linkspan.dask"]
TASKS = "6"


def limit_files():
    """Runs in a worker: limits the size of files to 1 MB, to simulate a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, resource.RLIM_INFINITY))


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
        corpora.make(cls.source, DATA, 400_000_000)
        cls.expected = corpora.expected(cls.source)

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.to = self.folder / "out"

    def client(self):
        return self.enterContext(Client(n_workers=2, threads_per_worker=1, dashboard_address=None,
                                        local_directory=str(self.folder / "dask")))

    def assert_complete(self, summary=None):
        summary = summary or corpus.summary(self.to)
        self.assertEqual((summary.links, summary.checksum), self.expected)
        self.assertEqual((summary.parts_finished, summary.errors), (summary.parts, 0))
        self.assertEqual(len(list(self.to.glob("part-*"))), summary.parts, "nothing else is left")

    def test_command(self):
        done = subprocess.run([*COMMAND, self.source, "--to", self.to, "--local", "2", "--tasks", TASKS],
                              capture_output=True, text=True, check=True, cwd=self.folder)
        self.assertIn(f"{self.expected[0]} links, 0 errors", done.stdout)
        self.assertIn(f"checksum {self.expected[1]}", done.stdout)
        self.assert_complete()

    def test_worker_is_killed(self):
        client = self.client()
        killed = []

        def kill_one():
            self.wait_until(self.finished, "there is no finished part")
            killed.append(next(iter(client.run(os.getpid).values())))
            os.kill(killed[0], signal.SIGKILL)

        killer = threading.Thread(target=kill_one)
        killer.start()
        summary = linkspan.dask.scan(self.source, self.to, client, tasks=int(TASKS))
        killer.join()
        self.assertEqual(len(killed), 1)
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
        return corpora.finished(self.to)

    def assert_not_done_again(self, finished):
        for name, when in finished.items():
            self.assertEqual((self.to / name).stat().st_mtime_ns, when, f"{name} was done twice")

    def test_command_is_killed(self):
        command = ["-m", "linkspan.dask", self.source, "--to", self.to, "--local", "2", "--tasks", TASKS]
        first = self.start(*command, stdout=subprocess.DEVNULL)
        self.wait_for_parts(1, first)
        workers = processes_under(first.pid)
        self.assertGreaterEqual(len(workers), 2)
        first.kill()
        first.wait()
        self.wait_until(lambda: not any(map(is_running, workers)), "its workers do not end")
        finished = self.finished()
        subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True, cwd=self.folder)
        self.assert_not_done_again(finished)
        self.assert_complete()

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
        command = self.start("-m", "linkspan.dask", self.source, "--to", "out", "--tasks", TASKS,
                             "--scheduler", f"tcp://127.0.0.1:{port}", "--wait", str(wait),
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        finished = self.wait_for_parts(1, command)
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
        self.assert_complete()

    def test_scheduler_is_killed_for_good(self):
        command, finished = self.scan_with_a_killed_scheduler(free_port(), wait=10)
        _, messages = command.communicate(timeout=120)
        self.assertEqual(command.returncode, 1)
        self.assertRegex(messages, r"linkspan-dask: the scheduler is gone\nthe same command continues")
        self.assertNotIn("Traceback", messages)
        summary = linkspan.dask.scan(self.source, self.to, self.client(), tasks=int(TASKS))
        self.assert_not_done_again(finished)
        self.assert_complete(summary)

    def test_no_worker_and_no_scheduler(self):
        address = f"tcp://127.0.0.1:{free_port()}"
        command = [*COMMAND, self.source, "--to", self.to, "--scheduler", address, "--wait", "1"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"linkspan-dask: .*1 s\nthe same command continues with what is left\n$")
        self.start_scheduler(int(address.rpartition(":")[2]))
        Client(address, timeout=60).close()
        command[-1] = "5"
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("linkspan-dask: the scheduler has had no worker for 5 s\n", done.stderr)
        self.assertNotIn("Traceback", done.stderr)

    def test_full_disk(self):
        client = self.client()
        limits = client.run(resource.getrlimit, resource.RLIMIT_FSIZE)
        client.run(limit_files)
        with self.assertRaisesRegex(corpus.CommandFailed, "0 of . parts are done"):
            linkspan.dask.scan(self.source, self.to, client, tasks=2)
        for limit in limits.values():
            client.run(resource.setrlimit, resource.RLIMIT_FSIZE, limit)
        self.assert_complete(linkspan.dask.scan(self.source, self.to, client, tasks=2))

    def test_bad_file(self):
        bad = self.source / "bad.txt.gz"
        bad.write_bytes(b"this is not gzip")
        self.addCleanup(bad.unlink)
        done = subprocess.run([*COMMAND, self.source, "--to", self.to, "--local", "2", "--tasks", TASKS],
                              capture_output=True, text=True, check=False, cwd=self.folder)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f"{self.expected[0]} links, 1 errors", done.stdout)
        self.assertIn(f"checksum {self.expected[1]}", done.stdout)


if __name__ == "__main__":
    support.main()
