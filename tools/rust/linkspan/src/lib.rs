// SPDX-License-Identifier: Apache-2.0
//! Finds IRIs, URLs and email addresses in text, in any language, and says where each one begins and ends and which URI to
//! open. This crate calls the C interface of `liblinkspan.so.0`.
//!
//! ```
//! # fn main() -> Result<(), linkspan::Error> {
//! let engine = linkspan::Engine::new()?;
//! let text = "Die Noten liegen unter www.chor.example.de/proben/frühling.";
//! let found: Vec<&str> = engine.find(text).map(|place| place.as_str()).collect();
//! assert_eq!(found, ["www.chor.example.de/proben/frühling"]);
//!
//! let mut linker = linkspan::Linker::new(&engine)?;
//! for link in linker.links("Пишите на лена@пример.рф!") {
//!     assert_eq!(link.text(), "лена@пример.рф");
//!     assert!(link.uri().starts_with("mailto:"));
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A link is opened by its [`uri`](Link::uri), as an address has no scheme in the text. Open only what [`is_openable`] allows,
//! and show the host where a [warning](Link::warnings) is serious.
#![warn(missing_docs)]

mod engine;
mod error;
mod link;
mod linker;
#[cfg(feature = "linkify")]
pub mod linkify;
mod warning;

pub use engine::{EndedBy, Engine, Form, Kind, Options, Place, Places, Profile};
pub use error::Error;
pub use link::{Link, Links};
pub use linker::{DocumentOptions, Linker, TextOptions};
pub use warning::{Warning, Warnings};

/// May a program open the URI with one click? Its scheme shows or fetches something, and runs nothing.
///
/// ```
/// assert!(linkspan::is_openable("https://example.org/"));
/// assert!(!linkspan::is_openable("javascript:alert(1)"));
/// ```
pub fn is_openable(uri: &str) -> bool {
    // SAFETY: the pointer and the size are those of a string.
    unsafe { linkspan_sys::linkspan_is_openable(uri.as_ptr().cast(), uri.len()) != 0 }
}

/// The version of the library, such as "0.1.0".
pub fn version() -> &'static str {
    // SAFETY: the string lives for ever.
    unsafe { error::str_of(linkspan_sys::linkspan_version()) }
}
