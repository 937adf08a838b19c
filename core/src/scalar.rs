//! What arrays hold: real numbers, and complex ones.
//!
//! Kernels compute with real numbers alone, whose types are [`DType`]. An array of complex numbers is one of
//! real numbers with one more axis, of extent 2, which is contiguous.
//!
//! Tests: below, `tests/tests/einsum_complex.rs`.

use crate::DType;
use core::fmt;

/// A complex number: its real part, then its imaginary part, as in C, Fortran and numpy. It is a type for
/// memory, and has no arithmetic.
#[derive(Clone, Copy, Default, PartialEq)]
#[repr(C)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

impl<T> Complex<T> {
    /// The number with these parts.
    #[must_use]
    pub const fn new(re: T, im: T) -> Self {
        Self { re, im }
    }
}

/// `(1.5, -2.0)`.
impl<T: fmt::Debug> fmt::Debug for Complex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:?}, {:?})", self.re, self.im)
    }
}

/// The type of an array's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarType {
    /// Real numbers.
    Real(DType),
    /// Complex numbers of two [`DType::F32`]: numpy counts their bits, too.
    C64,
    /// Complex numbers of two [`DType::F64`].
    C128,
}

impl ScalarType {
    /// Returns the type of the real numbers that the array consists of.
    #[must_use]
    pub const fn part(self) -> DType {
        match self {
            Self::Real(dtype) => dtype,
            Self::C64 => DType::F32,
            Self::C128 => DType::F64,
        }
    }

    /// Returns how many real numbers a number consists of.
    #[must_use]
    pub const fn parts(self) -> usize {
        match self {
            Self::Real(_) => 1,
            Self::C64 | Self::C128 => 2,
        }
    }

    /// Whether the numbers are complex.
    #[must_use]
    pub const fn is_complex(self) -> bool {
        matches!(self, Self::C64 | Self::C128)
    }

    /// Size of a number in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.part().bytes().saturating_mul(self.parts())
    }

    /// The name used in text forms and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Real(dtype) => dtype.name(),
            Self::C64 => "c64",
            Self::C128 => "c128",
        }
    }

    /// All types: those of real numbers, in the order of [`DType::ALL`], then the complex ones.
    pub fn all() -> impl Iterator<Item = Self> {
        DType::ALL.into_iter().map(Self::Real).chain([Self::C64, Self::C128])
    }

    /// The type called `name`, if there is one.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|known| known.name() == name)
    }
}

impl From<DType> for ScalarType {
    fn from(dtype: DType) -> Self {
        Self::Real(dtype)
    }
}

impl fmt::Display for ScalarType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Evaluates an expression with a name for the type in Rust of a [`ScalarType`]: there is an arm for each.
///
/// ```
/// use tensmith_core::{ScalarType, with_scalar};
///
/// let bytes = |of: ScalarType| with_scalar!(of, T => size_of::<T>());
/// assert!(ScalarType::all().all(|of| bytes(of) == of.bytes()));
/// ```
#[macro_export]
macro_rules! with_scalar {
    ($of:expr, $scalar:ident => $body:expr) => {
        match $of {
            $crate::ScalarType::Real(dtype) => $crate::with_element!(dtype, $scalar => $body),
            $crate::ScalarType::C64 => {
                type $scalar = $crate::Complex<f32>;
                $body
            }
            $crate::ScalarType::C128 => {
                type $scalar = $crate::Complex<f64>;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_name_that_is_read_back() {
        for of in ScalarType::all() {
            assert_eq!(ScalarType::from_name(of.name()), Some(of));
        }
        assert_eq!(ScalarType::from_name("c32"), None);
    }

    #[test]
    fn a_complex_number_is_two_real_ones() {
        for (of, bytes) in [("c64", 8), ("c128", 16), ("f32", 4), ("bf16", 2)] {
            assert_eq!(ScalarType::from_name(of).map(ScalarType::bytes), Some(bytes));
        }
    }
}
