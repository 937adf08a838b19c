//! The Rust types that stand for element types; those of floating point with the arithmetic of IEEE 754.
//!
//! Every operation here rounds once, to the nearest number, ties to even. What `core` has no
//! function for comes from `libm`, whose roots, roundings and multiply-adds are exact in this sense;
//! multiply-adds in single precision, which references are made of, are here.
//!
//! Tests: below, `tests/tests/reference_expression.rs`.

use crate::{BF16, Complex, DType, F16, ScalarType};
use core::fmt;
use core::ops::{Add, Div, Mul, Neg, Sub};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
    impl Sealed for crate::F16 {}
    impl Sealed for crate::BF16 {}
    impl Sealed for i8 {}
    impl Sealed for u8 {}
    impl Sealed for i16 {}
    impl Sealed for i32 {}
    impl Sealed for crate::Complex<f32> {}
    impl Sealed for crate::Complex<f64> {}
}

/// A Rust type that stands for a [`ScalarType`]: same size, same bits. Every [`Element`] is one, and so are
/// [`Complex`] numbers.
pub trait Scalar: sealed::Sealed + Copy + Default + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// The type of the real numbers that it consists of.
    type Part: Element;
    /// The type that sums of such numbers have: of real ones [`Element::Arithmetic`], of complex ones their
    /// own.
    type Sum: Scalar;
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
        impl Scalar for $type {
            type Part = Self;
            type Sum = <$type as Element>::Arithmetic;
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
    ($($part:ty: $scalar:ident),+) => {$(
        impl Scalar for Complex<$part> {
            type Part = $part;
            type Sum = Self;
            const TYPE: ScalarType = ScalarType::$scalar;

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

real!(f32, f64, F16, BF16, i8, u8, i16, i32);
complex!(f32: C64, f64: C128);

/// A Rust type that stands for a [`DType`]: same size, same bits.
pub trait Element: sealed::Sealed + Scalar + PartialOrd {
    /// The type that elements are computed with: [`DType::arithmetic`].
    type Arithmetic: Element<Arithmetic = Self::Arithmetic>;
    /// The element type.
    const DTYPE: DType;
    /// Unit roundoff: the largest relative error of one rounding. 0 of integers, which are exact.
    const ROUNDOFF: f64;
    /// The smallest positive number, as far as errors may be that small: 0 of integers.
    const TINIEST: f64;
    /// The largest finite number; infinite of integers, which wrap.
    const LARGEST: f64;
    /// `+0`.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// No number; of integers, which all are numbers, the least.
    const NAN: Self;

    /// The same number in FP64, exact.
    fn to_f64(self) -> f64;

    /// The nearest number of this type, ties to even; of integers, the number without its fraction modulo the
    /// range, if that is below 2⁶³.
    fn from_f64(value: f64) -> Self;

    /// Its bits, in the low bytes: what kernels take as a factor, in the type that they compute with.
    fn to_bits(self) -> u64;

    /// The number with these bits, which are the low ones.
    fn from_bits(bits: u64) -> Self;

    /// The nearest number of another type, ties to even; of integers, modulo the range; of the same type, the
    /// same bits, also those of a NaN.
    #[must_use]
    fn convert<T: Element>(self) -> T {
        if Self::DTYPE == T::DTYPE { T::from_bits(self.to_bits()) } else { T::from_f64(self.to_f64()) }
    }

    /// The sum, rounded once; of integers, modulo the range.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// The number with the other sign; of integers, modulo the range.
    #[must_use]
    fn negative(self) -> Self;

    /// The larger number: NaN if either is one, and `+0` is larger than `-0` (`maximum` of IEEE 754).
    #[must_use]
    fn larger(self, other: Self) -> Self {
        if self > other || self == other && !self.to_f64().is_sign_negative() {
            self
        } else if self <= other {
            other
        } else {
            Self::NAN
        }
    }

    /// The smaller number: NaN if either is one, and `-0` is smaller than `+0` (`minimum` of IEEE
    /// 754).
    #[must_use]
    fn smaller(self, other: Self) -> Self {
        if self < other || self == other && self.to_f64().is_sign_negative() {
            self
        } else if self >= other {
            other
        } else {
            Self::NAN
        }
    }
}

/// An [`Element`] of floating point, with its arithmetic.
pub trait Float:
    Element
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    /// All bits set where something holds, none elsewhere: what comparisons make. The former is a NaN,
    /// but none that arithmetic makes.
    #[must_use]
    fn mask(holds: bool) -> Self {
        Self::from_bits(if holds { u64::MAX } else { 0 })
    }

    /// The number without its sign.
    #[must_use]
    fn absolute(self) -> Self;

    /// The number with the sign of another one.
    #[must_use]
    fn with_sign_of(self, other: Self) -> Self;

    /// The square root: NaN below zero, `-0` of `-0`.
    #[must_use]
    fn square_root(self) -> Self;

    /// The greatest integer that is not greater.
    #[must_use]
    fn floor(self) -> Self;

    /// The least integer that is not less.
    #[must_use]
    fn ceil(self) -> Self;

    /// The nearest integer, ties to even.
    #[must_use]
    fn round(self) -> Self;

    /// The nearest integer that is not farther from zero.
    #[must_use]
    fn trunc(self) -> Self;

    /// `self · factor + term`, rounded once.
    #[must_use]
    fn multiply_add(self, factor: Self, term: Self) -> Self;
}

/// Implements [`Element`] and [`Float`] with functions of `core` and of `libm`.
macro_rules! element {
    ($type:ident $dtype:ident $sqrt:ident $floor:ident $ceil:ident $rint:ident $trunc:ident $fma:path) => {
        impl Element for $type {
            type Arithmetic = Self;
            const DTYPE: DType = DType::$dtype;
            const ROUNDOFF: f64 = $type::EPSILON as f64 / 2.0;
            const TINIEST: f64 = $type::from_bits(1) as f64;
            const LARGEST: f64 = $type::MAX as f64;
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const NAN: Self = $type::NAN;

            fn to_f64(self) -> f64 {
                self.into()
            }

            fn from_f64(value: f64) -> Self {
                value as Self
            }

            fn to_bits(self) -> u64 {
                self.to_bits().into()
            }

            fn from_bits(bits: u64) -> Self {
                $type::from_bits(bits as _)
            }

            fn plus(self, other: Self) -> Self {
                self + other
            }

            fn negative(self) -> Self {
                -self
            }
        }

        impl Float for $type {
            fn absolute(self) -> Self {
                self.abs()
            }

            fn with_sign_of(self, other: Self) -> Self {
                self.copysign(other)
            }

            fn square_root(self) -> Self {
                libm::$sqrt(self)
            }

            fn floor(self) -> Self {
                libm::$floor(self)
            }

            fn ceil(self) -> Self {
                libm::$ceil(self)
            }

            fn round(self) -> Self {
                libm::$rint(self)
            }

            fn trunc(self) -> Self {
                libm::$trunc(self)
            }

            #[inline]
            fn multiply_add(self, factor: Self, term: Self) -> Self {
                $fma(self, factor, term)
            }
        }
    };
}

element!(f32 F32 sqrtf floorf ceilf rintf truncf multiply_add_single);
element!(f64 F64 sqrt floor ceil rint trunc libm::fma);

/// Implements [`Element`] and [`Float`] in double precision, which has more than twice the digits, so that
/// rounding once more gives what rounding once does; a product is exact there.
macro_rules! narrow_element {
    ($type:ident $one:literal $nan:literal) => {
        impl Element for $type {
            type Arithmetic = f32;
            const DTYPE: DType = DType::$type;
            const ROUNDOFF: f64 = Self::EPSILON / 2.0;
            const TINIEST: f64 = Self::TINIEST;
            const LARGEST: f64 = Self::LARGEST;
            const ZERO: Self = Self::from_bits(0);
            const ONE: Self = Self::from_bits($one);
            const NAN: Self = Self::from_bits($nan);

            fn to_f64(self) -> f64 {
                self.to_f64()
            }

            fn from_f64(value: f64) -> Self {
                Self::from_f64(value)
            }

            fn to_bits(self) -> u64 {
                self.to_bits().into()
            }

            fn from_bits(bits: u64) -> Self {
                Self::from_bits(bits as u16)
            }

            fn plus(self, other: Self) -> Self {
                self + other
            }

            fn negative(self) -> Self {
                -self
            }
        }

        impl Float for $type {
            fn absolute(self) -> Self {
                Self::from_bits(self.to_bits() & 0x7fff)
            }

            fn with_sign_of(self, other: Self) -> Self {
                Self::from_bits(self.to_bits() & 0x7fff | other.to_bits() & 0x8000)
            }

            fn square_root(self) -> Self {
                Self::from_f64(libm::sqrt(self.to_f64()))
            }

            fn floor(self) -> Self {
                Self::from_f64(libm::floor(self.to_f64()))
            }

            fn ceil(self) -> Self {
                Self::from_f64(libm::ceil(self.to_f64()))
            }

            fn round(self) -> Self {
                Self::from_f64(libm::rint(self.to_f64()))
            }

            fn trunc(self) -> Self {
                Self::from_f64(libm::trunc(self.to_f64()))
            }

            fn multiply_add(self, factor: Self, term: Self) -> Self {
                Self::from_f64(sum_to_odd(self.to_f64() * factor.to_f64(), term.to_f64()))
            }
        }
    };
}

narrow_element!(F16 0x3c00 0x7e00);
narrow_element!(BF16 0x3f80 0x7fc0);

/// Implements [`Element`] for integers, whose bits may be those of another type without a sign.
macro_rules! integer_element {
    ($($type:ident $dtype:ident $bits:ident),+) => {$(
        impl Element for $type {
            type Arithmetic = i32;
            const DTYPE: DType = DType::$dtype;
            const ROUNDOFF: f64 = 0.0;
            const TINIEST: f64 = 0.0;
            const LARGEST: f64 = f64::INFINITY;
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const NAN: Self = Self::MIN;

            fn to_f64(self) -> f64 {
                self.into()
            }

            fn from_f64(value: f64) -> Self {
                if value.is_nan() { Self::NAN } else { value as i64 as Self }
            }

            fn to_bits(self) -> u64 {
                (self as $bits).into()
            }

            fn from_bits(bits: u64) -> Self {
                bits as Self
            }

            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            fn negative(self) -> Self {
                self.wrapping_neg()
            }
        }
    )+};
}

integer_element!(i8 I8 u8, u8 U8 u8, i16 I16 u16, i32 I32 u32);

/// `self · factor + term` in single precision, rounded once, without a branch: a host computes some of
/// them with each instruction, where a call for each takes most of the time that a reference takes.
#[inline]
fn multiply_add_single(x: f32, factor: f32, term: f32) -> f32 {
    sum_to_odd(f64::from(x) * f64::from(factor), term.into()) as f32
}

/// A product that is exact in double precision and a term, added up and rounded to odd: where the sum is not
/// exact, to that one of the two numbers around it whose last bit is set. Where it is narrowed by more than
/// two bits, rounding that is as good as rounding the exact sum (S. Boldo, G. Melquiond: Emulation of a FMA
/// and correctly rounded sums, 2008).
#[inline]
pub(crate) fn sum_to_odd(product: f64, term: f64) -> f64 {
    let sum = product + term;
    let added = sum - product;
    // What the sum lacks, exact.
    let rest = (product - (sum - added)) + (term - added);
    let bits = sum.to_bits();
    // Numbers of one sign are in the order of their bits.
    let is_beyond = (bits ^ rest.to_bits()) >> 63;
    let odd = bits.wrapping_sub(is_beyond) | 1;
    // Infinities and NaNs lack no number.
    f64::from_bits(if rest.abs() > 0.0 { odd } else { bits })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extrema_order_zeros_and_propagate_nans() {
        let bits = |x: f32| x.to_bits();
        assert_eq!(bits(0.0f32.smaller(-0.0)), bits(-0.0));
        assert_eq!(bits((-0.0f32).smaller(0.0)), bits(-0.0));
        assert_eq!(bits(0.0f32.larger(-0.0)), bits(0.0));
        assert_eq!(bits((-0.0f32).larger(0.0)), bits(0.0));
        assert_eq!((2.0f64.smaller(3.0), 2.0f64.larger(3.0)), (2.0, 3.0));
        assert_eq!(((-2.0f64).smaller(-3.0), (-2.0f64).larger(-3.0)), (-3.0, -2.0));
        for (x, y) in [(f64::NAN, 1.0), (1.0, f64::NAN), (f64::NAN, f64::INFINITY)] {
            assert!(x.smaller(y).is_nan() && x.larger(y).is_nan());
        }
    }

    /// `std` has the same function from elsewhere. Exponents are drawn apart from the other bits, so that
    /// many a product and a term are near to each other, and sums halfway between two numbers.
    #[test]
    fn multiply_adds_are_those_of_the_standard_library() {
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut drawn = move |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        let mut number = |exponents: core::ops::Range<u64>| {
            let exponent = exponents.start + drawn(exponents.end - exponents.start);
            let few = drawn(24);
            f32::from_bits((drawn(2) << 31 | exponent << 23 | drawn(1 << 23) >> few << few) as u32)
        };
        for nth in 0..2_000_000 {
            let near = || 100..150;
            let (x, factor, term) = match nth % 3 {
                0 => (number(0..256), number(0..256), number(0..256)),
                1 => (number(near()), number(near()), number(80..170)),
                // Subnormal numbers come out.
                _ => (number(40..70), number(40..70), number(0..16)),
            };
            let (ours, theirs) = (Float::multiply_add(x, factor, term), x.mul_add(factor, term));
            let is_same = ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan();
            assert!(is_same, "{x:e} * {factor:e} + {term:e}: {ours:e} and {theirs:e}");
        }
    }

    /// `std` has the same functions from elsewhere.
    #[test]
    fn functions_are_those_of_the_standard_library() {
        let numbers =
            [0.0, -0.0, 0.5, 1.5, -2.5, 0.1, -7.9, 1e-40, 3e38, 8_388_609.5, f32::INFINITY, f32::NAN];
        for x in numbers {
            let pairs = [
                (x.square_root(), x.sqrt()),
                (Float::floor(x), f32::floor(x)),
                (Float::ceil(x), f32::ceil(x)),
                (Float::round(x), x.round_ties_even()),
                (Float::trunc(x), f32::trunc(x)),
                (x.multiply_add(0.3, 1e-9), x.mul_add(0.3, 1e-9)),
            ];
            for (nth, (ours, theirs)) in pairs.into_iter().enumerate() {
                let is_same = ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan();
                assert!(is_same, "function {nth} of {x}: {ours} and {theirs}");
            }
        }
    }
}
