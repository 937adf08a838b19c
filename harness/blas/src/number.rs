//! Numbers that BLAS multiplies: real ones, and complex ones, each of one or two parts.
//!
//! Problem: loops for complex numbers are to do what kernels do, and those for real ones are the same loops.
//! Idea: a product is made of those of a number with each part of the other one, which loops add up apart;
//! what becomes of these at the end ([`Number::joined`]) is where the types differ, and where conjugates are
//! a matter of signs. Everything before goes over parts.
//!
//! A factor whose imaginary part is zero multiplies both parts, and mixes none: a part that is infinite
//! leaves the other one alone.
//!
//! Tests: below, `tests/tests/blas.rs`, `tests/tests/blas_factors.rs`.

use tensmith_core::{Complex, Float, Scalar};

/// Real numbers that the processor adds a product to, where it has an instruction for that.
pub(crate) trait Fused: Float {
    /// `self * factor + term`, rounded once.
    fn fused(self, factor: Self, term: Self) -> Self;
}

impl Fused for f32 {
    #[inline(always)]
    fn fused(self, factor: Self, term: Self) -> Self {
        self.mul_add(factor, term)
    }
}

impl Fused for f64 {
    #[inline(always)]
    fn fused(self, factor: Self, term: Self) -> Self {
        self.mul_add(factor, term)
    }
}

/// See the module's documentation.
pub(crate) trait Number: Scalar<Part: Fused> {
    /// 0.
    const ZERO: Self;

    /// 1.
    const ONE: Self;

    /// One thing for each part, that of the real part first.
    type Each<S: Copy>: Copy + AsRef<[S]> + AsMut<[S]>;

    /// The same thing for each part.
    fn each<S: Copy>(thing: S) -> Self::Each<S>;

    /// The parts.
    fn parts(self) -> Self::Each<Self::Part>;

    /// The product of two factors, or a sum of such, from those of the first factor with each part of the
    /// second one; of conjugates, where the factors are conjugated.
    fn joined(products: Self::Each<Self>, conjugates: [bool; 2]) -> Self;

    /// `self * number`.
    fn times(self, number: Self) -> Self;

    /// `self * part + term`, with `add(x, y, term)` for `x * y + term` of parts.
    fn multiple(
        self,
        part: Self::Part,
        term: Self,
        add: impl Fn(Self::Part, Self::Part, Self::Part) -> Self::Part,
    ) -> Self;

    /// `self * number + term`, with `add(x, y, term)` for `x * y + term` of parts.
    fn multiply_add(
        self,
        number: Self,
        term: Self,
        add: impl Fn(Self::Part, Self::Part, Self::Part) -> Self::Part,
    ) -> Self;

    /// `-self`.
    fn negated(self) -> Self;

    /// What kernels take as a factor. Those of complex numbers take none.
    fn to_argument(self) -> u64;
}

/// Implements [`Number`] for real numbers.
macro_rules! real {
    ($($real:ty),+) => {$(
        impl Number for $real {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            type Each<S: Copy> = [S; 1];

            #[inline(always)]
            fn each<S: Copy>(thing: S) -> [S; 1] {
                [thing]
            }

            #[inline(always)]
            fn parts(self) -> [Self; 1] {
                [self]
            }

            #[inline(always)]
            fn joined([product]: [Self; 1], _: [bool; 2]) -> Self {
                product
            }

            #[inline(always)]
            fn times(self, number: Self) -> Self {
                self * number
            }

            #[inline(always)]
            fn multiple(self, part: Self, term: Self, add: impl Fn(Self, Self, Self) -> Self) -> Self {
                add(self, part, term)
            }

            #[inline(always)]
            fn multiply_add(self, number: Self, term: Self, add: impl Fn(Self, Self, Self) -> Self) -> Self {
                add(self, number, term)
            }

            #[inline(always)]
            fn negated(self) -> Self {
                -self
            }

            #[inline(always)]
            fn to_argument(self) -> u64 {
                self.to_bits().into()
            }
        }
    )+};
}

/// Implements [`Number`] for complex numbers.
macro_rules! complex {
    ($($part:ty),+) => {$(
        impl Number for Complex<$part> {
            const ZERO: Self = Self::new(0.0, 0.0);
            const ONE: Self = Self::new(1.0, 0.0);
            type Each<S: Copy> = [S; 2];

            #[inline(always)]
            fn each<S: Copy>(thing: S) -> [S; 2] {
                [thing; 2]
            }

            #[inline(always)]
            fn parts(self) -> [$part; 2] {
                [self.re, self.im]
            }

            #[inline(always)]
            fn joined([by_re, by_im]: [Self; 2], conjugates: [bool; 2]) -> Self {
                match conjugates {
                    [false, false] => Self::new(by_re.re - by_im.im, by_re.im + by_im.re),
                    [true, false] => Self::new(by_re.re + by_im.im, by_im.re - by_re.im),
                    [false, true] => Self::new(by_re.re + by_im.im, by_re.im - by_im.re),
                    [true, true] => Self::new(by_re.re - by_im.im, -(by_re.im + by_im.re)),
                }
            }

            #[inline(always)]
            fn times(self, number: Self) -> Self {
                let by_re = Self::new(self.re * number.re, self.re * number.im);
                if self.im == 0.0 {
                    return by_re;
                }
                Self::joined([by_re, Self::new(self.im * number.re, self.im * number.im)], [false; 2])
            }

            #[inline(always)]
            fn multiple(
                self,
                part: $part,
                term: Self,
                add: impl Fn($part, $part, $part) -> $part,
            ) -> Self {
                Self::new(add(self.re, part, term.re), add(self.im, part, term.im))
            }

            #[inline(always)]
            fn multiply_add(
                self,
                number: Self,
                term: Self,
                add: impl Fn($part, $part, $part) -> $part,
            ) -> Self {
                let by_re = number.multiple(self.re, term, &add);
                if self.im == 0.0 {
                    return by_re;
                }
                Self::new(add(-self.im, number.im, by_re.re), add(self.im, number.re, by_re.im))
            }

            #[inline(always)]
            fn negated(self) -> Self {
                Self::new(-self.re, -self.im)
            }

            #[inline(always)]
            fn to_argument(self) -> u64 {
                0
            }
        }
    )+};
}

real!(f32, f64);
complex!(f32, f64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_joined_with_the_signs_of_conjugates() {
        let (a, b) = (Complex::new(2.0f64, 3.0), Complex::new(5.0, 7.0));
        let by = [5.0, 7.0].map(|part| Complex::new(a.re * part, a.im * part));
        for (conjugates, expected) in [
            ([false, false], (-11.0, 29.0)),
            ([true, false], (31.0, -1.0)),
            ([false, true], (31.0, 1.0)),
            ([true, true], (-11.0, -29.0)),
        ] {
            let product = Complex::joined(by, conjugates);
            assert_eq!((product.re, product.im), expected, "{conjugates:?}");
        }
        assert_eq!(a.times(b), Complex::new(-11.0, 29.0));
        let sum = a.multiply_add(b, Complex::new(1.0, -1.0), |x, y, term| x * y + term);
        assert_eq!(sum, Complex::new(-10.0, 28.0));
    }

    #[test]
    fn a_factor_without_an_imaginary_part_mixes_nothing() {
        let number = Complex::new(1.0f32, f32::INFINITY);
        let twice = Complex::new(2.0, f32::INFINITY);
        let two = Complex::new(2.0, -0.0);
        assert_eq!((two.times(number), two.negated().times(number)), (twice, twice.negated()));
        assert_eq!(two.multiply_add(number, Complex::ZERO, f32::fused), twice);
    }
}
