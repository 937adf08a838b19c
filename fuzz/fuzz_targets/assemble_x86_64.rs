//! Any bytes as assembly text of x86-64.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::assemble_x86_64(data));
