// SPDX-License-Identifier: Apache-2.0
//! linkspan for Rust: this file and liblinkspan.so.0, without crates.
//!
//!     let engine = linkspan::Engine::new(linkspan::Profile::Code)?;
//!     for place in engine.find(text) { &text[place.range()]; }
//!     for link in linkspan::Linker::new(&engine)?.links(text) { open(link.uri()); }
#![allow(dead_code)] // a program may use only a part
use std::{error, ffi::{c_void, CStr, CString}, fmt, mem::size_of, ops::Range, os::raw::c_char, ptr, slice, str};
#[repr(C)] pub enum Profile { Prose, Uts58, Code, Strict }
/// linkspan_place: where a link is, in bytes of the text.
#[repr(C)] #[derive(Clone, Default)] pub struct Place {
    pub offset: u64, pub size: u64, pub kind: i32, pub form: i32, pub ended_by: i32,
    pub host_offset: u32, pub host_size: u32, pub has_escapes: i32,
}
#[repr(C)] struct Slice(*const u8, usize);
/// linkspan_text_link: a link and what it leads to.
#[repr(C)] pub struct Link {
    pub place: Place,
    position: [u64; 4],  // of the first byte and after the last: line, offset
    slices: [Slice; 5],  // text, IRI, URI, display, pieces
    pub warnings: u32,
}
#[repr(C)] struct Options { struct_size: usize, profile: Profile, bare_domains: i32, email: i32 } // the first members:
#[repr(C)] struct DocumentOptions { struct_size: usize, charset: *const c_char } // struct_size says there are no more
type Handle = *mut c_void;
#[link(name = "linkspan")] extern "C" {
    fn linkspan_error_message(error: Handle) -> *const c_char;
    fn linkspan_error_free(error: Handle);
    fn linkspan_kind_name(kind: i32) -> *const c_char;
    fn linkspan_warning_name(warning: u32) -> *const c_char;
    fn linkspan_options_init(options: &mut Options, size: usize);
    fn linkspan_engine_create(options: &Options, engine: &mut Handle, error: &mut Handle) -> i32;
    fn linkspan_engine_free(engine: Handle);
    fn linkspan_find_all(engine: Handle, text: *const u8, size: usize, places: *mut Place, capacity: usize) -> usize;
    fn linkspan_text_linker_open(engine: Handle, options: Handle, linker: &mut Handle, error: &mut Handle) -> i32;
    fn linkspan_text_linker_find(linker: Handle, text: *const u8, size: usize, links: &mut *const Link) -> usize;
    fn linkspan_text_linker_read(linker: Handle, bytes: *const u8, size: usize, options: &DocumentOptions,
        links: &mut *const Link, count: &mut usize, summary: Handle, error: &mut Handle) -> i32;
    fn linkspan_text_linker_free(linker: Handle);
}
#[derive(Debug)] pub struct Error(String);
impl error::Error for Error {}
impl fmt::Display for Error { fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result { to.write_str(&self.0) } }
fn check(status: i32, error: Handle) -> Result<(), Error> {
    let fault = Error(name(unsafe { linkspan_error_message(error) }).to_string());
    unsafe { linkspan_error_free(error) };
    if status == 0 { Ok(()) } else { Err(fault) }
}
fn name<'a>(string: *const c_char) -> &'a str { unsafe { CStr::from_ptr(string) }.to_str().unwrap() }
impl Place {
    pub fn range(&self) -> Range<usize> { self.offset as usize..(self.offset + self.size) as usize }
    pub fn kind_name(&self) -> &'static str { name(unsafe { linkspan_kind_name(self.kind) }) }
}
impl Link {
    pub fn text(&self) -> &str { self.string(0) }
    pub fn iri(&self) -> &str { self.string(1) }
    pub fn uri(&self) -> &str { self.string(2) }  // to be opened
    fn string(&self, number: usize) -> &str {
        let Slice(bytes, size) = self.slices[number];
        str::from_utf8(unsafe { slice::from_raw_parts(bytes, size) }).unwrap()
    }
    pub fn warning_names(&self) -> Vec<&'static str> {
        let bits = (0..32).map(|bit| 1 << bit).filter(|bit| self.warnings & bit != 0);
        bits.map(|bit| name(unsafe { linkspan_warning_name(bit) })).collect()
    }
}

/// The rules. Any number of threads may use one engine at once.
pub struct Engine(Handle);
unsafe impl Send for Engine {} unsafe impl Sync for Engine {}
impl Drop for Engine { fn drop(&mut self) { unsafe { linkspan_engine_free(self.0) } } }
impl Engine {
    pub fn new(profile: Profile) -> Result<Engine, Error> {
        let (mut engine, mut error) = (ptr::null_mut(), ptr::null_mut());
        let mut options = Options { struct_size: 0, profile: Profile::Prose, bare_domains: 0, email: 0 };
        unsafe { linkspan_options_init(&mut options, size_of::<Options>()) };
        options.profile = profile;
        check(unsafe { linkspan_engine_create(&options, &mut engine, &mut error) }, error)?;
        Ok(Engine(engine))
    }
    /// The places of all links. Panics without memory.
    pub fn find<T: AsRef<[u8]> + ?Sized>(&self, text: &T) -> Vec<Place> {
        let (text, mut places) = (text.as_ref(), vec![Place::default(); 8]);
        loop {
            let room = places.len();
            let count = unsafe { linkspan_find_all(self.0, text.as_ptr(), text.len(), places.as_mut_ptr(), room) };
            places.resize(count, Place::default());
            if count <= room { return places; }
        }
    }
}

/// The links of texts and documents, which live until the next call.
pub struct Linker(Handle);
unsafe impl Send for Linker {}
impl Drop for Linker { fn drop(&mut self) { unsafe { linkspan_text_linker_free(self.0) } } }
impl Linker {
    pub fn new(engine: &Engine) -> Result<Linker, Error> {
        let (mut linker, mut error) = (ptr::null_mut(), ptr::null_mut());
        check(unsafe { linkspan_text_linker_open(engine.0, ptr::null_mut(), &mut linker, &mut error) }, error)?;
        Ok(Linker(linker))
    }
    pub fn links(&mut self, text: &str) -> &[Link] {
        let mut links = ptr::null();
        let count = unsafe { linkspan_text_linker_find(self.0, text.as_ptr(), text.len(), &mut links) };
        self.array(links, count)
    }
    /// The links of a document in any charset: a name, or "auto".
    pub fn read(&mut self, bytes: &[u8], charset: &str) -> Result<&[Link], Error> {
        let charset = CString::new(charset).map_err(|error| Error(error.to_string()))?;
        let options = DocumentOptions { struct_size: size_of::<DocumentOptions>(), charset: charset.as_ptr() };
        let (mut links, mut count, mut error) = (ptr::null(), 0, ptr::null_mut());
        check(unsafe { linkspan_text_linker_read(self.0, bytes.as_ptr(), bytes.len(), &options, &mut links, &mut count,
            ptr::null_mut(), &mut error) }, error)?;
        Ok(self.array(links, count))
    }
    fn array(&self, links: *const Link, count: usize) -> &[Link] {
        if count == 0 { &[] } else { unsafe { slice::from_raw_parts(links, count) } }
    }
}
