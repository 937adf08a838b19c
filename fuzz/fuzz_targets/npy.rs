//! Any bytes as an array's file, and as an archive of such.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::npy(data));
