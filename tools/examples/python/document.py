#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the URIs of the links in a text file in any charset, one on each line. Uses the C interface with ctypes.

    document.py shift_jis brief.txt
    document.py auto letter.txt

If the shared library is not installed, set LINKSPAN_LIBRARY to its path.
"""

import ctypes
import os
import sys


class DocumentOptions(ctypes.Structure):
    """The first members of linkspan_document_options. struct_size tells the library that there are no more."""

    _fields_ = [("struct_size", ctypes.c_size_t), ("charset", ctypes.c_char_p)]


class Span(ctypes.Structure):
    _fields_ = [("struct_size", ctypes.c_size_t), ("begin", ctypes.c_uint64), ("end", ctypes.c_uint64),
                ("parts", ctypes.c_uint32 * 14), ("kind", ctypes.c_int), ("form", ctypes.c_int),
                ("ended_by", ctypes.c_int)]


class Link(ctypes.Structure):
    """The first members of linkspan_link."""

    _fields_ = [("struct_size", ctypes.c_size_t), ("span", Span), ("pieces", ctypes.c_void_p),
                ("pieces_count", ctypes.c_size_t), ("text", ctypes.c_char_p), ("text_size", ctypes.c_size_t),
                ("iri", ctypes.c_char_p), ("iri_size", ctypes.c_size_t),
                ("uri", ctypes.c_char_p), ("uri_size", ctypes.c_size_t)]


LinkCallback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(Link))

linkspan = ctypes.CDLL(os.environ.get("LINKSPAN_LIBRARY", "liblinkspan.so.0"))
linkspan.linkspan_error_message.restype = ctypes.c_char_p


def main(charset: str, name: str) -> None:
    with open(name, "rb") as file:
        content = file.read()
    error = ctypes.c_void_p()
    engine = ctypes.c_void_p()
    if linkspan.linkspan_engine_create(None, ctypes.byref(engine), ctypes.byref(error)) != 0:
        sys.exit(linkspan.linkspan_error_message(error).decode())

    @LinkCallback
    def print_uri(_context, link):
        print(link.contents.uri.decode())
        return 0

    options = DocumentOptions(ctypes.sizeof(DocumentOptions), charset.encode())
    status = linkspan.linkspan_linkify(engine, content, ctypes.c_size_t(len(content)), ctypes.byref(options),
                                       print_uri, None, None, ctypes.byref(error))
    if status != 0:
        sys.exit(linkspan.linkspan_error_message(error).decode())
    linkspan.linkspan_engine_free(engine)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
