//! The driver of the Rust library linkify. Its output is described in driver.h.
//!
//! Modes: `scheme` (the default of the library: URLs with a scheme, and addresses) and `bare` (also
//! URLs without a scheme).

use std::time::Instant;

use linkify::LinkFinder;

fn finder(mode: &str) -> Option<LinkFinder> {
    let mut finder = LinkFinder::new();
    match mode {
        "scheme" => {}
        "bare" => {
            finder.url_must_have_scheme(false);
        }
        _ => return None,
    }
    Some(finder)
}

fn fail(sentence: &str, status: i32) -> ! {
    eprintln!("{}", sentence);
    std::process::exit(status)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let usage = "usage: bench-linkify FILE RUNS scheme|bare";
    if arguments.len() != 4 {
        fail(usage, 2);
    }
    let runs: usize = arguments[2].parse().unwrap_or_else(|_| fail(usage, 2));
    let finder = finder(&arguments[3]).unwrap_or_else(|| fail(usage, 2));
    let text = std::fs::read_to_string(&arguments[1])
        .unwrap_or_else(|error| fail(&format!("{}: {}", arguments[1], error), 1));

    let mut links = None;
    let mut seconds = String::new();
    for _ in 0..runs {
        let begin = Instant::now();
        let found = finder.links(&text).count();
        let taken = begin.elapsed();
        if links.is_some() && links != Some(found) {
            fail("the number of links is not that of the first run", 1);
        }
        links = Some(found);
        seconds += &format!(" {:.6}", taken.as_secs_f64());
    }
    println!("{}{}", links.unwrap_or(0), seconds);
}
