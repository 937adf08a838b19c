//! The types of floating point that vectors compute with.
//!
//! Elements in memory have a [`DType`], which may be a narrower one: a load widens them, and
//! a store narrows them.
//!
//! Tests: `tests/tests/kernel_table.rs`, `tests/tests/kernel_language_half.rs`.

use super::family::operations;
use crate::DType;

operations! {
    /// A type of floating point: what arithmetic is done in, and what lanes of registers hold.
    FloatType {
        /// IEEE 754 binary32.
        F32 "f32";
        /// IEEE 754 binary64.
        F64 "f64";
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
            Self::F32 => &[DType::F32, DType::F16],
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
            Self::F32 | Self::F16 => FloatType::F32,
            Self::F64 => FloatType::F64,
        }
    }

    /// Whether elements are computed with as another type: a load widens them, and a store narrows them.
    #[inline]
    #[must_use]
    pub const fn is_converted(self) -> bool {
        match self {
            Self::F32 | Self::F64 => false,
            Self::F16 => true,
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
