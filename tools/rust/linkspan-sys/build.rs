// SPDX-License-Identifier: Apache-2.0
//! Links with liblinkspan.so: from the folder LINKSPAN_LIB_DIR, or where pkg-config says that linkspan-c is, or
//! from where the linker looks.
use std::{env, process::Command};

fn main() {
    println!("cargo:rerun-if-env-changed=LINKSPAN_LIB_DIR");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    println!("cargo:rustc-link-lib=dylib=linkspan");
    if let Ok(folder) = env::var("LINKSPAN_LIB_DIR") {
        println!("cargo:rustc-link-search=native={folder}");
        return;
    }
    let asked = Command::new("pkg-config").args(["--libs-only-L", "linkspan-c"]).output();
    for flag in asked.iter().flat_map(|output| output.stdout.split(u8::is_ascii_whitespace)) {
        if let Some(folder) = flag.strip_prefix(b"-L") {
            println!("cargo:rustc-link-search=native={}", String::from_utf8_lossy(folder));
        }
    }
}
