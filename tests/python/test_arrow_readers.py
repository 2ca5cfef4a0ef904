# SPDX-License-Identifier: Apache-2.0
"""Promise: an independent reader of Arrow reads the same values from the capsules as Python.

    test_arrow_readers.py FOLDER        whose node_modules has apache-arrow (tools/setup python)

The data of the capsules is written as an Arrow IPC stream (arrow_ipc.py), which Apache Arrow's JavaScript
reads.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import unittest

import support

support.need("numpy", "flatbuffers")

import linkspan
from arrow_ctypes import Array, Schema, Stream, structure
from arrow_ipc import stream_of, stream_of_column
from linkspan._columns import ALL_COLUMNS

FOLDER = pathlib.Path(sys.argv[1])
READER = pathlib.Path(__file__).parent / "arrow" / "read.mjs"
ENGINE = linkspan.Engine()
WITH_RULES = linkspan.Engine("code", rules=[r"BUG-(\d+) => https://b.example/{1}"])
NULLS = ["é lena@b.example urn:isbn:0451450523", "", "none", "https://a.example/?q=1#漢 😀 https://😀.example/x"]
LABELS = {"kind": linkspan.KINDS, "form": linkspan.FORMS, "ended_by": linkspan.ENDINGS}
INTEGERS = {"row": "Int64", "start": "Int64", "end": "Int64", "warnings": "Uint32"}


def read(stream):
    done = subprocess.run(["node", READER, FOLDER], input=stream, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def values_of(columns, name):
    values = columns[name]
    values = values.to_list() if hasattr(values, "to_list") else values.tolist()
    return [LABELS[name][code] for code in values] if name in LABELS else values


def type_of(name):
    if name in LABELS:
        return "Dictionary<Uint8, LargeUtf8>"
    return INTEGERS.get(name, "LargeUtf8")


class ApacheArrow(unittest.TestCase):
    def check(self, columns, got):
        is_text = [type_of(name) == "LargeUtf8" for name in columns.names]
        self.assertEqual(got["fields"], [[name, type_of(name), text] for name, text in zip(columns.names, is_text)])
        self.assertEqual(got["rows"], len(columns))
        for name, values, nulls in zip(columns.names, got["columns"], got["nulls"]):
            expected = values_of(columns, name)
            self.assertEqual(values, expected, name)
            self.assertEqual(nulls, expected.count(None), name)

    def check_array(self, columns):
        capsules = columns.__arrow_c_array__()
        schema, array = structure(capsules[0], b"arrow_schema", Schema), structure(capsules[1], b"arrow_array", Array)
        self.check(columns, read(stream_of(schema, [array])))

    def check_stream(self, columns):
        capsule = columns.__arrow_c_stream__()
        stream = structure(capsule, b"arrow_array_stream", Stream)
        schema, arrays = Schema(), [Array()]
        self.assertEqual(stream.get_schema(stream, schema), 0)
        while stream.get_next(stream, arrays[-1]) == 0 and arrays[-1].release:
            arrays.append(Array())
        self.check(columns, read(stream_of(schema, arrays[:-1])))
        for each in (schema, *arrays[:-1]):
            each.release(each)

    def tables(self):
        lines = support.corpus_lines()
        yield "nulls", ENGINE.find_columns(NULLS, ALL_COLUMNS)
        yield "corpus", ENGINE.find_columns(lines, ALL_COLUMNS)
        yield "corpus, threads", ENGINE.find_columns(lines, ["host", "rule"], threads=2)
        yield "rules", WITH_RULES.find_columns([*NULLS, "BUG-17"], ALL_COLUMNS)
        yield "numbers", ENGINE.find_columns(NULLS, [])
        for count in range(7, 18):  # around multiples of 8, the ends of bytes of the validity bitmap
            yield f"{count} rows", ENGINE.find_columns(["urn:isbn:0451450523", "https://a.example/x"] * count, ["host", "port"])
        yield "no links", ENGINE.find_columns(["none", ""], ALL_COLUMNS)
        yield "no texts", ENGINE.find_columns([], ALL_COLUMNS)

    def test_arrays(self):
        for name, columns in self.tables():
            with self.subTest(name):
                self.check_array(columns)

    def test_streams(self):
        for name, columns in self.tables():
            with self.subTest(name):
                self.check_stream(columns)

    def test_the_tables_have_nulls_and_labels(self):
        columns = dict(self.tables())
        self.assertEqual(values_of(columns["nulls"], "host"), ["b.example", None, "a.example", *values_of(columns["nulls"], "host")[3:]])
        self.assertGreater(len(columns["corpus"]), 5000)
        self.assertEqual(len(columns["no links"]), 0)

    def test_one_column(self):
        for texts in (NULLS, ["none"], []):
            host = ENGINE.find_columns(texts, ["host"]).host
            capsules = host.__arrow_c_array__()
            got = read(stream_of_column(structure(capsules[0], b"arrow_schema", Schema),
                                        structure(capsules[1], b"arrow_array", Array)))
            self.assertEqual((got["fields"], got["columns"]), ([["host", "LargeUtf8", True]], [host.to_list()]))


if __name__ == "__main__":
    if not shutil.which("node"):
        support.skip("node is not installed (tools/setup python)")
    if not (FOLDER / "node_modules" / "apache-arrow").is_dir():
        support.skip("apache-arrow is not installed (tools/setup python)")
    support.main()
