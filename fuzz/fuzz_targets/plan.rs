//! Any bytes as the text of a plan.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| tensmith_tests::fuzz::plan(data));
