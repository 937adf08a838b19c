//! From a kernel over virtual registers to machine code: the pipeline.

use crate::Target;
use crate::fallible::OutOfMemory;
use crate::kernel::Func;
use alloc::vec::Vec;

/// A finished kernel, not yet in executable memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The machine code; its first byte is the entry point.
    pub code: Vec<u8>,
}

/// Why a function could not be compiled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CodegenError {
    /// The allocator refused.
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
}

/// Compiles `func` for `target`.
///
/// # Errors
/// [`CodegenError`].
pub fn compile(_func: &Func, _target: &Target) -> Result<Compiled, CodegenError> {
    Ok(Compiled { code: Vec::new() })
}
