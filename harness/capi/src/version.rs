//! The version of the library that runs.
//!
//! Tests: `tests/tests/capi.rs`.
#![allow(unsafe_code)]

use std::ffi::c_char;

/// Returns the version of the library, such as `0.1.0`: static text. `TENSMITH_VERSION`
/// is that of the header.
///
/// Versions with the same first number that is not 0 are compatible: a program that was built for one runs
/// with a later one. The name of the shared library (its SONAME) has these numbers, and so has the version of
/// each of its symbols.
// SAFETY: no other library defines a function of this name.
#[unsafe(no_mangle)]
pub extern "C" fn tensmith_version() -> *const c_char {
    const { concat!(env!("CARGO_PKG_VERSION"), "\0") }.as_ptr().cast()
}
