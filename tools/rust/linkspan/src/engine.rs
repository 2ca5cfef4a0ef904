// SPDX-License-Identifier: Apache-2.0
use std::{ffi::CString, fmt, iter::FusedIterator, mem::size_of, ops::Range, os::raw::c_char, ptr};

use linkspan_sys as sys;

use crate::{error::str_of, Error};

/// Declares an enum of the C interface, with the names that output has.
macro_rules! c_enum {
    ($(#[$about:meta])* $name:ident, $names:ident, { $($(#[$doc:meta])* $variant:ident = $value:ident,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[repr(i32)]
        pub enum $name { $($(#[$doc])* $variant = sys::$value,)* }

        impl $name {
            #[allow(dead_code)]
            pub(crate) fn from_c(value: i32) -> $name {
                match value {
                    $(sys::$value => $name::$variant,)*
                    _ => unreachable!("the library has no other value"),
                }
            }

            /// The name in the output of the command.
            pub fn name(self) -> &'static str {
                // SAFETY: the string lives for ever.
                unsafe { str_of(sys::$names(self as i32)) }
            }
        }
    };
}

c_enum!(
    /// Where links begin and end.
    Profile, linkspan_profile_name, {
        /// Where a careful reader would end the link: mail, documents, chat.
        Prose = LINKSPAN_PROFILE_PROSE,
        /// UTS #58, to the letter.
        Uts58 = LINKSPAN_PROFILE_UTS58,
        /// Source files, logs, terminals.
        Code = LINKSPAN_PROFILE_CODE,
        /// IRIs of RFC 3987 with a scheme, nothing else.
        Strict = LINKSPAN_PROFILE_STRICT,
    }
);
c_enum!(
    /// What a link is.
    Kind, linkspan_kind_name, {
        /// A URL or an IRI, with or without a scheme.
        Url = LINKSPAN_KIND_URL,
        /// An address, with or without `mailto:`.
        Email = LINKSPAN_KIND_EMAIL,
        /// Found by a rule of the user.
        Custom = LINKSPAN_KIND_CUSTOM,
    }
);
c_enum!(
    /// How a link is written.
    Form, linkspan_form_name, {
        /// `https://example.org`
        Scheme = LINKSPAN_FORM_SCHEME,
        /// `www.example.org`
        Www = LINKSPAN_FORM_WWW,
        /// `example.org`
        Domain = LINKSPAN_FORM_DOMAIN,
        /// `me@example.org`
        Address = LINKSPAN_FORM_ADDRESS,
        /// `mailto:me@example.org`
        Mailto = LINKSPAN_FORM_MAILTO,
        /// `<https://example.org>`
        Delimited = LINKSPAN_FORM_DELIMITED,
        /// By a rule of the user.
        Rule = LINKSPAN_FORM_RULE,
        /// `<a href>`
        Href = LINKSPAN_FORM_HREF,
    }
);
c_enum!(
    /// Why a link ended.
    EndedBy, linkspan_ended_by_name, {
        /// A character that is never part of a link.
        Hard = LINKSPAN_ENDED_BY_HARD,
        /// Punctuation that is not part of this one.
        Soft = LINKSPAN_ENDED_BY_SOFT,
        /// A closing bracket that was not opened in the link.
        Bracket = LINKSPAN_ENDED_BY_BRACKET,
        /// A closing quotation mark.
        Quote = LINKSPAN_ENDED_BY_QUOTE,
        /// A delimiter.
        Delimiter = LINKSPAN_ENDED_BY_DELIMITER,
        /// Text in another script.
        Script = LINKSPAN_ENDED_BY_SCRIPT,
        /// The longest link.
        Limit = LINKSPAN_ENDED_BY_LIMIT,
        /// The end of the text.
        EndOfText = LINKSPAN_ENDED_BY_END_OF_TEXT,
    }
);

/// What an [`Engine`] finds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Where links begin and end.
    pub profile: Profile,
    /// Are domains without a scheme links?
    pub bare_domains: bool,
    /// Are addresses links?
    pub email: bool,
    /// Changes of the list of schemes: "+steam", "-ftp"; without a sign, the only ones.
    pub schemes: Vec<String>,
    /// Changes of the list of top-level domains, in the same way.
    pub tlds: Vec<String>,
    /// A longer link is cut: from 256 to 2^30.
    pub max_link_bytes: u32,
}

impl Default for Options {
    fn default() -> Options {
        let defaults = default_options();
        Options {
            profile: Profile::from_c(defaults.profile),
            bare_domains: defaults.bare_domains != 0,
            email: defaults.email != 0,
            schemes: Vec::new(),
            tlds: Vec::new(),
            max_link_bytes: defaults.max_link_bytes,
        }
    }
}

fn default_options() -> sys::linkspan_options {
    let mut options = sys::linkspan_options {
        struct_size: 0,
        profile: 0,
        bare_domains: 0,
        email: 0,
        schemes: ptr::null(),
        schemes_count: 0,
        tlds: ptr::null(),
        tlds_count: 0,
        max_link_bytes: 0,
    };
    // SAFETY: the size is that of the struct.
    unsafe { sys::linkspan_options_init(&mut options, size_of::<sys::linkspan_options>()) };
    options
}

/// The rules. An engine never changes: share it between threads.
///
/// ```
/// # fn main() -> Result<(), linkspan::Error> {
/// let engine = std::sync::Arc::new(linkspan::Engine::new()?);
/// let other = engine.clone();
/// let thread = std::thread::spawn(move || other.find("at example.org/a").count());
/// assert_eq!(thread.join().unwrap(), engine.find("and example.org/b").count());
/// # Ok(())
/// # }
/// ```
pub struct Engine {
    pub(crate) handle: *mut sys::linkspan_engine,
}

// SAFETY: linkspan_c.h: an engine never changes and may be used by any number of threads at once.
unsafe impl Send for Engine {}
unsafe impl Sync for Engine {}

impl Drop for Engine {
    fn drop(&mut self) {
        // SAFETY: the handle is freed once.
        unsafe { sys::linkspan_engine_free(self.handle) }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine with the default options.
    pub fn new() -> Result<Engine, Error> {
        Engine::with_options(&Options::default())
    }

    /// An engine with these options. Fails if one of them is out of its range or not a name.
    pub fn with_options(wanted: &Options) -> Result<Engine, Error> {
        let schemes = Names::new(&wanted.schemes)?;
        let tlds = Names::new(&wanted.tlds)?;
        let options = sys::linkspan_options {
            profile: wanted.profile as i32,
            bare_domains: wanted.bare_domains.into(),
            email: wanted.email.into(),
            schemes: schemes.pointers.as_ptr(),
            schemes_count: schemes.pointers.len(),
            tlds: tlds.pointers.as_ptr(),
            tlds_count: tlds.pointers.len(),
            max_link_bytes: wanted.max_link_bytes,
            ..default_options()
        };
        let (mut handle, mut error) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the names live until the call returns.
        Error::check(unsafe { sys::linkspan_engine_create(&options, &mut handle, &mut error) }, error)?;
        Ok(Engine { handle })
    }

    /// All links of a text, in order. The iterator borrows the text.
    ///
    /// ```
    /// # fn main() -> Result<(), linkspan::Error> {
    /// let engine = linkspan::Engine::new()?;
    /// let text = String::from("version 2.0.1, see https://example.org/a, or ask me@example.net");
    /// let hosts: Vec<_> = engine.find(&text).map(|place| (place.range(), place.host())).collect();
    /// assert_eq!(hosts, [(19..40, Some("example.org")), (49..63, Some("example.net"))]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Panics
    /// If an allocation fails.
    pub fn find<'t>(&self, text: &'t str) -> Places<'t> {
        Places { text, places: self.places(text.as_bytes()).into_iter() }
    }

    /// The same for bytes that may be ill-formed UTF-8, which ends a link: the ranges of all links.
    pub fn find_in_bytes(&self, text: &[u8]) -> Vec<(Range<usize>, Kind)> {
        self.places(text).iter().map(|place| (range_of(place), Kind::from_c(place.kind))).collect()
    }

    /// Is there a link? What follows the first one is not scanned.
    pub fn contains_link(&self, text: &str) -> bool {
        // SAFETY: the pointer and the size are those of a string; the span may be NULL.
        unsafe { sys::linkspan_find_first(self.handle, text.as_ptr().cast(), text.len(), ptr::null_mut()) != 0 }
    }

    fn places(&self, text: &[u8]) -> Vec<sys::linkspan_place> {
        let mut places = Vec::with_capacity(4);
        loop {
            // SAFETY: the array has this capacity, and as many elements are written as are returned, up to it.
            let count = unsafe {
                sys::linkspan_find_all(self.handle, text.as_ptr().cast(), text.len(), places.as_mut_ptr(), places.capacity())
            };
            if count <= places.capacity() {
                unsafe { places.set_len(count) };
                return places;
            }
            assert!(count != usize::MAX, "out of memory");
            places.reserve_exact(count);
        }
    }
}

/// NUL-terminated names.
struct Names {
    pointers: Vec<*const c_char>,
    _strings: Vec<CString>,
}

impl Names {
    fn new(names: &[String]) -> Result<Names, Error> {
        let with_nul =
            |name: &String| CString::new(name.as_str()).map_err(|_| Error::new(format!("there is a NUL in {name:?}")));
        let strings: Vec<CString> = names.iter().map(with_nul).collect::<Result<_, _>>()?;
        Ok(Names { pointers: strings.iter().map(|name| name.as_ptr()).collect(), _strings: strings })
    }
}

pub(crate) fn range_of(place: &sys::linkspan_place) -> Range<usize> {
    place.offset as usize..(place.offset + place.size) as usize
}

/// A link in a text that is borrowed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Place<'t> {
    text: &'t str,
    place: sys::linkspan_place,
}

impl<'t> Place<'t> {
    /// The link as it is written.
    pub fn as_str(&self) -> &'t str {
        &self.text[self.range()]
    }

    /// Its bytes in the text.
    pub fn range(&self) -> Range<usize> {
        range_of(&self.place)
    }

    /// Where it begins.
    pub fn start(&self) -> usize {
        self.range().start
    }

    /// Where it ends.
    pub fn end(&self) -> usize {
        self.range().end
    }

    /// What it is.
    pub fn kind(&self) -> Kind {
        Kind::from_c(self.place.kind)
    }

    /// How it is written.
    pub fn form(&self) -> Form {
        Form::from_c(self.place.form)
    }

    /// Why it ended.
    pub fn ended_by(&self) -> EndedBy {
        EndedBy::from_c(self.place.ended_by)
    }

    /// Its host as it is written.
    pub fn host(&self) -> Option<&'t str> {
        let begin = self.place.host_offset as usize;
        match self.place.host_offset {
            sys::LINKSPAN_ABSENT => None,
            _ => self.as_str().get(begin..begin + self.place.host_size as usize),
        }
    }
}

impl fmt::Debug for Place<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Place").field("range", &self.range()).field("text", &self.as_str()).finish()
    }
}

/// The links of a text that is borrowed: see [`Engine::find`].
#[derive(Clone, Debug)]
pub struct Places<'t> {
    text: &'t str,
    places: std::vec::IntoIter<sys::linkspan_place>,
}

impl<'t> Iterator for Places<'t> {
    type Item = Place<'t>;

    fn next(&mut self) -> Option<Place<'t>> {
        self.places.next().map(|place| Place { text: self.text, place })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }
}

impl ExactSizeIterator for Places<'_> {}
impl FusedIterator for Places<'_> {}
