# SPDX-License-Identifier: Apache-2.0
"""Promise: linkspan.corpus has the links of the command, in parts that are not written twice, from files, pipes and
URLs; a Link is the same dict as the command's; a path that does not exist is an error at once. The examples for
Slurm, Docker and Kubernetes are well-formed.

    test_corpus.py DATA
"""

import gzip
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

import corpora
import support

support.need("fsspec", "yaml")

import fsspec
import yaml

import linkspan
from linkspan import corpus

DATA = sys.argv[1]
SCRIPT = support.SOURCE_TREE / "tools" / "python" / "slurm" / "links.sbatch"
EXAMPLES = support.SOURCE_TREE / "tools" / "examples" / "corpus"
TEXT = "see www.example.co.uk/é, BUG-1 and\nhttps://user.example@evil.example/ or lena@b.example\n"


class Corpus(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.source, self.to = self.folder / "in", self.folder / "out"

    def write(self, **files):
        self.source.mkdir()
        for name, content in files.items():
            (self.source / name.replace("_", ".")).write_bytes(content)

    def test_parts_have_the_links_of_one_run(self):
        corpora.make(self.source, DATA, 80_000_000)
        expected = corpora.expected(self.source)
        result = corpus.scan(self.source, self.to)
        self.assertGreater(result.parts, 1)
        self.assertEqual((result.links, result.checksum), expected)
        self.assertEqual((result.parts_finished, result.errors), (result.parts, 0))
        before = corpora.finished(self.to)
        self.assertEqual(corpus.scan(self.source, self.to, jobs=1), result)
        self.assertEqual(corpora.finished(self.to), before)
        with self.assertRaisesRegex(corpus.CommandFailed, "another run"):
            corpus.scan(self.source, self.to, engine=linkspan.Engine("code"))

    def test_tasks_and_the_array_script_of_slurm(self):
        corpora.make(self.source, DATA, 80_000_000)
        for task in range(2):
            environment = {**os.environ, "SLURM_ARRAY_TASK_ID": str(task), "LINKSPAN": corpus.command()}
            subprocess.run([SCRIPT, self.to, "3", self.source], env=environment, check=True, stderr=subprocess.DEVNULL)
        result = corpus.scan(self.source, self.to, task=2, of=3)
        self.assertEqual((result.links, result.checksum), corpora.expected(self.source))
        printed = subprocess.run([sys.executable, "-m", "linkspan.corpus", "summary", self.to], capture_output=True, text=True, check=True)
        self.assertIn(f"checksum {result.checksum}", printed.stdout)

    def test_compressed_parts_and_json_lines(self):
        self.write(a_jsonl=b"".join(json.dumps({"id": n, "text": "https://a.example/"}).encode() + b"\n" for n in range(3)))
        result = corpus.scan(self.source, self.to, options=["--from", "jsonl", "--compress", "gzip"])
        self.assertEqual((result.parts, result.links), (1, 3))
        lines = gzip.decompress((self.to / "part-000000.jsonl.gz").read_bytes()).splitlines()
        self.assertEqual([json.loads(line)["id"] for line in lines], [0, 1, 2])

    def test_links_and_their_dicts(self):
        rules = linkspan.Engine(rules=r"BUG-(\d) => https://b.example/{1}")
        self.write(a_txt=TEXT.encode(), b_html=b"<a href='https://c.example/'>here</a>")
        found = list(corpus.links(self.source, rules, ["--offsets", "codepoints"]))
        of_text = [link for link in found if link["source"].endswith("a.txt")]
        self.assertEqual(len(found), len(of_text) + 1)
        for link, record in zip(rules.find(TEXT), of_text):
            record = {name: value for name, value in record.items() if name not in ("source", "raw_start", "raw_end")}
            self.assertEqual(list(corpus.record_of(link).items()), list(record.items()))
        fields = ["uri", "host", "registered_domain"]
        few = list(corpus.links(self.source / "a.txt", rules, ["--fields", ",".join(fields)]))
        self.assertEqual(few, [corpus.record_of(link, fields) for link in rules.find(TEXT)])
        columns = rules.find_columns([TEXT], ["registered_domain"])
        self.assertEqual(columns.registered_domain.to_list(), [link.get("registered_domain") for link in few])
        self.assertEqual(columns.registered_domain[0], "example.co.uk")

    def test_what_does_not_exist_is_an_error_at_once(self):
        for name in ("nothing.txt", "nothing/*.txt"):
            with self.assertRaisesRegex(FileNotFoundError, "no file is named by"):
                corpus.links(str(self.folder / name))
            with self.assertRaisesRegex(FileNotFoundError, "no file is named by"):
                corpus.scan(str(self.folder / name), self.to)
        self.assertFalse(self.to.exists())
        self.write(a_txt_gz=b"this is not gzip")
        with self.assertRaisesRegex(corpus.CommandFailed, "a.txt.gz"):
            list(corpus.links(self.source))
        self.assertEqual(corpus.scan(self.source, self.to).errors, 1)

    def test_warc_is_read_as_one(self):
        payload = b"see https://a.example/"
        record = (b"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: https://page.example/\r\nContent-Type: text/plain\r\n"
                  b"Content-Length: %d\r\n\r\n" % len(payload)) + payload + b"\r\n\r\n"
        self.write(a_warc_wet_gz=gzip.compress(record))
        self.assertEqual([(link["uri"], link["record"]) for link in corpus.links(self.source)],
                         [("https://a.example/", "https://page.example/")])

    def test_urls(self):
        memory = fsspec.filesystem("memory")
        for name in ("a.txt", "b.html"):
            with memory.open(f"/bucket/{name}", "wb") as file:
                file.write(TEXT.encode() if name == "a.txt" else b"<a href='https://c.example/'>here</a>")
        self.write(c_txt=TEXT.encode())
        urls = ["memory://bucket/*", f"file://{self.source}/c.txt"]
        sources = [link["source"] for link in corpus.links(urls)]
        self.assertEqual(sorted(set(sources)), [f"file://{self.source}/c.txt", "memory://bucket/a.txt", "memory://bucket/b.html"])
        self.assertEqual([link["form"] for link in corpus.links("memory://bucket/b.html")], ["href"])
        result = corpus.scan(urls, self.to)
        self.assertEqual((result.parts, result.parts_finished, result.links), (3, 3, len(sources)))
        self.assertEqual(corpus.checksum(corpora.lines_of(self.to)), result.checksum)
        self.assertEqual(corpus.scan(urls, self.to), result)
        with self.assertRaisesRegex(FileNotFoundError, "no file is named by 'memory://nothing/x'"):
            corpus.links("memory://nothing/x")

    def test_columns_can_be_pickled(self):
        found = linkspan.Engine().find_columns([TEXT, "no", TEXT], linkspan._columns.ALL_COLUMNS)
        again = pickle.loads(pickle.dumps(found))
        self.assertEqual(again.names, found.names)
        for name in found.names:
            self.assertEqual(list(again[name]), list(found[name]), name)


class Examples(unittest.TestCase):
    def test_kubernetes(self):
        job = yaml.safe_load((EXAMPLES / "job.yaml").read_text())
        container, = job["spec"]["template"]["spec"]["containers"]
        self.assertEqual((job["kind"], str(job["spec"]["completions"])), ("Job", container["args"][container["args"].index("--of") + 1]))
        known = subprocess.run([corpus.command(), "scan", "--help"], capture_output=True, text=True, check=True).stdout
        for argument in container["args"]:
            self.assertTrue(not argument.startswith("--") or argument in known, argument)

    def test_dockerfile(self):
        lines = (EXAMPLES / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
        words = {line.split()[0] for line in lines if line and not line.startswith("#")}
        self.assertEqual(words, {"FROM", "COPY", "RUN", "USER", "ENTRYPOINT"})


if __name__ == "__main__":
    support.main()
