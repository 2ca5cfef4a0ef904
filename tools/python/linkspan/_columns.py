# SPDX-License-Identifier: Apache-2.0
"""Columns: the links of many texts as arrays. C++ owns the memory; NumPy and Arrow read it without a copy.

Guarded by tests/python/test_columns.py and tests/python/test_arrow.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator, List, Optional, Sequence, Tuple, Union

from . import _core

if TYPE_CHECKING:
    import numpy
    import pandas

    IntArray = numpy.ndarray[Any, numpy.dtype[numpy.int64]]
    CodeArray = numpy.ndarray[Any, numpy.dtype[numpy.uint8]]

NUMBERS = ("row", "start", "end", "kind", "form", "ended_by")
TEXTS = ("host", "scheme", "userinfo", "port", "path", "query", "fragment", "text", "iri", "uri", "display", "rule", "registered_domain")
ALL_COLUMNS = (*NUMBERS, *TEXTS, "warnings")
DEFAULT_COLUMNS = (*NUMBERS, "host")


def warning_names(bits: int) -> Tuple[str, ...]:
    """The names of the warnings that are set in an entry of Columns.warnings.

    >>> found = linkspan.Engine().find_columns(["https://www.paypal.com@evil.example/"], ["warnings"])
    >>> linkspan.warning_names(found.warnings[0])
    ('userinfo-like-host',)
    """
    return _core.names_of_warnings(int(bits))


class StringColumn(Sequence[Optional[str]]):
    """The strings of a column, stored like Arrow's large_utf8; None for a link without one.

    >>> host = linkspan.Engine().find_columns(["https://a.example/ urn:isbn:0451450523"]).host
    >>> list(host), host.offsets, bytes(host.bytes)
    (['a.example', None], array([0, 9, 9]), b'a.example')
    >>> host.is_present
    array([ True, False])
    """

    __slots__ = ("_core",)

    def __init__(self, core: _core.Strings) -> None:
        self._core = core

    def __len__(self) -> int:
        return len(self._core)

    def __getitem__(self, index: Any) -> Any:
        """The string of one link, or a list of strings for a slice."""
        if isinstance(index, slice):
            return [self._core.at(i) for i in range(*index.indices(len(self)))]
        number = index.__index__()
        if not -len(self) <= number < len(self):
            raise IndexError(f"index {number} is out of range for {len(self)} links")
        return self._core.at(number % len(self))

    def __iter__(self) -> Iterator[Optional[str]]:
        return iter(self.to_list())

    def __repr__(self) -> str:
        return f"<StringColumn of {len(self)}>"

    @property
    def offsets(self) -> IntArray:
        """The start of each string in `bytes`, and the end of the last: one entry more than there are links."""
        return _array(self._core.offsets)

    @property
    def bytes(self) -> CodeArray:
        """The UTF-8 of all strings, concatenated."""
        return _array(self._core.bytes)

    @property
    def is_present(self) -> numpy.ndarray[Any, numpy.dtype[numpy.bool_]]:
        """For each link, whether it has the component. An empty fragment is present."""
        import numpy

        bits = numpy.unpackbits(_array(self._core.present), count=len(self), bitorder="little")
        return bits.astype(bool)

    def to_list(self) -> List[Optional[str]]:
        """A list of str and None."""
        return self._core.to_list()

    def to_numpy(self) -> numpy.ndarray[Any, numpy.dtype[numpy.object_]]:
        """An array of str and None."""
        import numpy

        array = numpy.empty(len(self), dtype=object)
        array[:] = self.to_list()
        return array

    def __arrow_c_array__(self, requested_schema: object = None) -> Tuple[object, object]:
        """For Arrow: pyarrow.array(column)."""
        return self._core.arrow_array()


class Columns:
    """The links of many texts. Each column has one entry for each link.

    row         the number of the text, from 0
    start, end  where the link is in it: text[start:end], in characters
    kind        an index into linkspan.KINDS
    form        an index into linkspan.FORMS
    ended_by    an index into linkspan.ENDINGS
    warnings    a set of bits; linkspan.warning_names() returns their names
    host, …     a StringColumn for each name that was asked for; its strings are those of this attribute of Link

    >>> texts = ["see https://a.example/x", "no", "lena@b.example"]
    >>> found = linkspan.Engine().find_columns(texts, ["host", "uri"])
    >>> [texts[row][start:end] for row, start, end in zip(found.row, found.start, found.end)]
    ['https://a.example/x', 'lena@b.example']
    >>> [linkspan.KINDS[kind] for kind in found.kind]
    ['url', 'email']
    >>> found["uri"][1]
    'mailto:lena@b.example'

    Columns of numbers are read-only NumPy arrays on the memory of the Columns. Arrow libraries also read
    it without a copy: pyarrow.table(found), polars.DataFrame(found). Columns can be pickled.
    """

    __slots__ = ("_core", "names")

    names: Tuple[str, ...]

    def __init__(self, core: _core.Columns, columns: Sequence[str]) -> None:
        self._core = core
        self.names = tuple(name for name in ALL_COLUMNS if name in NUMBERS or name in columns)

    def __reduce__(self) -> Tuple[Any, ...]:
        return Columns, (self._core, self.names)

    def __len__(self) -> int:
        return len(self._core)

    def __getitem__(self, name: str) -> Union[IntArray, CodeArray, StringColumn]:
        """A column by its name."""
        if name not in self.names:
            raise KeyError(f"there is no column {name!r}; there are: {', '.join(self.names)}")
        return StringColumn(self._core.strings(name)) if name in TEXTS else _array(self._core.numbers(name))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            more = "; find_columns(texts, columns=[…]) names the columns" if name in ALL_COLUMNS else ""
            raise AttributeError(error.args[0] + more) from None

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self.names]

    def __repr__(self) -> str:
        return f"<Columns of {len(self)} links: {', '.join(self.names)}>"

    def to_pandas(self) -> pandas.DataFrame:
        """A DataFrame with these columns; kind, form and ended_by are categories.

        >>> linkspan.Engine().find_columns(["see https://a.example/x"]).to_pandas()
           row  start  end kind    form     ended_by       host
        0    0      4   23  url  scheme  end_of_text  a.example
        """
        import pandas

        return pandas.DataFrame({name: self._to_pandas(name) for name in self.names})

    def _to_pandas(self, name: str) -> Any:
        import pandas

        column = self[name]
        labels = {"kind": _core.KINDS, "form": _core.FORMS, "ended_by": _core.ENDINGS}.get(name)
        if labels is not None:
            return pandas.Categorical.from_codes(column, labels)
        return column.to_numpy() if isinstance(column, StringColumn) else column.copy()

    def __arrow_c_schema__(self) -> object:
        """For Arrow."""
        return self._core.arrow_schema()

    def __arrow_c_array__(self, requested_schema: object = None) -> Tuple[object, object]:
        """For Arrow: pyarrow.record_batch(columns)."""
        return self._core.arrow_array()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """For Arrow: pyarrow.table(columns)."""
        return self._core.arrow_stream()


def _array(memory: _core.Array) -> Any:
    try:
        import numpy
    except ImportError:
        raise ImportError("arrays need NumPy, which is not installed (the wheel's extra linkspan[columns]); "
                          "StringColumn.to_list() and Arrow do not need it") from None
    return numpy.asarray(memory)
