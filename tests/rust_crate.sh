#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Promise: the tests and the documentation's examples of the crates in tools/rust pass, offline and without other crates, and a
# program that uses the crate linkify compiles with one changed line. Exit status 77: cargo is not installed.
#
#   rust_crate.sh SOURCE_DIR BUILD_DIR LIBRARY
set -euo pipefail
source_dir=$1 build_dir=$2 library=$3
command -v cargo >/dev/null || { echo 'skipped: cargo is not installed (tools/setup bindings)'; exit 77; }
LINKSPAN_LIB_DIR=$(dirname "$library")
export LINKSPAN_LIB_DIR LD_LIBRARY_PATH=$LINKSPAN_LIB_DIR CARGO_TARGET_DIR=$build_dir/rust RUSTFLAGS='-D warnings'
cd "$source_dir/tools/rust"
if grep -q '^source = ' Cargo.lock; then
  echo 'rust_crate: Cargo.lock names another crate' >&2
  exit 1
fi
cargo test --quiet --offline --locked
cargo test --quiet --offline --locked --all-features

# The driver of linkify in tools/bench/compare, as a program of its own.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
driver=$source_dir/tools/bench/peers/linkify/src/main.rs
sed 's/^use linkify::/use linkspan::linkify::/' "$driver" > "$work/src/main.rs"
[ "$(diff "$driver" "$work/src/main.rs" | grep -c '^>')" -eq 1 ] || { echo 'rust_crate: not one line was changed' >&2; exit 1; }
cat > "$work/Cargo.toml" <<END
[package]
name = "changed-over"
version = "0.1.0"
edition = "2021"
[dependencies]
linkspan = { path = "$source_dir/tools/rust/linkspan", features = ["linkify"] }
END
found=$(cargo run --quiet --offline --manifest-path "$work/Cargo.toml" -- "$source_dir/corpus/samples/choir-tour.txt" 1 bare)
[ "${found%% *}" -gt 10 ] || { echo "rust_crate: the program has found ${found%% *} links" >&2; exit 1; }
