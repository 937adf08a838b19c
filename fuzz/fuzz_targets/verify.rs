//! Any bytes as code of either instruction set, verified.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::verify(data));
