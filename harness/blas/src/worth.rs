//! When code pays: making it takes some ten microseconds, which loops spend on a few
//! calls, or on some hundred.
//!
//! How often a call will come again is unknown. The rule is that of ski rental: loops until they have cost as
//! much as generating code does, then code. So calls never cost more than twice what they would if that were
//! known. Costs are estimates in cycles of any core, from the figures in
//! `docs/decisions/0064-blas-counts-before-it-makes-code.md`, for small plans in
//! `docs/decisions/0111-complex-blas-is-plans-but-for-the-plain-case.md`.
//!
//! Tests: below.

use crate::key::{Key, Problem};

/// Cycles that a kernel takes to be made and published.
const KERNEL: u64 = 200_000;

/// The same of a plan with its kernels, for large matrices and for small ones.
const PLAN: u64 = 2_000_000;
const SMALL_PLAN: u64 = 500_000;

/// Cycles that loops take for a call, and on top for a product of real numbers, as a fraction.
const CALL: u64 = 100;
const PRODUCT: (u64, u64) = (3, 4);

/// What is made for a multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    Kernel,
    Plan,
}

impl Made {
    /// What is to be made for a key.
    pub(crate) fn of(key: &Key, problem: &Problem) -> Self {
        if key.has_kernel() && !problem.is_large() { Self::Kernel } else { Self::Plan }
    }

    /// The call with which it is made, from 1.
    pub(crate) fn at_call(self, problem: &Problem) -> u32 {
        let cost = match self {
            Self::Kernel => KERNEL,
            Self::Plan if problem.is_large() => PLAN,
            Self::Plan => SMALL_PLAN,
        };
        let (numerator, denominator) = PRODUCT;
        let call = CALL.saturating_add(problem.products().saturating_mul(numerator) / denominator);
        u32::try_from(cost.div_ceil(call)).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Transpose;
    use crate::number::Number;
    use std::ffi::c_int;
    use tensmith_core::Complex;

    /// What is made for cubes, and with which call.
    fn made<T: Number>(n: c_int, transpose: Transpose, factors: [T; 2]) -> (Made, u32) {
        let key = Key::new([transpose, Transpose::No], [n; 6], factors);
        let problem = key.problem();
        let made = Made::of(&key, &problem);
        (made, made.at_call(&problem))
    }

    #[test]
    fn larger_multiplications_get_code_sooner_and_plans_from_some_size_on() {
        let of = |n| made(n, Transpose::Yes, [2.0f32, 0.0]);
        let calls = |n| of(n).1;
        assert!(calls(4) > calls(8) && calls(8) > calls(32) && calls(96) == 1);
        assert_eq!(of(64).0, Made::Kernel);
        assert_eq!(of(512), (Made::Plan, 1));
        assert_eq!(of(c_int::MAX), (Made::Plan, 1));
    }

    #[test]
    fn complex_multiplications_have_kernels_where_these_can_do_all() {
        let one = Complex::new(1.0f32, 0.0);
        let [zero, i] = [Complex::default(), Complex::new(0.0, 1.0)];
        for (transpose, factors, expected) in [
            (Transpose::No, [one, zero], Made::Kernel),
            (Transpose::No, [one, one], Made::Kernel),
            (Transpose::No, [one, i], Made::Plan),
            (Transpose::No, [i, zero], Made::Plan),
            (Transpose::Yes, [one, zero], Made::Plan),
            (Transpose::Conjugate, [one, zero], Made::Plan),
        ] {
            assert_eq!(made(16, transpose, factors).0, expected, "{transpose:?} {factors:?}");
        }
        assert_eq!(made(128, Transpose::No, [one, zero]).0, Made::Plan);
    }
}
