//! The units of code, and the reasons for which an operand or an instruction has no encoding, in
//! any instruction set.

use crate::fallible::{OutOfMemory, try_table};
use crate::text::Count;
use alloc::vec::Vec;
use core::fmt;

/// The smallest piece of code that an instruction set addresses: a word of AArch64, a byte of x86-64.
pub trait CodeUnit: Copy + Default + Eq + fmt::Debug + fmt::LowerHex + 'static {
    /// Its size in bytes.
    const BYTES: usize;
    /// The word that stands before one in assembly text.
    const DIRECTIVE: &'static str;

    /// The unit that [`Self::BYTES`] bytes are in memory; 0 for another number of them.
    fn of_bytes(bytes: &[u8]) -> Self;

    /// The bytes of some units in memory.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    fn to_bytes(units: &[Self]) -> Result<Vec<u8>, OutOfMemory>;

    /// The units that some bytes are in memory; bytes behind the last whole unit are left out.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    fn from_bytes(bytes: &[u8]) -> Result<Vec<Self>, OutOfMemory>;
}

/// Words are little-endian on every machine (Arm ARM, B2.6.2).
impl CodeUnit for u32 {
    const BYTES: usize = 4;
    const DIRECTIVE: &'static str = ".word";

    #[inline]
    fn of_bytes(bytes: &[u8]) -> Self {
        bytes.try_into().map_or(0, Self::from_le_bytes)
    }

    fn to_bytes(units: &[Self]) -> Result<Vec<u8>, OutOfMemory> {
        let mut bytes = try_table([0; Self::BYTES], units.len())?;
        for (bytes, word) in bytes.iter_mut().zip(units) {
            *bytes = word.to_le_bytes();
        }
        Ok(bytes.into_flattened())
    }

    fn from_bytes(bytes: &[u8]) -> Result<Vec<Self>, OutOfMemory> {
        let words = bytes.chunks_exact(Self::BYTES);
        let mut units = try_table(0, words.len())?;
        for (unit, bytes) in units.iter_mut().zip(words) {
            *unit = Self::of_bytes(bytes);
        }
        Ok(units)
    }
}

impl CodeUnit for u8 {
    const BYTES: usize = 1;
    const DIRECTIVE: &'static str = ".byte";

    #[inline]
    fn of_bytes(bytes: &[u8]) -> Self {
        bytes.first().copied().unwrap_or(0)
    }

    fn to_bytes(units: &[Self]) -> Result<Vec<u8>, OutOfMemory> {
        let mut bytes = try_table(0, units.len())?;
        bytes.iter_mut().zip(units).for_each(|(byte, unit)| *byte = *unit);
        Ok(bytes)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Vec<Self>, OutOfMemory> {
        Self::to_bytes(bytes)
    }
}

/// Why a value is no operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OperandError {
    /// A number, or that of a register, is outside of its range, or between two steps.
    #[error("operand is {value}: must be from {min} to {max}, in steps of {unit}")]
    Range {
        /// The value asked for.
        value: i64,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
        /// The size of a step.
        unit: i64,
    },
    /// A number is not among those that its code can express.
    #[error("immediate is {value:#x}: must be {rule}")]
    Code {
        /// The value asked for.
        value: i64,
        /// The values that can be expressed.
        rule: &'static str,
    },
}

/// Why an instruction has no encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// An operand is a virtual register or a label.
    #[error("{0}: an operand is a virtual register or an unbound label")]
    Unresolved(&'static str),
    /// An operand's value is outside of its field, or reserved.
    #[error("{row}: operand {} is {value:#x}, which has no encoding", *.operand as char)]
    Reserved {
        /// Name of the row.
        row: &'static str,
        /// Letter of the operand.
        operand: u8,
        /// Its field value.
        value: u32,
    },
    /// The number of operands is wrong.
    #[error("{row}: {found} given, {expected} needed", found = Count(*found, "operand"))]
    OperandCount {
        /// Name of the row.
        row: &'static str,
        /// The number of operands given.
        found: usize,
        /// The number of operands of the row.
        expected: usize,
    },
    /// The combination of operands is unpredictable.
    #[error("{0}: this combination of operands is unpredictable")]
    Unpredictable(&'static str),
}
