# SPDX-License-Identifier: Apache-2.0
"""Functions on IRIs and URIs: parse, convert, display, normalize, compare, resolve and diagnose.

>>> from linkspan import iri
>>> iri.to_uri("https://bücher.example/ü")
'https://xn--bcher-kva.example/%C3%BC'
>>> iri.resolve("http://a/b/c/d;p?q", "../g")
'http://a/b/g'

A text that is not an IRI raises linkspan.Error, a ValueError. Its `position` is the first character that
the grammar does not allow. The standards are RFC 3986, RFC 3987, UTS #46, UTS #39 and UTS #58.

Guarded by tests/python/test_iri.py.
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
    """The components of an IRI reference. An absent component is None, and an empty one is an empty str."""

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
    """A warning about a part of an IRI, iri[start:end]."""

    warning: str
    start: int
    end: int
    message: str
    severity: str  # "serious" if the IRI may lead elsewhere than it seems, or "note"


class SchemeInfo(NamedTuple):
    """Properties of a scheme."""

    name: str
    is_hierarchical: bool  # // and an authority may follow the colon
    host_is_domain: bool
    carries_address: bool  # the path consists of email addresses
    default_port: int  # 0 if there is none
    opens: str  # "safely", "unknown", "as_page" or "runs_code"


class WarningInfo(NamedTuple):
    """A kind of warning in Link.warnings and diagnose()."""

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
    """The URI of an IRI (RFC 3987, section 3.1). A URI is returned unchanged.

    With `encode_forbidden`, spaces, angle brackets and the like are percent-encoded instead of an error.

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
    """The URL with the least percent-encoding with which it is still detected in text (UTS #58).

    >>> iri.minimal("https://example.org/%C3%BC.")
    'https://example.org/ü%2E'
    """
    return _core.iri_minimal(url, at_end_of_text)


def host_to_ascii(host: str) -> Optional[str]:
    """The ASCII form of a host, as in the DNS (UTS #46 ToASCII); None if UTS #46 does not allow it.

    >>> iri.host_to_ascii("bücher.example")
    'xn--bcher-kva.example'
    """
    return _core.iri_host_to_ascii(host)


def host_to_unicode(host: str) -> Optional[str]:
    """The Unicode form of a host (UTS #46 ToUnicode); None if UTS #46 does not allow it.

    >>> iri.host_to_unicode("xn--bcher-kva.example")
    'bücher.example'
    """
    return _core.iri_host_to_unicode(host)


def fold_host(host: str) -> str:
    """A host mapped by UTS #46, which includes lower case: a form for comparison.

    >>> iri.fold_host("BÜCHER.Example")
    'bücher.example'
    """
    return _core.iri_fold_host(host)


def normalize(iri: str, rung: Rung = "scheme") -> str:
    """The same form for all IRIs that are equal() on this rung: a key for sets and dicts.

    >>> iri.normalize("HTTP://Example.ORG:80/a/../b/%7Ec")
    'http://example.org/b/~c'
    """
    return _core.iri_normalize(iri, rung)


def equal(left: str, right: str, rung: Rung = "scheme") -> bool:
    """Whether two IRIs are equal on a rung of the comparison ladder (RFC 3987, section 5.3).

    "simple" compares characters. "syntax" ignores differences of case, percent-encoding and dot segments.
    "scheme" also ignores default ports, empty paths and different forms of domain names.

    >>> iri.equal("http://example.org", "HTTP://EXAMPLE.org:80/")
    True
    """
    return _core.iri_equal(left, right, rung)


def resolve(base: str, reference: str) -> str:
    """The target of a reference in the document `base` (RFC 3986, section 5.2).

    >>> iri.resolve("https://example.org/a/b", "../c?d")
    'https://example.org/c?d'
    """
    return _core.iri_resolve(base, reference)


def relativize(base: str, target: str) -> str:
    """The shortest reference that resolve() with `base` resolves to `target`.

    >>> iri.relativize("https://example.org/a/b", "https://example.org/a/c")
    'c'
    """
    return _core.iri_relativize(base, target)


def display(iri: str, *, bidi: BidiForm = "isolate", scripts: Iterable[str] = ()) -> str:
    """The IRI for display: characters that are invisible or reorder text are percent-encoded.

    If `scripts` are given, such as "Latn", letters of other scripts are percent-encoded or, in a host, shown
    as A-labels (xn--). Not for opening.

    >>> iri.display("https://example.org/a\\u202eb", bidi="none")
    'https://example.org/a%E2%80%AEb'
    """
    return _core.iri_display(iri, bidi, list(scripts))


def diagnose(iri: str) -> List[Diagnostic]:
    """Warnings about an IRI, sorted by position. Accepts any text.

    >>> [(found.warning, found.start, found.end) for found in iri.diagnose("https://www.a.com@evil.example/")]
    [('userinfo-like-host', 8, 17)]
    """
    return [Diagnostic(*found) for found in _core.iri_diagnose(iri)]


def unwrap(uri: str, *, services_only: bool = False) -> Optional[str]:
    """The URL that a wrapper leads to, offline; None if `uri` is not a wrapper (docs/targets.md).

    With `services_only`, not redirectors that are known by their form alone.

    >>> iri.unwrap("https://www.google.com/url?q=https%3A%2F%2Fexample.org%2Fa&sa=D")
    'https://example.org/a'
    """
    return _core.iri_unwrap(uri, services_only)


def strip_tracking(uri: str) -> str:
    """The URI without parameters such as utm_source and fbclid.

    >>> iri.strip_tracking("https://example.org/?id=7&fbclid=x")
    'https://example.org/?id=7'
    """
    return _core.iri_strip_tracking(uri)


def refang(text: str) -> str:
    """The text with defanged addresses as they are meant (docs/indicators.md).

    >>> iri.refang("hxxps[:]//example[.]com/a")
    'https://example.com/a'
    """
    return _core.iri_refang(text)


def defang(uri: str) -> str:
    """The URI written so that nobody opens it.

    >>> iri.defang("https://example.com/a")
    'hxxps[:]//example[.]com/a'
    """
    return _core.iri_defang(uri)


def skeleton(host: str) -> str:
    """The skeleton of a host: hosts with the same skeleton look alike (UTS #39, section 4).

    >>> iri.skeleton("pаypal.com") == iri.skeleton("paypal.com")  # the first has a Cyrillic а
    True
    """
    return _core.iri_skeleton(host)


def scheme_info(scheme: str) -> Optional[SchemeInfo]:
    """The properties of a scheme; None if it is unknown.

    >>> iri.scheme_info("HTTPS").default_port
    443
    """
    info = _core.iri_scheme_info(scheme)
    return None if info is None else SchemeInfo(*info)


def warnings() -> List[WarningInfo]:
    """All kinds of warnings.

    >>> [warning.severity for warning in iri.warnings() if warning.name == "userinfo-like-host"]
    ['serious']
    """
    return [WarningInfo(*warning) for warning in _core.iri_warnings()]
