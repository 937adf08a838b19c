//! Operands as pointers: where blocks begin, and elements copied from and to there.
//!
//! No reference is ever made of a pointer: between the columns of an operand there may be memory of
//! anyone, C's too.
#![allow(unsafe_code)]

use super::form::Form;
use super::runs::Runs;
use tensmith_core::OutOfMemory;
use tensmith_core::fallible::TryVec;

/// Like [`Blocks`](super::Blocks), as pointers. Elements need no alignment.
#[derive(Clone, Copy, Debug)]
pub enum RawBlocks<T> {
    /// The first element of the first block.
    Strided(*const T),
    /// Blocks anywhere around an address.
    Offsets {
        /// The element that offsets count from.
        origin: *const T,
        /// The start of each block, in elements.
        offsets: *const i64,
    },
    /// An array with the address of each block.
    Addresses(*const *const T),
}

impl<T> RawBlocks<T> {
    pub(super) fn form(self) -> Form {
        match self {
            Self::Strided(_) => Form::Strided,
            Self::Offsets { .. } => Form::Offsets,
            Self::Addresses(_) => Form::Addresses,
        }
    }

    /// The argument of kernels for the operand, and the list of its offsets if there is one.
    pub(super) fn arguments(self) -> (usize, usize) {
        match self {
            Self::Strided(first) => (first.expose_provenance(), 0),
            Self::Offsets { origin, offsets } => (origin.expose_provenance(), offsets.expose_provenance()),
            Self::Addresses(list) => (list.expose_provenance(), 0),
        }
    }

    /// The first element of a block, where blocks at constant distances are `step` elements apart.
    ///
    /// # Safety
    /// A list has a block of that number.
    pub(super) unsafe fn start(self, nth: usize, step: usize) -> *const T {
        match self {
            Self::Strided(first) => first.wrapping_add(nth * step),
            Self::Offsets { origin, offsets } => {
                // SAFETY: the list is that long (caller's duty).
                let offset = unsafe { offsets.wrapping_add(nth).read() };
                // Where addresses have 32 bits, distances between elements fit into as many.
                origin.wrapping_offset(offset as isize)
            }
            // SAFETY: the list is that long (caller's duty).
            Self::Addresses(list) => unsafe { list.wrapping_add(nth).read() },
        }
    }
}

/// Appends the elements of runs that begin at `start`, without what lies between them.
///
/// # Safety
/// The elements can be read.
pub(super) unsafe fn append<T: Copy>(
    copies: &mut Vec<T>,
    start: *const T,
    runs: Runs,
) -> Result<(), OutOfMemory> {
    copies.try_reserve(runs.elements())?;
    for place in runs.places() {
        // SAFETY: the element can be read (caller's duty), whatever its alignment.
        copies.try_push(unsafe { start.wrapping_add(place).read_unaligned() })?;
    }
    Ok(())
}

/// Writes the elements of runs that begin at `start`, in the order of [`append`].
///
/// # Safety
/// The elements can be written.
pub(super) unsafe fn spread<T: Copy>(copies: &[T], start: *mut T, runs: Runs) {
    for (place, copy) in runs.places().zip(copies) {
        // SAFETY: the element can be written (caller's duty), whatever its alignment.
        unsafe { start.wrapping_add(place).write_unaligned(*copy) };
    }
}
