//! When code pays: making it takes some ten microseconds, which loops spend on a few
//! calls, or on some hundred.
//!
//! How often a call will come again is unknown. The rule is that of ski rental: loops until they have cost as
//! much as generating code does, then code. So calls never cost more than twice what they would if that were
//! known. Costs are estimates in cycles of any core, from the figures in
//! `docs/decisions/0064-blas-counts-before-it-makes-code.md`.
//!
//! Tests: below.

use crate::key::Problem;

/// Cycles that a kernel takes to be made and published.
const KERNEL: u64 = 200_000;

/// The same of a plan with its kernels.
const PLAN: u64 = 2_000_000;

/// Cycles that loops take for a call, and on top for a product, as a fraction.
const CALL: u64 = 100;
const PRODUCT: (u64, u64) = (3, 4);

/// The most bytes of all matrices for which a kernel alone is as fast as a plan.
const KERNEL_BYTES: usize = 192 << 10;

/// What is made for a multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    Kernel,
    Plan,
}

impl Made {
    /// What is to be made for elements of some bytes.
    pub(crate) fn of(problem: &Problem, bytes: usize) -> Self {
        if problem.elements().saturating_mul(bytes) <= KERNEL_BYTES { Self::Kernel } else { Self::Plan }
    }

    /// The call with which it is made, from 1.
    pub(crate) fn at_call(self, problem: &Problem) -> u32 {
        let cost = match self {
            Self::Kernel => KERNEL,
            Self::Plan => PLAN,
        };
        let (numerator, denominator) = PRODUCT;
        let call = CALL.saturating_add(problem.products().saturating_mul(numerator) / denominator);
        u32::try_from(cost.div_ceil(call)).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(n: usize) -> Problem {
        Problem { m: n, n, k: n, lda: n, ldb: n, ldc: n, transposes: [false; 2] }
    }

    #[test]
    fn larger_multiplications_get_code_sooner_and_plans_from_some_size_on() {
        let calls = |n| Made::of(&cube(n), 4).at_call(&cube(n));
        assert!(calls(4) > calls(8) && calls(8) > calls(32) && calls(96) == 1);
        assert_eq!(Made::of(&cube(64), 4), Made::Kernel);
        assert_eq!(Made::of(&cube(512), 4), Made::Plan);
        assert_eq!(calls(512), 1);
        let huge = cube(usize::MAX / 2);
        assert_eq!((Made::of(&huge, 8), Made::of(&huge, 8).at_call(&huge)), (Made::Plan, 1));
    }
}
