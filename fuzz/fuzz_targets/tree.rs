//! Any bytes as a tree of contractions with its extents.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::tree(data));
