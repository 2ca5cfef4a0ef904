# SPDX-License-Identifier: Apache-2.0
"""Promise: the type hints are correct: in strict mode, mypy reports no errors for the package and for a program
that uses it correctly, and reports the errors of a program that uses it wrongly; the stubs match the C++
modules.

    test_types.py BUILD_DIR
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import support

support.need("mypy")

PACKAGE = pathlib.Path(sys.argv[1]) / "python"
SETTINGS = support.SOURCE_TREE / "tools" / "python" / "pyproject.toml"
RIGHT = """
import linkspan
from linkspan import iri, mail

engine = linkspan.Engine("code", schemes=["https"], rules=linkspan.Rule("a", "b", "https://c.example/"))
links: list[linkspan.Link] = engine.find("text") + linkspan.find(b"bytes", charset="auto")
uris: list[str] = [link.uri for many in engine.find_many(iter(["text"]), threads=2) for link in many]
host: str | None = links[0].host
first: int = int(engine.find_columns(["text"], ["uri"]).row[0])
found: mail.MessageLink = next(mail.links("inbox"))
html: str = engine.linkify_html("text", rewrite=lambda link: link.uri if link.kind == "url" else None)
port: int = info.default_port if (info := iri.scheme_info("http")) else 0
"""
WRONG = """
import linkspan

linkspan.Engine("prosa")
linkspan.Engine(email="yes")
linkspan.find(3)
linkspan.find("a")[0].begin
linkspan.find("a")[0].kind == "mail"
"""


def mypy(*arguments):
    with tempfile.TemporaryDirectory() as cache:
        return subprocess.run([sys.executable, "-m", "mypy", "--config-file", SETTINGS, "--cache-dir", cache, *arguments],
                              capture_output=True, text=True, check=False, env={**os.environ, "MYPYPATH": str(PACKAGE)})


class Types(unittest.TestCase):
    def test_package(self):
        done = mypy("-p", "linkspan")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_right_program(self):
        done = mypy("--python-version", "3.11", "-c", RIGHT)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_wrong_program(self):
        done = mypy("-c", WRONG)
        lines = [line.split(":")[1] for line in done.stdout.splitlines() if ": error:" in line]
        self.assertEqual(lines, ["4", "5", "6", "7", "8"], done.stdout)

    def test_stubs(self):
        done = subprocess.run([sys.executable, "-m", "mypy.stubtest", "linkspan._core", "linkspan._mail", "--mypy-config-file",
                               SETTINGS, "--ignore-positional-only", "--concise"], capture_output=True, text=True, check=False)
        # Every class of pybind11 has these; they are not part of the interface.
        always = ("metaclass differs", 'does not have *args argument "args"')
        faults = [line for line in done.stdout.splitlines() if line and not line.endswith(always)]
        self.assertEqual((faults, done.stderr), ([], ""))


if __name__ == "__main__":
    support.main()
