//! Any bytes as a loop nest, optimized and compared with the reference.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::nest(data));
