//! Any bytes as machine code of x86-64.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::decode_x86_64(data));
