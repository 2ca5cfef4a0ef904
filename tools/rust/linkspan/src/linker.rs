// SPDX-License-Identifier: Apache-2.0
use std::{ffi::CString, fmt, mem::size_of, ptr};

use linkspan_sys as sys;

use crate::{Engine, Error, Links};

/// How a [`Linker`] counts and maps the links of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextOptions {
    /// Are the offsets of [`Link::start`](crate::Link::start) UTF-16 units, as in JavaScript, instead of bytes?
    pub utf16_offsets: bool,
    /// Are hosts percent-encoded (RFC 3987) rather than `xn--…`?
    pub percent_host: bool,
    /// Do hosts without a scheme get `https:` rather than `http:`?
    pub default_to_https: bool,
}

/// How a document is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentOptions {
    /// The name of a charset, or "auto", which is the default.
    pub charset: String,
    /// Is the document HTML?
    pub html: bool,
    /// Are prefixes of quoted lines (`> `) not part of the text?
    pub quoting: bool,
    /// Are links that clearly continue in the next line joined?
    pub joining: bool,
}

impl Default for DocumentOptions {
    fn default() -> DocumentOptions {
        DocumentOptions { charset: "auto".into(), html: false, quoting: false, joining: false }
    }
}

/// Finds the links of texts and documents, and what they lead to. Links live until the next call, which the compiler checks:
///
/// ```compile_fail
/// # fn main() -> Result<(), linkspan::Error> {
/// # let engine = linkspan::Engine::new()?;
/// let mut linker = linkspan::Linker::new(&engine)?;
/// let first = linker.links("www.example.org");
/// let second = linker.links("www.example.net");
/// first.count();
/// # Ok(())
/// # }
/// ```
pub struct Linker {
    handle: *mut sys::linkspan_text_linker,
}

// SAFETY: linkspan_c.h: a handle belongs to one thread at a time.
unsafe impl Send for Linker {}

impl Drop for Linker {
    fn drop(&mut self) {
        // SAFETY: the handle is freed once.
        unsafe { sys::linkspan_text_linker_free(self.handle) }
    }
}

impl fmt::Debug for Linker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Linker").finish_non_exhaustive()
    }
}

impl Linker {
    /// A linker with the default options.
    pub fn new(engine: &Engine) -> Result<Linker, Error> {
        Linker::with_options(engine, &TextOptions::default())
    }

    /// A linker with these options. It keeps what it needs of its engine.
    pub fn with_options(engine: &Engine, wanted: &TextOptions) -> Result<Linker, Error> {
        let options = sys::linkspan_text_options {
            struct_size: size_of::<sys::linkspan_text_options>(),
            percent_host: wanted.percent_host.into(),
            default_to_https: wanted.default_to_https.into(),
            offsets: if wanted.utf16_offsets { sys::LINKSPAN_OFFSETS_UTF16 } else { sys::LINKSPAN_OFFSETS_BYTES },
        };
        let (mut handle, mut error) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the engine lives until the call returns.
        let status = unsafe { sys::linkspan_text_linker_open(engine.handle, &options, &mut handle, &mut error) };
        Error::check(status, error)?;
        Ok(Linker { handle })
    }

    /// The links of a text, in order.
    ///
    /// ```
    /// # fn main() -> Result<(), linkspan::Error> {
    /// let mut linker = linkspan::Linker::new(&linkspan::Engine::new()?)?;
    /// let text = "😀 see www.paypаl.com";  // with a Cyrillic letter
    /// for link in linker.links(text) {
    ///     assert_eq!(&text[link.range()], link.text());
    ///     assert_eq!(link.uri(), "http://www.xn--paypl-7ve.com");
    ///     assert!(link.warnings().is_serious());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Panics
    /// If an allocation fails.
    pub fn links(&mut self, text: &str) -> Links<'_> {
        let mut links = ptr::null();
        // SAFETY: the pointer and the size are those of a string; the links live until the next call, for which the linker has
        // to be borrowed again.
        unsafe {
            let count = sys::linkspan_text_linker_find(self.handle, text.as_ptr().cast(), text.len(), &mut links);
            assert!(count != usize::MAX, "out of memory");
            Links::new(links, count)
        }
    }

    /// The links of a document in any charset, with their places in its bytes. Fails if the charset is not known.
    ///
    /// ```
    /// # fn main() -> Result<(), linkspan::Error> {
    /// let mut linker = linkspan::Linker::new(&linkspan::Engine::new()?)?;
    /// let mail = b"see http://example.org/fr\xfchling";
    /// let options = linkspan::DocumentOptions { charset: "iso-8859-1".into(), ..Default::default() };
    /// let uris: Vec<_> = linker.read(mail, &options)?.map(|link| link.uri()).collect();
    /// assert_eq!(uris, ["http://example.org/fr%C3%BChling"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn read(&mut self, document: &[u8], wanted: &DocumentOptions) -> Result<Links<'_>, Error> {
        let charset = CString::new(wanted.charset.as_str())
            .map_err(|_| Error::new("there is a NUL in the name of a charset".into()))?;
        let mut options = std::mem::MaybeUninit::<sys::linkspan_document_options>::uninit();
        let (mut links, mut count, mut error) = (ptr::null(), 0, ptr::null_mut());
        // SAFETY: the options are initialized by the library; the rest as in links().
        unsafe {
            sys::linkspan_document_options_init(options.as_mut_ptr(), size_of::<sys::linkspan_document_options>());
            let mut options = options.assume_init();
            options.charset = charset.as_ptr();
            options.markup = if wanted.html { sys::LINKSPAN_MARKUP_HTML } else { sys::LINKSPAN_MARKUP_NONE };
            options.quoting = wanted.quoting.into();
            options.joining = wanted.joining.into();
            let status = sys::linkspan_text_linker_read(
                self.handle,
                document.as_ptr().cast(),
                document.len(),
                &options,
                &mut links,
                &mut count,
                ptr::null_mut(),
                &mut error,
            );
            Error::check(status, error)?;
            Ok(Links::new(links, count))
        }
    }
}
