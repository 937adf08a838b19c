//! The types of floating point that vectors compute with.
//!
//! Tests: `tests/tests/kernel_table.rs`.

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

/// Evaluates an expression with a name for the type in Rust of a [`FloatType`].
///
/// ```
/// use tensmith_core::kernel::func::FloatType;
/// use tensmith_core::with_float;
///
/// let bytes = |of: FloatType| with_float!(of, T => size_of::<T>());
/// assert!(FloatType::ALL.iter().all(|of| bytes(*of) == of.bytes()));
/// ```
#[macro_export]
macro_rules! with_float {
    ($of:expr, $number:ident => $body:expr) => {
        match $of {
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
}

impl From<FloatType> for DType {
    #[inline]
    fn from(of: FloatType) -> Self {
        of.elements()
    }
}
