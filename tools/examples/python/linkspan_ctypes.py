# SPDX-License-Identifier: Apache-2.0
"""linkspan for Python with ctypes: this file and liblinkspan.so.0, or the library that LINKSPAN_LIBRARY names.

    engine = linkspan_ctypes.Engine()
    for place in engine.find(text): text[place.start:place.end]
    for link in linkspan_ctypes.Linker(engine).links(text): link.uri
"""

import codecs
import ctypes
import os
import weakref
from ctypes import POINTER, Structure, c_char_p, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p, sizeof
from typing import List, NamedTuple, Union

Place = NamedTuple("Place", [("start", int), ("end", int), ("kind", str)])
Link = NamedTuple("Link", [("start", int), ("end", int), ("kind", str), ("text", str), ("iri", str), ("uri", str),
                           ("warnings", List[str])])
codecs.register_error("linkspan", lambda error: (b"\xef\xbf\xbd", error.start + 1))  # U+FFFD
Error = type("Error", (ValueError,), {})  # an option is wrong; the message says what is right


def _struct(**fields):
    return type("struct", (Structure,), {"_fields_": list(fields.items())})


# The first members of the options: struct_size says that there are no more.
_Options = _struct(struct_size=c_size_t, profile=c_int, bare_domains=c_int, email=c_int)
_TextOptions = _struct(struct_size=c_size_t, percent_host=c_int, default_to_https=c_int, offsets=c_int)
_DocumentOptions = _struct(struct_size=c_size_t, charset=c_char_p)
_Place = _struct(offset=c_uint64, size=c_uint64, kind=c_int32, form=c_int32, ended_by=c_int32, host_offset=c_uint32,
                 host_size=c_uint32, has_escapes=c_int32)


class _Link(Structure):  # each of `first` and `past` is a line and an offset, and each string a pointer and a size
    _fields_ = [("place", _Place), ("first", c_uint64 * 2), ("past", c_uint64 * 2), ("text", c_size_t * 2),
                ("iri", c_size_t * 2), ("uri", c_size_t * 2), ("display", c_size_t * 2), ("pieces", c_void_p),
                ("pieces_count", c_size_t), ("warnings", c_uint32)]

    def value(self) -> Link:
        text, iri, uri = (ctypes.string_at(*string).decode() for string in (self.text, self.iri, self.uri))
        return Link(self.first[1], self.past[1], _KINDS[self.place.kind], text, iri, uri,
                    [_name(1 << bit).decode() for bit in range(32) if self.warnings >> bit & 1])


def _function(name, result, *arguments):
    function = getattr(_library, "linkspan_" + name)
    function.restype, function.argtypes = result, arguments
    return function


_library = ctypes.CDLL(os.environ.get("LINKSPAN_LIBRARY", "liblinkspan.so.0"))
_create = _function("engine_create", c_int, POINTER(_Options), POINTER(c_void_p), POINTER(c_void_p))
_init = _function("options_init", None, POINTER(_Options), c_size_t)
_find_all = _function("find_all", c_size_t, c_void_p, c_char_p, c_size_t, POINTER(_Place), c_size_t)
_open = _function("text_linker_open", c_int, c_void_p, POINTER(_TextOptions), POINTER(c_void_p), POINTER(c_void_p))
_find = _function("text_linker_find", c_size_t, c_void_p, c_char_p, c_size_t, POINTER(POINTER(_Link)))
_read = _function("text_linker_read", c_int, c_void_p, c_char_p, c_size_t, POINTER(_DocumentOptions),
                  POINTER(POINTER(_Link)), POINTER(c_size_t), c_void_p, POINTER(c_void_p))
_name, _message = _function("warning_name", c_char_p, c_uint32), _function("error_message", c_char_p, c_void_p)
_free = {name: _function(name + "_free", None, c_void_p) for name in ("error", "engine", "text_linker")}
_PROFILES, _KINDS = {"prose": 0, "uts58": 1, "code": 2, "strict": 3}, ("url", "email", "custom")
_CODE_POINTS, _NO_MEMORY = 2, c_size_t(-1).value


def _check(status: int, error: c_void_p) -> None:
    if status != 0:
        message = _message(error).decode() or "out of memory"
        _free["error"](error)
        raise Error(message)


class Engine:
    """The rules. Any number of threads may use one engine at once."""

    def __init__(self, profile: str = "prose") -> None:
        options, self.handle, error = _Options(), c_void_p(), c_void_p()
        _init(options, sizeof(options))
        options.profile = _PROFILES.get(profile, -1)
        _check(_create(options, self.handle, error), error)
        weakref.finalize(self, _free["engine"], self.handle)

    def find(self, text: Union[str, bytes]) -> List[Place]:
        """The places of all links: in bytes for bytes, in characters for a str."""
        utf8 = text if isinstance(text, bytes) else text.encode("utf-8", "linkspan")
        count, capacity = 16, 0
        while count > capacity:
            capacity, places = count, (_Place * count)()
            count = _find_all(self.handle, utf8, len(utf8), places, capacity)
        found = [Place(place.offset, place.offset + place.size, _KINDS[place.kind]) for place in places[:count]]
        byte = character = 0  # the same place in both
        for number, (start, end, kind) in enumerate(found if len(text) != len(utf8) else []):
            first = character + len(utf8[byte:start].decode())
            byte, character = end, first + len(utf8[start:end].decode())
            found[number] = Place(first, character, kind)
        return found


class Linker:
    """Finds the links of texts and documents, and what they lead to. Belongs to one thread at a time."""

    def __init__(self, engine: Engine) -> None:
        options, self.handle, error = _TextOptions(sizeof(_TextOptions), 0, 0, _CODE_POINTS), c_void_p(), c_void_p()
        _check(_open(engine.handle, options, self.handle, error), error)
        weakref.finalize(self, _free["text_linker"], self.handle)

    def links(self, text: str) -> List[Link]:
        """The links of a text: text[link.start:link.end] is what to make clickable, link.uri what to open."""
        links, utf8 = POINTER(_Link)(), text.encode("utf-8", "linkspan")
        count = _find(self.handle, utf8, len(utf8), links)
        if count == _NO_MEMORY:
            raise MemoryError
        return [link.value() for link in links[:count]]

    def read(self, content: bytes, charset: str = "auto") -> List[Link]:
        """The links of a document in any charset, with their places in bytes."""
        options = _DocumentOptions(sizeof(_DocumentOptions), charset.encode())
        links, count, error = POINTER(_Link)(), c_size_t(), c_void_p()
        _check(_read(self.handle, content, len(content), options, links, count, None, error), error)
        return [link.value() for link in links[:count.value]]
