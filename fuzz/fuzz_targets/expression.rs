//! Any bytes as an einsum expression.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::expression(data));
