// SPDX-License-Identifier: Apache-2.0
//! The C interface of linkspan, as `include/linkspan/linkspan_c.h` declares and explains it: spans, documents, short texts and
//! IRIs. The functions for edited texts, rules, rendering and mail are not declared here.
#![allow(non_camel_case_types)]

use std::os::raw::{c_char, c_int, c_void};

pub type linkspan_status = c_int;
pub type linkspan_profile = c_int;
pub type linkspan_kind = c_int;
pub type linkspan_form = c_int;
pub type linkspan_ended_by = c_int;
pub type linkspan_offsets = c_int;
pub type linkspan_flow = c_int;
pub type linkspan_markup = c_int;
pub type linkspan_html_links = c_int;
pub type linkspan_warning = c_int;
pub type linkspan_opens = c_int;

pub const LINKSPAN_OK: linkspan_status = 0;
pub const LINKSPAN_INVALID_ARGUMENT: linkspan_status = 1;
pub const LINKSPAN_SYNTAX: linkspan_status = 2;
pub const LINKSPAN_NOT_FOUND: linkspan_status = 3;
pub const LINKSPAN_IO: linkspan_status = 4;
pub const LINKSPAN_NO_MEMORY: linkspan_status = 5;
pub const LINKSPAN_STOPPED: linkspan_status = 6;
pub const LINKSPAN_PROFILE_PROSE: linkspan_profile = 0;
pub const LINKSPAN_PROFILE_UTS58: linkspan_profile = 1;
pub const LINKSPAN_PROFILE_CODE: linkspan_profile = 2;
pub const LINKSPAN_PROFILE_STRICT: linkspan_profile = 3;
pub const LINKSPAN_KIND_URL: linkspan_kind = 0;
pub const LINKSPAN_KIND_EMAIL: linkspan_kind = 1;
pub const LINKSPAN_KIND_CUSTOM: linkspan_kind = 2;
pub const LINKSPAN_FORM_SCHEME: linkspan_form = 0;
pub const LINKSPAN_FORM_WWW: linkspan_form = 1;
pub const LINKSPAN_FORM_DOMAIN: linkspan_form = 2;
pub const LINKSPAN_FORM_ADDRESS: linkspan_form = 3;
pub const LINKSPAN_FORM_MAILTO: linkspan_form = 4;
pub const LINKSPAN_FORM_DELIMITED: linkspan_form = 5;
pub const LINKSPAN_FORM_RULE: linkspan_form = 6;
pub const LINKSPAN_FORM_HREF: linkspan_form = 7;
pub const LINKSPAN_ENDED_BY_HARD: linkspan_ended_by = 0;
pub const LINKSPAN_ENDED_BY_SOFT: linkspan_ended_by = 1;
pub const LINKSPAN_ENDED_BY_BRACKET: linkspan_ended_by = 2;
pub const LINKSPAN_ENDED_BY_QUOTE: linkspan_ended_by = 3;
pub const LINKSPAN_ENDED_BY_DELIMITER: linkspan_ended_by = 4;
pub const LINKSPAN_ENDED_BY_SCRIPT: linkspan_ended_by = 5;
pub const LINKSPAN_ENDED_BY_LIMIT: linkspan_ended_by = 6;
pub const LINKSPAN_ENDED_BY_END_OF_TEXT: linkspan_ended_by = 7;
pub const LINKSPAN_OFFSETS_BYTES: linkspan_offsets = 0;
pub const LINKSPAN_OFFSETS_UTF16: linkspan_offsets = 1;
pub const LINKSPAN_OFFSETS_CODE_POINTS: linkspan_offsets = 2;
pub const LINKSPAN_OFFSETS_LINES: linkspan_offsets = 3;
pub const LINKSPAN_OFFSETS_LINES_UTF16: linkspan_offsets = 4;
pub const LINKSPAN_OFFSETS_LINES_BYTES: linkspan_offsets = 5;
pub const LINKSPAN_MARKUP_NONE: linkspan_markup = 0;
pub const LINKSPAN_MARKUP_HTML: linkspan_markup = 1;
pub const LINKSPAN_MARKUP_XML: linkspan_markup = 2;
pub const LINKSPAN_MARKUP_MARKDOWN: linkspan_markup = 3;
pub const LINKSPAN_FLOW_FIXED: linkspan_flow = 0;
pub const LINKSPAN_FLOW_FLOWED: linkspan_flow = 1;
pub const LINKSPAN_FLOW_FLOWED_DELSP: linkspan_flow = 2;
pub const LINKSPAN_FLOW_CONTENT_LINES: linkspan_flow = 3;
pub const LINKSPAN_FLOW_ENRICHED: linkspan_flow = 4;
pub const LINKSPAN_FLOW_LDIF: linkspan_flow = 5;
pub const LINKSPAN_FLOW_ROFF: linkspan_flow = 6;
pub const LINKSPAN_FLOW_GETTEXT: linkspan_flow = 7;
pub const LINKSPAN_FLOW_RTF: linkspan_flow = 8;
pub const LINKSPAN_FLOW_CSV: linkspan_flow = 9;
pub const LINKSPAN_FLOW_TSV: linkspan_flow = 10;
pub const LINKSPAN_FLOW_ASCIIDOC: linkspan_flow = 11;
pub const LINKSPAN_HTML_LINKS_ALL: linkspan_html_links = 0;
pub const LINKSPAN_HTML_LINKS_TEXT: linkspan_html_links = 1;
pub const LINKSPAN_HTML_LINKS_HREFS: linkspan_html_links = 2;
pub const LINKSPAN_HTML_LINKS_ATTRIBUTES: linkspan_html_links = 3;
pub const LINKSPAN_WARNING_HOST_NOT_IDNA: linkspan_warning = 1 << 0;
pub const LINKSPAN_WARNING_JOINED_LINES: linkspan_warning = 1 << 1;
pub const LINKSPAN_WARNING_TEXT_NAMES_OTHER_HOST: linkspan_warning = 1 << 2;
pub const LINKSPAN_WARNING_MIXED_SCRIPTS: linkspan_warning = 1 << 3;
pub const LINKSPAN_WARNING_CONFUSABLE_HOST: linkspan_warning = 1 << 4;
pub const LINKSPAN_WARNING_LOOKALIKE_DELIMITER: linkspan_warning = 1 << 5;
pub const LINKSPAN_WARNING_USERINFO_LIKE_HOST: linkspan_warning = 1 << 6;
pub const LINKSPAN_WARNING_BIDI_CONTROL: linkspan_warning = 1 << 7;
pub const LINKSPAN_WARNING_INVISIBLE: linkspan_warning = 1 << 8;
pub const LINKSPAN_WARNING_BIDI_STRUCTURE: linkspan_warning = 1 << 9;
pub const LINKSPAN_WARNING_NOT_NFC: linkspan_warning = 1 << 10;
pub const LINKSPAN_WARNING_NOT_NFKC: linkspan_warning = 1 << 11;
pub const LINKSPAN_WARNING_PRIVATE_USE: linkspan_warning = 1 << 12;
pub const LINKSPAN_WARNING_UNASSIGNED: linkspan_warning = 1 << 13;
pub const LINKSPAN_WARNING_DEVIATION: linkspan_warning = 1 << 14;
pub const LINKSPAN_WARNING_NOT_IDNA2008: linkspan_warning = 1 << 15;
pub const LINKSPAN_WARNING_ODD_IPV4: linkspan_warning = 1 << 16;
pub const LINKSPAN_WARNING_INVALID_ESCAPE: linkspan_warning = 1 << 17;
pub const LINKSPAN_WARNING_LEGACY_ESCAPE: linkspan_warning = 1 << 18;
pub const LINKSPAN_WARNING_ESCAPED_DOTS: linkspan_warning = 1 << 19;
pub const LINKSPAN_WARNING_UNUSUAL_PORT: linkspan_warning = 1 << 20;
pub const LINKSPAN_WARNING_RUNS_CODE: linkspan_warning = 1 << 21;
pub const LINKSPAN_WARNING_ESCAPED_HOST: linkspan_warning = 1 << 22;
pub const LINKSPAN_WARNING_SECOND_TARGET: linkspan_warning = 1 << 23;
pub const LINKSPAN_OPENS_SAFELY: linkspan_opens = 0;
pub const LINKSPAN_OPENS_UNKNOWN: linkspan_opens = 1;
pub const LINKSPAN_OPENS_AS_PAGE: linkspan_opens = 2;
pub const LINKSPAN_OPENS_RUNS_CODE: linkspan_opens = 3;
pub const LINKSPAN_ABSENT: u32 = u32::MAX;

/// Declares types of which only pointers are used.
macro_rules! opaque {
    ($($name:ident)*) => { $(
        #[repr(C)]
        pub struct $name {
            _private: [u8; 0],
            _not_send_or_sync: std::marker::PhantomData<*mut u8>,
        }
    )* };
}
opaque!(linkspan_error linkspan_engine linkspan_stream linkspan_rules linkspan_text_linker);

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct linkspan_range {
    pub begin: u64,
    pub end: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct linkspan_part {
    pub begin: u32,
    pub end: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct linkspan_parts {
    pub scheme: linkspan_part,
    pub userinfo: linkspan_part,
    pub host: linkspan_part,
    pub port: linkspan_part,
    pub path: linkspan_part,
    pub query: linkspan_part,
    pub fragment: linkspan_part,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct linkspan_span {
    pub struct_size: usize,
    pub range: linkspan_range,
    pub parts: linkspan_parts,
    pub kind: linkspan_kind,
    pub form: linkspan_form,
    pub ended_by: linkspan_ended_by,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct linkspan_options {
    pub struct_size: usize,
    pub profile: linkspan_profile,
    pub bare_domains: c_int,
    pub email: c_int,
    pub schemes: *const *const c_char,
    pub schemes_count: usize,
    pub tlds: *const *const c_char,
    pub tlds_count: usize,
    pub max_link_bytes: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct linkspan_place {
    pub offset: u64,
    pub size: u64,
    pub kind: i32,
    pub form: i32,
    pub ended_by: i32,
    pub host_offset: u32,
    pub host_size: u32,
    pub has_escapes: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct linkspan_document_options {
    pub struct_size: usize,
    pub charset: *const c_char,
    pub charset_fallback: *const c_char,
    pub detect_at_hand: c_int,
    pub markup: linkspan_markup,
    pub html_links: linkspan_html_links,
    pub flow: linkspan_flow,
    pub quoting: c_int,
    pub joining: c_int,
    pub without_colours: c_int,
    pub percent_host: c_int,
    pub default_to_https: c_int,
    pub offsets: linkspan_offsets,
    pub rules: *const linkspan_rules,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct linkspan_position {
    pub line: u64,
    pub offset: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct linkspan_piece {
    pub bytes: linkspan_range,
    pub begin: linkspan_position,
    pub end: linkspan_position,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct linkspan_summary {
    pub struct_size: usize,
    pub charset: [c_char; 64],
    pub confidence: c_int,
    pub fell_back: c_int,
    pub ended_by_ill_formed: u64,
    pub ill_formed: u64,
    pub links: u64,
    pub links_cut: u64,
    pub is_cut: c_int,
    pub links_left_out: u64,
    pub first_left_out: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct linkspan_text_options {
    pub struct_size: usize,
    pub percent_host: c_int,
    pub default_to_https: c_int,
    pub offsets: linkspan_offsets,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct linkspan_text_link {
    pub place: linkspan_place,
    pub first: linkspan_position,
    pub past: linkspan_position,
    pub text: *const c_char,
    pub text_size: usize,
    pub iri: *const c_char,
    pub iri_size: usize,
    pub uri: *const c_char,
    pub uri_size: usize,
    pub display: *const c_char,
    pub display_size: usize,
    pub pieces: *const linkspan_piece,
    pub pieces_count: usize,
    pub warnings: u32,
}

pub type linkspan_span_callback = Option<unsafe extern "C" fn(context: *mut c_void, span: *const linkspan_span) -> c_int>;

extern "C" {
    pub fn linkspan_error_status(error: *const linkspan_error) -> linkspan_status;
    pub fn linkspan_error_position(error: *const linkspan_error) -> usize;
    pub fn linkspan_error_message(error: *const linkspan_error) -> *const c_char;
    pub fn linkspan_error_free(error: *mut linkspan_error);
    pub fn linkspan_string_free(string: *mut c_char);
    pub fn linkspan_version() -> *const c_char;

    pub fn linkspan_kind_name(kind: linkspan_kind) -> *const c_char;
    pub fn linkspan_form_name(form: linkspan_form) -> *const c_char;
    pub fn linkspan_ended_by_name(ended_by: linkspan_ended_by) -> *const c_char;
    pub fn linkspan_profile_name(profile: linkspan_profile) -> *const c_char;
    pub fn linkspan_warning_name(warning: linkspan_warning) -> *const c_char;
    pub fn linkspan_warning_description(warning: linkspan_warning) -> *const c_char;
    pub fn linkspan_warning_is_serious(warning: linkspan_warning) -> c_int;

    pub fn linkspan_options_init(options: *mut linkspan_options, struct_size: usize);
    pub fn linkspan_engine_create(
        options: *const linkspan_options,
        engine: *mut *mut linkspan_engine,
        error: *mut *mut linkspan_error,
    ) -> linkspan_status;
    pub fn linkspan_engine_free(engine: *mut linkspan_engine);
    pub fn linkspan_scan(
        engine: *const linkspan_engine,
        text: *const c_char,
        size: usize,
        callback: linkspan_span_callback,
        context: *mut c_void,
    ) -> linkspan_status;
    pub fn linkspan_find_first(
        engine: *const linkspan_engine,
        text: *const c_char,
        size: usize,
        span: *mut linkspan_span,
    ) -> c_int;
    pub fn linkspan_find_all(
        engine: *const linkspan_engine,
        text: *const c_char,
        size: usize,
        places: *mut linkspan_place,
        capacity: usize,
    ) -> usize;

    pub fn linkspan_stream_open(engine: *const linkspan_engine) -> *mut linkspan_stream;
    pub fn linkspan_stream_feed(
        stream: *mut linkspan_stream,
        chunk: *const c_char,
        size: usize,
        callback: linkspan_span_callback,
        context: *mut c_void,
    ) -> linkspan_status;
    pub fn linkspan_stream_finish(
        stream: *mut linkspan_stream,
        callback: linkspan_span_callback,
        context: *mut c_void,
    ) -> linkspan_status;
    pub fn linkspan_stream_retain_from(stream: *const linkspan_stream) -> u64;
    pub fn linkspan_stream_links_cut(stream: *const linkspan_stream) -> u64;
    pub fn linkspan_stream_free(stream: *mut linkspan_stream);

    pub fn linkspan_document_options_init(options: *mut linkspan_document_options, struct_size: usize);
    pub fn linkspan_text_options_init(options: *mut linkspan_text_options, struct_size: usize);
    pub fn linkspan_text_linker_open(
        engine: *const linkspan_engine,
        options: *const linkspan_text_options,
        linker: *mut *mut linkspan_text_linker,
        error: *mut *mut linkspan_error,
    ) -> linkspan_status;
    pub fn linkspan_text_linker_find(
        linker: *mut linkspan_text_linker,
        text: *const c_char,
        size: usize,
        links: *mut *const linkspan_text_link,
    ) -> usize;
    pub fn linkspan_text_linker_read(
        linker: *mut linkspan_text_linker,
        bytes: *const c_char,
        size: usize,
        options: *const linkspan_document_options,
        links: *mut *const linkspan_text_link,
        count: *mut usize,
        summary: *mut linkspan_summary,
        error: *mut *mut linkspan_error,
    ) -> linkspan_status;
    pub fn linkspan_text_linker_free(linker: *mut linkspan_text_linker);

    pub fn linkspan_is_openable(uri: *const c_char, size: usize) -> c_int;
    pub fn linkspan_scheme_opens(scheme: *const c_char, size: usize) -> linkspan_opens;
    pub fn linkspan_iri_to_uri(
        iri: *const c_char,
        size: usize,
        result: *mut *mut c_char,
        result_size: *mut usize,
        error: *mut *mut linkspan_error,
    ) -> linkspan_status;
    pub fn linkspan_iri_to_iri(
        uri: *const c_char,
        size: usize,
        result: *mut *mut c_char,
        result_size: *mut usize,
        error: *mut *mut linkspan_error,
    ) -> linkspan_status;
    pub fn linkspan_iri_display(
        iri: *const c_char,
        size: usize,
        result: *mut *mut c_char,
        result_size: *mut usize,
        error: *mut *mut linkspan_error,
    ) -> linkspan_status;
}
