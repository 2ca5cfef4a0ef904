# SPDX-License-Identifier: Apache-2.0
"""The public classes Engine and Stream. They check arguments and call C++.

Guarded by tests/python/test_arguments.py and the tests of what each method does.
"""

from __future__ import annotations

from typing import (TYPE_CHECKING, Any, Callable, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence,
                    Tuple, Union, overload)

from . import _core
from ._columns import ALL_COLUMNS, DEFAULT_COLUMNS, Columns
from ._core import Link

if TYPE_CHECKING:
    from typing import Literal

    Profile = Literal["prose", "uts58", "code", "strict"]
    HostForm = Literal["ascii", "percent"]
    DefaultScheme = Literal["http", "https"]
    HtmlLinks = Literal["all", "text", "hrefs", "attributes"]

BytesLike = Union[bytes, bytearray, memoryview]
Names = Union[str, Iterable[str]]


class Rule(NamedTuple):
    """A user-defined link: text that matches `pattern`, a regular expression of RE2, leads to `uri`.

    In `uri`, {1} and {name} are groups of the pattern, and {0} is the whole match, all percent-encoded.
    With `beside` "word", no letter or digit may directly precede or follow the match; with "any", it may.
    If `wins`, the match replaces other links that it overlaps.

    >>> engine = linkspan.Engine(rules=[linkspan.Rule("bug", r"BUG-(\\d+)", "https://bugs.example.org/{1}")])
    >>> [(link.text, link.rule, link.uri) for link in engine.find("see BUG-17")]
    [('BUG-17', 'bug', 'https://bugs.example.org/17')]
    """

    name: str
    pattern: str
    uri: str
    beside: str = "word"
    wins: bool = False


def parse_rules(toml: str, source_name: str = "rules", parameters: Optional[Mapping[str, str]] = None) -> List[Rule]:
    """The rules in the contents of a TOML file for `linkspan --rules`. Error messages start with `source_name`.

    >>> linkspan.parse_rules('''
    ... [[rule]]
    ... name = "rfc"
    ... pattern = 'RFC (\\d+)'
    ... uri = "https://www.rfc-editor.org/rfc/rfc{1}"
    ... ''')
    [Rule(name='rfc', pattern='RFC (\\\\d+)', uri='https://www.rfc-editor.org/rfc/rfc{1}', beside='word', wins=False)]
    """
    _check("toml", toml, str)
    _check("source_name", source_name, str)
    return [Rule(*rule) for rule in _core.parse_rules(toml, source_name, dict(parameters or {}))]


class Engine:
    """Finds links with fixed options. It never changes, and any number of threads may share it.

    profile: "prose" for mail, documents and chat; "code" for source files, logs and terminals;
        "uts58" for exactly UTS #58; "strict" for IRIs with a scheme only.
    schemes: the schemes of links. "https,mailto" or ["https", "mailto"] allows only these; "+steam,-ftp"
        changes the default list.
    tlds: the top-level domains of domains without a scheme, in the same form.
    bare_domains: whether domains without a scheme are links, such as example.com.
    email: whether email addresses are links.
    max_link_bytes: the maximum length of a link in bytes of UTF-8, from 256 to 2**30.
    rules: user-defined links: "PATTERN => URI", a Rule, or a list of these.
    host_form: in `uri`, "ascii" converts non-ASCII hosts to A-labels (xn--), "percent" percent-encodes them.
    default_scheme: "http" or "https", for the URI of a host without a scheme.

    >>> linkspan.Engine("code", schemes="+steam").find("steam://run/440 and README.md")
    [<Link 0:15 url 'steam://run/440'>]

    Engines with the same options are equal. An Engine can be pickled.
    """

    __slots__ = ("_core", "_options")

    def __init__(self, profile: Profile = "prose", *, schemes: Optional[Names] = None,
                 tlds: Optional[Names] = None, bare_domains: bool = True, email: bool = True,
                 max_link_bytes: int = 64 * 1024, rules: Union[None, str, Rule, Iterable[Union[str, Rule]]] = None,
                 host_form: HostForm = "ascii", default_scheme: DefaultScheme = "http") -> None:
        for name, value in (("profile", profile), ("host_form", host_form), ("default_scheme", default_scheme)):
            _check(name, value, str)
        for name, switch in (("bare_domains", bare_domains), ("email", email)):
            _check(name, switch, bool)
        _check("max_link_bytes", max_link_bytes, int)
        if not 256 <= max_link_bytes <= 2**30:
            raise ValueError(f"max_link_bytes must be from 256 to 2**30, not {max_link_bytes}")
        self._options: Dict[str, Any] = {
            "profile": profile, "schemes": _names("schemes", schemes), "tlds": _names("tlds", tlds),
            "bare_domains": bare_domains, "email": email, "max_link_bytes": max_link_bytes,
            "rules": _rules(rules), "host_form": host_form, "default_scheme": default_scheme,
        }
        self._core = _core.Engine(self._options)

    def find(self, text: Union[str, BytesLike], charset: Optional[str] = None) -> List[Link]:
        """The links of a str or of bytes, in order; they never overlap.

        In a str, offsets count characters: text[link.start:link.end] is the link. In bytes, they count bytes.
        `charset` is the charset of bytes, by any of its names. The default "auto" is UTF-8 if the bytes are
        well-formed, and guesses otherwise.

        >>> engine = linkspan.Engine()
        >>> text = "Пишите на лена@пример.рф!"
        >>> [text[link.start:link.end] for link in engine.find(text)]
        ['лена@пример.рф']
        >>> engine.find("siehe http://example.org/ü".encode("latin-1"), charset="latin-1")[0].uri
        'http://example.org/%C3%BC'
        """
        if isinstance(text, (bytes, bytearray, memoryview)):
            return self._core.find_in_bytes(text, _charset(charset or "auto"))
        if charset is not None:
            raise TypeError(f"charset is for bytes; text is {_article(text)}")
        return self._core.find(text)

    def find_html(self, page: BytesLike, charset: str = "auto", *, links: HtmlLinks = "all") -> List[Link]:
        """The links of an HTML page, which is parsed as in a browser. Offsets are bytes of the page.

        `links` selects "hrefs", which are those of <a href> and <area href>, "text", which are those in the
        visible text, "all", which are both, or "attributes", which adds the URLs in other attributes and in style
        sheets. With `charset` "auto", the page may declare its charset. Text after the first 32 MiB is not read.

        >>> page = b'<p>See <a href="https://example.org/a?b&amp;c">this</a> or example.net/&eacute;'
        >>> [(link.form, link.uri) for link in linkspan.Engine().find_html(page)]
        [('href', 'https://example.org/a?b&c'), ('domain', 'http://example.net/%C3%A9')]
        """
        if not isinstance(page, (bytes, bytearray, memoryview)):
            raise TypeError(f"page must be bytes, such as page.encode(), not {_article(page)}")
        _check("links", links, str)
        return self._core.find_in_html(page, _charset(charset), links)

    def find_markdown(self, text: Union[str, BytesLike], charset: str = "auto", *, links: HtmlLinks = "all") -> List[Link]:
        """The links of a Markdown document: CommonMark with the tables of GitHub.

        Code has none. Anchors, autolinks and definitions of references are those of HTML, and `links` selects as in
        find_html. Offsets are those of a str, or bytes. Text after the first 32 MiB is not read.

        >>> text = "`a.example/x`, [here](https://example.org/é) or example.net/y"
        >>> [(text[link.start:link.end], link.iri) for link in linkspan.Engine().find_markdown(text)]
        [('here', 'https://example.org/é'), ('example.net/y', 'http://example.net/y')]
        """
        if not isinstance(text, (str, bytes, bytearray, memoryview)):
            raise TypeError(f"text must be a str or bytes, not {_article(text)}")
        _check("links", links, str)
        return self._core.find_in_markdown(text, _charset(charset), links)

    def contains(self, text: str) -> bool:
        """Whether a str has a link. The search stops at the first one.

        >>> linkspan.Engine().contains("version 2.0.1, 3:15 pm, and/or")
        False
        """
        return self._core.contains(text)

    def find_many(self, texts: Iterable[str], *, threads: int = 1) -> List[List[Link]]:
        """A list of links for each of many texts, in order.

        `texts` is any iterable of str, or an Arrow column. Releases the GIL during the search.

        >>> linkspan.Engine().find_many(["see example.org/a", "nothing", "lena@example.net"], threads=2)
        [[<Link 4:17 url 'example.org/a'>], [], [<Link 0:16 email 'lena@example.net'>]]
        """
        return self._core.find_many(texts, _threads(threads))

    def find_columns(self, texts: Iterable[str], columns: Sequence[str] = DEFAULT_COLUMNS, *,
                     threads: int = 1) -> Columns:
        """The links of many texts as arrays, one for each attribute, without an object for each link.

        The columns row, start, end, kind, form and ended_by are always present. `columns` may add host (the
        default), scheme, userinfo, port, path, query, fragment, text, rule, and the slower iri, uri, display,
        registered_domain (by the Public Suffix List) and warnings. See Columns for their meaning. Reading them needs NumPy or Arrow.

        >>> found = linkspan.Engine().find_columns(["see https://a.example/x", "no", "lena@b.example"])
        >>> found.row, found.start, list(found.host)
        (array([0, 2]), array([4, 0]), ['a.example', 'b.example'])
        """
        if isinstance(columns, str):
            raise TypeError(f"columns must be a list of names, not the str {columns!r}")
        columns = list(columns)
        unknown = [name for name in columns if name not in ALL_COLUMNS]
        if unknown:
            raise ValueError(f"there is no column {unknown[0]!r}; there are: {', '.join(ALL_COLUMNS)}")
        return Columns(self._core.find_columns(texts, columns, _threads(threads)), columns)

    def linkify_html(self, text: str, *, target: str = "", rel: str = "noopener noreferrer", css_class: str = "",
                     page: bool = False, title: str = "", inline: bool = False, most_characters: int = 0,
                     shorten: str = "end", rewrite: Optional[Callable[[Link], Optional[str]]] = None,
                     attributes: Optional[Callable[[Link], Optional[Dict[str, str]]]] = None) -> str:
        """The text as HTML in <pre>, with clickable links. The text is escaped, so that no script in it can run.

        Only links that are safe to open become <a>, with the attributes `target`, `rel` and `css_class`.
        With `page`, the result is a complete page with a `title`; with `inline`, it is text and <a> alone, for a
        comment or the cell of a table. With `most_characters`, the shown text of a longer link is cut at its "end"
        or in its "middle" (`shorten`), but never before the end of its host. `rewrite` is called with each Link;
        it returns the URI to link to, or None to make it plain text. `attributes` returns more attributes of the
        link's <a> as a dict, or None to make it plain text.

        >>> linkspan.Engine().linkify_html("see example.org/a/b/c/d", inline=True, most_characters=14, rel="")
        'see <a dir="ltr" href="http://example.org/a/b/c/d" title="http://example.org/a/b/c/d">example.org/a…</a>'

        >>> linkspan.Engine().linkify_html("<b> www.example.org", rel="", rewrite=lambda link: link.uri + "?from=us")
        '<pre class="linkspan" dir="auto">\\n&lt;b&gt; <a dir="ltr" href="http://www.example.org?from=us" data-link="1">www.example.org</a></pre>\\n'
        """
        _check_link_options(target, rel, css_class, rewrite, attributes)
        _check("title", title, str)
        _check("page", page, bool)
        _check("inline", inline, bool)
        _check("most_characters", most_characters, int)
        if page and inline:
            raise ValueError("page and inline exclude each other")
        if most_characters < 0:
            raise ValueError(f"most_characters must be 0, for all, or more, not {most_characters}")
        if shorten not in ("end", "middle"):
            raise ValueError(f"shorten must be 'end' or 'middle', not {shorten!r}")
        return self._core.linkify_html(text, target, rel, css_class, title, page, inline, most_characters,
                                       shorten == "middle", rewrite, attributes)

    @overload
    def link_html(self, page: str, charset: str = ..., *, never_in: Names = ..., target: str = ..., rel: str = ...,
                  css_class: str = ..., rewrite: Optional[Callable[[Link], Optional[str]]] = ...,
                  attributes: Optional[Callable[[Link], Optional[Dict[str, str]]]] = ...) -> str: ...

    @overload
    def link_html(self, page: BytesLike, charset: str = ..., *, never_in: Names = ..., target: str = ..., rel: str = ...,
                  css_class: str = ..., rewrite: Optional[Callable[[Link], Optional[str]]] = ...,
                  attributes: Optional[Callable[[Link], Optional[Dict[str, str]]]] = ...) -> bytes: ...

    def link_html(self, page: Union[str, BytesLike], charset: str = "auto", *, never_in: Names = (), target: str = "",
                  rel: str = "noopener noreferrer", css_class: str = "",
                  rewrite: Optional[Callable[[Link], Optional[str]]] = None,
                  attributes: Optional[Callable[[Link], Optional[Dict[str, str]]]] = None) -> Union[str, bytes]:
        """A page of HTML, or a part of one, with <a> around the links of its text, and nothing else changed.

        The page is a str, or bytes in any charset that has ASCII; so is the result. Nothing is linked in elements
        that can hold no link (<a>, <script>, <textarea>, <button>, …), nor in those of `never_in`, such as "code pre".
        A link across elements has an <a> in each of them. The other arguments are as in linkify_html; offsets of the
        links are those of the page. Text after the first 32 MiB is not linked.

        >>> linkspan.Engine().link_html("<p>see <b>example.org/a</b>, not <code>b.org/c</code>", never_in="code", rel="")
        '<p>see <b><a dir="ltr" href="http://example.org/a">example.org/a</a></b>, not <code>b.org/c</code>'
        """
        if not isinstance(page, (str, bytes, bytearray, memoryview)):
            raise TypeError(f"page must be a str or bytes, not {_article(page)}")
        _check_link_options(target, rel, css_class, rewrite, attributes)
        names = never_in.replace(",", " ").split() if isinstance(never_in, str) else list(never_in)
        for name in names:
            _check("never_in", name, str)
        return self._core.link_html(page, _charset(charset), names, target, rel, css_class, rewrite, attributes)

    def stream(self, charset: Optional[str] = None) -> Stream:
        """A Stream for a text in chunks of str or, if a charset is given, of bytes."""
        return Stream(self, charset)

    def __repr__(self) -> str:
        defaults: Dict[str, Any] = {"profile": "prose", "schemes": None, "tlds": None, "bare_domains": True,
                                    "email": True, "max_link_bytes": 64 * 1024, "rules": (), "host_form": "ascii",
                                    "default_scheme": "http"}
        changed = [f"{name}={value!r}" for name, value in self._options.items() if value != defaults[name]]
        return f"Engine({', '.join(changed)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Engine):
            return NotImplemented
        return self._options == other._options

    def __hash__(self) -> int:
        return hash(tuple(self._options.values()))

    def __getstate__(self) -> Dict[str, Any]:
        return self._options

    def __setstate__(self, options: Dict[str, Any]) -> None:
        self.__init__(**options)  # type: ignore[misc]


class Stream:
    """Finds the links of a text that arrives in chunks: the same links as in the whole text.

    Only one thread at a time may use a Stream.

    >>> stream = linkspan.Engine().stream()
    >>> stream.feed("see https://exam"), stream.feed("ple.org/a there"), stream.finish()
    ([], [<Link 4:25 url 'https://example.org/a'>], [])

    Offsets count from the start of the text: characters, or bytes if a charset is given. With "auto",
    the first links may be returned only after 64 KiB.

    >>> stream = linkspan.Engine().stream(charset="utf-8")
    >>> stream.feed("é www.example.org".encode()) + stream.finish()
    [<Link 3:18 url 'www.example.org'>]
    """

    __slots__ = ("_core",)

    def __init__(self, engine: Engine, charset: Optional[str] = None) -> None:
        _check("engine", engine, Engine)
        self._core = _core.Stream(engine._core, None if charset is None else _charset(charset))

    def feed(self, chunk: Union[str, BytesLike]) -> List[Link]:
        """Reads the next chunk. Returns the new links that further text cannot change."""
        return self._core.feed(chunk)

    def finish(self) -> List[Link]:
        """Ends the text. Returns the remaining links. The next call of feed starts a new text."""
        return self._core.finish()


def _article(value: object) -> str:
    name = type(value).__name__
    return ("an " if name[0] in "aeiou" else "a ") + name


def _check(name: str, value: object, expected: type) -> None:
    if not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
        kind = "True or False" if expected is bool else f"a{'n' if expected.__name__[0] in 'aeiE' else ''} {expected.__name__}"
        raise TypeError(f"{name} must be {kind}, not {value!r}")


def _check_link_options(target: object, rel: object, css_class: object, rewrite: object, attributes: object) -> None:
    for name, value in (("target", target), ("rel", rel), ("css_class", css_class)):
        _check(name, value, str)
    for name, value in (("attributes", attributes), ("rewrite", rewrite)):
        if value is not None and not callable(value):
            raise TypeError(f"{name} must be a function or None, not {_article(value)}")


def _charset(charset: object) -> str:
    if not isinstance(charset, str):
        raise TypeError(f"charset must be a str such as 'utf-8' or 'auto', not {charset!r}")
    return charset


def _threads(threads: object) -> int:
    _check("threads", threads, int)
    assert isinstance(threads, int)
    if not 1 <= threads <= 1024:
        raise ValueError(f"threads must be from 1 to 1024, not {threads}")
    return threads


def _names(what: str, names: Optional[Names]) -> Optional[str]:
    """A list of names in the form of the command line: separated by commas."""
    if names is None or isinstance(names, str):
        return names
    try:
        each = list(names)
    except TypeError:
        raise TypeError(f"{what} must be a str such as '+a,-b' or a list of names, not {names!r}") from None
    for name in each:
        _check(f"a name in {what}", name, str)
        if "," in name:
            raise ValueError(f"a name in {what} has no comma: {name!r}")
    return ",".join(each)


def _rules(rules: Union[None, str, Rule, Iterable[Union[str, Rule]]]) -> Tuple[Rule, ...]:
    if rules is None:
        return ()
    if isinstance(rules, (str, Rule)):
        rules = [rules]
    made = []
    for rule in rules:
        if isinstance(rule, str):
            rule = Rule(*_core.parse_rule(rule))
        elif isinstance(rule, tuple) and not isinstance(rule, Rule):
            rule = Rule(*rule)
        _check("a rule", rule, Rule)
        for field in ("name", "pattern", "uri", "beside"):
            _check(f"{field} of a rule", getattr(rule, field), str)
        _check("wins of a rule", rule.wins, bool)
        made.append(rule)
    return tuple(made)
