# SPDX-License-Identifier: Apache-2.0
"""Promise: columns are exported to Arrow, and texts imported, as the C data interface specifies.

This test reads and makes the structures with ctypes, because neither pyarrow nor Polars is in Debian 12.
Where pyarrow is installed, it reads the columns as well. test_arrow_readers.py has an independent reader.
"""

import ctypes
import gc
import struct
import unittest

import support

support.need("numpy")

import linkspan
from arrow_ctypes import Array, ReleaseArray, ReleaseSchema, ReleaseStream, Schema, Stream, memory, structure

ENGINE = linkspan.Engine()
TEXTS = ["see https://a.example/x", "", "é lena@b.example urn:isbn:0451450523", "none"]
COLUMNS = ["host", "uri", "warnings"]
EXPECTED = ENGINE.find_columns(TEXTS, COLUMNS)

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype, new_capsule.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]

REASON = ctypes.create_string_buffer(b"out of luck")
SIZES = {"l": 8, "C": 1, "I": 4}


def texts_of(array):
    """The values of a large_utf8 column."""
    count = array.length
    offsets = struct.unpack(f"{count + 1}q", memory(array, 1, 8 * (count + 1)))
    data = memory(array, 2, offsets[-1])
    bits = memory(array, 0, (count + 7) // 8) if array.buffers[0] else b"\xff" * count
    values = [data[begin:end].decode() for begin, end in zip(offsets, offsets[1:])]
    return [value if bits[i // 8] >> i % 8 & 1 else None for i, value in enumerate(values)]


def values_of(schema, array):
    name = schema.format.decode()
    if name == "U":
        assert array.null_count == texts_of(array).count(None)
        return texts_of(array)
    numbers = list(struct.unpack(f"{array.length}{name.replace('l', 'q').replace('C', 'B')}",
                                 memory(array, 1, array.length * SIZES[name])))
    if schema.dictionary:
        assert schema.dictionary.contents.format == b"U"
        labels = texts_of(array.dictionary.contents)
        return [labels[number] for number in numbers]
    return numbers


def batch_of(schema, array):
    assert schema.format == b"+s" and schema.n_children == array.n_children
    return {schema.children[i].contents.name.decode(): values_of(schema.children[i].contents, array.children[i].contents)
            for i in range(schema.n_children)}


def expected_batch():
    def label(labels, codes):
        return [labels[code] for code in codes]

    columns = {name: list(EXPECTED[name]) for name in EXPECTED.names}
    columns["kind"] = label(linkspan.KINDS, EXPECTED.kind)
    columns["form"] = label(linkspan.FORMS, EXPECTED.form)
    columns["ended_by"] = label(linkspan.ENDINGS, EXPECTED.ended_by)
    return columns


class Texts:
    """A column of strings as another library would export it, as an array or as a stream of several."""

    def __init__(self, form, chunks, dictionary=False, before=2):
        self.form, self.chunks, self.before = form, chunks, before
        self.dictionary, self.released, self.kept = dictionary, [], []

    def schema(self):
        @ReleaseSchema
        def release(pointer):
            self.released.append("schema")
            pointer.contents.release = ReleaseSchema()

        other = Schema(format=b"u", release=release)
        self.kept += [release, other]
        schema = Schema(format=self.form.encode(), name=b"text", release=release)
        if self.dictionary:
            schema.dictionary = ctypes.pointer(other)
        self.kept.append(schema)  # and the data of its pointers
        return schema

    def array(self, texts):
        """An array with `before` values before the first, which its offset skips."""
        data = [b"https://skipped.example/"] * self.before + [b"" if text is None else text.encode() for text in texts]
        bits = bytearray(len(data) // 8 + 1)
        for i, text in enumerate(["skipped"] * self.before + texts):
            bits[i // 8] |= (text is not None) << i % 8
        buffers = [bytes(bits), *self.strings(data)]

        @ReleaseArray
        def release(pointer):
            self.released.append("array")
            pointer.contents.release = ReleaseArray()

        held = [ctypes.create_string_buffer(each, len(each) + 1) for each in buffers]
        pointers = (ctypes.c_void_p * len(held))(*[ctypes.addressof(each) for each in held])
        self.kept += [release, held, pointers]
        return Array(length=len(texts), null_count=texts.count(None), offset=self.before, n_buffers=len(held),
                     buffers=pointers, release=release)

    def strings(self, data):
        if self.form == "vu":
            views, long = b"", b""
            for text in data:
                if len(text) <= 12:
                    views += struct.pack("i12s", len(text), text)
                else:
                    views += struct.pack("i4sii", len(text), text[:4], 0, len(long))
                    long += text
            return [views, long, struct.pack("q", len(long))]
        ends = [sum(map(len, data[:i])) for i in range(len(data) + 1)]
        return [struct.pack(f"{len(ends)}{'i' if self.form == 'u' else 'q'}", *ends), b"".join(data)]

    def capsule(self, held, name):
        self.kept.append(held)
        return new_capsule(ctypes.addressof(held), name, None)


class ArrayOfTexts(Texts):
    def __arrow_c_array__(self, requested_schema=None):
        return self.capsule(self.schema(), b"arrow_schema"), self.capsule(self.array(self.chunks[0]), b"arrow_array")


class StreamOfTexts(Texts):
    def __arrow_c_stream__(self, requested_schema=None):
        left = list(self.chunks)

        def get_schema(_stream, out):
            out[0] = self.schema()
            return 0

        def get_next(_stream, out):
            if left and left[0] == "fail":
                return 5
            out[0] = self.array(left.pop(0)) if left else Array()
            return 0

        def release(pointer):
            self.released.append("stream")
            pointer.contents.release = ReleaseStream()

        fields = dict(Stream._fields_)
        made = Stream(fields["get_schema"](get_schema), fields["get_next"](get_next),
                      fields["get_last_error"](lambda _: ctypes.addressof(REASON)), ReleaseStream(release))
        return self.capsule(made, b"arrow_array_stream")


class Out(unittest.TestCase):
    def test_array(self):
        capsules = EXPECTED.__arrow_c_array__()
        schema, array = structure(capsules[0], b"arrow_schema", Schema), structure(capsules[1], b"arrow_array", Array)
        self.assertEqual(list(batch_of(schema, array).items()), list(expected_batch().items()))  # in this order

    def test_stream(self):
        capsule = EXPECTED.__arrow_c_stream__()
        stream = structure(capsule, b"arrow_array_stream", Stream)
        schema, array, end = Schema(), Array(), Array()
        self.assertEqual(stream.get_schema(stream, schema), 0)
        self.assertEqual(stream.get_next(stream, array), 0)
        self.assertEqual(stream.get_next(stream, end), 0)
        self.assertFalse(end.release)
        self.assertEqual(batch_of(schema, array), expected_batch())
        schema.release(schema)
        array.release(array)
        self.assertFalse(schema.release or array.release)

    def test_one_column(self):
        capsules = EXPECTED.host.__arrow_c_array__()
        array = structure(capsules[1], b"arrow_array", Array)
        self.assertEqual(texts_of(array), EXPECTED.host.to_list())

    def test_a_child_outlives_its_parent(self):
        capsules = ENGINE.find_columns(TEXTS, COLUMNS).__arrow_c_array__()
        array = structure(capsules[1], b"arrow_array", Array)
        child = Array()
        ctypes.pointer(child)[0] = array.children[6].contents  # host, moved as the interface specifies
        array.children[6].contents.release = ReleaseArray()
        array.release(array)
        del capsules, array
        gc.collect()
        self.assertEqual(texts_of(child), EXPECTED.host.to_list())
        child.release(child)

    def test_memory_is_not_copied(self):
        capsules = EXPECTED.host.__arrow_c_array__()
        self.assertEqual(structure(capsules[1], b"arrow_array", Array).buffers[2], EXPECTED.host.bytes.ctypes.data)


class In(unittest.TestCase):
    texts = [*TEXTS, None, "https://longer.than.twelve.example/" + "x" * 40]

    def expected(self, texts):
        return expected_of(ENGINE.find_columns([text or "" for text in texts], COLUMNS))

    def test_array(self):
        for form in ("u", "U", "vu"):
            for before in (0, 3):
                source = ArrayOfTexts(form, [self.texts], before=before)
                self.assertEqual(expected_of(ENGINE.find_columns(source, COLUMNS)), self.expected(self.texts))
                self.assertEqual(sorted(source.released), ["array", "schema"])

    def test_stream(self):
        for form in ("u", "U", "vu"):
            source = StreamOfTexts(form, [self.texts, [], self.texts[::-1]])
            self.assertEqual(expected_of(ENGINE.find_columns(source, COLUMNS, threads=2)),
                             self.expected(self.texts + self.texts[::-1]))
            self.assertEqual(sorted(source.released), ["array"] * 3 + ["schema", "stream"])

    def test_find_many(self):
        self.assertEqual(ENGINE.find_many(ArrayOfTexts("U", [TEXTS])), ENGINE.find_many(TEXTS))

    def test_empty(self):
        self.assertEqual(len(ENGINE.find_columns(StreamOfTexts("u", []))), 0)

    def test_other_types(self):
        for source in (ArrayOfTexts("l", [[]]), ArrayOfTexts("u", [[]], dictionary=True), StreamOfTexts("+s", [])):
            with self.assertRaisesRegex(TypeError, "must be a column of strings"):
                ENGINE.find_columns(source)
            self.assertIn("schema", source.released)

    def test_a_stream_that_fails(self):
        with self.assertRaisesRegex(RuntimeError, "the Arrow stream failed: out of luck"):
            ENGINE.find_columns(StreamOfTexts("u", [TEXTS, "fail"]))

    def test_what_went_out_comes_in(self):
        found = ENGINE.find_columns(EXPECTED["uri"], ["uri"])
        self.assertEqual(found["uri"].to_list(), EXPECTED["uri"].to_list())


class Pyarrow(unittest.TestCase):
    def test_table(self):
        try:
            import pyarrow
        except ImportError:
            print("pyarrow is not installed, so only the test's own reader of Arrow was used")
            return
        table = pyarrow.table(EXPECTED)
        self.assertEqual(table.to_pydict(), expected_batch())
        self.assertEqual(len(ENGINE.find_columns(pyarrow.array(TEXTS))), len(EXPECTED))


def expected_of(columns):
    return {name: list(columns[name]) for name in columns.names}


if __name__ == "__main__":
    support.main()
