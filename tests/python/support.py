# SPDX-License-Identifier: Apache-2.0
"""Shared by the tests of the Python package: running and skipping."""

import importlib
import pathlib
import sys
import unittest

SOURCE_TREE = pathlib.Path(__file__).resolve().parents[2]
CORPUS = SOURCE_TREE / "corpus"


def need(*modules, name="python"):
    """Ends the test as skipped if one of these is not installed; `tools/setup NAME` does that."""
    for module in modules:
        try:
            importlib.import_module(module)
        except ImportError:
            skip(f"{module} is not installed (tools/setup {name})")


def skip(reason):
    print(f"{pathlib.Path(sys.argv[0]).stem}: skipped: {reason}")
    sys.exit(77)


def corpus_files():
    return sorted(path for path in CORPUS.rglob("*") if path.suffix in (".txt", ".md", ".log", ".tsv"))


def corpus_lines():
    """Every line of the corpus, without the marks of its links."""
    lines = []
    for path in corpus_files():
        lines += path.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    return [line.replace("⸠", "").replace("⸡", "") for line in lines]


def main():
    """Runs the tests of the file; a test must not skip anything by itself."""
    unittest.main(argv=sys.argv[:1], verbosity=1)
