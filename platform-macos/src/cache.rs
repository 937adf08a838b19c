//! Making written code visible to instruction fetch.
//!
//! macOS has one call for it on every architecture, sys_icache_invalidate(3), which
//! prepares written memory for execution.
//!
//! Tests: `platform-macos/tests/publish.rs`.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ptr::NonNull;

unsafe extern "C" {
    /// `libkern/OSCacheControl.h`, in libSystem.
    fn sys_icache_invalidate(start: *mut c_void, len: usize);
}

/// Makes the bytes visible to the instruction fetch of all cores.
///
/// A core that has fetched from these addresses before must also synchronise its
/// context; that is not done here (see `code::memory::pages` in `tensmith-core`).
///
/// # Safety
/// The bytes are mapped and readable.
pub(crate) unsafe fn synchronize(code: NonNull<[u8]>) {
    // SAFETY: the bytes are mapped and readable (caller's duty); no value is changed.
    unsafe { sys_icache_invalidate(code.as_ptr().cast(), code.len()) };
}
