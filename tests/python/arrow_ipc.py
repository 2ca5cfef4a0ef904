# SPDX-License-Identifier: Apache-2.0
"""Writes the data of the Arrow C data interface as an Arrow IPC stream, byte for byte, for a reader in
another process. Supports only the types that linkspan exports: int64, uint8, uint32, large_utf8,
a struct as the table, and dictionaries.

    stream_of(schema, [array, …])       schema and arrays are structures of arrow_ctypes.py
    stream_of_column(schema, array)     a table of one column

Source: https://arrow.apache.org/docs/format/Columnar.html ("Serialization and Interprocess
Communication") and Message.fbs and Schema.fbs there. A comment after a slot names its field.
"""

import struct

import flatbuffers

from arrow_ctypes import memory

V5 = 4  # MetadataVersion
SCHEMA, DICTIONARY_BATCH, RECORD_BATCH = 1, 2, 3  # MessageHeader
INT, LARGE_UTF8 = 2, 20  # Type
NULLABLE = 2  # ARROW_FLAG_NULLABLE
INTEGERS = {"l": (64, True), "C": (8, False), "I": (32, False)}


def padded(data):
    return data + b"\0" * (-len(data) % 8)


def message(header_type, make_header, body=b""):
    builder = flatbuffers.Builder(1024)
    header = make_header(builder)
    builder.StartObject(5)
    builder.PrependInt16Slot(0, V5, 0)             # version
    builder.PrependUint8Slot(1, header_type, 0)    # header_type
    builder.PrependUOffsetTRelativeSlot(2, header, 0)  # header
    builder.PrependInt64Slot(3, len(body), 0)      # bodyLength
    builder.Finish(builder.EndObject())
    metadata = padded(bytes(builder.Output()))
    return struct.pack("<Ii", 0xFFFFFFFF, len(metadata)) + metadata + body


def offsets_vector(builder, offsets):
    builder.StartVector(4, len(offsets), 4)
    for offset in reversed(offsets):
        builder.PrependUOffsetTRelative(offset)
    return builder.EndVector()


def structs_vector(builder, pairs):
    """FieldNode and Buffer: two int64 each."""
    builder.StartVector(16, len(pairs), 8)
    for first, second in reversed(pairs):
        builder.Prep(8, 16)
        builder.PrependInt64(second)
        builder.PrependInt64(first)
    return builder.EndVector()


def integer_type(builder, form):
    width, is_signed = INTEGERS[form]
    builder.StartObject(2)
    builder.PrependInt32Slot(0, width, 0)          # bitWidth
    builder.PrependBoolSlot(1, is_signed, False)   # is_signed
    return builder.EndObject()


def text_type(builder):
    builder.StartObject(0)
    return builder.EndObject()


def field(builder, schema, identifier):
    form = schema.format.decode()
    name = builder.CreateString(schema.name.decode())
    children = offsets_vector(builder, [])
    dictionary = None
    if schema.dictionary:
        assert schema.dictionary.contents.format == b"U"
        index = integer_type(builder, form)
        builder.StartObject(4)
        builder.PrependInt64Slot(0, identifier, -1)           # id, written although 0
        builder.PrependUOffsetTRelativeSlot(1, index, 0)      # indexType
        dictionary = builder.EndObject()
    is_text = bool(schema.dictionary) or form == "U"
    type_of = text_type(builder) if is_text else integer_type(builder, form)
    builder.StartObject(7)
    builder.PrependUOffsetTRelativeSlot(0, name, 0)           # name
    builder.PrependBoolSlot(1, bool(schema.flags & NULLABLE), False)  # nullable
    builder.PrependUint8Slot(2, LARGE_UTF8 if is_text else INT, 0)    # type_type
    builder.PrependUOffsetTRelativeSlot(3, type_of, 0)        # type
    if dictionary is not None:
        builder.PrependUOffsetTRelativeSlot(4, dictionary, 0)  # dictionary
    builder.PrependUOffsetTRelativeSlot(5, children, 0)       # children
    return builder.EndObject()


def schema_message(fields):
    def make(builder):
        vector = offsets_vector(builder, [field(builder, each, number) for number, each in enumerate(fields)])
        builder.StartObject(4)
        builder.PrependUOffsetTRelativeSlot(1, vector, 0)     # fields; endianness 0 is little
        return builder.EndObject()

    return message(SCHEMA, make)


def buffers_of(form, array):
    """The buffers of a column, as in memory; a missing validity bitmap is empty."""
    assert array.offset == 0
    validity = memory(array, 0, (array.length + 7) // 8) if array.buffers[0] else b""
    if form != "U":
        return [validity, memory(array, 1, array.length * INTEGERS[form][0] // 8)]
    offsets = memory(array, 1, 8 * (array.length + 1))
    return [validity, offsets, memory(array, 2, struct.unpack("<q", offsets[-8:])[0])]


def batch_and_body(columns, length):
    """Returns a function that makes the RecordBatch of (format, array) pairs, and its body."""
    nodes, buffers, body = [], [], b""
    for form, array in columns:
        assert array.length == length
        nodes.append((array.length, array.null_count))
        for data in buffers_of(form, array):
            buffers.append((len(body), len(data)))
            body += padded(data)

    def make(builder):
        buffers_vector = structs_vector(builder, buffers)
        nodes_vector = structs_vector(builder, nodes)
        builder.StartObject(4)
        builder.PrependInt64Slot(0, length, 0)                      # length
        builder.PrependUOffsetTRelativeSlot(1, nodes_vector, 0)     # nodes
        builder.PrependUOffsetTRelativeSlot(2, buffers_vector, 0)   # buffers
        return builder.EndObject()

    return make, body


def dictionary_message(identifier, array):
    make_batch, body = batch_and_body([("U", array)], array.length)

    def make(builder):
        data = make_batch(builder)
        builder.StartObject(3)
        builder.PrependInt64Slot(0, identifier, -1)            # id
        builder.PrependUOffsetTRelativeSlot(1, data, 0)        # data
        return builder.EndObject()

    return message(DICTIONARY_BATCH, make, body)


def stream_of_fields(fields, batches):
    stream = schema_message(fields)
    for length, arrays in batches:
        for number, (schema, array) in enumerate(zip(fields, arrays)):
            if schema.dictionary:
                stream += dictionary_message(number, array.dictionary.contents)
        columns = [(schema.format.decode(), array) for schema, array in zip(fields, arrays)]
        stream += message(RECORD_BATCH, *batch_and_body(columns, length))
    return stream + struct.pack("<Ii", 0xFFFFFFFF, 0)  # the end


def stream_of(schema, arrays):
    assert schema.format == b"+s" and all(array.n_children == schema.n_children for array in arrays)
    fields = [schema.children[i].contents for i in range(schema.n_children)]
    return stream_of_fields(fields, [(array.length, [array.children[i].contents for i in range(array.n_children)])
                                     for array in arrays])


def stream_of_column(schema, array):
    return stream_of_fields([schema], [(array.length, [array])])
