# SPDX-License-Identifier: Apache-2.0
"""Promise: links.sbatch, submitted as an array to Slurm, has the links of one process; a cancelled task
can be submitted again, and finished parts are not done again.

    test_slurm.py DATA

The test starts Slurm with a separate configuration, key and ports, and a node of two processors. It is skipped
where the programs of Slurm are not installed (tools/setup slurm).
"""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import corpora
import support

DATA = sys.argv[1]
SCRIPT = support.SOURCE_TREE / "tools" / "python" / "slurm" / "links.sbatch"
PATH = os.pathsep.join([os.environ["PATH"], "/usr/sbin"])
for program in ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo"):
    if shutil.which(program, path=PATH) is None:
        support.skip(f"{program} is not installed (tools/setup slurm)")

from linkspan import corpus

CONFIGURATION = """
ClusterName=linkspan
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SchedulerParameters=sched_min_interval=0
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES State=UP
"""


def free_ports(count):
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


class Slurm(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        self.environment = {**os.environ, "PATH": PATH, "SLURM_CONF": str(self.folder / "slurm.conf"), "LINKSPAN": corpus.command()}
        self.start_slurm()

    def start_slurm(self):
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        host, user = socket.gethostname().split(".")[0], subprocess.run(["id", "-un"], capture_output=True, text=True, check=True)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=host, user=user.stdout.strip(), ports=free_ports(2), folder=self.folder))
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        self.start("munged", "--foreground", "--force", f"--key-file={key}", *(
            f"--{name}-file={self.folder}/munge.{name}" for name in ("log", "pid", "seed")), f"--socket={self.folder}/munge.socket")
        self.wait_until(lambda: (self.folder / "munge.socket").exists())
        self.start("slurmctld", "-D")
        self.start("slurmd", "-D")
        self.wait_until(lambda: self.output_of("sinfo", "--noheader", "--format=%t") == "idle")

    def start(self, program, *arguments):
        log = self.enterContext(open(self.folder / f"{program}.log", "wb"))
        process = subprocess.Popen([program, *arguments], env=self.environment, stdout=log, stderr=log)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)

    def wait_until(self, condition):
        deadline = time.monotonic() + 120
        while not condition():
            if time.monotonic() > deadline:
                logs = {log.name: log.read_text(errors="replace")[-1000:] for log in self.folder.glob("*.log")}
                self.fail(f"Slurm does not answer: {logs}")
            time.sleep(0.1)

    def output_of(self, *command):
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False).stdout.strip()

    def submit(self, array, to):
        """Submits the script, and returns the number of the job."""
        job = self.output_of("sbatch", "--parsable", f"--array={array}", f"--chdir={self.folder}", f"--output={self.folder}/%A_%a.out",
                             "--mem=0", str(SCRIPT), str(to), "3", str(self.folder / "in"))
        self.assertRegex(job, r"^\d+$")
        return job

    def wait_for(self, job):
        self.wait_until(lambda: not self.output_of("squeue", "--noheader", f"--jobs={job}"))

    def test_array(self):
        source, to = self.folder / "in", self.folder / "out"
        corpora.make(source, DATA, 200_000_000)
        self.wait_for(self.submit("0,2", to))
        finished = corpora.finished(to)
        self.assertGreater(len(finished), 1)
        self.wait_for(self.submit("0-2", to))
        result = corpus.summary(to)
        self.assertEqual((result.links, result.checksum), corpora.expected(source))
        self.assertEqual((result.parts_finished, result.errors), (result.parts, 0))
        after = corpora.finished(to)
        self.assertEqual({name: after[name] for name in finished}, finished, "done again")


if __name__ == "__main__":
    support.main()
