//! Any bytes as a sparse matrix's text, and as an archive of its arrays.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::mtx(data));
