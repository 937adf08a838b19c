//! What is exported, as the writers of each form read it.
//!
//! Tests: `tests/tests/export_object.rs`.

use crate::driver::Driver;
use crate::kernel::Kernels;
use tensmith::Target;

/// Kernels and functions for one core.
#[derive(Debug)]
pub(crate) struct Contents {
    /// What the files are called.
    pub(crate) name: String,
    pub(crate) target: Target,
    pub(crate) kernels: Kernels,
    pub(crate) drivers: Vec<Driver>,
}
