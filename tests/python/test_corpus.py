# SPDX-License-Identifier: Apache-2.0
"""Promise: a corpus in parts has the links of one process, bad files and full disks do not affect other files,
no finished part is done again, and a plan has all options. HTML and Maildirs are recognized. The same holds
for the array script for Slurm, with its environment variables.

    test_corpus.py DATA
"""

import base64
import bz2
import gzip
import hashlib
import json
import lzma
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

import corpora
import support

import linkspan.mail
from linkspan import _records, corpus

DATA = sys.argv[1]
SCRIPT = support.SOURCE_TREE / "tools" / "python" / "slurm" / "links.sbatch"
FIRST = json.dumps({"text": "see https://a.example/é"}).encode()


class Corpus(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.source, self.to = self.folder / "in", self.folder / "out"

    def run_parts(self, **options):
        plan = corpus.plan(str(self.source), str(self.to), **options)
        for part in corpus.unfinished(plan):
            corpus.scan_part(part, plan.folder, plan.engine())
        return corpus.summarize(plan)

    def write(self, files):
        self.source.mkdir()
        for name, content in files.items():
            (self.source / name).write_bytes(content)

    def test_links_are_those_of_one_process(self):
        corpora.make(self.source, DATA, 32_000_000)
        summary = self.run_parts(part_bytes=1_000_000)
        self.assertGreater(summary.parts, 40)
        self.assertEqual((summary.links, summary.checksum), corpora.expected(self.source))
        self.assertEqual(corpus.checksum(corpora.lines_of(self.to)), summary.checksum)
        for line in (self.to / "manifest.jsonl").read_text().splitlines():
            result = json.loads(line)
            self.assertEqual(hashlib.sha256((self.to / result["file"]).read_bytes()).hexdigest(), result["sha256"])

    def test_array_script_of_slurm(self):
        corpora.make(self.source, DATA, 16_000_000)
        corpus.plan(str(self.source), str(self.to), part_bytes=1_000_000)
        for task in range(3):
            environment = {**os.environ, "SLURM_ARRAY_TASK_ID": str(task), "PYTHON": sys.executable}
            subprocess.run([SCRIPT, self.to, "3"], env=environment, check=True, stdout=subprocess.DEVNULL)
        summary = corpus.summarize(corpus.read_plan(str(self.to)))
        self.assertEqual((summary.links, summary.checksum), corpora.expected(self.source))
        self.assertEqual(summary.parts_finished, summary.parts)

    def test_bad_files(self):
        good = b"see https://a.example/ and https://b.example/\n"
        self.write({"a.txt": good, "b.jsonl": FIRST + b"\n{broken\n", "c.txt.gz": gzip.compress(good * 9999)[:-20],
                    "d.txt": good, "e.jsonl.gz": gzip.compress(FIRST), "f.mbox": b""})
        os.symlink("nowhere", self.source / "g.txt")
        summary = self.run_parts()
        self.assertEqual([pathlib.Path(error["source"]).name for error in summary.errors], ["b.jsonl", "c.txt.gz", "g.txt"])
        self.assertIn("the line at byte 41 is not JSON", summary.errors[0]["error"])
        self.assertEqual((summary.links, len(corpora.lines_of(self.to))), (5, 5))
        self.assertEqual(corpus.checksum(corpora.lines_of(self.to)), summary.checksum)
        self.assertEqual(len(corpus.unfinished(corpus.read_plan(str(self.to)))), 1, "tried again")

    def test_damaged_files(self):
        """Every damage that the decompressors notice is an error of the file, never of the run."""
        good = b"".join(b"see https://a.example/%d\n" % number for number in range(200))
        for name, compress in (("a.txt.gz", gzip.compress), ("a.txt.bz2", bz2.compress), ("a.txt.xz", lzma.compress)):
            data = compress(good)
            for at in (*range(0, 30, 7), len(data) // 2, len(data) - 5):
                flipped = bytearray(data)
                flipped[at] ^= 0x10
                try:
                    {"gz": gzip.decompress, "z2": bz2.decompress, "xz": lzma.decompress}[name[-2:]](bytes(flipped))
                    expected = []
                except Exception:  # of many kinds
                    expected = [name]
                with self.subTest(name=name, at=at):
                    self.tearDown()
                    self.setUp()
                    self.write({name: bytes(flipped)})
                    errors = [pathlib.Path(error["source"]).name for error in self.run_parts().errors]
                    self.assertEqual(errors, expected)

    def test_changed_file(self):
        self.write({"a.txt": b"https://a.example/\n"})
        corpus.plan(str(self.source), str(self.to))
        (self.source / "a.txt").write_bytes(b"https://a.example/ https://b.example/\n")
        self.assertIn("has changed", self.run_parts().errors[0]["error"])

    def test_full_disk(self):
        self.write({"a.txt": b"https://a.example/\n" * 10000, "b.txt": b"https://b.example/\n" * 10})
        plan = corpus.plan(str(self.source), str(self.to), part_bytes=200_000)
        plan = plan._replace(parts=[corpus.Part(n, [piece]) for n, piece in enumerate(plan.parts[0].pieces)])
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limits[1]))
        try:
            with self.assertRaisesRegex(corpus.OutputError, "File too large"):
                corpus.scan_part(plan.parts[0], plan.folder, plan.engine())
            corpus.scan_part(plan.parts[1], plan.folder, plan.engine())
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        self.assertEqual([file.name for file in (self.to / "links").iterdir()], ["part-000001.jsonl"])
        self.assertEqual([part.number for part in corpus.unfinished(plan)], [0])

    def test_finished_parts_are_not_done_again(self):
        self.write({f"{n}.txt": b"https://a.example/\n" * 10 for n in range(5)})
        first = self.run_parts(part_bytes=100)
        times = [os.stat(file).st_mtime_ns for file in sorted((self.to / "links").iterdir())]
        os.unlink(self.to / "done" / "part-000002.json")
        plan = corpus.read_plan(str(self.to))
        self.assertEqual([part.number for part in corpus.unfinished(plan)], [2])
        self.assertEqual(self.run_parts(part_bytes=100), first)
        again = [os.stat(file).st_mtime_ns for file in sorted((self.to / "links").iterdir())]
        self.assertEqual([n for n in range(len(times)) if times[n] != again[n]], [2])

    def test_plan_of_another_scan(self):
        self.write({"a.txt": b"a"})
        corpus.plan(str(self.source), str(self.to))
        with self.assertRaisesRegex(ValueError, "the plan of another scan: profile was 'prose' and is 'code'$"):
            corpus.plan(str(self.source), str(self.to), linkspan.Engine("code"))
        with self.assertRaisesRegex(ValueError, "field was 'text' and is 'body', schemes was None and is '.steam'$"):
            corpus.plan(str(self.source), str(self.to), linkspan.Engine(schemes="+steam"), field="body")

    def test_options_of_the_engine(self):
        self.write({"a.txt": b"BUG-17 steam:run/440 lena@example.net example.org wiki.intern/a \"quoted\" http://e.example/\n"})
        rules = self.folder / "rules.toml"
        rules.write_text("[[rule]]\nname = 'bug'\npattern = 'BUG-(\\d+)'\nuri = 'https://bugs.example.org/{1}'\n")
        options = ["--to", str(self.to), "--schemes", "+steam", "--tlds", "+intern", "--no-email", "--rules", str(rules),
                   "--rule", "quoted => https://q.example/", "--default-scheme", "https"]
        command = [sys.executable, "-m", "linkspan.corpus"]
        for _ in range(2):  # the second time reads the plan
            subprocess.run([*command, "plan", self.source, *options], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([*command, "part", "--to", self.to, "--task", "0", "--of", "1"], check=True, stdout=subprocess.DEVNULL)
        found = [json.loads(line) for line in corpora.lines_of(self.to)]
        self.assertEqual([link["uri"] for link in found],
                         ["https://bugs.example.org/17", "steam:run/440", "https://example.org", "https://wiki.intern/a",
                          "https://q.example/", "http://e.example/"])
        self.assertEqual([link.get("rule") for link in found], ["bug", None, None, None, "quoted", None])
        plan = corpus.read_plan(str(self.to))
        self.assertEqual(plan.engine()._options["schemes"], "+steam")
        corpus.summarize(plan)
        self.assertEqual(json.loads((self.to / "summary.json").read_text())["options"], plan.options)
        done = subprocess.run([*command, "plan", self.source, *options, "--no-bare"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "the plan of another scan: bare_domains was True and is False\n$")

    def test_lines_are_those_of_records(self):
        name = os.fsdecode(b'"quoted" \xff\\.jsonl')
        texts = ['\x07<https://a.example/"\\>', "https://b.example/\u2028é lena@example.net", "BUG-1", "no", "\ud800 c.example.org"]
        self.write({name: b"".join(json.dumps({"text": text}).encode() + b"\n" for text in texts)})
        plan = corpus.plan(str(self.source), str(self.to), linkspan.Engine(rules='BUG-(\\d) => https://b.example/{1}'))
        piece = plan.parts[0].pieces[0]
        lines = [line for some in _records.lines_of(piece, plan.engine()) for line in some]
        self.assertEqual(lines, [_records.to_json(record).encode("utf-8", "replace")
                                 for record in _records.records_of(piece, plan.engine())])
        self.assertEqual(len(lines), 5)

    def test_html(self):
        page = b'<title>x</title><a href="https://a.example/?b&amp;c">here</a> <!-- https://no.example/ --> example.net/&eacute;'
        self.write({"a.html": page, "b.htm.gz": gzip.compress(page), "c.txt": b"<https://c.example/>\n"})
        self.run_parts(part_bytes=10)
        found = [json.loads(line) for line in corpora.lines_of(self.to)]
        self.assertEqual([(link["form"], link["uri"]) for link in found],
                         [("href", "https://a.example/?b&c"), ("domain", "http://example.net/%C3%A9")] * 2
                         + [("delimited", "https://c.example/")])
        self.assertEqual(page[found[0]["start"]:found[0]["end"]], b"here")

    def test_message_that_begins_as_a_mailbox(self):
        message = b"From a@b Fri Jul  8 12:08:34 2011\nSubject: x\n\nhttps://a.example/\n\nFrom c@d Fri Jul  8 12:08:34 2011\n\nhttps://b.example/\n"
        self.write({"a.eml": message, "b.mbox": message})
        self.run_parts(part_bytes=10)
        found = [json.loads(line) for line in corpora.lines_of(self.to)]
        self.assertEqual([link["message_start"] for link in found if link["form"] == "scheme"], [0, 0, 34, 100])

    def test_maildir(self):
        message = b"Subject: x\nContent-Transfer-Encoding: base64\n\n" + base64.b64encode(b"see https://a.example/") + b"\n"
        inbox = self.source / "inbox"
        for box in (inbox, inbox / ".Sent"):
            for name in ("cur", "new", "tmp"):
                (box / name).mkdir(parents=True)
            (box / "cur" / "1741000500.M1P2.host:2,S").write_bytes(message)
            (box / "new" / "1741000400.M1P1.host").write_bytes(message)
            (box / "tmp" / "1741000600.M1P3.host").write_bytes(message)
            (box / "dovecot-uidlist").write_bytes(b"https://not-mail.example/\n")
        (inbox / ".git").mkdir()
        (inbox / ".git" / "config").write_bytes(b"https://hidden.example/\n")
        self.run_parts()
        found = [json.loads(line) for line in corpora.lines_of(self.to)]
        names = [os.path.relpath(link["source"], inbox) for link in found]
        self.assertEqual(names, ["new/1741000400.M1P1.host", "cur/1741000500.M1P2.host:2,S", "dovecot-uidlist",
                                 ".Sent/new/1741000400.M1P1.host", ".Sent/cur/1741000500.M1P2.host:2,S", ".Sent/dovecot-uidlist"])
        self.assertEqual(found[0]["uri"], "https://a.example/")
        of_mail = [link.link.uri for link in linkspan.mail.links(inbox)]
        self.assertEqual([link["uri"] for link in found[:2]], of_mail)


if __name__ == "__main__":
    support.main()
