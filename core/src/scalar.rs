//! What arrays hold: real numbers, and complex ones.
//!
//! Kernels compute with real numbers alone, whose types are [`DType`]. An array of complex numbers is one of
//! real numbers with one more axis, of extent 2, which is contiguous.
//!
//! Tests: below, `tests/tests/einsum_complex.rs`.

use crate::kernel::func::FloatType;
use crate::{BF16, DType, Element, F16};
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

/// `1.5-2.0i`.
impl<T: fmt::Debug> fmt::Debug for Complex<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{:+?}i", self.re, self.im)
    }
}

/// The type of an array's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarType {
    /// Real numbers.
    Real(DType),
    /// Complex numbers with two parts of this type: `c64` and `c128`, as numpy counts their bits.
    Complex(FloatType),
}

impl ScalarType {
    /// The complex types.
    const COMPLEX: [(Self, &'static str); 2] =
        [(Self::Complex(FloatType::F32), "c64"), (Self::Complex(FloatType::F64), "c128")];

    /// Returns the type of the real numbers that the array consists of.
    #[must_use]
    pub const fn part(self) -> DType {
        match self {
            Self::Real(dtype) => dtype,
            Self::Complex(part) => part.elements(),
        }
    }

    /// Returns how many real numbers a number consists of.
    #[must_use]
    pub const fn parts(self) -> usize {
        match self {
            Self::Real(_) => 1,
            Self::Complex(_) => 2,
        }
    }

    /// Whether the numbers are complex.
    #[must_use]
    pub const fn is_complex(self) -> bool {
        matches!(self, Self::Complex(_))
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
            Self::Complex(FloatType::F32) => Self::COMPLEX[0].1,
            Self::Complex(FloatType::F64) => Self::COMPLEX[1].1,
        }
    }

    /// All types: those of real numbers, in the order of [`DType::ALL`], then the complex ones.
    pub fn all() -> impl Iterator<Item = Self> {
        let complex = Self::COMPLEX.into_iter().map(|(complex, _)| complex);
        DType::ALL.into_iter().map(Self::Real).chain(complex)
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

mod sealed {
    pub trait Sealed {}
}

/// A Rust type that stands for a [`ScalarType`]: same size, same bits. Every [`Element`] is one, and so are
/// [`Complex`] numbers.
pub trait Scalar: sealed::Sealed + Copy + Default + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The type of the real numbers that it consists of.
    type Part: Element;
    /// The type.
    const TYPE: ScalarType;

    /// Returns the number whose parts `next` returns, the real one first.
    fn from_parts(next: impl FnMut() -> Self::Part) -> Self;

    /// Returns the real part.
    fn re(self) -> Self::Part;

    /// Returns the imaginary part; none of a real number.
    fn im(self) -> Option<Self::Part>;
}

/// Implements [`Scalar`] for elements.
macro_rules! real {
    ($($type:ty),+) => {$(
        impl sealed::Sealed for $type {}
        impl Scalar for $type {
            type Part = Self;
            const TYPE: ScalarType = ScalarType::Real(<$type as Element>::DTYPE);

            fn from_parts(mut next: impl FnMut() -> Self) -> Self {
                next()
            }

            fn re(self) -> Self {
                self
            }

            fn im(self) -> Option<Self> {
                None
            }
        }
    )+};
}

/// Implements [`Scalar`] for complex numbers.
macro_rules! complex {
    ($($part:ty: $float:ident),+) => {$(
        impl sealed::Sealed for Complex<$part> {}
        impl Scalar for Complex<$part> {
            type Part = $part;
            const TYPE: ScalarType = ScalarType::Complex(FloatType::$float);

            fn from_parts(mut next: impl FnMut() -> $part) -> Self {
                let re = next();
                Self { re, im: next() }
            }

            fn re(self) -> $part {
                self.re
            }

            fn im(self) -> Option<$part> {
                Some(self.im)
            }
        }
    )+};
}

real!(f32, f64, F16, BF16);
complex!(f32: F32, f64: F64);

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
            $crate::ScalarType::Complex($crate::kernel::func::FloatType::F32) => {
                type $scalar = $crate::Complex<f32>;
                $body
            }
            $crate::ScalarType::Complex($crate::kernel::func::FloatType::F64) => {
                type $scalar = $crate::Complex<f64>;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

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
        assert_eq!(format!("{:?}", Complex::new(1.5f32, -2.0)), "1.5-2.0i");
    }
}
