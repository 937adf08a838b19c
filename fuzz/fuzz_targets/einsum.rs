//! A line of shapes and one with an expression, planned.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::einsum(data));
