// SPDX-License-Identifier: Apache-2.0
//! Promise: an engine is used by several threads at once, a linker moves between threads, and links are found again in texts of
//! any size, also after their engine was dropped.
use linkspan::{Engine, Form, Kind, Linker, Options, Profile, TextOptions};

#[test]
fn threads_share_an_engine() {
    let engine = Engine::new().unwrap();
    std::thread::scope(|scope| {
        for number in 0..4 {
            let engine = &engine;
            scope.spawn(move || {
                for round in 0..1000 {
                    let text = format!("see https://example.org/{number}/{round}, or me@example.net");
                    let found: Vec<_> = engine.find(&text).map(|place| (place.kind(), place.form())).collect();
                    assert_eq!(found, [(Kind::Url, Form::Scheme), (Kind::Email, Form::Address)]);
                }
            });
        }
    });
}

#[test]
fn a_linker_outlives_its_engine_and_moves_to_another_thread() {
    let mut linker = Linker::new(&Engine::new().unwrap()).unwrap();
    std::thread::spawn(move || {
        assert_eq!(linker.links("at www.example.org").next().unwrap().uri(), "http://www.example.org")
    })
    .join()
    .unwrap();
}

#[test]
fn many_links_are_found() {
    let text = "www.example.org ".repeat(1000);
    assert_eq!(Engine::new().unwrap().find(&text).len(), 1000);
    let mut linker = Linker::new(&Engine::new().unwrap()).unwrap();
    let links = linker.links(&text);
    assert_eq!(links.len(), 1000);
    for (number, link) in links.enumerate() {
        assert_eq!(link.range(), number * 16..number * 16 + 15);
        assert_eq!(link.pieces().collect::<Vec<_>>(), [link.range()]);
    }
    assert_eq!(linker.links("").len(), 0);
}

#[test]
fn options_are_those_of_the_library() {
    let options = Options { profile: Profile::Strict, ..Options::default() };
    assert!(Engine::with_options(&options).unwrap().find("at www.example.org").next().is_none());
    let options = Options { max_link_bytes: 1, ..Options::default() };
    assert!(Engine::with_options(&options).unwrap_err().to_string().contains("max_link_bytes"));
    let options = Options { schemes: vec!["a\0b".into()], ..Options::default() };
    assert!(Engine::with_options(&options).is_err());
}

#[test]
fn offsets_of_utf16() {
    let engine = Engine::new().unwrap();
    let mut options = TextOptions::default();
    options.utf16_offsets = true;
    let mut linker = Linker::with_options(&engine, &options).unwrap();
    let link = linker.links("😀é www.example.org").next().unwrap();
    assert_eq!((link.start(), link.end(), link.range()), (4, 19, 7..22));
}

#[test]
fn an_unknown_charset_is_an_error() {
    let mut linker = Linker::new(&Engine::new().unwrap()).unwrap();
    let options = linkspan::DocumentOptions { charset: "no-such".into(), ..Default::default() };
    assert!(linker.read(b"", &options).unwrap_err().to_string().contains("no-such"));
}
