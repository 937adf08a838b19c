//! The description of the machine at hand by macOS.
//!
//! Tests: `platform-macos/tests/publish.rs`.
#![allow(unsafe_code)]

use std::ffi::CStr;
use std::ptr::null_mut;

/// Whether the system has a value of this name other than 0.
pub(crate) fn flag(name: &CStr) -> bool {
    value(name).is_some_and(|bytes| bytes.iter().any(|byte| *byte != 0))
}

/// The system's text of this name, as far as it is UTF-8.
pub(crate) fn text(name: &CStr) -> Option<String> {
    let bytes = value(name)?;
    let text = CStr::from_bytes_until_nul(&bytes).ok()?;
    Some(text.to_str().ok()?.to_owned())
}

/// The system's value of this name (sysctlbyname(3)), zeros after it; none where
/// there is no such name or the value is longer.
fn value(name: &CStr) -> Option<[u8; 128]> {
    let mut bytes = [0; 128];
    let mut len = bytes.len();
    // SAFETY: the name ends with a zero byte, at most `len` bytes are written to `bytes`, and no
    // new value is given.
    let status =
        unsafe { libc::sysctlbyname(name.as_ptr(), bytes.as_mut_ptr().cast(), &mut len, null_mut(), 0) };
    (status == 0).then_some(bytes)
}
