//! Any bytes as calls of the library.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::calls(data));
