// SPDX-License-Identifier: Apache-2.0
//! The interface of the crate linkify: `use linkify::{LinkFinder, LinkKind};` becomes `use linkspan::linkify::{LinkFinder,
//! LinkKind};`, and nothing else changes but the links. There is no `email_domain_must_have_dot` and no `url_can_be_iri`: the
//! domain of an address has a dot, and a URL can be an IRI.
//!
//! ```
//! use linkspan::linkify::{LinkFinder, LinkKind};
//!
//! let mut finder = LinkFinder::new();
//! let links: Vec<_> = finder.links("Have you seen http://example.com/? Or example.net?").collect();
//! assert_eq!(links.len(), 1);
//! assert_eq!((links[0].as_str(), links[0].kind()), ("http://example.com/", &LinkKind::Url));
//!
//! finder.url_must_have_scheme(false);
//! let texts: Vec<_> = finder.spans("at example.net, or me@example.org").map(|span| span.as_str()).collect();
//! assert_eq!(texts, ["at ", "example.net", ", or ", "me@example.org"]);
//!
//! finder.kinds(&[LinkKind::Email]);
//! assert_eq!(finder.links("at example.net, or me@example.org").next().unwrap().start(), 19);
//! ```
use std::iter::Peekable;

use crate::{Engine, Form, Kind, Options, Place, Places};

/// What a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LinkKind {
    /// A URL or an IRI.
    Url,
    /// An address.
    Email,
}

/// A link in a text.
#[derive(Clone, Debug)]
pub struct Link<'t> {
    place: Place<'t>,
    kind: LinkKind,
}

impl<'t> Link<'t> {
    /// Where it begins, in bytes.
    pub fn start(&self) -> usize {
        self.place.start()
    }

    /// Where it ends, in bytes.
    pub fn end(&self) -> usize {
        self.place.end()
    }

    /// The link as it is written.
    pub fn as_str(&self) -> &'t str {
        self.place.as_str()
    }

    /// What it is.
    pub fn kind(&self) -> &LinkKind {
        &self.kind
    }
}

/// A link, or the text between two.
#[derive(Clone, Debug)]
pub struct Span<'t> {
    text: &'t str,
    start: usize,
    end: usize,
    kind: Option<LinkKind>,
}

impl<'t> Span<'t> {
    /// Where it begins, in bytes.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Where it ends, in bytes.
    pub fn end(&self) -> usize {
        self.end
    }

    /// The text.
    pub fn as_str(&self) -> &'t str {
        &self.text[self.start..self.end]
    }

    /// What the link is; `None` for text between links.
    pub fn kind(&self) -> Option<&LinkKind> {
        self.kind.as_ref()
    }
}

/// Which links to find.
#[derive(Debug)]
pub struct LinkFinder {
    engine: Engine,
    wanted: Wanted,
}

#[derive(Clone, Copy, Debug)]
struct Wanted {
    url: bool,
    email: bool,
    without_scheme: bool,
}

impl Wanted {
    fn kind_of(self, place: &Place) -> Option<LinkKind> {
        match (place.kind(), place.form()) {
            (Kind::Email, _) => self.email.then_some(LinkKind::Email),
            (_, Form::Www | Form::Domain) => (self.url && self.without_scheme).then_some(LinkKind::Url),
            _ => self.url.then_some(LinkKind::Url),
        }
    }
}

impl Default for LinkFinder {
    fn default() -> LinkFinder {
        LinkFinder::new()
    }
}

fn engine(bare_domains: bool) -> Engine {
    Engine::with_options(&Options { bare_domains, ..Options::default() }).expect("these options are right")
}

impl LinkFinder {
    /// Finds URLs with a scheme, and addresses.
    pub fn new() -> LinkFinder {
        LinkFinder { engine: engine(false), wanted: Wanted { url: true, email: true, without_scheme: false } }
    }

    /// Are URLs without a scheme not found? The default is `true`.
    pub fn url_must_have_scheme(&mut self, url_must_have_scheme: bool) -> &mut LinkFinder {
        self.engine = engine(!url_must_have_scheme);
        self.wanted.without_scheme = !url_must_have_scheme;
        self
    }

    /// Finds only links of these kinds.
    pub fn kinds(&mut self, kinds: &[LinkKind]) -> &mut LinkFinder {
        self.wanted.url = kinds.contains(&LinkKind::Url);
        self.wanted.email = kinds.contains(&LinkKind::Email);
        self
    }

    /// The links of a text.
    pub fn links<'t>(&self, text: &'t str) -> Links<'t> {
        Links { places: self.engine.find(text), wanted: self.wanted }
    }

    /// The links of a text and the text between them, which together are all of it.
    pub fn spans<'t>(&self, text: &'t str) -> Spans<'t> {
        Spans { text, position: 0, links: self.links(text).peekable() }
    }
}

/// The links of a text.
#[derive(Clone, Debug)]
pub struct Links<'t> {
    places: Places<'t>,
    wanted: Wanted,
}

impl<'t> Iterator for Links<'t> {
    type Item = Link<'t>;

    fn next(&mut self) -> Option<Link<'t>> {
        let wanted = self.wanted;
        self.places.find_map(|place| wanted.kind_of(&place).map(|kind| Link { place, kind }))
    }
}

/// The links of a text and the text between them.
#[derive(Clone, Debug)]
pub struct Spans<'t> {
    text: &'t str,
    position: usize,
    links: Peekable<Links<'t>>,
}

impl<'t> Iterator for Spans<'t> {
    type Item = Span<'t>;

    fn next(&mut self) -> Option<Span<'t>> {
        let (text, start) = (self.text, self.position);
        let next_link = self.links.peek().map_or(text.len(), Link::start);
        let (end, kind) = if start < next_link {
            (next_link, None)
        } else {
            let link = self.links.next()?;
            (link.end(), Some(link.kind))
        };
        self.position = end;
        Some(Span { text, start, end, kind })
    }
}
