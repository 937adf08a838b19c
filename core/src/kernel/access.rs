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

/// `[i0]`, `[i0 + 16]`, `[i0 - 16]` or `[i0 + i1]`.
impl Parse for Address {
    fn parse(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?.trim();
        let (base, offset) = match inner.find(['+', '-']).and_then(|at| inner.split_at_checked(at)) {
            Some((base, offset)) => (base, Offset::parse(offset)?),
            None => (inner, Offset::Const(0)),
        };
        Some(Self { base: Int::parse(base.trim())?, offset })
    }
}

/// `+ 16`, `+ -16`, `- 16` or `+ i1`.
impl Parse for Offset {
    fn parse(text: &str) -> Option<Self> {
        let Some(offset) = text.strip_prefix('+').map(str::trim) else {
            let less = i64::parse(text.strip_prefix('-')?.trim()).filter(|less| *less >= 0)?;
            return less.checked_neg().map(Self::Const);
        };
        Int::parse(offset).map(Self::Register).or_else(|| i64::parse(offset).map(Self::Const))
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

/// The lanes that an access moves, from the lowest. Of integers, lanes have 32 bits, whatever the elements
/// have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Lanes {
    /// Type of their elements in memory.
    pub dtype: DType,
    /// Their number, from 1 to that of a whole vector.
    pub count: u8,
}

/// What the name of a type of integers is followed by: `i8x4` are [lanes of that size](IntLanes).
const IN_WORDS: &str = ":i32";

/// `f32x4`, `f16x3`, `i8:i32x4`.
impl fmt::Display for Lanes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { dtype, count } = self;
        write!(f, "{dtype}{}x{count}", if dtype.is_integer() { IN_WORDS } else { "" })
    }
}

impl Parse for Lanes {
    fn parse(text: &str) -> Option<Self> {
        let (elements, count) = text.rsplit_once(['x'])?;
        let (name, is_in_words) = match elements.strip_suffix(IN_WORDS) {
            Some(name) => (name, true),
            None => (elements, false),
        };
        let dtype = DType::parse(name).filter(|dtype| dtype.is_integer() == is_in_words)?;
        Some(Self { dtype, count: u8::parse(count)? })
    }
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
    /// Size of the access in memory.
    #[must_use]
    pub fn bytes(self) -> usize {
        usize::from(self.count).saturating_mul(self.dtype.bytes())
    }

    /// Size of the lanes in a register.
    #[must_use]
    pub fn register_bytes(self) -> usize {
        usize::from(self.count).saturating_mul(self.dtype.arithmetic().bytes())
    }
}
