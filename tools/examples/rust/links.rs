// SPDX-License-Identifier: Apache-2.0
//! Prints links with linkspan.rs:
//!
//!     links text < letter.txt            start and end, in bytes, and kind of each link in UTF-8 text
//!     links document CHARSET letter.txt  the URIs of a text file in any charset, or in "auto"
//!     links lines < texts.txt            one line of JSON for each line, which is a text of its own
//!
//! rustc --edition 2021 -O links.rs
mod linkspan;

use std::io::{self, BufRead, Read, Write};

// For links without characters that JSON writes as escapes.
fn json(link: &linkspan::Link) -> String {
    let (range, kind) = (link.place.range(), link.place.kind_name());
    let (text, iri, uri) = (link.text(), link.iri(), link.uri());
    let warnings = match link.warning_names() {
        names if names.is_empty() => String::new(),
        names => format!(r#","warnings":["{}"]"#, names.join(r#"",""#)),
    };
    format!(
        r#"{{"start":{},"end":{},"kind":"{kind}","text":"{text}","iri":"{iri}","uri":"{uri}"{warnings}}}"#,
        range.start, range.end
    )
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let engine = linkspan::Engine::new(linkspan::Profile::Prose)?;
    let mut linker = linkspan::Linker::new(&engine)?;
    let mut out = io::BufWriter::new(io::stdout());
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["text"] => {
            let mut text = Vec::new();
            io::stdin().read_to_end(&mut text)?;
            for place in engine.find(&text) {
                writeln!(out, "{}\t{}\t{}", place.range().start, place.range().end, place.kind_name())?;
            }
        }
        ["document", charset, name] => {
            for link in linker.read(&std::fs::read(name)?, charset)? {
                writeln!(out, "{}", link.uri())?;
            }
        }
        ["lines"] => {
            for (index, text) in io::stdin().lock().lines().enumerate() {
                let text = text?;
                let links = linker.links(&text);
                let places = engine.find(&text);
                assert!(links.iter().map(|link| link.place.range()).eq(places.iter().map(|place| place.range())));
                let json: Vec<String> = links.iter().map(json).collect();
                writeln!(out, r#"{{"id":{},"links":[{}]}}"#, index + 1, json.join(","))?;
            }
        }
        _ => return Err("Usage: links text|document|lines [CHARSET FILE]".into()),
    }
    Ok(out.flush()?)
}
