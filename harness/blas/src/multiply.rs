//! From a key that was checked to its result.
//!
//! Tests: `tests/tests/blas.rs`.
#![allow(unsafe_code)]

use crate::asked::Asked;
use crate::engine;
use crate::kept::Kept;
use crate::key::{Key, Problem};
use crate::last;
use crate::loops;
use crate::method::Method;
use crate::room;
use tensmith::parallel::Sequential;

/// Computes `C = alpha * A * B + beta * C`, by the semantics of the reference BLAS.
///
/// # Safety
/// The key was checked. Where there is a product, A and B can be read; C can be written, and read unless beta
/// is 0; nothing else accesses it, and it overlaps neither.
pub(crate) unsafe fn multiply<T: Kept>(key: &Key, factors: [T; 2], inputs: [*const T; 2], c: *mut T) {
    let problem = key.problem();
    let [alpha, beta] = factors;
    if problem.m == 0 || problem.n == 0 {
        return;
    }
    if problem.k == 0 || alpha == T::ZERO {
        // SAFETY: C is there (caller's duty).
        return unsafe { loops::scale(&Sequential, &problem, beta, c) };
    }
    let asked = T::find(key, &problem);
    // SAFETY: the method is that of the key; the operands are there (caller's duty).
    unsafe { by(asked.as_ref(), &problem, factors, inputs, c) };
    if let Some(asked) = asked {
        last::remember(T::last(), key, asked);
    }
}

/// Multiplies by the method that was found, or else by loops.
///
/// # Safety
/// Those of [`multiply`], with a product; the method is that of the problem.
pub(crate) unsafe fn by<T: Kept>(
    asked: Option<&Asked<T>>,
    problem: &Problem,
    factors: [T; 2],
    inputs: [*const T; 2],
    c: *mut T,
) {
    match (asked.and_then(Asked::method), engine::engine()) {
        // SAFETY: the caller's duty.
        (Some(Method::Kernel(kernel)), _) => unsafe { kernel.code.call(factors, inputs, c) },
        // SAFETY: the caller's duty.
        (Some(Method::Plan(plan)), Some(engine)) if room::TO_RUN.is_there() => unsafe {
            plan.run(engine.executor_for(problem), problem, factors, inputs, c);
        },
        // SAFETY: the caller's duty.
        _ => unsafe { loops::multiply(problem, factors, inputs, c) },
    }
}
