# SPDX-License-Identifier: Apache-2.0
"""IRIs and URIs as values: take them apart, map, show, normalize, compare, resolve, and be warned.

>>> from linkspan import iri
>>> iri.to_uri("https://bücher.example/ü")
'https://xn--bcher-kva.example/%C3%BC'
>>> iri.resolve("http://a/b/c/d;p?q", "../g")
'http://a/b/g'

A text that is not an IRI raises linkspan.Error, a ValueError: `position` is the first character that
fits nowhere. The standards are RFC 3986, RFC 3987, UTS #46, UTS #39 and UTS #58.

Guarded by tests/python/test_core.iri_py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterable, List, NamedTuple, Optional

from . import _core

if TYPE_CHECKING:
    from typing import Literal

    Rung = Literal["simple", "syntax", "scheme"]
    HostForm = Literal["ascii", "percent"]
    BidiForm = Literal["none", "isolate", "embedding", "marks"]


class Components(NamedTuple):
    """The components of an IRI reference. None: it is absent; "": it is there and empty."""

    scheme: Optional[str]
    authority: Optional[str]
    userinfo: Optional[str]
    host: Optional[str]
    port: Optional[str]
    path: str
    query: Optional[str]
    fragment: Optional[str]
    host_kind: str  # "none", "name", "ipv4", "ipv6" or "ip_future"


class Diagnostic(NamedTuple):
    """What a careful person would want to know of a part of an IRI, which is iri[start:end]."""

    warning: str
    start: int
    end: int
    message: str
    severity: str  # "serious": it may lead somewhere else than it seems to; "note"


class SchemeInfo(NamedTuple):
    """What is known of a scheme."""

    name: str
    is_hierarchical: bool  # an authority may follow the colon, after //
    host_is_domain: bool
    carries_address: bool  # the path is email addresses
    default_port: int  # 0: none
    opens: str  # "safely", "unknown", "as_page" or "runs_code"


class WarningInfo(NamedTuple):
    """A warning that Link.warnings and diagnose() can have."""

    name: str
    severity: str
    description: str  # what it means and what to do


def parse(iri: str) -> Components:
    """The components of an IRI or a relative reference (RFC 3986, section 3).

    >>> iri.parse("https://lena@example.org:8080/a?b#c").host
    'example.org'
    >>> iri.parse("a?").query, iri.parse("a").query
    ('', None)
    """
    return Components(*_core.iri_parse(iri))


def to_uri(iri: str, *, host_form: HostForm = "ascii", encode_forbidden: bool = False) -> str:
    """The URI of an IRI (RFC 3987, section 3.1). A URI is its own URI.

    With `encode_forbidden`, spaces, angle brackets and the like are encoded, not refused.

    >>> iri.to_uri("https://bücher.example/a b", encode_forbidden=True)
    'https://xn--bcher-kva.example/a%20b'
    >>> iri.to_uri("https://bücher.example/", host_form="percent")
    'https://b%C3%BCcher.example/'
    """
    return _core.iri_to_uri(iri, host_form, encode_forbidden)


def to_iri(uri: str) -> str:
    """The IRI of a URI, for people to read (RFC 3987, section 3.2).

    >>> iri.to_iri("https://xn--bcher-kva.example/%C3%BC")
    'https://bücher.example/ü'
    """
    return _core.iri_to_iri(uri)


def minimal(url: str, *, at_end_of_text: bool = False) -> str:
    """The URL with as little percent-encoding as lets it be found again in text (UTS #58).

    >>> iri.minimal("https://example.org/%C3%BC.")
    'https://example.org/ü%2E'
    """
    return _core.iri_minimal(url, at_end_of_text)


def host_to_ascii(host: str) -> Optional[str]:
    """A host as the domain name system knows it (UTS #46); None where UTS #46 refuses it.

    >>> iri.host_to_ascii("bücher.example")
    'xn--bcher-kva.example'
    """
    return _core.iri_host_to_ascii(host)


def host_to_unicode(host: str) -> Optional[str]:
    """A host as people read it (UTS #46); None where UTS #46 refuses it.

    >>> iri.host_to_unicode("xn--bcher-kva.example")
    'bücher.example'
    """
    return _core.iri_host_to_unicode(host)


def fold_host(host: str) -> str:
    """A host in lower case, as UTS #46 maps it: for comparing.

    >>> iri.fold_host("BÜCHER.Example")
    'bücher.example'
    """
    return _core.iri_fold_host(host)


def normalize(iri: str, rung: Rung = "scheme") -> str:
    """One form for all IRIs that equal() calls equal on this rung: a key for sets and dicts.

    >>> iri.normalize("HTTP://Example.ORG:80/a/../b/%7Ec")
    'http://example.org/b/~c'
    """
    return _core.iri_normalize(iri, rung)


def equal(left: str, right: str, rung: Rung = "scheme") -> bool:
    """Are two IRIs equal (RFC 3987, section 5.3)? More are on each rung of the ladder.

    "simple" compares characters; "syntax" knows case, percent-encoding and dot segments; "scheme"
    also default ports, empty paths and domain names.

    >>> iri.equal("http://example.org", "HTTP://EXAMPLE.org:80/")
    True
    """
    return _core.iri_equal(left, right, rung)


def resolve(base: str, reference: str) -> str:
    """Where a reference in `base` leads (RFC 3986, section 5.2).

    >>> iri.resolve("https://example.org/a/b", "../c?d")
    'https://example.org/c?d'
    """
    return _core.iri_resolve(base, reference)


def relativize(base: str, target: str) -> str:
    """The shortest reference that resolve() takes from `base` to `target`.

    >>> iri.relativize("https://example.org/a/b", "https://example.org/a/c")
    'c'
    """
    return _core.iri_relativize(base, target)


def display(iri: str, *, bidi: BidiForm = "isolate", scripts: Iterable[str] = ()) -> str:
    """The IRI for a person to read: what is invisible or reorders text is percent-encoded.

    Letters of other scripts than `scripts`, such as "Latn", are percent-encoded, or xn-- in a host.
    Not for opening.

    >>> iri.display("https://example.org/a\\u202eb", bidi="none")
    'https://example.org/a%E2%80%AEb'
    """
    return _core.iri_display(iri, bidi, list(scripts))


def diagnose(iri: str) -> List[Diagnostic]:
    """What a careful person would want to know before opening it, by place. Any text will do.

    >>> [(found.warning, found.start, found.end) for found in iri.diagnose("https://www.a.com@evil.example/")]
    [('userinfo-like-host', 8, 17)]
    """
    return [Diagnostic(*found) for found in _core.iri_diagnose(iri)]


def skeleton(host: str) -> str:
    """Two hosts with the same skeleton look alike (UTS #39, section 4).

    >>> iri.skeleton("pаypal.com") == iri.skeleton("paypal.com")  # the first has a Cyrillic а
    True
    """
    return _core.iri_skeleton(host)


def scheme_info(scheme: str) -> Optional[SchemeInfo]:
    """What is known of a scheme; None where nothing is.

    >>> iri.scheme_info("HTTPS").default_port
    443
    """
    info = _core.iri_scheme_info(scheme)
    return None if info is None else SchemeInfo(*info)


def warnings() -> List[WarningInfo]:
    """Every warning that there is.

    >>> [warning.severity for warning in iri.warnings() if warning.name == "userinfo-like-host"]
    ['serious']
    """
    return [WarningInfo(*warning) for warning in _core.iri_warnings()]
