//! The types of floating point that vectors compute with.
//!
//! Elements in memory have a [`DType`], which may be a narrower one: a load widens them, and
//! a store narrows them.
//!
//! Tests: `tests/tests/kernel_table.rs`, `tests/tests/kernel_language_narrow.rs`.

use super::family::operations;
use crate::{BF16, DType, F16};

operations! {
    /// A type of floating point: what arithmetic is done in, and what lanes of registers hold.
    FloatType {
        /// IEEE 754 binary32.
        F32 "f32";
        /// IEEE 754 binary64.
        F64 "f64";
    }
}

/// A type of elements whose lanes are of single precision. Elements have 2 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrow {
    /// [`DType::F16`].
    F16,
    /// [`DType::BF16`].
    BF16,
}

impl Narrow {
    /// Size of an element in bytes.
    pub const BYTES: usize = 2;

    /// Vector registers that a store may need besides those of the function, on any instruction set.
    #[must_use]
    pub const fn registers(self) -> usize {
        match self {
            Self::F16 => 1,
            Self::BF16 => 2,
        }
    }

    /// Instructions that a store may take to round a vector, on any instruction set.
    #[must_use]
    pub const fn instructions(self) -> usize {
        match self {
            Self::F16 => 1,
            Self::BF16 => 10,
        }
    }

    /// The number in single precision with the bits of an element.
    #[must_use]
    pub const fn widened(self, bits: u16) -> f32 {
        match self {
            Self::F16 => F16::from_bits(bits).to_f32(),
            // The digits of a NaN, too.
            Self::BF16 => f32::from_bits((bits as u32) << 16),
        }
    }

    /// The bits of the element that is nearest to a number.
    #[must_use]
    pub const fn narrowed(self, number: f32) -> u16 {
        match self {
            Self::F16 => F16::from_f32(number).to_bits(),
            Self::BF16 => BF16::from_f32(number).to_bits(),
        }
    }
}

/// Evaluates an expression with a name for the type in Rust that a [`DType`], or a
/// [`FloatType`], is computed with.
///
/// ```
/// use tensmith_core::{DType, with_float};
///
/// let bytes = |dtype: DType| with_float!(dtype, T => size_of::<T>());
/// assert_eq!(DType::ALL.map(bytes), DType::ALL.map(|dtype| dtype.arithmetic().bytes()));
/// ```
#[macro_export]
macro_rules! with_float {
    ($of:expr, $number:ident => $body:expr) => {
        match $crate::kernel::func::FloatType::from($of) {
            $crate::kernel::func::FloatType::F32 => {
                type $number = f32;
                $body
            }
            $crate::kernel::func::FloatType::F64 => {
                type $number = f64;
                $body
            }
        }
    };
}

impl FloatType {
    /// Its size in a register.
    #[inline]
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.elements().bytes()
    }

    /// The type of elements that are moved as they are.
    #[inline]
    #[must_use]
    pub const fn elements(self) -> DType {
        match self {
            Self::F32 => DType::F32,
            Self::F64 => DType::F64,
        }
    }

    /// The types of elements that are computed with in this one.
    #[must_use]
    pub const fn stored(self) -> &'static [DType] {
        match self {
            Self::F32 => &[DType::F32, DType::F16, DType::BF16],
            Self::F64 => &[DType::F64],
        }
    }
}

impl DType {
    /// The type that elements are computed with.
    #[inline]
    #[must_use]
    pub const fn arithmetic(self) -> FloatType {
        match self {
            Self::F32 | Self::F16 | Self::BF16 => FloatType::F32,
            Self::F64 => FloatType::F64,
        }
    }

    /// Whether elements are computed with as another type: a load widens them, and a store narrows them.
    #[inline]
    #[must_use]
    pub const fn is_converted(self) -> bool {
        self.narrow().is_some()
    }

    /// Itself, if elements are computed with as another type.
    #[inline]
    #[must_use]
    pub const fn narrow(self) -> Option<Narrow> {
        match self {
            Self::F32 | Self::F64 => None,
            Self::F16 => Some(Narrow::F16),
            Self::BF16 => Some(Narrow::BF16),
        }
    }
}

impl From<Narrow> for DType {
    #[inline]
    fn from(narrow: Narrow) -> Self {
        match narrow {
            Narrow::F16 => Self::F16,
            Narrow::BF16 => Self::BF16,
        }
    }
}

impl From<DType> for FloatType {
    #[inline]
    fn from(dtype: DType) -> Self {
        dtype.arithmetic()
    }
}

impl From<FloatType> for DType {
    #[inline]
    fn from(of: FloatType) -> Self {
        of.elements()
    }
}
