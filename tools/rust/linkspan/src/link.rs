// SPDX-License-Identifier: Apache-2.0
use std::{fmt, iter::FusedIterator, marker::PhantomData, ops::Range, slice};

use linkspan_sys as sys;

use crate::{Form, Kind, Warnings};

/// A link and what it leads to. It borrows the [`Linker`](crate::Linker), in whose memory its strings are.
#[derive(Clone, Copy)]
pub struct Link<'l> {
    link: &'l sys::linkspan_text_link,
}

impl<'l> Link<'l> {
    /// Its bytes in the text or document, from the first piece to the last.
    pub fn range(&self) -> Range<usize> {
        crate::engine::range_of(&self.link.place)
    }

    /// Where it begins, in the unit of [`TextOptions`](crate::TextOptions); in bytes of a document.
    pub fn start(&self) -> u64 {
        self.link.first.offset
    }

    /// Where it ends, in the same unit.
    pub fn end(&self) -> u64 {
        self.link.past.offset
    }

    /// The bytes of each line that the link is in: one or more.
    pub fn pieces(&self) -> impl ExactSizeIterator<Item = Range<usize>> + 'l {
        // SAFETY: the library sets both, and the pieces live as long as the link.
        let pieces = unsafe { slice::from_raw_parts(self.link.pieces, self.link.pieces_count) };
        pieces.iter().map(|piece| piece.bytes.begin as usize..piece.bytes.end as usize)
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        Kind::from_c(self.link.place.kind)
    }

    /// How it is written.
    pub fn form(&self) -> Form {
        Form::from_c(self.link.place.form)
    }

    /// The link as it is shown, without line breaks.
    pub fn text(&self) -> &'l str {
        self.string(self.link.text, self.link.text_size)
    }

    /// The IRI, with a scheme.
    pub fn iri(&self) -> &'l str {
        self.string(self.link.iri, self.link.iri_size)
    }

    /// The URI, which is to be opened.
    pub fn uri(&self) -> &'l str {
        self.string(self.link.uri, self.link.uri_size)
    }

    /// The IRI for people, decoded; it is not for opening.
    pub fn display(&self) -> &'l str {
        match self.link.display_size {
            0 => self.iri(),
            size => self.string(self.link.display, size),
        }
    }

    /// What a reader may want to know.
    pub fn warnings(&self) -> Warnings {
        Warnings(self.link.warnings)
    }

    fn string(&self, string: *const std::os::raw::c_char, size: usize) -> &'l str {
        // SAFETY: the library sets both, and the string lives as long as the link.
        std::str::from_utf8(unsafe { slice::from_raw_parts(string.cast(), size) }).expect("the library writes UTF-8")
    }
}

impl fmt::Debug for Link<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Link")
            .field("range", &self.range())
            .field("uri", &self.uri())
            .field("warnings", &self.warnings())
            .finish_non_exhaustive()
    }
}

/// The links of a text or document: see [`Linker`](crate::Linker).
#[derive(Clone, Debug)]
pub struct Links<'l> {
    links: slice::Iter<'l, sys::linkspan_text_link>,
    _linker: PhantomData<&'l mut crate::Linker>,
}

impl<'l> Links<'l> {
    /// # Safety
    /// The array has these elements, and lives for `'l`.
    pub(crate) unsafe fn new(links: *const sys::linkspan_text_link, count: usize) -> Links<'l> {
        let links = if count == 0 { &[] } else { slice::from_raw_parts(links, count) };
        Links { links: links.iter(), _linker: PhantomData }
    }
}

impl<'l> Iterator for Links<'l> {
    type Item = Link<'l>;

    fn next(&mut self) -> Option<Link<'l>> {
        self.links.next().map(|link| Link { link })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.links.size_hint()
    }
}

impl ExactSizeIterator for Links<'_> {}
impl FusedIterator for Links<'_> {}
