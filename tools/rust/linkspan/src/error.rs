// SPDX-License-Identifier: Apache-2.0
use std::{ffi::CStr, fmt, os::raw::c_char};

use linkspan_sys as sys;

/// An option is wrong, or a charset is not known. Text is never an error.
///
/// ```
/// let engine = linkspan::Engine::with_options(&linkspan::Options { schemes: vec!["no scheme".into()], ..Default::default() });
/// let error: Box<dyn std::error::Error> = engine.unwrap_err().into();
/// assert!(error.to_string().contains("no scheme"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    status: sys::linkspan_status,
    position: usize,
    message: String,
}

impl Error {
    /// The `linkspan_status`: 1 for a wrong option, 3 for an unknown name, 5 for a failed allocation.
    pub fn status(&self) -> i32 {
        self.status
    }

    /// The offset into the argument or the index in a list of names; 0 if there is none.
    pub fn position(&self) -> usize {
        self.position
    }

    pub(crate) fn new(message: String) -> Error {
        Error { status: sys::LINKSPAN_INVALID_ARGUMENT, position: 0, message }
    }

    /// The result of a function, and the error that it has set, which is freed.
    pub(crate) fn check(status: sys::linkspan_status, error: *mut sys::linkspan_error) -> Result<(), Error> {
        if status == sys::LINKSPAN_OK {
            return Ok(());
        }
        // SAFETY: NULL is an error without a message; the message lives until the error is freed.
        unsafe {
            let message = match str_of(sys::linkspan_error_message(error)) {
                "" => "out of memory",
                message => message,
            };
            let copy = Error { status, position: sys::linkspan_error_position(error), message: message.to_string() };
            sys::linkspan_error_free(error);
            Err(copy)
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// # Safety
/// The string is NULL or ends with a NUL, and lives for `'a`.
pub(crate) unsafe fn str_of<'a>(string: *const c_char) -> &'a str {
    if string.is_null() {
        return "";
    }
    CStr::from_ptr(string).to_str().unwrap_or("")
}
