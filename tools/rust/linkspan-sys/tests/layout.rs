// SPDX-License-Identifier: Apache-2.0
//! Promise: each constant has its value in linkspan_c.h, and each struct has its size and the order of its members there. A
//! program in C, which is made of src/lib.rs, prints them.
use std::{fmt::Write as _, fs, mem::size_of, path::Path, process::Command};

use linkspan_sys::*;

const STRUCTS: [(&str, usize); 12] = [
    ("linkspan_range", size_of::<linkspan_range>()),
    ("linkspan_part", size_of::<linkspan_part>()),
    ("linkspan_parts", size_of::<linkspan_parts>()),
    ("linkspan_span", size_of::<linkspan_span>()),
    ("linkspan_options", size_of::<linkspan_options>()),
    ("linkspan_place", size_of::<linkspan_place>()),
    ("linkspan_document_options", size_of::<linkspan_document_options>()),
    ("linkspan_position", size_of::<linkspan_position>()),
    ("linkspan_piece", size_of::<linkspan_piece>()),
    ("linkspan_summary", size_of::<linkspan_summary>()),
    ("linkspan_text_options", size_of::<linkspan_text_options>()),
    ("linkspan_text_link", size_of::<linkspan_text_link>()),
];

/// The value of a constant as it is written in Rust.
fn value(written: &str) -> i64 {
    match written.split_once(" << ") {
        Some((one, by)) => one.parse::<i64>().unwrap() << by.parse::<u32>().unwrap(),
        None if written == "u32::MAX" => u32::MAX.into(),
        None => written.parse().unwrap(),
    }
}

/// The members of a struct, in their order.
fn members<'a>(source: &'a str, name: &str) -> Vec<&'a str> {
    let (_, rest) = source.split_once(&format!("pub struct {name} {{")).expect(name);
    let (body, _) = rest.split_once('}').unwrap();
    body.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split(':').next()).collect()
}

#[test]
fn constants_and_structs_are_those_of_the_header() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let source = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
    let mut program = String::from("#include <linkspan/linkspan_c.h>\n#include <stddef.h>\nint main(void) { return 0; }\n");
    let mut assert = |condition: String| writeln!(program, "_Static_assert({condition}, \"\");").unwrap();
    let constants = source.lines().filter_map(|line| line.strip_prefix("pub const LINKSPAN_"));
    for constant in constants {
        let (name, written) = constant.trim_end_matches(';').split_once(": ").unwrap();
        assert(format!("LINKSPAN_{name} == {}", value(written.split_once(" = ").unwrap().1)));
    }
    for (name, size) in STRUCTS {
        assert(format!("sizeof({name}) == {size}"));
        for pair in members(&source, name).windows(2) {
            assert(format!("offsetof({name}, {}) < offsetof({name}, {})", pair[0], pair[1]));
        }
    }
    assert!(program.lines().count() > 120);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layout.c");
    fs::write(&file, program).unwrap();
    let include = folder.join("../../../include");
    let compiled = Command::new("cc").arg("-fsyntax-only").arg("-I").arg(include).arg(&file).output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
}
