//! Any bytes as a function over virtual registers.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::func(data));
