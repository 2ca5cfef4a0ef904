// SPDX-License-Identifier: Apache-2.0
use std::fmt;

use linkspan_sys as sys;

use crate::error::str_of;

/// Something about a link that a reader may want to know.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Warning(sys::linkspan_warning);

impl Warning {
    /// The name in output, such as "mixed-scripts".
    pub fn name(self) -> &'static str {
        // SAFETY: the string lives for ever.
        unsafe { str_of(sys::linkspan_warning_name(self.0)) }
    }

    /// A sentence for people.
    pub fn description(self) -> &'static str {
        // SAFETY: the string lives for ever.
        unsafe { str_of(sys::linkspan_warning_description(self.0)) }
    }

    /// May the destination not be what it seems?
    pub fn is_serious(self) -> bool {
        // SAFETY: any value may be given.
        unsafe { sys::linkspan_warning_is_serious(self.0) != 0 }
    }
}

impl fmt::Debug for Warning {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// A set of warnings, which is an iterator of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Warnings(pub(crate) u32);

impl Warnings {
    /// Are there none?
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// May the destination not be what it seems?
    pub fn is_serious(self) -> bool {
        self.into_iter().any(Warning::is_serious)
    }
}

impl Iterator for Warnings {
    type Item = Warning;

    fn next(&mut self) -> Option<Warning> {
        let lowest = self.0 & self.0.wrapping_neg();
        self.0 ^= lowest;
        (lowest != 0).then_some(Warning(lowest as i32))
    }
}

impl fmt::Debug for Warnings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(*self).finish()
    }
}
