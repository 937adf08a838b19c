//! GDB's interface for code that is made at run time ("JIT Compilation Interface" in its manual): a list of
//! object files in memory, and a function that the debugger has a breakpoint in.
//!
//! Each kernel is an object file of its own ([`image`]) with a symbol and an unwind table; [`registration`]
//! keeps the list. Nothing is written to any file, and a debugger that is attached later
//! finds the list as it is.
//!
//! Tests: `harness/profilers/tests/gdb.rs`.

mod image;
mod registration;

use image::Image;
use registration::Registered;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use tensmith::extend::{Observer, Published};

/// Tells kernels to GDB (and LLDB, where `plugin.jit-loader.gdb.enable` is `on`).
///
/// They find the list by two symbols of the program, which must have its symbol table: `strip` takes it away.
#[derive(Debug, Default)]
pub struct Gdb {
    /// By the addresses of kernels.
    kernels: Mutex<BTreeMap<usize, Registered>>,
}

impl Gdb {
    /// An observer that has told nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl Observer for Gdb {
    fn published(&self, kernel: &Published<'_>) {
        // Without memory for an image, a kernel has no name.
        if let Some(image) = Image::of(kernel) {
            let registered = Registered::new(image);
            self.kernels.lock().unwrap_or_else(PoisonError::into_inner).insert(kernel.start(), registered);
        }
    }

    fn dropped(&self, start: usize) {
        let ended = self.kernels.lock().unwrap_or_else(PoisonError::into_inner).remove(&start);
        drop(ended);
    }
}
