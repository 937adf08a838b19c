//! The bytes of memory that an instruction accesses.

use super::int_type::IntType;
use super::register::Int;
use super::template::{Parse, forms};
use crate::DType;
use core::fmt;

/// The distance from the base of an address, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offset {
    /// A number.
    Const(i64),
    /// The value of a register.
    Register(Int),
}

/// A memory address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// Register with the base address.
    pub base: Int,
    /// Added to it.
    pub offset: Offset,
}

/// `[i0]`, `[i0 + 16]`, or `[i0 + i1]`.
impl Parse for Address {
    fn parse(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        let Some((base, offset)) = inner.split_once(['+']) else {
            return Some(Self { base: Int::parse(inner.trim())?, offset: Offset::Const(0) });
        };
        let offset = offset.trim();
        let offset = match Int::parse(offset) {
            Some(register) => Offset::Register(register),
            None => Offset::Const(offset.parse().ok()?),
        };
        Some(Self { base: Int::parse(base.trim())?, offset })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            Offset::Const(0) => write!(f, "[{}]", self.base),
            Offset::Const(bytes) => write!(f, "[{} + {bytes}]", self.base),
            Offset::Register(offset) => write!(f, "[{} + {offset}]", self.base),
        }
    }
}

forms! {
    /// The lanes that an access moves, from the lowest.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Lanes {
        /// Type of a lane.
        pub dtype: DType,
        /// Their number, from 1 to that of a whole vector.
        pub count: u8,
    } "{dtype}x{count}"
}

forms! {
    /// The lanes of integers that an access moves, from the lowest.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct IntLanes {
        /// Type of a lane.
        pub of: IntType,
        /// Their number, from 1 to that of a whole vector.
        pub count: u8,
    } "{of}x{count}"
}

impl IntLanes {
    /// Size of the access.
    #[must_use]
    pub const fn bytes(self) -> usize {
        (self.count as usize).saturating_mul(self.of.bytes())
    }
}

impl Lanes {
    /// Size of the access.
    #[must_use]
    pub fn bytes(self) -> usize {
        usize::from(self.count).saturating_mul(self.dtype.bytes())
    }
}
