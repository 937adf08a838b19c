//! A finished kernel, and how it gets to memory that the caller has.
//!
//! [`CodeMemory::publish`](crate::code::CodeMemory::publish) is one way. The other is for a caller who knows
//! how its memory becomes executable: the code has its exact [size](Compiled::units), is
//! [emitted](Compiled::emit) to where the caller says, and is the same wherever it lies.
//!
//! ```
//! use tensmith_core::Target;
//! use tensmith_core::kernel::Builder;
//!
//! let mut nothing = Builder::new("nothing")?;
//! let code = Target::generic().compile(&nothing.finish()?)?;
//! let mut memory = [0_u32; 16];
//! assert_eq!(code.units::<u32>(), Ok(2));
//! let words: &mut [u32] = code.emit(&mut memory)?;
//! assert_eq!(words, [0xd503_245f, 0xd65f_03c0]); // bti c; ret
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Tests: `tests/tests/codegen_emit.rs`.

use crate::isa::{CodeUnit, Features};
use alloc::vec::Vec;

/// A finished kernel, not yet in executable memory.
#[derive(Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The machine code; its first byte is the entry point.
    pub code: Vec<u8>,
    /// The features that a core must have in order to run it.
    pub features: Features,
}

/// Why code is not emitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EmitError {
    /// The memory is too small.
    #[error("{found} units of {bytes} bytes are given: the code has {needed}")]
    TooSmall {
        /// The units that there are.
        found: usize,
        /// The units that the code has.
        needed: usize,
        /// The size of a unit.
        bytes: usize,
    },
    /// The code does not consist of units of the memory's size, as that of x86-64 does not of words.
    #[error("{bytes} bytes of code: must be a multiple of {unit} to be emitted as units of that size")]
    PartialUnit {
        /// The size of the code.
        bytes: usize,
        /// The size of a unit.
        unit: usize,
    },
}

impl Compiled {
    /// The exact size of the code, in bytes (`u8`) or in words (`u32`), of which AArch64's consists.
    ///
    /// # Errors
    /// [`EmitError::PartialUnit`].
    pub fn units<U: CodeUnit>(&self) -> Result<usize, EmitError> {
        let (bytes, unit) = (self.code.len(), U::BYTES);
        match bytes.checked_rem(unit) {
            Some(0) => Ok(bytes / unit),
            _ => Err(EmitError::PartialUnit { bytes, unit }),
        }
    }

    /// Writes the code to the beginning of `memory`, and returns the part that holds it. The code does not
    /// depend on its address; that of AArch64 is executed at a multiple of 4 bytes, as words are,
    /// that of x86-64 at any.
    ///
    /// Before it is called, the caller has the caches cleaned
    /// ([`cache::synchronize`](crate::code::cache::synchronize)) and the memory protected;
    /// [`Block::new`](crate::code::Block::new) is where it says so.
    ///
    /// # Errors
    /// [`EmitError`]; nothing is written then.
    pub fn emit<'m, U: CodeUnit>(&self, memory: &'m mut [U]) -> Result<&'m mut [U], EmitError> {
        let (found, needed, bytes) = (memory.len(), self.units::<U>()?, U::BYTES);
        let place = memory.get_mut(..needed).ok_or(EmitError::TooSmall { found, needed, bytes })?;
        for (unit, bytes) in place.iter_mut().zip(self.code.chunks_exact(U::BYTES)) {
            *unit = U::of_bytes(bytes);
        }
        Ok(place)
    }
}
